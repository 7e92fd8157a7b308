"""A match is a list of entries folded through a game. The only judge of legality."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from benben.core import chance
from benben.core.contract import CHANCE, OVER, TIME, Event, Game, Illegal, Millis, Outcome, Seat


class Undone(NamedTuple):
    at: Millis
    by: Seat
    kept: int  # so many events stand; the later ones are taken back


class Resigned(NamedTuple):
    at: Millis
    by: Seat


class Flagged(NamedTuple):
    """The think-time clock of a seat ran out."""

    at: Millis
    by: Seat


class Aborted(NamedTuple):
    """Broken off without a result."""

    at: Millis
    by: Seat


class Drawn(NamedTuple):
    """All agreed to share the result; `by` is the last who did."""

    at: Millis
    by: Seat


class Reseated(NamedTuple):
    """From now on somebody else plays this seat."""

    at: Millis
    by: Seat
    name: str
    level: str  # the bot's level; empty for a person


Entry: TypeAlias = Event | Undone | Resigned | Flagged | Aborted | Drawn | Reseated


class Match(msgspec.Struct, frozen=True):
    game: Game
    seats: int
    options: Any
    state: Any
    events: tuple[Event, ...] = ()  # those that stand
    length: int = 0  # entries so far, taken-back events and the entries that took them back included
    at: Millis = 0  # of the last entry
    ended: Outcome | None = None  # ended from outside the rules: resigned, out of time, broken off
    draws: int = 0  # how many of the events that stand are chance's: the number of the next draw

    @property
    def over(self) -> bool:
        return self.ended is not None or self.game.rules.turn(self.state) == OVER

    @property
    def reopens(self) -> bool:
        """Over, but a game for one may still be taken back."""
        return self.seats == 1 and self.ended is None

    @property
    def outcome(self) -> Outcome:
        return self.ended or self.game.rules.outcome(self.state)


def begin(game: Game, seats: int, options: Any) -> Match:
    return Match(game, seats, options, game.rules.start(seats, options))


def after(m: Match, entry: Entry) -> Match:
    """The match with one entry more; Illegal if it may not follow."""
    _check_follows(m, entry)
    length = m.length + 1
    match entry:
        case Event():
            state = _step(m, entry)
            events, draws = (*m.events, entry), m.draws + (entry.by == CHANCE)
            return Match(m.game, m.seats, m.options, state, events, length, entry.at, None, draws)
        case Undone(at, by, kept):
            _check_undo(m, by, kept, len(m.events))
            state, events = state_at(m, kept), m.events[:kept]
            _check_sand(m, state, at)
            draws = m.draws - sum(event.by == CHANCE for event in m.events[kept:])
            return msgspec.structs.replace(m, state=state, events=events, length=length, at=at, draws=draws)
        case Resigned(at, by):
            return msgspec.structs.replace(m, length=length, at=at, ended=_lost(m, by, "resigned"))
        case Flagged(at, by):
            return msgspec.structs.replace(m, length=length, at=at, ended=_lost(m, by, "ran out of time"))
        case Aborted(at, by):
            _check_seat(m, by)
            nobody = Outcome((1,) * m.seats, (), (0,) * m.seats, "broken off")
            return msgspec.structs.replace(m, length=length, at=at, ended=nobody)
        case Drawn(at, by):
            _check_seat(m, by)
            if not drawable(m.game):
                raise Illegal("match", f"{m.game.title} cannot end in a draw.")
            shared = Outcome((1,) * m.seats, tuple(range(m.seats)), (0,) * m.seats, "a draw was agreed")
            return msgspec.structs.replace(m, length=length, at=at, ended=shared)
        case Reseated(at, by):
            _check_seat(m, by)
            return msgspec.structs.replace(m, length=length, at=at)


def replay(game: Game, seats: int, options: Any, entries: Iterable[Entry]) -> Match:
    fold = Fold(game, seats, options)
    for entry in entries:
        fold.add(entry)
    return fold.match


class Fold:
    """Entries added one by one, for long logs: `after` copies the events each time, this does not."""

    def __init__(self, game: Game, seats: int, options: Any) -> None:
        self._match = begin(game, seats, options)  # its own list of events stays empty
        self.events: list[Event] = []  # those that stand
        self._states = [self._match.state]  # before each of them and after the last

    def add(self, entry: Entry) -> None:
        """Illegal, and nothing changed, if the entry may not follow."""
        if isinstance(entry, Undone):
            m, kept = self._match, entry.kept
            _check_follows(m, entry)
            _check_undo(m, entry.by, kept, len(self.events))
            _check_sand(m, self._states[kept], entry.at)
            draws = m.draws - sum(event.by == CHANCE for event in self.events[kept:])
            del self.events[kept:], self._states[kept + 1 :]
            self._match = msgspec.structs.replace(
                m, state=self._states[kept], length=m.length + 1, at=entry.at, draws=draws
            )
        else:
            self._match = msgspec.structs.replace(after(self._match, entry), events=())
            if isinstance(entry, Event):
                self.events.append(entry)
                self._states.append(self._match.state)

    @property
    def draws(self) -> int:
        """How many of the events that stand are chance's."""
        return self._match.draws

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def state(self) -> Any:
        return self._match.state

    @property
    def match(self) -> Match:
        return msgspec.structs.replace(self._match, events=tuple(self.events))


