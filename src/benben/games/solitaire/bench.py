"""What `benben bench solitaire` measures: the speed of the solver, beside its thresholds.

One core, one process. Positions are sampled by random hops from the start, the same in every run. The caller
gives the clock, because games read none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

from benben.bench.thresholds import Threshold
from benben.core.text_span import TextSpan
from benben.games.solitaire.puzzles import FILES, RANKS, draws, random_position
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.rules.board_text import read_board
from benben.games.solitaire.solver import Answer, Solver, exceptions

Clock = Callable[[], float]  # seconds

SLOWEST = (  # positions and their best scores
    # Traps that took seconds before there was a bound by odd and even squares
    ("SM,SM,SML,SM/SMM,-,S,SML/SML,SML,SMLL,SMLL", 2),
    ("SML,SM,SML,SM/SMM,-,S,SM/SML,SMLL,SML,SMLL", 2),
    ("SML,S,SMLL,SML/SMM,-,S,SMLL/SML,SML,SM,SML", 2),
    ("SML,S,SM,SML/SML,S,-,SML/SMLL,SMLL,SML,SML", 2),
    ("SMLL,SMLL,S,SML/SML,S,-,SMM/SML,SM,SMM,SM", 2),
    ("SML,SMLLL,SMLL,SML/SM,S,-,SMLL/SML,SM,S,SM", 2),
    ("SM,S,SM,SML/SMLL,S,-,SML/SM,SMM,SMLLLL,SML", 2),
    ("SML,SM,SML,SML/SMM,L,-,SM/SML,SMLL,SML,SML", 2),
    ("SML,SM,SML,SML/SMM,-,S,SML/SMLL,SML,SM,SML", 2),
    ("SMLL,SM,SML,SM/SMM,-,S,SML/SML,SML,SM,SMLL", 2),
    # What takes longest since, of 80,000 positions with 22 to 35 pyramids left
    ("SMLLLL,-,S,SML/SML,-,SML,SML/SMMM,S,S,SML", 3),
    ("SMLLLL,-,S,SML/SML,-,SML,SML/SMM,-,SM,SML", 2),
    ("SM,SMLL,SM,SMLL/SML,-,-,SMLL/SMLL,SM,SMLL,SM", 2),
    ("SM,SM,SMLL,SM/SMLL,-,-,SML/SM,SMLL,SMLL,SMLL", 2),
    ("SM,SM,SM,SM/SML,-,-,SMLL/SMLL,SMLL,SMLL,SMLL", 2),
    ("SM,SMLL,SM,SM/SMLL,-,-,SML/SMLL,SMLL,SMLL,SM", 2),
    ("SM,SMLL,SM,SMLL/SML,-,-,SMLL/SMLLL,S,SML,SM", 2),
)


def thresholds(clock: Clock, memory: Callable[[], float], early: int = 600) -> Iterator[Threshold]:
    """The figures, one after the other. `memory` gives the megabytes of the process at their peak.

    `early` is the number of early positions asked besides the exceptions. Machine code should have been
    compiled before, in another process: compiling takes seconds, and memory of its own.
    """
    own = Solver(3, 4)
    timed_answer(own, board_moves.nests(3, 4), clock)
    yield Threshold("machine code", float(own.fast), "1: yes")
    yield from exact_answers(own, clock, 24, 2.0, 60.0)
    yield from exact_answers(own, clock, 18, None, 10.0)
    yield Threshold("3 x 4, 24 left: all hops rated, median of 200", rating_time(own, clock), "ms")
    yield Threshold(
        "3 x 4, 31 or more left: exact, slowest", slowest_answer(own, clock, early), "ms", most=1000.0
    )
    own.forget()
    yield Threshold("3 x 4: a perfect line from the start", perfect_line(own, clock), "ms", most=50.0)
    yield Threshold("3 x 4: memory of the process, numba included", memory(), "MB", most=200.0)
    yield from slowest_known(clock)
    yield Threshold(
        "4 x 5: a perfect line from the start", perfect_line(Solver(4, 5), clock), "ms", most=2_000.0
    )
    yield Threshold(
        "8 x 8: a perfect line from the start", perfect_line(Solver(8, 8), clock), "ms", most=60_000.0
    )


def timed_answer(own: Solver, b: Board, clock: Clock) -> tuple[Answer, float]:
    """The solver's answer and the milliseconds that it took."""
    began = clock()
    answer = own.best(b)
    return answer, 1000 * (clock() - began)


def positions(left: int, count: int) -> Iterator[Board]:
    draw = draws(f"bars {left}")
    while count:
        b = random_position(left, draw)
        if b is not None:
            count -= 1
            yield b


def exact_answers(
    own: Solver, clock: Clock, left: int, middle: float | None, slow: float
) -> Iterator[Threshold]:
    """Exact answers to a thousand positions, one after the other with the same table."""
    times = []
    for b in positions(left, 1000):
        answer, took = timed_answer(own, b, clock)
        assert answer.exact
        times.append(took)
    times.sort()
    yield Threshold(f"3 x 4, {left} left: exact, median of 1000", median(times), "ms", most=middle)
    yield Threshold(f"3 x 4, {left} left: exact, 99 % of 1000", times[989], "ms", most=slow)


def perfect_line(own: Solver, clock: Clock) -> float:
    answer, took = timed_answer(own, board_moves.nests(own.ranks, own.files), clock)
    assert answer.score == 1
    return took


def slowest_answer(own: Solver, clock: Clock, early: int) -> float:
    """The slowest answer, in ms, to the exceptions and other early positions, each with an empty table."""
    asked = [b for b, _ in exceptions.entries()]
    for left in (31, 32, 33, 34, 35):
        asked += positions(left, early // 5)
    worst = 0.0
    for b in asked:
        own.forget()
        answer, took = timed_answer(own, b, clock)
        assert answer.exact
        worst = max(worst, took)
    return worst


def slowest_positions() -> list[tuple[Board, int]]:
    """The positions of SLOWEST and their best scores."""
    return [(read_board(TextSpan(position, 0)), score) for position, score in SLOWEST]


def slowest_known(clock: Clock) -> Iterator[Threshold]:
    """The slowest answers to positions known to be slow, each with an empty table and without the book."""
    for words, own, most in (
        ("", Solver(RANKS, FILES, use_exceptions=False), 1_000.0),
        (", plain", Solver(RANKS, FILES, plain=True, use_exceptions=False), None),
    ):
        answer_worst = rate_worst = 0.0
        for b, score in slowest_positions():
            own.forget()
            answer, took = timed_answer(own, b, clock)
            assert answer[:2] == (score, True)
            answer_worst = max(answer_worst, took)
            own.forget()
            began = clock()
            own.rate(b)
            rate_worst = max(rate_worst, 1000 * (clock() - began))
        many = len(SLOWEST)
        yield Threshold(f"3 x 4, slowest of {many} hard ones: exact{words}", answer_worst, "ms", most=most)
        yield Threshold(
            f"3 x 4, slowest of {many} hard ones: all hops rated{words}", rate_worst, "ms", most=most
        )


def rating_time(own: Solver, clock: Clock) -> float:
    times = []
    own.forget()
    for b in positions(24, 200):
        began = clock()
        own.rate(b)
        times.append(1000 * (clock() - began))
    return median(times)


def warm() -> None:
    """Compile all the machine code, unless it is in the cache; its memory is not to be measured."""
    own = Solver(3, 4)
    for b in (board_moves.nests(3, 4), *positions(24, 3), *positions(18, 3)):
        own.best(b)
        own.rate(b)
    Solver(4, 5).best(board_moves.nests(4, 5))
