"""A record from a file becomes a table; what is not a whole, sound record does not."""

from __future__ import annotations

import argparse
import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benben import games
from benben.cli import replay
from benben.cli.terminal_board import TerminalBoard
from benben.core import perspective, record
from benben.core.record import Record
from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.storage.rows import Identity, TableRow
from benben.server.storage.schema import IMPORTING
from benben.server.storage.store import Store
from benben.server.storage.table_queries import log_pages
from benben.server.tables import log, log_codec, record_import
from benben.server.tables.codes import code_for_record
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.long_records import long_record

KEPT = Path(__file__).parents[2] / "records"


def kept(name: str) -> Record:
    return record.read((KEPT / f"{name}.txt").read_text())


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.txt")), ids=lambda path: str(path.stem))
def test_a_kept_record_is_brought_and_comes_back_to_the_byte(house: House, path: Path) -> None:
    async def story() -> None:
        guest, text = Guest(house.url), path.read_text()
        answer = await guest.ask("POST", "/api/records", content=text.encode())
        assert answer.status_code == 201, answer.text
        table = answer.json()
        assert (table["status"], table["brought"], table["public"], table["rematch"]) == (
            "over",
            True,
            False,
            None,
        )
        assert not any(seat["you"] for seat in table["seats"])
        found = record.read(text)
        assert [seat["name"] for seat in table["seats"]] == [one.name for one in found.seats]
        assert [seat["kind"] == "bot" for seat in table["seats"]] == [bool(one.level) for one in found.seats]
        again = await guest.ask("POST", "/api/records", content=record.write_json(found).encode())
        assert (again.status_code, again.json()["code"]) == (200, table["code"])
        back = await guest.ask("GET", f"/api/tables/{table['code']}/record.txt")
        assert back.text == text

    run(story())


def changed(found: Record, n: int, **fields: Any) -> Record:
    lines = list(found.entries)
    lines[n - 1] = replace(lines[n - 1], **fields)
    return record.sealed(replace(found, entries=tuple(lines)))


def test_the_first_wrong_entry_is_named_and_nothing_is_kept(house: House) -> None:
    async def story() -> None:
        guest, sound = Guest(house.url), kept("senet-1-capped")
        other = "throw 2" if sound.entries[0].text != "throw 2" else "throw 3"
        forged = changed(sound, 1, text=other)
        unsealed = replace(sound, seal="0" * 64)
        running = record.sealed(replace(sound, entries=sound.entries[:9], outcome=None, secret=None))
        broken = record.sealed(replace(sound, secret=None))
        named = record.sealed(replace(sound, seats=(replace(sound.seats[0], name="x" * 41), sound.seats[1])))
        turned = record.sealed(
            replace(sound, seats=(replace(sound.seats[0], name="a\u202eb"), sound.seats[1]))
        )
        for wrong, status, words in (
            (forged, 400, "Entry 1: Draw 1 is"),
            (changed(sound, 2, at=0, text="1-30"), 400, "Entry 2:"),
            (unsealed, 400, "Seal: It does not match"),
            (running, 409, "Only a finished match"),
            (broken, 409, "must contain the secret"),
            (named, 400, "A name in the record cannot be shown"),
            (turned, 400, "letters, digits and common signs"),
        ):
            answer = await guest.ask("POST", "/api/records", content=record.write_text(wrong).encode())
            assert answer.status_code == status, answer.text
            assert words in answer.json()["sentence"]
            assert house.wait_for(partial(house.hub.store.table, code_for_record(wrong.seal))) is None
        for nonsense in (b"", b"{", b"hello", b"\xff", b"benben record 2\n"):
            answer = await guest.ask("POST", "/api/records", content=nonsense)
            assert answer.status_code == 400, answer.text
            assert answer.json()["sentence"].endswith(".")
        long = await guest.ask("POST", "/api/records", content=b"x" * (record.LARGEST + 1))
        assert long.status_code == 413

    run(story())


def test_a_record_of_too_many_entries_is_refused() -> None:
    text = (KEPT / "senet-1-capped.txt").read_bytes()
    assert isinstance(record_import.table_from_record(text, 60), record_import.ImportedTable)
    refused = record_import.table_from_record(text, 59)
    assert isinstance(refused, record_import.ImportRefused)
    assert "at most 59 entries" in refused.sentence


def test_an_odd_clock_stays_as_the_record_has_it(house: House) -> None:
    async def story() -> None:
        guest, sound = Guest(house.url), kept("senet-1-capped")
        odd = record.sealed(replace(sound, clock=record.Agreed("move", 1_234_567_891)))
        answer = await guest.ask("POST", "/api/records", content=record.write_text(odd).encode())
        assert answer.status_code == 201, answer.text
        back = await guest.ask("GET", f"/api/tables/{answer.json()['code']}/record.txt")
        assert back.text == record.write_text(odd)

    run(story())


def test_a_match_by_post_still_has_its_days_when_it_is_brought() -> None:
    days = record.sealed(replace(kept("senet-1-capped"), clock=record.Agreed("move", 3 * 86_400_000)))
    table = record_import.table_from_record(record.write_text(days).encode(), 20_000)
    assert isinstance(table, record_import.ImportedTable)
    assert log.decode_plan(table.plan).clock.seconds == 3 * 86_400


