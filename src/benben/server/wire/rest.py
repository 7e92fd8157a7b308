"""Bodies of REST calls and their answers; the client's types are made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from benben.server.wire.achievements import EarnedAchievement
from benben.server.wire.common import (
    CLOCK_SECONDS,
    POSITION_LETTERS,
    Commitment,
    DiceWish,
    Ending,
    Name,
    Proposed,
    Seed,
    Waited,
)
from benben.server.wire.progress import PersonProgress


class NewPerson(Struct, forbid_unknown_fields=True):
    """POST /api/people: a guest takes a name."""

    name: Name


class Person(Struct):
    """A guest with their token, which is the only credential and is never shown again.

    Send the token as `Authorization: Bearer TOKEN`, and in Hello. An unknown token is refused with 401: then
    take a name again.
    """

    id: str
    name: str
    token: str


class NewKey(Struct, forbid_unknown_fields=True):
    """POST /api/me/keys: a key for recovery, or for a program that plays for you. Answers with a FreshKey."""

    kind: Literal["recovery", "program"]
    label: Annotated[str, Meta(max_length=24)] = ""


class PersonKey(Struct):
    """GET /api/me/keys: a list of these, the newest first. DELETE /api/me/keys/ID answers with the rest."""

    id: str
    kind: Literal["device", "recovery", "program"]
    label: str  # "Firefox on Linux"
    created: str  # a day, as in 2026-11-15
    used: str  # the last day
    here: bool  # it is the one you ask with


class Hook(Struct):
    """GET, PUT, DELETE /api/me/webhook and POST /api/me/webhook/test."""

    url: str  # empty: there is none
    said: str  # what became of the last notice; empty: there was none


class ExportedTable(Struct):
    """A table in a PersonExport."""

    code: str
    game: str
    status: Literal["waiting", "playing", "over"]
    changed: str  # when its status last changed


class ExportedLine(Struct):
    """A line of chat in a PersonExport."""

    table: str
    text: str


class PersonExport(Struct):
    """GET /api/me/export: everything that the server keeps of you."""

    about: str  # what is in it
    id: str
    name: str
    created: str
    keys: list[PersonKey]
    webhook: Hook
    tables: list[ExportedTable]
    chat: list[ExportedLine]
    progress: PersonProgress
    achievements: list[EarnedAchievement]


class DeletedPerson(Struct):
    """DELETE /api/me: you are not known here any more."""

    sentence: str


class FreshKey(Struct):
    """A new key with its token, which is shown this once.

    The token of a program is used like that of a guest, the token of a recovery key in Recovery.
    """

    key: PersonKey
    token: str


class Recovery(Struct, forbid_unknown_fields=True):
    """POST /api/people/recover: get a key for a new device with a recovery key. Answers with the Person.

    A recovery key may be used again until it is revoked. A call with a token of this person makes no new key.
    """

    key: Annotated[str, Meta(max_length=200)]


class NewHook(Struct, forbid_unknown_fields=True):
    """PUT /api/me/webhook: where to send notices of turns, proposals and ends while you are away."""

    url: Annotated[str, Meta(min_length=1, max_length=500)]


class Notice(Struct):
    """What the server posts to a webhook, as JSON. It holds nothing that a spectator could not see."""

    kind: Literal["turn", "proposal", "over", "test"]
    table: str  # its code
    title: str  # "Senet: your turn", "Senet: a proposal waits for your answer"
    link: str
    game: str


class SeatPlan(Struct, forbid_unknown_fields=True):
    kind: Literal["me", "open", "bot"]
    level: str = ""  # of a bot
    name: Annotated[str, Meta(max_length=24)] = (
        ""  # of a player who shares the host's device; empty: the host
    )


class ClockPlan(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=CLOCK_SECONDS)] = 600  # for each move, or in the bank
    increment: Annotated[int, Meta(ge=0, le=300)] = 0  # seconds added after each turn, bank only


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables. Seats "me" are kept for the host; players of several such seats share a device.

    With a position, seats and options are those of the position: options that are sent besides must be the
    same. A rematch begins at the start of the game again.
    """

    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] = {}
    seating: Literal["chance", "choice"] = "chance"
    clock: ClockPlan = ClockPlan()
    public: bool = False  # listed among the open tables
    position: Annotated[str, Meta(max_length=POSITION_LETTERS)] = ""  # where the match begins, in notation


