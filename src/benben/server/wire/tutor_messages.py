"""Messages between a learner and the tutor of a game. They go over the socket like all others."""

from __future__ import annotations

from msgspec import Struct

from benben.server.wire.common import Count, Id, Seat


class Focus(Struct, tag="focus", forbid_unknown_fields=True):
    """Ask what matters now; answered with Focused, or Refused. The seat counts as helped, as after a Hint.

    Like a hint, not against other people.
    """

    id: Id
    seat: Seat


class Judge(Struct, tag="judge", forbid_unknown_fields=True):
    """Ask whether an action of this seat was a blunder; answered with Judged, or Refused.

    Like a hint, not against other people. If it was one, the seat counts as helped.
    """

    id: Id
    seat: Seat
    n: Count  # events that stood with it: the `n` of its Row


class Focused(Struct, tag="focused"):
    """What matters to the seat, from the moment when `n` events stood."""

    id: str
    n: int
    sentence: str  # "Your cone on 14 stands alone: 37 % that it is sent back."


class Judged(Struct, tag="judged"):
    """Whether an action was a blunder. To take it back, send Undo or an Offer of "undo" with `kept`."""

    id: str
    n: int  # as it was asked
    kept: int  # events that stand if it is taken back
    sentence: str  # why it was one, with a figure; empty: it was none, or nobody can say
    better: str  # an action that gives less away, in notation; empty if it was none
