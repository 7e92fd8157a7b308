"""The state of a table: a fold over the lines of its log, live and on loading. Nothing waits or writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Literal

import msgspec

from benben import games
from benben.core import chance, clock, match, record
from benben.core.clock import Clock
from benben.core.contract import CHANCE, EVERYONE, OVER, Event, Game, Illegal, Seat
from benben.core.entries import (
    Aborted,
    Consented,
    Drawn,
    Entry,
    Flagged,
    Forfeited,
    Reseated,
    Resigned,
    Undone,
)
from benben.core.match import Match
from benben.core.record import Record
from benben.server.storage.rows import LogRow, TableRow
from benben.server.tables import log, log_codec
from benben.server.tables.journal import Journal
from benben.server.tables.journal_row import JournalRow, Remark
from benben.server.tables.log import Sat, TablePlan
from benben.server.tables.seats import Seats
from benben.server.tables.waiting_for import WaitingFor
from benben.server.workers.fair_queue import Owner

CHAT_LINES_KEPT = 100  # sent to a newcomer

_REMARKS: dict[type[Entry], tuple[Remark, str]] = {  # text and words of rows without an event
    Resigned: ("resign", "resigns"),
    Flagged: ("time", "runs out of time"),
    Forfeited: ("absent", "was away too long"),
    Aborted: ("abort", "breaks off the match"),
    Drawn: ("draw", "agrees to a draw"),
    Consented: ("agree", "agrees to take back"),
}

_encoder = msgspec.json.Encoder()


class Step:
    """One judged entry: its line in the log, and the match after it."""

    def __init__(self, entry: Entry, line: log.MatchLine, after: Match) -> None:
        self.entry = entry
        self.line = line
        self.match = after


class TableState:
    """One table: its plan, its seats, its match and its chat."""

    def __init__(self, row: TableRow, game: Game | None = None) -> None:
        """The state of a new table; `game` is the one of its plan, if it is at hand."""
        self.code = row.code
        self.secret = row.secret
        self.saved_time, self.wake_at = row.noted, row.wake  # see sleep.py
        self.plan: TablePlan = log.decode_plan(row.plan)
        self.owner = Owner(row.address, self.plan.hosted)  # on whose account its bots think
        self.game: Game = game or games.load(self.plan.game).edition(self.plan.version)
        self.commitment = chance.commitment(row.secret)
        self.options = self.game.options_of(self.plan.options)
        self.match: Match = self._first_match()
        own = self.plan.agreed
        self.clock: Clock = clock.begin(own.kind, self.match.seats, own.budget, own.increment)
        self.drawable = self.game.draw_allowed
        self.never_expires = own.kind == "none" and self.game.timing is None  # time itself never acts
        self.length = 0  # lines of the log; the next one's n
        self.seats = Seats(self.plan.places)  # who sits where
        self.stand_ins: dict[Seat, str] = {}  # levels of bots that play for people who are gone
        self.proposal: log.Offered | None = None  # the one that waits for answers
        self.seats_to_answer: list[Seat] = []  # whose answer the proposal waits for
        self.order: list[int] | None = None  # by seat, the place; None before the start
        self.record_format: record.Format = record.POSITION_FORMAT if self.plan.position else record.FORMAT
        self.rematch: str | None = None
        self.helped: list[list[int]] = [[] for _ in self.plan.places]  # by seat: events that stood at a hint
        self.entries: list[Entry] = []  # all, taken-back ones included
        self.states: list[Any] = [self.match.state]  # after 0, 1, 2 ... events that stand
        self.undoable_events = [0] * self.match.seats  # by seat: how many of its events could be taken back
        self.own_events = [0] * self.match.seats  # by seat: how many of the events that stand are its own
        self.departed = [False] * self.match.seats  # by seat: it has left, and the others play on
        self.settled_events = 0  # events that cannot be taken back: with the last of them somebody left
        self.journal = Journal(self.game, self.states)
        self.chat_lines: list[log.Said] = []
        self._handled_ids: dict[str, dict[str, str]] = {}  # by person: ids of stored messages, their digests
        self.pending_digests: dict[tuple[str, str], str] = {}  # by person and id: of messages being handled
        self._last_picture: tuple[Any, msgspec.Raw] | None = None  # a view and its picture
        self._known_over = False  # the row says that the match is over; its events were not read
        self._refresh_seats()
        self._refresh_turn()

    # Queries

    @property
    def sitters(self) -> Mapping[int, Sat]:
        """Who sits where, by place."""
        return self.seats.sitters

    @property
    def seat_order(self) -> list[int]:
        """Places in the order in which they are shown: by seat once the match has begun."""
        return list(range(len(self.plan.places))) if self.order is None else self.order

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of this person; before the start their places."""
        return self._seats.get(person, []) if person else []

    @property
    def people(self) -> Set[str]:
        """The people who sit here, without bots."""
        return self._seats.keys()

    @property
    def hosts(self) -> Set[str]:
        """The person who made this table; all seated people if an old plan does not name the host."""
        return {self.plan.hosted} if self.plan.hosted else self.people

    def encoded_picture(self, v: Any) -> msgspec.Raw:
        """The picture of a view as JSON. In an open game all share one view, so its picture is made once."""
        if self._last_picture is None or self._last_picture[0] is not v:
            self._last_picture = (v, msgspec.Raw(_encoder.encode(self.match.functions.picture(v))))
        return self._last_picture[1]

    def player(self, seat: Seat) -> Sat:
        return self.sitters[self.seat_order[seat]]

    def level(self, seat: Seat) -> str:
        """The level of the bot that plays this seat now; empty for a person."""
        return self.levels[seat]

    def own_level(self, place: int) -> str:
        """The level of the bot that sits in this place; empty for a person, also while a bot stands in."""
        sat = self.sitters.get(place)
        return self.plan.places[place].level or (sat.level if sat else "")

    @property
    def has_bots(self) -> bool:
        return any(self.levels)

    @property
    def is_played_by_bots_alone(self) -> bool:
        """Whether the match runs and bots play every seat, also for people who are gone."""
        return self.status == "playing" and all(self.levels)

    def _refresh_seats(self) -> None:
        """Compute what every move needs to know about the seats, after one of them changed."""
        sitting = [self.sitters.get(place) for place in self.seat_order]
        self._seats: dict[str, list[int]] = {}  # by person
        for seat, sat in enumerate(sitting):
            if sat and sat.person:
                self._seats.setdefault(sat.person, []).append(seat)
        self.seeds = tuple(  # by seat, as the dice use them
            self.seats.seed(place) for place in self.seat_order if place in self.sitters
        )
        self.levels = [  # of the bots that play now, by seat; empty for a person
            self.stand_ins.get(seat) or self.own_level(place) for seat, place in enumerate(self.seat_order)
        ]

    def _refresh_turn(self) -> None:
        """Compute status and turn, once after each change."""
        m = self.match
        self.status: Literal["waiting", "playing", "over"]
        self.turn = OVER if self._known_over else m.turn
        if self.order is None:
            self.status = "waiting"
        else:
            self.status = "over" if self.turn == OVER else "playing"
        playing = self.status == "playing"
        self.thrower = match.thrower(m) if playing and self.turn == CHANCE else None  # the seat that throws
        self.seats_to_act: list[Seat] = []  # the match waits for these
        if playing and self.turn >= 0:
            self.seats_to_act = [self.turn]
        elif self.thrower is not None:
            self.seats_to_act = [self.thrower]
        elif playing and self.turn == EVERYONE:
            self.seats_to_act = [seat for seat in range(m.seats) if m.functions.actions(m.state, seat)]

    def record(self) -> Record:
        """The record of the match, with the secret only when the match is over."""
        return record.make(
            self.game,
            self.options,
            [
                record.Sitter(
                    self.player(seat).name,
                    self.own_level(self.seat_order[seat]),
                    seed,
                    self.player(seat).commitment,
                )
                for seat, seed in enumerate(self.seeds)
            ],
            self.plan.seating,
            self.seat_order,
            self.commitment,
            self.secret if self.status == "over" else None,
            self.entries,
            record.agreed(self.clock),
            self.plan.options,
            self.record_format,
            self.plan.position,
        )

    # Judging, without changing anything

    def judge(self, m: Match, entry: Entry) -> Step:
        """The step that this entry makes after match m; Illegal if it may not follow."""
        states = self.states if m.events is self.match.events else None
        return Step(entry, log_codec.line_of(m, entry), match.after(m, entry, states))

    def places_for(self, person: str) -> list[int]:
        """The places that this person takes by sitting down; Illegal if there are none."""
        places = range(len(self.plan.places))
        kept = [place for place in places if self.seats.kept_for(place) == person]
        free = [place for place in kept if place not in self.sitters]
        if kept or self.seats_of(person):
            return free
        if self.seats.free_places:
            return self.seats.free_places[:1]
        if len(self.sitters) < len(self.plan.places):
            raise Illegal("table", "The free seats of this table are kept for others.")
        raise Illegal("table", "Every seat of this table is taken.")

    def start_line(self, seats: Seats) -> log.Begun | None:
        """The line that begins the match; None until everybody sits and is ready, and all seeds are known."""
        places = range(len(self.plan.places))
        if not seats.is_complete or seats.unopened:
            return None
        options = self._options_among_bots if seats.has_one_person else None
        if self.plan.seating == "choice":
            return log.Begun(list(places), options, self.record_format)
        seeds = [seats.seed(place) for place in places]
        return log.Begun(list(chance.seating(self.secret, seeds)), options, self.record_format)

    @property
    def _options_among_bots(self) -> dict[str, Any] | None:
        """The options for one person against bots; None where the plan has them already."""
        unhurried = None if self.plan.position else self.game.unhurried
        options = unhurried(self.options) if unhurried else self.options
        return None if options == self.options else msgspec.to_builtins(options)

    def handled_digest(self, person: str | None, id: str) -> str | None:
        """The digest of the stored message of this person with this id; empty if not known, None if none."""
        return None if person is None else self._handled_ids.get(person, {}).get(id)

    # Changing

    def apply(self, entry: LogRow, step: Step | None = None) -> int:
        """Apply the next line of the log. A live line has been judged; on loading it is judged here.

        Returns how many rows of the journal stood before and still stand; new ones come after them.
        """
        if entry.n != self.length:
            raise Illegal("table", f"Line {entry.n} cannot follow {self.length} lines.")
        kept = len(self.journal.rows)
        line = log_codec.decode(entry) if step is None else step.line
        match line:
            case log.Happened():
                kept = self._apply_step(step or self.judge(self.match, log_codec.entry_of(self.match, line)))
            case log.Sat() | log.Readied() | log.Left() | log.Opened() | log.Freed() | log.Renamed():
                self.seats = self.seats.after(line)
                self._refresh_seats()
            case log.Begun(order, options, format):
                self.order, self.record_format = order, format
                if options is not None:
                    self._replace_options(options)
                self._refresh_seats()
                self._refresh_turn()
                self.clock = clock.after(self.clock, self._seat_on_clock, self.match.at)
            case log.Said():
                self.chat_lines = [*self.chat_lines[-CHAT_LINES_KEPT:], line]
            case log.Offered(asked=asked):
                self.proposal, self.seats_to_answer = line, list(asked)
            case log.Answered(by=by, yes=yes):
                self.seats_to_answer = [seat for seat in self.seats_to_answer if seat != by]
                if not yes:
                    kept = self._drop_proposal(line)
            case log.Helped(by, n):
                self.helped[by].append(n)
            case log.RematchMade(code):
                self.rematch = code
            case _:
                kept = self._apply_step(step or self.judge(self.match, log_codec.entry_of(self.match, line)))
        self.length += 1
        self._remember_id(entry)
        return kept

    def summarize(self, entries: Sequence[LogRow], over: bool, waits: WaitingFor | None = None) -> TableState:
        """Apply the lines that lists need. Events are not among them: `waits` says whose turn it is."""
        self._known_over = over
        for entry in entries:
            self.length = entry.n
            self.apply(entry)
        if waits:
            self.seats_to_act, self.seats_to_answer = waits.seats_to_act, waits.seats_to_answer
        return self

    @property
    def waiting_summary(self) -> str:
        """The seats that the table waits for, as text to be saved."""
        return WaitingFor(self.seats_to_act, self.seats_to_answer).summary(self.length)

    def _replace_options(self, options: dict[str, Any]) -> None:
        """Begin the match with these options instead of the plan's."""
        self.plan = msgspec.structs.replace(self.plan, options=options)
        self.options = self.game.options_of(options)
        self.match = self._first_match()
        self.states[:] = [self.match.state]  # in place: the journal reads them too

    def _first_match(self) -> Match:
        return match.begin(self.game, len(self.plan.places), self.options, self.plan.position)

    def _apply_step(self, step: Step) -> int:
        """Apply an entry of the match. Returns the number of its row in the journal."""
        self.entries.append(step.entry)
        before, self.match = self.match.events, step.match
        n = len(self.match.events)
        match step.entry:
            case Event(at, by):
                if by >= 0:
                    self.undoable_events[by] += 1
                    self.own_events[by] += 1
                row = JournalRow(n, at, by, step.entry)
            case Undone(at, by, kept):
                del self.states[kept + 1 :]
                for event in before[kept:]:
                    if event.by >= 0:
                        self.undoable_events[event.by] -= 1
                        self.own_events[event.by] -= 1
                self.journal.cut_undone(kept, by)
                row = JournalRow(n, at, by, None, "undo", "takes back")
            case Reseated(at, by, name, level):
                self.stand_ins.pop(by, None)
                if level:
                    self.stand_ins[by] = level
                self._refresh_seats()
                row = JournalRow(n, at, by, None, "seat", f"is now played by {name}" if level else "is back")
            case _:
                text, words = _REMARKS[type(step.entry)]
                row = JournalRow(n, step.entry.at, step.entry.by, None, text, words)
        if n == len(self.states):
            self.states.append(self.match.state)
            self._note_departure()
        self.journal.rows.append(row)
        if self.proposal and self._ends_proposal(step.entry):
            self.proposal, self.seats_to_answer = None, []
        self._refresh_turn()
        if self.clock.kind != "none":
            undo = isinstance(step.entry, Undone)
            self.clock = clock.after(self.clock, self._seat_on_clock, step.entry.at, undo)
        return len(self.journal.rows) - 1

    def _note_departure(self) -> None:
        """Mark a seat that has just left for good. What happened before cannot be taken back any more."""
        last = self.match.events.last
        if last is not None and match.others_play_on(self.match) and match.is_departure(self.game, last):
            self.departed[last.by] = True
            self.undoable_events, self.settled_events = [0] * self.match.seats, len(self.match.events)

    def _drop_proposal(self, line: log.Answered) -> int:
        """Drop a proposal that was declined or withdrawn. Returns how many rows stand before the remark."""
        offer, self.proposal, self.seats_to_answer = self.proposal, None, []
        if offer is None:
            return len(self.journal.rows)
        absent = "" if offer.seat is None else self.player(offer.seat).name
        return self.journal.add_declined(offer, line, len(self.match.events), absent)

    def _ends_proposal(self, entry: Entry) -> bool:
        """Whether a proposal ends with this entry: it stands while chance, time and bots act."""
        return not isinstance(entry, Event) or (entry.by >= 0 and not self.level(entry.by))

    @property
    def _seat_on_clock(self) -> Seat | None:
        """The seat whose clock runs: the one that is to act or to throw."""
        return self.seats_to_act[0] if self.seats_to_act and self.turn != EVERYONE else None

    def _remember_id(self, entry: LogRow) -> None:
        if entry.person and entry.id:
            self._handled_ids.setdefault(entry.person, {})[entry.id] = entry.digest or ""
            self.pending_digests.pop((entry.person, entry.id), None)


def beat_key(step: Step) -> object:
    """Equal for entries in a row that are sent as one beat: chance of one kind, consents and their undo."""
    if isinstance(step.entry, Event) and step.entry.by == CHANCE:
        what = step.entry.what
        return getattr(what, "kind", type(what).__name__)
    return Undone if isinstance(step.entry, (Consented, Undone)) else id(step)
