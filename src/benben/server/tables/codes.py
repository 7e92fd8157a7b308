"""Codes of tables: easy to read out, hard to guess."""

from __future__ import annotations

import hashlib
import secrets

# First words are plants and minerals, second words are animals.
FIRST_WORDS = (
    "acacia amber barley basalt beryl cedar copper coral date ebony emmer faience fig flax galena garnet "
    "granite henna indigo jasper linen lotus malachite mint myrrh natron olive onyx opal palm papyrus "
    "porphyry reed resin sandal silver sycamore tamarisk thyme turquoise willow wine"
)
SECOND_WORDS = (
    "asp baboon bee beetle bittern bull catfish cobra crane crocodile dove eagle egret falcon frog gazelle "
    "goose hare hawk heron hippo hoopoe ibex ibis jackal jerboa kite lark lion lizard lynx mongoose oryx owl "
    "perch pigeon plover quail ram scarab stork swallow swan tilapia turtle viper vulture"
)
TAIL_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another, as 0 and o do


def new_code() -> str:
    """A random code of about 47 bits, such as "lotus-42-ibis-7q4kx2"."""
    number = 10 + secrets.randbelow(90)
    tail = "".join(secrets.choice(TAIL_LETTERS) for _ in range(6))
    return f"{secrets.choice(FIRST_WORDS.split())}-{number}-{secrets.choice(SECOND_WORDS.split())}-{tail}"


def code_for_record(seal: str, attempt: int = 0) -> str:
    """The code of an imported match, made from the seal of its record; one for each attempt."""
    number = int.from_bytes(hashlib.sha256(f"benben code {attempt} {seal}".encode()).digest())

    def taken(many: int) -> int:
        nonlocal number
        number, rest = divmod(number, many)
        return rest

    first, second = FIRST_WORDS.split(), SECOND_WORDS.split()
    tail = "".join(TAIL_LETTERS[taken(len(TAIL_LETTERS))] for _ in range(6))
    return f"{first[taken(len(first))]}-{10 + taken(90)}-{second[taken(len(second))]}-{tail}"


def normalized_code(text: str) -> str:
    """A typed code as it is stored: capitals and blanks do not matter. Empty if it cannot be a code."""
    if "\0" in text:  # PostgreSQL refuses it in a query
        return ""
    return "-".join(text.lower().replace("-", " ").split())
