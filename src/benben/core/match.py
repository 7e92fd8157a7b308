"""A match: a list of entries folded through a game. Nothing else judges what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from benben.core import chance
from benben.core.contract import CHANCE, OVER, TIME, Event, Game, Illegal, Millis, Outcome, Seat
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
from benben.core.game_functions import GameFunctions
from benben.core.opening_position import Opening, checked_opening
from benben.core.outcomes import broken_off, loss, shared_place
from benben.core.persistent_list import PersistentList

_DEPARTURE_WORDS = {Resigned: "resigned", Flagged: "ran out of time", Forfeited: "was away too long"}


class Match:
    """A match so far, as a value: nothing changes it, and whatever follows is another one."""

    __slots__ = (
        "at",
        "draws",
        "ended",
        "events",
        "first",
        "functions",
        "game",
        "length",
        "options",
        "seats",
        "state",
        "turn",
    )

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        state: Any,
        events: PersistentList[Event] | None = None,
        length: int = 0,
        at: Millis = 0,
        ended: Outcome | None = None,
        draws: int = 0,
        functions: GameFunctions | None = None,
        first: Any = None,
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.options: Final = options
        self.state: Final = state
        self.events: Final[PersistentList[Event]] = events or PersistentList()  # those that stand
        self.length: Final = length  # entries so far, also taken-back events and what took them back
        self.at: Final = at  # of the last entry
        self.ended: Final = ended  # from outside the rules: resigned, out of time, broken off
        self.draws: Final = draws  # how many of the events are chance's: the number of the next draw
        self.functions: Final = functions or GameFunctions(game)
        self.first: Final = state if first is None else first  # the state that the match began with
        # What the rules say of the state, or OVER; asked so often that it is worked out once
        self.turn: Final[int] = self.functions.turn(state) if ended is None else OVER

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._identity == other._identity

    __hash__ = None  # type: ignore[assignment]

    @property
    def _identity(self) -> tuple[object, ...]:
        """The fields from which all others follow."""
        own = self.game, self.seats, self.options, self.first, self.state
        return *own, self.events, self.length, self.at, self.ended

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.game, self.seats, self.options, self.state, PersistentList(self.events))
        return Match, (*fields, self.length, self.at, self.ended, self.draws, None, self.first)

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def reopens(self) -> bool:
        """Whether moves may be taken back when it is over, as in a game for one."""
        return self.seats == 1 and self.ended is None

    @property
    def outcome(self) -> Outcome:
        return self.ended or self.game.rules.outcome(self.state)


def begin(game: Game, seats: int, options: Any, position: str = "") -> Match:
    """The match at its start, or at a position in notation; Illegal or Unreadable if there is none."""
    return begin_with(game, checked_opening(game, seats, options, position))


def begin_with(game: Game, opening: Opening) -> Match:
    return Match(game, opening.seats, opening.options, opening.state, at=opening.at)


def after(m: Match, entry: Entry, states: Sequence[Any] | None = None) -> Match:
    """The match after one more entry; Illegal if it may not follow.

    `states` are those after 0, 1, 2 ... events, if they are known: without them, a take-back replays all.
    """
    limit = _check_follows(m, entry)
    match entry:
        case Event():
            state = _step(m, entry, limit)
            if is_departure(m.game, entry):
                return _without_seat(m, entry, state, None)
            events, draws = m.events.then(entry), m.draws + (entry.by == CHANCE)
            return _following(m, state, events, entry.at, None, draws)
        case Undone():
            return _take_back(m, entry, states)
        case Resigned(at, by) | Flagged(at, by) | Forfeited(at, by):
            how = _DEPARTURE_WORDS[type(entry)]
            return _after_departure(m, Event(at, by, m.functions.resign), how, limit)
        case Aborted(at, by):
            _check_seat(m, by)
            return _with_outcome(m, at, broken_off(m.seats))
        case Drawn(at, by):
            _check_seat(m, by)
            if not m.game.draw_allowed:
                raise Illegal("match", f"{m.game.title} cannot end in a draw.")
            return _with_outcome(m, at, shared_place(contenders(m), m.seats, "a draw was agreed"))
        case Reseated(at, by) | Consented(at, by):
            _check_seat(m, by)
            return _with_outcome(m, at, m.ended)


def _after_departure(m: Match, event: Event, how: str, limit: Millis | None) -> Match:
    """The match after a seat left by such an entry: it goes on without the seat, or ends."""
    if not others_play_on(m):
        _check_seat(m, event.by)
        return _with_outcome(m, event.at, loss(event.by, m.seats, how))
    return _without_seat(m, event, _step(m, event, limit), how)


def _without_seat(m: Match, event: Event, state: Any, how: str | None) -> Match:
    """The match without a seat. If only one other seat may still win, that seat wins and the match ends.

    `how` is the reason then; None: the seat resigned, and rules that know of that give their own reason.
    """
    ended, left = None, () if m.game.contenders is None else tuple(m.game.contenders(state))
    if len(left) == 1:
        reason = f"seat {event.by + 1} {how or 'resigned'}"
        if m.functions.turn(state) != OVER:
            ended = shared_place(left, m.seats, reason)
        elif how:
            ended = m.game.rules.outcome(state)._replace(reason=reason)
    events = m.events.then(event)
    return _following(m, state, events, event.at, ended, m.draws)


def _with_outcome(m: Match, at: Millis, ended: Outcome | None) -> Match:
    """The match after an entry that is no event, with the outcome that it brought, if any."""
    return _following(m, m.state, m.events, at, ended, m.draws)


def _following(
    m: Match, state: Any, events: PersistentList[Event], at: Millis, ended: Outcome | None, draws: int
) -> Match:
    """The match after one more entry, with what the entry changed."""
    length = m.length + 1
    return Match(m.game, m.seats, m.options, state, events, length, at, ended, draws, m.functions, m.first)


def _take_back(m: Match, entry: Undone, states: Sequence[Any] | None) -> Match:
    """The match without its last events."""
    at, by, kept = entry.at, entry.by, entry.kept
    _check_seat(m, by)
    if not 0 <= kept < len(m.events):
        raise Illegal("match", f"There is no event {kept + 1} to take back.")
    state = states[kept] if states else state_at(m, kept)
    if m.game.contenders is not None and any(is_departure(m.game, event) for event in m.events[kept:]):
        raise Illegal("match", "Somebody has left the match since: what was before that stands.")
    _check_time_left(m, state, at)
    draws = m.draws - sum(event.by == CHANCE for event in m.events[kept:])
    events = m.events.first(kept)
    return _following(m, state, events, at, m.ended, draws)


def state_at(m: Match, n: int) -> Any:
    """The state after the first n events that stand."""
    state = m.first
    for event in m.events.first(n):
        state = _state_after(m.functions, state, event)
    return state


def next_chance_event(m: Match, secret: str, seeds: Sequence[str], at: Millis) -> Event:
    """The next event of chance: the match's next draw, by the weights of the rules. Seeds are by seat."""
    return _chance_event(m.functions.advance, m.functions.chances, m.state, m.draws, secret, seeds, at)


