"""A part of a text that knows where it stands, so that a fault can name the place."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.contract import Unreadable


class Part(NamedTuple):
    text: str
    at: int  # characters before it

    def split(self, sign: str) -> list[Part]:
        parts, at = [], self.at
        for text in self.text.split(sign):
            parts.append(Part(text, at))
            at += len(text) + len(sign)
        return parts

    def fault(self, sentence: str, inside: int = 0) -> Unreadable:
        return Unreadable(sentence, f"column {self.at + inside + 1}")
