"""Does a seat learn more than its view tells? What a view hides, nothing else may tell, in any game.

Two worlds that look alike to a seat must go on looking alike as long as the events look alike to it. A world
that looks alike is (a) guessed from the view, or (b) made by changing what an event hid from the seat, since
a guess copies whatever the view leaks. (c) Events that leave the seat's view the same must be seen the same.
(d) What all guesses agree on must be true, and guessed deadlines lie ahead. (e) Every secret of a game has a
line in its cases, see `secrets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from benben.core import match
from benben.core.contract import CHANCE, TIME, Draw, Event, Game, Millis, Seat, Unreadable

FEW, MANY = 12, 400  # guesses that agree by chance; guesses that do not


class Leak(AssertionError):
    """A seat can tell apart what it should not."""

    def __init__(self, letter: str, seat: Seat | None, sentence: str) -> None:
        super().__init__(f"({letter}) {'a spectator' if seat is None else f'seat {seat + 1}'}: {sentence}")
        self.letter = letter


class Walk(NamedTuple):
    """A match as the leak tests need it: every state with its time, and the events between."""

    game: Game
    seats: int
    states: list[Any]
    events: list[Event]

    def now(self, n: int) -> Millis:
        return self.events[n - 1].at if n else 0


def walk_of(m: match.Match) -> Walk:
    states = [m.game.rules.start(m.seats, m.options)]
    for event in m.events:
        states.append(match.state_after(m.game, states[-1], event))
    return Walk(m.game, m.seats, states, list(m.events))


def check(w: Walk, draw: Draw, starts: int = 4, ahead: int = 30) -> int:
    """Check a walk for every seat and a spectator; Leak if one learns too much. Gives the twins' steps."""
    steps = 0
    pool = _pool(w)
    for seat in (*range(w.seats), None):
        for n, event in enumerate(w.events):
            _check_siblings(w, n, event, seat, pool)
        for _ in range(starts):
            n = draw(len(w.states))
            _check_guesses(w, n, seat, draw)
            twin = w.game.views.guess(w.game.views.view(w.states[n], seat), draw)
            steps += _beside("a", w, n, twin, seat, pool, draw, ahead)
            if n < len(w.events):
                others = [one for one in _alike(w, n, w.states[n], seat) if one != w.events[n]]
                if others:
                    twin = match.state_after(w.game, w.states[n], others[draw(len(others))])
                    steps += _beside("b", w, n + 1, twin, seat, pool, draw, ahead)
    return steps


def _beside(
    letter: str, w: Walk, n: int, twin: Any, seat: Seat | None, pool: list[Any], draw: Draw, ahead: int
) -> int:
    """Walks the twin along while it can do what looks the same; how many steps it could."""
    _check_alike(letter, w.game, w.states[n], twin, seat, pool)
    for step in range(min(ahead, len(w.events) - n)):
        alike = _alike(w, n + step, twin, seat)
        if not alike:
            return step  # that could not have happened in the twin's world: the seat now knows better
        twin = match.state_after(w.game, twin, alike[draw(len(alike))])
        _check_alike(letter, w.game, w.states[n + step + 1], twin, seat, pool)
    return min(ahead, len(w.events) - n)


def _alike(w: Walk, n: int, twin: Any, seat: Seat | None) -> list[Event]:
    """Events in the twin's world that look to the seat as event n does in the true one."""
    event, s, views = w.events[n], w.states[n], w.game.views
    told = _shape(views.seen(s, event, seat))
    return [one for one in _possible(w.game, twin, event) if _shape(views.seen(twin, one, seat)) == told]


def _possible(game: Game, s: Any, event: Event) -> list[Event]:
    """All that could happen in this state at the event's time, by the same cause."""
    limit = _deadline(game, s)
    if event.by == TIME:
        return [event] if limit == event.at else []
    if limit is not None and event.at >= limit:
        return []
    rules: Any = game.rules
    if game.timing:
        s = game.timing.advance(s, event.at)
    if event.by == CHANCE:
        rows = rules.chances(s) if rules.turn(s) == CHANCE else []
        return [event._replace(what=row) for row, _ in rows]
    return [event._replace(what=action) for action in match.legal_actions(game, s, event.by)]


def _check_alike(letter: str, game: Game, s: Any, twin: Any, seat: Seat | None, pool: list[Any]) -> None:
    rules, views = game.rules, game.views
    v, w = views.view(s, seat), views.view(twin, seat)
    if v != w or _bytes(v) != _bytes(w):
        raise Leak(letter, seat, f"the views differ: {v} and {w}")
    if rules.turn(s) != rules.turn(twin):
        raise Leak(letter, seat, "the turns differ")
    if _bytes(views.picture(v)) != _bytes(views.picture(w)):
        raise Leak(letter, seat, "the pictures differ")
    if rules.turn(s) == CHANCE and views.thrower(v) != views.thrower(w):
        raise Leak(letter, seat, "the hands that throw differ")
    if seat is None:
        return
    able = list(rules.actions(s, seat))
    if able != list(rules.actions(twin, seat)):
        raise Leak(letter, seat, "the actions differ")
    for action in able:
        if _bytes(views.choice(v, seat, action)) != _bytes(views.choice(w, seat, action)):
            raise Leak(letter, seat, "the choices differ")
    for action in pool:
        if action not in able and rules.why(s, seat, action) != rules.why(twin, seat, action):
            raise Leak(letter, seat, f"the refusals of {action} differ")


