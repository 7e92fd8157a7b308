"""Messages between server processes: short, in JSON. Nothing secret is among them.

The tags are what goes over the wire, so they stay as they are.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct


class _FromProcess(Struct, frozen=True, array_like=True, tag=True):
    by: int  # the process that sends it


class LinesWritten(_FromProcess, frozen=True, tag="Wrote"):
    """Log lines were written: by table, the number of the last."""

    last: dict[str, int]


class PresenceReport(_FromProcess, frozen=True, tag="Here"):
    """Which seated people are connected to this table through the process, and how many others watch."""

    code: str
    persons: list[str]
    watching: int


class PresenceRequest(_FromProcess, frozen=True, tag="Who"):
    """Asks who is at this table. A process with a connected client answers with a PresenceReport."""

    code: str


class HostReport(_FromProcess, frozen=True, tag="HostHere"):
    """Whether the host of this open table is connected to it through the process."""

    code: str
    here: bool


class HostRequest(_FromProcess, frozen=True, tag="WhoHosts"):
    """Asks at which open tables the host is connected. Answered with a HostReport for each."""


class TransientMessage(_FromProcess, frozen=True, tag="Shown"):
    """A message for all subscribers of this table, kept nowhere."""

    code: str
    message: str


class OwnershipReleased(_FromProcess, frozen=True, tag="Left"):
    """The process does not run this table any more."""

    code: str


class TurnRequest(_FromProcess, frozen=True, tag="Wait"):
    """The process lost the race for this table again and again: let it write, from line n on."""

    code: str
    n: int


class PersonChanged(_FromProcess, frozen=True, tag="Forget"):
    """Something about this person changed."""

    person: str


class ProcessLeaving(_FromProcess, frozen=True, tag="Bye"):
    """The process stops."""


BusMessage: TypeAlias = (
    LinesWritten
    | PresenceReport
    | PresenceRequest
    | HostReport
    | HostRequest
    | TransientMessage
    | OwnershipReleased
    | TurnRequest
    | PersonChanged
    | ProcessLeaving
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[BusMessage] = msgspec.json.Decoder(BusMessage)


def encode(message: BusMessage) -> str:
    """A message as it goes over the bus."""
    return _encoder.encode(message).decode()


def decode(payload: str) -> BusMessage | None:
    """The message in a payload; None if it comes from another version of the server."""
    try:
        return _decoder.decode(payload)
    except msgspec.DecodeError:
        return None
