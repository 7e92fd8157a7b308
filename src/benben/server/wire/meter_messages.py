"""Messages about how a match stands, for a player against bots who wants to see it all the time."""

from __future__ import annotations

from msgspec import Struct

from benben.core.judge import Label, Unit
from benben.server.wire.common import Id, Seat


class Meter(Struct, tag="meter", forbid_unknown_fields=True):
    """Ask how the match stands, as far as this seat can know; answered with Metered, or Refused.

    At a table whose `meter` is true, and like a hint not against other people. The seat counts as helped, as
    after a Hint. Answered with Done if the position changed before a worker began to think, if you asked
    again meanwhile, or if nothing can be said of this moment.
    """

    id: Id
    seat: Seat


class Metered(Struct, tag="metered"):
    """How the match stands, from the moment when `n` events stood."""

    id: str
    n: int
    unit: Unit  # of the values, as in a review
    values: list[int]  # by seat
    label: Label
    error: int  # of an estimate: nine in ten are off by less
