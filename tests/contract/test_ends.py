"""Ends from outside the rules, for every game and number of seats: resignations, flags and draws."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from benben import bots
from benben.core import match, playouts
from benben.core.contract import Game, Illegal, Outcome, Seat
from benben.core.entries import Drawn, Entry, Flagged, Resigned, Undone
from benben.core.match import Match
from benben.core.replay import Fold
from benben.games import NAMES, load
from tests.contract import leaks
from tests.contract.games import CONSERVED

MODES: dict[str, list[dict[str, Any]]] = {
    "gate": [{"sand": 10}],
    "solitaire": [
        {"mode": "king-tut", "rounds": 2, "limit": 60},
        {"mode": "quicksand", "sand": 30},
        {"mode": "quicksand", "hidden": True, "least": 10, "most": 40},
    ],
    "pyramydal": [{}, {"die": 6, "diagonal": True}],
    "horus": [{"adventurers": "chosen"}, {"reaction": 30}],
}  # options under which several play; none: those by default
TABLES = [
    (load(name), seats, options)
    for name in NAMES
    for options in MODES.get(name, [{}])
    for seats in load(name).seats_for(load(name).options(**options))
]
every_table = pytest.mark.parametrize(
    ("game", "seats", "options"),
    TABLES,
    ids=[f"{game.name}-{seats}-{n}" for n, (game, seats, _) in enumerate(TABLES)],
)


def gone(m: Match) -> set[Seat]:
    """The seats that have left while the others played on."""
    return {event.by for event in m.events if match.is_departure(m.game, event)}


def leaving(m: Match, draw: Callable[[int], int]) -> Entry | None:
    """Now and then a resignation or a flag of a seat that may leave; else None."""
    able = [seat for seat in range(m.seats) if match.may_resign(m, seat)]
    if not able or draw(40):
        return None
    seat = able[draw(len(able))]
    ways: list[Entry] = [match.resignation(m, seat, m.at), Resigned(m.at, seat), Flagged(m.at, seat)]
    chosen: Entry = ways[draw(3)]
    return chosen


def ended(game: Game, seats: int, options: dict[str, Any], seed: int) -> tuple[list[Entry], Match]:
    """A match in which seats leave at any moment, played to its end or to an agreed draw."""
    draw, m = Random(seed).randrange, match.begin(game, seats, game.options(**options))
    entries: list[Entry] = []
    while not m.over and len(entries) < 4000:
        thinker = match.seat_on_clock(m)
        assert thinker is None or match.may_resign(m, thinker), "a clock can run out whenever it runs"
        entry = leaving(m, draw) or playouts.random_event(m, draw)
        if game.draw_allowed and draw(600) == 0:
            entry = Drawn(m.at, draw(seats))
        m = match.after(m, entry)
        entries.append(entry)
        check_position(m)
    return entries, m


def check_position(m: Match) -> None:
    """Check that the position is sound, is read back from its text, and asks no seat that is out."""
    s, notation = m.state, m.game.notation
    assert notation.read(notation.write(s)) == s
    assert CONSERVED[m.game.name](s)
    for seat in gone(m):
        assert seat not in match.contenders(m)
        assert not m.game.rules.actions(s, seat)
        assert not match.may_resign(m, seat)
        assert match.seat_on_clock(m) != seat or m.over


def check_outcome(m: Match) -> None:
    places, winners, points, reason = m.outcome
    assert len(places) == len(points) == m.seats
    assert set(winners) <= set(match.contenders(m)) - gone(m)
    assert all(places[seat] == 1 for seat in winners)
    assert all(places[seat] > 1 for seat in range(m.seats) if winners and seat not in winners)
    for seat in gone(m):
        assert places[seat] > max((places[other] for other in winners), default=1), reason
        assert all(places[seat] > places[other] for other in match.contenders(m))


@every_table
@pytest.mark.parametrize("seed", range(3))
def test_who_left_is_never_among_the_winners(
    game: Game, seats: int, options: dict[str, Any], seed: int
) -> None:
    if game.contenders is None:
        assert seats == 2  # the other one wins
        return
    entries, m = ended(game, seats, options, seed)
    assert m.over
    check_outcome(m)
    fold = Fold(game, seats, game.options(**options))
    for entry in entries:
        fold.add(entry)
    assert fold.match == m
    assert match.state_at(m, len(m.events)) == m.state


@every_table
@pytest.mark.parametrize("entry", [Resigned, Flagged])
def test_one_after_the_other_leaves_and_the_last_one_wins(
    game: Game, seats: int, options: dict[str, Any], entry: Any
) -> None:
    m, draw = match.begin(game, seats, game.options(**options)), Random(seats).randrange
    for left in range(seats, 1, -1):
        assert len(match.contenders(m)) == left
        while not any(match.may_resign(m, seat) for seat in range(seats)):
            m = match.after(m, playouts.random_event(m, draw))
        seat = next(seat for seat in range(seats) if match.may_resign(m, seat))
        m = match.after(m, entry(m.at, seat))
    assert m.over
    assert len(m.outcome.winners) == 1
    assert m.outcome.reason == f"seat {seat + 1} {'resigned' if entry is Resigned else 'ran out of time'}"
    check_outcome(m)


@pytest.mark.parametrize("name", NAMES)
def test_who_is_out_cannot_leave_again_nor_be_brought_back(name: str) -> None:
    game, seats, options = next(one for one in TABLES[::-1] if one[0].name == name)
    if game.contenders is None:
        return
    m, draw = match.begin(game, seats, game.options(**options)), Random(1).randrange
    while not any(match.may_resign(m, seat) for seat in range(seats)):
        m = match.after(m, playouts.random_event(m, draw))
    seat = next(seat for seat in range(seats) if match.may_resign(m, seat))
    m = match.after(m, Flagged(m.at, seat))
    assert match.free_undo(m, seat) is None
    for entry in (Resigned(m.at, seat), Flagged(m.at, seat), match.resignation(m, seat, m.at)):
        with pytest.raises(Illegal):
            match.after(m, entry)
    with pytest.raises(Illegal, match="left the match since"):
        match.after(m, Undone(m.at, 1 - min(seat, 1), len(m.events) - 1))


@pytest.mark.parametrize("name", ["gate", "solitaire", "pyramydal", "horus"])
def test_in_version_1_a_flag_ended_the_match(name: str) -> None:
    game, seats, options = next(one for one in TABLES[::-1] if one[0].name == name)
    m = match.begin(game.edition(1), seats, game.options(**options))
    for entry in (Flagged(0, 1), Resigned(0, 1)):
        outcome = match.after(m, entry).outcome
        assert outcome.places == tuple(seats if seat == 1 else 1 for seat in range(seats))
    if game.draw_allowed:
        everybody = Outcome((1,) * seats, tuple(range(seats)), (0,) * seats, "a draw was agreed")
        assert match.after(m, Drawn(0, 1)).outcome == everybody


@pytest.mark.parametrize("name", ["pyramydal", "solitaire", "horus"])
def test_nothing_leaks_when_seats_leave(name: str) -> None:
    game, seats, options = next(one for one in TABLES[::-1] if one[0].name == name and one[1] < 5)
    steps = 0
    for seed in range(4):
        draw, m = Random(seed).randrange, match.begin(game, seats, game.options(**options))
        while not m.over and len(m.events) < 160:
            m = match.after(m, leaving(m, draw) or playouts.random_event(m, draw))
        steps += leaks.check(leaks.walk_of(m), draw, starts=2, ahead=15)
    assert steps > 30


@pytest.mark.parametrize("name", ["gate", "solitaire", "pyramydal", "horus"])
def test_bots_play_on_when_a_seat_is_out(name: str) -> None:
    game, seats, options = next(one for one in TABLES if one[0].name == name and one[1] > 2)
    draw, m = Random(5).randrange, match.begin(game, seats, game.options(**options))
    players = [bots.level(game, level.name) for level in game.levels[:2]]
    left = False
    while not m.over and len(m.events) < 200:
        turn = m.turn
        if not left and len(m.events) > 2 and match.may_resign(m, 1):
            m, left = match.after(m, Flagged(m.at, 1)), True
            continue
        entry = playouts.random_event(m, draw)
        acts = turn if turn >= 0 else entry.by
        if left and acts >= 0 and game.rules.actions(m.state, acts):
            chosen = players[draw(2)].choose(game.views.view(m.state, acts), acts, draw)
            entry = entry._replace(by=acts, what=chosen)
            if match.deadline(m) is not None:
                entry = entry._replace(at=m.at)
        m = match.after(m, entry)
    assert left
