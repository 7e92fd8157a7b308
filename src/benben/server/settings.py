"""Settings and limits of a server: the only place where they stand. Who starts a server may choose others."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from benben.core import record
from benben.core.contract import Millis
from benben.server.limits import Limit

MetricsAudience: TypeAlias = Literal["local", "all", "off"]  # who may read the numbers


class Limits(Struct, frozen=True, kw_only=True):
    """How much of anything one client may ask for, and how long the server waits."""

    # HTTP
    calls: Limit = Limit(burst=300, per_second=5)  # calls that change something, from one address
    body_bytes: int = 64 * 1024
    body_seconds: float = 30.0  # that a body may take to come
    record_bytes: int = record.LARGEST  # of a record that is sent here
    record_bytes_per_call: int = 20_000  # of a record that count as one call
    record_entries: int = 20_000  # of a record that is imported; a long match has some hundred
    stream_heartbeat_seconds: float = (
        15.0  # between two empty lines, so that both ends know the line is alive
    )
    message_delay_seconds: float = 5.0  # that a posted message may be held back; then it is refused
    advice_seconds: float = 60.0  # until a hint or a rating over HTTP is given up
    health_seconds: float = 5.0  # in which a healthy store answers
    tables_listed: int = 50  # of one person, and open ones
    tables_searched: int = 500  # running ones of one person, for those that wait for them
    history_page: int = 20  # finished matches on a page

    # Sockets and streams
    messages: Limit = Limit(burst=60, per_second=20)  # of one connection; beyond that they are read slowly
    message_bytes: int = 64 * 1024
    pictures_per_message: int = 16  # of the past that cost as much as another message
    unreadable_messages: int = 10  # until the connection is closed
    unanswered_messages: int = 8  # of one connection, until no more are read
    hello_seconds: float = 10.0  # until the first message
    closing_seconds: float = 5.0  # to take the last messages after a close
    silence_seconds: float = 3600.0  # without a message until a connection is closed; the page sends pings
    connections_per_address: int = 1000  # sockets and streams that are open at the same time
    queued_messages: int = 256  # that may wait for a slow client
    queued_bytes: int = 8 * 1024 * 1024  # of them; whatever its size, one more may come

    # Tables and people
    chat: Limit = Limit(burst=5, per_second=0.5)  # chat lines and reactions of one person at a table
    keys_per_person: int = 50  # of one kind
    key_cache_seconds: float = 10.0  # that a cached key is trusted: another process may have revoked it

    # Webhooks
    webhook_seconds: float = 5.0  # for one attempt
    notices_waiting: int = 10_000
    notices_sent_together: int = 8

    # Several processes on one database
    presence_seconds: float = 10.0  # between two reports of who is here, and checks of revoked keys
    silent_process_seconds: float = 10.0  # after which a process that holds its lock but is silent is dead


class Settings(Struct, frozen=True):
    """What whoever starts a server may choose."""

    db: str  # a file or a URL
    pace_ms: Millis = 900  # how long a bot pauses, so that people can follow
    origins: tuple[str, ...] = ()  # pages that may connect to the socket, besides the server's own
    idle_seconds: float = 60.0  # without a client until a room is unloaded
    patience_seconds: float = 60.0  # until a player who is away counts as gone
    workers: int = 2  # processes for bots and solvers
    warm: bool = True  # have the bots think once in the background
    static: Path = Path(__file__).parent / "static"  # the built page
    metrics: MetricsAudience = "local"  # who may read /metrics
    away_seconds: float = 30.0  # until somebody who is not there is told by webhook
    retry_pauses: tuple[float, ...] = (5.0, 30.0, 180.0)  # seconds before each further attempt of a webhook
    local_webhooks: bool = False  # webhooks may go to this machine and to private networks
    limits: Limits = Limits()
