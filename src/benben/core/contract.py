"""What a game promises. See docs/architecture.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from benben.core.achievements import AchievementBook
from benben.core.judge import ReviewSupport
from benben.core.learned import LearnedJudgement
from benben.core.search_model import SearchModel

Seat = int  # 0, 1, 2 ... clockwise
Millis = int  # match time: starts at 0, stands still while the server is down; never the wall clock
Draw = Callable[[int], int]  # draw(n) is uniform in 0..n-1

# turn(): a seat or the first three; Event.by: a seat, CHANCE or TIME
CHANCE, EVERYONE, OVER, TIME = -1, -2, -3, -4


class Illegal(Exception):
    """Well formed, but not now. Carries the clause that forbids it."""

    def __init__(self, clause: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({clause})")
        self.clause = clause
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.clause, self.sentence)


class Unreadable(ValueError):
    """Not notation. Says where the fault is."""

    def __init__(self, sentence: str, place: str = "") -> None:
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.sentence = sentence
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sentence, self.place)


class Preparation(NamedTuple):
    """What takes long to make and the rules will ask for: made in one process, kept in another."""

    make: Callable[[Any], Any]  # by options
    keep: Callable[[Any, Any], None]  # options, and what was made for them: the rules find it from now on
    is_kept: Callable[[Any], bool]  # by options; True also where there is nothing to make
    is_needed: Callable[[Any], bool]  # by options; False where there is never anything to make


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
    """A solver's rating of every action of a seat."""

    best: int  # the best result that can still be reached, as the game counts
    exact: bool  # proved; else the best found
    costs: tuple[tuple[Any, int | None], ...]  # (action, what it costs against the best; None: not known)
    sentence: str  # "A perfect end is still within reach."


class Comparison(NamedTuple):
    """A search's verdict on one action beside the one that it prefers."""

    best: Any  # the action that it prefers
    best_worth: float  # of that action to the seat, 0..1
    worth: float  # of the action that was asked about; never more than the best


class KnownChance(NamedTuple):
    """What a table knows of a position: a seat's chance to win if everybody plays as well as can be."""

    chance: float  # 0..1
    error: float  # the most by which it is wrong


class Blunder(NamedTuple):
    """An action that gives much away, as a learner is told of it."""

    better: Any  # an action that gives less away
    sentence: str  # why, with a true figure: "It leaves 14 alone: 37 % that it is sent back."


class Daily(NamedTuple):
    """A puzzle of the day, the same for everybody: options of a table that plays it."""

    grade: str  # "easy", "medium" or "hard"
    about: str  # one sentence: what is asked, without the solution
    options: dict[str, Any]


class PuzzleAnswer(NamedTuple):
    """One way to answer a puzzle, and what it is worth."""

    text: str  # by which answers are told apart: "18x21", "27 points"
    value: int  # in the unit of the puzzle, the more the better
    words: str  # what the player does: "swaps 18 with the spool on 21"


class Puzzle(NamedTuple):
    """A puzzle of the day that is played from a position: one question, and every answer with its value."""

    question: str  # one sentence, without the solution: "You threw 3. Find the best move."
    grade: int  # 1, very easy, to 5, very hard
    position: str  # in notation
    seat: Seat  # that is you
    # Of values: ten-thousandths of a chance to win, points, pips left below 0, or 1 for a cover
    unit: Literal["chance", "points", "pips", "cover"]
    answers: tuple[PuzzleAnswer, ...]  # all of them, the best first
    line: tuple[str, ...]  # your actions that make the best answer
    proof: str  # how the values are known
    script: tuple[str, ...] = ()  # what chance does, in its order, where that is known beforehand
    known: tuple[str, ...] = ()  # the script in words: "Round 12: yellow 5, green 2, black 6, blue 3, red 1"


class Rules(Protocol):
    """The module rules.py of a game: pure functions over one immutable State.

    Rules of the fast lane, whose State is a NamedTuple, may have what compiled.Bound names too.
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

    Picture and choice are functions of the view alone, so whatever the view hides they cannot tell.
    """

    @property
    def Picture(self) -> type[msgspec.Struct]: ...  # what a board draws; the client's type comes from it
    @property
    def Choice(self) -> type[msgspec.Struct]: ...  # one legal action as the client sees it; has `text`

    def view(self, s: Any, seat: Seat | None) -> Any: ...
    def seen(self, s: Any, event: Event, seat: Seat | None) -> Event: ...
    def guess(self, v: Any, draw: Draw) -> Any: ...
    def picture(self, v: Any) -> Any: ...
    def choice(self, v: Any, seat: Seat, action: Any) -> Any: ...
    def thrower(self, v: Any) -> Seat | None: ...  # at a CHANCE turn: the seat that throws; None: none has to


