"""What may follow each position, as words of 32 bits, and the sweep over them. The dialect is numba's.

For each position: its number; then for each outcome of chance all positions that the player may choose from,
each with marks. Chance first, then a choice; whoever chooses wants to win, or the other player to lose:

    17, 40, 41+LAST, 90+OTHER+LAST, WON+LAST        position 17, three throws: 40 or 41; 90, where the other
                                                    player throws; a win

Bounds are chances of the player to throw, whole numbers from 0 to ONE, lower and upper for each position.
"""

from __future__ import annotations

from typing import Any

ONE = 0xFFFFFFFF  # a sure win
LAST = 1 << 31  # mark: no other choice for this outcome of chance
OTHER = 1 << 30  # mark: then the other player throws
WON = OTHER - 1  # instead of a number: the player has won
Words = Any  # an array of unsigned words of 32 bits


def sweep(words: Words, weights: Any, bounds: Words) -> tuple[bool, int]:
    """Compute the bounds of these positions once; whether any moved, and the most that they differ by.

    Bounds are never widened. Lower ones are rounded down and upper ones up, so they stay true.
    """
    changed, widest, n = False, 0, 0
    whole = 0
    for weight in weights:
        whole += weight
    while n < len(words):
        at = 2 * words[n]
        n += 1
        least, most = 0, 0
        for weight in weights:
            n, low, high = best_bounds(words, n, bounds)
            least += weight * low
            most += weight * high
        least //= whole
        most = (most + whole - 1) // whole
        if least > bounds[at]:
            bounds[at] = least
            changed = True
        if most < bounds[at + 1]:
            bounds[at + 1] = most
            changed = True
        widest = max(widest, 0 + bounds[at + 1] - bounds[at])  # from 0 on, in signed numbers
    return changed, widest


def best_bounds(words: Words, n: int, bounds: Words) -> tuple[int, int, int]:
    """Where the next outcome of chance begins, and the bounds of the best choice for the one at `n`."""
    least, most = 0, 0
    while True:
        word = words[n]
        n += 1
        to = word & WON
        if to == WON:
            least, most = ONE, ONE
        elif word & OTHER:
            least = max(least, ONE - bounds[2 * to + 1])
            most = max(most, ONE - bounds[2 * to])
        else:
            least = max(least, bounds[2 * to])
            most = max(most, bounds[2 * to + 1])
        if word & LAST:
            return n, least, most