def chance_event(game: Game, s: Any, draw: int, secret: str, seeds: Sequence[str], at: Millis) -> Event:
    """The event of chance in a state: draw number `draw`, by the weights of the rules."""
    advance = game.timing.advance if game.timing else None
    return _chance_event(advance, game.rules.chances, s, draw, secret, seeds, at)


def _chance_event(
    advance: Any, chances: Any, s: Any, draw: int, secret: str, seeds: Sequence[str], at: Millis
) -> Event:
    rows = chances(s if advance is None else advance(s, at))
    return Event(
        at, CHANCE, rows[chance.weighted_index(secret, seeds, draw, [weight for _, weight in rows])][0]
    )


def deadline(m: Match) -> Millis | None:
    """When time itself will act next in a game with sand in it; None: it will not."""
    rule = m.functions.deadline
    return None if rule is None or m.over else rule(m.state)


def is_timed(game: Game, options: Any) -> bool:
    """Whether time itself may act in a match with these options."""
    return game.timing is not None and (game.timed_with is None or game.timed_with(options))


def thrower(m: Match) -> Seat | None:
    """The seat that throws, at a turn of chance; None if chance acts without one."""
    return m.functions.thrower(m.functions.view(m.state, None))


def seat_on_clock(m: Match) -> Seat | None:
    """The seat whose clock runs: the one to act or to throw. None where everybody may act."""
    return thrower(m) if m.turn == CHANCE else m.turn if m.turn >= 0 else None


def free_undo(m: Match, seat: Seat) -> int | None:
    """How many events stand if this seat takes back all it may without asking; None if that is nothing.

    Those are its events since the last one of chance, of time or of another seat.
    """
    if not may_undo(m, seat):
        return None
    kept = len(m.events)
    while kept and m.events[kept - 1].by == seat:
        kept -= 1
    return kept


def may_undo(m: Match, seat: Seat) -> bool:
    """Whether this seat can take something back without asking."""
    last = m.events.last
    if last is None or last.by != seat or (m.game.contenders is not None and is_departure(m.game, last)):
        return False
    return not (m.over and not m.reopens) and allows_undo_and_hints(m)


def resignation(m: Match, seat: Seat, at: Millis) -> Entry:
    """The entry by which a seat resigns: an action where the game has one and goes on, else the end."""
    word = m.functions.resign
    return Resigned(at, seat) if word is None or m.seats == 1 else Event(at, seat, word)


