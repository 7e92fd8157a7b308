"""Consent in records of format 2: a forged record in which somebody was passed over is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import pytest

from benben.core import chance, match, record
from benben.core.contract import Event
from benben.core.entries import Aborted, Consented, Entry, Forfeited, Reseated, Undone
from benben.core.record import Agreed, Record, Sitter
from tests.contract.pebbles import Take
from tests.core.test_record import COMMITTED, GAME, SECRET, SEEDS, verify


def played(more: Sequence[Entry], level: str = "", format: Literal[1, 2] = 2) -> Record:
    """Both seats throw and take; then come these entries. Every draw and every hash is right."""
    seeds = list(SEEDS)
    m, entries = match.begin(GAME, 2, GAME.options(heap=20)), list[Entry]()
    for _ in range(2):
        throw = match.next_chance_event(m, SECRET, seeds, 0)
        m = match.after(m, throw)
        take = Event(0, m.state.mover, Take(1))
        m = match.after(m, take)
        entries += [throw, take]
    seats = [
        Sitter("Nefer", "", seeds[0], chance.seed_commitment(COMMITTED, seeds[0])),
        Sitter("Hori", "", seeds[1], chance.seed_commitment(COMMITTED, seeds[1])),
    ]
    if format == 1:
        seats = [Sitter("Nefer", "", seeds[0]), Sitter("Hori", level, seeds[1])]
    return made([*entries, *more, Aborted(9, 0)], seats, format=format)


def made(entries: list[Entry], seats: list[Sitter], **more: Any) -> Record:
    return record.make(
        GAME, GAME.options(heap=20), seats, "choice", (0, 1), COMMITTED, SECRET, entries, **more
    )


def test_an_undo_with_the_consent_of_the_other_is_sound() -> None:
    verdict = verify(record.write_text(played([Consented(1, 1), Undone(1, 0, 0)])))
    assert verdict.good, verdict


@pytest.mark.parametrize(
    "more",
    [
        [Undone(1, 0, 0)],
        [Consented(1, 0), Undone(1, 0, 0)],  # one's own
        [Consented(1, 1), Reseated(1, 0, "Nefer", ""), Undone(1, 0, 0)],  # to another undo
        [Consented(1, 1), Undone(1, 0, 3), Undone(2, 0, 0)],  # used up
    ],
)
def test_an_undo_without_consent_is_found(more: list[Entry]) -> None:
    verdict = verify(record.write_text(played(more)))
    assert (verdict.good, verdict.entry) == (False, 4 + len(more))
    assert verdict.sentence == "Seat 2 had not agreed to take that back."


def test_nothing_is_taken_back_while_a_bot_plays_for_somebody() -> None:
    away = Reseated(1, 1, "Scribe", "scribe")
    verdict = verify(played([away, Undone(2, 0, 0)]))
    assert verdict.sentence == "A bot played for seat 2, which could not be asked."
    verdict = verify(played([away, Consented(2, 1), Undone(2, 0, 0)]))
    assert verdict.sentence == "No person who could agree had seat 2 then."
    back = Reseated(3, 1, "Hori", "")
    assert verify(played([away, back, Consented(3, 1), Undone(3, 0, 0)])).good


def test_own_moves_are_taken_back_without_asking_until_something_else_happened() -> None:
    assert verify(played([Undone(1, 1, 3)])).good
    assert not verify(played([Undone(1, 1, 2)])).good
    assert not verify(played([Undone(1, 0, 3)])).good


def test_records_of_format_1_and_matches_against_bots_need_no_consent() -> None:
    assert verify(record.write_text(played([Undone(1, 0, 0)], format=1))).good
    assert verify(record.write_text(played([Undone(1, 0, 0)], level="scribe", format=1))).good


def forfeit(seat: int, **more: Any) -> Record:
    """A match in which that seat is said to be away too long when seat 1 is to act."""
    m, entries = match.begin(GAME, 2, GAME.options(heap=20)), list[Entry]()
    while m.turn != 0:
        throw = match.next_chance_event(m, SECRET, SEEDS, 0)
        event = throw if m.turn < 0 else Event(0, m.state.mover, Take(1))
        m = match.after(m, event)
        entries.append(event)
    return made([*entries, Forfeited(5, seat)], list(played([]).seats), **more)


def test_only_a_seat_that_the_match_waits_for_is_away_too_long() -> None:
    verdict = verify(record.write_text(forfeit(0)))
    assert verdict.good, verdict
    assert forfeit(0).outcome == record.RecordOutcome((2, 1), (1,), (0, 1), "seat 1 was away too long")
    assert verify(forfeit(1)).sentence == "The match did not wait for seat 2 then."


def test_with_a_clock_nobody_is_away_too_long() -> None:
    verdict = verify(forfeit(0, clock=Agreed("bank", 60_000)))
    assert verdict.sentence == "With a clock nobody is away too long: the clock decides."
