"""The handlers of calls about puzzles of the day and about progress."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from benben import games
from benben.core import puzzles
from benben.core.contract import Game, Illegal, Puzzle, PuzzleAnswer, Unreadable
from benben.core.opening_position import opening_at
from benben.core.puzzle_days import FIRST_DAY, GRADES
from benben.core.puzzles import Attempt
from benben.server import wire
from benben.server.http.api import Api
from benben.server.http.exercises import moment_message, refused_try
from benben.server.http.requests import HttpError, caller_address, json_response
from benben.server.people.progress import row_count
from benben.server.people.puzzle_results import today
from benben.server.workers.fair_queue import Owner

PART_GRADES = {"easy": 2, "medium": 3, "hard": 4}  # by the name of a part
DAY_COST = 10.0  # calls that puzzles of a day cost which nobody has asked for before
RUSH_COST = 1.0  # calls that one of a puzzle rush costs, likewise

_SEED = re.compile("[a-z0-9]{1,32}")
_NUMBER = re.compile("0|[1-9][0-9]{0,2}")


# Puzzles


async def puzzle_day(api: Api, request: Request) -> Response:
    day = _day_in_path(request)
    asked = [games.load(name) for name in games.COURSES]
    new = [game for game in asked if not api.context.hub.daily_puzzles.has(game, day)]
    if new and day != today():
        api.context.charge(request, DAY_COST)
    owner = await api.context.owner(request)
    found = await asyncio.gather(*(_day_puzzle(api, game, day, owner) for game in asked))
    now = datetime.now(UTC)
    next_day = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    return json_response(
        wire.PuzzleDay(
            date=day,
            today=now.date().isoformat(),
            first=FIRST_DAY,
            left=int((next_day - now).total_seconds() * 1000),
            link=f"/d/{day}",
            puzzles=list(found),
        )
    )


async def try_puzzle(api: Api, request: Request) -> Response:
    day, game = _day_in_path(request), _exercise_in_path(request)
    wish = await api.context.body(request, wire.PuzzleTry)
    api.context.charge_deeds(request, len(wish.done))
    one = await _exercise(api, request, game, day)
    attempt, refused = _tried(game, one, wish)
    chosen = None
    if attempt.answer or wish.show:
        chosen = await api.context.hub.puzzle_results.choices(day, game.name)
    return json_response(_moment_message(game, one, attempt, refused, wish, chosen))


async def rush_puzzle(api: Api, request: Request) -> Response:
    game, seed, number = _rush_in_path(request)
    one = await _quick_puzzle(api, request, game, seed, number)
    return json_response(
        wire.RushPuzzle(
            game=game.name,
            seed=seed,
            n=number,
            question=one.question,
            grade=one.grade,
            word=GRADES[one.grade - 1],
            unit=one.unit,
            moment=moment_message(puzzles.begin(game, one).exercise, 0),
        )
    )


async def try_rush_puzzle(api: Api, request: Request) -> Response:
    game, seed, number = _rush_in_path(request)
    wish = await api.context.body(request, wire.PuzzleTry)
    api.context.charge_deeds(request, len(wish.done))
    one = await _quick_puzzle(api, request, game, seed, number)
    attempt, refused = _tried(game, one, wish)
    return json_response(_moment_message(game, one, attempt, refused, wish, {}))


async def puzzle_results(api: Api, request: Request) -> Response:
    day = _day_in_path(request)
    return json_response(wire.PuzzleResults(day, await api.context.hub.puzzle_results.results(day)))


async def count_result(api: Api, request: Request) -> Response:
    day, game = _day_in_path(request), _game_in_path(request)
    api.context.charge(request, 2)
    result = await api.context.body(request, wire.PuzzleResult)
    member = await api.context.optional_member(request)
    if member is None and not result.device:
        raise HttpError(400, "Send a token, or the random number of your device.")
    if game.puzzles is not None:
        api.context.charge_deeds(request, len(result.done))
        _check_solved(game, await _exercise(api, request, game, day), result)
    elif not result.part or result.done or result.first:
        raise HttpError(400, "Say which part was solved, and nothing else of how.")
    voter = f"person {member.id}" if member else f"device {result.device}"
    refusal = await api.context.hub.puzzle_results.count(
        day, game.name, voter, caller_address(request), result
    )
    return json_response(wire.CountedResult(not refusal, refusal))


def _check_solved(game: Game, one: Puzzle, result: wire.PuzzleResult) -> None:
    """HttpError unless what was done is a best answer, and the first answer is one of all."""
    if result.part:
        raise HttpError(400, "This puzzle has no parts.")
    attempt = _attempt(game, one, result.done)
    if not attempt.answer or not puzzles.verdict(one, attempt.answer).right:
        raise HttpError(409, "What was done does not solve this puzzle.", "puzzle")
    if result.first and all(each.text != result.first for each in one.answers):
        raise HttpError(400, "The first answer is none of this puzzle.")


async def _day_puzzle(api: Api, game: Game, day: str, owner: Owner) -> wire.DayPuzzle:
    """The puzzle of a game and day without its answer."""
    made = api.context.hub.daily_puzzles
    if game.puzzles is not None:
        one = await made.puzzle(game, day, owner)
        return wire.DayPuzzle(
            game=game.name,
            title=game.title,
            question=one.question,
            grade=one.grade,
            word=GRADES[one.grade - 1],
            kind="exercise",
            parts=[],
            moment=moment_message(puzzles.begin(game, one).exercise, 0),
            unit=one.unit,
            known=list(one.known),
        )
    tables, pictures = await made.puzzles(game, day, owner), await made.pictures(game, day, owner)
    parts = [_part(one, picture) for one, picture in zip(tables, pictures, strict=True)]
    middle = parts[len(parts) // 2]
    return wire.DayPuzzle(
        game=game.name,
        title=game.title,
        question=middle.about,
        grade=middle.grade,
        word=middle.word,
        kind="table",
        parts=parts,
        moment=None,
        unit=None,
        known=[],
    )


def _part(one: wire.DailyPuzzle, picture: object) -> wire.PuzzlePart:
    grade = PART_GRADES[one.grade]
    name: wire.PartName = one.grade  # type: ignore[assignment]
    return wire.PuzzlePart(name, grade, GRADES[grade - 1], one.about, one.options, picture)


async def _quick_puzzle(api: Api, request: Request, game: Game, seed: str, number: int) -> Puzzle:
    """A puzzle of a puzzle rush, with its answers."""
    made = api.context.hub.daily_puzzles
    if not made.has_rush_puzzle(game, seed, number):
        api.context.charge(request, RUSH_COST)
    return await made.rush_puzzle(game, seed, number, await api.context.owner(request))


async def _exercise(api: Api, request: Request, game: Game, day: str) -> Puzzle:
    """The puzzle of a game and day, with its answers."""
    made = api.context.hub.daily_puzzles
    if not made.has(game, day) and day != today():
        api.context.charge(request, DAY_COST)
    return await made.puzzle(game, day, await api.context.owner(request))


def _attempt(game: Game, one: Puzzle, done: list[str]) -> Attempt:
    """What was done so far; HttpError 409 if it does not fit this puzzle."""
    try:
        return puzzles.played(game, one, done)
    except (Illegal, Unreadable):
        raise HttpError(409, "What was done does not fit this puzzle. Begin it again.", "puzzle") from None


def _tried(game: Game, one: Puzzle, wish: wire.PuzzleTry) -> tuple[Attempt, wire.RefusedTry | None]:
    """What was done with the next try, or without it and why it was refused."""
    before = _attempt(game, one, wish.done)
    if wish.attempt is None:
        return before, None
    try:
        return puzzles.after(game, one, before, wish.attempt), None
    except (Illegal, Unreadable) as fault:
        return before._replace(rows_before=len(before.exercise.rows)), refused_try(wish.attempt, fault)


def _moment_message(
    game: Game,
    one: Puzzle,
    attempt: Attempt,
    refused: wire.RefusedTry | None,
    wish: wire.PuzzleTry,
    chosen: dict[str, int] | None,
) -> wire.PuzzleMoment:
    """Where a puzzle stands; `chosen` are the first answers of people."""
    verdict = None
    if attempt.answer or wish.show:
        verdict = _verdict_message(game, one, None if wish.show else attempt.answer, chosen or {})
    hint = puzzles.hint(game, one, attempt) if wish.hint else ""
    return wire.PuzzleMoment(
        moment=moment_message(attempt.exercise, attempt.rows_before),
        done=list(attempt.done),
        refused=refused,
        verdict=verdict,
        hint=hint,
        advice=_advice(attempt, hint) if wish.hint else "",
    )


def _verdict_message(
    game: Game, one: Puzzle, answer: PuzzleAnswer | None, chosen: dict[str, int]
) -> wire.PuzzleVerdict:
    """How good an answer is; all others only when it is right, or if you gave up (answer None)."""
    if answer is None:
        right, sentence, value = False, "Here is the best.", None
    else:
        (right, sentence), value = puzzles.verdict(one, answer), answer.value
    open_ = right or answer is None
    total, best = sum(chosen.values()), one.answers[0].value
    choices = [
        wire.PuzzleChoice(
            text=each.text,
            words=each.words,
            value=each.value,
            best=each.value == best,
            share=round(100 * chosen.get(each.text, 0) / total) if total else None,
        )
        for each in one.answers
    ]
    return wire.PuzzleVerdict(
        answer=answer.text if answer else "",
        right=right,
        sentence=sentence,
        value=value,
        choices=choices if open_ else [],
        line=list(one.line) if open_ else [],
        proof=one.proof if open_ else "",
        table=_table_message(game, one) if open_ else None,
    )


def _table_message(game: Game, one: Puzzle) -> wire.PositionTable | None:
    """The table where the puzzle can be tried on; None if the match is over with the best answer."""
    if not puzzles.goes_on(game, one):
        return None
    seats = opening_at(game, one.position).seats
    return wire.PositionTable(one.position, seats, one.seat, [level.name for level in game.levels])


def _advice(attempt: Attempt, hint: str) -> str:
    """A hint in words."""
    if attempt.answer:
        return puzzles.ANSWERED
    if not hint:
        return puzzles.LOST_WAY
    exercise = attempt.exercise
    choice = next((one for one in moment_message(exercise, 0).choices if one.text == hint), None)
    return str(getattr(choice, "words", "")) or hint


# Progress


async def progress(api: Api, request: Request) -> Response:
    member = await api.context.require_member(request)
    answer = json_response(await api.context.hub.progress.progress(member.id))
    api.context.charge_bytes(request, len(answer.body))
    return answer


async def add_progress(api: Api, request: Request) -> Response:
    api.context.charge(request)
    member = await api.context.require_member(request)
    sent = await api.context.body(request, wire.PersonProgress)
    api.context.charge(request, row_count(sent) / api.context.limits.progress_rows_per_call)
    return json_response(await api.context.hub.progress.add(member.id, sent))


# Paths


def _day_in_path(request: Request) -> str:
    """The day in the path; HttpError if it is none, or has no puzzles, or none yet."""
    day = request.path_params["date"]
    try:
        if date.fromisoformat(day).isoformat() != day:
            raise ValueError
    except ValueError:
        raise HttpError(400, "A day is written as in 2026-11-15.") from None
    if day < FIRST_DAY:
        raise HttpError(404, f"The first day with puzzles is {FIRST_DAY}.")
    if day > today():
        raise HttpError(409, "That day has not begun. Days begin at midnight UTC.", "puzzle")
    return str(day)


def _game_in_path(request: Request) -> Game:
    name = request.path_params["name"]
    if name not in games.NAMES:
        raise HttpError(404, "There is no game of that name.")
    return games.load(name)


def _exercise_in_path(request: Request) -> Game:
    """The game in the path; HttpError 404 if its puzzles are played at tables."""
    game = _game_in_path(request)
    if game.puzzles is None:
        raise HttpError(404, f"The puzzle of the day of {game.title} is played at a table.")
    return game


def _rush_in_path(request: Request) -> tuple[Game, str, int]:
    """Game, seed and number in the path; HttpError if there is no such puzzle rush."""
    game, seed, number = _game_in_path(request), request.path_params["seed"], request.path_params["n"]
    if game.rush is None:
        raise HttpError(404, f"There is no puzzle rush of {game.title}.")
    if not _SEED.fullmatch(seed):
        raise HttpError(400, "A seed has 1 to 32 small letters and digits.")
    if not _NUMBER.fullmatch(number):
        raise HttpError(400, "Puzzles are numbered from 0 to 999.")
    return game, seed, int(number)
