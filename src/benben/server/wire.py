"""Every message between server and client, REST bodies included; the client's types are made from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Code: TypeAlias = Annotated[str, Meta(max_length=64)]  # of a table: "lotus-42-ibis-7Q4k"
Seed: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]  # a seat's own part of the dice
# Chosen by the client; a resend keeps it. NUL has no place in PostgreSQL.
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]+$")]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
LONGEST = 14 * 86400  # seconds of a clock
Proposed: TypeAlias = Literal["undo", "draw", "bot", "end"]
Waited: TypeAlias = Literal["turn", "proposal"]  # what a match waits for: an action, an answer
Audience: TypeAlias = Literal["table", "watchers"]
Sign: TypeAlias = Literal["luck", "well", "wow", "ouch", "thanks", "moment"]  # a quick reaction
BotPace: TypeAlias = Literal["slow", "normal", "fast", "instant"]  # how long bots pause before they act
Seat: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]  # an answer may name it: it has an end
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Eye: TypeAlias = Seat | Literal["own", "watcher", "open"]  # a seat's; open: everything is known


# REST


class NewPerson(Struct, forbid_unknown_fields=True):
    """POST /api/people: a guest takes a name."""

    name: Name


class Person(Struct):
    """The answer, once: the token is the only credential and is never shown again.

    Send it as `Authorization: Bearer TOKEN`, and in Hello. An unknown token is refused with 401: then take a
    name anew.
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


class FreshKey(Struct):
    """The token is shown this once. That of a program is used as a guest's; that of recovery in Recovery."""

    key: PersonKey
    token: str


class Recovery(Struct, forbid_unknown_fields=True):
    """POST /api/people/recover: a recovery key for the key of a new device. Answers with the Person.

    It may be used again until it is revoked. Asked with the token of that same person, it makes no new key.
    """

    key: Annotated[str, Meta(max_length=200)]


class NewHook(Struct, forbid_unknown_fields=True):
    """PUT /api/me/webhook: where to tell, while you are away, of turns, proposals and ends."""

    url: Annotated[str, Meta(min_length=1, max_length=500)]


class Hook(Struct):
    """GET, PUT, DELETE /api/me/webhook and POST /api/me/webhook/test."""

    url: str  # empty: there is none
    said: str  # what became of the last notice; empty: there was none


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
    name: Annotated[str, Meta(max_length=24)] = ""  # of who sits at the host's device here; empty: the host


class ClockPlan(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=LONGEST)] = 600  # a move, by post days of them; or the bank
    increment: Annotated[int, Meta(ge=0, le=300)] = 0  # seconds added after each turn, bank only


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables. Seats "me" are kept for the host, who then sits; several: one device for all."""

    game: str
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] = {}
    seating: Literal["chance", "choice"] = "chance"
    clock: ClockPlan = ClockPlan()
    public: bool = False  # listed among the open tables


class Sit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/CODE/sit: take the seats kept for you, or an open one.

    The seed is given after the commitment was seen. The match begins when every seat is taken and everybody
    is ready. Sitting again changes nothing; 409 if every seat is taken or kept for others. Answers with the
    Table.
    """

    seed: Seed
    ready: bool = True  # else others wait for Ready


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


class RuleClause(Struct):
    number: str  # "3.1"; empty for a paragraph without one
    text: str  # plain, with the marks **bold**, *emphasis* and `code`; "- " before an item of a list
    pictures: list[RulePicture]


class RuleSection(Struct):
    number: str  # "3"; may be empty
    title: str
    clauses: list[RuleClause]


class RuleBook(Struct):
    """GET /api/games/NAME/rules: the game's RULES.md. The first section, without a number, is the preface."""

    game: str
    title: str
    version: int
    sections: list[RuleSection]


class TableSeat(Struct):
    name: str  # empty while the seat is open
    kind: Literal["open", "person", "bot"]
    level: str  # of a bot; of a person: of the bot that stands in until they are back, else empty
    you: bool
    here: bool  # has a live connection; bots always
    kept: str  # name of the person for whom an open seat is kept; empty: anybody may sit there
    ready: bool  # to begin; bots always, an open seat never
    gone: bool  # away for long while others wait: they may propose that a bot stands in, or the end
    away: int  # since when a person has been, ms of the calendar; 0: is here, or nobody knows since when
    helped: list[int] = []  # events that stood when it asked for a hint, the first after each chance event


class Proposal(Struct):
    """What needs the consent of the people at the table. It lapses when one of them acts instead."""

    by: int  # seat
    what: Proposed
    kept: int  # of "undo": so many events would stand
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
    words: str  # the options in words: "five pieces"
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
    asked: bool  # your answer to a proposal is waited for
    hosting: bool  # you made this table: before the start you may Fill its free seats and Free kept ones
    watching: int  # how many look on without a seat
    offer: Proposal | None  # that waits for an answer
    patience: int  # seconds until who is away counts as gone; 0: here nobody does, as in play by post
    brought: bool  # played elsewhere and brought here as a record


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
# with it: 201 if it is new here, 200 if it was brought before. 400 names the first wrong entry.