class Notation(Protocol):
    """The module notation.py: text for positions, actions and chances, both ways, and events in words."""

    def write(self, s: Any) -> str: ...
    def read(self, text: str) -> Any: ...
    def name(self, s: Any, what: Any) -> str: ...
    def find(self, s: Any, text: str) -> Any: ...
    def tell(self, v: Any, event: Event) -> Told: ...  # v before a seen event


class Timing(Protocol):
    """Games with sand in them: time itself acts."""

    def deadline(self, s: Any, /) -> Millis | None: ...  # when time acts next; for the match, not for seats
    def advance(self, s: Any, now: Millis, /) -> Any: ...  # the state at that time, never past a deadline
    def moment(self, s: Any, /) -> Millis: ...  # the earliest match time at which the state can stand


class Resignation(Protocol):
    """How a seat leaves a match that goes on without it, when it resigns or runs out of time."""

    @property
    def RESIGN(self) -> Any: ...  # the action; in a list of actions it comes last, if at all

    def leaves(self, s: Any, seat: Seat, /) -> bool: ...  # may resign now, also out of turn


class LevelPlayer(Protocol):
    """A player by rules of thumb, for the bot `advised`."""

    def choose(self, v: Any, seat: Seat, level: int, draw: Draw, /) -> Any: ...  # level 1 is the weakest


class PacedPlayer(LevelPlayer, Protocol):
    """A player that takes its time as a person would, for the bot `paced` in races against time."""

    def pace(self, v: Any, seat: Seat, action: Any, level: int, draw: Draw, /) -> Millis: ...


class TreeSearchGuide(Protocol):
    """A module that guides the tree search of the bot `maxn`. The first three are in numba's dialect."""

    # The actions that deserve thought, the most promising first. One: no choice; at an EVERYONE turn none if
    # the seat cannot act
    def sensible(self, s: Any, seat: Seat, /) -> Sequence[Any]: ...
    def likely(self, s: Any, seat: Seat, draw: int, /) -> Any: ...  # done without thought; draw in 0..2^32-1
    def shares(self, s: Any, /) -> Sequence[float]: ...  # what the end is worth to each seat, 0..1
    def obvious(self, s: Any, seat: Seat, /) -> Any: ...  # an action that needs no search, or None
    def world(self, v: Any, draw: Draw, /) -> Any: ...  # a state to think from: a guess, or better than one


class RolloutPolicy(Protocol):
    """What plays guessed worlds to an end for the bot `sampled`. An intention is any value, or None."""

    # (action, intention) of each action that deserves thought
    def ideas(self, s: Any, seat: Seat, draw: Draw, /) -> Sequence[tuple[Any, Any]]: ...
    def imagine(self, s: Any, seat: Seat, /) -> tuple[Any, Any]: ...  # (State to play out, stakes)
    def pursue(self, s: Any, seat: Seat, intention: Any, draw: Draw, /) -> tuple[Any, Any]: ...  # as in ideas
    # The state after chance; where the game can, equal in every play-out of equal fate, a whole number
    def happen(self, s: Any, draw: Draw, fate: int, /) -> Any: ...
    def settled(self, s: Any, since: Any, seat: Seat, /) -> bool: ...  # enough has been played
    def share(self, s: Any, seat: Seat, stakes: Any, /) -> float: ...  # the result for the seat, 0..1


class Tutor(Protocol):
    """What a game says to a learner: sentences from a view, in the words of the rulebook, no notation."""

    def reason(self, v: Any, seat: Seat, action: Any, /) -> str: ...  # why to do it, for a hint
    def focus(self, v: Any, seat: Seat, /) -> str: ...  # what matters now; it tells no action
    # Whether an action, legal in the view, gives much away; None: no, or nobody can say. The comparison is
    # there where the strongest level compares actions.
    def blunder(self, v: Any, seat: Seat, action: Any, compared: Comparison | None, /) -> Blunder | None: ...


class PuzzleMaker(Protocol):
    """A module that makes a puzzle of the day out of the date alone. See docs/puzzles.md."""

    def puzzle(self, date: str, /) -> Puzzle: ...  # of "2026-11-15"; Unreadable if that day has none
    # The text of the answer that was given with these actions, in notation; None: more is to be done
    def answer(self, one: Puzzle, s: Any, done: Sequence[str], /) -> str | None: ...


class RushMaker(Protocol):
    """A module that makes quick puzzles without end, for a puzzle rush."""

    def quick_puzzle(self, label: str, grade: int, /) -> Puzzle: ...  # that follows from the label alone
    def answer(self, one: Puzzle, s: Any, done: Sequence[str], /) -> str | None: ...  # as in PuzzleMaker


