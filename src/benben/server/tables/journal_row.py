"""A line of the log of play, as a table keeps it; each eye reads it in its own words."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from benben.core.contract import Event

# What is written of no event. No game has a word for an event among them, but for its own way to resign.
Remark: TypeAlias = Literal["undo", "resign", "time", "abort", "draw", "seat", "refuse", "withdraw"]


class JournalRow(Struct, frozen=True, gc=False):
    """An event that stands, or a remark about the match."""

    n: int  # events that stand up to and with it
    at: int
    by: int
    event: Event | None
    text: str = ""
    words: str = ""
    clause: str = ""
