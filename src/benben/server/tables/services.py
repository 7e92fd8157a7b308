"""Services that rooms need from the rest of the server; tables import none of the packages above them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from benben.server.background import BackgroundTasks
from benben.server.people.accounts import Accounts
from benben.server.settings import Settings
from benben.server.storage.statements import Change
from benben.server.storage.store import Store
from benben.server.tables.preparations import Preparations
from benben.server.tables.presence import Departures
from benben.server.tables.sleep import WallClockWatch
from benben.server.workers.pool import WorkerPool

if TYPE_CHECKING:
    from benben.server.tables.room import Room

REVOKED_KEYS_REMEMBERED = 1000


class Ownership(ABC):
    """Which process runs a table: asks its bots, throws for chance and watches its deadlines."""

    owned_here: bool  # this process runs the table
    foreign_length: int  # length of the log up to the last line that another process wrote
    people_elsewhere: frozenset[str]  # those who sit here and are connected to another process

    @abstractmethod
    def begin(self) -> None:
        """Note that the match has begun: some process must run the table."""

    @abstractmethod
    def note_bots(self) -> None:
        """Note that the table may have its first bot: the next start of the server must load it."""

    @abstractmethod
    async def claim(self) -> None:
        """Run the table here, unless another living process does; then take over its match time."""

    @abstractmethod
    async def release(self) -> None:
        """Stop running the table: only bots play and nobody looks, or the room is about to be unloaded."""

    @abstractmethod
    def release_statements(self) -> list[Change]:
        """Changes for the database when the process stops."""

    @abstractmethod
    def claim_again_at(self) -> float:
        """The moment, by the monotonic clock, to claim a table whose owner does nothing."""

    @abstractmethod
    def request_turn(self) -> None:
        """Ask the other processes to let this one write: they were faster again and again."""

    @abstractmethod
    def watchers_elsewhere(self) -> int:
        """How many people watch the table through other processes."""

    @abstractmethod
    def share_presence(self) -> None:
        """Tell the other processes who is connected here, if that has changed."""

    @abstractmethod
    def share_message(self, message: bytes) -> None:
        """Have the other processes send a message to their subscribers of the table."""


class TableObserver:
    """Called when something happened at a table; this base class does nothing."""

    def table_changed(self, room: Room) -> None:
        """Handle that the match went on, or that something was proposed."""


class RoomServices:
    """What the rooms of one server share."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        workers: WorkerPool,
        settings: Settings,
        new_ownership: Callable[[Room], Ownership],
    ) -> None:
        self.store = store
        self.accounts = accounts
        self.workers = workers
        self.preparations = Preparations(workers, settings.limits)
        self.tasks = BackgroundTasks()
        self.shared = store.shared  # other processes may write to the same tables
        self.pace_ms = settings.pace_ms
        self.idle_seconds = settings.idle_seconds
        self.patience_seconds = settings.patience_seconds
        self.claim_seconds = settings.claim_seconds
        self.limits = settings.limits
        self.new_ownership = new_ownership
        self.observer = TableObserver()
        self.match_ended: Callable[[str], None] = lambda _: None  # called with the code of the table
        self.departures = Departures()
        self.wall_clock_watch = WallClockWatch(settings.limits.clock_jump_seconds)
        self.awaiting_hint: set[str] = set()  # people who asked for a hint that is not answered yet
        self.awaiting_focus: set[str] = set()  # people who asked what matters and have no answer yet
        self.revoked_keys: deque[str] = deque(maxlen=REVOKED_KEYS_REMEMBERED)  # clients may just be coming in