class BalanceReport(Protocol):
    """What a game counts when bots play many matches, for `benben arena`."""

    @property
    def BALANCE(self) -> tuple[tuple[str, ...], int]: ...  # the usual bots and number of matches

    def tally(self, s: Any, who: Sequence[int], /) -> Any: ...  # of a finished match; bot who[seat] sat there
    def report(self, bots: Sequence[str], tallies: Sequence[Any], /) -> str: ...


@dataclass(frozen=True)
class BotSupport:
    """What a game gives to the kinds of bots; a kind whose part is None cannot play it. See docs/bots.md."""

    race: Callable[[Any, Seat], float] | None = None  # a simple count of a state, for `greedy`
    evaluate: Callable[[Any, Seat], float] | None = None  # how good a state is, 0..1, for `expectimax`
    # What a table knows of a state, in plain Python, for `solved`; None: the state is not in it
    known: Callable[[Any, Seat], KnownChance | None] | None = None
    net: LearnedJudgement | None = None  # for "expectimax 1 net" and "solved 1 net"
    player: LevelPlayer | None = None
    paced: PacedPlayer | None = None
    tree_search: TreeSearchGuide | None = None
    search_model: SearchModel | None = None
    rollouts: RolloutPolicy | None = None
    balance: BalanceReport | None = None


@dataclass(frozen=True)
class Game:
    """The only public name of a game's package. Whatever defaults to None is a part that a game may lack."""

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
    Action: Any  # the type of actions: a class, or a union of classes and literals
    Chance: Any  # the type of what chance does, likewise
    levels: tuple[Level, ...] = ()  # weakest first
    bot: BotSupport = field(default_factory=BotSupport)
    # The rules. Of options
    seats_with: Callable[[Any], range] | None = None  # how many may play, where options matter
    timed_with: Callable[[Any], bool] | None = None  # whether time ever acts; None: always, with timing
    unhurried: Callable[[Any], Any] | None = None  # the options for one person against bots alone
    # Of states
    options_in: Callable[[Any], Any] = attrgetter("options")  # those with which such a state comes about
    timing: Timing | None = None  # None: time never acts
    is_legal: Callable[[Any, Seat, Any], bool] | None = None  # for a lone class Action: cheaper than the list
    allows_help: Callable[[Any], bool] | None = None  # undo and hints; None: always
    # A seat that resigns or runs out of time leaves by resignation, and the others play on. When only one of
    # the contenders, the seats that may still win, is left, it wins. None: the match ends, and all others win
    resignation: Resignation | None = None
    contenders: Callable[[Any], Sequence[Seat]] | None = None
    draw_allowed: bool = False  # the first place may be shared, so that a draw can be agreed on
    # The views
    opened: Callable[[Any], Any] | None = None  # games with secrets: a finished match, nothing hidden
    apart: Callable[[Any], str] | None = None  # why people cannot share a device with these options, or ""
    # Texts about options
    summary: Callable[[Any], str] | None = None  # the name of a table
    remark: Callable[[Any], str] | None = None  # what is to be known before, or ""
    # Help for players
    rate: Callable[[Any, Seat], Rating] | None = None  # of a view and seat
    tutor: Tutor | None = None  # why an action is good, what matters, and what was a blunder
    review: ReviewSupport | None = None  # how a match is judged when it is over
    daily: Callable[[str], Sequence[Daily]] | None = None  # of "2026-11-15", the easiest first
    puzzles: PuzzleMaker | None = None  # the puzzle of a day that is played from a position
    rush: RushMaker | None = None  # quick puzzles, one after the other
    achievements: AchievementBook | None = None  # what a player is remembered for
    preparation: Preparation | None = None  # what takes long to make and a match will need
    # Older versions
    before: Mapping[str, Any] = field(default_factory=dict)  # values of options that were added later
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
        """How many may play with these options."""
        return self.seats if self.seats_with is None else self.seats_with(options)

    def options_of(self, written: Mapping[str, Any]) -> Any:
        """Options as they were stored, perhaps before some existed; Illegal names the first wrong one."""
        return self.options(**{**self.before, **written})

    def options(self, /, **fields: Any) -> Any:
        """Options checked field by field; Illegal names the first wrong one."""
        try:
            return msgspec.convert(fields, self.Options)
        except msgspec.ValidationError as fault:
            raise Illegal(f"{self.name} options", f"{fault}.") from None


def _game_in(module: str, version: int) -> Game:
    game: Game = import_module(module).game
    return game.edition(version)
