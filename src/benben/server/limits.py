"""Rate limits: a token bucket, and a bucket for each address or person."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

TOO_MANY_CALLS = "Too many calls from your address. Please wait a moment."
BUCKETS_REMEMBERED = 10_000  # addresses, or people; beyond that the longest inactive is dropped


class Limit(NamedTuple):
    """A rate limit: a burst first, then a rate per second."""

    burst: float
    per_second: float


class TokenBucket:
    """Enforces one limit for one sender."""

    def __init__(self, limit: Limit) -> None:
        self._burst, self._rate = limit
        self._level, self._at = self._burst, time.monotonic()

    def wait(self, cost: float = 1) -> float:
        """Take tokens, and return how many seconds to wait for them; 0 if there were enough."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate) - cost
        self._at = now
        return max(0.0, -self._level / self._rate)

    def allows(self, cost: float = 1) -> bool:
        """Take tokens if there are enough, and return whether there were."""
        if self.wait(cost) == 0:
            return True
        self._level += cost
        return False


class TokenBuckets:
    """A bucket for each address or person that was active lately."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, who: str) -> TokenBucket:
        """The bucket of this address or person."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = TokenBucket(self._limit)
        self._buckets.move_to_end(who)
        while len(self._buckets) > BUCKETS_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket
