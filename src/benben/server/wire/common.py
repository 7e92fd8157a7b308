"""Types that both REST bodies and socket messages use."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Code: TypeAlias = Annotated[str, Meta(max_length=64)]  # of a table: "lotus-42-ibis-7Q4k"
Seed: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]  # a seat's own part of the dice
Commitment: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # to a seed; see Sit
# Chosen by the client; a resend keeps it. NUL has no place in PostgreSQL.
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]+$")]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
CLOCK_SECONDS = 14 * 86400  # of a clock, at most
POSITION_LETTERS = 8000  # of a position in notation, at most
Proposed: TypeAlias = Literal["undo", "draw", "bot", "end", "claim"]
Waited: TypeAlias = Literal["turn", "proposal"]  # what a match waits for: an action, an answer
DiceWish: TypeAlias = Literal["", "commit", "open"]  # what the dice need of a person
Audience: TypeAlias = Literal["table", "watchers"]
Sign: TypeAlias = Literal["luck", "well", "wow", "ouch", "thanks", "moment"]  # a quick reaction
BotPace: TypeAlias = Literal["slow", "normal", "fast", "instant"]  # how long bots pause before they act
Seat: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]  # an answer may name it: it has an end
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Eye: TypeAlias = Seat | Literal["own", "watcher", "open"]  # a seat's; open: everything is known


class Ending(Struct):
    places: list[int]
    winners: list[int]
    points: list[int]
    reason: str


class PositionTable(Struct):
    """Where a match goes on from a puzzle or a reviewed match: a NewTable, with bots in the other seats."""

    position: str  # in notation, with the throw that is to be played
    seats: int
    seat: int  # yours
    levels: list[str]  # of the bots, the weakest first
