"""What a game promises. See docs/architecture.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import msgspec

Seat = int  # 0, 1, 2 ... clockwise
Millis = int  # match time: starts at 0, stands still while the server is down; never the wall clock

CHANCE, EVERYONE, OVER, TIME = (
    -1,
    -2,
    -3,
    -4,
)  # turn(): a seat or the first three; Event.by: a seat, CHANCE or TIME


class Illegal(Exception):
    """Well formed, but not now. Carries the clause that forbids it."""

    def __init__(self, clause: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({clause})")
        self.clause = clause
        self.sentence = sentence


class Unreadable(ValueError):
    """Not notation. Says where the fault is."""

    def __init__(self, sentence: str, place: str = "") -> None:
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.sentence = sentence
        self.place = place


class Outcome(NamedTuple):
    places: tuple[int, ...]  # by seat; 1 is best, equal numbers share the place
    winners: tuple[Seat, ...]  # may be empty: nobody won
    points: tuple[int, ...]  # as the game counts them; places say who is better
    reason: str


class Event(NamedTuple):
    at: Millis  # never before the last event's
    by: Seat  # or CHANCE, TIME
    what: Any  # an Action, a Chance, None (TIME); in a seen event also Hidden


class Hidden(NamedTuple):
    """Stands in a seen event for what the seat may not know."""

    text: str  # "drop ? sobek"


class Told(NamedTuple):
    """An event in words, for the log, the live region and the terminal."""

    seat: Seat | None  # whose row it is; None: nobody's
    words: str  # what that seat did, without its name: "throws 4 and will throw again"
    note: str  # the effect in a word or two, for the log's margin: "again"; may be empty
    clause: str  # "3.1"; may be empty


class Level(NamedTuple):
    """A bot that a player can choose by name."""

    name: str  # "scribe"
    bot: str  # how bots/ builds it: "expectimax 2"
    about: str  # one sentence for the player


class Rating(NamedTuple):
    """Every action of a seat judged at once, by a solver that knows."""

    best: int  # the best result that can still be reached, as the game counts
    exact: bool  # proved; else the best found
    costs: tuple[tuple[Any, int | None], ...]  # (action, what it costs against the best; None: not known)
    sentence: str  # "A perfect end is still within reach."


class Daily(NamedTuple):
    """A puzzle of the day, the same for everybody: options of a table that plays it."""

    grade: str  # "easy", "medium" or "hard"
    about: str  # one sentence: what is asked, without the solution
    options: dict[str, Any]


class Rules(Protocol):
    """The module rules.py of a game: pure functions over one immutable State.

    Games with sand in them also have deadline(s) -> Millis | None and advance(s, now) -> State. Games of the
    fast lane (State is a NamedTuple) also have winner(s) -> Seat, -1 for nobody, when OVER, and may have
    breadth(s, seat) and nth(s, seat, n): actions() counted and picked from without making the list; and, if
    machine words have not room for every state, fits(s): whether they have for this one and all that follows.
    legal(s, seat, action) may say whether an Action is in the list, where that costs less than to make it.
    Where the options matter, seats(options) says how many may play, and free(s) whether undo and hints are.
    RESIGN is the action by which a seat gives up, where the others play on without it. With leaves(s, seat) a
    seat may do so whenever that says so, also out of turn; in a list of actions it comes last if at all. Who
    runs out of time leaves by the same action, so a seat must be able to whenever it is to act.
    timed(options) says whether time ever acts; without it, it does wherever there is a deadline.
    SHARED is True where the first place may be shared, so that a draw can be agreed on.
    """

    def start(self, seats: int, options: Any) -> Any: ...
    def turn(self, s: Any) -> int: ...
    def actions(self, s: Any, seat: Seat) -> Sequence[Any]: ...
    def play(self, s: Any, seat: Seat, action: Any) -> Any: ...
    def chances(self, s: Any) -> Sequence[tuple[Any, int]]: ...
    def settle(self, s: Any, chance: Any) -> Any: ...
    def outcome(self, s: Any) -> Outcome: ...
    def why(self, s: Any, seat: Seat, action: Any) -> tuple[str, str]: ...


class Views(Protocol):
    """The module views.py: what a seat may know, and how a client draws it.

    Picture and choice are functions of the view alone, so whatever the view hides they cannot tell. A game
    with secrets also has opened(s) -> View, in which nothing is hidden: for replay, when the match is over.
    """

    @property
    def Picture(self) -> type[msgspec.Struct]: ...  # what a board draws; the client's type comes from it
    @property
    def Choice(self) -> type[msgspec.Struct]: ...  # one legal action as the client sees it; has `text`

    def view(self, s: Any, seat: Seat | None) -> Any: ...
    def seen(self, s: Any, event: Event, seat: Seat | None) -> Event: ...
    def guess(self, v: Any, draw: Callable[[int], int]) -> Any: ...
    def picture(self, v: Any) -> Any: ...
    def choice(self, v: Any, seat: Seat, action: Any) -> Any: ...
    def hand(self, v: Any) -> Seat | None: ...  # at a CHANCE turn: who throws; None: nature, at once


class Notation(Protocol):
    """The module notation.py: text for positions, actions and chances, both ways, and events in words."""

    def write(self, s: Any) -> str: ...
    def read(self, text: str) -> Any: ...
    def name(self, s: Any, what: Any) -> str: ...
    def find(self, s: Any, text: str) -> Any: ...
    def tell(self, v: Any, event: Event) -> Told: ...  # v before a seen event


@dataclass(frozen=True)
class Game:
    """The only public name of a game's package."""

    name: str  # "senet"
    title: str  # "Senet"
    seats: range  # how many may play, with whatever options
    version: int  # of the rules: grows when an old record would replay otherwise
    # Frozen; every field has a default and a Meta(description=...), a text an example. extra_json_schema of
    # the Meta may say `when` a field matters, {"mode": "practice"}, and the `clause` by which it is refused.
    Options: type[msgspec.Struct]
    rules: Rules
    views: Views
    notation: Notation
    levels: tuple[Level, ...] = ()  # weakest first
    hints: Any = field(default=None)  # the module hints.py: evaluate(s, seat), maybe rate(v, seat) -> Rating
    # and daily("2026-11-15") -> (Daily, ...), the easiest first; advice(v, seat, action), a sentence for
    # whoever asked for a hint, where a Choice has no words; prepare(options): what a room has worked out in a
    # thread when a match begins, because it takes long and will be needed
    # The seats that may still win. Who resigns or runs out of time leaves by rules.RESIGN and the others play
    # on; when one seat is left here, it wins. None: the match ends, and all others win
    contenders: Callable[[Any], Sequence[Seat]] | None = None
    before: Mapping[str, Any] = field(default_factory=dict)  # of options that came later: what was so before
    editions: Mapping[int, Game] = field(default_factory=dict)  # older rules that are still read, by version

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled game is its name and version: whoever reads it must have the game."""
        return _game_in, (self.package, self.version)

    @property
    def package(self) -> str:
        """The module that holds this game as `game`: "benben.games.senet"."""
        home = str(getattr(self.rules, "__name__", ""))
        while home and not isinstance(getattr(import_module(home), "game", None), Game):
            home = home.rpartition(".")[0]
        return home

    def edition(self, version: int) -> Game:
        """The rules as they were in that version; Unreadable if they are not kept."""
        if version == self.version:
            return self
        if version in self.editions:
            return self.editions[version]
        here = ", ".join(map(str, sorted({*self.editions, self.version})))
        raise Unreadable(f"Played by version {version} of the rules; here is version {here}.", "rules")

    def seats_for(self, options: Any) -> range:
        """How many may play with these options; a game whose options matter has rules.seats(options)."""
        found: range = getattr(self.rules, "seats", lambda _: self.seats)(options)
        return found

    def options_of(self, written: Mapping[str, Any]) -> Any:
        """Options as they were written down, maybe before some of them were there; Illegal as below."""
        return self.options(**{**self.before, **written})

    def options(self, /, **fields: Any) -> Any:
        """Options checked field by field; Illegal names the first one that is wrong."""
        try:
            return msgspec.convert(fields, self.Options)
        except msgspec.ValidationError as fault:
            raise Illegal(f"{self.name} options", f"{fault}.") from None


def _game_in(module: str, version: int) -> Game:
    game: Game = import_module(module).game
    return game.edition(version)
