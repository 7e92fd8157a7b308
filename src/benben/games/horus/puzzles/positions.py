"""Positions for the puzzle of the day, drawn by chance: who you are, what you carry, and what the dice do."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from benben.core.contract import Draw, Unreadable
from benben.core.puzzle_days import sample
from benben.games.horus import board
from benben.games.horus.board import (
    BLOCKS,
    COLOURS,
    CONTENTS,
    DECKS,
    FIRST_WOUND,
    GODS,
    IDOL,
    MARCH_PIPS,
    OUTSIDE,
    SECRET,
    SPACES,
    TOMB_GOD,
    TOMBS,
    card_name,
    steps_from,
    tomb_treasure,
    value_of,
)
from benben.games.horus.notation import read
from benben.games.horus.puzzles.search import SEAT
from benben.games.horus.rules.scoring import worth
from benben.games.horus.rules.state import Player, State, counting_dice, idol_worth, load, wll_of

SPENT = (board.RASPUTIN,)  # whose ability would ask about a block that is known anyway


class Layout(NamedTuple):
    """A position, and what chance will do."""

    state: State
    script: tuple[str, ...]  # in notation
    known: tuple[str, ...]  # in words
    rounds: int


class Hand(NamedTuple):
    """What you carry, as cards."""

    wounds: list[int]
    equipment: list[int]
    treasures: list[int]
    idols: list[int]  # gods


def random_layout(draw: Draw, *, rounds: int) -> Layout | None:
    """A position from which you might come out; None if chance made one that cannot be."""
    turn = 8 + draw(8)
    blocks = sample(range(1, BLOCKS + 1), turn - 1, draw)
    blocked = sum(1 << board.BLOCK_SPACES[number] for number in blocks)
    far = steps_from(blocked, OUTSIDE)
    near, away = (2, 5) if rounds == 1 else (4, 8)
    spaces = [space for space in range(OUTSIDE) if near <= far[space] <= away]
    if not spaces:
        return None
    place = spaces[draw(len(spaces))]
    adventurer, other = sample(range(8), 2, draw)
    hand = _random_hand(draw, 6 if rounds == 1 else 4)
    text = " / ".join(
        (
            *("seats: 2", f"round: {turn}", "ankh: 1", "phase: load 1"),
            f"blocks: {' '.join(map(str, blocks))}",
            f"mummies: {_random_mummies(draw)}",
            *_tomb_parts(hand, draw),
            *("alcoves: -", f"gone: {', '.join(_gone_cards(hand))}"),
            f"1: {_player_text(adventurer, place, hand)}",
            f"2: {board.ADVENTURERS[other]} ready, dead, wll 0, actions 0; -; -; -; -",
        )
    )
    try:
        s = read(text)
    except Unreadable:  # too heavy, or trapped
        return None
    script, known = _random_script(s, draw, rounds)
    return Layout(s, script, known, rounds)


def estimate(layout: Layout) -> int:
    """The grade of a puzzle of one round, from 1 to 3; 0 if it makes none.

    Only what is given up matters there: the way is as short as the blocks allow. Grade 1 asks for nothing but
    the way. In grade 2 giving up the cheapest cards does, in grade 3 it does not.
    """
    s = layout.state
    p, roll = s.players[SEAT], tuple(int(text.removeprefix("die ")) for text in layout.script)
    need = steps_from(s.blocked, OUTSIDE)[p.place]
    if p.adventurer == board.DELROY or board.ZONE[p.place] == board.CORRIDOR:
        return 0  # Stamina, and the wounds of mummies, would count too
    cards = [*p.treasures, *(IDOL + god for god in range(5) if p.idols >> god & 1)]
    best, all_kept = -1, actions_with(s, p, roll)
    if all_kept >= need:
        return 1 if all_kept == need else 0
    for many in range(1, len(cards) + 1):
        for dropped in combinations(cards, many):
            less = without_cards(p, dropped)
            if actions_with(s, less, roll) >= need:
                best = max(best, sum(worth(s.options, less)))
    if best < 0:
        return 0
    return 2 if cheapest_dropped(s, p, roll, need) == best else 3


def estimate_of_two(layout: Layout) -> int:
    """The likely grade of a puzzle of two rounds, from 4 to 5; 0 if it makes none.

    In grade 4 the dice of both rounds together are enough to come out with everything, in grade 5 they are
    not. The search has the last word: blocks, mummies and Stamina matter too.
    """
    s = layout.state
    p, need = s.players[SEAT], steps_from(s.blocked, OUTSIDE)[s.players[SEAT].place]
    first, second = (
        tuple(int(text[4:]) for text in dice) for dice in (layout.script[:5], layout.script[-5:])
    )
    heavy = actions_with(s, p, first), actions_with(s, p, second)
    bare = replace(p, treasures=(), idols=0)
    light = actions_with(s, bare, first) + actions_with(s, bare, second)
    if heavy[0] >= need or light < need:
        return 0
    return 4 if sum(heavy) >= need else 5


def cheapest_dropped(s: State, p: Player, roll: tuple[int, ...], need: int) -> int:
    """The points of a player who gives up the cheapest card until there are actions enough."""
    while actions_with(s, p, roll) < need:
        cards = [*p.treasures, *(IDOL + god for god in range(5) if p.idols >> god & 1)]
        if not cards:
            return -1
        p = without_cards(p, (min(cards, key=lambda card: card_points(s, card)),))
    return sum(worth(s.options, p))


def card_points(s: State, card: int) -> int:
    """What a treasure or an idol counts by itself."""
    return idol_worth(s.options, card - IDOL) if card >= IDOL else value_of(card)


def actions_with(s: State, p: Player, roll: tuple[int, ...]) -> int:
    """How many actions these dice give with this load (2.3, 3.1, 3.2)."""
    return counting_dice(replace(p, wll=wll_of(s.options, load(p))), roll)


def without_cards(p: Player, cards: tuple[int, ...]) -> Player:
    treasures, idols = list(p.treasures), p.idols
    for card in cards:
        if card >= IDOL:
            idols &= ~(1 << card - IDOL)
        else:
            treasures.remove(card)
    return replace(p, treasures=tuple(treasures), idols=idols)


# Parts of the position


def _random_hand(draw: Draw, most: int) -> Hand:
    """What you carry: wounds, perhaps a bag, and up to so many treasures and idols."""
    wounds = [FIRST_WOUND + draw(5) for _ in range(draw(6))]
    wounds = [card for n, card in enumerate(wounds) if wounds[:n].count(card) < 3]
    secret = [
        card for deck in DECKS for card, many in deck if card < SECRET and card % 10 for _ in range(many)
    ]
    open_ = [10 * (god + 1) + value for god, values in CONTENTS.items() for value in values]
    idols = sample(range(5), draw(3), draw)
    treasures = sample([*secret, *open_, *open_], most, draw)[: most - len(idols)]
    single = [card for n, card in enumerate(treasures) if card < SECRET or card not in treasures[:n]]
    equipment = [board.BAG] if draw(3) == 0 else []
    equipment += [(board.ANTIDOTE, board.MEDIKIT)[draw(2)]] if draw(4) == 0 else []
    return Hand(wounds, equipment, sorted(single), sorted(idols))


def _player_text(adventurer: int, place: int, hand: Hand) -> str:
    names = board.ADVENTURERS[adventurer], "spent" if adventurer in SPENT else "ready", SPACES[place]
    wounds = " ".join(map(card_name, sorted(hand.wounds))) or "-"
    equipment = " ".join(map(card_name, sorted(hand.equipment))) or "-"
    treasures = ", ".join(map(card_name, hand.treasures)) or "-"
    idols = " ".join(GODS[god] for god in hand.idols) or "-"
    return f"{names[0]} {names[1]}, {names[2]}, wll 2, actions 0; {wounds}; {equipment}; {treasures}; {idols}"


def _random_mummies(draw: Draw) -> str:
    """The mummies anywhere in the corridor."""
    told = []
    for name in board.MUMMIES:
        at = draw(len(board.WALK))
        up = at == 0 or (at < len(board.WALK) - 1 and draw(2) == 0)
        told.append(f"{name} {at} {'up' if up else 'down'}")
    return ", ".join(told)


def _tomb_parts(hand: Hand, draw: Draw) -> list[str]:
    """The sarcophagi: those of cards that you have are empty, the others open."""
    opened, empty = [], []
    for god, values in CONTENTS.items():
        tombs = sample([tomb for tomb in range(len(TOMBS)) if TOMB_GOD[tomb] == god], len(values), draw)
        for tomb, value in zip(tombs, values, strict=True):
            if tomb_treasure(tomb, value) in hand.treasures:
                empty.append(SPACES[TOMBS[tomb]])
            else:
                opened.append(f"{SPACES[TOMBS[tomb]]} {value}")
    return [f"open: {', '.join(opened)}"] + ([f"empty: {' '.join(empty)}"] if empty else [])


def _gone_cards(hand: Hand) -> list[str]:
    """All cards of the decks that you have not, and the idols: they left the game."""
    gone, unseen = [], []
    for zone, deck in enumerate(DECKS):
        for card, many in deck:
            own = (hand.treasures + hand.wounds + hand.equipment).count(card)
            if card < SECRET:
                unseen += [card_name(board.treasure(zone, board.UNKNOWN))] * (many - own)
            else:
                gone += [card] * (many - own)
    gone += [IDOL + god for god in range(5) if god not in hand.idols]
    return [*map(card_name, sorted(gone)), *unseen]


# What chance will do


def _random_script(s: State, draw: Draw, rounds: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What chance does in one round or two, in notation and in words."""
    roll = [1 + draw(6) for _ in range(5)]
    script, known = _dice(roll), [_roll_in_words(s.round, roll)]
    if rounds == 2:
        march = [1 + draw(6) for _ in range(5)]
        left = [number for number in range(1, BLOCKS + 1) if number not in s.blocks]
        block, roll = left[draw(len(left))], [1 + draw(6) for _ in range(5)]
        script += [*_dice(march), f"block {block}", *_dice(roll)]
        steps = sum(pips >= MARCH_PIPS for pips in march)
        where = SPACES[board.BLOCK_SPACES[block]]
        known.append(f"Then every mummy walks {steps}, and block {block} falls on {where}.")
        known.append(_roll_in_words(s.round + 1, roll))
    return tuple(script), tuple(known)


def _dice(pips: list[int]) -> list[str]:
    return [f"die {one}" for one in pips]


def _roll_in_words(turn: int, roll: list[int]) -> str:
    shown = ", ".join(f"{colour} {pips}" for colour, pips in zip(COLOURS, roll, strict=True))
    return f"Round {turn}: {shown}."
