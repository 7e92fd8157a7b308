"""Reads positions of the Gate: fields in any order, on one line or on many. What is impossible is refused.

A field that is left out is as at the start of its phase; `write` leaves none out that could be there.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, cast, get_args

from msgspec import ValidationError, convert
from msgspec.structs import replace

from benben.core.contract import Illegal, Millis, Seat, Unreadable
from benben.games.gate.board import BOARDS, HEXES, JEWELS, ROUNDS, SYMBOLS
from benben.games.gate.notation.fields import MS, Fields, with_boards
from benben.games.gate.notation.narration import options_text
from benben.games.gate.rules import start, state
from benben.games.gate.rules.practice import chosen_puzzle
from benben.games.gate.rules.state import Finish, Options, Phase, State, Symbol, Tried

_NUMBERS = ("sand", "tracks", "fourth", "box", "series")
_KEYS = (
    "seats",
    "options",
    "round",
    "starter",
    "phase",
    "deadline",
    "since",
    *(f"track {hex}" for hex in range(HEXES, 0, -1)),
    "hexes",
    "jewels",
    "discarded",
    "boards",
    "symbol",
    "tiles",
    "solved",
    "times",
    "taken",
    "results",
    "tried",
    "resigned",
)
_RACE = ("starter", "deadline", "hexes", "jewels", "discarded", "taken", "results", "resigned")
_PHASES = {
    "race": r"(gems|first|roll|deal|over)|(start|reward) ([1-4])|(solve) ([12])",
    "practice": r"(deal|solve|solved|over)",
}


def read(text: str) -> State:
    """The position with this text."""
    fields = _fields(text)
    seats = fields.found.get("seats", "")
    if not re.fullmatch("[1-4]", seats):
        raise fields.fault("seats", "one to four seats play")
    own = _options(fields)
    try:
        s = start(int(seats), own)
    except Illegal as fault:
        raise fields.fault("options", fault.sentence.rstrip(".").lower()) from None
    if s.options != own:
        raise fields.fault("options", "not all of these belong to one mode")
    strange = [key for key in fields.found if key in _RACE or key.startswith("track")]
    if own.mode == "practice":
        if strange:
            raise fields.fault(strange[0], "this is no part of practice")
        return _practice(s, fields)
    if "since" in fields.found or "tried" in fields.found:
        raise fields.fault("since" if "since" in fields.found else "tried", "this is a part of practice")
    return _race(s, fields)


def _fields(text: str) -> Fields:
    found: dict[str, str] = {}
    for part in re.split("; |\n", text):
        key, sign, value = part.partition(": ")
        if not sign or not value or key not in _KEYS:
            raise Unreadable("a field is as in round: 4", part[:40])
        if key in found:
            raise Unreadable("this field is there twice", key)
        found[key] = value
    return Fields(found)


def _options(fields: Fields) -> Options:
    text = fields.found.get("options", "side normal, sand 60, tracks 13, fourth 1")
    values: dict[str, Any] = {}
    for part in text.split(", "):
        key, _, value = part.partition(" ")
        if key in values or (key in _NUMBERS and not re.fullmatch(r"0|[1-9][0-9]{0,5}", value)):
            raise fields.fault("options", f"{part[:40]} is no option, or is there twice")
        values[key] = int(value) if key in _NUMBERS else value
    try:
        own = convert(values, Options)
    except ValidationError as fault:
        raise fields.fault("options", str(fault)) from None
    if options_text(own) != text:
        raise fields.fault("options", f"they are written as: {options_text(own)}")
    return own


def _phase(s: State, fields: Fields) -> State:
    found = re.fullmatch(_PHASES[s.options.mode], fields.found.get("phase", ""))
    if not found:
        raise fields.fault("phase", "there is no such phase")
    name = cast(Phase, next(word for word in found.groups() if word))
    number = int(found[3] or 0) - 1 if s.options.mode == "race" else -1
    if number >= s.seats:
        raise fields.fault("phase", f"there is no seat {number + 1}")
    sand = int(found[5] or 0) if s.options.mode == "race" else 0
    return replace(s, phase=name, seat=max(number, 0), sand=sand)


def _round(fields: Fields, least: int, most: int) -> int:
    text = fields.found.get("round", str(least))
    if not re.fullmatch("0|[1-9][0-9]{0,3}", text) or not least <= int(text) <= most:
        raise fields.fault("round", f"in this phase it is {least} to {most}")
    return int(text)


def _race(s: State, fields: Fields) -> State:
    s = _phase(s, fields)
    before, resigned = s.phase in ("gems", "first", "start"), _resigned_seats(s, fields)
    early = before or (s.phase == "over" and fields.found.get("round", "0") == "0" and any(resigned))
    s = replace(s, resigned=resigned)
    s = replace(s, round=_round(fields, 0, 0) if early else _round(fields, 1, ROUNDS))
    s = replace(s, starter=_starter(s, fields), until=_deadline(s, fields), tracks=_tracks(s, fields))
    s = replace(s, hexes=_hexes(s, fields), discarded=_discarded_boards(s, fields))
    s = with_boards(s, fields)
    s = replace(s, results=_results(s, fields))
    s = replace(s, jewels=_jewels(s, fields))
    _check_race(s, fields)
    return s


def _resigned_seats(s: State, fields: Fields) -> tuple[bool, ...]:
    gone = [int(one[0]) - 1 for one in fields.some("resigned", "[1-4]", "seats are listed as in 1,3")]
    if any(b <= a for a, b in pairwise(gone)) or (gone and gone[-1] >= s.seats):
        raise fields.fault("resigned", f"seats from 1 to {s.seats}, the lowest first")
    stay = s.seats - len(gone)
    if (
        stay < 1
        or (stay == 1) != (s.phase == "over" and stay == 1)
        or (gone and s.phase in ("gems", "first"))
    ):
        raise fields.fault("resigned", "with one seat left the match is over")
    return tuple(seat in gone for seat in range(s.seats))


def _starter(s: State, fields: Fields) -> Seat:
    text = fields.found.get("starter")
    if s.phase in ("gems", "first"):
        if text:
            raise fields.fault("starter", "nobody is drawn yet")
        return 0
    if not re.fullmatch("[1-4]", text or "1") or int(text or "1") > s.seats:
        raise fields.fault("starter", f"a seat from 1 to {s.seats}")
    return int(text or "1") - 1


def _deadline(s: State, fields: Fields) -> Millis | None:
    text, timed = fields.found.get("deadline"), s.phase in ("start", "roll", "solve", "reward")
    if timed != bool(text) or not re.fullmatch(MS, text or "0"):
        raise fields.fault("deadline", f"{'milliseconds' if timed else 'none'} in this phase")
    least = s.sand * 1000 * s.options.sand if s.phase == "solve" else state.DECISION
    if text and int(text) < least:
        raise fields.fault("deadline", "that is before the match began")
    return int(text) if text else None


def _tracks(s: State, fields: Fields) -> tuple[str, ...]:
    tracks = []
    for hex in range(1, HEXES + 1):
        key = f"track {hex}"
        text = fields.found.get(key, "-")
        text = "" if text == "-" else text
        if not re.fullmatch("[roygbp]*" if s.phase == "gems" else r"\.*[roygbp]*", text):
            raise fields.fault(key, "colours r o y g b p from the left, taken ones . before them")
        if len(text) > s.options.tracks or (s.phase != "gems" and len(text) != s.options.tracks):
            raise fields.fault(key, f"a track has {s.options.tracks} holes")
        tracks.append(text)
    if s.phase == "gems":
        lengths = [len(track) for track in tracks]
        full = sum(lengths) // s.options.tracks
        if (
            sum(lengths) == HEXES * s.options.tracks
            or any(length != s.options.tracks for length in lengths[:full])
            or any(lengths[full + 1 :])
        ):
            raise fields.fault("track 1", "jewels are laid from track 1 on, and some are still to be laid")
    if s.phase == "first" and any("." in track for track in tracks):
        raise fields.fault("track 1", "nothing is taken yet")
    return tuple(tracks)


def _hexes(s: State, fields: Fields) -> tuple[int | None, ...]:
    row = fields.row("hexes", s.seats)
    if not all(re.fullmatch("[1-6]|-", one) for one in row):
        raise fields.fault("hexes", "a hex is 1 to 6, or - before it is placed")
    hexes = tuple(None if one == "-" else int(one) for one in row)
    placed = {seat for seat, hex in enumerate(hexes) if hex is not None}
    if s.phase in ("gems", "first") and placed:
        raise fields.fault("hexes", "no pyramid is placed yet")
    if s.phase == "start":
        order = [(s.starter + n) % s.seats for n in range(s.seats)]
        at = order.index(s.seat)
        right = s.seat not in placed and not s.resigned[s.seat]
        right = right and all(seat in placed or s.resigned[seat] for seat in order[:at])
        if not right or any(seat in placed for seat in order[at + 1 :]):
            raise fields.fault("hexes", "pyramids are placed one after the other from the starter")
    elif s.round and any(seat not in placed and not s.resigned[seat] for seat in range(s.seats)):
        raise fields.fault("hexes", "every seat still playing has placed its pyramid")
    return hexes


def _discarded_boards(s: State, fields: Fields) -> tuple[int, ...]:
    found = fields.some("discarded", "[0-9]{2}", "boards are listed as in 03,07")
    boards = tuple(int(one[0]) for one in found)
    if any(b <= a for a, b in pairwise((0, *boards))) or boards[-1:] > (BOARDS,):
        raise fields.fault("discarded", f"boards from 01 to {BOARDS}, the lowest first")
    if boards and s.round < 2:
        raise fields.fault("discarded", "no board has been used yet")
    return boards


def _results(s: State, fields: Fields) -> tuple[tuple[Finish, ...], ...]:
    # At the roll the boards of the round before still lie there.
    behind = max(0, s.round - 1 - (s.phase == "roll" and any(board is not None for board in s.boards)))
    if not 2 * behind <= len(s.discarded) <= s.seats * behind:
        raise fields.fault("discarded", f"{behind} rounds lie behind, with two boards or more each")
    text = fields.found.get("results", "/".join(["-"] * behind))
    rounds = [_solvers(s, fields, one) for one in text.split("/")] if text else []
    if len(rounds) != behind:
        raise fields.fault("results", f"{behind} rounds lie behind")
    return tuple(rounds)


def _solvers(s: State, fields: Fields, text: str) -> tuple[Finish, ...]:
    if text == "-":
        return ()
    found = [re.fullmatch(rf"([1-4])@({MS})([roygbp]{{0,2}})", one) for one in text.split("+")]
    finishes = tuple(Finish(int(one[1]) - 1, int(one[2]), one[3]) for one in found if one)
    seats = [finish.seat for finish in finishes]
    sound = all(found) and len(set(seats)) == len(seats) and max(seats) < s.seats
    if not sound or any(b.time < a.time for a, b in pairwise(finishes)):
        raise fields.fault("results", "a round is as in 2@41200rb+1@52000y, or -")
    return finishes


def _jewels(s: State, fields: Fields) -> tuple[tuple[int, ...], ...]:
    held = []
    for text in fields.row("jewels", s.seats):
        counts = dict(re.findall(r"([roygbp])([1-9][0-9]?)", text)) if text != "-" else {}
        row = tuple(int(counts.get(colour, 0)) for colour in JEWELS)
        written = "".join(f"{colour}{n}" for colour, n in zip(JEWELS, row, strict=True) if n) or "-"
        if written != text:
            raise fields.fault("jewels", "holdings are as in r2o1, in the order r o y g b p, or -")
        held.append(row)
    on_tracks = "".join(s.tracks)
    for n, colour in enumerate(JEWELS):
        there = on_tracks.count(colour) + sum(row[n] for row in held)
        if there > s.options.tracks or (there < s.options.tracks and s.phase != "gems"):
            raise fields.fault("jewels", f"there are {s.options.tracks} of {JEWELS[colour]} in the game")
    return tuple(held)


def _check_race(s: State, fields: Fields) -> None:
    there = {seat for seat, board in enumerate(s.boards) if board is not None}
    stay = set(state.remaining_seats(s))
    if s.phase in ("gems", "first", "start") and there:
        raise fields.fault("boards", "no boards are dealt before the first roll")
    if s.phase in ("solve", "reward") and (not stay <= there or s.symbol is None):
        raise fields.fault("boards", "every seat still playing has a board")
    if s.phase == "deal":
        order = [(s.starter + n) % s.seats for n in range(s.seats)]
        dealt = [seat in there for seat in order if not s.resigned[seat]]
        if (
            s.symbol is not None
            or dealt != sorted(dealt, reverse=True)
            or any(s.resigned[seat] for seat in there)
        ):
            raise fields.fault(
                "boards", "boards are dealt clockwise from the starter, then the die is thrown"
            )
    if s.phase in ("roll", "deal") and s.starter not in stay:
        raise fields.fault("starter", "the starter is still playing")
    _check_solved(s, fields, stay)


def _check_solved(s: State, fields: Fields, stay: set[Seat]) -> None:
    done = [finish.seat for finish in s.solved]
    if s.phase == "solve" and (stay <= set(done) or any(finish.took for finish in s.solved)):
        raise fields.fault("solved", "somebody is still to solve, and nothing is taken before")
    if s.phase == "solve" and s.until is not None:
        length = s.sand * 1000 * s.options.sand
        if any(finish.time >= length for finish in s.solved) or (
            s.sand == 2 and any(finish.time < length // 2 and finish.seat in stay for finish in s.solved)
        ):
            raise fields.fault("times", "all were solved while this sand ran")
    if s.phase == "reward":
        if s.seat not in done or s.resigned[s.seat] or not state.reach(s, s.seat):
            raise fields.fault("phase", "a solver who may move is rewarded")
        if any(finish.took for finish in s.solved[done.index(s.seat) :]):
            raise fields.fault("taken", "solvers take one after the other")


def _practice(s: State, fields: Fields) -> State:
    s = _phase(s, fields)
    s = replace(s, tried=_tried_puzzles(fields))
    s = replace(s, round=_round(fields, len(s.tried) + 1, len(s.tried) + 1))
    s = with_boards(s, fields)
    if (s.symbol is not None) != (s.phase != "deal"):
        raise fields.fault("symbol", "it is drawn before somebody solves")
    if s.options.puzzle and s.tried:
        raise fields.fault("tried", "this practice is one puzzle")
    if s.boards[0] is not None:
        right = chosen_puzzle(s.options.puzzle)[0] in s.boards if s.options.puzzle else True
        if not right or (s.symbol is not None and s.symbol not in _symbols(s)):
            raise fields.fault("boards", "that puzzle does not fit the options")
        recent = {one.board for one in s.tried[len(s.tried) // BOARDS * BOARDS :]}
        if s.boards[0] in recent:
            raise fields.fault("boards", "no board comes up again before all have")
    since = fields.found.get("since", "0" if s.phase == "deal" else "")
    if not re.fullmatch(MS, since) or ("since" in fields.found) != (s.symbol is not None):
        raise fields.fault("since", "milliseconds, as soon as there is a puzzle")
    if (s.phase != "over" and bool(s.solved) != (s.phase == "solved")) or (
        s.phase == "solved" and s.options.puzzle
    ):
        raise fields.fault("phase", "it is solved when the cover is complete")
    return replace(s, since=int(since))


def _symbols(s: State) -> tuple[Symbol, ...]:
    return (chosen_puzzle(s.options.puzzle)[1],) if s.options.puzzle else get_args(Symbol)


def _tried_puzzles(fields: Fields) -> tuple[Tried, ...]:
    text = fields.found.get("tried")
    if text is None:
        return ()
    tried = []
    for part in text.split("+"):
        found = re.fullmatch(rf"([0-9]{{2}}) ({'|'.join(SYMBOLS)}) ({MS}|-)", part)
        if not found or not 1 <= int(found[1]) <= BOARDS:
            raise fields.fault("tried", "a puzzle behind is as in 12 eye 41200, or 12 eye -")
        tried.append(Tried(int(found[1]), cast(Symbol, found[2]), None if found[3] == "-" else int(found[3])))
    return tuple(tried)
