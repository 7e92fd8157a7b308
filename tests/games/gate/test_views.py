"""What is drawn: the boards as they lie, the jewels to come, the results, and no solution before its time."""

from __future__ import annotations

from random import Random

import msgspec

from benben.core import match
from benben.core.contract import Event
from benben.games.gate import game, rules, terminal, views
from benben.games.gate.board import cells_text
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Put
from tests.games.gate.race import begun, covered, covering, drawn, played, raced, timed_out


def solutions(picture: views.Picture) -> list[tuple[str, ...]]:
    return [tuple(tile.solution for tile in seat.tiles) for seat in picture.seats]


def test_no_solution_is_told_while_anybody_can_still_solve() -> None:
    m = covered(begun(3), 0)
    for later in (m, timed_out(m)):
        for one in solutions(views.picture(later.state)):
            assert not any(one)


def test_when_the_round_is_over_unsolved_boards_show_where_the_tiles_belong() -> None:
    m = covered(begun(3), 0)
    belongs = [tuple(cells_text(put.cells) for put in covering(m, seat)) for seat in range(3)]
    m = timed_out(timed_out(m))
    assert m.state.phase == "roll"
    told = solutions(views.picture(m.state))
    assert told == [("",) * 3, belongs[1], belongs[2]]
    rolled = views.picture(played(m, m.state.starter, "roll").state)
    assert all(seat.tiles == () for seat in rolled.seats)


def test_choices_are_the_same_wherever_the_solution_lies() -> None:
    """Every way in which a tile fits, tile after tile in one fixed order: nothing stands out."""
    m = begun(2)
    found = [views.choice(m.state, 0, action) for action in rules.actions(m.state, 0)]
    one = state.puzzle(m.state, 0)
    assert one is not None
    assert [choice.kind for choice in found] == ["put"] * (len(found) - 1) + ["resign"]
    tiles = [choice.tile for choice in found if choice.tile]
    assert list(dict.fromkeys(tiles)) == list(one.tiles)
    assert tiles == sorted(tiles, key=one.tiles.index)
    for choice in found[:-1]:
        assert choice.text == f"put {choice.cells}"


def test_a_choice_is_small() -> None:
    m = begun(2, side="expert")
    found = [views.choice(m.state, 0, action) for action in rules.actions(m.state, 0)]
    assert len(msgspec.json.encode(found)) < 150 * len(found)


def test_the_picture_of_a_race_that_runs() -> None:
    m = begun(2)
    m = match.after(m, Event(m.at + 5_000, 0, covering(m, 0)[0]))
    m = covered(m, 1, at=m.at + 2_000)
    picture = views.picture(m.state)
    assert (picture.phase, picture.round, picture.sand, picture.length) == ("solve", 1, 1, 60_000)
    assert (picture.until or 0) - (picture.since or 0) == 60_000
    mine, other = picture.seats
    assert [bool(tile.cells) for tile in mine.tiles].count(True) == 1
    assert (mine.rank, mine.time, other.rank, other.time) == (None, None, 1, 7_000)
    assert (mine.hex, mine.jewels, mine.place) == (3, (0,) * 6, None)
    assert set(mine.region) <= set(".#/")
    white = state.puzzle(m.state, 0)
    assert white is not None
    assert mine.region.count(".") == white.region.bit_count()


def test_moves_say_what_they_take_and_so_do_the_tracks() -> None:
    m = timed_out(covered(begun(2), 0))
    picture = views.picture(m.state)
    assert picture.takes == tuple(track[:2] for track in picture.tracks)
    moves = [views.choice(m.state, 0, action) for action in rules.actions(m.state, 0)]
    for choice in moves[:-1]:
        assert (choice.kind, choice.takes) == ("move", picture.takes[choice.hex - 1])
    m = played(m, 0, "move 5")
    after = views.picture(m.state)
    assert after.seats[0].took == picture.takes[4]
    assert after.tracks[4].startswith("..")
    assert sum(after.seats[0].jewels) == 2


def test_results_are_kept_round_by_round_and_places_come_at_the_end() -> None:
    m = raced((3, 2, 1), seed=9)
    picture = views.picture(m.state)
    assert len(picture.results) == 9
    finishes = [finish for solved in picture.results for finish in solved]
    assert all(0 < finish.time < 120_000 for finish in finishes)
    for seat, shown in enumerate(picture.seats):
        took = "".join(finish.took for finish in finishes if finish.seat == seat)
        assert tuple(took.count(colour) for colour in "roygbp") == shown.jewels
    assert tuple(seat.place for seat in picture.seats) == m.outcome.places


def test_results_grow_by_one_a_round_also_while_the_boards_still_lie_there() -> None:
    m = timed_out(timed_out(begun(2)))
    assert views.picture(m.state).results == ((),)
    m = played(m, m.state.starter, "roll")
    assert views.picture(m.state).results == ((),)


def test_practice_lists_its_puzzles_with_their_times() -> None:
    m, random = match.begin(game, 1, game.options(mode="practice", side="expert")), Random(4)
    assert views.picture(m.state).puzzles == ()
    m = drawn(drawn(m, random), random)
    m = covered(m, 0, at=9_000)
    m = drawn(drawn(played(m, 0, "next"), random), random)
    picture = views.picture(m.state)
    assert [one.time for one in picture.puzzles] == [9_000, None]
    assert (picture.round, picture.rounds, picture.until, picture.since) == (2, 0, None, 9_000)
    assert len(picture.seats[0].tiles) == 4


def test_on_a_terminal_every_cell_tile_and_jewel_can_be_read_without_colour() -> None:
    m = begun(2)
    m = match.after(m, Event(m.at, 0, covering(m, 0)[1]))
    plain, coloured = terminal.draw(m.state), terminal.draw(m.state, colour=True)
    one, other = state.puzzle(m.state, 0), state.puzzle(m.state, 1)
    assert one is not None
    assert other is not None
    bare = one.region.bit_count() + other.region.bit_count() - one.solution[1].bit_count()
    assert plain.count("[ ]") - 1 == bare  # one stands in the legend
    assert plain.count("BBB") == one.solution[1].bit_count()
    assert f"B {one.tiles[1]} lies" in plain
    assert " ".join(m.state.tracks[5]) in plain
    assert "\x1b" not in plain
    assert "\x1b" in coloured


def test_nothing_is_secret_so_everybody_gets_the_same_view() -> None:
    m = begun(2)
    assert views.view(m.state, 0) is views.view(m.state, None) is m.state
    event = Event(m.at, 0, next(a for a in rules.actions(m.state, 0) if isinstance(a, Put)))
    assert views.seen(m.state, event, 1) == event
