"""A stranger orders all the work there is, and the server goes on for everybody else."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest

from benben.core import record
from benben.core.record import Record
from benben.games.gate import puzzles
from benben.server.counters import counters
from benben.server.settings import Limits
from benben.server.storage.store import Store
from tests.server.guest import Guest
from tests.server.house import House, Lodge, run
from tests.server.long_records import long_record, long_table

HONEST, STRANGER = "127.0.0.2", "127.0.0.3"  # both reach a server at 127.0.0.1
PATIENCE = 15.0  # seconds for a call on a machine that is busy; the attacks once took minutes
RECORDS = Path(__file__).parents[1] / "records"
ROUNDS = 3  # of honest calls at least during an attack


@pytest.fixture(scope="module")
def taken_back() -> Record:
    """About half a megabyte, mostly moves that were taken back."""
    return long_record(8000, depth=4000, game="gate", mode="practice")


def reviewed_for_long() -> Record:
    """A match whose review takes many seconds."""
    return record.read((RECORDS / "horus-2-committed.txt").read_text())


def named(found: Record, name: str) -> Record:
    """The same match of other people: another record, and another table."""
    first = msgspec.structs.replace(found.seats[0], name=name)
    return record.sealed(msgspec.structs.replace(found, seats=(first, *found.seats[1:])))


def client(url: str, address: str) -> httpx.AsyncClient:
    there = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx.AsyncClient(base_url=url, transport=there, timeout=PATIENCE if address == HONEST else 110)


async def play_on(url: str, *attack: Awaitable[Any]) -> list[Any]:
    """The results of an attack, while somebody else joins and opens tables; each call must be answered."""
    attacks = asyncio.gather(*attack)
    rounds = 0
    async with client(url, HONEST) as honest:
        while not attacks.done() or rounds < ROUNDS:
            assert (await honest.get("/health")).status_code == 200
            person = (await honest.post("/api/people", json={"name": f"Nefer {rounds}"})).json()
            key = {"authorization": f"Bearer {person['token']}"}
            wish = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}]}
            made = await honest.post("/api/tables", json=wish, headers=key)
            assert made.status_code == 201, made.text
            sat = await honest.post(
                f"/api/tables/{made.json()['code']}/sit", json={"seed": "5e" * 16}, headers=key
            )
            assert sat.status_code == 200, sat.text
            rounds += 1
            await asyncio.sleep(0.2)
    return await attacks


def store_tables(db: str, found: Record, many: int) -> list[str]:
    """Tables of such matches, stored before the server starts."""

    codes = [f"{n + 2}bcdefgh" for n in range(many)]

    async def story() -> None:
        store = Store(db)
        row, rows = long_table(found)
        for code in codes:
            await store.add_table(row._replace(code=code), (), rows)
        await store.close()

    run(story())
    return codes


def test_seven_long_records_are_brought_while_others_join(db: str, taken_back: Record) -> None:
    texts = [record.write_text(named(taken_back, f"P{n}")).encode() for n in range(7)]
    assert len(texts[0]) > 400_000

    async def story(url: str) -> None:
        async with client(url, STRANGER) as stranger:
            answers = await play_on(url, *(stranger.post("/api/records", content=text) for text in texts))
        assert {answer.status_code for answer in answers} <= {201, 429}, [one.text for one in answers]
        assert any(answer.status_code == 201 for answer in answers)

    with Lodge(db) as lodge:
        run(story(lodge.url))


def test_ten_long_tables_are_asked_for_while_others_join(tmp_path: Path, taken_back: Record) -> None:
    db = str(tmp_path / "benben.db")
    codes = store_tables(db, taken_back, 10)

    async def story(url: str) -> None:
        async with client(url, STRANGER) as stranger:
            answers = await play_on(url, *(stranger.get(f"/api/tables/{code}") for code in codes))
        states = [answer.status_code for answer in answers]
        assert set(states) == {200, 429}, states  # the work of an address is bounded

    with Lodge(db) as lodge:
        run(story(lodge.url))


def test_forty_downloads_of_a_record_cost_one_writing(tmp_path: Path, taken_back: Record) -> None:
    db = str(tmp_path / "benben.db")
    (code,) = store_tables(db, taken_back, 1)

    async def story(url: str) -> None:
        async with client(url, STRANGER) as stranger:
            asked = (stranger.get(f"/api/tables/{code}/record.txt") for _ in range(40))
            answers = await play_on(url, *asked)
            assert {answer.status_code for answer in answers} == {200}
            assert {answer.text for answer in answers} == {record.write_text(taken_back)}
            later = await stranger.get(f"/api/tables/{code}/record.txt")
            assert later.text == answers[0].text

    before = counters.questions
    with House(db) as house:
        run(story(house.url))
    assert counters.questions == before + 1


def test_ten_reviews_are_asked_for_while_others_join(tmp_path: Path) -> None:
    db = str(tmp_path / "benben.db")
    codes = store_tables(db, reviewed_for_long(), 10)

    async def story(url: str) -> None:
        async with client(url, STRANGER) as stranger:
            answers = await play_on(url, *(stranger.get(f"/api/tables/{code}/review") for code in codes))
            states = [answer.status_code for answer in answers]
            assert states.count(200) == 1 + Limits().reviews_per_person, states
            assert set(states) == {200, 429}, states  # the work of an address is bounded

    with Lodge(db) as lodge, stopped_within(lodge, 12):
        run(story(lodge.url))


def test_twenty_boxes_of_boards_are_made_while_others_join(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The boards are made in workers: the server itself makes none."""
    made_here: list[object] = []
    monkeypatch.setattr(puzzles, "fresh_board", lambda *key: made_here.append(key))

    async def story(url: str) -> None:
        async with client(url, STRANGER) as stranger:
            person = (await stranger.post("/api/people", json={"name": "Paser"})).json()
            key = {"authorization": f"Bearer {person['token']}"}

            async def table(box: int) -> str:
                wish = {
                    "game": "gate",
                    "seats": [{"kind": "me"}],
                    "options": {"mode": "practice", "box": box},
                }
                made = await stranger.post("/api/tables", json=wish, headers=key)
                code = made.json()["code"]
                await stranger.post(f"/api/tables/{code}/sit", json={"seed": "5e" * 16}, headers=key)
                return str(code)

            codes = await play_on(url, *(table(box) for box in range(500, 520)))
            async with Guest(url, person["token"]).at(codes[0]) as seat:
                await seat.see(lambda seat: bool(seat.log))  # a board was dealt
        assert not made_here

    with House(str(tmp_path / "benben.db"), limits=Limits(questions_per_person=50)) as house:
        run(story(house.url))