class Fault(Struct):
    """Body of every refused REST call.

    400 cannot be read, 401 no or unknown token, 404 no such thing, 405 wrong method, 408 came too slowly,
    409 not now or not allowed, 413 too long, 429 too many calls from this address, 503 could not be stored.
    """

    sentence: str
    clause: str = ""


# Socket, client to server: /ws, one table a socket, the first message is Hello.


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    table: Code
    token: Annotated[str, Meta(max_length=200)] = ""  # empty: a spectator without a name


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Do this. Judged against the present state; not legal is answered with Refused and its clause."""

    id: Id  # chosen by you, a new one for each message; sent again with the same one, it is done once
    seat: Seat
    action: Text  # in notation: the `text` of one of Now.choices[seat]


class Go(Struct, tag="go", forbid_unknown_fields=True):
    """Throw: let chance act now, by the hand of a seat of mine.

    By itself it happens after 20 s, where a clock runs or where you are away and somebody else waits.
    """

    id: Id


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take back this seat's last action, or all after the first `kept` events.

    Free back to the last event of chance, of time or of somebody else; see Now.undo. A game for one may be
    taken back after its end too.
    """

    id: Id
    seat: Seat
    kept: Count | None = None


class Resign(Struct, tag="resign", forbid_unknown_fields=True):
    id: Id
    seat: Seat


class Offer(Struct, tag="offer", forbid_unknown_fields=True):
    """Propose to the other people at the table what needs their consent; see Now.may.

    "undo": take back to before this seat's last action, or all after the first `kept` events, throws and
    others' actions included; a throw that comes again is the same throw. "draw": share the result. "bot": a
    bot of `level` stands in for `absent`, who is gone, until they are back. "end": break off without a
    result. Those who are gone are not asked about "bot" and "end". Bots agree to everything. Where nobody is
    to be asked it happens at once. A new proposal takes the place of the one that stands.
    """

    id: Id
    seat: Seat
    what: Proposed
    kept: Count | None = None
    absent: Seat | None = None
    level: Annotated[str, Meta(max_length=40)] = ""  # empty: the middle one


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """To the proposal that stands. It happens when all have said yes. No to one's own withdraws it.

    With `what` and `kept` of the proposal that was read it is refused if another has taken its place.
    """

    id: Id
    seat: Seat
    yes: bool
    what: Proposed | None = None
    kept: Count | None = None


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """Before the start: begin without me not yet, or now."""

    id: Id
    ready: bool


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Before the start: get up. The seat is free for anybody, a seat kept for me too."""

    id: Id


class Fill(Struct, tag="fill", forbid_unknown_fields=True):
    """Before the start, by the host: bots of this level sit down on every free seat."""

    id: Id
    level: Annotated[str, Meta(max_length=40)]


class Free(Struct, tag="free", forbid_unknown_fields=True):
    """Before the start, by the host: a seat kept for somebody who does not come is free for anybody."""

    id: Id
    seat: Seat


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """After the end. Everybody one seat further; the new code comes with the next TableNews.

    At the new table a seat is kept for everybody who played. Each sits down with a fresh seed; bots sit
    already. Whoever asks second gets Done and finds the same table.
    """

    id: Id


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask the strongest level what it would do; answered with Hinted or Refused. Not against other
    people: it would be unfair."""

    id: Id
    seat: Seat


class Rate(Struct, tag="rate", forbid_unknown_fields=True):
    """How good is every action of this seat? Answered with Rated, or Refused where a game cannot say.

    Like a hint, not against other people. With Done alone if the position changed before the answer was
    ready, or if it was asked again meanwhile: ratings come one after the other, and only the newest counts.
    """

    id: Id
    seat: Seat
    helps: bool = False  # the answer is shown as advice, so the seat counts as helped, as after a Hint


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """The picture after the first `n` events that stand; answered with Past. Refused has an empty id then.

    While the match runs one may look with one's own eyes and a watcher's, later with any.
    """

    n: Count
    many: Annotated[int, Meta(ge=1, le=64)] = 1  # pictures: after n, n + 1, ... events
    eye: Eye = "own"


class Read(Struct, tag="read", forbid_unknown_fields=True):
    """The log as that eye sees it, with the same limits as Look; answered with Log."""

    eye: Eye


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """To the table: for those who sit here, heard by all. To the watchers: for the others who have a name;
    players hear that only when the match is over."""

    id: Id
    text: Text
    to: Audience = "table"


class React(Struct, tag="react", forbid_unknown_fields=True):
    """A sign to everybody at the table, from somebody who sits there. It is not kept."""

    id: Id
    sign: Sign


