"""What `benben bench pyramydal` measures: the speed of scoring and of decisions, beside their thresholds.

Decisions are those of the strongest level, at tables of every size and in every mode, where it has to search.
The question of scoring is `promised_score`: the best partition, with time to build. Collections are dealt
from the stashes of the colours in play, the same in every run; hard ones have few kinds, and statues stand on
the table.

The caller gives the clock, because games read none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

from benben.bench.thresholds import Threshold
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, EVERYONE, OVER
from benben.games.pyramydal import bot as player
from benben.games.pyramydal import rules, views
from benben.games.pyramydal.board import EACH
from benben.games.pyramydal.rules import Options, State
from benben.games.pyramydal.scoring import promise, promised_score

Clock = Callable[[], float]  # seconds
SEATS = (4, 6, 7, 8, 9, 10)  # of the tables at which decisions are timed
MODES = (Options(), Options(6), Options(8), Options(10), Options(0, True), Options(10, True))
MOST_MS = 30.0  # of a decision in machine code, where words have no room for the rules
Hand = tuple[int, int, int]  # pieces, shown, taken: as scoring has them

BATCH = 20  # calls of machine code between two readings of the clock


def thresholds(
    clock: Clock,
    memory: Callable[[], float],  # noqa: ARG001
    bot: Any,
    many: int = 1500,
    decisions: int = 60,
    seats: Sequence[int] = SEATS,
) -> Iterator[Threshold]:
    """The figures, one after the other; `bot` is the strongest level."""
    engine = compiled(rules)
    yield Threshold("machine code", float(engine.fast), "1: yes")
    four = list(hands(4, 15, 20, many))
    for virtual, diagonal, most in ((False, False, 1.0), (True, False, None), (True, True, None)):
        words = f"4 colours, 15 to 20 pieces{_with(virtual, diagonal)}: plain"
        times = [scoring_time(clock, 4, hand, virtual, diagonal) for hand in four]
        yield Threshold(f"{words}, median of {many}", median(times), "ms", most=most)
        yield Threshold(f"{words}, slowest", max(times), "ms")
    if engine.fast:
        fast = engine.bind(promised_score)
        for virtual, diagonal, most in ((False, False, 30.0), (True, False, None), (True, True, None)):
            times = []
            for pieces, shown, taken in four:
                began = clock()
                for _ in range(BATCH):
                    found = fast(pieces, shown, taken, 4, virtual, diagonal)
                times.append(1e6 * (clock() - began) / BATCH)
                assert found == promised_score(pieces, shown, taken, 4, virtual, diagonal)
            words = f"4 colours, 15 to 20 pieces{_with(virtual, diagonal)}: compiled"
            yield Threshold(f"{words}, median of {many}", median(times), "us", most=most)
    for diagonal in (False, True):
        for hard in (False, True):
            dealt = hands(8, 20, 20, many, hard)
            worst = max(scoring_time(clock, 8, hand, True, diagonal) for hand in dealt)
            words = f"8 colours, 20{' hard' if hard else ''} pieces{_with(True, diagonal)}: plain"
            yield Threshold(f"{words}, slowest of {many}", worst, "ms", most=500.0)
    for options in MODES:
        for at in seats:
            yield from decision_times(clock, bot, at, options, decisions, engine.fast)


def decision_times(
    clock: Clock, bot: Any, seats: int, options: Options, decisions: int, fast: bool
) -> Iterator[Threshold]:
    """The median and the slow end of the bot's decisions, in positions of games between scribes."""
    times: list[float] = []
    source, waiting = Random(f"decisions {seats} {options}"), 0
    for s, seat in positions(seats, options, source):
        waiting -= 1
        if waiting > 0 or player.obvious(s, seat) is not None or len(player.sensible(s, seat)) < 2:
            continue
        v = views.view(s, seat)
        if not times:
            bot.choose(v, seat, source.randrange)  # machine code is loaded
        began = clock()
        bot.choose(v, seat, source.randrange)
        times.append(1000 * (clock() - began))
        waiting = 5
        if len(times) == decisions:
            break
    times.sort()
    mode = (
        f"{f'die of {options.die}' if options.die else 'by turns'}{', diagonals' if options.diagonal else ''}"
    )
    words, most = f"{seats} seats, {mode}: a decision", MOST_MS if fast and seats > rules.WORDS else None
    yield Threshold(f"{words}, median of {decisions}", median(times), "ms", most=most)
    yield Threshold(f"{words}, 95 %", times[len(times) * 19 // 20], "ms", most=most)


def positions(seats: int, options: Options, source: Random) -> Iterator[tuple[State, int]]:
    """Positions in which a seat has a choice, without end: of games that scribes play."""
    while True:
        s = rules.start(seats, options)
        while (turn := rules.turn(s)) != OVER:
            if turn == CHANCE:
                rows = rules.chances(s)
                s = rules.settle(s, source.choices([row[0] for row in rows], [row[1] for row in rows])[0])
                continue
            seat = turn if turn != EVERYONE else next(one for one in range(seats) if rules.actions(s, one))
            if len(rules.actions(s, seat)) > 1:
                yield s, seat
            s = rules.play(s, seat, player.choose(views.view(s, seat), seat, 2, source.randrange))


def scoring_time(clock: Clock, colours: int, hand: Hand, virtual: bool, diagonal: bool) -> float:
    """Milliseconds to score one collection, exactly."""
    began = clock()
    found = promise(*hand, colours, virtual, diagonal)
    took = 1000 * (clock() - began)
    assert found.exact
    return took


def hands(colours: int, least: int, most: int, many: int, hard: bool = False) -> Iterator[Hand]:
    """Collections; hard ones are of few kinds, with signatures taken and statues of one's own."""
    source = Random(f"bars {colours} {least} {hard}")
    for _ in range(many):
        kinds = list(range(3 * colours))
        shown = taken = 0
        if hard:
            fewest = (most + EACH - 1) // EACH + 1
            kinds = source.sample(kinds, source.randint(fewest, 3 * colours))
            for _ in range(source.choice((0, 2, colours, colours * colours))):
                large, medium, small = source.sample(range(colours), 3)
                taken |= 1 << (large * colours + medium) * colours + small
            for _ in range(source.choice((0, 0, 3, 6))):
                kind = source.randrange(3 * colours)
                shown += 1 << 3 * kind if shown >> 3 * kind & 7 < 3 else 0
        dealt = source.sample([kind for kind in kinds for _ in range(EACH)], source.randint(least, most))
        yield sum(1 << 3 * kind for kind in dealt), shown, taken


def _with(virtual: bool, diagonal: bool) -> str:
    return f"{', virtual' if virtual else ''}{', diagonals' if diagonal else ''}"


def warm() -> None:
    """Compile the machine code, unless it is in the cache."""
    compiled(rules).bind(promised_score)(0, 0, 0, 4, False, False)
