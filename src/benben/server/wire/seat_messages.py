"""Messages of a client about seats, before the match begins. They go over the socket like all others."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from benben.server.wire.common import Commitment, Id, Seat, Seed


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """Before the start: say whether you are ready to begin."""

    id: Id
    ready: bool


class Open(Struct, tag="open", forbid_unknown_fields=True):
    """Before the start, when Table.dice is "open": the seed that my commitment was made of.

    Whoever sends another seed, or none in time, loses the seat, and the others commit to fresh seeds.
    """

    id: Id
    seed: Seed


class Commit(Struct, tag="commit", forbid_unknown_fields=True):
    """Before the start: the commitment to a fresh seed, in place of the one before.

    Due when Table.dice is "commit": the seats have changed, so a seed that I opened is not used. Also for a
    device that has lost its seed; after somebody opened theirs, once.
    """

    id: Id
    commitment: Commitment


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Before the start: give up your seat. It is free for anybody, also if it was kept for you."""

    id: Id


class Fill(Struct, tag="fill", forbid_unknown_fields=True):
    """Before the start, by the host: bots of this level sit down on every free seat."""

    id: Id
    level: Annotated[str, Meta(max_length=40)]


class Free(Struct, tag="free", forbid_unknown_fields=True):
    """Before the start, by the host: a seat kept for somebody who does not come is free for anybody."""

    id: Id
    seat: Seat