class Sit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/CODE/sit: take the seats kept for you, or an open one.

    Send the commitment to a seed of your own, keep the seed, and send it with Open when Table.dice asks for
    it: then nobody can choose a seed that fits yours, the owner of the server included. A commitment is the
    SHA-256, as hex, of "benben seed ", Table.commitment, a space and the seed. A program that gives its seed
    openly instead gives up only this protection of its own. The match begins when every seat is taken,
    everybody is ready and all seeds are known. Sitting again changes nothing; 409 if every seat is taken or
    kept for others. Answers with the Table.
    """

    seed: Seed | None = None  # given openly; either this or `commitment`
    commitment: Commitment | None = None
    ready: bool = True  # else others wait for Ready

    def __post_init__(self) -> None:
        if (self.seed is None) == (self.commitment is None):
            raise ValueError("Send either a commitment or a seed")


class LevelInfo(Struct):
    name: str
    about: str


class GameInfo(Struct):
    """GET /api/games: a list of these."""

    name: str
    title: str
    least: int  # seats
    most: int
    version: int
    # JSON schema of the options, with descriptions and defaults. Besides, a property may have `when`: other
    # options and the values with which it matters; and `clause`: of the rule by which it is refused.
    options: dict[str, Any]
    levels: list[LevelInfo]
    daily: bool  # has puzzles of the day
    minutes: int  # that its lesson takes, about; 0: it has none
    summary: list[str]  # the game in a hundred words: paragraphs without marks


class Fit(Struct):
    """POST /api/games/NAME/options with options as the body: what a table with them would be."""

    least: int  # seats
    most: int
    words: str  # the options in words: "3 by 4, Quicksand, the sand hidden"
    remark: str  # what a player should know before: "On this board 8 is the lowest score."; may be empty
    apart: str  # why several people cannot share a device; empty: they can
    fault: str  # why there can be no such table; empty: there can
    clause: str  # of the fault: "gate 6.2"


class DailyPuzzle(Struct):
    """GET /api/games/NAME/daily/DATE: a list of these, the easiest first. A date is as in 2026-11-15."""

    grade: str
    about: str
    options: dict[str, Any]  # of a table that plays it


class RulePicture(Struct):
    """A position that a clause shows, out of the game's cases."""

    caption: str  # "o on 16 and 17 protect each other"
    notation: str  # of the position
    picture: Any  # the game's Picture of it


class RuleCase(Struct):
    """An example of a clause that can be tried, with POST /api/games/NAME/cases/CASE."""

    name: str
    sentence: str  # what it shows


class RuleClause(Struct):
    number: str  # "3.1"; empty for a paragraph without one
    text: str  # plain, with the marks **bold**, *emphasis* and `code`; "- " before an item of a list
    pictures: list[RulePicture]
    cases: list[RuleCase]  # that can be tried


class RuleSection(Struct):
    number: str  # "3"; may be empty
    title: str
    clauses: list[RuleClause]


class RuleBook(Struct):
    """GET /api/games/NAME/rules: the game's RULES.md. Sections without a number have no rules."""

    game: str
    title: str
    version: int
    summary: list[str]  # the game in a hundred words: paragraphs without marks
    sections: list[RuleSection]


