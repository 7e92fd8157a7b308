"""Calls cost by their work: the page never meets the limit, and somebody who wants too much does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from benben.core import record
from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.storage.store import Store
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.long_records import long_record, long_table

RECORDS = Path(__file__).parents[2] / "records"
VISITORS = 30  # of one address: a class at school
HOME = ("/api/games", "/api/tables", "/api/me", "/api/me/turns", "/api/me/tables?before=", "/api/watch")


def client(house: House, address: str) -> httpx.AsyncClient:
    there = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx.AsyncClient(base_url=house.url, transport=there, timeout=60)


def test_a_class_opens_the_page_at_the_same_time(tmp_path: Path) -> None:
    async def visit(house: House, n: int) -> list[int]:
        guest = await Guest.join(house.url, f"Nefer {n}")
        code = await guest.host("me", "open")
        answers = [await guest.ask("GET", path) for path in (*HOME, *HOME[1:4], f"/api/tables/{code}")]
        return [answer.status_code for answer in answers]

    async def story(house: House) -> None:
        for some in range(0, VISITORS, 10):
            seen = await asyncio.gather(*(visit(house, n) for n in range(some, some + 10)))
            assert {status for visit in seen for status in visit} == {200}

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


def test_looking_every_fifteen_seconds_is_far_below_the_limit() -> None:
    limits = Limits()
    full = limits.tables_listed / limits.tables_per_read
    # Home.svelte asks for tables and me every 15 s, ToWatch.svelte for matches, and
    # waiting_matches.svelte.ts for turns every 20 s.
    a_second = (3 + full) / 15 + (1 + full) / 20
    assert VISITORS * a_second < limits.reads.per_second / 2


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_match_of_usual_length_is_loaded_for_nothing(path: Path) -> None:
    seats_and_start = 10
    assert Limits().cost_of_lines(len(record.read(path.read_bytes()).entries) + seats_and_start) == 0


def test_whatever_its_length_a_table_can_be_loaded_by_an_idle_address() -> None:
    limits = Limits()
    assert 0 < limits.cost_of_lines(20_000) <= limits.cost_of_lines(10**9) < limits.calls.burst


def test_a_flood_of_reading_calls_is_refused_and_others_are_served(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        async with client(house, "127.0.0.3") as greedy, client(house, "127.0.0.2") as modest:
            answers = [(await greedy.get("/api/tables")).status_code for _ in range(60)]
            assert answers[:40] == [200] * 40
            assert 429 in answers
            assert (await greedy.get("/")).status_code != 429  # nor is the page
            assert (await modest.get("/api/tables")).status_code == 200

    with House(str(tmp_path / "benben.db"), limits=Limits(reads=Limit(40, 1))) as house:
        run(story(house))


def test_loading_a_long_table_costs_many_calls_and_looking_again_none(tmp_path: Path) -> None:
    db, limits = str(tmp_path / "benben.db"), Limits(calls=Limit(20, 0.001))
    row, rows = long_table(long_record(2500))
    codes = ["2bcdefgh", "3bcdefgh", "4bcdefgh"]

    async def store() -> None:
        opened = Store(db)
        for code in codes:
            await opened.add_table(row._replace(code=code), (), rows)
        await opened.close()

    async def story(house: House) -> None:
        async with client(house, "127.0.0.3") as greedy:
            for code in codes[:2]:
                assert (await greedy.get(f"/api/tables/{code}")).status_code == 200
            for path in (codes[2], f"{codes[2]}/record.txt", f"{codes[2]}/stream"):
                assert (await greedy.get(f"/api/tables/{path}")).status_code == 429
            for _ in range(50):
                assert (await greedy.get(f"/api/tables/{codes[0]}")).status_code == 200
        async with client(house, "127.0.0.2") as modest:
            assert (await modest.get(f"/api/tables/{codes[2]}")).status_code == 200

    run(store())
    with House(db, limits=limits) as house:
        run(story(house))


def test_downloads_of_a_long_record_count_by_their_size(tmp_path: Path) -> None:
    """A record that is kept is made only once, and sending it forty times a second is work all the same."""
    db, limits = str(tmp_path / "benben.db"), Limits(reads=Limit(40, 0.001))
    row, rows = long_table(long_record(2500))  # some 150 kB

    async def story(house: House) -> None:
        await house.hub.store.add_table(row._replace(code="2bcdefgh"), (), rows)

    async def download(house: House) -> None:
        async with client(house, "127.0.0.3") as greedy:
            answers = [(await greedy.get("/api/tables/2bcdefgh/record.txt")).status_code for _ in range(20)]
            assert answers[:5] == [200] * 5
            assert answers[-1] == 429
        async with client(house, "127.0.0.2") as modest:
            assert (await modest.get("/api/tables/2bcdefgh/record.txt")).status_code == 200

    with House(db, limits=limits) as house:
        house.wait_for(lambda: story(house))
        run(download(house))
