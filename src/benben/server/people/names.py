"""The names that people may take."""

from __future__ import annotations

import unicodedata

from benben.core.contract import Illegal

BLANK_LETTERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show as blank space


def checked_name(text: str) -> str:
    """The name in normal form; Illegal if it has invisible characters, or some that reverse the text."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if all(unicodedata.category(sign)[0] == "M" for sign in name):  # accents, and nothing below them
        raise Illegal("people", "A name needs at least one letter.")
    if any(unicodedata.category(sign)[0] == "C" or sign in BLANK_LETTERS for sign in name):
        raise Illegal("people", "A name may contain only letters, digits and common signs.")
    return name
