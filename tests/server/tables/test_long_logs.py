"""Tables with long logs: what loading and a take-back cost, counted in calls of the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benben import games
from benben.core import perspective
from benben.core.entries import Aborted, Undone
from benben.server.tables.state import TableState
from tests.server.house import House
from tests.server.long_records import long_record, long_table

RULES = ("play", "settle", "start")  # each gives a state


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules of Senet were asked for a state."""
    counted: Counter[str] = Counter()
    rules: Any = games.load("senet").rules

    def counting(name: str) -> Any:
        rule = getattr(rules, name)

        def call(*arguments: Any) -> Any:
            counted[name] += 1
            return rule(*arguments)

        return call

    for name in RULES:
        monkeypatch.setattr(rules, name, counting(name))
    return counted


def test_loading_asks_the_rules_once_for_each_entry(calls: Counter[str]) -> None:
    row, rows = long_table(long_record(2000))
    calls.clear()
    state = TableState(row)
    for entry in rows:
        state.apply(entry)
    assert (state.status, len(state.entries)) == ("over", 2000)
    assert calls.total() <= len(rows)


def test_a_take_back_at_a_long_table_replays_nothing(calls: Counter[str]) -> None:
    row, rows = long_table(long_record(300, depth=200))
    state = TableState(row)
    for entry in rows[:-1]:  # all but the end
        state.apply(entry)
    kept = len(state.match.events) - 2
    calls.clear()
    step = state.judge(state.match, Undone(state.match.at, 0, kept))
    assert calls.total() == 0
    assert (step.match.state, len(step.match.events)) == (state.states[kept], kept)


def test_what_could_be_taken_back_is_counted_by_seat() -> None:
    row, rows = long_table(long_record(500, depth=60))
    state = TableState(row)
    for entry in rows:
        state.apply(entry)
        acted = Counter(event.by for event in state.match.events)
        assert state.undoable_events == [acted[0], acted[1]]
    assert isinstance(state.entries[-1], Aborted)


def test_a_long_journal_is_worded_while_its_table_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes first would otherwise hold up everybody while thousands of rows are worded at once."""
    row, rows = long_table(long_record(700, depth=600, game="gate", mode="practice"))

    async def story(house: House) -> TableState | None:
        await house.hub.store.add_table(row, (), rows)
        return await house.hub.rooms.state(row.code)

    with House(str(tmp_path / "benben.db")) as house:
        state = house.wait_for(lambda: story(house))
        assert state
        monkeypatch.setattr(perspective, "event_in_words", None)
        assert len(state.journal.messages(None)) == len(state.journal.rows) > 500
