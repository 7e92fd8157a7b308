"""A row of the journal, as a table keeps it. Not compiled: mypyc drops the class settings of a Struct."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from benben.core.contract import Event

# Texts of rows without an event. No game uses them in its notation, except `resign`.
Remark: TypeAlias = Literal["undo", "resign", "time", "abort", "draw", "seat", "refuse", "withdraw", "agree"]


class JournalRow(Struct, frozen=True, gc=False):
    """An event that stands, or a remark about the match."""

    n: int  # events that stand up to and with it
    at: int
    by: int
    event: Event | None
    text: str = ""
    words: str = ""
    clause: str = ""
