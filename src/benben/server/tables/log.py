"""The event log of a table, line by line: JSON with moves in notation, readable without Benben."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from benben.core.contract import Millis, Seat, Unreadable
from benben.core.entries import Aborted, Consented, Drawn, Flagged, Forfeited, Reseated, Resigned, Undone
from benben.core.record.format import Agreed, Format
from benben.server.wire import Audience, ClockPlan, Proposed


class Place(Struct, frozen=True):
    """A place at the table; the start decides which seat of the game it becomes."""

    kind: Literal["person", "bot"]
    level: str = ""  # of a bot
    kept: str = ""  # for the person with this id; empty if for anybody
    name: str = ""  # of that person
    called: str = ""  # what the seat's player is called, where several share that person's device


class Brought(Struct, frozen=True):
    """The origin of an imported match, which was played elsewhere."""

    seal: str  # of its record
    clock: Agreed  # to the millisecond, as the record has it


class TablePlan(Struct, frozen=True):
    """What was agreed when the table was made. Only the start may change it; see Begun."""

    game: str
    version: int  # of the rules
    options: dict[str, Any]
    places: list[Place]
    seating: Literal["chance", "choice"]
    clock: ClockPlan
    public: bool
    host: str  # a name
    follows: str = ""  # code of the table before, if this is a rematch
    brought: Brought | None = None  # from a file, already over
    hosted: str = ""  # the person who made it; empty: the server itself, see house_match
    position: str = ""  # that the match begins with, in notation; empty: the start of the game

    @property
    def is_house_match(self) -> bool:
        """Whether the server itself made the table, for bots alone."""
        return not self.hosted and all(place.kind == "bot" for place in self.places)

    @property
    def agreed(self) -> Agreed:
        """The clock, in milliseconds."""
        if self.brought:
            return self.brought.clock
        return Agreed(self.clock.kind, self.clock.seconds * 1000, self.clock.increment * 1000)


class _Entry(Struct, frozen=True, tag_field="kind"):
    pass


class Sat(_Entry, frozen=True, tag="sat"):
    place: int
    person: str  # empty for a bot
    name: str
    seed: str  # empty until it is opened, where there is a commitment
    ready: bool = True
    level: str = ""  # of a bot that came after the plan was made
    commitment: str = ""  # to a seed; empty: the seed was given openly


class Readied(_Entry, frozen=True, tag="readied"):
    person: str  # in every place of theirs
    ready: bool


class Left(_Entry, frozen=True, tag="left"):
    """A person left before the start; their places are free for anybody."""

    person: str


class Opened(_Entry, frozen=True, tag="opened"):
    """A person opened the seed that their commitment was made of."""

    person: str
    seed: str


class Freed(_Entry, frozen=True, tag="freed"):
    """A place is kept no longer, as the host wished, since the person did not come."""

    place: int


class Renamed(_Entry, frozen=True, tag="renamed"):
    """A person has another name from now on. Players with own names at a shared device keep them."""

    person: str
    name: str


class Begun(_Entry, frozen=True, tag="begun"):
    order: list[int]  # entry i is the place that gets seat i
    options: dict[str, Any] | None = None  # in place of the plan's, where only bots wait for somebody
    format: Format = 1  # of the record; 1 where the match began before there was another


class Happened(_Entry, frozen=True, tag="event"):
    at: Millis
    by: Seat  # -1 chance, -4 time
    what: str


class Offered(_Entry, frozen=True, tag="offered"):
    """A proposal that needs the consent of others."""

    at: Millis
    by: Seat
    what: Proposed
    kept: int = 0  # of an undo
    seat: Seat | None = None  # for which a bot would stand in
    level: str = ""
    asked: list[Seat] = []  # whose consent it needs, a seat for each person


class Answered(_Entry, frozen=True, tag="answered"):
    at: Millis
    by: Seat
    yes: bool


class Said(_Entry, frozen=True, tag="said"):
    at: Millis
    person: str
    name: str
    text: str
    to: Audience = "table"


class Helped(_Entry, frozen=True, tag="helped"):
    """A seat asked for advice. Later hints up to the next chance event are not stored."""

    by: Seat
    n: int  # events that stood then


class RematchMade(_Entry, frozen=True, tag="followed"):
    """A rematch was agreed on."""

    code: str


MatchLine: TypeAlias = (
    Happened | Undone | Resigned | Flagged | Forfeited | Aborted | Drawn | Reseated | Consented
)
Seating: TypeAlias = Sat | Readied | Left | Opened | Freed | Renamed | Begun
MATCH_KINDS = tuple(str(line.__struct_config__.tag) for line in get_args(MatchLine))
LogLine: TypeAlias = Seating | MatchLine | Offered | Answered | Said | Helped | RematchMade
SUMMARY_KINDS = ("sat", "readied", "left", "freed", "renamed", "begun", "followed")  # enough to list a table

_encoder = msgspec.json.Encoder()
_plan_decoder = msgspec.json.Decoder(TablePlan)


def encode_plan(plan: TablePlan) -> str:
    return _encoder.encode(plan).decode()


def decode_plan(text: str) -> TablePlan:
    """The plan in this text; Unreadable if it is damaged or from a newer version."""
    try:
        return _plan_decoder.decode(text)
    except msgspec.DecodeError as fault:
        raise Unreadable(str(fault), "plan") from None
