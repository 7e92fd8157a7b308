"""Functions that run in worker processes: bots' choices, advice, puzzles of the day, checks of records."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from benben import bots, games
from benben.bots import judges
from benben.bots.paced import Paced
from benben.core import exercises, match
from benben.core.contract import Blunder, Game, Millis, Puzzle, Rating
from benben.core.exercises import Exercise
from benben.core.judge import Outlook
from benben.core.opening_position import opening_at
from benben.core.record.verify import verify_record
from benben.server import wire

_log = logging.getLogger("benben")


def choose(game: str, level: str, v: Any, seat: int, version: int | None = None) -> tuple[Any, Millis | None]:
    """The action that a bot chooses from a view, and how many milliseconds it pauses before acting."""
    bot, draw = _bot(game, level, version), random.SystemRandom().randrange
    action = bot.choose(v, seat, draw)
    return action, bot.pace(v, seat, action, draw) if isinstance(bot, Paced) else None


def hint(game: str, v: Any, seat: int, version: int | None = None) -> tuple[Any, str]:
    """What the strongest level would do, and why, in a sentence for the player."""
    own = _edition(game, version)
    level = own.levels[-1].name
    action = _bot(game, level, version).choose(v, seat, random.SystemRandom().randrange)
    if own.tutor is not None:
        return action, own.tutor.reason(v, seat, action)
    choice = own.views.choice(v, seat, action)
    words = choice.words.rstrip("?")
    return action, f"The {level} would {words[:1].lower()}{words[1:]}. {choice.more}".rstrip()


def focus(game: str, v: Any, seat: int, version: int | None = None) -> str:
    """What matters to the seat now, in a sentence."""
    tutor = _edition(game, version).tutor
    assert tutor is not None, "a table asks only where there is a tutor"
    return tutor.focus(v, seat)


def blunder(game: str, v: Any, seat: int, action: Any, version: int | None = None) -> Blunder | None:
    """Why an action was a blunder, by the strongest level where it compares actions; None: it was none."""
    own = _edition(game, version)
    assert own.tutor is not None, "a table asks only where there is a tutor"
    bot = _bot(game, own.levels[-1].name, version)
    compared = None
    if isinstance(bot, bots.ComparingBot):
        compared = bot.compare(v, seat, action, random.SystemRandom().randrange)
    return own.tutor.blunder(v, seat, action, compared)


def rate(game: str, v: Any, seat: int, version: int | None = None) -> Rating:
    """A rating of every action of the seat. The solver caches its results for the next question."""
    rating = _edition(game, version).rate
    assert rating is not None, "a table asks only where there is a rating"
    return rating(v, seat)


def outlook(game: str, seats: int, v: Any, seat: int, version: int | None = None) -> Outlook | None:
    """How a match stands as far as this seat can know; None if nothing can be said of this moment."""
    return judges.outlook(_edition(game, version), seats, v, seat)


def daily_puzzles(game: str, date: str) -> list[wire.DailyPuzzle]:
    """The puzzles of a game for this day."""
    daily = games.load(game).daily
    return [wire.DailyPuzzle(*each) for each in daily(date)] if daily else []


def day_puzzle(game: str, date: str) -> Puzzle:
    """The puzzle of a game for this day, with all its answers."""
    maker = games.load(game).puzzles
    assert maker is not None, "the server asks only where there is one"
    return maker.puzzle(date)


def rush_puzzle(game: str, label: str, grade: int) -> Puzzle:
    """A quick puzzle of this grade that follows from the label."""
    maker = games.load(game).rush
    assert maker is not None, "the server asks only where there is one"
    return maker.quick_puzzle(label, grade)


def first_pictures(game: str, options: Sequence[dict[str, Any]]) -> list[Any]:
    """The pictures with which tables for one begin that have these options."""
    found, own = [], games.load(game)
    for some in options:
        start = Exercise(match.begin(own, 1, own.options(**some)), 0)
        found.append(own.views.picture(exercises.after_others(start, "").view))
    return found


def made_preparation(game: str, version: int, options: Any) -> Any:
    """What matches with these options will need and the server is not to make itself."""
    preparation = _edition(game, version).preparation
    return preparation.make(options) if preparation else None


def check_position(game: str, text: str) -> None:
    """Illegal or Unreadable if no match can begin at this position."""
    opening_at(games.load(game), text)


def warm_bots(game: str) -> None:
    """Have each level of the game choose once, so that its first move in a match is quick."""
    bots.warm(games.load(game))


def verify(text: bytes) -> wire.Checked:
    """The verdict of `benben verify` on a record that a client sent."""
    try:
        verdict = verify_record(text, games.load)
    except Exception as fault:  # whatever the record holds, the sender gets an answer
        _log.warning("a record could not be checked: %s", type(fault).__name__)
        return wire.Checked(False, "This record cannot be read.", None, 0)
    place = f"{verdict.place[:1].upper()}{verdict.place[1:]}: " if verdict.place else ""
    return wire.Checked(verdict.good, f"{place}{verdict.sentence}", verdict.entry, verdict.draws)


@cache
def _bot(game: str, level: str, version: int | None) -> bots.Bot:
    return bots.level(_edition(game, version), level)


def _edition(game: str, version: int | None) -> Game:
    """The game in this version of its rules; None: the newest."""
    present = games.load(game)
    return present if version is None else present.edition(version)
