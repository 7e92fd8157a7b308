"""A match is a list of entries folded through a game. The only judge of legality."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from benben.core import chance
from benben.core.contract import CHANCE, OVER, TIME, Event, Game, Illegal, Millis, Outcome, Seat
from benben.core.entries import Aborted, Drawn, Entry, Flagged, Reseated, Resigned, Undone
from benben.core.game_functions import GameFunctions
from benben.core.persistent_list import PersistentList


class Match:
    """A match so far, as a value: nothing changes it, and whatever follows is another one."""

    __slots__ = (
        "at",
        "draws",
        "ended",
        "events",
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
        # What the rules say of the state, or OVER; asked so often that it is worked out once
        self.turn: Final[int] = self.functions.turn(state) if ended is None else OVER

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._identity == other._identity

    __hash__ = None  # type: ignore[assignment]

    @property
    def _identity(self) -> tuple[object, ...]:
        """The fields from which all others follow."""
        return self.game, self.seats, self.options, self.state, self.events, self.length, self.at, self.ended

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.game, self.seats, self.options, self.state, PersistentList(self.events))
        return Match, (*fields, self.length, self.at, self.ended, self.draws)

    @property
    def over(self) -> bool:
        return self.turn == OVER

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
    limit = check_follows(m, entry)
    length = m.length + 1
    match entry:
        case Event():
            state = _step(m, entry, limit)
            if is_departure(m.game, entry):
                return _departed(m, entry, state, None)
            events, draws = m.events.then(entry), m.draws + (entry.by == CHANCE)
            return Match(
                m.game, m.seats, m.options, state, events, length, entry.at, None, draws, m.functions
            )
        case Undone():
            return take_back(m, entry)
        case Resigned(at, by):
            return _left(m, Event(at, by, m.functions.resign), "resigned", limit)
        case Flagged(at, by):
            return _left(m, Event(at, by, m.functions.resign), "ran out of time", limit)
        case Aborted(at, by):
            _check_seat(m, by)
            nobody = Outcome((1,) * m.seats, (), (0,) * m.seats, "broken off")
            return _noted(m, at, nobody)
        case Drawn(at, by):
            _check_seat(m, by)
            if not m.game.draw_allowed:
                raise Illegal("match", f"{m.game.title} cannot end in a draw.")
            return _noted(m, at, _shared(contenders(m), m.seats, "a draw was agreed"))
        case Reseated(at, by):
            _check_seat(m, by)
            return _noted(m, at, m.ended)


def _left(m: Match, event: Event, how: str, limit: Millis | None) -> Match:
    """A seat has resigned or run out of time: it is out if the others can play on, else the match ends."""
    if not plays_on(m):
        return _noted(m, event.at, _lost(m, event.by, how))
    return _departed(m, event, _step(m, event, limit), how)


def _departed(m: Match, event: Event, state: Any, how: str | None) -> Match:
    """The match without a seat. If only one other seat may still win, it wins and the match ends.

    `how` is told as the reason then; None: it resigned, and rules that know of that tell their own.
    """
    ended, left = None, () if m.game.contenders is None else tuple(m.game.contenders(state))
    if len(left) == 1:
        reason = f"seat {event.by + 1} {how or 'resigned'}"
        if m.functions.turn(state) != OVER:
            ended = _shared(left, m.seats, reason)
        elif how:
            ended = m.game.rules.outcome(state)._replace(reason=reason)
    events = m.events.then(event)
    return Match(
        m.game, m.seats, m.options, state, events, m.length + 1, event.at, ended, m.draws, m.functions
    )


def _noted(m: Match, at: Millis, ended: Outcome | None) -> Match:
    """With an entry more that is no event."""
    return Match(m.game, m.seats, m.options, m.state, m.events, m.length + 1, at, ended, m.draws, m.functions)


def take_back(m: Match, entry: Undone, states: Sequence[Any] | None = None) -> Match:
    """The match without its last events. `states` are those after 0, 1, 2 ... events, if they are known."""
    at, by, kept = entry.at, entry.by, entry.kept
    _check_seat(m, by)
    if not 0 <= kept < len(m.events):
        raise Illegal("match", f"There is no event {kept + 1} to take back.")
    state = states[kept] if states else state_at(m, kept)
    if m.game.contenders is not None and any(is_departure(m.game, event) for event in m.events[kept:]):
        raise Illegal("match", "Somebody has left the match since: what was before that stands.")
    _check_sand(m, state, at)
    draws = m.draws - sum(event.by == CHANCE for event in m.events[kept:])
    events = m.events.first(kept)
    return Match(m.game, m.seats, m.options, state, events, m.length + 1, at, m.ended, draws, m.functions)


def state_at(m: Match, n: int) -> Any:
    """The state after the first n events that stand."""
    state = m.game.rules.start(m.seats, m.options)
    for event in m.events.first(n):
        state = _followed(m.functions, state, event)
    return state


def next_chance(m: Match, secret: str, seeds: Sequence[str], at: Millis) -> Event:
    """What chance does now: the match's next draw, by the weights of the rules. Seeds are by seat."""
    return _drawn(m.functions.advance, m.functions.chances, m.state, m.draws, secret, seeds, at)


