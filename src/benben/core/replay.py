"""Replay: a match rebuilt from its entries, in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from benben.core import match
from benben.core.contract import Game
from benben.core.entries import Entry, Undone
from benben.core.match import Match


def replay(game: Game, seats: int, options: Any, entries: Iterable[Entry], position: str = "") -> Match:
    fold = Fold(game, seats, options, position)
    for entry in entries:
        fold.add(entry)
    return fold.match


class Fold:
    """A match to which entries are added one by one. It remembers the states that a take-back needs."""

    def __init__(self, game: Game, seats: int, options: Any, position: str = "") -> None:
        self.match = match.begin(game, seats, options, position)
        self._states = [self.match.state]  # before each event that stands and after the last

    def add(self, entry: Entry) -> None:
        """Add an entry; Illegal, and nothing changed, if it may not follow."""
        m = self.match
        self.match = match.after(m, entry, self._states)
        if isinstance(entry, Undone):
            del self._states[entry.kept + 1 :]
        elif len(self.match.events) > len(m.events):
            self._states.append(self.match.state)

    @property
    def draws(self) -> int:
        """How many events of chance stand."""
        return self.match.draws

    @property
    def states(self) -> Sequence[Any]:
        """The states before each event that stands and after the last."""
        return self._states

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state
