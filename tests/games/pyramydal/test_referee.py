"""Two referees of Pyramydal, written apart, agree on every move, on what comes of it, and on who wins."""

from __future__ import annotations

import random

import msgspec
import pytest

from benben.core.contract import CHANCE, OVER
from benben.games.pyramydal import notation, rules
from benben.games.pyramydal.rules.state import State
from tests.games.pyramydal import referee

EAGER = 0.7  # how often a walk takes one of the next few, so that games are long and statues are built


def agreed(s: State) -> list[State]:
    """Everything that may follow, after both referees said the same about it."""
    before = notation.write(s)
    seats = range(s.table.seats)
    if rules.turn(s) == CHANCE:
        rows = rules.chances(s)
        if before.split(" | ")[4] == "lay":
            assert {notation.name(s, what)[4:]: weight for what, weight in rows} == referee.bag(before)
            rows = rows[s.cells % len(rows) :][:1]  # any of them: no pyramid is laid otherwise than another
        after = [rules.settle(s, what) for what, _ in rows]
        for (what, _), one in zip(rows, after, strict=True):
            name = notation.name(s, what)
            expected = referee.laid(before, name[4:]) if name[:3] == "lay" else referee.revealed(before)
            assert notation.write(one) == expected, before
        return after
    played = {
        (seat, notation.name(s, action)): rules.play(s, seat, action)
        for seat in seats
        for action in rules.actions(s, seat)
    }
    assert {key: notation.write(one) for key, one in played.items()} == referee.moves(before), before
    return list(played.values())


def check_end(s: State) -> None:
    assert not any(rules.actions(s, seat) for seat in range(s.table.seats))
    before = notation.write(s)
    scores, winner = referee.result(before)
    end = rules.outcome(s)
    assert end.points == tuple(points for points, _ in scores), before
    assert end.winners == (winner,) == (rules.winner(s),)
    order = sorted(range(len(scores)), key=lambda seat: (scores[seat], seat), reverse=True)
    assert [end.places[seat] for seat in order] == list(range(1, len(scores) + 1))


def walked(draw: random.Random, s: State) -> None:
    while rules.turn(s) != OVER:
        after = agreed(s)
        assert not rules.actions(s, s.table.seats)
        s = after[min(draw.randrange(4), len(after) - 1)] if draw.random() < EAGER else draw.choice(after)
    check_end(s)


@pytest.mark.parametrize(
    ("seats", "die", "diagonal"), [(3, 0, True), (4, 0, False), (3, 6, True), (5, 8, False)]
)
def test_they_agree_along_whole_games(seats: int, die: int, diagonal: bool) -> None:
    draw = random.Random(f"whole games {seats} {die}")
    walked(draw, rules.start(seats, msgspec.convert({"die": die, "diagonal": diagonal}, rules.Options)))


def short(draw: random.Random) -> str:
    """A short line with everybody in the queue: games that end soon, in all sorts of ways."""
    seats = draw.choice((3, 3, 3, 4, 5, 10))
    letters = draw.choice(("ryg", "rygb", "rygbk", "rygbm"))
    kinds = [f"{letter}{pips}" for letter in letters for pips in "123" for _ in range(5)]
    if draw.random() < 0.5:  # few kinds, so that monos happen
        kinds = [kind for kind in kinds if kind[0] in "ry" or kind[1] == "3"]
    line = "".join(draw.sample(kinds, draw.randint(seats, min(24, len(kinds)))))
    none, die = ",".join("-" * seats), draw.choice((0, 0, 6, 8, 10))
    turn = f"choose {','.join('?' * seats)}" if die else "1 move"
    options = [f"die {die}"] * bool(die) + ["diagonal"] * draw.randrange(2)
    fields = [line, none, none, none, turn]
    return " | ".join(fields + [",".join(options)] * bool(options))


@pytest.mark.parametrize("seed", range(3))
def test_they_agree_on_short_lines(seed: int) -> None:
    draw = random.Random(f"short lines {seed}")
    for _ in range(12):
        walked(draw, notation.read(short(draw)))


def test_both_count_the_same_lines_of_play() -> None:
    def lines(before: str, depth: int) -> int:
        if depth == 0:
            return 1
        if "choose" in before and "?" not in before.split(" | ")[4]:
            return lines(referee.revealed(before), depth)
        return sum(lines(after, depth - 1) for after in referee.moves(before).values())

    def ours(s: State, depth: int) -> int:
        if depth == 0:
            return 1
        if rules.turn(s) == CHANCE:
            return sum(ours(rules.settle(s, what), depth) for what, _ in rules.chances(s))
        seats = range(s.table.seats)
        after = (rules.play(s, seat, action) for seat in seats for action in rules.actions(s, seat))
        return sum(ours(one, depth - 1) for one in after)

    for position, depth in (
        ("..y1g2..b3g1r3.. | 1,4,8 | r1,g3,y2 | -,-,- | 1 move", 4),
        ("............y1y2....g1 | 6,9,- | r3r3r3r1g2b1,y1y1,- | -,-,- | 1 build", 4),
        ("....r1..y2g3b1.. | 2,4,8 | y3y1,b2,g1 | -,-,- | choose ?,?,- | die 6", 3),
    ):
        assert lines(position, depth) == ours(notation.read(position), depth)
