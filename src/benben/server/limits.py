"""Rate limits: token buckets, for REST calls, socket messages and chat."""

from __future__ import annotations

import time
from collections import OrderedDict

REMEMBERED = 10_000  # addresses, or people


class Bucket:
    """Lets so many through at once, and so many a second after that."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._level, self._at = burst, time.monotonic()

    def wait(self, cost: float = 1) -> float:
        """Takes it, and says how many seconds to wait for it; 0 if there was room."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate) - cost
        self._at = now
        return max(0.0, -self._level / self._rate)

    def allows(self, cost: float = 1) -> bool:
        """Takes it if there is room."""
        if self.wait(cost) == 0:
            return True
        self._level += cost
        return False


class Buckets:
    """A bucket for everybody who was heard of lately."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str, burst: float, rate: float) -> Bucket:
        bucket = self._buckets.setdefault(who, Bucket(burst, rate))
        self._buckets.move_to_end(who)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket
