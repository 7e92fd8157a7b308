"""Figures of a measurement beside the bars that they have to keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bar(NamedTuple):
    what: str
    figure: float | None  # None: not measured; the note says why
    unit: str
    least: float | None = None  # the bars; None: only told
    most: float | None = None
    note: str = ""

    @property
    def kept(self) -> bool:
        if self.least is None and self.most is None:
            return True
        low = self.least is None or (self.figure is not None and self.figure >= self.least)
        return low and (self.most is None or (self.figure is not None and self.figure <= self.most))

    @property
    def words(self) -> str:
        """The bar and what came of it; empty where there is none."""
        if self.least is None and self.most is None:
            return ""
        bound = f"at least {self.least:,.0f}" if self.least is not None else f"at most {self.most:,.0f}"
        return f"   bar {bound}   {'kept' if self.kept else 'MISSED'}"


def table(found: Sequence[Bar]) -> str:
    wide = max(len(one.what) for one in found)
    lines = []
    for one in found:
        figure = f" {one.figure:12,.3f} {one.unit:8}" if one.figure is not None else f"   {one.note}"
        lines.append(f"{one.what:{wide}}{figure}{one.words}".rstrip())
    return "\n".join(lines)
