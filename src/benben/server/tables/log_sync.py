"""What other processes wrote to a table: read from the log, taken and told as if it had been written here."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from benben.core.contract import Illegal, Unreadable
from benben.core.entries import Reseated
from benben.server.storage.errors import StorageError
from benben.server.tables import log, log_codec
from benben.server.tables.state import Step, beat

if TYPE_CHECKING:
    from benben.server.tables.room import Room

_log = logging.getLogger("benben")


async def follow(room: Room) -> bool:
    """Takes and tells the entries that another process wrote. Answers whether there were any."""
    desk = room.desk
    entries = await room.services.store.lines_from(desk.code, desk.length)
    last: Step | None = None
    stood: int | None = None  # rows before those that are still to be told
    for entry in entries:
        line = log_codec.read(entry)
        step = None
        if isinstance(line, log.Played):
            step = desk.judged(desk.match, log_codec.as_entry(desk.match, line))
        if stood is not None and (step is None or last is None or beat(step) != beat(last)):
            room.voice.news(stood)
            stood = None
        before = (desk.status, desk.offer)
        kept = desk.take(entry, step)
        last = step
        if step is None:
            if len(desk.journal.rows) > kept:  # a remark: somebody declined
                room.voice.news(kept)
            _tell_line(room, line)
            continue
        stood = kept if stood is None else stood
        room.schedule.catch_up_with_match()
        if before != (desk.status, desk.offer) or isinstance(step.entry, Reseated):
            room.voice.news(stood)
            if isinstance(step.entry, Reseated):
                room.prompter.player_changed(step.entry.by)
            room.voice.tell_table()
            if desk.status == "over" != before[0]:
                room.voice.tell_watchers_talk()
            stood = None
    if stood is not None:
        room.voice.news(stood)
    if entries:
        room.ownership.foreign_length = desk.length
    return bool(entries)


def _tell_line(room: Room, line: log.Line) -> None:
    """One that is no part of play."""
    match line:
        case log.Said():
            room.voice.tell_talk(line)
        case log.Renamed():
            room.voice.tell_name(line)
        case log.Begun():
            room.voice.tell_table()
            room.begin()
        case _:
            room.voice.tell_table()


async def refreshed(room: Room) -> bool:
    """Whether others wrote meanwhile. What they wrote is followed."""
    try:
        return await follow(room)
    except (StorageError, Illegal, Unreadable) as fault:
        _log.warning("table %s cannot be followed: %s", room.desk.code, type(fault).__name__)
        return False


async def outdated(room: Room) -> bool:
    """The same, before something is refused; asked only where there may be others."""
    return room.services.shared and await refreshed(room)
