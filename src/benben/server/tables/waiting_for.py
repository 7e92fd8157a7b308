"""The seats that a table waits for, and the text in which they are saved beside the table."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.contract import Seat

ANSWER_MARK = "?"  # before a seat that is to answer a proposal


class WaitingFor(NamedTuple):
    """The seats that a table waits for. Saved as "14 1 ?0": at a log of 14 lines, for seat 1 to act and for
    the answer of seat 0."""

    seats_to_act: list[Seat]
    seats_to_answer: list[Seat]

    @classmethod
    def parse(cls, summary: str, length: int | None) -> WaitingFor | None:
        """The seats that were saved; None if the log does not have this length any more."""
        saved, *seats = summary.split() or ["-1"]
        if int(saved) != length:
            return None
        asked = [int(seat[1:]) for seat in seats if seat.startswith(ANSWER_MARK)]
        return cls([int(seat) for seat in seats if not seat.startswith(ANSWER_MARK)], asked)

    def summary(self, length: int) -> str:
        """These seats as text, at a log of this length."""
        asked = (f"{ANSWER_MARK}{seat}" for seat in self.seats_to_answer)
        return " ".join([str(length), *map(str, self.seats_to_act), *asked])
