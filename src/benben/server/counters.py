"""Counters of this process, for the metrics. They are plain numbers, because moves are counted often."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

SECONDS_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SIZE_BOUNDS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Histogram:
    """How many values lie below each bound, and their sum."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(bounds) + 1)  # the last: above every bound
        self.sum = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Counters:
    """What the server counts while it runs."""

    def __init__(self) -> None:
        self.moves = 0  # moves that were stored and acknowledged
        self.refusals = 0  # messages that were answered with Refused
        self.questions = 0  # questions to workers: bots' turns, hints, ratings, checks of records
        self.workers_replaced = 0  # worker processes that died, or were killed for taking too long
        self.dropped = 0  # clients that could not keep up
        self.messages = Histogram(SECONDS_BOUNDS)  # seconds from a message's arrival until it was dealt with
        self.commits = Histogram(SECONDS_BOUNDS)  # seconds of one commit of the store
        self.batches = Histogram(SIZE_BOUNDS)  # transactions that shared one commit


counters = Counters()