class TableSeat(Struct):
    name: str  # empty while the seat is open
    kind: Literal["open", "person", "bot"]
    level: str  # of a bot; of a person: of the bot that stands in until they are back, else empty
    you: bool
    here: bool  # has a live connection; bots always
    kept: str  # name of the person for whom an open seat is kept; empty: anybody may sit there
    ready: bool  # to begin; bots always, an open seat never
    gone: bool  # away for long: others may propose a bot or the end; before the start the host may Free it
    away: int  # since when the person is away, Unix time in ms; 0: is here, or not known
    helped: list[int] = []  # events that stood when it asked for a hint, the first after each chance event
    commitment: str = ""  # to the seed of the person who sits here, also if it was given openly; of bots none


class Proposal(Struct):
    """What needs the consent of the people at the table. It lapses when one of them acts instead."""

    by: int  # seat
    what: Proposed
    kept: int  # of "undo": how many events would stand
    seat: int | None  # of "bot": for whom it would stand in
    level: str  # of "bot"
    words: str  # "asks to take back the last move"
    waits: list[int]  # seats that have still to answer


class Table(Struct):
    """A table as anybody may see it. Before the start, seats are in order of joining."""

    code: str
    game: str
    title: str
    options: dict[str, Any]
    words: str  # the options in words: "five pieces", "five pieces, from a position"
    status: Literal["waiting", "playing", "over"]
    seats: list[TableSeat]
    seating: Literal["chance", "choice"]
    clock: ClockPlan
    timed: bool  # by the rules time acts here too: sand runs, or questions are answered when it is up
    commitment: str  # hash of the secret, from the first moment on
    secret: str | None  # only when over
    public: bool
    host: str
    rematch: str | None  # code of the table that follows this one
    turn: str | None  # whose turn in words, for lists: a name, "your turn"
    due: bool  # you are to act
    asked: bool  # a proposal waits for your answer
    hosting: bool  # you made this table: before the start you may Fill its free seats and Free kept ones
    watching: int  # how many watch without a seat
    offer: Proposal | None  # that waits for an answer
    patience: int  # seconds until an absent player counts as gone; 0: never, as in play by post
    brought: bool  # played elsewhere and imported as a record
    claim: int  # seconds the match waits for an absent player until the others may claim the end; 0: never
    dice: DiceWish = ""  # what the dice need of you before the start: a fresh Commit, or your seed with Open
    position: bool = False  # the match begins at a position, not at the start of the game
    meter: bool = False  # who plays alone or against bots may ask how the match stands, with Meter
    parts: list[int] = []  # when all sit and are ready: seats whose part of the dice the start waits for


class Me(Struct):
    """GET /api/me."""

    id: str
    name: str
    tables: list[Table]  # waiting and playing first, those that wait for you before all; at most 50


class Turn(Struct):
    """GET /api/me/turns: a list of these, one for each match with other people that waits for you."""

    code: str
    game: str
    title: str  # of the game
    against: list[str]  # names
    kinds: list[Waited]  # your action, your answer, or both


class Finished(Struct):
    table: Table
    yours: list[int]  # seats
    ended: int  # ms of the wall clock
    ending: Ending


class History(Struct):
    """GET /api/me/tables?before=MARK: matches of yours that are over, the newest first."""

    matches: list[Finished]
    before: str  # the mark for those before these; empty: there are none


class Checked(Struct):
    """POST /api/verify with a record as text or JSON: what `benben verify` says."""

    good: bool
    sentence: str
    entry: int | None  # the first wrong one, from 1
    draws: int  # how many draws were recomputed


# POST /api/records with a record as text or JSON: verified, it becomes a Table that can be replayed. Answers
# with it: 201 if it is new here, 200 if it was imported before. 400 names the first wrong entry.


class Fault(Struct):
    """Body of every refused REST call.

    400 cannot be read, 401 no or unknown token, 404 no such thing, 405 wrong method, 408 came too slowly,
    409 not now or not allowed, 413 too long, 429 too many calls from this address, 503 could not be stored.
    """

    sentence: str
    clause: str = ""