def state_at(m: Match, n: int) -> Any:
    """The state after the first n events that stand."""
    state = m.game.rules.start(m.seats, m.options)
    for event in m.events[:n]:
        state = followed(m.game, state, event)
    return state


def next_chance(m: Match, secret: str, seeds: Sequence[str], at: Millis) -> Event:
    """What chance does now: the match's next draw, by the weights of the rules. Seeds are by seat."""
    return drawn(m.game, m.state, m.draws, secret, seeds, at)


def drawn(game: Game, s: Any, draw: int, secret: str, seeds: Sequence[str], at: Millis) -> Event:
    """What chance does in a state: draw number `draw`, by the weights of the rules."""
    advance = _own(game.rules, "advance")
    if advance:
        s = advance(s, at)
    rows = game.rules.chances(s)
    return Event(at, CHANCE, rows[chance.drawn(secret, seeds, draw, [weight for _, weight in rows])][0])


def deadline(m: Match) -> Millis | None:
    """When time itself will act next in a game with sand in it."""
    rule = _own(m.game.rules, "deadline")
    return None if rule is None or m.over else rule(m.state)


def timed(game: Game, options: Any) -> bool:
    """Time itself may act in such a match."""
    return hasattr(game.rules, "deadline") and bool(getattr(game.rules, "timed", lambda _: True)(options))


def hand(m: Match) -> Seat | None:
    """Who throws, at a turn of chance; None: nature, at once."""
    return m.game.views.hand(m.game.views.view(m.state, None))


def thinker(m: Match) -> Seat | None:
    """Whose clock runs: the one seat to act or to throw. Where everybody may act nobody's does."""
    turn = OVER if m.over else m.game.rules.turn(m.state)
    return hand(m) if turn == CHANCE else turn if turn >= 0 else None


def free_undo(m: Match, seat: Seat) -> int | None:
    """How many events stand if this seat takes back all it may without asking; None if nothing.

    Free back to the last event of chance, of time or of another seat.
    """
    kept = len(m.events)
    while kept and m.events[kept - 1].by == seat:
        kept -= 1
    if kept == len(m.events) or (m.over and not m.reopens) or not free(m):
        return None
    return kept


def resignation(m: Match, seat: Seat, at: Millis) -> Entry:
    """How a seat gives up: by an action where the game has one and goes on without it, else for good."""
    word = resign_of(m.game)
    return Resigned(at, seat) if word is None else Event(at, seat, word)


def resign_of(game: Game) -> Any:
    """The action by which a seat resigns while others play on; None if the game has none."""
    return getattr(game.rules, "RESIGN", None)


