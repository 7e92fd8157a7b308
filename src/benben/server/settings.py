"""Settings and limits of a server, all in one place. A caller may choose other values."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from benben.core import record
from benben.core.contract import Millis
from benben.server.limits import Limit
from benben.server.log_output import LogFormat, LogLevel

MetricsAudience: TypeAlias = Literal["local", "all", "off"]  # who may read /metrics


class Limits(Struct, frozen=True, kw_only=True):
    """How much of anything one client may ask for, and how long the server waits."""

    # Connections. An address is an IPv4 address or the /64 of an IPv6 address
    new_connections: Limit = Limit(burst=1000, per_second=50)  # of one address; a browser opens six
    requests: Limit = Limit(burst=4000, per_second=100)  # of one address; a page has sixty files
    prompt_requests: Limit = Limit(burst=600, per_second=300)  # of one address; more are answered later
    penalty_seconds: float = 10.0  # that an address is refused after a flood, at most
    told_seconds: float = 1.0  # to wait that a refused address is told; beyond, its connections are closed
    unreadable_cost: int = 10  # requests that one that cannot be read counts for
    header_seconds: float = 10.0  # until a request must have come with all its headers
    header_bytes: int = 16 * 1024  # of all headers of a request
    headers: int = 100  # of a request
    keep_alive_seconds: int = 5  # that a connection may stay open between two requests
    unread_seconds: float = 60.0  # in which a client must take some of its answer
    unread_bytes: int = 32 * 1024  # of its answer that a client must take in that time
    waiting_per_address: int = 300  # connections without a request; one more closes the oldest
    connections_per_address: int = 1000  # of HTTP; and also sockets and streams that are open together
    open_connections: int = 10_000  # of all addresses; fewer if the system allows fewer open files

    # HTTP
    calls: Limit = Limit(burst=300, per_second=5)  # calls that change something, from one address
    body_bytes: int = 64 * 1024
    body_seconds: float = 30.0  # until the body of a request must have come whole
    record_bytes: int = record.LARGEST  # of a record that is uploaded
    record_bytes_per_call: int = 20_000  # of an uploaded record that count as one call
    record_entries: int = 20_000  # of an imported record; a long match has some hundred
    record_cache_bytes: int = 64 * 1024 * 1024  # of records that are kept for the next download
    reads: Limit = Limit(burst=600, per_second=50)  # calls that only read, from one address
    deeds_per_read: int = 10  # played again for a try of an exercise, that cost as much as one more call
    tables_per_read: int = 10  # in a list, that cost as much as one more call
    bytes_per_read: int = 50_000  # of a record, that cost as much as one more call
    stream_heartbeat_seconds: float = 15.0  # between empty lines on a quiet stream, which show that it lives
    message_delay_seconds: float = 5.0  # that a posted message may be delayed; beyond that it is refused
    advice_seconds: float = 60.0  # until a hint or a rating is given up
    meter_seconds: float = 10.0  # until a figure of a meter is given up; it takes a third of a second
    bot_seconds: float = 60.0  # for one choice of a bot; the slowest take two on a busy machine
    job_seconds: float = 60.0  # for a check, an import, a record or the puzzles of another day
    review_seconds: float = 300.0  # for the review of a match; one of usual length takes a minute at most
    review_wait_seconds: float = 1.0  # that a call waits for a review that is not done yet
    # Without a call, until a review that still waits is given up: a page in the background asks once a minute
    review_interest_seconds: float = 90.0
    reviews_per_person: int = 5  # that wait to be worked out
    reviews_per_address: int = 20  # that wait to be worked out
    questions_per_person: int = 10  # that wait for a worker: a page asks for one or two at a time
    questions_per_address: int = 50  # that wait for a worker: a house, a school or a proxy
    health_seconds: float = 5.0  # in which a healthy store answers
    probe_seconds: float = 5.0  # between two trial writes, which show whether the store can be written
    tables_listed: int = 50  # of one person; also open tables
    tables_searched: int = 500  # running matches of one person, for those that wait for this person
    history_page: int = 20  # finished matches on a page

    # Matches to watch
    watch_seconds: float = 5.0  # for which the same matches are given again
    watch_boards: int = 3  # matches that are shown with their boards
    watch_lines: int = 3  # finished matches that are told in a line each
    watch_least_log: int = 20  # lines of the log of a finished match that is shown
    watch_most_log: int = (
        2_000  # lines of the log of a match whose board is shown: it may have to be replayed
    )
    house_moves: int = 12  # of the bots of a house match, until they wait for somebody who looks
    house_rest_seconds: float = 600.0  # after the end of a house match, until the next one is made

    # Puzzles of the day, and what people have learned
    grace_seconds: float = 3600.0  # after the end of a day, in which its results are still counted
    results_per_address: int = 200  # that are counted for one puzzle from one address: a school
    progress_steps: int = 240  # of lessons that one person has done: five games have some fifty
    progress_rows: int = 30_000  # steps and puzzles of one person: all puzzles of sixteen years
    progress_rows_per_call: int = 100  # that cost as much as one more call

    # Achievements
    achievement_seconds: float = 5.0  # that an answer waits for those of a match that has just ended
    achievement_pause: float = 60.0  # seconds between two looks for matches that could not be read
    achievement_batch: int = 100  # codes of such matches that are read at a time

    # The database
    read_threads: int = 4  # in which queries run
    read_seconds: float = 10.0  # until a query is given up
    outcome_seconds: float = 3.0  # in which PostgreSQL must say what became of a commit without an answer
    rows_read: int = 200_000  # that one query may find
    log_page: int = 500  # lines of a table's log that are read at a time

    # Loading of tables
    slice_seconds: float = 0.002  # that a replay may take of the event loop at a time
    quick_load_seconds: float = 0.02  # a replay that takes longer pauses after each slice
    free_lines: int = 500  # of a log that may be loaded at the cost of a call; a long match has some hundred
    lines_per_call: int = 200  # further lines that cost as much as one more call

    # Stopping
    stop_seconds: int = 5  # that calls in progress have to end when the server stops
    exit_seconds: float = 8.0  # after which a server that was told to stop ends in any case

    # Sockets and streams
    messages: Limit = Limit(burst=60, per_second=20)  # of one connection; more are read with a delay
    message_bytes: int = 64 * 1024
    history_bytes: int = 256 * 1024  # of pictures of the past in one answer; one is always sent
    pictures_per_message: int = 16  # past positions that cost as much as one more message
    unreadable_messages: int = 10  # on one connection, until it is closed
    unanswered_messages: int = 8  # of one connection, until reading pauses
    hello_seconds: float = 10.0  # until a new connection must have sent its first message
    closing_seconds: float = 5.0  # that a client has to read its last messages after a close
    silence_seconds: float = 3600.0  # without a message until a connection is closed; the page sends pings
    new_sockets: Limit = Limit(burst=120, per_second=10)  # of one address
    flood_sockets: int = 60  # new sockets that a flood of frames costs its address
    socket_bytes: Limit = Limit(burst=4_000_000, per_second=256_000)  # of one socket; more close it
    address_bytes: Limit = Limit(burst=40_000_000, per_second=2_560_000)  # of all sockets; more are delayed
    frame_bytes: int = 3 * 1024  # that a frame of any kind counts for, besides its own
    read_bytes: int = 1024  # that a read counts for, besides its own
    queued_messages: int = 256  # that may wait for a slow client
    queued_bytes: int = 8 * 1024 * 1024  # that may wait for a slow client, plus one message of any size

    # Tables and people
    chat: Limit = Limit(burst=5, per_second=0.5)  # chat lines and reactions of one person at a table
    # Unfinished tables that were made within a day: those by post last for months, and soon count no more.
    tables_per_person: int = 50  # more than anybody plays in an evening
    tables_per_address: int = 500  # a school or a club; also all people behind a proxy that is not trusted
    clock_jump_seconds: float = 60.0  # of the wall clock, before sleeping matches are moved along
    proposals: Limit = Limit(burst=10, per_second=0.1)  # of one person at a table that others have to answer
    seat_changes: Limit = Limit(burst=20, per_second=0.2)  # of one person: to sit, get up, be ready or not
    renames: Limit = Limit(burst=5, per_second=0.02)  # of one person: each is told at all their tables
    host_grace_seconds: float = 5.0  # in which a host who reconnects was never away
    opening_seconds: float = 15.0  # to open a seed for the dice; whoever does not loses the seat
    keys_per_person: int = 50  # of each kind
    key_cache_seconds: float = 10.0  # until a cached key is read again: another process may have revoked it

    ban_check_seconds: float = 2.0  # between two looks at what `benben admin` has banned

    # Clearing away
    cleanup_seconds: float = 3600.0  # between two searches for what is old and empty
    import_seconds: float = 60.0  # without a further part, until an import counts as abandoned
    cleanup_batch: int = 100  # tables, or people, that are removed in one transaction

    # Webhooks
    webhook_seconds: float = 5.0  # for one attempt to send a notice
    notices_waiting: int = 10_000  # until further notices are dropped
    notices_sent_together: int = 8  # at the same time

    # Several processes on one database
    presence_seconds: float = 10.0  # between two reports of who is here, and between checks for revoked keys
    silent_process_seconds: float = 10.0  # until a silent process counts as dead, though it holds its lock

    def cost_of_lines(self, lines: int) -> float:
        """What it costs to replay a log of this length, in calls: never more than an idle address has."""
        return min(max(0, lines - self.free_lines) / self.lines_per_call, self.calls.burst / 2)


class Settings(Struct, frozen=True):
    """What can be chosen when a server is started."""

    db: str  # a file or a URL
    pace_ms: Millis = 900  # how long a bot pauses, so that people can follow
    origins: tuple[str, ...] = ()  # pages that may connect to the socket, besides the server's own
    idle_seconds: float = 60.0  # without a client until a room is unloaded
    patience_seconds: float = 60.0  # until a player who is away counts as gone
    # Until players who wait for somebody who is away may claim the end, where no clock runs; 0: never. A
    # phone call, or a computer that starts again, must not cost a match.
    claim_seconds: float = 300.0
    # Days until a table that never began is removed, after all its people were last seen; 0: never. An
    # invitation that nobody took up in a month is forgotten.
    unused_table_days: int = 30
    # Days until a person without any table is removed, after their last visit; 0: never. A season, since it
    # costs such a person nothing but the name.
    unused_person_days: int = 90
    workers: int = 2  # processes for bots and solvers
    job_workers: int = 2  # processes for checks, imports and puzzles of the day; they run with low priority
    house_match: bool = False  # bots play a match to be watched where nobody else plays in public
    warm: bool = True  # have the bots choose once in the background, so that their first move is quick
    static: Path = Path(__file__).parent / "static"  # the built page
    log_format: LogFormat = "text"
    log_level: LogLevel = "info"  # the least important that is logged
    metrics: MetricsAudience = "local"  # who may read /metrics
    away_seconds: float = 30.0  # until a person who is not there is notified by webhook
    retry_pauses: tuple[float, ...] = (5.0, 30.0, 180.0)  # seconds before each further attempt of a webhook
    local_webhooks: bool = False  # webhooks may go to this machine and to private networks
    limits: Limits = Limits()
