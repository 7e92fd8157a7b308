"""Puzzles of the day: the same for everybody, legal, and their answers proved in another way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from benben import games
from benben.core import puzzles
from benben.core.contract import Game, Illegal, Puzzle, Unreadable
from benben.core.puzzle_days import FIRST_DAY
from benben.games.horus import board as pyramid
from benben.games.horus import rules as horus_rules
from benben.games.horus.rules.state import State as HorusState
from benben.games.horus.rules.state import load
from benben.games.pyramydal import scoring
from benben.games.pyramydal.rules.edits import take_pyramid
from benben.games.pyramydal.rules.state import (
    MOVING,
    ahead,
    built_score,
    collection,
    shown_kinds,
    taken_signatures,
    virtual_owner,
)

MAKERS = [games.load(name) for name in games.NAMES if games.load(name).puzzles is not None]
DAYS = (FIRST_DAY, "2026-11-16", "2026-12-24", "2027-02-28", "2027-07-07", "2028-02-29")
each_game = pytest.mark.parametrize("game", MAKERS, ids=[game.name for game in MAKERS])
each_day = pytest.mark.parametrize("day", DAYS)


def puzzle(game: Game, day: str) -> Puzzle:
    assert game.puzzles is not None
    return game.puzzles.puzzle(day)


def test_every_game_has_a_puzzle_each_day() -> None:
    for name in games.COURSES:
        assert games.load(name).puzzles or games.load(name).daily
    assert sorted(games.COURSES) == sorted(games.NAMES)


@each_game
@each_day
def test_a_puzzle_is_asked_and_answered_by_the_rules(game: Game, day: str) -> None:
    one = puzzle(game, day)
    start = puzzles.begin(game, one)
    assert start.exercise.actions, "it is your turn"
    assert game.notation.write(start.exercise.match.state) == one.position
    assert 1 <= one.grade <= 5
    assert len(one.answers) >= 3
    assert len({each.text for each in one.answers}) == len(one.answers)
    values = [each.value for each in one.answers]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
    best = puzzles.played(game, one, one.line)
    assert best.answer == one.answers[0]
    assert puzzles.verdict(one, best.answer).right
    assert puzzles.hint(one, start) == one.line[0]
    with pytest.raises(Illegal, match="answered"):
        puzzles.after(game, one, best, one.line[0])


@each_game
def test_a_puzzle_follows_from_its_date_alone(game: Game) -> None:
    assert puzzle(game, "2026-11-16") == puzzle(game, "2026-11-16")
    assert puzzle(game, "2026-11-16").position != puzzle(game, "2026-11-17").position
    for wrong in ("2026-10-31", "2026-02-30", "16 November", "2026-1-1", "\uff12026-11-16"):
        with pytest.raises(Unreadable):
            puzzle(game, wrong)


@each_game
def test_a_puzzle_is_made_quickly(game: Game) -> None:
    for day in DAYS:
        before = time.process_time()
        puzzle(game, day)
        assert time.process_time() - before < 2


@each_game
@each_day
def test_no_random_play_beats_the_best_answer(game: Game, day: str) -> None:
    one, draw = puzzle(game, day), Random(day)
    known = {each.text: each.value for each in one.answers}
    for _ in range(20):
        attempt = puzzles.begin(game, one)
        while attempt.answer is None:
            exercise = attempt.exercise
            action = draw.choice(exercise.actions)
            text = game.notation.name(exercise.match.state, action)
            attempt = puzzles.after(game, one, attempt, text)
        assert known[attempt.answer.text] == attempt.answer.value
        if one.unit == "points" and attempt.exercise.match.over:
            points = game.rules.outcome(attempt.exercise.match.state).points[one.seat]
            assert points == attempt.answer.value <= one.answers[0].value


@each_day
def test_pyramydal_agrees_with_the_partition_of_the_scoring(day: str) -> None:
    game = games.load("pyramydal")
    one = puzzle(game, day)
    s = game.notation.read(one.position)
    found = []
    cells = [n for n in range(1, s.cells + 1) if ahead(s, 0) >> n & 1] if s.phase == MOVING else [0]
    for cell in cells:
        now = take_pyramid(s, 0, cell) if cell else s
        rest = scoring.promised_score(
            collection(now, 0),
            shown_kinds(now, 0),
            taken_signatures(now),
            now.table.colours,
            virtual_owner(now) == 0,
            False,
        )
        found.append(built_score(now, 0) + rest >> 8)
    assert max(found) == one.answers[0].value


def ways_to_walk(s: HorusState) -> int:
    """How many actions lead outside, by a walk of our own over the map."""
    start, blocked = s.players[0].place, {pyramid.BLOCK_SPACES[n] for n in s.blocks}
    edge, seen, steps = {start}, {start}, 1
    while not edge & set(pyramid.DOORS):
        edge = {near for space in edge for near in pyramid.NEAR[space]} - seen - blocked
        seen |= edge
        steps += 1
    return steps


def kept_hands(s: HorusState) -> Iterator[tuple[list[int], list[int]]]:
    """Every choice of treasures and idols to keep."""
    p = s.players[0]
    idols = [god for god in range(5) if p.idols >> god & 1]
    for many in range(len(p.treasures) + 1):
        for cards in combinations(p.treasures, many):
            for few in range(len(idols) + 1):
                for gods in combinations(idols, few):
                    yield list(cards), list(gods)


def test_horus_agrees_with_sums_of_our_own() -> None:
    game, checked = games.load("horus"), 0
    for n in range(1, 29):
        one = puzzle(game, f"2027-03-{n:02}")
        s = game.notation.read(one.position)
        p = s.players[0]
        if len(one.script) > 5 or p.adventurer == pyramid.DELROY or one.grade > 3:
            continue
        checked += 1
        dice, need = [int(text[4:]) for text in one.script], ways_to_walk(s)
        best = 0
        for cards, gods in kept_hands(s):
            bags = min(p.equipment[pyramid.BAG_SLOT], len(cards) // 2)
            weight = sum(p.wounds) + len(gods) + len(cards) - bags
            least = 2 if weight <= 3 else 3 if weight <= 6 else 4 if weight <= 9 else 5
            if sum(pips >= least for die, pips in enumerate(dice) if die not in gods) >= need:
                names = {card // 10 - 1 for card in cards if card >= 10} | set(gods)
                points = sum(card % 10 for card in cards) + sum((6, 6, 9, 9, 10)[god] for god in gods)
                best = max(best, points + (0, 1, 3, 6, 10, 15)[len(names)])
        assert best == one.answers[0].value, one.position
        assert load(p) <= 12
        assert horus_rules.turn(s) == 0
    assert checked >= 5