def drawn(game: Game, s: Any, draw: int, secret: str, seeds: Sequence[str], at: Millis) -> Event:
    """What chance does in a state: draw number `draw`, by the weights of the rules."""
    advance = game.timing.advance if game.timing else None
    return _drawn(advance, game.rules.chances, s, draw, secret, seeds, at)


def _drawn(
    advance: Any, chances: Any, s: Any, draw: int, secret: str, seeds: Sequence[str], at: Millis
) -> Event:
    rows = chances(s if advance is None else advance(s, at))
    return Event(at, CHANCE, rows[chance.drawn(secret, seeds, draw, [weight for _, weight in rows])][0])


def deadline(m: Match) -> Millis | None:
    """When time itself will act next in a game with sand in it."""
    rule = m.functions.deadline
    return None if rule is None or m.over else rule(m.state)


def timed(game: Game, options: Any) -> bool:
    """Time itself may act in such a match."""
    return game.timing is not None and (game.timed_with is None or game.timed_with(options))


def hand(m: Match) -> Seat | None:
    """Who throws, at a turn of chance; None: nature, at once."""
    return m.functions.hand(m.functions.view(m.state, None))


def thinker(m: Match) -> Seat | None:
    """Whose clock runs: the one seat to act or to throw. Where everybody may act nobody's does."""
    return hand(m) if m.turn == CHANCE else m.turn if m.turn >= 0 else None


def free_undo(m: Match, seat: Seat) -> int | None:
    """How many events stand if this seat takes back all it may without asking; None if nothing.

    Free back to the last event of chance, of time or of another seat.
    """
    if not undoes(m, seat):
        return None
    kept = len(m.events)
    while kept and m.events[kept - 1].by == seat:
        kept -= 1
    return kept


def undoes(m: Match, seat: Seat) -> bool:
    """Whether this seat can take something back without asking."""
    last = m.events.last
    if last is None or last.by != seat or (m.game.contenders is not None and is_departure(m.game, last)):
        return False
    return not (m.over and not m.reopens) and free(m)


def resignation(m: Match, seat: Seat, at: Millis) -> Entry:
    """How a seat gives up: by an action where the game has one and goes on without it, else for good."""
    word = m.functions.resign
    return Resigned(at, seat) if word is None or m.seats == 1 else Event(at, seat, word)


def resigns(m: Match, seat: Seat) -> bool:
    """Whether a seat may resign now."""
    if m.over or not 0 <= seat < m.seats:
        return False
    word = m.functions.resign
    if word is None or m.seats == 1:
        return True
    leaves = m.functions.leaves
    return leaves(m.state, seat) if leaves is not None else word in m.functions.actions(m.state, seat)


def plays_on(m: Match) -> bool:
    """Whether the others play on when a seat resigns or runs out of time; else the match ends."""
    return m.game.contenders is not None and m.seats > 1


def is_departure(game: Game, event: Event) -> bool:
    """Whether with this event a seat leaves the match: it resigned or ran out of time."""
    word = resign_of(game)
    return word is not None and event.by >= 0 and type(event.what) is type(word) and event.what == word


