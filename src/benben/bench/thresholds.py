"""Measured figures beside the thresholds that they must meet.

The bench modules of games import this one, against the arrows: it imports nothing of Benben.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Threshold(NamedTuple):
    what: str  # what was measured
    figure: float | None  # None: not measured; the note says why
    unit: str
    least: float | None = None  # the figure must be at least this
    most: float | None = None  # or at most this; both None: the figure is only printed
    note: str = ""

    @property
    def met(self) -> bool:
        if self.least is None and self.most is None:
            return True
        low = self.least is None or (self.figure is not None and self.figure >= self.least)
        return low and (self.most is None or (self.figure is not None and self.figure <= self.most))

    @property
    def verdict(self) -> str:
        """The threshold, and whether the figure meets it; empty where there is none."""
        if self.least is None and self.most is None:
            return ""
        bound = f"at least {self.least:,.0f}" if self.least is not None else f"at most {self.most:,.0f}"
        return f"   threshold {bound}   {'met' if self.met else 'MISSED'}"


def table(found: Sequence[Threshold]) -> str:
    """One line for each figure."""
    wide = max(len(one.what) for one in found)
    lines = []
    for one in found:
        figure = f" {one.figure:12,.3f} {one.unit:8}" if one.figure is not None else f"   {one.note}"
        lines.append(f"{one.what:{wide}}{figure}{one.verdict}".rstrip())
    return "\n".join(lines)
