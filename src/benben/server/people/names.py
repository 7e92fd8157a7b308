"""The names that people may take, and how names that look alike are told apart."""

# ruff: noqa: RUF001 (letters that look alike are what this is about)

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from benben.core.contract import Illegal

BLANK_LETTERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show as blank space

_GREEK_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")  # small ones look like other letters
_LOOK_ALIKES = str.maketrans(
    {
        **dict(zip("асәвԁеєғһіјкқӏмнорԛгѕтуүұѵԝхҳьζ", "acebdeefhljkklmhopqrstyyyvwxxbz", strict=True)),
        **dict(zip("αβγδεηικλμνορστυχωϲϳ", "abydenlkamvopotuxwcj", strict=True)),
        **dict(zip("աոսօցհյզռտ", "wnuoghjqnm", strict=True)),  # Armenian
        **dict(zip("וןסט", "llou", strict=True)),  # Hebrew
        **dict(zip("01i|!3459ıłøđħŧɑɡɩʟſ", "ollllesasglodhtagllf", strict=True)),  # Latin, digits, signs
        **dict.fromkeys(BLANK_LETTERS, ""),
    }
)


def checked_name(text: str) -> str:
    """The name in normal form; Illegal if it has invisible characters, or some that reverse the text."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if all(unicodedata.category(sign)[0] == "M" for sign in name):  # accents, and nothing below them
        raise Illegal("people", "A name needs at least one letter.")
    if any(unicodedata.category(sign)[0] == "C" or sign in BLANK_LETTERS for sign in name):
        raise Illegal("people", "A name may contain only letters, digits and common signs.")
    return name


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it if one of the others looks like it: "Nefer (2)"."""
    taken = {name_skeleton(other) for other in others}
    found, number = name, 1
    while name_skeleton(found) in taken:
        number += 1
        found = f"{name} ({number})"
    return found


def name_skeleton(name: str) -> str:
    """What an eye tells names apart by: equal for names that can be mistaken for each other.

    Case, accents, blanks and marks are dropped, and letters that look alike in other scripts are folded.
    """
    small = unicodedata.normalize("NFKC", name).translate(_GREEK_CAPITALS).casefold()
    plain = unicodedata.normalize("NFKD", small)
    shown = "".join(sign for sign in plain if unicodedata.category(sign)[0] not in "MCZ")
    return shown.translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w") or name
