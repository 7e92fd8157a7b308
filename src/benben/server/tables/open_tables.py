"""Open tables in the lobby: which of them have a connected host, in this process or in another."""

from __future__ import annotations

import math
import time
from collections.abc import Collection

from benben.server.tables.registry import RoomRegistry
from benben.server.tables.room import Room


def is_host_connected(room: Room) -> bool:
    """Whether the host of this open table is connected to it through this process."""
    hosts = room.state.hosts
    return _is_open(room) and any(each.person in hosts for each in room.subscribers)


def _is_open(room: Room) -> bool:
    return room.state.status == "waiting" and room.state.plan.public


class OpenTables:
    """The open tables whose host is connected, as far as this process knows."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms
        self._host_grace = rooms.services.limits.host_grace_seconds
        # By table and by process: monotonic time when the host was last there; infinite while the host is.
        self._elsewhere: dict[str, dict[int, float]] = {}

    @property
    def codes(self) -> list[str]:
        self._drop_departed()
        found = [
            room.state.code
            for room in self._rooms.loaded_rooms()
            if _is_open(room) and room.presence.host_is_here
        ]
        return list({*found, *self._elsewhere})

    def hear_of_host(self, process: int, code: str, here: bool) -> None:
        """Note what another process reports: the host of an open table came there, or left."""
        if here or process in self._elsewhere.get(code, ()):
            self._elsewhere.setdefault(code, {})[process] = math.inf if here else time.monotonic()

    def forget_processes(self, dead: Collection[int]) -> None:
        self._elsewhere = {
            code: {process: last for process, last in hosts.items() if process not in dead}
            for code, hosts in self._elsewhere.items()
        }

    def forget_all(self) -> None:
        """Forget what other processes reported: it may have changed unnoticed."""
        self._elsewhere.clear()

    def _drop_departed(self) -> None:
        since = time.monotonic() - self._host_grace
        self._elsewhere = {
            code: hosts
            for code, hosts in self._elsewhere.items()
            if any(last > since for last in hosts.values())
        }
