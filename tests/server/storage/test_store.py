"""The log keeps what was acknowledged, in both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sql

from benben.core.contract import Illegal
from benben.server.counters import counters
from benben.server.people.account_store import AccountStore
from benben.server.people.accounts import Accounts
from benben.server.people.names import checked_name
from benben.server.run import run
from benben.server.settings import Limits, Settings
from benben.server.storage.database import check_database
from benben.server.storage.errors import StorageError, WriteConflict
from benben.server.storage.rows import Identity, LogRow, TableRow
from benben.server.storage.schema import schema
from benben.server.storage.statements import append_statements
from benben.server.storage.store import Store

NEFER = Identity("01", "Nefer")


def kept(code: str, status: str = "playing", public: bool = False, timed: bool = False) -> TableRow:
    return TableRow(code, "{}", "secret", public, timed, status)


def line(n: int, body: str = "{}") -> LogRow:
    return LogRow(n, "event", body)


@asynccontextmanager
async def opened(db: str) -> AsyncIterator[Store]:
    store = Store(db)
    try:
        yield store
    finally:
        await store.close()


def test_what_was_appended_is_read_in_order_after_opening_again(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            await store.add_person(NEFER)
            await store.add_table(kept("a", "waiting"), ["01"], [line(0, "first")])
            await store.append("a", [LogRow(1, "event", "second", "01", "id-1")], status="playing")
            await store.append("a", [line(2), line(3)])
        async with opened(db) as store:
            log = (await store.log(["a", "none"]))["a"]
            assert [entry.n for entry in log] == [0, 1, 2, 3]
            assert log[:2] == [line(0, "first"), LogRow(1, "event", "second", "01", "id-1")]
            assert await store.table("a") == kept("a")
            assert await store.table("b") is None
            assert await store.person("01") == NEFER
            assert (await store.log(["a"], ["sat"]))["a"] == []

    asyncio.run(story())


def test_a_second_writer_is_refused_by_the_key(db: str) -> None:
    async def story() -> None:
        async with opened(db) as one, opened(db) as two:
            await one.add_table(kept("a"), [], [line(0)])
            await one.append("a", [line(1, "mine")])
            with pytest.raises(WriteConflict):
                await two.append("a", [line(1, "yours")])
            await two.append("a", [line(2)])
            assert [entry.body for entry in (await one.log(["a"]))["a"]] == ["{}", "mine", "{}"]

    asyncio.run(story())


def test_one_bad_unit_fails_alone_and_whole(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            for code in "abc":
                await store.add_table(kept(code, "waiting"), [], [])
            # Put into the queue together, so that they share a transaction at first.
            results = await asyncio.gather(
                store.append("a", [line(0)]),
                store.append("b", [line(0), line(0)], status="over"),
                store.append("c", [line(0)], status="playing"),
                return_exceptions=True,
            )
            assert [type(result) for result in results] == [type(None), WriteConflict, type(None)]
            log = await store.log(["a", "b", "c"])
            assert [len(log[code]) for code in "abc"] == [1, 0, 1]
            statuses = [await store.table(code) for code in "abc"]
            assert [found.status for found in statuses if found] == ["waiting", "waiting", "playing"]

    asyncio.run(story())


def test_what_no_database_can_hold_fails_alone_and_the_writer_goes_on(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            await store.add_table(kept("a"), [], [])
            await store.add_table(kept("b"), [], [])
            results = await asyncio.wait_for(
                asyncio.gather(
                    store.append("a", [line(0, "\ud800")]),
                    store.append("b", [line(0, "sound")]),
                    return_exceptions=True,
                ),
                20,
            )
            assert [type(result) for result in results] == [StorageError, type(None)]
            await store.append("a", [line(0, "sound")])
            assert [len(log) for log in (await store.log(["a", "b"])).values()] == [1, 1]

    asyncio.run(story())


def test_who_hosts_reads_in_the_log_that_nothing_can_be_stored_once_and_not_at_every_move(
    db: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with opened(db) as store:
            await store.add_table(kept("a"), [], [line(0)])
            for _ in range(3):
                with pytest.raises(StorageError):
                    await store.append("a", [line(1, "\ud800")])
            with pytest.raises(WriteConflict):  # which is nothing to worry about
                await store.append("a", [line(0)])
            assert len(caplog.messages) == 1
            with pytest.raises(StorageError):
                await store.append("a", [line(1, "\ud800")])
            assert caplog.messages == ["The database did not answer: UnicodeEncodeError"] * 2

    asyncio.run(story())


def test_many_tables_share_a_commit(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            codes = [f"t{n}" for n in range(200)]
            await asyncio.gather(*(store.add_table(kept(code), [], []) for code in codes))
            before = sum(counters.commits.counts)
            await asyncio.gather(*(store.append(code, [line(0), line(1)]) for code in codes))
            assert 0 < sum(counters.commits.counts) - before < len(codes)
            assert all(len(log) == 2 for log in (await store.log(codes)).values())

    asyncio.run(story())


def test_one_who_fails_at_the_answer_keeps_it_from_nobody(db: str) -> None:
    def broken(_: StorageError | None) -> None:
        raise ZeroDivisionError

    async def story() -> None:
        async with opened(db) as store:
            await store.add_table(kept("a"), [], [])
            await store.add_table(kept("b"), [], [])
            for n in range(20):  # so many at once share a commit, and the answer to it
                store.commit_nowait(append_statements("a", [line(n)]), broken)
            await asyncio.wait_for(asyncio.gather(*(store.append("b", [line(n)]) for n in range(20))), 60)
            assert [len(log) for log in (await store.log(["a", "b"])).values()] == [20, 20]

    asyncio.run(story())


def test_what_waits_is_written_before_closing(db: str) -> None:
    async def story() -> None:
        store = Store(db)
        await store.add_table(kept("a"), [], [])
        waiting = [asyncio.ensure_future(store.append("a", [line(n)])) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StorageError):
            await store.append("a", [line(50)])
        async with opened(db) as again:
            assert len((await again.log(["a"]))["a"]) == 50

    asyncio.run(story())


def test_lists_know_whose_tables_are_whose_and_which_are_open(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            await store.add_person(NEFER)
            await store.add_table(kept("over", "over"), ["01"], [])
            await store.add_table(kept("open", "waiting", public=True), [], [])
            await store.add_table(kept("timed", timed=True), ["01"], [])
            await store.append("open", [line(0)], sitter="01")
            found = await store.tables_of("01", 50)
            assert {table.code for table in found} == {"over", "open", "timed"}
            assert found[-1].code == "over"
            assert [table.code for table in await store.open_tables(["over", "open"], 50)] == ["open"]
            assert await store.open_tables([], 50) == []
            assert await store.codes_with_running_clock() == ["timed"]

    asyncio.run(story())


def test_a_database_of_another_version_is_refused(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            with store.engine.begin() as connection:
                connection.execute(sql.update(schema).values(version=99))

    asyncio.run(story())
    with pytest.raises(StorageError, match="of version 99"):
        check_database(db)


def test_a_database_that_cannot_be_opened_is_named_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no.db").write_text("This is no database, only a letter to somebody, and quite long.")
    assert run(Settings(str(tmp_path / "no.db")), port=0, open_browser=False) == 1
    assert capsys.readouterr().err == "The database cannot be opened: file is not a database\n"
    assert run(Settings("nile://somewhere"), port=0, open_browser=False) == 1
    assert "cannot be opened" in capsys.readouterr().err


def test_a_token_is_known_by_its_hash_only(db: str) -> None:
    async def story() -> None:
        async with opened(db) as store:
            people = Accounts(store, Limits())
            person = await people.add_guest("  Nefer   Hotep ")
            assert person.name == "Nefer Hotep"
            assert len(person.token) > 43  # 256 bits and more
            fresh = Accounts(store, Limits())  # nothing remembered
            for who in (people, fresh):
                member = await who.identify(person.token)
                assert member is not None
                assert (member.id, member.name) == (person.id, person.name)
                for wrong in (
                    "",
                    person.id,
                    f"{person.id}.",
                    person.token[:-1],
                    f"{person.token}x",
                    "ä.b",
                    "x" * 300,
                ):
                    assert await who.identify(wrong) is None
            (key,) = await AccountStore(store).keys(person.id)
            assert key.hash
            assert person.token.partition(".")[2] not in repr(key)

    asyncio.run(story())


@pytest.mark.parametrize("name", ["", "  ", "a\u202eb", "a\x00b", "\u200b", "\u3164", "a\u2800", "\u0301"])
def test_a_name_that_nobody_can_see_is_refused(name: str) -> None:
    with pytest.raises(Illegal):
        checked_name(name)
