"""Spans of a text that know their place, so that an error can name the column."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.contract import Unreadable


class TextSpan(NamedTuple):
    text: str
    at: int  # characters before it

    def split(self, sign: str) -> list[TextSpan]:
        parts, at = [], self.at
        for text in self.text.split(sign):
            parts.append(TextSpan(text, at))
            at += len(text) + len(sign)
        return parts

    def fault(self, sentence: str, inside: int = 0) -> Unreadable:
        return Unreadable(sentence, f"column {self.at + inside + 1}")
