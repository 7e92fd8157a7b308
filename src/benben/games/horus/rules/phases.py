"""The round of The Pyramid of Horus: how one step leads to the next. Clauses: RULES.md.

Each function takes a state and gives one in which a seat is asked, chance is waited for, or the game is over.
A question that has one answer is not asked (4.11). Seats that are asked in turn are found by looking on from
the seat that was asked last, clockwise from the first player.

    set-up     deal or choose -> ankh
                 v
    1 load     load, by each seat with treasures or idols  <------------------+
                 v                                                            |
    2 roll     stamina -> roll                                                |
                 v                                                            |
    3 turns    turn, by each seat with an action or a free move               |
                 search -> wound -> shed, opening, reading                    |
                 cast -> alcove -> recast -> rerolled; then turn again        |
                 v                                                            |
    4 mummies  mummies -> shed, by each seat above load 12                    |
                 v                                                            |
    5 block    foresight -> foreseeing -> foreseen -> fall                    |
                 dodge -> flee -> wound -> shed, by each seat under it        |
                 v                                                            |
    6 Ankh     next_round  ---------------------------------------------------+

    As soon as nobody is in play: score -> chest -> over.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import (
    ABDEL,
    ALCOVE_AT,
    ANTIDOTE,
    ANTIDOTE_SLOT,
    BLOCK,
    BLOCK_SPACES,
    BLOCKS,
    CHANTAL,
    COBRA,
    CROCODILE,
    DAVID,
    DELROY,
    DOOR_MASK,
    EDGAR,
    ESCAPED,
    IDOL,
    MAKI,
    MARCH,
    MARCH_PIPS,
    MEDIKIT,
    MEDIKIT_SLOT,
    MOST_LOAD,
    MOST_WOUNDS,
    MUMMY,
    NEAR,
    NEAR_MASK,
    OUTSIDE,
    RASPUTIN,
    SCORPION,
    STEPS_BY,
    TOMBS_BY,
    UDJAT_SLOT,
    WALK,
    is_secret,
    reachable,
)
from benben.games.horus.rules.edits import add_wounds, eliminate, players_with
from benben.games.horus.rules.state import (
    NOTHING,
    Pending,
    Player,
    State,
    Step,
    chest_count,
    counting_dice,
    cure,
    is_in_play,
    load,
    mummies_on,
    turn_order,
    wll_of,
)

UNTHROWN = (0, 0, 0, 0, 0)


# Phase 1


def ask_for_discards(s: State, since: int = 0) -> State:
    """Ask the next seat that has something to discard; after the last, fix the WLL (2.1, 4.11)."""
    for seat in turn_order(s)[since:]:
        p = s.players[seat]
        if is_in_play(p) and (p.treasures or p.idols):
            return replace(s, phase="load", seat=seat, pending=NOTHING)
    return _fix_wll(s)


def index_after(s: State, seat: Seat) -> int:
    """The index in the turn order of the seat after this one."""
    return (seat - s.ankh) % len(s.players) + 1


def _fix_wll(s: State) -> State:
    """Fix everybody's WLL, and ask whether Stamina is declared (2.2, 2.3, 3.3)."""
    players = tuple(
        replace(p, wll=wll_of(s.options, load(p)), actions=0) if is_in_play(p) else p for p in s.players
    )
    s = replace(s, players=players)
    for seat, p in enumerate(players):
        if p.adventurer == DELROY and p.ready and is_in_play(p):
            return replace(s, phase="stamina", seat=seat, pending=NOTHING)
    return wait_for_roll(s)


# Phase 2


def wait_for_roll(s: State) -> State:
    return replace(s, phase="roll", seat=-1, pending=NOTHING, roll=UNTHROWN, cast=())


def give_actions(s: State, roll: tuple[int, ...]) -> State:
    """Give an action for each die that is high enough and not cursed (3.1, 3.2)."""
    players = tuple(
        replace(p, actions=counting_dice(p, roll), cursed=p.idols) if is_in_play(p) else p for p in s.players
    )
    return next_turn(replace(s, roll=roll, players=players))


