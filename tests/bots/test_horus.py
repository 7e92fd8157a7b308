"""The bots of The Pyramid of Horus: legal, blind to secrets, and they know what good play knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben import bots, games
from benben.bench.thresholds import table
from benben.bots import arena
from benben.bots.sampled import Sampled
from benben.core import playouts
from benben.core.contract import CHANCE
from benben.games.horus import bench
from benben.games.horus import bot as horus_bot
from benben.games.horus.board import BLOCK_SPACES, ESCAPED, GODS, INDEX, OUTSIDE, WALK, reachable
from benben.games.horus.bot import (
    balance_report,
    evaluation,
    happen,
    imagine,
    paths,
    planner,
    policy,
    pursue,
    rollout_world,
    settled,
)
from benben.games.horus.rules.state import State

HORUS = games.load("horus")
READ, NAME, VIEW = HORUS.notation.read, HORUS.notation.name, HORUS.views.view
TOMBS = {"anubis": "a3 a4 a6 a7", "thoth": "i3 i4 i5 i6", "horus": "c8 d8 f8 g8"}
AWAY = "maki ready, escaped, wll 2, actions 0; -; -; -; -"
DEEP = "30 31 32 33 34 35 36 26 27 28 29 22 23"
DICE = {  # on the table, by phase
    **dict.fromkeys(("turn", "search"), "cast: 5 5 5 5 5"),
    **dict.fromkeys(("alcove", "rerolled"), "roll: 5 5 5 5 5"),
    **dict.fromkeys(("shed", "foreseen"), "cast: 1 1 1 1 1 / roll: 5 5 5 5 5"),
}
BLOCKS = [(), (3, 13, 22), (1, 2, 4, 5, 12, 13, 15, 16), tuple(range(1, 20))]


def draws(seed: int) -> Callable[[int], int]:
    return Random(seed).randrange


def sitting() -> list[bots.Bot]:
    return [bots.level(HORUS, "apprentice"), bots.level(HORUS, "scribe"), Sampled(HORUS, horus_bot, "few", 8)]


def position(
    one: str, other: str = AWAY, phase: str = "turn 1", more: str = "", blocks: str = "", round_: int = 0
) -> State:
    """Two seats, the second of which has had its turn.

    Idols that they hold are out of their alcoves, and what came from sarcophagi left them.
    """
    idols = [god for god in GODS if any(god in seat.split(";")[-1] for seat in (one, other))]
    empty = [
        space
        for god, spaces in TOMBS.items()
        for space in spaces.split()[: len(re.findall(f"[0-9] {god}", one + other))]
    ]
    parts = [
        "seats: 2",
        "ankh: 2",
        f"phase: {phase}",
        *([DICE[phase.split()[0]]] if phase.split()[0] in DICE else []),
        f"round: {round_ or 1 + len(blocks.split())}",
        *([f"blocks: {blocks}"] if blocks else []),
        f"alcoves: {' '.join(god for god in GODS if god not in idols)}",
        *([f"empty: {' '.join(empty)}"] if empty else []),
        *([more] if more else []),
        f"1: {one}",
        f"2: {other}",
    ]
    s = READ(" / ".join(parts))
    assert isinstance(s, State)
    return s


def planned(s: State, seat: int = 0) -> str:
    action = bots.level(HORUS, "scribe").choose(VIEW(s, seat), seat, draws(1))
    return str(NAME(s, action))


@given(
    seats=st.integers(2, 6),
    options=st.sampled_from([{}, {"load": "literal"}, {"adventurers": "chosen"}]),
    steps=st.integers(0, 250),
    seed=st.integers(0, 999),
)
@settings(max_examples=25, deadline=None)
def test_every_level_chooses_legally_and_the_same_again(
    seats: int, options: dict[str, Any], steps: int, seed: int
) -> None:
    s = playouts.random_match(HORUS, seats, HORUS.options(**options), draws(seed), steps).state
    turn = HORUS.rules.turn(s)
    if turn >= 0:
        for bot in sitting():
            action = bot.choose(VIEW(s, turn), turn, draws(seed))
            assert action in HORUS.rules.actions(s, turn)
            assert bot.choose(VIEW(s, turn), turn, draws(seed)) == action


def test_what_others_hold_in_secret_changes_nothing() -> None:
    for bot in sitting():
        found = set()
        for secret in ("2 hededet", "5 hededet", "chest hededet"):
            rival = f"maki ready, d4, wll 2, actions 0; -; -; {secret}; -"
            s = position("edgar ready, c4, wll 2, actions 3; -; -; 4 sobek; -", rival)
            found.add(bot.choose(VIEW(s, 0), 0, draws(3)))
        assert len(found) == 1


@pytest.mark.parametrize("blocks", BLOCKS)
def test_the_chance_to_be_cut_off_is_that_of_falling_blocks(blocks: tuple[int, ...]) -> None:
    """Beside a count of our own over other orders: within what 48 orders can miss."""
    blocked = sum(1 << BLOCK_SPACES[number] for number in blocks)
    bag = [number for number in range(1, 37) if number not in blocks]
    for space in ("a8", "e5", "h3"):
        kept = 0
        for n in range(300):
            fallen = Random(f"{n} {space}").sample(bag, 4)
            lying = blocked | sum(1 << BLOCK_SPACES[number] for number in fallen)
            kept += reachable(lying) >> INDEX[space] & 1
        share = paths.open_chance(blocked, INDEX[space], 4, paths.ORDERS)
        assert share == pytest.approx(kept / 300, abs=0.22)
        assert 0 <= paths.open_chance(blocked, INDEX[space], 8.5, paths.LIGHT) <= 1


@pytest.mark.parametrize(("ahead", "chance"), [(1, 0.97), (2, 0.81), (3, 0.50), (4, 0.19), (5, 0.03)])
def test_a_mummy_so_many_spaces_ahead_comes_as_often_as_good_play_knows(ahead: int, chance: float) -> None:
    assert paths.TOUCH_CHANCES[9, 1][WALK[9 + ahead]] == pytest.approx(chance, abs=0.005)


def test_what_lies_open_is_taken() -> None:
    s = position("edgar ready, a5, wll 2, actions 1; -; -; -; -", more="open: a5 8")
    assert planned(s) == "take"


def test_nothing_is_opened_for_a_rival_next_door() -> None:
    one = "edgar ready, a5, wll 2, actions 1; -; -; -; -"
    plan = planner.Plan(planner.TOMB, INDEX["a5"], planner.KEEPS)
    near = position(one, "maki ready, a6, wll 2, actions 0; -; -; -; -")
    assert NAME(near, policy.follow(near, 0, plan, draws(1))[0]) == "done"
    alone = position(one)
    assert NAME(alone, policy.follow(alone, 0, plan, draws(1))[0]) == "open"
    two = position(one.replace("actions 1", "actions 2"), "maki ready, a6, wll 2, actions 0; -; -; -; -")
    assert NAME(two, policy.follow(two, 0, plan, draws(1))[0]) == "open"


def test_when_all_rivals_are_out_any_escape_that_beats_them_is_taken() -> None:
    one = "edgar ready, e1, wll 2, actions 3; -; -; 4 hededet; -"
    dead = "maki ready, dead, wll 0, actions 0; -; -; -; -"
    assert planned(position(one, dead)) == "exit"
    rich = "maki ready, escaped, wll 2, actions 0; -; -; 8 anubis, 8 thoth; sobek"
    assert planned(position(one, rich)) != "exit"


def test_a_planner_turns_for_home_before_it_is_cut_off() -> None:
    """Two spaces of the second row are open and the hand is full of treasure."""
    one = "edgar ready, e3, wll 3, actions 1; -; -; 4 hededet, 5 sobek, 8 anubis; horus"
    rival = "maki ready, e1, wll 2, actions 0; -; -; -; -"
    blocks = "6 7 9 10 1 2 13 15 20 21 30 31 32 33 34"
    assert planned(position(one, rival, blocks=blocks)) == "go e2"
    fresh = one.replace("4 hededet, 5 sobek, 8 anubis; horus", "-; -").replace("wll 3", "wll 2")
    assert planned(position(fresh, rival)) != "go e2"


def test_the_cheapest_card_is_given_up_for_a_band() -> None:
    one = "edgar ready, c8, wll 3, actions 0; cobra cobra cobra; -; 1 necklace, 4 sobek, 8 thoth, 8 horus; -"
    rival = "maki ready, e1, wll 2, actions 0; -; -; -; -"
    assert planned(position(one, rival, "load 1")) == "drop 1 necklace"
    light = one.replace("cobra cobra cobra", "-").replace("1 necklace, ", "")
    assert planned(position(light, rival, "load 1")) == "done"


def test_who_must_give_up_a_card_keeps_its_gods() -> None:
    cards = "2 hededet, 2 sobek, 3 sobek, 5 thoth, 8 thoth"
    one = f"edgar ready, a5, wll 5, actions 0; mummy mummy mummy mummy mummy mummy mummy mummy; -; {cards}; -"
    assert planned(position(one, phase="shed 1 in 4")) == "drop 2 sobek"


def test_a_block_that_traps_oneself_is_returned_and_one_that_traps_a_rival_kept() -> None:
    lying = "6 7 9 10"
    rasputin = "rasputin spent, {}, wll 2, actions 0; -; -; 4 sobek; -"
    deep, safe = rasputin.format("e5"), rasputin.format("e1")
    rival = "maki ready, e5, wll 2, actions 0; -; -; -; -"
    assert planned(position(deep, rival, "foreseen 1 8", blocks=lying)) == "return"
    assert planned(position(safe, rival, "foreseen 1 8", blocks=lying)) == "keep"


def test_dice_that_fit_are_kept_and_a_tool_waits_for_the_second_roll() -> None:
    one = "jose ready, e8, wll 2, actions 1; -; crowbar; -; -"
    s = position(one, phase="alcove 1", more="cast: 6 6 1 2 3")
    assert planned(s) == "reroll 3 4 5"
    s = position(one, phase="rerolled 1", more="cast: 6 6 1 2 3")
    assert planned(s) == "use crowbar"


def test_a_play_out_is_worth_the_chance_to_win() -> None:
    rich = "edgar ready, escaped, wll 2, actions 0; -; -; 8 anubis, 8 thoth; sobek"
    s = position(rich, phase="over")
    assert rollout_world.share(s, 0, evaluation.rival_prospects(s, 0)) > 0.9
    assert rollout_world.share(s, 1, evaluation.rival_prospects(s, 1)) < 0.1
    dead = position("edgar ready, dead, wll 0, actions 0; -; -; -; -", phase="over")
    assert rollout_world.share(dead, 0, evaluation.rival_prospects(dead, 0)) == 0
    assert rollout_world.share(dead, 1, evaluation.rival_prospects(dead, 1)) == 1


def test_more_points_win_more_often_and_who_is_inside_may_still_gather_some() -> None:
    one = "edgar ready, e1, wll 2, actions 1; -; -; -; -"
    inside = "maki ready, e5, wll 2, actions 0; -; -; 5 sobek; -"
    out = inside.replace("e5", "escaped")
    early, late = (evaluation.rival_prospects(position(one, inside, blocks=lying), 0) for lying in ("", DEEP))
    known = evaluation.rival_prospects(position(one, out), 0)
    chances = [evaluation.win_chance(points, known) for points in (0, 5, 10, 40)]
    assert chances == sorted(chances)
    assert chances[-1] > 0.99
    assert (
        evaluation.win_chance(20, early)
        < 0.3
        < evaluation.win_chance(20, late)
        < evaluation.win_chance(20, known)
    )


def test_in_a_play_out_the_others_are_out_of_the_way_and_nothing_else_is_changed() -> None:
    s = playouts.random_match(HORUS, 4, HORUS.options(), draws(5), 60).state
    lone, rivals = imagine(s, 2)
    assert lone.players[2] == s.players[2]
    assert all(p.place > OUTSIDE for seat, p in enumerate(lone.players) if seat != 2)
    assert len(rivals) == sum(p.place <= ESCAPED for seat, p in enumerate(s.players) if seat != 2) > 1
    assert (lone.blocks, lone.decks, lone.tombs) == (s.blocks, s.decks, s.tombs)


def test_who_plays_to_win_goes_on_where_leaving_would_come_second() -> None:
    """At the door, and the rival who is out has brought less or more."""
    one = "edgar ready, e1, wll 2, actions 4; -; -; 5 hededet, 5 sobek, 8 anubis; -"
    for points, leaves in (("8 thoth, 8 horus; -", True), ("8 thoth, 8 horus; thoth horus", False)):
        rival = f"maki ready, escaped, wll 2, actions 0; -; -; {points}"
        s = position(one, rival, blocks="6 7 10 11 12 13 15 16 17 18 20 21 22 25")
        action = horus_bot.choose(VIEW(s, 0), 0, 3, draws(1))
        assert (NAME(s, action) == "exit") is leaves


def test_play_outs_of_equal_fate_have_equal_dice_and_blocks() -> None:
    s = playouts.random_match(HORUS, 4, HORUS.options(), draws(5), 8).state
    ends = []
    for seed in (1, 2):
        now, seen = s, []
        plans: dict[int, Any] = {}
        while not settled(now, s, 0) and HORUS.rules.turn(now) > -3:
            turn = HORUS.rules.turn(now)
            if turn == CHANCE:
                now = happen(now, draws(seed), 77)
                seen.append((now.round, now.roll))
            else:
                action, plans[turn] = pursue(now, turn, plans.get(turn), draws(seed))
                now = HORUS.rules.play(now, turn, action)
        ends.append((dict(seen), now.blocks))
    assert len(ends[0][0]) > 1
    both = ends[0][0].keys() & ends[1][0].keys()
    assert all(ends[0][0][one] == ends[1][0][one] for one in both if ends[0][0][one])
    assert ends[0][1][:3] == ends[1][1][:3]


def test_chance_in_a_play_out_has_the_odds_of_the_rules() -> None:
    s = position("edgar ready, c1, wll 2, actions 0; -; -; -; -", phase="search 1")
    rows = HORUS.rules.chances(s)
    total = sum(many for _, many in rows)
    counted: dict[str, int] = {}
    for n in range(2000):
        then = happen(s, draws(n), 0)
        counted[HORUS.notation.write(then)] = counted.get(HORUS.notation.write(then), 0) + 1
    for what, many in rows:
        found = counted.get(HORUS.notation.write(HORUS.rules.settle(s, what)), 0)
        assert found / 2000 == pytest.approx(many / total, abs=0.03)


def test_the_scribe_beats_three_apprentices() -> None:
    specs = ("scribe", "apprentice", "apprentice", "apprentice")
    found = list(arena.contest(HORUS, specs, 12, seed="levels"))[-1]
    assert found.wins[0] >= 6
    told = balance_report.report(found.bots, found.tallies)
    assert "survive" in told
    assert len(found.tallies) == 12


def test_who_plays_to_win_wins_more_than_an_even_share_against_three_who_play_for_points() -> None:
    specs = ("advised 3", "scribe", "scribe", "scribe")
    found = list(arena.contest(HORUS, specs, 24, seed="levels"))[-1]
    assert found.wins[0] >= 9


def test_a_report_says_who_dominates() -> None:
    def fate(adventurer: int, won: float, tour: int) -> balance_report.SeatResult:
        return balance_report.SeatResult(0, adventurer, won, True, 20, tour, 12)

    games_ = [[fate(0, 1.0, 2), fate(1, 0.0, 1), fate(2, 0.0, 0), fate(3, 0.0, 3)]] * 6
    games_ += [[fate(0, 0.0, 4), fate(1, 1.0, 1), fate(2, 0.0, 0), fate(3, 0.0, 3)]] * 4
    told = balance_report.report(("scribe",), games_).splitlines()
    flagged = [line.split()[0] for line in told if "dominates" in line]
    assert flagged == ["Abdel", "anubis"]


def test_a_tour_that_most_winners_made_dominates_though_many_lost_with_it() -> None:
    def fate(seat: int, won: float, tour: int) -> balance_report.SeatResult:
        return balance_report.SeatResult(seat, seat, won, True, 20, tour, 12)

    games_ = [
        [fate(seat, float(seat == n % 4), 1 if seat == n % 4 or n < 5 else 0) for seat in range(4)]
        for n in range(8)
    ]
    told = balance_report.report(("a", "b", "c", "d"), games_).splitlines()
    assert [line.split()[0] for line in told if "dominates" in line] == ["sobek"]
    assert any(line.startswith("sobek") and "34.8 %" in line for line in told)  # 8 of 23 hands won


def test_the_bench_has_its_play_outs_a_decision() -> None:
    ticks = iter(range(10**9))
    bot = bots.level(HORUS, "vizier")
    found = list(
        bench.thresholds(lambda: float(next(ticks)), lambda: 0.0, bot, games=2, planned=1, decisions=1)
    )
    least = next(one for one in found if one.least is not None)
    assert least.figure is not None
    assert least.figure >= 200
    assert least.met
    assert not least._replace(figure=199.0).met
    shares = [one.figure or 0 for one in found if one.what.startswith("  share of")]
    assert sum(shares) == pytest.approx(100)
    assert "threshold at least 200   met" in table(found)