def may_resign(m: Match, seat: Seat) -> bool:
    """Whether a seat may resign now."""
    if m.over or not 0 <= seat < m.seats:
        return False
    word = m.functions.resign
    if word is None or m.seats == 1:
        return True
    leaves = m.functions.leaves
    return leaves(m.state, seat) if leaves is not None else word in m.functions.actions(m.state, seat)


def others_play_on(m: Match) -> bool:
    """Whether the others play on when a seat resigns or runs out of time; else the match ends."""
    return m.game.contenders is not None and m.seats > 1


def is_departure(game: Game, event: Event) -> bool:
    """Whether a seat leaves the match with this event: it resigned or ran out of time."""
    word = resign_action(game)
    return word is not None and event.by >= 0 and type(event.what) is type(word) and event.what == word


def contenders(m: Match) -> tuple[Seat, ...]:
    """The seats that may still win."""
    rule = m.game.contenders
    return tuple(range(m.seats)) if rule is None else tuple(rule(m.state))


def resign_action(game: Game) -> Any:
    """The action by which a seat resigns while others play on; None if the game has none."""
    return game.resignation.RESIGN if game.resignation else None


def legal_actions(game: Game, s: Any, seat: Seat) -> Sequence[Any]:
    """What a seat may do: its actions, and resigning where the game lets a seat do so out of turn."""
    return _legal_actions(GameFunctions(game), s, seat)


def _legal_actions(functions: GameFunctions, s: Any, seat: Seat) -> Sequence[Any]:
    actions, leaves = functions.actions(s, seat), functions.leaves
    if leaves is None or not leaves(s, seat) or (actions and actions[-1] == functions.resign):
        return actions
    return (*actions, functions.resign)


def allows_undo_and_hints(m: Match) -> bool:
    """Whether undo and hints are allowed now; a race against time may have neither."""
    rule = m.functions.allows_help
    return rule is None or bool(rule(m.state))


def _step(m: Match, event: Event, limit: Millis | None) -> Any:
    functions, s = m.functions, m.state
    if event.by == TIME:
        if limit is None or event.at != limit:
            raise Illegal("match", f"Time has no event at {event.at} ms.")
    elif limit is not None and event.at == limit and event.by != CHANCE:
        raise Illegal("match", f"Too late: the time ran out at {limit} ms.")
    turn = m.turn
    if functions.advance is not None:
        s = functions.advance(s, event.at)
        turn = functions.turn(s)
    if event.by == CHANCE:
        if turn != CHANCE or not _is_among(event.what, [row for row, _ in functions.chances(s)]):
            raise Illegal("match", "Chance cannot do that now.")
        return functions.settle(s, event.what)
    if event.by == TIME:
        return s
    _check_seat(m, event.by)
    legal = functions.legal
    known = legal is not None and type(event.what) is functions.action and legal(s, event.by, event.what)
    if not known and not _is_among(event.what, _legal_actions(functions, s, event.by)):
        if not functions.is_move(event.what):
            raise Illegal(
                "match", f"That is no action of {m.game.title}; notation.find reads one from its text."
            )
        raise Illegal(*m.game.rules.why(s, event.by, event.what))
    return functions.play(s, event.by, event.what)


def _is_among(what: Any, legal: Iterable[Any]) -> bool:
    """Whether it is in the list. Equal named tuples of two types are not: a throw of 1 is not taking 1."""
    own = type(what)
    return what in [one for one in legal if type(one) is own]


def state_after(game: Game, s: Any, event: Event) -> Any:
    """The state after an event that was judged before."""
    return _state_after(GameFunctions(game), s, event)


def _state_after(functions: GameFunctions, s: Any, event: Event) -> Any:
    if functions.advance is not None:
        s = functions.advance(s, event.at)
    if event.by == CHANCE:
        return functions.settle(s, event.what)
    return s if event.by == TIME else functions.play(s, event.by, event.what)


def _check_follows(m: Match, entry: Entry) -> Millis | None:
    """The deadline, if there is one; Illegal if no entry of that time and type may follow."""
    if entry.at < m.at:
        raise Illegal("match", f"An entry at {entry.at} ms cannot follow one at {m.at} ms.")
    if m.over and not (m.reopens and isinstance(entry, Undone)):
        raise Illegal("match", "The match is over.")
    limit = deadline(m)
    if limit is not None and entry.at > limit:
        raise Illegal("match", f"Too late: the time ran out at {limit} ms.")
    return limit


def _check_time_left(m: Match, s: Any, at: Millis) -> None:
    """Illegal if the time of an earlier state has run out since: time would have no moment to act."""
    rule = m.functions.deadline
    limit = rule(s) if rule else None
    if limit is not None and limit <= at:
        raise Illegal("match", "Too late to take back: the time has run out since.")


def _check_seat(m: Match, seat: Seat) -> None:
    if not 0 <= seat < m.seats:
        raise Illegal("match", f"There is no seat {seat + 1}.")