# Phase 3


def next_turn(s: State, since: int = 0) -> State:
    """Begin the turn of the next seat that can do something; after the last, roll for the mummies (4.11)."""
    for seat in turn_order(s)[since:]:
        p = s.players[seat]
        if p.place < OUTSIDE:
            if p.actions or has_free_move(s, p):
                return replace(s, phase="turn", seat=seat, pending=NOTHING)
        elif p.place == OUTSIDE and p.actions:
            doors = DOOR_MASK & ~s.blocked
            if doors & (doors - 1):
                return replace(s, phase="turn", seat=seat, pending=NOTHING)
            # One door space is open, and whoever is outside must enter (4.1).
            p = replace(p, place=doors.bit_length() - 1, actions=p.actions - 1)
            s = replace(s, players=players_with(s, seat, p))
            if p.actions or has_free_move(s, p):
                return replace(s, phase="turn", seat=seat, pending=NOTHING)
    return replace(s, phase="mummies", seat=-1, pending=NOTHING, cast=UNTHROWN)


def has_free_move(s: State, p: Player) -> bool:
    """Whether an ability or equipment can be used, which takes no action (4.6, 4.11)."""
    if cure(p) is not None:
        return True
    return p.ready and p.adventurer in (ABDEL, DAVID) and (bool(readable_spaces(s, p)) or bool(targets(s, p)))


def readable_spaces(s: State, p: Player) -> list[int]:
    """Spaces of closed sarcophagi here and next door, for Linguistics (8.1)."""
    if p.adventurer != ABDEL or not p.ready or p.place >= OUTSIDE:
        return []
    return [space for space, tomb in TOMBS_BY[p.place] if s.tombs[tomb] == 0]


def targets(s: State, p: Player) -> list[int]:
    """Standing mummies on neighbouring spaces, for Shoot (5.4, 8.3)."""
    if p.adventurer != DAVID or not p.ready or p.place >= OUTSIDE:
        return []
    near = STEPS_BY[p.place]
    return [mummy for mummy, at in enumerate(s.mummies) if at in near and mummy != s.shot]


def continue_turn(s: State, seat: Seat) -> State:
    """Go on with the turn of a seat after an action or an interruption, or begin the next (4.7, 4.11)."""
    p = s.players[seat]
    if p.place < OUTSIDE and (p.actions or has_free_move(s, p)):
        return replace(s, phase="turn", seat=seat, pending=NOTHING)
    if p.place > OUTSIDE and not any(map(is_in_play, s.players)):
        return reveal_cards(s)
    return next_turn(s, index_after(s, seat))


def take_idol(s: State, seat: Seat) -> State:
    """Give the idol of the alcove that a seat has opened (4.4)."""
    p = s.players[seat]
    god = ALCOVE_AT[p.place]
    p = replace(p, idols=p.idols | 1 << god)
    return continue_turn(replace(s, idols=s.idols & ~(1 << god), players=players_with(s, seat, p)), seat)


def finish_step(s: State, seat: Seat, p: Player) -> State:
    """Wound a seat that has made a step once for each standing mummy there, and go on (4.5, 4.8)."""
    many = mummies_on(s, p.place)
    if many:
        p = add_wounds(p, MUMMY, many)
        return resume_after_wounds(replace(s, players=players_with(s, seat, p)), seat, Step.TURNS)
    s = replace(s, players=players_with(s, seat, p))
    return s if p.actions or has_free_move(s, p) else next_turn(s, index_after(s, seat))


# Wounds


def remedies(p: Player, wound: int) -> tuple[bool, int]:
    """Whether the ability helps against a wound just drawn, and the equipment that does or 0 (8.5, 8.7)."""
    if wound in (COBRA, SCORPION):
        return p.ready and p.adventurer == MAKI, ANTIDOTE if p.equipment[ANTIDOTE_SLOT] else 0
    swims = wound == CROCODILE and p.ready and p.adventurer == EDGAR
    return swims, MEDIKIT if p.equipment[MEDIKIT_SLOT] else 0


