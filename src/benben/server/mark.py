"""A line of the log of play, as a table keeps it; each eye reads it in its own words."""

from __future__ import annotations

from msgspec import Struct

from benben.core.contract import Event


class Mark(Struct, frozen=True, gc=False):
    """An event that stands, or a remark about the match."""

    n: int  # events that stand up to and with it
    at: int
    by: int
    event: Event | None
    text: str = ""
    words: str = ""
    clause: str = ""