def able(game: Game, s: Any, seat: Seat) -> Sequence[Any]:
    """What a seat may do: its actions, and to resign where the game lets a seat do so out of turn."""
    actions, leaves = game.rules.actions(s, seat), getattr(game.rules, "leaves", None)
    return (*actions, resign_of(game)) if leaves is not None and leaves(s, seat) else actions


def drawable(game: Game) -> bool:
    """A draw can be agreed on: the rules know a shared first place."""
    return bool(_own(game.rules, "SHARED"))


def free(m: Match) -> bool:
    """Undo and hints are allowed here; a race against time may have neither."""
    rule = _own(m.game.rules, "free")
    return rule is None or bool(rule(m.state))


def _own(rules: Any, name: str) -> Any:
    """What only some games have; None if this one has not. To look in vain takes long, so it is done once."""
    try:
        return _looked_up(rules, name)
    except TypeError:  # rules that are no module, and cannot be remembered
        return getattr(rules, name, None)


_looked_up = cache(lambda rules, name: getattr(rules, name, None))


def _step(m: Match, event: Event) -> Any:
    rules, s = m.game.rules, m.state
    limit = deadline(m)
    if event.by == TIME:
        if limit is None or event.at != limit:
            raise Illegal("match", f"Time has no event at {event.at} ms.")
    elif limit is not None and event.at == limit and event.by != CHANCE:
        raise Illegal("match", f"Too late: the time ran out at {limit} ms.")
    advance = _own(rules, "advance")
    if advance:
        s = advance(s, event.at)
    if event.by == CHANCE:
        if rules.turn(s) != CHANCE or not _among(event.what, (row for row, _ in rules.chances(s))):
            raise Illegal("match", "Chance cannot do that now.")
        return rules.settle(s, event.what)
    if event.by == TIME:
        return s
    _check_seat(m, event.by)
    if not _among(event.what, able(m.game, s, event.by)):
        raise Illegal(*rules.why(s, event.by, event.what))
    return rules.play(s, event.by, event.what)


def _among(what: Any, legal: Iterable[Any]) -> bool:
    """Named tuples of two sorts are equal if their fields are, so a throw of 1 would pass for taking 1."""
    return any(type(one) is type(what) and one == what for one in legal)


def followed(game: Game, s: Any, event: Event) -> Any:
    """An event already judged, applied again."""
    rules, advance = game.rules, _own(game.rules, "advance")
    if advance:
        s = advance(s, event.at)
    if event.by == CHANCE:
        return rules.settle(s, event.what)
    return s if event.by == TIME else rules.play(s, event.by, event.what)


def _check_follows(m: Match, entry: Entry) -> None:
    if entry.at < m.at:
        raise Illegal("match", f"An entry at {entry.at} ms cannot follow one at {m.at} ms.")
    if m.over and not (m.reopens and isinstance(entry, Undone)):
        raise Illegal("match", "The match is over.")
    limit = deadline(m)
    if limit is not None and entry.at > limit:
        raise Illegal("match", f"Too late: the time ran out at {limit} ms.")


def _check_undo(m: Match, by: Seat, kept: int, stand: int) -> None:
    _check_seat(m, by)
    if not 0 <= kept < stand:
        raise Illegal("match", f"There is no event {kept + 1} to take back.")


def _check_sand(m: Match, s: Any, at: Millis) -> None:
    """Going back to a state whose time has run out since would leave time no moment to act."""
    rule = _own(m.game.rules, "deadline")
    limit = rule(s) if rule else None
    if limit is not None and limit <= at:
        raise Illegal("match", "Too late to take back: the time has run out since.")


def _check_seat(m: Match, seat: Seat) -> None:
    if not 0 <= seat < m.seats:
        raise Illegal("match", f"There is no seat {seat + 1}.")


def _lost(m: Match, seat: Seat, how: str) -> Outcome:
    _check_seat(m, seat)
    others = tuple(other for other in range(m.seats) if other != seat)
    places = tuple(m.seats if other == seat else 1 for other in range(m.seats))
    return Outcome(
        places, others, tuple(int(other != seat) for other in range(m.seats)), f"seat {seat + 1} {how}"
    )