def test_nobody_acts_undoes_or_asks_for_a_rematch_at_a_brought_table(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        text = record.write_text(kept("solitaire-1-solo")).encode()
        code = (await guest.ask("POST", "/api/records", content=text)).json()["code"]
        async with guest.at(code) as seat:
            assert seat.yours == []
            for kind, fields in (
                ("act", {"seat": 0, "action": "a1-c1"}),
                ("undo", {"seat": 0}),
                ("rematch", {}),
            ):
                assert (await seat.tell(kind, **fields))["type"] == "refused", kind
        sat = await guest.ask("POST", f"/api/tables/{code}/sit", {"seed": "1" * 32})
        assert sat.status_code == 409

    run(story())


def test_too_many_records_from_one_address_are_refused(tmp_path: Path) -> None:
    async def story(url: str) -> list[int]:
        guest = Guest(url)
        return [(await guest.ask("POST", "/api/records", content=b"xxxxx")).status_code for _ in range(3)]

    limits = Limits(calls=Limit(burst=30, per_second=0.01), record_bytes=4)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        assert run(story(house.url)) == [413, 413, 429]


def test_a_code_that_another_table_has_is_not_taken_for_the_record(db: str) -> None:
    async def story() -> None:
        store = Store(db)
        try:
            made = record_import.table_from_record((KEPT / "senet-1-capped.txt").read_bytes(), 20_000)
            assert isinstance(made, record_import.ImportedTable)
            other = record_import.table_from_record((KEPT / "senet-1-three.txt").read_bytes(), 20_000)
            assert isinstance(other, record_import.ImportedTable)
            first = code_for_record(made.seal)
            await store.add_table(
                TableRow(first, other.plan, other.secret, False, False, "over"),
                (),
                log_codec.unpack(other.pages[0]),
            )
            code, new = await record_import.save_import(store, made)
            assert new
            assert code == code_for_record(made.seal, 1) != first
            assert await record_import.save_import(store, made) == (code, False)
        finally:
            await store.close()

    run(story())


def _long_import() -> record_import.ImportedTable:
    text = record.write_text(long_record(3_000)).encode()
    made = record_import.table_from_record(text, 20_000)
    assert isinstance(made, record_import.ImportedTable)
    return made


def test_others_write_between_the_parts_of_a_long_import_and_nobody_finds_it_before_its_end(db: str) -> None:
    made = _long_import()

    async def story() -> None:
        store = Store(db)
        try:
            task = asyncio.create_task(record_import.save_import(store, made))
            writes = 0
            while not task.done():
                await store.add_person(Identity(f"p{writes}", "Iset"))
                writes += 1
                found = await store.table(code_for_record(made.seal))
                assert found is None or found.status == "over"
            code, new = await task
            assert new
            assert writes >= 5
            assert len([row async for page in log_pages(store, code) for row in page]) == 3_003
        finally:
            await store.close()

    run(story())


def test_two_who_import_the_same_long_record_at_once_get_the_same_table(db: str) -> None:
    made = _long_import()

    async def story() -> None:
        store = Store(db)
        try:
            both = await asyncio.gather(*(record_import.save_import(store, made) for _ in range(2)))
            assert sorted(both) == [(code_for_record(made.seal), False), (code_for_record(made.seal), True)]
        finally:
            await store.close()

    run(story())


def test_an_import_that_was_broken_off_leaves_nothing_and_can_be_made_again(db: str) -> None:
    made = _long_import()
    code = code_for_record(made.seal)

    async def broken_off() -> None:
        store = Store(db)
        row = TableRow(code, made.plan, made.secret, False, False, IMPORTING)
        await store.add_table(row, (), log_codec.unpack(made.pages[0])[:300])
        await store.close()

    async def again() -> None:
        store = Store(db, Limits(import_seconds=0.3))
        try:
            assert await store.table(code) is None
            assert await record_import.save_import(store, made) == (code, True)
            assert len([row async for page in log_pages(store, code) for row in page]) == 3_003
        finally:
            await store.close()

    run(broken_off())
    run(again())


@pytest.mark.parametrize("name", ["senet-1-three", "pyramydal-1-dice", "horus-1-two"])
def test_the_terminal_and_a_table_show_the_same_positions_of_a_file(
    house: House, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = KEPT / f"{name}.txt"
    answer = run(Guest(house.url).ask("POST", "/api/records", content=path.read_bytes()))
    room = house.wait_for(lambda: house.hub.rooms.room(answer.json()["code"]))
    assert room is not None
    game, board = games.load(kept(name).game), TerminalBoard(games.load(kept(name).game), colour=False)
    for words, through in (((), perspective.OPEN), (("--watcher",), None), (("--seat", "2"), 1)):
        parser = argparse.ArgumentParser()
        replay.add_arguments(parser)
        assert replay.run(parser.parse_args([str(path), "--all", *words])) == 0
        printed, at = capsys.readouterr().out, 0
        for s in room.state.states:
            drawn = board.text(perspective.view(game, s, through))
            at = printed.index(drawn, at) + len(drawn)
