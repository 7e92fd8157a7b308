"""Log synchronisation between processes: applies lines that another process wrote, and sends their news."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from benben.core.contract import Illegal, Unreadable
from benben.core.entries import Reseated
from benben.server.log_output import log_name
from benben.server.storage.errors import OutcomeUnknown, StorageError
from benben.server.tables import log, log_codec
from benben.server.tables.state import Step, beat_key

if TYPE_CHECKING:
    from benben.server.tables.room import Room

_log = logging.getLogger("benben")


async def apply_foreign_lines(room: Room) -> bool:
    """Apply the lines that other processes wrote, and send their news. Returns whether there were any."""
    state = room.state
    entries = await room.services.store.lines_from(state.code, state.length)
    room.in_doubt = False
    last: Step | None = None
    stood: int | None = None  # rows before those that are still to be sent
    for entry in entries:
        line = log_codec.decode(entry)
        step = None
        if isinstance(line, log.MatchLine):
            step = state.judge(state.match, log_codec.entry_of(state.match, line))
        if stood is not None and (step is None or last is None or beat_key(step) != beat_key(last)):
            room.broadcaster.send_news(stood)
            stood = None
        before = (state.status, state.proposal)
        kept = state.apply(entry, step)
        last = step
        if step is None:
            if len(state.journal.rows) > kept:  # a remark: a player declined
                room.broadcaster.send_news(kept)
            _send_line(room, line)
            if isinstance(line, log.Begun):
                await room.prepare()
            continue
        stood = kept if stood is None else stood
        room.schedule.catch_up_with_match()
        if before != (state.status, state.proposal) or isinstance(step.entry, Reseated):
            room.broadcaster.send_news(stood)
            if isinstance(step.entry, Reseated):
                room.bot_turns.player_changed(step.entry.by)
            room.broadcaster.send_table()
            if state.status == "over" != before[0]:
                room.broadcaster.reveal_watcher_chat()
            stood = None
    if stood is not None:
        room.broadcaster.send_news(stood)
    if entries:
        room.ownership.foreign_length = state.length
    return bool(entries)


def _send_line(room: Room, line: log.LogLine) -> None:
    """Send the news of a line that is no entry of the match."""
    match line:
        case log.Said():
            room.broadcaster.send_chat(line)
        case log.Renamed():
            room.broadcaster.send_name(line)
        case log.Begun():
            room.broadcaster.send_table()
            room.begin()
        case _:
            room.broadcaster.send_table()


async def sync(room: Room) -> bool:
    """Apply what other processes wrote. Returns whether there was anything; False if it cannot be read."""
    try:
        return await apply_foreign_lines(room)
    except (StorageError, Illegal, Unreadable) as fault:
        _report_broken_log(room, fault)
        return False


def _report_broken_log(room: Room, fault: Exception) -> None:
    _log.warning("table %s cannot be followed: %s", log_name(room.state.code), type(fault).__name__)


async def settle_doubt(room: Room) -> None:
    """Apply what this or another process may have written; StorageError if the log cannot be read."""
    if not room.services.shared and not room.in_doubt:
        return
    try:
        await apply_foreign_lines(room)
    except StorageError:
        if room.in_doubt:
            raise OutcomeUnknown from None
        raise
    except (Illegal, Unreadable) as fault:
        _report_broken_log(room, fault)


async def sync_if_shared(room: Room) -> bool:
    """Apply what other processes wrote, if there may be any, before a message is refused."""
    return room.services.shared and await sync(room)