def draw_wound(s: State, seat: Seat, wound: int) -> State:
    """Give a seat a wound; if the seat has a remedy it is asked first (4.7)."""
    if any(remedies(s.players[seat], wound)):
        return replace(s, phase="wound", seat=seat, pending=Pending(wound=wound))
    return take_wound(s, seat, wound)


def take_wound(s: State, seat: Seat, wound: int) -> State:
    """Count a wound, under a block together with those of mummies on the new space (4.7, 6.4).

    Without a wound (0) only the mummies count: the block was dodged or its wound was healed.
    """
    p = s.players[seat]
    p = add_wounds(p, wound) if wound else p
    if wound not in (0, BLOCK):
        return resume_after_wounds(replace(s, players=players_with(s, seat, p)), seat, Step.TURNS)
    if p.place < OUTSIDE:
        p = add_wounds(p, MUMMY, mummies_on(s, p.place))
    return resume_after_wounds(replace(s, players=players_with(s, seat, p)), seat, Step.BLOCK)


def resume_after_wounds(s: State, seat: Seat, step: Step) -> State:
    """Eliminate at twelve wounds, ask for a card above load 12, and go on in this phase (2.4, 4.7)."""
    p = s.players[seat]
    if sum(p.wounds) >= MOST_WOUNDS:
        s = eliminate(s, seat)
    elif load(p) > MOST_LOAD:
        return replace(s, phase="shed", seat=seat, pending=Pending(step=step))
    if step == Step.TURNS:
        return continue_turn(s, seat)
    return settle_march(s) if step == Step.MUMMIES else move_from_under_block(s)


# Phase 4


def march_mummies(s: State, cast: tuple[int, ...]) -> State:
    """Let a shot mummy stand up and all walk. All wounds are given before any is settled (5.1-5.4)."""
    steps = sum(pips >= MARCH_PIPS for pips in cast)
    walked = [MARCH[at, heading][steps] for at, heading in zip(s.mummies, s.headings, strict=True)]
    masks = [mask for _, _, mask in walked]
    if s.shot >= 0:
        masks[s.shot] |= 1 << WALK[s.mummies[s.shot]]
    players = list(s.players)
    for seat, p in enumerate(players):
        if p.place < OUTSIDE:
            many = sum(mask >> p.place & 1 for mask in masks)  # at most once by each mummy (4.5)
            if many:
                players[seat] = add_wounds(p, MUMMY, many)
    (a, up_a, _), (b, up_b, _), (c, up_c, _) = walked
    s = replace(s, cast=cast, mummies=(a, b, c), headings=(up_a, up_b, up_c), shot=-1, players=tuple(players))
    return settle_march(s)


def settle_march(s: State) -> State:
    """Settle the wounds of Phase 4 in turn order, those of a seat together (5.3)."""
    for seat in turn_order(s):
        p = s.players[seat]
        if is_in_play(p):
            if sum(p.wounds) >= MOST_WOUNDS:
                s = eliminate(s, seat)
            elif load(p) > MOST_LOAD:
                return replace(s, phase="shed", seat=seat, pending=Pending(step=Step.MUMMIES))
    return ask_for_foresight(s) if any(map(is_in_play, s.players)) else reveal_cards(s)


# Phase 5


def ask_for_foresight(s: State, since: int = 0) -> State:
    """Ask the next seat that can see the block before it falls; one sees it in a round (8.8)."""
    for seat in turn_order(s)[since:]:
        p = s.players[seat]
        if is_in_play(p) and (p.equipment[UDJAT_SLOT] or (p.ready and p.adventurer == RASPUTIN)):
            return replace(s, phase="foresight", seat=seat, pending=NOTHING)
    return replace(s, phase="fall", seat=-1, pending=NOTHING)


def foresee_block(s: State, number: int) -> State:
    """Show the seat the block that comes; the last one of the bag must be kept (8.8)."""
    last = len(s.blocks) == BLOCKS - 1
    return replace(s, phase="fall" if last else "foreseen", pending=Pending(block=number))


