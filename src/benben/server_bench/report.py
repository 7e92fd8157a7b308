"""The figures in one table, ours and theirs side by side, and the bars with what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benben.server_bench.measure import Result

LATEST = 25.0  # ms: 99 of 100 moves are acknowledged sooner, at the pace
LEAST = 5000  # moves that a second of processor pays for, in the loop
TIMES = 4.0  # so much more than ours a move may cost with their files


class Bar(NamedTuple):
    what: str
    asked: str
    found: str
    kept: bool


def table(results: Sequence[Result]) -> str:
    """Ratios are theirs to ours, of the first row: above 1 ours is cheaper."""
    first, wide = results[0], max(len(one.name) for one in results)
    lines = [
        f"{'':{wide}}   --------- at the pace ---------   ------ as fast as it can ------   memory",
        f"{'server':{wide}}   p50 ms   p99 ms  us/move     x   moves/s  us/move  a core     x       MB",
    ]
    for one in results:
        paced, loop = one.paced, one.loop
        lines.append(
            f"{one.name:{wide}} {paced.middle:8.1f} {paced.slow:8.1f} {paced.cost:8.0f} "
            f"{paced.cost / first.paced.cost:5.1f} {loop.rate:9,.0f} {loop.cost:8.0f} {loop.a_core:7,.0f} "
            f"{loop.cost / first.loop.cost:5.1f} {one.memory:8.0f}"
        )
    lines += [
        f"{one.name}: its database used {one.paced.database:.0f} us a move at the pace, "
        f"{one.loop.database:.0f} in the loop, beside what stands above."
        for one in results
        if one.paced.database or one.loop.database
    ]
    return "\n".join(lines)


def bars(ours: Result | None, memory: Result | None, files: Result | None) -> list[Bar]:
    """What was promised, as far as it was measured."""
    found: list[Bar] = []
    if ours is None:
        return found
    slow, least = ours.paced.slow, ours.loop.a_core
    found.append(Bar("p99 at the pace", f"<= {LATEST:g} ms", f"{slow:.1f} ms", slow <= LATEST))
    found.append(
        Bar("durable moves/s a core", f">= {LEAST:,}", f"{least:,.0f}", least >= LEAST),
    )
    if memory:
        ratio = memory.paced.cost / ours.paced.cost
        found.append(Bar("us/move, theirs in memory to ours", ">= 1", f"{ratio:.2f}", ratio >= 1))
    if files:
        ratio = files.paced.cost / ours.paced.cost
        found.append(Bar("us/move, theirs in files to ours", f">= {TIMES:g}", f"{ratio:.2f}", ratio >= TIMES))
    return found


def bar_table(found: Sequence[Bar]) -> str:
    wide = max(len(bar.what) for bar in found)
    lines = [f"{'bar':{wide}}   {'asked':>10}   {'found':>10}"]
    lines += [
        f"{bar.what:{wide}}   {bar.asked:>10}   {bar.found:>10}   {'kept' if bar.kept else 'missed'}"
        for bar in found
    ]
    return "\n".join(lines)
