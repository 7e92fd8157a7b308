"""Import of records: a match from a file is verified, and becomes a table that is already over."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from benben import games
from benben.core import record
from benben.core.contract import Illegal, Unreadable
from benben.core.record import Record, RecordLine
from benben.core.record.verify import verify_record
from benben.server import wire
from benben.server.people.names import checked_name
from benben.server.storage.errors import WriteConflict
from benben.server.storage.rows import LogRow, TableRow
from benben.server.storage.store import Store
from benben.server.storage.table_import import finished_import, import_table, remove_abandoned_imports
from benben.server.tables import log, log_codec, visibility
from benben.server.tables.codes import code_for_record
from benben.server.tables.log import Brought, Place, Sat, TablePlan
from benben.server.tables.state import TableState
from benben.server.wire import CLOCK_SECONDS, ClockPlan

NAME_LETTERS = 40  # in a name, at most
CODE_ATTEMPTS = 8  # to find a free code; another table hardly ever has the first
PAGE_ROWS = 2_000  # of the log that are packed together

_log = logging.getLogger("benben")


class ImportedTable(NamedTuple):
    """The rows of a finished match, which has no code yet."""

    seal: str
    plan: str
    secret: str
    pages: list[bytes]  # of its log, packed
    shown: wire.Table  # as a stranger sees it


class ImportRefused(NamedTuple):
    """Why a record cannot be imported."""

    sentence: str
    finished: bool = True  # False if the record is sound and its match is not over


def table_from_record(text: bytes, most_entries: int) -> ImportedTable | ImportRefused:
    """The table of a record that a client sent, or why it cannot be imported. Run in a worker."""
    try:
        found = record.read(text)
        if len(found.entries) > most_entries:
            return ImportRefused(f"An imported record may have at most {most_entries:,} entries.")
        _check_names(found)
        verdict = verify_record(found, games.load)
    except Unreadable as fault:
        return ImportRefused(_sentence(fault.place, f"{fault.sentence[:1].upper()}{fault.sentence[1:]}."))
    except Illegal as fault:
        return ImportRefused(fault.sentence)
    except Exception as fault:  # whatever is in it, the sender gets an answer
        _log.warning("a record could not be imported: %s", type(fault).__name__)
        return ImportRefused("This record cannot be read.")
    if not verdict.good:
        return ImportRefused(_sentence(verdict.place, verdict.sentence))
    if found.outcome is None or found.secret is None:
        return ImportRefused(
            "Only a finished match can be imported: its record must contain the secret.", finished=False
        )
    return _table(found, found.secret)


async def save_import(store: Store, table: ImportedTable) -> tuple[str, bool]:
    """Store an imported table. Returns its code, and whether it is new: a record has one table."""
    entries: list[LogRow] = []
    for page in table.pages:
        entries += log_codec.unpack(page)
        await asyncio.sleep(0)  # a long match is many rows
    await remove_abandoned_imports(store)
    for attempt in range(CODE_ATTEMPTS):
        code = code_for_record(table.seal, attempt)
        row = await store.table(code)
        if row is None:
            row = _row(code, table.plan, table.secret)
            try:
                await import_table(store, row, entries)
            except WriteConflict:  # another client imports it at this moment
                row = await finished_import(store, code)
                if row is None:  # that was given up
                    return await save_import(store, table)
            else:
                return code, True
        if row and _seal(row) == table.seal:
            return code, False
    raise WriteConflict("No code is free for this record.")


def _table(found: Record, secret: str) -> ImportedTable:
    places = [Place("person")] * len(found.seats)
    sat: list[Sat] = []
    for place, one in zip(found.joined, found.seats, strict=True):
        if one.level:
            places[place] = Place("bot", level=one.level)
        sat.append(Sat(place, "", one.name, one.seed, commitment=one.commitment))
    own = found.clock
    plan = TablePlan(
        game=found.game,
        version=found.rules,
        options=found.options,
        places=places,
        seating=found.seating,
        clock=ClockPlan(
            own.kind,
            min(max(own.budget // 1000, 5), CLOCK_SECONDS) if own.budget else 600,
            min(own.increment // 1000, 300),
        ),
        public=False,
        host="",
        brought=Brought(found.seal, own),
        position=found.position,
    )
    lines: list[log.LogLine] = [
        *sorted(sat, key=lambda one: one.place),
        log.Begun(list(found.joined), format=found.format),
    ]
    lines += [_line(line) for line in found.entries]
    entries = [log_codec.encode(n, line) for n, line in enumerate(lines)]
    row = _row("", log.encode_plan(plan), secret)
    state = TableState(row)
    for entry in entries:  # what is stored can be loaded
        state.apply(entry)
    pages = [log_codec.pack(entries[at : at + PAGE_ROWS]) for at in range(0, len(entries), PAGE_ROWS)]
    return ImportedTable(found.seal, row.plan, secret, pages, visibility.table_message(state, None))


def _row(code: str, plan: str, secret: str) -> TableRow:
    return TableRow(code, plan, secret, public=False, timed=False, status="over")


def _line(line: RecordLine) -> log.LogLine:
    return record.plain_entry(line) or log.Happened(line.at, line.by, line.text)


def _check_names(found: Record) -> None:
    """Illegal if a name in the record could not be shown to others."""
    who = [(one.name, one.level) for one in found.seats]
    who += [(line.name, line.level) for line in found.entries if line.kind == "seat"]
    for name, level in who:
        for text in (name, level) if level else (name,):
            if len(text) > NAME_LETTERS or checked_name(text) != text:
                raise Illegal("people", f"A name in the record cannot be shown: {text[:NAME_LETTERS]!r}.")


def _seal(row: TableRow) -> str:
    brought = log.decode_plan(row.plan).brought
    return brought.seal if brought else ""


def _sentence(place: str, sentence: str) -> str:
    return f"{place[:1].upper()}{place[1:]}: {sentence}" if place else sentence
