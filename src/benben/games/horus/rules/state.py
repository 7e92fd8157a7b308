"""The position of The Pyramid of Horus as a value, and what can be read off it."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from benben.core.contract import Millis, Seat
from benben.games.horus import board
from benben.games.horus.board import (
    ANTIDOTE,
    ANTIDOTE_SLOT,
    BAG_SLOT,
    BLOCK,
    BLOCK_SLOT,
    COBRA,
    COBRA_SLOT,
    CROCODILE,
    CROCODILE_SLOT,
    CROWBAR_SLOT,
    FIRST_EQUIPMENT,
    FIRST_WOUND,
    HEDEDET_CHEST,
    JOSE,
    MEDIKIT,
    MEDIKIT_SLOT,
    MOST_LOAD,
    MUMMY_HEADINGS,
    MUMMY_STARTS,
    OUTSIDE,
    SCORPION,
    SCORPION_SLOT,
    SOBEK_CHEST,
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    load: Annotated[
        Literal["banded", "literal"],
        Meta(description="What a load asks of the dice: in four bands, or the load itself"),
    ] = "banded"
    adventurers: Annotated[
        Literal["dealt", "chosen"], Meta(description="Adventurers are dealt by chance, or chosen in turn")
    ] = "dealt"
    reaction: Annotated[
        int,
        Meta(
            ge=0,
            le=600,
            description="Seconds to answer a question besides your own turn, where other people wait; "
            "0: without limit",
        ),
    ] = 0
    sobek: Annotated[  # what his idol is worth (1.5)
        int,
        Meta(
            ge=6,
            le=7,
            title="Worth of the idol of Sobek",
            description="Points at the end: 6, or 7 as in the first edition of these rules",
        ),
    ] = 6


def idol_worth(options: Options, god: int) -> int:
    return options.sobek if god == board.SOBEK else board.WORTH[god]


class Player(Struct, frozen=True, gc=False):
    """A seat. Wounds and equipment are counted in the order of board.WOUNDS and board.EQUIPMENT."""

    adventurer: int  # index; -1: not dealt yet
    ready: bool  # the ability is unspent
    place: int  # a space, OUTSIDE (not entered yet), ESCAPED or DEAD
    wll: int  # of this round
    actions: int  # left in this round
    wounds: tuple[int, int, int, int, int]
    equipment: tuple[int, int, int, int, int]
    treasures: tuple[int, ...]  # cards, sorted: necklaces, god treasures, chests. Values may be secret
    idols: int  # mask by god
    chests: tuple[int, ...]  # the dice of the final scoring, as rolled
    cursed: int = 0  # mask: dice that did not count in this round's roll, by the idols held then (3.2)


Asking: TypeAlias = (  # a seat is asked
    Literal["choose", "load", "stamina", "turn", "alcove", "rerolled", "wound", "shed"]
    | Literal["foresight", "foreseen", "dodge", "flee"]
)
Waiting: TypeAlias = (  # for chance
    Literal["deal", "ankh", "roll", "search", "opening", "reading", "cast", "recast", "mummies"]
    | Literal["foreseeing", "fall", "score", "chest"]
)
Phase: TypeAlias = Asking | Waiting | Literal["over"]


class Read(NamedTuple):
    """A sarcophagus that somebody looked into; it is still closed. Its content is secret (8.1)."""

    seat: Seat
    tomb: int  # index
    value: int


class Step(IntEnum):
    """The phases of a round by their numbers, with set-up before the first and scoring after the last."""

    SET_UP = 0
    LOAD = 1
    ROLL = 2
    TURNS = 3
    MUMMIES = 4
    BLOCK = 5
    END = 6


class Pending(Struct, frozen=True, gc=False):
    """What a question or a wait for chance is about. Fields of other phases have their defaults."""

    tomb: int = -1  # reading: the sarcophagus
    wound: int = 0  # wound: the card
    step: Step = Step.TURNS  # shed: where play goes on afterwards
    block: int = 0  # foreseen, fall: the number that the seat saw, which is its secret; 0: none
    returned: bool = False  # fall: that block is back in the bag, and another one falls
    dodged: bool = False  # flee: the block gives no wound


NOTHING = Pending()


class State(Struct, frozen=True, gc=False):
    """The pyramid and everybody in it.

    What interrupts a turn or a phase (a reaction, a forced discard) is a phase of its own, and where play
    goes on afterwards follows from it: a wound drawn belongs to the turn of its seat, a shed has its step in
    `pending`, and a seat that is next under a block still stands there. No stack is needed.

    No deck is shuffled and no sarcophagus filled: `decks` and `inside` are what could still come.
    """

    options: Options
    round: int  # from 1; 0 during set-up
    ankh: Seat  # the first player; -1: not drawn yet
    phase: Phase
    seat: Seat  # the seat that is asked, or for which chance acts; -1: none
    pending: Pending  # what the question or the wait is about
    players: tuple[Player, ...]
    blocks: tuple[int, ...]  # numbers, as they fell
    blocked: int  # mask of the spaces under them
    roll: tuple[int, ...]  # this round's dice, in the order of board.COLOURS; 0: not thrown yet
    cast: tuple[int, ...]  # the dice of an alcove or of the mummies, likewise
    mummies: tuple[int, int, int]  # index of the corridor, by mummy
    headings: tuple[int, int, int]  # 1 up, -1 down
    shot: int  # the mummy that lies; -1: none
    tombs: tuple[int, ...]  # by sarcophagus: 0 closed, -1 empty, else the open value
    inside: tuple[int, int, int]  # by god from Anubis: mask of values nobody took out yet
    read: Read | None
    idols: int  # mask of gods whose idol is in its alcove
    decks: tuple[tuple[int, ...], ...]  # by zone: how many of each card nobody has drawn, as board.DECKS
    left: tuple[int, int, int]  # by zone: cards to draw. Fewer than `decks` has if treasures left unseen:
    # they are some of those, and nobody knows which (2.4)
    gone: tuple[int, ...]  # cards that left the game in view, sorted
    dropped: tuple[tuple[int, ...], ...]  # by seat: secret cards that it gave up, sorted; it alone knows them
    shown: tuple[int, ...]  # score: cards of the seat turned up so far, sorted
    until: Millis = 0  # when the question is answered by itself (4.12); 0: never
    now: Millis = 0  # when an event finds the match; 0 in between


NO_CARDS = (0, 0, 0, 0, 0)
NOBODY = Player(-1, True, OUTSIDE, 0, 0, NO_CARDS, NO_CARDS, (), 0, ())


def initial_state(seats: int, options: Options) -> State:
    """The position at the start: everybody outside, nothing dealt (1.1, 1.4, 1.5, 1.6)."""
    return State(
        options=options,
        round=0,
        ankh=-1,
        phase="deal" if options.adventurers == "dealt" else "choose",
        seat=0,
        pending=NOTHING,
        players=(NOBODY,) * seats,
        blocks=(),
        blocked=0,
        roll=(),
        cast=(),
        mummies=MUMMY_STARTS,
        headings=MUMMY_HEADINGS,
        shot=-1,
        tombs=(0,) * len(board.TOMBS),
        inside=(board.CONTENTS_MASK[0], board.CONTENTS_MASK[1], board.CONTENTS_MASK[2]),
        read=None,
        idols=board.ALL_GODS,
        decks=board.FULL,
        left=(board.DECK_SIZE,) * 3,
        gone=(),
        dropped=((),) * seats,
        shown=(),
    )


# What can be read off a player or a position. These work on views too.


def load(p: Player) -> int:
    """The number of wounds, idols and treasures; a bag makes two treasures count as one (2.2)."""
    many = len(p.treasures)
    return sum(p.wounds) + p.idols.bit_count() + many - min(p.equipment[BAG_SLOT], many // 2)


def load_with(p: Player, wounds: int, treasures: int, idols: int) -> int:
    """The load with these numbers of further cards."""
    many = len(p.treasures) + treasures
    cards = sum(p.wounds) + wounds + p.idols.bit_count() + idols
    return cards + many - min(p.equipment[BAG_SLOT], many // 2)


def has_room(p: Player, treasures: int, idols: int) -> bool:
    """Whether the load allows these numbers of further cards (2.4)."""
    return load_with(p, 0, treasures, idols) <= MOST_LOAD


def wll_of(options: Options, weight: int) -> int:
    """What a die must show for an action, by the load (2.3)."""
    if options.load == "literal":
        return weight
    return 2 if weight <= 3 else 3 if weight <= 6 else 4 if weight <= 9 else 5


def wound_cards(p: Player) -> list[int]:
    """The wounds of this seat, each as often as it has it."""
    return [FIRST_WOUND + slot for slot, many in enumerate(p.wounds) for _ in range(many)]


def equipment_cards(p: Player) -> list[int]:
    """The equipment of this seat, each as often as it has it."""
    return [FIRST_EQUIPMENT + slot for slot, many in enumerate(p.equipment) for _ in range(many)]


def cure(p: Player) -> tuple[int, int] | None:
    """Equipment that can be used in one's own turn, and the wound that it heals (8.7)."""
    wounds, equipment = p.wounds, p.equipment
    if equipment[ANTIDOTE_SLOT] and (wounds[COBRA_SLOT] or wounds[SCORPION_SLOT]):
        return ANTIDOTE, COBRA if wounds[COBRA_SLOT] else SCORPION
    if equipment[MEDIKIT_SLOT] and (wounds[CROCODILE_SLOT] or wounds[BLOCK_SLOT]):
        return MEDIKIT, CROCODILE if wounds[CROCODILE_SLOT] else BLOCK
    return None