def contenders(m: Match) -> tuple[Seat, ...]:
    """The seats that may still win."""
    rule = m.game.contenders
    return tuple(range(m.seats)) if rule is None else tuple(rule(m.state))


def resign_of(game: Game) -> Any:
    """The action by which a seat resigns while others play on; None if the game has none."""
    return game.resignation.RESIGN if game.resignation else None


def able(game: Game, s: Any, seat: Seat) -> Sequence[Any]:
    """What a seat may do: its actions, and to resign where the game lets a seat do so out of turn."""
    return _able(GameFunctions(game), s, seat)


def _able(functions: GameFunctions, s: Any, seat: Seat) -> Sequence[Any]:
    actions, leaves = functions.actions(s, seat), functions.leaves
    if leaves is None or not leaves(s, seat) or (actions and actions[-1] == functions.resign):
        return actions
    return (*actions, functions.resign)


def free(m: Match) -> bool:
    """Undo and hints are allowed here; a race against time may have neither."""
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
        if turn != CHANCE or not _among(event.what, [row for row, _ in functions.chances(s)]):
            raise Illegal("match", "Chance cannot do that now.")
        return functions.settle(s, event.what)
    if event.by == TIME:
        return s
    _check_seat(m, event.by)
    legal = functions.legal
    known = legal is not None and type(event.what) is functions.action and legal(s, event.by, event.what)
    if not known and not _among(event.what, _able(functions, s, event.by)):
        if not functions.is_move(event.what):
            raise Illegal(
                "match", f"That is no action of {m.game.title}; notation.find reads one from its text."
            )
        raise Illegal(*m.game.rules.why(s, event.by, event.what))
    return functions.play(s, event.by, event.what)


def _among(what: Any, legal: Iterable[Any]) -> bool:
    """Named tuples of two sorts are equal if their fields are, so a throw of 1 would pass for taking 1."""
    sort = type(what)
    return what in [one for one in legal if type(one) is sort]


def followed(game: Game, s: Any, event: Event) -> Any:
    """An event already judged, applied again."""
    return _followed(GameFunctions(game), s, event)


def _followed(functions: GameFunctions, s: Any, event: Event) -> Any:
    if functions.advance is not None:
        s = functions.advance(s, event.at)
    if event.by == CHANCE:
        return functions.settle(s, event.what)
    return s if event.by == TIME else functions.play(s, event.by, event.what)


def check_follows(m: Match, entry: Entry) -> Millis | None:
    """When time itself will act, if it does; Illegal if the entry may not follow, whatever it says."""
    if entry.at < m.at:
        raise Illegal("match", f"An entry at {entry.at} ms cannot follow one at {m.at} ms.")
    if m.over and not (m.reopens and isinstance(entry, Undone)):
        raise Illegal("match", "The match is over.")
    limit = deadline(m)
    if limit is not None and entry.at > limit:
        raise Illegal("match", f"Too late: the time ran out at {limit} ms.")
    return limit


def _check_sand(m: Match, s: Any, at: Millis) -> None:
    """Going back to a state whose time has run out since would leave time no moment to act."""
    rule = m.functions.deadline
    limit = rule(s) if rule else None
    if limit is not None and limit <= at:
        raise Illegal("match", "Too late to take back: the time has run out since.")


def _check_seat(m: Match, seat: Seat) -> None:
    if not 0 <= seat < m.seats:
        raise Illegal("match", f"There is no seat {seat + 1}.")


def _shared(winners: tuple[Seat, ...], seats: int, reason: str) -> Outcome:
    """Some seats share the first place, all others that behind them. Nothing is scored."""
    places = tuple(1 if seat in winners else len(winners) + 1 for seat in range(seats))
    alone = len(winners) == 1
    return Outcome(places, winners, tuple(int(alone and seat in winners) for seat in range(seats)), reason)


def _lost(m: Match, seat: Seat, how: str) -> Outcome:
    _check_seat(m, seat)
    others = tuple(other for other in range(m.seats) if other != seat)
    places = tuple(m.seats if other == seat else 1 for other in range(m.seats))
    return Outcome(
        places, others, tuple(int(other != seat) for other in range(m.seats)), f"seat {seat + 1} {how}"
    )
