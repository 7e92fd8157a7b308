"""The outcomes of chance with their weights, and their effects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from benben.games.horus.board import (
    ADVENTURERS,
    ALCOVE_AT,
    ANUBIS,
    BLOCK_SPACES,
    BLOCKS,
    CONTENTS,
    CROWBAR,
    CROWBAR_SLOT,
    DECKS,
    JOSE,
    SECRET,
    SLOT,
    TOMB_AT,
    TOMB_GOD,
    UNKNOWN,
    ZONE,
    is_back,
    is_equipment,
    is_wound,
    treasure,
)
from benben.games.horus.rules import phases
from benben.games.horus.rules.edits import add_equipment, players_with
from benben.games.horus.rules.events import (
    PICK,
    Action,
    Ankh,
    Block,
    Chance,
    Chest,
    Content,
    Dealt,
    Die,
    Drawn,
    Shown,
    Use,
)
from benben.games.horus.rules.phases import continue_turn
from benben.games.horus.rules.state import (
    Player,
    Read,
    State,
    has_room,
    is_in_play,
    missing_numbers,
    unshown_cards,
)

_DICE = tuple((Die(pips), 1) for pips in range(1, 7))
_CHEST_DICE = tuple((Chest(pips), 1) for pips in range(1, 7))
_BLOCKS = tuple((Block(number), 1) for number in range(BLOCKS + 1))
_BAG = tuple((1 << BLOCK_SPACES[number], _BLOCKS[number]) for number in range(1, BLOCKS + 1))
_CONTENTS = tuple(Content(value) for value in range(9))


def chances(s: State) -> Sequence[tuple[Chance, int]]:
    match s.phase:
        case "roll" | "mummies" | "cast" | "recast":
            return _DICE
        case "search":
            zone = ZONE[s.players[s.seat].place]
            return _deck_rows(zone, s.decks[zone], s.left[zone], has_room(s.players[s.seat], 1, 0))
        case "opening" | "reading":
            tomb = s.pending.tomb if s.phase == "reading" else TOMB_AT[s.players[s.seat].place]
            return _contents(s, tomb)
        case "foreseeing" | "fall":
            number = s.pending.block
            if number and not s.pending.returned:
                return (_BLOCKS[number],)
            out = s.blocked | 1 << BLOCK_SPACES[number] if number else s.blocked
            return [row for bit, row in _BAG if not out & bit]
        case "deal":
            taken = [p.adventurer for p in s.players]
            return [(Dealt(one), 1) for one in range(len(ADVENTURERS)) if one not in taken]
        case "ankh":
            return [(Ankh(seat), 1) for seat, p in enumerate(s.players) if is_in_play(p)]
        case "score":
            left = unshown_cards(s)
            return [(Shown(card), left.count(card)) for card in dict.fromkeys(left)]
        case "chest":
            return _CHEST_DICE
    return ()


@lru_cache(1 << 14)
def _deck_rows(zone: int, deck: tuple[int, ...], left: int, room: bool) -> tuple[tuple[Drawn, int], ...]:
    """The cards that may be drawn (1.4). Without room for a treasure a seat loses it unseen (2.4).

    If treasures were lost unseen before, those that are left are any of the treasures that nobody has seen.
    """
    cards = [(card, many) for (card, _), many in zip(DECKS[zone], deck, strict=True) if many]
    lost = sum(deck) - left
    treasures = sum(many for card, many in cards if card < SECRET)
    if not room:
        rows = [(Drawn(card), many) for card, many in cards if card >= SECRET]
        unseen = treasures - lost
        return (*rows, (Drawn(treasure(zone, UNKNOWN)), unseen)) if unseen else tuple(rows)
    if not lost:
        return tuple((Drawn(card), many) for card, many in cards)
    rows = [(Drawn(card), many * (treasures - lost if card < SECRET else treasures)) for card, many in cards]
    return tuple(row for row in rows if row[1])


def _contents(s: State, tomb: int) -> list[tuple[Content, int]]:
    """The values that a closed sarcophagus may hold; one that was read holds what was read (1.5, 8.1)."""
    if s.read is not None and s.read.tomb == tomb:
        return [(_CONTENTS[s.read.value], 1)]
    god = TOMB_GOD[tomb]
    inside = s.inside[god - ANUBIS]
    if s.read is not None and TOMB_GOD[s.read.tomb] == god:
        inside &= ~(1 << s.read.value)
    return [(_CONTENTS[value], 1) for value in CONTENTS[god] if inside >> value & 1]


def settle(s: State, chance: Chance) -> State:
    if isinstance(chance, Die):  # most of chance is dice
        return _throw_die(s, chance.pips)
    match chance:
        case Drawn(card):
            return _draw_card(s, card)
        case Block(number):
            if s.phase == "foreseeing":
                return phases.foresee_block(s, number)
            return phases.drop_block(s, number)
        case Content(value):
            return _look_inside(s, value)
        case Shown(card):
            s = replace(s, shown=tuple(sorted((*s.shown, card))))
            return s if unshown_cards(s) else phases.reveal_cards(s, s.seat + 1)
        case Chest(pips):
            p = s.players[s.seat]
            p = replace(p, chests=(*p.chests, pips))
            return phases.roll_chests(replace(s, players=players_with(s, s.seat, p)))
        case Dealt(adventurer):
            return deal(s, adventurer)
        case Ankh(seat):
            return phases.ask_for_discards(replace(s, ankh=seat, round=1))


def _throw_die(s: State, pips: int) -> State:
    """Put down one more die, in colour order."""
    dice = s.roll if s.phase == "roll" else s.cast
    at = dice.index(0)
    dice = (*dice[:at], pips, *dice[at + 1 :])
    if 0 in dice:
        return replace(s, roll=dice) if s.phase == "roll" else replace(s, cast=dice)
    if s.phase == "roll":
        return phases.give_actions(s, dice)
    if s.phase == "mummies":
        return phases.march_mummies(s, dice)
    s = replace(s, cast=dice)
    p = s.players[s.seat]
    if missing_numbers(ALCOVE_AT[p.place], dice) == 0:
        return phases.take_idol(s, s.seat)
    if s.phase == "cast":
        return replace(s, phase="alcove")
    return replace(s, phase="rerolled") if usable_tools(s, p) else continue_turn(s, s.seat)


def _draw_card(s: State, card: int) -> State:
    """Give the card that a search draws: a treasure face down, equipment and wounds face up (4.2)."""
    seat = s.seat
    p = s.players[seat]
    zone = ZONE[p.place]
    left = s.left
    left = (left[0] - (zone == 0), left[1] - (zone == 1), left[2] - (zone == 2))
    if is_back(card):
        return continue_turn(replace(s, left=left), seat)
    slot = SLOT[card][1]
    deck = s.decks[zone]
    deck = (*deck[:slot], deck[slot] - 1, *deck[slot + 1 :])
    decks = (*s.decks[:zone], deck, *s.decks[zone + 1 :])
    if is_wound(card):
        return phases.draw_wound(replace(s, decks=decks, left=left), seat, card)
    if is_equipment(card):
        p = add_equipment(p, card)
    else:
        p = replace(p, treasures=tuple(sorted((*p.treasures, card))))
    return continue_turn(replace(s, decks=decks, left=left, players=players_with(s, seat, p)), seat)


def _look_inside(s: State, value: int) -> State:
    """Open a sarcophagus for all to see, or let one seat read it (4.3, 8.1)."""
    if s.phase == "reading":
        return continue_turn(replace(s, read=Read(s.seat, s.pending.tomb, value)), s.seat)
    tomb = TOMB_AT[s.players[s.seat].place]
    god = TOMB_GOD[tomb] - ANUBIS
    mask = s.inside[god] & ~(1 << value)
    inside = (*s.inside[:god], mask, *s.inside[god + 1 :])
    tombs = (*s.tombs[:tomb], value, *s.tombs[tomb + 1 :])
    read = None if s.read is not None and s.read.tomb == tomb else s.read
    return continue_turn(replace(s, tombs=tombs, inside=inside, read=read), s.seat)


def deal(s: State, adventurer: int) -> State:
    """Give the seat its adventurer, by chance or by choice; after the last the Ankh is drawn (1.1)."""
    p = replace(s.players[s.seat], adventurer=adventurer)
    s = replace(s, players=players_with(s, s.seat, p))
    if s.seat + 1 < len(s.players):
        return replace(s, seat=s.seat + 1)
    return replace(s, phase="ankh", seat=-1)


def usable_tools(s: State, p: Player) -> list[Action]:
    """The tools that open the alcove because one number is missing: Lock picking, a crowbar (4.10, 8.6)."""
    if missing_numbers(ALCOVE_AT[p.place], s.cast) != 1:
        return []
    found: list[Action] = [PICK] if p.ready and p.adventurer == JOSE else []
    return [*found, Use(CROWBAR)] if p.equipment[CROWBAR_SLOT] else found