def drop_block(s: State, number: int) -> State:
    """Let a block fall, which buries the idol of e3 if that is still there (6.1, 6.2, 6.6)."""
    space = BLOCK_SPACES[number]
    god = ALCOVE_AT.get(space, -1)
    buried = god >= 0 and s.idols >> god & 1
    return move_from_under_block(
        replace(
            s,
            phase="fall",
            seat=-1,
            pending=NOTHING,
            blocks=(*s.blocks, number),
            blocked=s.blocked | 1 << space,
            idols=s.idols & ~(1 << god) if buried else s.idols,
            gone=tuple(sorted((*s.gone, IDOL + god))) if buried else s.gone,
        )
    )


def move_from_under_block(s: State) -> State:
    """Move the next seat under the block in turn order: Dodge first, then the way out (6.2, 6.4)."""
    space = BLOCK_SPACES[s.blocks[-1]]
    for seat in turn_order(s):
        p = s.players[seat]
        if p.place == space:
            if not ways_out(s, space):
                s = eliminate(s, seat)
            elif p.adventurer == CHANTAL and p.ready:
                return replace(s, phase="dodge", seat=seat, pending=NOTHING)
            else:
                return ask_where_to_flee(s, seat, dodged=False)
    return eliminate_trapped(s)


def ways_out(s: State, space: int) -> list[int]:
    """The neighbours of a space without a block; at the door also ESCAPED (4.1, 6.2, 6.5)."""
    near = NEAR_MASK[space] & ~s.blocked
    found = [other for other in NEAR[space] if near >> other & 1]
    return [*found, ESCAPED] if DOOR_MASK >> space & 1 else found


def ask_where_to_flee(s: State, seat: Seat, *, dodged: bool) -> State:
    ways = ways_out(s, s.players[seat].place)
    if len(ways) > 1:
        return replace(s, phase="flee", seat=seat, pending=Pending(dodged=dodged))
    return flee(s, seat, ways[0], dodged=dodged)


def flee(s: State, seat: Seat, place: int, *, dodged: bool) -> State:
    """Move a seat from under the block and give it the wound, unless it dodged (6.4, 8.2)."""
    p = replace(s.players[seat], place=place)
    s = replace(s, seat=seat, players=players_with(s, seat, p))
    return take_wound(s, seat, 0) if dodged else draw_wound(s, seat, BLOCK)


def eliminate_trapped(s: State) -> State:
    """Eliminate every seat without an open path to the door, inside or outside (6.3, 7.2)."""
    reached = reachable(s.blocked)
    for seat, p in enumerate(s.players):
        if p.place < OUTSIDE:
            if not reached >> p.place & 1:
                s = eliminate(s, seat)
        elif p.place == OUTSIDE and not reached:
            s = eliminate(s, seat)
    return next_round(s) if any(map(is_in_play, s.players)) else reveal_cards(s)


# Phase 6 and the end


def next_round(s: State) -> State:
    """Pass the Ankh to the next player in play, and begin a round (7.1)."""
    ankh = next(seat for seat in (*turn_order(s)[1:], s.ankh) if is_in_play(s.players[seat]))
    players = tuple(replace(p, actions=0, cursed=0) if p.actions or p.cursed else p for p in s.players)
    return ask_for_discards(replace(s, round=s.round + 1, ankh=ankh, players=players, roll=(), cast=()))


def reveal_cards(s: State, since: Seat = 0) -> State:
    """Let survivors turn up their cards in seat order, then roll for chests (7.2, 7.3, 7.5)."""
    for seat, p in enumerate(s.players[since:], since):
        if p.place == ESCAPED and any(map(is_secret, p.treasures)):
            return replace(s, phase="score", seat=seat, pending=NOTHING, shown=())
    return roll_chests(s)


def roll_chests(s: State) -> State:
    for seat, p in enumerate(s.players):
        if p.place == ESCAPED and len(p.chests) < chest_count(p):
            return replace(s, phase="chest", seat=seat, pending=NOTHING, shown=())
    return replace(s, phase="over", seat=-1, pending=NOTHING, shown=())