@contextmanager
def stopped_within(lodge: Lodge, seconds: float, code: int = 0) -> Iterator[None]:
    """Run what is inside, then send SIGTERM: the process ends in time."""
    yield
    began = time.monotonic()
    lodge.process.send_signal(signal.SIGTERM)
    lodge.process.communicate(timeout=60)
    assert lodge.process.returncode == code
    assert time.monotonic() - began < seconds


@pytest.mark.parametrize("work", ["import", "verify", "load", "record", "review", "box"])
def test_a_server_that_is_told_to_stop_does_so_whatever_it_computes(
    tmp_path: Path, taken_back: Record, work: str
) -> None:
    db = str(tmp_path / "benben.db")
    codes = store_tables(db, reviewed_for_long() if work == "review" else taken_back, 3)
    text = record.write_text(taken_back).encode()

    async def story(url: str) -> None:
        async with client(url, STRANGER) as stranger:
            match work:
                case "import" | "verify":
                    path = "/api/records" if work == "import" else "/api/verify"
                    calls = [stranger.post(path, content=text) for _ in range(3)]
                case "load":
                    calls = [stranger.get(f"/api/tables/{code}") for code in codes]
                case "record" | "review":
                    path = "record.txt" if work == "record" else "review"
                    calls = [stranger.get(f"/api/tables/{code}/{path}") for code in codes]
                case _:
                    person = (await stranger.post("/api/people", json={"name": "Paser"})).json()
                    key = {"authorization": f"Bearer {person['token']}"}
                    bots = [{"kind": "bot", "level": "scribe"}] * 2
                    wish = {"game": "gate", "seats": bots, "options": {"box": 7777, "side": "expert"}}
                    calls = [stranger.post("/api/tables", json=wish, headers=key)]
            tasks = [asyncio.create_task(call) for call in calls]
            await asyncio.sleep(0.7)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    with Lodge(db) as lodge, stopped_within(lodge, 12):
        run(story(lodge.url))


def test_a_server_whose_database_does_not_answer_stops_all_the_same(postgres: str) -> None:
    async def story(url: str) -> None:
        nefer = await Guest.join(url, "Nefer")
        async with nefer.at(await nefer.host("me", "apprentice")):
            await nefer.sit((await nefer.call("GET", "/api/me"))["tables"][0]["code"])

    with Lodge(postgres) as lodge, psycopg.connect(postgres) as other, stopped_within(lodge, 20, 1):
        run(story(lodge.url))
        other.execute("LOCK TABLE entries, tables, awake IN ACCESS EXCLUSIVE MODE")
