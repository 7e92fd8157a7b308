"""The race: covers in time, their order, the jewels taken, and seats that nobody waits for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benben.core import match
from benben.core.contract import CHANCE, EVERYONE, OVER, TIME, Event, Illegal
from benben.games.gate import game, rules
from benben.games.gate.board import TILES
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Lift, Put
from tests.contract.games import as_json, gate_jewels, states_of
from tests.games.gate.race import begun, covered, covering, drawn, played, raced, timed_out


def test_a_race_of_bots_lasts_nine_rounds_and_every_state_of_it_can_be_written_and_read() -> None:
    m = raced((1, 2, 3), seed=5)
    states = states_of(m)
    assert m.state.round == 9
    assert {s.phase for s in states} == {"gems", "first", "start", "roll", "deal", "solve", "reward", "over"}
    for s in states[70:]:
        assert game.notation.read(game.notation.write(s)) == s
        assert as_json(s, rules.State) == s
        assert gate_jewels(s)
    dealt = [event.what.board for event in m.events if isinstance(event.what, state.Dealt)]
    assert len(dealt) == len(set(dealt)) == 27


def test_every_solver_takes_two_jewels_while_there_are_any() -> None:
    m = raced((3, 3), seed=2, sand=600)
    taken = sum(map(sum, m.state.jewels))
    assert taken == 2 * 2 * 9
    assert all(len(finish.took) == 2 for solved in m.state.results for finish in solved)


def test_sand_begins_when_the_die_is_thrown_and_time_is_counted_from_there() -> None:
    m = begun(2)
    assert match.deadline(m) == m.at + 60_000
    began = m.at
    m = covered(m, 1, at=began + 41_200)
    assert m.state.solved[0].time == 41_200
    assert rules.turn(m.state) == EVERYONE


def test_a_cover_completed_a_millisecond_before_the_end_counts_and_at_the_end_it_does_not() -> None:
    m = begun(2)
    limit = match.deadline(m)
    assert limit is not None
    *puts, last = covering(m, 0)
    for put in puts:
        m = match.after(m, Event(m.at, 0, put))
    assert match.after(m, Event(limit - 1, 0, last)).state.solved
    with pytest.raises(Illegal, match="Too late"):
        match.after(m, Event(limit, 0, last))
    late = timed_out(timed_out(m))
    with pytest.raises(Illegal, match="the sand has run out"):
        match.after(late, Event(late.at, 0, last))


def test_two_covers_at_the_same_time_count_in_the_order_of_the_log() -> None:
    m = begun(3)
    at = m.at + 20_000
    m = covered(covered(m, 2, at), 0, at)
    assert [(finish.seat, finish.time) for finish in m.state.solved] == [(2, 20_000), (0, 20_000)]
    m = timed_out(m)
    assert (m.state.phase, rules.turn(m.state)) == ("reward", 2)


def test_the_second_sand_starts_at_the_instant_the_first_ends_and_tiles_stay() -> None:
    m = begun(2)
    m = match.after(m, Event(m.at, 0, covering(m, 0)[0]))
    first, lying = match.deadline(m), m.state.tiles
    m = timed_out(m)
    assert first is not None
    assert (m.state.sand, match.deadline(m), m.state.tiles) == (2, first + 60_000, lying)
    m = covered(m, 1, at=first + 5_000)
    assert m.state.solved[0].time == 65_000
    assert timed_out(m).state.phase == "reward"  # there is no third sand


def test_when_nobody_solves_twice_the_round_counts_and_nothing_is_taken() -> None:
    m = timed_out(timed_out(begun(2)))
    assert (m.state.phase, m.state.round, m.state.solved) == ("roll", 2, ())
    assert sum(map(sum, m.state.jewels)) == 0


def test_when_all_have_solved_the_sand_stops() -> None:
    m = begun(2)
    m = covered(covered(m, 0), 1)
    assert (m.state.phase, m.state.until) == ("reward", m.at + state.DECISION)


def test_nobody_holds_up_a_match_it_ends_by_time_alone() -> None:
    m, random = match.begin(game, 3, game.options(sand=10)), Random(1)
    while not m.over:
        m = drawn(m, random) if rules.turn(m.state) == CHANCE else timed_out(m)
    assert m.state.round == 9
    assert m.state.hexes == (1, 1, 1)
    assert m.outcome.winners == (0, 1, 2)
    # three starts, then nine rounds of a roll and two sands
    assert m.at == 3 * 20_000 + 9 * (20_000 + 2 * 10_000)


def test_tiles_can_be_put_lifted_and_put_elsewhere() -> None:
    m = begun(2)
    puts = [action for action in rules.actions(m.state, 0) if isinstance(action, Put)]
    m = match.after(m, Event(m.at, 0, puts[0]))
    (lift,) = [action for action in rules.actions(m.state, 0) if isinstance(action, Lift)]
    m = match.after(m, Event(m.at, 0, lift))
    assert m.state.tiles[0] == ()
    assert [action for action in rules.actions(m.state, 0) if isinstance(action, Put)] == puts


def test_puts_are_exactly_the_ways_in_which_a_tile_fits() -> None:
    """Checked against shapes that are turned and shifted here, cell by cell."""
    for seed in range(4):
        m = begun(2, seed=seed, side="expert")
        one = state.puzzle(m.state, 0)
        assert one is not None
        white = {divmod(bit, 8) for bit in range(64) if one.region >> bit & 1}
        found = set()
        for tile in one.tiles:
            rows = shape(tile)
            for _ in range(2):
                for _ in range(4):
                    rows = sorted((file, -rank) for rank, file in rows)
                    for rank, file in white:
                        moved = {(r - rows[0][0] + rank, f - rows[0][1] + file) for r, f in rows}
                        if moved <= white:
                            found.add(sum(1 << 8 * r + f for r, f in moved))
                rows = sorted((rank, -file) for rank, file in rows)
        puts = [action.cells for action in rules.actions(m.state, 0) if isinstance(action, Put)]
        assert sorted(puts) == sorted(found)


def shape(tile: str) -> list[tuple[int, int]]:
    return [
        (rank, file)
        for rank, row in enumerate(TILES[tile].split("/"))
        for file, sign in enumerate(row)
        if sign == "#"
    ]


def test_the_starter_passes_over_a_seat_that_has_resigned() -> None:
    m = begun(4)
    starter = m.state.starter
    m = played(m, (starter + 1) % 4, "resign")
    m = timed_out(timed_out(m))
    assert m.state.starter == (starter + 2) % 4


def test_a_resigned_seat_gets_no_board_and_everybody_means_the_others() -> None:
    m = begun(3)
    m = played(m, 1, "resign")
    m = covered(covered(m, 0), 2)
    assert m.state.phase == "reward"
    m = timed_out(timed_out(m))
    m = played(m, m.state.starter, "roll")
    random = Random(3)
    while rules.turn(m.state) == CHANCE:
        m = drawn(m, random)
    assert m.state.boards[1] is None
    assert rules.actions(m.state, 1) == ()


def test_when_the_last_who_was_waited_for_resigns_the_sand_stops() -> None:
    m = covered(covered(begun(3), 0), 2)
    assert m.state.phase == "solve"
    assert played(m, 1, "resign").state.phase == "reward"


def test_who_resigns_at_the_reward_takes_nothing_and_the_next_solver_moves() -> None:
    m = covered(covered(begun(3), 0), 1)
    m = timed_out(m)
    m = played(m, 0, "resign")
    assert rules.turn(m.state) == 1
    assert sum(m.state.jewels[0]) == 0


def test_with_one_seat_left_the_match_is_over_whatever_the_jewels() -> None:
    m = covered(begun(2), 0)
    m = timed_out(m)
    m = timed_out(m)
    assert sum(m.state.jewels[0]) == 2
    m = played(m, m.state.starter, "roll")
    random = Random(3)
    while rules.turn(m.state) == CHANCE:
        m = drawn(m, random)
    m = played(m, 0, "resign")
    assert rules.turn(m.state) == OVER
    assert m.outcome.winners == (1,)


@pytest.mark.parametrize("tracks", [12, 13])
def test_jewels_are_laid_all_of_them_and_as_many_of_each_colour(tracks: int) -> None:
    m = begun(2, tracks=tracks)
    assert Counter("".join(m.state.tracks)) == dict.fromkeys("roygbp", tracks)
    assert all(len(track) == tracks for track in m.state.tracks)


def test_options_are_checked() -> None:
    for seats, options in ((1, {}), (5, {}), (2, {"mode": "practice"}), (2, {"puzzle": "12 eye"})):
        with pytest.raises(Illegal):
            rules.start(seats, game.options(**options))
    for puzzle in ("37 eye", "0 eye", "12", "12 moon", "12  eye"):
        with pytest.raises(Illegal, match="as in: 12 eye"):
            rules.start(1, game.options(mode="practice", puzzle=puzzle))
    with pytest.raises(Illegal):
        game.options(sand=9)


def test_another_box_has_other_boards_and_the_same_number_the_same() -> None:
    one, other = (begun(2, box=box).state for box in (0, 7))
    assert one.boards == other.boards
    regions = [state.puzzle(s, 0) for s in (one, other, begun(2, box=7).state)]
    assert regions[0] != regions[1]
    assert regions[1] == regions[2]


def test_practice_deals_every_board_before_one_comes_again() -> None:
    m, random, seen = match.begin(game, 1, game.options(mode="practice")), Random(4), []
    for _ in range(40):
        while rules.turn(m.state) == CHANCE:
            m = drawn(m, random)
        seen.append(m.state.boards[0])
        m = played(m, 0, "next")
    assert sorted(board for board in seen[:36] if board) == list(range(1, 37))
    assert set(seen[36:]) <= set(range(1, 37))


def test_practice_times_each_puzzle_from_its_reveal_and_has_no_deadline() -> None:
    m, random = match.begin(game, 1, game.options(mode="practice")), Random(4)
    m = drawn(drawn(m, random), random)
    m = covered(m, 0, at=12_345)
    m = played(m, 0, "next", at=15_000)
    m = drawn(drawn(m, random), random)
    m = covered(m, 0, at=25_000)
    assert [m.state.tried[0].time, m.state.solved[0].time] == [12_345, 10_000]
    assert match.deadline(m) is None
    assert played(m, 0, "done").outcome.points == (2,)
    assert not any(event.by == TIME for event in m.events)
