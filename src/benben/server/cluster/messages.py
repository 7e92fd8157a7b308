"""What server processes tell each other: a few short words, in JSON. Nothing secret is among them."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct


class _Word(Struct, frozen=True, array_like=True, tag=True):
    by: int  # the process that says it


class Wrote(_Word, frozen=True):
    """Entries: by table, the number of the last."""

    last: dict[str, int]


class Here(_Word, frozen=True):
    """Who is connected to this table there, of those who sit at it, and how many look on."""

    code: str
    persons: list[str]
    watching: int


class Who(_Word, frozen=True):
    """Who is at this table? Answered with Here where somebody is."""

    code: str


class HostHere(_Word, frozen=True):
    """Whether whoever made this open table is connected to it there."""

    code: str
    here: bool


class WhoHosts(_Word, frozen=True):
    """At which open tables is the host? Answered with a HostHere for each."""


class Shown(_Word, frozen=True):
    """A message for all who listen at this table, kept nowhere."""

    code: str
    message: str


class Left(_Word, frozen=True):
    """The table is kept there no more."""

    code: str


class Wait(_Word, frozen=True):
    """This process was forestalled at this table again and again: let it write, from entry n on."""

    code: str
    n: int


class Forget(_Word, frozen=True):
    """Something about this person changed."""

    person: str


class Bye(_Word, frozen=True):
    pass


Word: TypeAlias = Wrote | Here | Who | HostHere | WhoHosts | Shown | Left | Wait | Forget | Bye

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Word] = msgspec.json.Decoder(Word)


def said(word: Word) -> str:
    return _encoder.encode(word).decode()


def heard(payload: str) -> Word | None:
    """None: a word of another edition."""
    try:
        return _decoder.decode(payload)
    except msgspec.DecodeError:
        return None
