"""Races for the tests of the Gate: bots against bots in simulated time, every event kept."""

from __future__ import annotations

from random import Random
from typing import Any

from benben.core import match
from benben.core.contract import CHANCE, EVERYONE, TIME, Event, Seat
from benben.core.match import Match
from benben.games.gate import bot, game, rules
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Put


def begun(seats: int, seed: int = 1, **options: Any) -> Match:
    """A match at the moment when the first sand starts, with all pyramids on hex 3."""
    m, random = match.begin(game, seats, game.options(**options)), Random(seed)
    while m.state.phase != "solve":
        turn = rules.turn(m.state)
        if turn == CHANCE:
            m = drawn(m, random)
        else:
            word = "roll" if m.state.phase == "roll" else "start 3"
            m = played(m, turn, word)
    return m


def drawn(m: Match, random: Random) -> Match:
    rows = rules.chances(m.state)
    what = random.choices([row for row, _ in rows], [weight for _, weight in rows])[0]
    return match.after(m, Event(m.at, CHANCE, what))


def played(m: Match, seat: Seat, text: str, at: int | None = None) -> Match:
    return match.after(m, Event(m.at if at is None else at, seat, game.notation.find(m.state, text)))


def timed_out(m: Match) -> Match:
    """The match after its next deadline has passed."""
    limit = match.deadline(m)
    assert limit is not None
    return match.after(m, Event(limit, TIME, None))


def covering(m: Match, seat: Seat) -> list[Put]:
    """The puts that are left to cover the board of a seat."""
    one = state.puzzle(m.state, seat)
    assert one is not None
    return [Put(mask) for mask in one.solution if mask not in m.state.tiles[seat]]


def covered(m: Match, seat: Seat, at: int | None = None) -> Match:
    for put in covering(m, seat):
        m = match.after(m, Event(m.at if at is None else at, seat, put))
    return m


def raced(levels: tuple[int, ...], seed: int, **options: Any) -> Match:
    """A whole match of bots of these levels, one a seat."""
    random = Random(seed)
    m = match.begin(game, len(levels), game.options(**options))
    plans: dict[Seat, Event] = {}
    while not m.over:
        turn = rules.turn(m.state)
        if turn == CHANCE:
            m, plans = drawn(m, random), {}
            continue
        able = [seat for seat in range(m.seats) if rules.actions(m.state, seat)]
        plans = {seat: plan for seat, plan in plans.items() if seat in able and turn == EVERYONE}
        for seat in able:
            if seat not in plans:
                action = bot.choose(m.state, seat, levels[seat], random.randrange)
                pace = bot.pace(m.state, seat, action, levels[seat], random.randrange)
                plans[seat] = Event(m.at + pace, seat, action)
        event = min(plans.values(), key=lambda plan: plan.at)
        limit = match.deadline(m)
        if limit is not None and event.at >= limit:
            m, plans = timed_out(m), {}
        else:
            del plans[event.by]
            m = match.after(m, event)
    return m
