"""What `benben bench senet --long` measures, and the games of other libraries that Senet is compared with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benben.bench.thresholds import Threshold
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, OVER
from benben.games.senet import rules
from benben.games.senet.rules import THROWS, actions, play, settle, start, turn
from benben.games.senet.solver import SOLVED_PIECES, Endgames
from benben.games.senet.solver.known import FILE, KNOWN_PIECES, read_known
from benben.solve.position_links import ONE
from benben.solve.value_files import values_folder

# OpenSpiel has no Senet. Its backgammon is the nearest: a race with throws, and a random game of like length.
OPENSPIEL = "backgammon"

# boardgame.io comes without games. This race for two of about Senet's size is in bench/peers/boardgameio.
BOARDGAME = "track"


def long_thresholds(
    clock: Callable[[], float],
    memory: Callable[[], float],
    bot: Any,
    pieces: int = SOLVED_PIECES,
    games: int = 10_000,
) -> Iterator[Threshold]:
    """Making the tables for up to so many pieces a side, reading them, and playing against them.

    The tables are made in a folder of their own. Without numba those in your cache folder are played against.
    """
    if compiled(rules).fast:
        with TemporaryDirectory() as folder:
            known = Endgames(pieces, pieces, Path(folder))
            yield from _table_figures(clock, memory, known, pieces)
    else:
        known = Endgames(pieces, pieces, values_folder("senet"))
        known.tables.read()
        known.make()  # refused if they are not there
    yield from _match_figures(clock, known, bot, min(pieces, KNOWN_PIECES), games)


def _table_figures(
    clock: Callable[[], float], memory: Callable[[], float], known: Endgames, pieces: int
) -> Iterator[Threshold]:
    began = clock()
    known.make(tell=lambda words: print(words, file=sys.stderr, flush=True))
    yield Threshold(f"{pieces} a side: tables made, all cores together", clock() - began, "s", most=300.0)
    yield Threshold(f"{pieces} a side: memory of the process, numba included", memory(), "MB", most=1000.0)
    heads = known.tables.heads.values()
    yield Threshold(f"{pieces} a side: positions", sum(head.positions for head in heads), "")
    worst = max(head.widest for head in heads) / ONE / 2
    yield Threshold(f"{pieces} a side: error of a value, at most", worst * 1e9, "e-9", most=100.0)
    began = clock()
    Endgames(pieces, pieces, known.tables.folder).tables.read()
    yield Threshold(f"{pieces} a side: tables read", clock() - began, "s")


def _match_figures(
    clock: Callable[[], float], known: Endgames, bot: Any, pieces: int, games: int
) -> Iterator[Threshold]:
    """Matches of the strongest level against perfect play.

    Each run of throws is played twice, with the seats changed, so that luck is shared evenly.
    """
    began = clock()
    read_known(FILE)
    yield Threshold("the shipped values: read", clock() - began, "s", most=2.0)
    won, given, choices, seconds = 0, 0.0, 0, 0.0
    for number in range(games):
        draw = Random(f"benben senet {number // 2}")
        s, seat = start(2, rules.Options(pieces)), number % 2
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                throws, ways = zip(*THROWS, strict=True)
                s = settle(s, draw.choices(throws, ways)[0])
                continue
            worths = dict(known.moves(s)) if len(actions(s, s.mover)) > 1 else {}
            if s.mover == seat:
                began = clock()
                move = bot.choose(s, seat, draw.randrange)
                if worths:
                    seconds += clock() - began
                    given += max(worths.values()).value - worths[move].value
                    choices += 1
            else:
                move = max(worths, key=worths.__getitem__) if worths else actions(s, s.mover)[0]
            s = play(s, s.mover, move)
        won += s.mover == seat
    told = f"{pieces} a side: the strongest level against perfect play"
    yield Threshold(f"{told}, won of {games:,} games", 100 * won / games, "%", least=49.0)
    yield Threshold(
        f"{pieces} a side: chance that it gives away a choice",
        1e6 * given / max(1, choices),
        "e-6",
        most=100.0,
    )
    yield Threshold(f"{pieces} a side: time of a choice, on average", 1e6 * seconds / max(1, choices), "us")


def warm() -> None:
    """Compile the machine code, unless it is in the cache."""
    if compiled(rules).fast:
        Endgames(1, 1).make()
