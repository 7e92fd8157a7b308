"""Seats that do not answer in time or resign: the others play on, and no secret is told by it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benben import games
from benben.core import match
from benben.core.contract import CHANCE, TIME, Event, Illegal
from benben.core.entries import Undone
from benben.core.match import Match
from benben.games.horus.board import DEAD
from benben.games.horus.rules import timeouts
from benben.games.horus.rules.events import RESIGN
from tests.contract import leaks
from tests.contract.games import states_of
from tests.games.horus import referee

HORUS = games.load("horus")
RULES, VIEWS, NOTATION = HORUS.rules, HORUS.views, HORUS.notation
HEAVY = " ".join(["mummy"] * 10)
SHED = (
    "seats: 2 / options: load banded, reaction 30 / phase: shed 1 in 3 / deadline: 30000 / "
    "ankh: 2 / cast: 5 5 5 5 5 / "
    f"1: edgar ready, c5, wll 5, actions 1; {HEAVY}; -; %s; - / "
    "2: maki ready, e1, wll 2, actions 0; -; -; -; -"
)


def slow(seats: int, seed: int, limit: int, resigns: bool = False) -> Match:
    """A long match in which questions are often left to time, and now and then somebody resigns."""
    draw = Random(seed).randrange
    m = match.begin(HORUS, seats, HORUS.options(reaction=5))
    while not m.over and len(m.events) < limit:
        until = match.deadline(m)
        event = referee.deep_event(m, draw)
        leaving = [seat for seat in range(seats) if RULES.leaves(m.state, seat)]  # type: ignore[attr-defined]
        if until is not None and draw(3) == 0:
            event = Event(until, TIME, None)
        elif resigns and len(leaving) > 1 and RULES.turn(m.state) != CHANCE and draw(80) == 0:
            event = Event(event.at, leaving[draw(len(leaving))], RESIGN)
        m = match.after(m, event)
    return m


def questions(m: Match) -> list[str]:
    """The phases that time has answered."""
    pairs = zip(states_of(m), m.events, strict=False)
    return [s.phase for s, event in pairs if event.by == TIME]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_leaks_where_time_answers_and_seats_leave(seed: int) -> None:
    whole = leaks.walk_of(slow(3, seed, 260 + 40 * seed, resigns=True))
    late = leaks.Walk(HORUS, 3, whole.states[-61:], whole.events[-60:])
    assert leaks.check(late, Random(seed).randrange, starts=4, ahead=20) > 30


def test_an_answer_that_goes_by_secret_values_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The leak test must notice an answer that gives up the cheapest card, whatever its back."""
    plain = timeouts.default_answer

    def cheapest(s: Any) -> Any:
        if s.phase != "shed" or not s.players[s.seat].treasures:
            return plain(s)
        return plain(s).__class__(min(s.players[s.seat].treasures, key=lambda card: card % 10))

    monkeypatch.setattr(timeouts, "default_answer", cheapest)
    s = NOTATION.read(SHED % "4 hededet, 5 hededet, 3 sobek")
    event = Event(30_000, TIME, None)
    w = leaks.Walk(HORUS, 2, [s, match.state_after(HORUS, s, event)], [event])
    with pytest.raises(leaks.Leak):
        check_often(w)
    monkeypatch.undo()
    check_often(leaks.Walk(HORUS, 2, [s, match.state_after(HORUS, s, event)], [event]))


def check_often(w: leaks.Walk) -> None:
    for seed in range(20):
        leaks.check(w, Random(seed).randrange, starts=2)


def test_time_answers_all_sorts_of_questions_in_long_games() -> None:
    met = {phase for seed in range(14) for phase in questions(slow(4, seed, 900))}
    assert met >= timeouts.TIMED_QUESTIONS - {"dodge", "rerolled"}  # rare; they have cases


def test_the_owner_is_told_which_card_went_and_the_others_its_back() -> None:
    s = NOTATION.read(SHED % "4 hededet, 5 hededet, 3 sobek")
    event = Event(30_000, TIME, None)
    told = [NOTATION.tell(VIEWS.view(s, seat), VIEWS.seen(s, event, seat)).words for seat in (0, 1, None)]
    assert told[0] == "runs out of time and gives up a 4 of Hededet"
    assert told[1] == told[2] == "runs out of time and gives up a treasure of Hededet"


def test_no_table_waits_for_ever_unless_it_says_so() -> None:
    for m in (slow(3, 1, 400), referee.deep(HORUS, 3, 1, 400)):
        for s in states_of(m):
            asked = s.phase in timeouts.TIMED_QUESTIONS and bool(m.options.reaction)
            assert (RULES.deadline(s) is not None) == asked  # type: ignore[attr-defined]


def test_undo_is_free_as_before_and_ends_where_the_time_of_a_question_has_passed() -> None:
    text = (
        "seats: 2 / options: load banded, reaction 30 / phase: load 1 / deadline: 30000 / "
        "1: edgar ready, c5, wll 2, actions 0; -; -; 2 hededet, 4 hededet; - / "
        "2: maki ready, e1, wll 2, actions 0; -; -; -; -"
    )
    start = NOTATION.read(text)
    m = Match(HORUS, 2, start.options, start)
    m = match.after(m, Event(5000, 0, NOTATION.find(start, "drop 2 hededet")))
    assert match.allows_undo_and_hints(m)
    assert match.free_undo(m, 0) == 0
    assert match.deadline(m) == 35_000


def test_a_question_is_not_reopened_after_its_time() -> None:
    m = match.begin(HORUS, 2, HORUS.options(reaction=5))
    draw = Random(3).randrange
    while m.state.phase != "load":
        m = match.after(m, referee.deep_event(m, draw))
    seat, kept, until = m.state.seat, len(m.events), match.deadline(m)
    assert until is not None
    early = match.after(m, Event(until - 1, seat, NOTATION.find(m.state, "done")))
    if RULES.turn(early.state) >= 0:
        with pytest.raises(Illegal, match="Too late to take back"):
            match.after(early, Undone(until + 1, seat, kept))
    assert match.after(early, Undone(until - 1, seat, kept)).state == m.state
    with pytest.raises(Illegal, match="Too late"):
        match.after(m, Event(until, seat, NOTATION.find(m.state, "done")))


@pytest.mark.parametrize("seed", range(6))
def test_a_match_goes_on_to_its_end_whoever_resigns(seed: int) -> None:
    m = slow(5, seed, 5000, resigns=True)
    assert m.over
    gone = [event.by for event in m.events if event.what == RESIGN]
    assert all(m.state.players[seat].place == DEAD for seat in gone)
    assert not set(gone) & set(m.outcome.winners)
    for s in states_of(m):
        referee.check(NOTATION.write(s))
        assert NOTATION.read(NOTATION.write(s)) == s


def test_every_step_of_a_round_goes_on_without_who_resigns() -> None:
    """Everybody may resign in every position of a long game, and the rest is a sound position."""
    met = set()
    for seed in range(4):
        for s in states_of(referee.deep(HORUS, 3, seed, 600)):
            for seat in range(3):
                if RULES.leaves(s, seat):  # type: ignore[attr-defined]
                    after = RULES.play(s, seat, RESIGN)
                    assert after.players[seat].place == DEAD
                    assert NOTATION.read(NOTATION.write(after)) == after
                    met.add((s.phase, seat == s.seat))
    assert {phase for phase, own in met if own} >= {"load", "turn", "alcove", "wound", "foresight", "flee"}
    assert {phase for phase, own in met if not own} >= {"roll", "mummies", "turn"}
