"""The pyramid as a client draws it: a function of a view, so whatever the view hides it cannot tell."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from benben.games.horus import board, odds
from benben.games.horus.board import card_name, god_of, reachable, value_of
from benben.games.horus.rules import outcome, turn
from benben.games.horus.rules.state import (
    Player,
    State,
    Step,
    equipment_cards,
    idol_worth,
    is_in_play,
    load,
    missing_numbers,
    wll_of,
    wound_cards,
)
from benben.games.horus.views.knowledge import UNSEEN, View, unseen_counts
from benben.games.horus.views.picture_types import (
    AlcovePicture,
    BlockPicture,
    CardPicture,
    CastPicture,
    CutPicture,
    DeckPicture,
    Foreseen,
    MummyPicture,
    Picture,
    Score,
    SeatPicture,
    TombPicture,
)

# By phase: its step of the round, what happens, and the clause.
_PHASES: dict[str, tuple[str, str, str]] = {
    "deal": ("set-up", "is dealt an adventurer", "1.1"),
    "choose": ("set-up", "chooses an adventurer", "1.1"),
    "ankh": ("set-up", "The first holder of the Ankh is drawn", "1.1"),
    "load": ("load", "may discard treasures and idols", "2.1"),
    "stamina": ("roll", "may declare Stamina before the roll", "3.3"),
    "roll": ("roll", "The first player rolls for everybody's actions", "3.1"),
    "turn": ("turns", "plays", "4.1"),
    "search": ("turns", "searches", "4.2"),
    "opening": ("turns", "opens a sarcophagus", "4.3"),
    "reading": ("turns", "reads what is in a sarcophagus", "8.1"),
    "cast": ("turns", "casts the dice at an alcove", "4.4"),
    "alcove": ("turns", "may cast some of the dice again", "4.10"),
    "recast": ("turns", "casts again", "4.10"),
    "rerolled": ("turns", "lacks one number and may use a tool", "8.6"),
    "wound": ("turns", "may do something about a wound", "4.7"),
    "shed": ("turns", "carries too much and gives up a card", "2.4"),
    "mummies": ("mummies", "The first player rolls for the mummies", "5.2"),
    "foresight": ("block", "may look at the block that comes", "8.8"),
    "foreseeing": ("block", "looks at the block", "8.8"),
    "foreseen": ("block", "keeps the block or returns it", "8.8"),
    "fall": ("block", "A block falls", "6.1"),
    "dodge": ("block", "may dodge the block", "8.2"),
    "flee": ("block", "flees from under the block", "6.2"),
    "score": ("score", "turns up a card", "7.5"),
    "chest": ("score", "rolls for a chest", "7.3"),
    "over": ("over", "It is over", "7.2"),
}


def picture(v: View) -> Picture:
    s = cast(State, v)  # the rules answer for views too
    step, sentence, clause = _PHASES[v.phase]
    if v.phase in ("wound", "shed") and v.round:
        step = _interrupted_step(v)
    asked = turn(s)
    over = v.phase == "over"
    return Picture(
        viewer=v.viewer,
        round=v.round,
        step=cast(Any, step),
        phase=v.phase,
        asked=max(asked, -1),
        acting=v.seat,
        about=_about(v),
        sentence=sentence,
        clause=clause,
        until=v.until,
        reaction=1000 * v.options.reaction,
        ankh=v.ankh,
        load=v.options.load,
        roll=v.roll,
        cast=_cast(v),
        seats=tuple(_seat(v, seat, p) for seat, p in enumerate(v.players)),
        mummies=tuple(_mummy(v, mummy) for mummy in range(3)),
        tombs=tuple(_tomb(v, tomb) for tomb in range(len(board.TOMBS))),
        alcoves=tuple(_alcove(v, god) for god in range(5)),
        blocks=tuple(BlockPicture(number, board.SPACES[board.BLOCK_SPACES[number]]) for number in v.blocks),
        bag=board.BLOCKS - len(v.blocks),
        decks=_decks(v),
        foreseen=_foreseen(v),
        dangers=() if over else _dangers(v.blocks),
        sealed=_space_names(~(reachable(v.blocked) | v.blocked)),
        places=outcome(s).places if over else (),
    )


def _interrupted_step(v: View) -> str:
    """The step of the round in which a wound or a shed happens."""
    if v.phase == "wound":
        return "block" if v.pending.wound == board.BLOCK else "turns"
    return {Step.TURNS: "turns", Step.MUMMIES: "mummies", Step.BLOCK: "block"}[v.pending.step]


def _about(v: View) -> str:
    if v.phase == "wound":
        return card_name(v.pending.wound)
    if v.phase == "reading":
        return board.SPACES[board.TOMBS[v.pending.tomb]]
    return "dodged" if v.phase == "flee" and v.pending.dodged else ""


def _cast(v: View) -> CastPicture | None:
    if not v.cast:
        return None
    dice = v.cast
    if v.phase in ("cast", "alcove", "recast", "rerolled"):
        god = board.ALCOVE_AT[v.players[v.seat].place]
        needed, fits = list(board.NEEDS[god]), []
        for pips in dice:
            fits.append(pips in needed)
            if pips in needed:
                needed.remove(pips)
        return CastPicture("alcove", v.seat, board.GODS[god], dice, tuple(fits), missing_numbers(god, dice))
    if v.phase in ("score", "chest", "over"):
        return None
    if (
        v.phase in ("turn", "search", "opening", "reading")
        or (v.phase == "wound" and v.pending.wound != board.BLOCK)
        or (v.phase == "shed" and v.pending.step == Step.TURNS)
    ):
        return CastPicture("alcove", -1, "", dice, (False,) * 5, 0)  # an attempt that is over
    return CastPicture("mummies", -1, "", dice, tuple(pips >= board.MARCH_PIPS for pips in dice), 0)


def _seat(v: View, seat: int, p: Player) -> SeatPicture:
    weight = load(p)
    dealt = p.adventurer >= 0
    rolled = is_in_play(p) and all(v.roll) and v.roll
    final = v.phase in ("score", "chest", "over") and p.place == board.ESCAPED
    return SeatPicture(
        adventurer=board.ADVENTURERS[p.adventurer] if dealt else "",
        name=board.FULL_NAMES[p.adventurer] if dealt else "",
        ability=board.ABILITIES[p.adventurer] if dealt else "",
        ready=p.ready,
        place=board.PLACES[p.place],
        playing=is_in_play(p),
        load=weight,
        wll=p.wll,
        band=wll_of(v.options, weight),
        actions=p.actions,
        counts=tuple(pips >= p.wll and not p.cursed >> die & 1 for die, pips in enumerate(v.roll) if rolled),
        cursed=tuple(bool((p.cursed if rolled else p.idols) >> die & 1) for die in range(5)),
        wounds=tuple(map(card_name, wound_cards(p))),
        equipment=tuple(map(card_name, equipment_cards(p))),
        cards=_cards(v, seat, p),
        idols=tuple(board.GODS[god] for god in range(5) if p.idols >> god & 1),
        score=_score(v, p) if final or seat == v.viewer else None,
        given=tuple(map(card_name, v.dropped[seat])),
    )


def _cards(v: View, seat: int, p: Player) -> tuple[CardPicture, ...]:
    """The treasures and chests of a seat; the dice of chests are theirs in order."""
    found, pips = [], list(p.chests)
    final = p.place == board.ESCAPED and v.phase in ("chest", "over")
    shown = list(v.shown) if v.phase == "score" and seat == v.seat else []
    final = final or (p.place == board.ESCAPED and v.phase == "score" and seat < v.seat)
    for card in p.treasures:
        value = value_of(card)
        known = value != board.UNKNOWN
        public = card >= board.SECRET or final or card in shown
        if card in shown:
            shown.remove(card)
        chest = known and value == 0
        found.append(
            CardPicture(
                text=card_name(card),
                owner=cast(Any, board.OWNERS[card // 10]),
                value=value if known else None,
                chest=chest,
                public=public,
                pips=pips.pop(0) if chest and pips else 0,
            )
        )
    return tuple(found)


def _score(v: View, p: Player) -> Score:
    """The points of a seat so far; unknown cards count nothing, though their gods do."""
    idols = [god for god in range(5) if p.idols >> god & 1]
    cards = sum(value_of(card) for card in p.treasures if value_of(card) != board.UNKNOWN)
    cards += sum(idol_worth(v.options, god) for god in idols) + sum(p.chests)
    gods = sorted({god_of(card) for card in p.treasures} - {-1} | set(idols))
    variety = board.VARIETY[len(gods)]
    return Score(cards, variety, tuple(board.GODS[god] for god in gods), cards + variety)


def _mummy(v: View, mummy: int) -> MummyPicture:
    at, heading = v.mummies[mummy], v.headings[mummy]
    after = board.MARCH[at, heading][1][0]
    return MummyPicture(
        board.MUMMIES[mummy], board.SPACES[board.WALK[at]], board.SPACES[board.WALK[after]], v.shot == mummy
    )


def _tomb(v: View, tomb: int) -> TombPicture:
    inside = v.tombs[tomb]
    reader, value = -1, inside if inside > 0 else None
    if v.read is not None and v.read.tomb == tomb:
        reader, value = v.read.seat, v.read.value or None
    return TombPicture(
        space=board.SPACES[board.TOMBS[tomb]],
        god=board.GODS[board.TOMB_GOD[tomb]],
        state="closed" if inside == 0 else "open" if inside > 0 else "empty",
        value=value,
        reader=reader,
    )


def _alcove(v: View, god: int) -> AlcovePicture:
    there = v.idols >> god & 1
    buried = v.blocked >> board.ALCOVES[god] & 1 and not any(p.idols >> god & 1 for p in v.players)
    return AlcovePicture(
        space=board.SPACES[board.ALCOVES[god]],
        god=board.GODS[god],
        colour=board.COLOURS[god],
        needs=board.NEEDS[god],
        worth=idol_worth(v.options, god),
        state="there" if there else "buried" if buried else "taken",
        odds=round(odds.attempt_chance(god, False), 3),
        tool=round(odds.attempt_chance(god, True), 3),
    )


def deck_counts(v: View) -> list[tuple[int, int, int]]:
    """By deck: how many treasures, equipment and wounds are left, which everybody knows."""
    found = []
    for zone, counts in enumerate(unseen_counts(v)):
        equipment, wounds = sum(counts[: len(board.EQUIPMENT)]) if zone == board.RUBBLE else 0, counts[-1]
        found.append((v.left[zone] - equipment - wounds, equipment, wounds))
    return found


def _decks(v: View) -> tuple[DeckPicture, ...]:
    return tuple(
        DeckPicture(cast(Any, board.DECK_NAMES[zone]), cast(Any, board.ZONES[zone]), v.left[zone], *counts)
        for zone, counts in enumerate(deck_counts(v))
    )


def _foreseen(v: View) -> Foreseen | None:
    if not v.pending.block:
        return None
    number = None if v.pending.block == UNSEEN else v.pending.block
    made = "" if v.phase == "foreseen" else "returned" if v.pending.returned else "kept"
    space = None if number is None else board.SPACES[board.BLOCK_SPACES[number]]
    return Foreseen(v.seat, cast(Any, made), number, space)


@lru_cache(1 << 10)
def _dangers(blocks: tuple[int, ...]) -> tuple[CutPicture, ...]:
    """For each open space: the chance that the next block falls there, and that it bars the way out."""
    blocked = sum(1 << board.BLOCK_SPACES[number] for number in blocks)
    bag = [number for number in range(1, board.BLOCKS + 1) if number not in blocks]
    here = reachable(blocked)
    hits, cuts = [0] * board.OUTSIDE, [0] * board.OUTSIDE
    for number in bag:
        space = board.BLOCK_SPACES[number]
        hits[space] += 1
        lost = here & ~reachable(blocked | 1 << space) & ~(1 << space)
        for other in range(board.OUTSIDE):
            cuts[other] += lost >> other & 1
    return tuple(
        CutPicture(board.SPACES[space], round(hits[space] / len(bag), 3), round(cuts[space] / len(bag), 3))
        for space in range(board.OUTSIDE)
        if here >> space & 1 and (hits[space] or cuts[space])
    )


def _space_names(mask: int) -> tuple[str, ...]:
    return tuple(name for space, name in enumerate(board.SPACES) if mask >> space & 1)
