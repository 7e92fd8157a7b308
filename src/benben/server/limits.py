"""Rate limits: a token bucket, a bucket for each address or person, and what counts as one address."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from functools import lru_cache
from typing import NamedTuple

TOO_MANY_CALLS = "Too many calls from your address. Please wait a moment."
BUCKETS_REMEMBERED = 10_000  # addresses, or people; beyond that the longest inactive is dropped


class Limit(NamedTuple):
    """A rate limit: a burst first, then a rate per second."""

    burst: float
    per_second: float

    def scaled_to(self, per_second: float) -> Limit:
        """A limit with this rate, and a burst that has grown or shrunk with it."""
        return Limit(self.burst * per_second / self.per_second, per_second)


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

    def charge(self, cost: float, most_seconds: float) -> float:
        """Take tokens also if there are not enough, and return how many seconds to wait for them.

        A sender who goes on waits longer, but never more than `most_seconds` after the last charge.
        """
        wait = self.wait(cost)
        if wait > most_seconds:
            self._level = -most_seconds * self._rate
            return most_seconds
        return wait


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


@lru_cache(4096)
def client_network(address: str) -> str:
    """What counts as one address in limits: an IPv4 address, or the /64 of an IPv6 address.

    A household or a rented server has a whole /64. An IPv4 address inside an IPv6 one counts as itself.
    Everything that is no address, like a Unix socket or nonsense from a proxy, counts together as "".
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
        found = found.ipv4_mapped
    return str(found)
