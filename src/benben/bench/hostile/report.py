"""The report of the attacks: what honest people saw during each, beside the calm of the same run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benben.bench.hostile.samples import HonestFigures

MOVE_RATIO = 4.0  # of the slowest moves to those in calm, at most
REPLY_RATIO = 2.0  # of the slow replies of bots to those in calm, at most
CALL_MS = 1000.0  # for taking a name, opening a table or sitting down, at most


class AttackResult(NamedTuple):
    name: str
    seen: HonestFigures
    calm: HonestFigures  # just before the attack
    share: float  # of one core that the stranger used
    counts: Mapping[str, int]  # what the stranger did, and how it was answered
    note: str = ""  # what else was seen


def missed_bars(seen: HonestFigures, calm: HonestFigures) -> list[str]:
    """The bars that were missed during an attack."""
    bars = {
        "moves": seen.move_p99 <= MOVE_RATIO * calm.move_p99,
        "bots": seen.reply_p90 <= REPLY_RATIO * calm.reply_p90,
        "health": not seen.health_failures,
        "calls": seen.worst_call <= CALL_MS,
    }
    return [name for name, kept in bars.items() if not kept]


HEAD = (
    f"{'':27} ------ moves ------  ------- bots ------   worst  health\n"
    f"{'attack':27}    p50    p99     x     p50    p90    x    call  failed  stranger"
)


def calm_row(calm: HonestFigures) -> str:
    return _row("(calm)", calm, calm)


def attack_row(result: AttackResult) -> str:
    """One line for an attack, ending with the bars that were missed."""
    missed = missed_bars(result.seen, result.calm)
    verdict = f"MISSED {', '.join(missed)}" if missed else "kept"
    return f"{_row(result.name, result.seen, result.calm)} {100 * result.share:7.0f} %  {verdict}"


def _row(name: str, seen: HonestFigures, calm: HonestFigures) -> str:
    return (
        f"{name:27} {seen.move_p50:6.0f} {seen.move_p99:6.0f} {_ratio(seen.move_p99, calm.move_p99):>5}  "
        f"{seen.reply_p50:6.0f} {seen.reply_p90:6.0f} {_ratio(seen.reply_p90, calm.reply_p90):>4} "
        f"{seen.worst_call:7.0f} {seen.health_failures:3}/{seen.health_checks:<3}"
    )


def _ratio(seen: float, calm: float) -> str:
    return f"{seen / calm:.1f}" if calm and seen < float("inf") else "-"


def details(results: Sequence[AttackResult]) -> str:
    """What the stranger did in each attack, and what went wrong for honest people."""
    lines = []
    for one in results:
        did = ", ".join(f"{word} {count:,}" for word, count in one.counts.items()) or "nothing"
        lines.append(f"{one.name}: {did}{f'; {one.note}' if one.note else ''}")
        lines += [f"    {count} x {fault}" for fault, count in one.seen.faults.most_common(4)]
    return "\n".join(lines)


BARS = (
    f"Times in milliseconds. Bars: moves p99 at most {MOVE_RATIO:g} times and bots' p90 at most "
    f"{REPLY_RATIO:g} times that in calm, just before; no failed /health, no call over {CALL_MS:g} ms."
)