def _check_siblings(w: Walk, n: int, event: Event, seat: Seat | None, pool: list[Any]) -> None:
    """Check events that could have happened instead: seen alike if and only if the views after are equal.

    Worlds that are the same in every way hold no secret, so what led to them may be known: a throw with which
    nothing can move.
    """
    if event.by == seat:
        return
    by_view: dict[bytes, tuple[str, Any]] = {}
    by_look: dict[str, Any] = {}
    for one in _possible(w.game, w.states[n], event):
        after = match.state_after(w.game, w.states[n], one)
        look = _shape(w.game.views.seen(w.states[n], one, seat))
        known, other = by_view.setdefault(_bytes(w.game.views.view(after, seat)), (look, after))
        if known != look and other != after:
            raise Leak("c", seat, f"{look} tells more than the view does")
        if look in by_look:
            _check_alike("b", w.game, by_look[look], after, seat, pool)
        by_look.setdefault(look, after)


def _check_guesses(w: Walk, n: int, seat: Seat | None, draw: Draw) -> None:
    game, s = w.game, w.states[n]
    v = game.views.view(s, seat)
    agreed: dict[str, Any] | None = None
    truth = _facts(s)
    for many in range(MANY):
        guessed = game.views.guess(v, draw)
        limit = _deadline(game, guessed)
        if limit is not None and limit <= w.now(n):
            raise Leak("d", seat, f"a guessed deadline, {limit} ms, is past at {w.now(n)} ms")
        facts = _facts(guessed)
        agreed = facts if agreed is None else {k: x for k, x in agreed.items() if facts.get(k) == x}
        if many >= FEW and all(truth.get(key) == value for key, value in agreed.items()):
            return
    wrong = [key for key, value in (agreed or {}).items() if truth.get(key) != value]
    raise Leak("d", seat, f"all guesses agree on {', '.join(wrong)}, and are wrong")


class Secret(NamedTuple):
    """A line of cases: from a position, two events that some must see alike, and the others must not."""

    clause: str
    seats: int
    position: str
    by: str  # chance, or a seat from 1
    one: str
    other: str
    hidden: tuple[Seat | None, ...]  # from these; None is a spectator


def secrets(text: str) -> Iterator[Secret]:
    """Lines such as: secret 4.1 for 2 | POSITION | chance | look 3 | look 5 | hidden from 2 spectator."""
    for line in text.splitlines():
        if line.startswith("secret "):
            head, rest = line.split(" | ", 1)  # a position may have bars of its own
            position, by, one, other, who = (part.strip() for part in rest.rsplit(" | ", 4))
            found = re.fullmatch(r"secret (\S+) for (\d+)", head)
            names = re.fullmatch(r"hidden from((?: [1-9]\d?)*(?: spectator)?)", who)
            if not found or not names:
                raise Unreadable("say which clause, for how many, and from whom it is hidden", line[:60])
            hidden = tuple(None if name == "spectator" else int(name) - 1 for name in names[1].split())
            yield Secret(found[1], int(found[2]), position, by, one, other, hidden)


def check_secret(game: Game, secret: Secret) -> None:
    s = game.notation.read(secret.position)
    by = CHANCE if secret.by == "chance" else int(secret.by) - 1
    at = getattr(s, "now", 0)
    one, other = (Event(at, by, game.notation.find(s, text)) for text in (secret.one, secret.other))
    worlds = [match.state_after(game, s, event) for event in (one, other)]
    for seat in (*range(secret.seats), None):
        looks = [_shape(game.views.seen(s, event, seat)) for event in (one, other)]
        same = looks[0] == looks[1] and _bytes(game.views.view(worlds[0], seat)) == _bytes(
            game.views.view(worlds[1], seat)
        )
        if same != (seat in secret.hidden):
            raise Leak("e", seat, f"clause {secret.clause}: {secret.one} is {'hidden' if same else 'shown'}")


def _pool(w: Walk) -> list[Any]:
    """Actions to ask refusals for: whatever anybody could do at some time."""
    found: list[Any] = []
    for s in w.states[:: max(1, len(w.states) // 8)]:
        for seat in range(w.seats):
            found += [action for action in w.game.rules.actions(s, seat) if action not in found]
    return found[:40]


def _deadline(game: Game, s: Any) -> Millis | None:
    return game.timing.deadline(s) if game.timing else None


def _shape(event: Event) -> str:
    return repr(event)


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _facts(s: Any) -> dict[str, Any]:
    """Every leaf of a state with the way to it."""
    found: dict[str, Any] = {}

    def gather(way: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, one in value.items():
                gather(f"{way}.{key}", one)
        elif isinstance(value, list | tuple):
            for n, one in enumerate(value):
                gather(f"{way}.{n}", one)
        else:
            found[way] = value

    gather("", msgspec.to_builtins(s, order="deterministic"))
    return found
