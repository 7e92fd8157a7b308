"""Messages over the socket, both ways; the client's types are made from them."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from benben.server.wire.common import (
    Audience,
    BotPace,
    Code,
    Count,
    Ending,
    Eye,
    Id,
    Proposed,
    Seat,
    Sign,
    Text,
)
from benben.server.wire.meter_messages import Meter, Metered
from benben.server.wire.rest import Table
from benben.server.wire.seat_messages import Commit, Fill, Free, Leave, Open, Ready
from benben.server.wire.tutor_messages import Focus, Focused, Judge, Judged

# Socket, client to server: /ws, one table a socket, the first message is Hello.


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    table: Code
    token: Annotated[str, Meta(max_length=200)] = ""  # empty: a spectator without a name


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Do an action. It is judged against the present state; an illegal one gets Refused and its clause."""

    id: Id  # chosen by you, a new one for each message; sent again with the same one, it is done once
    seat: Seat
    action: Text  # in notation: the `text` of one of Now.choices[seat]


class Go(Struct, tag="go", forbid_unknown_fields=True):
    """Throw: let chance act now, for a seat of yours that throws.

    The throw happens by itself after 20 s, where a clock runs or where you are away and somebody else waits.
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
    result. "claim": `absent` has left the match, as if resigned, since it has waited too long for them; see
    Table.claim. Those who are gone are not asked about "bot", and about "end" only until everybody has acted
    once. While a bot plays for somebody, there is no "undo" and no "draw". Bots agree to everything. Where
    nobody is to be asked it happens immediately. A new proposal replaces the one that stands.
    """

    id: Id
    seat: Seat
    what: Proposed
    kept: Count | None = None
    absent: Seat | None = None
    level: Annotated[str, Meta(max_length=40)] = ""  # empty: the middle one


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """Answer the proposal that stands. It takes effect when all have said yes. A no to your own withdraws it.

    With `what` and `kept` of the proposal that you read, it is refused if another has taken its place.
    """

    id: Id
    seat: Seat
    yes: bool
    what: Proposed | None = None
    kept: Count | None = None


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """After the end: make a table for a rematch, everybody one seat further.

    The new code comes with the next TableNews. At the new table a seat is kept for everybody who played. Each
    sits down with a fresh seed; bots sit already. A second request gets Done and finds the same table.
    """

    id: Id


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask the strongest level what it would do, and why; answered with Hinted or Refused. Not against other
    people: it would be unfair."""

    id: Id
    seat: Seat


class Rate(Struct, tag="rate", forbid_unknown_fields=True):
    """Ask how good every action of this seat is; answered with Rated, or Refused where a game cannot say.

    Like a hint, not against other people. Answered with Done if the position changed before the rating was
    ready, or if you asked again meanwhile: ratings come one after the other, and only the newest counts.
    """

    id: Id
    seat: Seat
    helps: bool = False  # the answer is shown as advice, so the seat counts as helped, as after a Hint


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Ask for the picture after the first `n` events that stand; answered with Past, or Refused with no id.

    While the match runs you may see what you or a watcher saw, later what any seat saw.
    """

    n: Count
    many: Annotated[int, Meta(ge=1, le=64)] = 1  # pictures: after n, n + 1, ... events
    eye: Eye = "own"


class Read(Struct, tag="read", forbid_unknown_fields=True):
    """Ask for the log as that eye sees it, with the limits of Look; answered with Log."""

    eye: Eye


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """A chat line. Seated players talk to the table, and everybody reads it. Others with a name talk to the
    watchers; players read that only when the match is over."""

    id: Id
    text: Text
    to: Audience = "table"


class React(Struct, tag="react", forbid_unknown_fields=True):
    """A quick reaction of a seated player, shown to everybody at the table and not stored."""

    id: Id
    sign: Sign


class Pace(Struct, tag="pace", forbid_unknown_fields=True):
    """How fast bots are to play while you are here. The slowest wish among the players present counts.

    Bots in a race against sand keep their own time.
    """

    id: Id
    pace: BotPace


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Test the connection and its delay; answered with Pong immediately."""

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
    | Open
    | Commit
    | Leave
    | Fill
    | Free
    | Rematch
    | Hint
    | Rate
    | Focus
    | Meter
    | Judge
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
    text: str  # in notation: "throw 4"; or a word such as undo, resign, abort: see tables/journal_row.py
    words: str  # "throws 4 and will throw again"
    note: str  # "again"
    clause: str


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
    may: list[Proposed]  # what you may propose now with Offer; "bot" and "claim" while somebody is gone
    clocks: Clocks | None
    ending: Ending | None
    resign: list[bool]  # by seat: may it resign now; only for seats of yours
    out: list[bool]  # by seat: it resigned or ran out of time, and the others play on
    opening: bool  # somebody has not acted yet: players who are gone are not asked about "end"


class Welcome(Struct, tag="welcome"):
    """The answer to Hello. If it comes again later, it replaces all that came before."""

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
    sentence: str  # why, in the player's words: "It leaves 14 alone: 37 % that it is sent back."


class Rated(Struct, tag="rated"):
    """A rating of every action, from the moment when `n` events stood."""

    id: str
    n: int
    best: int  # the best result that can still be reached, as the game counts
    exact: bool  # proved; else the best found so far
    costs: dict[str, int | None]  # by action in notation: what it costs against the best; null: not known
    sentence: str  # "A perfect end is still within reach."


class Past(Struct, tag="past"):
    """Pictures of the past. Fewer than were asked for, if the match ends before or the frame is full."""

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
    """The answer to Ping. With both times a client knows match time to within half the round trip."""

    sent: float  # of the ping
    at: int  # ms of match time, when the ping came


class Closing(Struct, tag="closing"):
    """The server ends this connection and says why.

    The code of the close that follows: 4401 unknown token, 4403 banned, 4404 no such table, 1008 a bad or
    missing hello, 1000 else: the server stops, or the client was too slow, and may come back.
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
    | Focused
    | Metered
    | Judged
    | Past
    | Log
    | Talk
    | Reacted
    | Pong
    | Closing
)
