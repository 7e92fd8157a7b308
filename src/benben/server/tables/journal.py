"""The journal of a match: a row for each event that stands and each remark, worded for each perspective."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from benben.core import perspective
from benben.core.contract import Game
from benben.core.perspective import Perspective
from benben.server import wire
from benben.server.tables.journal_row import JournalRow
from benben.server.tables.log import Answered, Offered

_DECLINED = {"undo": "to take back", "draw": "a draw", "bot": "a bot for {}", "end": "to break off the match"}
_WITHDRAWN = {
    "undo": "the wish to take back",
    "draw": "the offer of a draw",
    "bot": "the proposal of a bot for {}",
    "end": "the proposal to break off the match",
}


class Journal:
    """The rows of one match, and their messages, made once for each perspective."""

    def __init__(self, game: Game, states: list[Any]) -> None:
        self.rows: list[JournalRow] = []
        self._game = game
        self._states = states  # after 0, 1, 2 ... events that stand; the table adds to them
        self._messages: dict[Perspective, list[wire.Row]] = {}
        self._has_secrets = perspective.has_secrets(game)

    def messages(self, seat: Perspective) -> list[wire.Row]:
        """The rows as messages, from this perspective."""
        for _ in self.word_rows(seat):
            pass
        return self._messages[self._told_to(seat)]

    def word_rows(self, seat: Perspective) -> Iterator[None]:
        """Word the rows that were not asked for yet, one a step."""
        seat = self._told_to(seat)
        messages = self._messages.setdefault(seat, [])
        while len(messages) < len(self.rows):
            messages.append(self._message(self.rows[len(messages)], seat))
            yield

    def _told_to(self, seat: Perspective) -> Perspective:
        """The perspective whose messages this seat gets: where nothing is secret, all see alike."""
        return seat if self._has_secrets else None

    def _message(self, row: JournalRow, seat: Perspective) -> wire.Row:
        if row.event is None:
            return wire.Row(row.n, row.at, row.by, row.by, row.text, row.words, "", row.clause)
        before = self._states[row.n - 1]
        seen = perspective.visible_event(self._game, before, row.event, seat)
        text, told = perspective.event_in_words(
            self._game, before, perspective.view(self._game, before, seat), seen
        )
        return wire.Row(row.n, seen.at, told.seat, seen.by, text, told.words, told.note, told.clause)

    def add_declined(self, offer: Offered, line: Answered, n: int, absent: str) -> int:
        """Add a remark after n events: a proposal was declined, or withdrawn by the seat that made it.

        `absent` is the name of the player for whom a bot would stand in. A remark that only repeats the last
        row replaces it. Returns how many rows stand before the remark.
        """
        if line.by == offer.by:
            words = f"withdraws {_WITHDRAWN[offer.what].format(absent)}"
            remark = JournalRow(n, line.at, line.by, None, "withdraw", words)
        else:
            words = f"declines {_DECLINED[offer.what].format(absent)}"
            remark = JournalRow(n, line.at, line.by, None, "refuse", words)
        if self.rows and msgspec.structs.replace(self.rows[-1], at=line.at) == remark:
            self._cut(len(self.rows) - 1)
        self.rows.append(remark)
        return len(self.rows) - 1

    def cut_undone(self, kept: int, by: int) -> None:
        """Drop the rows after `kept` events, and a last "takes back" of this seat: a new one follows."""
        length = len(self.rows)
        while length and (
            self.rows[length - 1].n > kept
            or (self.rows[length - 1].text == "undo" and self.rows[length - 1].by == by)
        ):
            length -= 1
        self._cut(length)

    def _cut(self, length: int) -> None:
        del self.rows[length:]
        for messages in self._messages.values():
            del messages[length:]