class Pace(Struct, tag="pace", forbid_unknown_fields=True):
    """How fast bots are to play while I am here. The slowest wish among the players present counts.

    Bots in a race against sand keep their own time.
    """

    id: Id
    pace: BotPace


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Is the line alive, and how late is it? Answered with Pong at once."""

    sent: float = 0  # any number of the client's, such as its own clock; it comes back


FromClient: TypeAlias = (
    Hello
    | Act
    | Go
    | Undo
    | Resign
    | Offer
    | Answer
    | Ready
    | Leave
    | Fill
    | Free
    | Rematch
    | Hint
    | Rate
    | Look
    | Read
    | Say
    | React
    | Pace
    | Ping
)


# Socket, server to client


class Row(Struct, gc=False):
    """One line of the log."""

    n: int  # events that stand up to and with this one, from 1; for an undo or a resignation those that stand
    at: int  # ms of match time
    seat: int | None  # whose row it is
    by: int  # seat, -1 chance, -4 time
    text: str  # in notation: "throw 4"; or undo, resign, time, abort, draw, seat, refuse, withdraw
    words: str  # "throws 4 and will throw again"
    note: str  # "again"
    clause: str


class Ending(Struct):
    places: list[int]
    winners: list[int]
    points: list[int]
    reason: str


class Clocks(Struct):
    """Think-time clocks; None in Now if there are none. A bot's clock runs too, but a bot is not flagged."""

    left: list[int]  # ms by seat, at the moment of sending
    running: int | None  # the seat whose clock runs


class Now(Struct):
    """What you may know and do at this moment. Before the start: the opening position, and nothing to do."""

    n: int  # events that stand
    at: int  # ms of match time, at the moment of sending
    turn: int  # a seat, -1 chance, -2 everyone, -3 over
    hand: int | None  # at a chance turn: the seat that throws, with Go
    picture: Any  # the game's Picture
    choices: list[list[Any]]  # by seat, the game's Choice: its `text` is what to Act; only for seats of yours
    undo: list[bool]  # by seat: may it take back without asking
    may: list[Proposed]  # what you may propose now with Offer; "bot" and "end" also for who is gone
    clocks: Clocks | None
    ending: Ending | None
    resign: list[bool]  # by seat: may it resign now; only for seats of yours
    out: list[bool]  # by seat: it resigned or ran out of time, and the others play on


class Welcome(Struct, tag="welcome"):
    """The answer to Hello. If it comes again later, everything is to be taken anew from it."""

    table: Table
    yours: list[int]  # seats; before the start, places in `table.seats`
    log: list[Row]  # those that stand
    now: Now
    talk: list[Talk]


class News(Struct, tag="news"):
    """Something happened. `kept` tells how many earlier rows stand; `rows` come after them.

    At the start of the match one comes without rows, after the TableNews. A run of chance of one kind is one
    News. An undo cuts the rows of what was taken back and adds one of its own.
    """

    kept: int
    rows: list[Row]
    now: Now
    same: bool  # the choices are those you have: they are not sent again, and those in `now` are empty


class TableNews(Struct, tag="table"):
    """Seats, presence, start, end or rematch changed. Whose turn it is comes with News, not with this."""

    table: Table
    yours: list[int]


class Done(Struct, tag="done"):
    """The message with this id was stored. Sent after the store has it, never before."""

    id: str


class Refused(Struct, tag="refused"):
    """Nothing changed. The present state comes along, so that a stale client is in step again."""

    id: str  # empty if the message had none, or none that could be read
    clause: str  # "senet 5.1"; "match", "table", "talk", "notation", "message" where no rule speaks
    sentence: str
    now: Now | None  # None if the message could not be read at all


class Hinted(Struct, tag="hinted"):
    id: str
    action: str  # in notation
    sentence: str


class Rated(Struct, tag="rated"):
    """Every action judged at once, at the moment when `n` events stood."""

    id: str
    n: int
    best: int  # the best result that can still be reached, as the game counts
    exact: bool  # proved; else the best found so far
    costs: dict[str, int | None]  # by action in notation: 0 keeps the best, n costs so much; null: not known
    sentence: str  # "A perfect end is still within reach."


class Past(Struct, tag="past"):
    """Pictures of the past. Fewer than were asked for, if the match or the room in one frame ends before."""

    n: int
    picture: Any
    more: list[Any]  # after n + 1, n + 2 ... events
    eye: Eye  # as it was asked


class Log(Struct, tag="log"):
    eye: Eye  # as it was asked
    rows: list[Row]


class Talk(Struct, tag="talk"):
    by: str  # a name
    seat: int | None
    text: str
    at: int
    to: Audience


class Reacted(Struct, tag="reacted"):
    by: str  # a name
    seat: int | None
    sign: Sign


class Pong(Struct, tag="pong"):
    """With both times and its own clock a client knows match time to within half the round trip."""

    sent: float  # of the ping
    at: int  # ms of match time, when the ping came


class Closing(Struct, tag="closing"):
    """The server ends this connection and says why.

    The code of the close that follows: 4401 unknown token, 4404 no such table, 1008 a bad or missing hello,
    1000 else: the server stops, or the client was too slow, and may come back.
    """

    sentence: str


FromServer: TypeAlias = (
    Welcome
    | News
    | TableNews
    | Done
    | Refused
    | Hinted
    | Rated
    | Past
    | Log
    | Talk
    | Reacted
    | Pong
    | Closing
)
