"""The puzzle of the day for Pyramydal: the last turn of a game, to be played for the most points.

There are two kinds. In the first you have collected all you get, and build. In the second you take one more
pyramid before. Nobody comes after you, so what you can still make is certain. Every way to play the turn is
played out by the rules, and scored by them.

All follows from the date: numbers hashed from it lay out a position, and if it is as hard as the day should
be, it is the puzzle. A change of this module that changes puzzles needs a new VERSION, from a later day on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from benben.core.contract import Draw, Puzzle, PuzzleAnswer
from benben.core.puzzle_days import day_number, drawn_grade, draws, sample
from benben.games.pyramydal import rules
from benben.games.pyramydal.board import (
    EACH,
    MIX,
    description,
    kinds,
    piece_text,
    statue_description,
)
from benben.games.pyramydal.notation import name, read, write
from benben.games.pyramydal.rules import Action, State
from benben.games.pyramydal.rules.state import (
    BUILD,
    ENDED,
    MOVING,
    TAKE,
    built_score,
    collection,
    kind_at,
    virtual_owner,
)

VERSION = 1
TRIES = 400  # positions that are looked at for a day; after them the nearest in grade is taken
LEAST_ANSWERS = 3  # different points
LEAST_WAYS, MOST_WAYS = 4, 150  # to play the turn
# How likely a player who builds at random finds the best: from grade 1 to grade 4 at least
ODDS = (0.45, 0.25, 0.15, 0.09)
EASY, WAYS_A_GRADE = 2, 4  # a puzzle with few ways is easy, with so many more it may be harder
VIRTUAL = "You took the last cell: at scoring the virtual pyramid is yours."
PROOF = "Every way to play this turn was played to the end by the rules and scored: {many} of them."
SEAT = 0  # yours
COLOURS = "rygb"  # in play
NUMBERS = ("None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def puzzle(date: str) -> Puzzle:
    """The puzzle of a day such as 2026-11-15; Unreadable if that day has none."""
    day_number(date)
    return drawn_puzzle(f"benben pyramydal {date} {VERSION}")


def drawn_puzzle(label: str) -> Puzzle:
    """The puzzle that follows from a label."""
    draw = draws(label)
    wanted = drawn_grade(draw)
    taking = draw(5) < wanted  # with more to choose from it can be harder
    nearest: Puzzle | None = None
    for _ in range(TRIES):
        found = puzzle_from(random_position(draw, taking=taking))
        if found is None:
            continue
        if nearest is None or abs(found.grade - wanted) < abs(nearest.grade - wanted):
            nearest = found
        if found.grade == wanted:
            break
    assert nearest is not None, "some of so many positions make a puzzle"
    return nearest


def answer(one: Puzzle, s: State, done: Sequence[str]) -> str | None:  # noqa: ARG001
    """What the turn made, when it is over: "54 points"."""
    return f"{points(s)} points" if s.phase == ENDED else None


# Solving


def puzzle_from(s: State) -> Puzzle | None:
    """The puzzle that a position makes; None if there is too little or too much to choose from."""
    lines, ways = all_endings(s)
    if not len(lines) >= LEAST_ANSWERS or not LEAST_WAYS <= ways <= MOST_WAYS:
        return None
    best = max(lines)
    found = [PuzzleAnswer(f"{many} points", many, _words(s, lines[many])) for many in sorted(lines)]
    return Puzzle(
        question=_question(s),
        grade=grade_of(s, best, ways),
        position=write(s),
        seat=SEAT,
        unit="points",
        answers=tuple(reversed(found)),
        line=tuple(name(s, action) for action in lines[best]),
        proof=PROOF.format(many=ways),
        known=(VIRTUAL,) if virtual_owner(s) == SEAT else (),
    )


def all_endings(s: State) -> tuple[dict[int, tuple[Action, ...]], int]:
    """By points, a way to play the turn; and how many different ends all ways lead to."""
    found: dict[int, tuple[Action, ...]] = {}
    seen, ways = {s}, 0
    rest: list[tuple[State, tuple[Action, ...]]] = [(s, ())]
    while rest:
        now, line = rest.pop()
        if now.phase == ENDED:
            ways += 1
            found.setdefault(points(now), line)
            continue
        for action in rules.actions(now, SEAT):
            after = rules.play(now, SEAT, action)
            if after not in seen:
                seen.add(after)
                rest.append((after, (*line, action)))
    return found, ways


def grade_of(s: State, best: int, ways: int) -> int:
    """From 1 to 5: by how likely random building finds the best, how many ways there are, and greed."""
    odds = blind_odds(s, best, {})
    grade = 1 + sum(odds < least for least in ODDS)
    return min(
        5, EASY + ways // WAYS_A_GRADE, max(1, grade - (s.phase != MOVING and greedy_points(s) == best))
    )


def blind_odds(s: State, best: int, known: dict[State, float]) -> float:
    """How likely a player who takes and builds at random, as long as possible, gets so many points."""
    if s.phase == ENDED:
        return float(points(s) == best)
    if s not in known:
        after = [rules.play(s, SEAT, action) for action in sensible_actions(s)]
        known[s] = sum(blind_odds(one, best, known) for one in after) / len(after)
    return known[s]


def greedy_points(s: State) -> int:
    """The points of a player who builds the dearest statue each time."""
    if s.phase == ENDED:
        return points(s)
    after = [rules.play(s, SEAT, action) for action in sensible_actions(s)]
    return greedy_points(max(after, key=lambda one: built_score(one, SEAT)))


def sensible_actions(s: State) -> list[Action]:
    """What a player does who takes and builds whatever is possible."""
    moves = rules.actions(s, SEAT)
    return [move for move in moves if move.verb in (TAKE, BUILD)] or moves


def points(s: State) -> int:
    """The points of the first seat, as they would be at the end."""
    return rules.total(s, SEAT) >> 8


# Words


def _question(s: State) -> str:
    pyramids = len(kinds(collection(s, SEAT)))
    if s.phase == MOVING:
        return f"{NUMBERS[pyramids]} pyramids. Take one more, and build for the most points."
    return f"{NUMBERS[pyramids]} pyramids. Build for the most points."


def _words(s: State, line: Sequence[Action]) -> str:
    """A line of actions in words: "takes the large lapis, builds three small carnelian pyramids"."""
    told, mixed = [], 0
    for action in line:
        if action.verb == TAKE:
            told.append(f"takes the {description(piece_text(s.table.palette, kind_at(s.line, action.what)))}")
        elif action.verb == BUILD and action.what < MIX:
            told.append(f"builds {statue_description(s.table, action.what)}")
        elif action.verb == BUILD:
            mixed += 1
    if mixed:
        told.append(f"builds {NUMBERS[mixed].lower()} mixed statue{'' if mixed == 1 else 's'}")
    return ", ".join(told) or "builds nothing"


# Positions


def random_position(draw: Draw, *, taking: bool) -> State:
    """A last turn of the first seat, drawn by chance.

    Others have built statues that you may not build again. If you are to take a pyramid, some are ahead of
    you and the others have passed them; else the line is empty, and the last cell may have been yours.
    """
    stash = [f"{colour}{pips}" for colour in COLOURS for pips in "123" for _ in range(EACH)]
    own = sample(stash, 8 + draw(2) - taking, draw)
    for piece in own:
        stash.remove(piece)
    shelves: list[list[str]] = [[], []]
    for _ in range(3 + draw(3)):
        shelves[draw(2)].append(_statue(stash, own, [*shelves[0], *shelves[1]], draw))
    ahead = sample(stash, 3 + draw(3), draw) if taking else []
    gone = len(own) + 3 * sum(map(len, shelves))
    line, tokens = _line_ahead(ahead, gone, draw) if taking else _empty_line(gone, draw)
    built = ["+".join(sorted(shelf, key=_order)) or "-" for shelf in shelves]
    hand = "".join(sorted(own, key=_order))
    turn = "1 move last" if taking else "1 build last"
    return read(f"{line} | {tokens} | {hand},-,- | -,{','.join(built)} | {turn}")


def _statue(stash: list[str], own: Sequence[str], standing: Sequence[str], draw: Draw) -> str:
    """A mixed statue of another player, often one that you could build; its pyramids leave the stash."""
    ways = [f"{a}3{b}2{c}1" for a, b, c in permutations(COLOURS, 3)]
    ways = [way for way in ways if way not in standing and all(piece in stash for piece in _pieces(way))]
    near = [way for way in ways if all(piece in own for piece in _pieces(way))]
    some = near if near and draw(3) else ways
    way = some[draw(len(some))]
    for piece in _pieces(way):
        stash.remove(piece)
    return way


def _empty_line(gone: int, draw: Draw) -> tuple[str, str]:
    """A line of which everything is taken, and the tokens: each may stand on the last cell."""
    cells = [gone, *sample(range(2, gone), 2, draw)]
    return ".." * gone, ",".join(map(str, sample(cells, 3, draw)))


def _line_ahead(ahead: Sequence[str], gone: int, draw: Draw) -> tuple[str, str]:
    """A line with these pyramids ahead of the first seat, and the others beyond them; and the tokens."""
    mine = gone - 4
    middle = [*ahead]
    for _ in range(2):
        middle.insert(draw(len(middle) + 1), "..")
    cells = gone + len(ahead)
    others = sample((cells, cells - 1), 2, draw)
    return ".." * mine + "".join(middle) + "....", f"{mine},{others[0]},{others[1]}"


def _pieces(way: str) -> list[str]:
    return [way[at : at + 2] for at in range(0, len(way), 2)]


def _order(pieces: str) -> list[tuple[int, int]]:
    """The key by which collections and statues are sorted: by colour, the larger first."""
    return [(COLOURS.index(piece[0]), -int(piece[1])) for piece in _pieces(pieces)]