def has_tool(p: Player) -> bool:
    """Whether the seat has a crowbar, or Lock picking unspent (8.6)."""
    return bool(p.equipment[CROWBAR_SLOT]) or (p.adventurer == JOSE and p.ready)


def is_in_play(p: Player) -> bool:
    """Whether a seat is neither escaped nor eliminated; before it enters it is in play too (7.1)."""
    return p.place <= OUTSIDE


def turn_order(s: State) -> tuple[Seat, ...]:
    """All seats, clockwise from the first player (7.1)."""
    return _ORDERS[len(s.players)][s.ankh]


_ORDERS = tuple(
    tuple(tuple((initial_state + n) % seats for n in range(seats)) for initial_state in range(seats))
    for seats in range(7)
)


def counting_dice(p: Player, roll: tuple[int, ...]) -> int:
    """How many of the dice give an action: high enough, and not of a cursed colour (3.1, 3.2)."""
    return sum(pips >= p.wll and not p.idols >> die & 1 for die, pips in enumerate(roll))


def missing_numbers(god: int, dice: tuple[int, ...]) -> int:
    """How many of the alcove's numbers lie on no die; a number shown twice needs two dice (4.4, 4.10)."""
    left = list(dice)
    many = 0
    for number in board.NEEDS[god]:
        if number in left:
            left.remove(number)
        else:
            many += 1
    return many


def mummies_on(s: State, space: int) -> int:
    """How many standing mummies are on a space (4.5, 4.8)."""
    step = board.STEP[space]
    if step < 0 or step not in s.mummies:
        return 0
    return sum(at == step and mummy != s.shot for mummy, at in enumerate(s.mummies))


def chest_count(p: Player) -> int:
    """How many chests this seat holds."""
    return p.treasures.count(HEDEDET_CHEST) + p.treasures.count(SOBEK_CHEST)


def unshown_cards(s: State) -> list[int]:
    """Secret cards that the seat at `score` has not turned up yet, sorted."""
    left = [card for card in s.players[s.seat].treasures if board.is_secret(card)]
    for card in s.shown:
        left.remove(card)
    return left
