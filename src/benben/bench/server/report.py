"""The report of a server benchmark: the figures of all servers in one table, and the thresholds of ours."""

from __future__ import annotations

from collections.abc import Sequence

from benben.bench.server.measure import ServerResult
from benben.bench.thresholds import Threshold

P99_MS = 25.0  # from sent to acknowledged, at the pace
MOVES_PER_CORE = 5000  # stored and acknowledged moves that a second of one core pays for, in the loop
COST_IN_FILES = 4.0  # what a move costs boardgame.io with files, at least, as a multiple of ours


def table(results: Sequence[ServerResult]) -> str:
    """The figures of each server; ratios are to the first row: above 1 the first row is cheaper."""
    first, wide = results[0], max(len(one.name) for one in results)
    lines = [
        f"{'':{wide}}   --------- at the pace ---------   ------ as fast as it can ------   memory",
        f"{'server':{wide}}   p50 ms   p99 ms  us/move     x   moves/s  us/move  a core     x       MB",
    ]
    for one in results:
        paced, loop = one.paced, one.loop
        lines.append(
            f"{one.name:{wide}} {paced.median:8.1f} {paced.p99:8.1f} {paced.cost:8.0f} "
            f"{paced.cost / first.paced.cost:5.1f} {loop.rate:9,.0f} {loop.cost:8.0f} "
            f"{loop.moves_per_core:7,.0f} {loop.cost / first.loop.cost:5.1f} {one.memory:8.0f}"
        )
    lines += [
        f"{one.name}: its database used another {one.paced.database:.0f} us per move at the pace, "
        f"{one.loop.database:.0f} in the loop."
        for one in results
        if one.paced.database or one.loop.database
    ]
    return "\n".join(lines)


def thresholds(
    ours: ServerResult | None, memory: ServerResult | None, files: ServerResult | None
) -> list[Threshold]:
    """The thresholds of our server, as far as they were measured."""
    if ours is None:
        return []
    found = [
        Threshold("p99 at the pace", ours.paced.p99, "ms", most=P99_MS),
        Threshold("durable moves per core", ours.loop.moves_per_core, "a second", least=MOVES_PER_CORE),
    ]
    for name, theirs, least in (("memory", memory, 1.0), ("files", files, COST_IN_FILES)):
        if theirs:
            ratio = theirs.paced.cost / ours.paced.cost
            found.append(Threshold(f"us/move, boardgame.io in {name} to benben", ratio, "x", least=least))
    return found
