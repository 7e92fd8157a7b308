"""Traffic: how much every address has sent lately, and which connections wait for a request.

An address has a bucket for its new connections, one for its requests, one for its new sockets, and one for
the bytes on its sockets. Limits are soft first: requests are answered later, and frames are read later. Then
requests are refused with a sentence. An address that goes on finds its connections closed as soon as they are
made, until it has been quiet for some seconds.
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from uvicorn.config import Config

from benben.server.limits import TokenBuckets
from benben.server.settings import Limits

TOO_MANY_SOCKETS = "Too many new connections from your address. Please wait a moment."


class WaitingConnection(Protocol):
    """A connection that can be closed without harm, since no request is being answered on it."""

    def close_waiting(self) -> None:
        """Close the connection."""


class Traffic:
    """The buckets and connections of all addresses. An address is what `client_network` makes of it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most_open = limits.open_connections
        self._connections = TokenBuckets(limits.new_connections)
        self._requests = TokenBuckets(limits.requests)
        self._prompt_requests = TokenBuckets(limits.prompt_requests)
        self._sockets = TokenBuckets(limits.new_sockets)
        self._bytes = TokenBuckets(limits.address_bytes)
        self._open: Counter[str] = Counter()
        self._waiting: dict[str, dict[WaitingConnection, None]] = {}  # by address, the oldest first

    # Requests and frames: each returns how many seconds the address has to wait; 0 if it may go on

    def request_delay(self, address: str, cost: float) -> float:
        """Charge an address for a request, or give something back if the cost is negative."""
        return self._requests.of(address).charge(cost, self.limits.penalty_seconds)

    def prompt_delay(self, address: str, cost: float) -> float:
        """Charge an address for a request that is answered: many at once leave time for others."""
        return self._prompt_requests.of(address).wait(cost)

    def socket_delay(self, address: str, cost: float = 1) -> float:
        """Charge an address for a new socket; with cost 0 only ask."""
        return self._sockets.of(address).charge(cost, self.limits.penalty_seconds)

    def charge_flood(self, address: str) -> None:
        """Charge an address for a flood of frames: its next sockets are refused for a while."""
        self._sockets.of(address).charge(self.limits.flood_sockets, self.limits.penalty_seconds)

    def bytes_delay(self, address: str, size: int) -> float:
        """Charge an address for bytes on its sockets."""
        return self._bytes.of(address).wait(size)

    # Connections

    def admit(self, connection: WaitingConnection, address: str, open_now: int) -> bool:
        """Count a new connection; False if it is one too many and none that waits can make room.

        The address is empty for a trusted proxy, which speaks for many: only the total counts.
        """
        if address:
            wait = self._connections.of(address).charge(1, self.limits.penalty_seconds)
            if wait or self.request_delay(address, 0) > self.limits.told_seconds:
                return False
            waiting = len(self._waiting.get(address, ()))
            full = self._open[address] >= self.limits.connections_per_address
            if (full or waiting >= self.limits.waiting_per_address) and not self._close_oldest(address):
                return False
        if open_now > self.most_open and not self._close_oldest(self._most_waiting()):
            return False
        self._open[address] += 1
        self.wait(connection, address)
        return True

    def leave(self, connection: WaitingConnection, address: str) -> None:
        """Forget a connection that was admitted and is closed, or is a socket now."""
        self.stop_waiting(connection, address)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def wait(self, connection: WaitingConnection, address: str) -> None:
        """Note that a connection waits for a request from now on."""
        self._waiting.setdefault(address, {})[connection] = None

    def stop_waiting(self, connection: WaitingConnection, address: str) -> None:
        """Note that a connection has a request."""
        waiting = self._waiting.get(address)
        if waiting is not None and connection in waiting:
            del waiting[connection]
            if not waiting:
                del self._waiting[address]

    def _close_oldest(self, address: str) -> bool:
        """Close the connection of this address that has waited longest; False if none waits."""
        waiting = self._waiting.get(address)
        if not waiting:
            return False
        oldest = next(iter(waiting))
        self.stop_waiting(oldest, address)
        oldest.close_waiting()
        return True

    def _most_waiting(self) -> str:
        """The address with most waiting connections."""
        return max(self._waiting, key=lambda address: len(self._waiting[address]), default="")


def traffic_of(config: Config) -> Traffic:
    """The Traffic of the application that is served."""
    traffic = config.app.state.traffic  # type: ignore[union-attr]
    assert isinstance(traffic, Traffic)
    return traffic
