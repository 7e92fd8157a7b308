"""Judges of the games: every kept record adds up to the last unit, and a planted blunder is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben import bots, games
from benben.bots import judges
from benben.bots.sampled_judge import SampledJudge
from benben.core import match, record, review
from benben.core.compiled import Engine
from benben.core.contract import CHANCE, EVERYONE, Event, Game, Illegal, Unreadable
from benben.core.entries import Resigned
from benben.core.judge import WHOLE, MatchJudge
from benben.core.match import Match
from benben.core.opening_position import opening_at
from benben.core.playouts import random_event, random_match
from benben.core.review import Review
from benben.games.gate.board import tile_of
from benben.games.gate.judge import RaceJudge
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Lift, Put

KEPT = {path.stem: path for path in sorted((Path(__file__).parents[1] / "records").glob("*.txt"))}
JUDGED = [name for name in games.NAMES if games.load(name).review is not None]
OURS = [stem for stem in KEPT if stem.split("-")[0] in JUDGED]
LINES, SAMPLES, RACES = 3, 2, 10  # of searches; the sums are exact however bad the judge is


def judge_of(m: Match) -> MatchJudge:
    """The judge of a match, with few lines and without machine code where it would take long."""
    support = m.game.review
    if support is not None and isinstance(support.judge, str):
        plain = Engine(m.game.rules, fast=False)
        if support.judge.startswith("maxn"):
            return judges.MaxnJudge(m, support, LINES, plain)
        if support.judge.startswith("sampled"):
            return SampledJudge(m, support, SAMPLES, plain)
    if m.game.name == "gate" and m.options.mode == "race":
        return RaceJudge(RACES)
    return judges.judge_of(m)


@cache
def reviewed(stem: str) -> Review | str:
    try:
        return review.review_record(record.read(KEPT[stem].read_text()), games.load, judge_of)
    except Illegal as refused:
        return refused.sentence


def check_sums(found: Review) -> None:
    for account in found.accounts:
        whole = account.first + account.chance + sum(account.choices) + account.time + account.agreed
        assert whole == account.result
    before = found.first
    for step in found.steps:
        moved = zip(before, step.chance, step.chosen, step.time, step.agreed, strict=True)
        assert tuple(map(sum, moved)) == step.values
        assert found.unit != "chance" or all(0 <= value <= WHOLE for value in step.values)
        before = step.values
        if step.judged is not None:
            assert step.judged.cost == 0 or step.judged.cost > step.judged.error
            assert step.judged.cost == -step.chosen[step.by]


@pytest.mark.parametrize("stem", OURS)
def test_luck_and_skill_of_a_kept_record_add_up_to_its_result(stem: str) -> None:
    found = reviewed(stem)
    if isinstance(found, str):
        assert "broken off" in KEPT[stem].read_text()
        assert found == "The match was broken off: there is no result to explain."
        return
    check_sums(found)
    m = record.match_of(record.read(KEPT[stem].read_text()), games.load)
    ended = tuple(account.result for account in found.accounts)
    assert ended == judge_of(m).result(m.state, m.outcome)
    assert len(found.turning_points) <= review.MOST_TURNING_POINTS


@pytest.mark.parametrize("name", JUDGED)
def test_a_review_of_the_same_record_is_the_same(name: str) -> None:
    stem = min((one for one in OURS if one.startswith(name)), key=lambda one: KEPT[one].stat().st_size)
    assert reviewed(stem) == reviewed.__wrapped__(stem)


def options_of(name: str) -> tuple[Game, int, Any]:
    """A game with options that make it short."""
    game = games.load(name)
    short: dict[str, tuple[int, dict[str, Any]]] = {
        "senet": (2, {"pieces": 3, "cap": 60}),
        "solitaire": (1, {"ranks": 3, "files": 3}),
        "pyramydal": (3, {}),
        "gate": (1, {"mode": "practice", "puzzle": "12 eye"}),
        "horus": (2, {}),
    }
    seats, fields = short[name]
    return game, seats, game.options(**fields)


@pytest.mark.parametrize("name", JUDGED)
@settings(max_examples=3)
@given(st.integers(0, 10**6))
def test_luck_and_skill_of_any_match_add_up(name: str, seed: int) -> None:
    """Random matches; those of several seats are short, because the first one resigns."""
    game, seats, options = options_of(name)
    if name == "gate":
        seats, options = 2, game.options(sand=10)
    draw, entry = Random(seed).randrange, None
    m = random_match(game, seats, options, draw, 100 + seed % 50)
    while not m.over and not match.may_resign(m, 0):
        m = match.after(m, random_event(m, draw))
    if not m.over:
        entry = Resigned(m.at, 0)
        m = match.after(m, entry)
    if m.over:
        check_sums(review.review(m, judge_of(m), entry if m.ended is not None else None))


@pytest.mark.parametrize("stem", ["senet-1-three", "solitaire-1-solo", "horus-1-two", "gate-2-resigned"])
def test_a_match_that_began_at_a_position_adds_up(stem: str) -> None:
    whole = record.match_of(record.read(KEPT[stem].read_text()), games.load)
    kept = len(whole.events) * 3 // 4
    m = match.begin_with(
        whole.game, opening_at(whole.game, whole.game.notation.write(match.state_at(whole, kept)))
    )
    for event in list(whole.events)[kept:]:
        m = match.after(m, event)
    assert m.over
    found = review.review(m, judge_of(m))
    assert len(found.steps) == len(whole.events) - kept
    check_sums(found)


def worst(game: Game, judge: MatchJudge, s: Any, seat: int) -> tuple[int, Any]:
    """The action that costs the seat most."""
    found = []
    for action in game.rules.actions(s, seat):
        verdict = judge.choice(s, Event(0, seat, action), 1)
        if verdict is not None:
            found.append((-verdict.effects[seat], action))
    return max(found, key=lambda one: one[0], default=(0, None))


@pytest.mark.parametrize(("name", "cost"), [("senet", 800), ("solitaire", 3)])
def test_a_planted_blunder_is_found_among_good_moves(name: str, cost: int) -> None:
    game, seats, options = options_of(name)
    m, planted = match.begin(game, seats, options), 0
    judge = judge_of(m)
    while not m.over:
        if m.turn == CHANCE:
            m = match.after(m, match.next_chance_event(m, "0" * 64, ["0" * 32] * seats, m.at))
            continue
        seat, action = m.turn, None
        if not planted and len(m.events) > 4:
            dear, action = worst(game, judge, m.state, seat)
            action, planted = (action, len(m.events) + 1) if dear >= cost else (None, 0)
        if action is None:
            first = game.rules.actions(m.state, seat)[0]
            verdict = judge.choice(m.state, Event(m.at, seat, first), 1)
            action = first if verdict is None else verdict.better
        m = match.after(m, Event(m.at, seat, action))
    assert planted
    found = review.review(m, judge_of(m))
    step = found.steps[planted - 1]
    assert step.judged is not None
    assert step.judged.cost >= cost
    assert planted in [one.start for one in found.turning_points if one.kind == "choice"]
    others = [one for one in found.steps if one.judged and one.number != planted]
    assert others
    assert all(one.judged is None or one.judged.cost == 0 for one in others)


def test_a_planted_blunder_is_found_in_a_tree_search() -> None:
    """The first to move takes the last pyramid of all, and never moves again."""
    game, seats, options = options_of("pyramydal")
    m, scribe, draw = (
        match.begin(game, seats, options),
        bots.level(games.load("pyramydal"), "scribe"),
        Random(2),
    )
    planted = 0
    while not m.over:
        if m.turn == CHANCE:
            m = match.after(m, match.next_chance_event(m, "0" * 64, ["0" * 32] * seats, m.at))
            continue
        assert m.turn != EVERYONE
        if not planted:
            planted = len(m.events) + 1
            last = [one for one in game.rules.actions(m.state, m.turn) if one.what == m.state.cells]
            m = match.after(m, Event(m.at, m.turn, last[0]))
            continue
        action = scribe.choose(game.views.view(m.state, m.turn), m.turn, draw.randrange)
        m = match.after(m, Event(m.at, m.turn, action))
    support = game.review
    assert support is not None
    plain = Engine(game.rules, fast=False)
    judge = judges.MaxnJudge(m, support, 40, plain)
    states = [game.rules.start(seats, options)]
    for event in m.events:
        states.append(match.state_after(game, states[-1], event))
    verdict = judge.choice(states[planted - 1], m.events[planted - 1], planted)
    assert verdict is not None
    assert -verdict.effects[m.events[planted - 1].by] > WHOLE // 10
    assert verdict.better != m.events[planted - 1].what


def test_a_tile_put_wrong_is_charged_with_the_time_until_it_is_lifted() -> None:
    game, seats, options = options_of("gate")
    m = match.begin(game, seats, options)
    while m.turn == CHANCE:
        m = match.after(m, match.next_chance_event(m, "0" * 64, ["0" * 32], m.at))
    one = state.puzzle(m.state, 0)
    assert one is not None
    puts = [each for each in game.rules.actions(m.state, 0) if isinstance(each, Put)]
    wrong = next(each for each in puts if each.cells not in one.solution)
    tile = tile_of(wrong.cells)
    assert tile is not None
    right = [Put(mask) for mask in one.solution]
    done = [
        (20_000, wrong),
        (33_000, Lift(tile)),
        *((at, put) for at, put in zip((40_000, 50_000, 60_000), right, strict=True)),
    ]
    for at, action in done:
        m = match.after(m, Event(at, 0, action))
    found = review.review(m, judge_of(m))
    check_sums(found)
    assert found.accounts[0].choices == (-13_000,)
    better = game.notation.name(m.state, right[one.tiles.index(tile)])
    assert [(each.amount, each.better) for each in found.turning_points] == [(-13_000, better)]


def test_a_hex_that_gives_the_race_away_is_found() -> None:
    """The last to move in the record could have won by hex 1."""
    found = reviewed("gate-2-resigned")
    assert not isinstance(found, str)
    last = found.steps[239].judged
    assert last is not None
    assert (last.better, last.cost) == ("move 1", WHOLE)


def test_who_walks_past_an_open_sarcophagus_is_blamed() -> None:
    """Event 149 of the record took what lay there; to go on gives much of the match away."""
    m = record.match_of(record.read(KEPT["horus-1-two"].read_text()), games.load)
    game, support = m.game, m.game.review
    assert support is not None
    s = game.rules.start(m.seats, m.options)
    for event in m.events.first(148):
        s = match.state_after(game, s, event)
    judge = SampledJudge(m, support, 16, Engine(game.rules, fast=False))
    planted = Event(m.events[148].at, m.events[148].by, game.notation.find(s, "go e8"))
    verdict = judge.choice(s, planted, 149)
    assert verdict is not None
    assert game.notation.name(s, verdict.better) == "take"
    assert -verdict.effects[planted.by] > max(verdict.error, WHOLE // 4)


def test_records_that_cannot_be_reviewed_are_refused_in_a_sentence() -> None:
    sound = KEPT["senet-1-three"].read_text()
    forged = sound.replace("seat 1: 2-8", "seat 1: 4-10", 1)
    with pytest.raises(Unreadable, match="The record is not sound"):
        review.review_record(record.read(forged), games.load, judge_of)
    later = sound.replace("rules 1\n", "rules 9\n", 1)
    with pytest.raises(Unreadable, match="Played by version 9 of the rules"):
        review.review_record(record.read(later), games.load, judge_of)


def test_a_game_without_a_judge_says_so() -> None:
    from tests.contract import pebbles

    m = random_match(pebbles.game, 2, pebbles.game.options(), Random(1).randrange, 100)
    with pytest.raises(Illegal, match="Benben has no judge for Pebbles yet"):
        judges.judge_of(m)


@pytest.mark.parametrize("stem", [stem for stem in OURS if not stem.startswith("horus")][::3])
def test_where_nothing_is_hidden_there_is_no_hindsight(stem: str) -> None:
    found = reviewed(stem)
    if not isinstance(found, str):
        assert all(step.judged is None or step.judged.really is None for step in found.steps)


def test_hidden_cards_change_the_hindsight_and_nothing_that_is_charged() -> None:
    """The same choices in the true world and in one that the seat could not tell from it."""
    m = record.match_of(record.read(KEPT["horus-1-four"].read_text()), games.load)
    game, support = m.game, m.game.review
    assert support is not None
    s, differing, told = m.first, 0, 0
    for number, event in enumerate(m.events, 1):
        if event.by >= 0 and number > 60 and len(game.rules.actions(s, event.by)) > 1:
            twin = game.views.guess(game.views.view(s, event.by), Random(number).randrange)
            verdicts = []
            for world in (s, twin):
                judge = SampledJudge(m, support, 4, Engine(game.rules, fast=False))
                verdict = judge.choice(world, event, number)
                assert verdict is not None
                verdicts.append(verdict)
            true, other = verdicts
            assert true._replace(really=None) == other._replace(really=None)
            told += true.really is not None
            differing += true.really != other.really
            if differing > 1 and told:
                break
        s = match.state_after(game, s, event)
    assert told
    assert differing
