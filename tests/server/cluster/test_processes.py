"""Several server processes on one PostgreSQL serve the same tables."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from benben import games
from benben.core.record.verify import verify_record
from benben.games.gate import puzzles
from benben.games.gate.board import cells_text
from benben.server.settings import Limits
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run


@pytest.fixture(scope="module")
def database(cluster: str) -> str:
    """One for the whole module; a fresh one if the worker comes back to it after tests of others."""
    name = f"processes_{secrets.token_hex(4)}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
    return cluster.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[Lodge, Lodge]]:
    """Two processes, for all tests that end none."""
    with Lodge(database) as one, Lodge(database) as two:
        yield one, two


async def met(pair: tuple[Lodge, Lodge], *names: str) -> list[Guest]:
    """A guest for each name, at the two processes in turn."""
    return [await Guest.join(pair[i % 2].url, name) for i, name in enumerate(names)]


def elsewhere(guest: Guest, lodge: Lodge | House) -> Guest:
    """The same person at another process."""
    return Guest(lodge.url, guest.token, guest.name)


async def until(seat: Seat, true: Callable[[Seat], Any]) -> None:
    while not true(seat):
        await seat.receive()


def can_act(seat: Seat) -> bool:
    return any(seat.now["choices"])


def here(seat: Seat) -> list[bool]:
    return [each["here"] for each in seat.table["seats"]]


def number(house: House) -> int:
    assert house.hub.bus
    return house.hub.bus.id


def status(database: str, code: str) -> str:
    with psycopg.connect(database) as connection:
        row = connection.execute("select status from tables where code = %s", (code,)).fetchone()
    assert row
    return str(row[0])


def kinds(database: str, code: str) -> list[str]:
    with psycopg.connect(database) as connection:
        rows = connection.execute("select kind from entries where code = %s order by n", (code,)).fetchall()
    return [str(row[0]) for row in rows]


def keepers(database: str) -> dict[str, int]:
    with psycopg.connect(database) as connection:
        return dict(connection.execute("select code, keeper from awake").fetchall())


async def over(database: str, code: str) -> None:
    """Looks into the database itself, so that nobody is connected to the table."""
    while await asyncio.to_thread(status, database, code) != "over":
        await asyncio.sleep(0.1)


def test_two_people_at_two_processes_play_a_whole_match(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        nefer, paser = await met(pair, "Nefer", "Paser")
        code = await nefer.host("me", "open", options={"pieces": 2})
        await nefer.sit(code)
        async with nefer.at(code) as one, paser.at(code) as two:
            assert one.table["status"] == "waiting"
            await paser.sit(code)
            await until(one, lambda s: s.table["status"] == "playing" and all(here(s)))
            await until(two, lambda s: s.table["status"] == "playing" and all(here(s)))
            assert sorted(one.yours + two.yours) == [0, 1]
            await one.tell("say", text="A good throw to you")
            await until(two, lambda s: s.talk)
            assert two.talk[-1]["text"] == "A good throw to you"
            await two.tell("react", sign="well")
            assert (await one.until("reacted"))["by"] == "Paser"
            async with Guest(pair[1].url).at(code):
                await until(one, lambda s: s.table["watching"] == 1)
            await until(one, lambda s: s.table["watching"] == 0)
            await asyncio.gather(one.play(), two.play())
            assert one.log == two.log
            assert len(one.log) > 20
            assert (one.now["ending"], one.now["picture"]) == (two.now["ending"], two.now["picture"])
            await two.tell("rematch")
            await until(one, lambda s: s.table["rematch"])
            assert one.table["rematch"] == two.table["rematch"]
        answer = await paser.ask("GET", f"/api/tables/{code}/record.json")
        assert verify_record(answer.content, games.load).good

    run(story())


def test_a_host_at_another_process_counts_as_there(pair: tuple[Lodge, Lodge], database: str) -> None:
    async def story() -> None:
        (nefer,) = await met(pair, "Nefer")

        async def listed(lodge: Lodge) -> bool:
            found = await Guest(lodge.url).call("GET", "/api/tables")
            return code in [table["code"] for table in found]

        async def becomes(lodge: Lodge, so: bool) -> None:
            while await listed(lodge) is not so:
                await asyncio.sleep(0.1)

        code = await nefer.host("me", "open", public=True)
        await nefer.sit(code)
        async with nefer.at(code):
            assert await listed(pair[0])
            await becomes(pair[1], True)
            with Lodge(database) as third:  # it came later and asks
                await becomes(third, True)
        await becomes(pair[1], False)
        async with elsewhere(nefer, pair[1]).at(code):
            await becomes(pair[0], True)
        await becomes(pair[0], False)

    run(story())


def test_an_open_table_is_taken_off_the_list_with_the_process_of_its_host(database: str) -> None:
    async def story() -> None:
        with Lodge(database) as one, Lodge(database) as two:
            nefer = await Guest.join(one.url, "Nefer")
            code = await nefer.host("me", "open", public=True)
            await nefer.sit(code)

            async def codes() -> list[str]:
                return [table["code"] for table in await Guest(two.url).call("GET", "/api/tables")]

            async with nefer.at(code):
                while code not in await codes():
                    await asyncio.sleep(0.1)
                one.kill()
                while code in await codes():
                    await asyncio.sleep(0.1)

    run(story())


def test_who_is_here_is_seen_from_every_process(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        nefer, paser = await met(pair, "Nefer", "Paser")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await paser.sit(code)
        async with nefer.at(code) as one:
            assert here(one) == [True, False]
            async with paser.at(code) as two:
                await until(one, lambda s: here(s) == [True, True])
                await until(two, lambda s: here(s) == [True, True])
                async with elsewhere(paser, pair[0]).at(code):
                    pass
                listed = await elsewhere(paser, pair[0]).call("GET", f"/api/tables/{code}")
                assert [seat["here"] for seat in listed["seats"]] == [True, True]
            await until(one, lambda s: here(s) == [True, False])

    run(story())


def test_a_client_that_changes_process_in_mid_game_misses_nothing(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        (nefer,) = await met(pair, "Nefer")
        code = await nefer.host("me", "me", options={"pieces": 1})
        await nefer.sit(code)
        done: list[str] = []
        log: list[Any] = []
        for lodge in (pair[0], pair[1], pair[0], pair[1]):
            async with elsewhere(nefer, lodge).at(code) as seat:
                assert seat.log[: len(log)] == log
                for id in done:  # a resend is known here too
                    await seat.send({"type": "go", "id": id})
                    assert (await seat.until("done", "refused"))["type"] == "done"
                for _ in range(4):
                    await seat.move()
                done += seat.done
                log = seat.log
        async with elsewhere(nefer, pair[0]).at(code) as seat:
            await seat.play()

    run(story())


def test_match_time_is_the_same_at_both(pair: tuple[Lodge, Lodge]) -> None:
    async def moment(seat: Seat) -> int:
        await seat.send({"type": "ping"})
        return int((await seat.until("pong"))["at"])

    async def story() -> None:
        nefer, paser = await met(pair, "Nefer", "Paser")
        code = await nefer.host("me", "open", clock={"kind": "bank", "seconds": 600})
        await nefer.sit(code)
        await paser.sit(code)
        async with nefer.at(code) as one:
            await asyncio.sleep(2)
            spectator = Guest(pair[1].url)
            async with spectator.at(code) as two:  # loaded there two seconds after the last event
                for first, second in ((one, two), (two, one)):
                    before = await moment(first)
                    middle = await moment(second)
                    after = await moment(first)
                    assert before - 1000 <= middle <= after + 1000  # the processors may be busy
                    assert before >= 2000

    run(story())


def test_two_who_sit_down_at_once_get_a_seat_each(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        guests = await met(pair, "Nefer", "Paser", "Tiye", "Ani")
        for _ in range(5):
            code = await guests[0].host("open", "open", "open", "open", game="pyramydal")
            # Loaded at both, so that both judge by the empty table.
            await asyncio.gather(*(guest.call("GET", f"/api/tables/{code}") for guest in guests))
            await asyncio.gather(*(guest.sit(code) for guest in guests))
            tables = [await guest.call("GET", f"/api/tables/{code}") for guest in guests]
            for table in tables:
                assert sorted(seat["name"] for seat in table["seats"]) == ["Ani", "Nefer", "Paser", "Tiye"]
                assert sum(seat["you"] for seat in table["seats"]) == 1

    run(story())


def test_where_everybody_acts_at_once_nobody_loses_an_act(pair: tuple[Lodge, Lodge]) -> None:
    async def put_and_lift(seat: Seat, times: int) -> int:
        """Lays a tile down and picks it up again; each act must be taken."""
        mine, picture = seat.yours[0], seat.now["picture"]
        one = puzzles.puzzle(0, picture["side"], picture["seats"][mine]["board"], picture["symbol"])
        put = f"put {cells_text(one.solution[0])}"
        for _ in range(times):
            assert (await seat.tell("act", seat=mine, action=put))["type"] == "done"
            await until(seat, laid)
            lift = next(c["text"] for c in seat.now["choices"][mine] if c["text"].startswith("lift"))
            assert (await seat.tell("act", seat=mine, action=lift))["type"] == "done"
            await until(seat, lambda s: not laid(s))
        return 2 * times

    def laid(seat: Seat) -> bool:
        return any(tile["cells"] for tile in seat.now["picture"]["seats"][seat.yours[0]]["tiles"])

    async def story() -> None:
        guests = await met(pair, "Nefer", "Paser", "Tiye", "Ani")
        code = await guests[0].host("me", "open", "open", "open", game="gate", options={"sand": 90})
        for guest in guests:
            await guest.sit(code)
        async with AsyncExitStack() as open_now:
            seats = [await open_now.enter_async_context(guest.at(code)) for guest in guests]
            await asyncio.gather(*(prepared(seat) for seat in seats))
            before = len(seats[0].log)
            acts = await asyncio.gather(*(put_and_lift(seat, 5) for seat in seats))
            for seat in seats:
                await until(seat, lambda s: len(s.log) >= before + sum(acts))
                assert seat.log == seats[0].log
            by = [row["seat"] for row in seats[0].log[before:]]
            assert [by.count(seat) for seat in range(4)] == acts

    async def prepared(seat: Seat) -> None:
        """The pyramids stand, and the sand of round 1 runs."""
        while seat.now["picture"]["phase"] != "solve":
            n = seat.now["n"]
            if seat.now["turn"] in seat.yours:
                action = seat.now["choices"][seat.yours[0]][0]["text"]
                assert (await seat.tell("act", seat=seat.yours[0], action=action))["type"] == "done"
            while seat.now["n"] <= n:
                await seat.receive()

    run(story())


def test_what_was_declined_at_one_process_is_heard_at_the_other(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        nefer, hori = await met(pair, "Nefer", "Hori")
        code = await nefer.host("me", "open", seating="choice")
        for guest in (nefer, hori):
            await guest.sit(code)
        async with nefer.at(code) as one, hori.at(code) as two:
            await one.tell("offer", seat=0, what="end")
            await until(two, lambda two: two.table["offer"])
            await two.tell("answer", seat=1, yes=False)
            for seat in (one, two):
                await until(seat, lambda seat: seat.log and not seat.table["offer"])
                (row,) = seat.log
                assert (row["by"], row["words"]) == (1, "declines to break off the match")

    run(story())


def test_a_new_name_is_known_everywhere(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        (nefer,) = await met(pair, "Nefer")
        there = elsewhere(nefer, pair[1])
        assert (await there.call("GET", "/api/me"))["name"] == "Nefer"
        await nefer.call("POST", "/api/me", {"name": "Neferet"})
        while (await there.call("GET", "/api/me"))["name"] != "Neferet":
            await asyncio.sleep(0.05)

    run(story())


def test_a_new_name_is_shown_at_a_table_of_the_other_process(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        nefer, hori = await met(pair, "Nefer", "Hori")
        code = await nefer.host("me", "open", seating="choice")
        for guest in (nefer, hori):
            await guest.sit(code)
        async with elsewhere(nefer, pair[1]).at(code) as one, hori.at(code) as two:
            await nefer.call("POST", "/api/me", {"name": "Neferet"})
            for seat in (one, two):
                await until(seat, lambda seat: seat.table["seats"][0]["name"] == "Neferet")
            await one.tell("say", text="It is me", to="table")
            assert (await two.until("talk"))["by"] == "Neferet"

    run(story())


def test_a_lost_connection_for_news_is_made_anew_and_nothing_is_missed(
    pair: tuple[Lodge, Lodge], database: str
) -> None:
    def held() -> set[int]:
        with psycopg.connect(database, autocommit=True) as connection:
            rows = connection.execute(
                "select pid from pg_locks where locktype = 'advisory' and objsubid = 2"
            ).fetchall()
        return {row[0] for row in rows}

    def cut(pids: set[int]) -> None:
        with psycopg.connect(database, autocommit=True) as connection:
            for pid in pids:
                connection.execute("select pg_terminate_backend(%s)", (pid,))

    async def story() -> None:
        nefer, paser = await met(pair, "Nefer", "Paser")
        code = await nefer.host("me", "open", options={"pieces": 1})
        await nefer.sit(code)
        await paser.sit(code)
        async with nefer.at(code) as one, paser.at(code) as two:
            done, before = 0, set[int]()
            for _ in range(2):
                # Both have their connection, and the second time a fresh one.
                while len(lines := await asyncio.to_thread(held)) != 2 or lines & before:
                    await asyncio.sleep(0.05)
                await asyncio.to_thread(cut, lines)
                before = lines
                moves = [seat for seat in (one, two) if seat.now["hand"] in seat.yours or can_act(seat)]
                await moves[0].move()
                for seat in (one, two):
                    while len(seat.log) <= done:
                        await seat.receive()
                done = len(one.log)
            await asyncio.gather(one.play(), two.play())
            assert one.log == two.log

    run(story())


def test_a_killed_process_leaves_its_tables_to_the_other(postgres: str) -> None:
    async def story() -> None:
        with Lodge(postgres) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            paser = await Guest.join(two.url, "Paser")
            # A clock that runs out while nobody is there.
            clock = {"kind": "move", "seconds": 5}
            timed = await nefer.host("me", "open", clock=clock)
            # Somebody at the other process, who sees it happen, and a bot that is to answer.
            seen = await paser.host("apprentice", "me", seating="choice", options={"pieces": 1})
            for code in (timed, seen):
                await elsewhere(paser, one).sit(code)  # loaded and kept where it will be killed
            await nefer.sit(timed)
            async with paser.at(timed) as seat, paser.at(seen) as other:
                for each in (seat, other):
                    assert each.table["status"] == "playing"
                # Bots alone, without a clock and without anybody who looks on.
                bots = await nefer.host("apprentice", "apprentice", "apprentice", game="pyramydal")
                await asyncio.to_thread(one.kill)
                assert await asyncio.to_thread(status, postgres, bots) == "playing"
                await until(seat, lambda s: s.now["ending"])
                await other.play()
            await over(postgres, bots)
            assert "flagged" in await asyncio.to_thread(kinds, postgres, timed)

    run(story())


def test_a_process_that_hangs_leaves_its_bots_to_the_other_and_finds_its_way_back(postgres: str) -> None:
    usual = Limits().silent_process_seconds

    async def story() -> None:
        impatient = Limits(silent_process_seconds=3.0)  # the other process has its usual patience
        with Lodge(postgres) as one, House(postgres, limits=impatient) as two:
            paser = await Guest.join(two.url, "Paser")
            code = await paser.host("apprentice", "me", seating="choice", options={"pieces": 1})
            stranger = elsewhere(paser, one)
            await stranger.sit(code)  # loaded and kept where it will hang
            while (theirs := (await asyncio.to_thread(keepers, postgres)).get(code)) is None:
                await asyncio.sleep(0.02)
            assert theirs != number(two)
            async with paser.at(code) as seat, stranger.at(code) as there:
                os.kill(one.process.pid, signal.SIGSTOP)
                try:
                    began = time.monotonic()
                    await seat.play()  # nobody else would ask the bot
                    await asyncio.sleep(usual / 2 + 1 - (time.monotonic() - began))
                finally:
                    os.kill(one.process.pid, signal.SIGCONT)
                await until(there, lambda there: there.now["ending"])
                assert there.log == seat.log
            other = await stranger.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await stranger.sit(other)
            async with stranger.at(other) as again:  # it is as good as before
                await again.play()
            while theirs not in two.call(lambda: two.hub.bus.living if two.hub.bus else ()):
                await asyncio.sleep(0.05)

    run(story())


def test_a_stopped_process_says_so_and_its_players_go_on_at_the_other(postgres: str) -> None:
    async def story() -> None:
        with House(postgres) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            code = await nefer.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await nefer.sit(code)
            async with nefer.at(code) as seat:
                stopping = asyncio.create_task(asyncio.to_thread(one.__exit__))
                with pytest.raises(ConnectionClosed):
                    await seat.until("never")
            async with elsewhere(nefer, two).at(code) as again:
                assert again.log[: len(seat.log)] == seat.log
                await stopping
                await again.play()
                assert keepers(postgres) == {code: number(two)}
        assert keepers(postgres) == {}  # nothing there goes on by itself

    run(story())


def test_a_table_put_away_by_one_process_is_kept_by_the_other(postgres: str) -> None:
    async def story() -> None:
        with House(postgres, idle_seconds=0.2) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            code = await nefer.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await nefer.sit(code)
            while keepers(postgres) != {code: number(one)}:
                await asyncio.sleep(0.02)
            async with elsewhere(nefer, two).at(code) as seat:
                while seat.now["hand"] != 1 and not can_act(seat):
                    await seat.receive()
                if seat.now["hand"] == 1:  # else the throw would keep it awake
                    await seat.move()
                while keepers(postgres) != {code: number(two)}:
                    await asyncio.sleep(0.05)
                assert one.hub.rooms.loaded(code) is None
                await seat.play()

    run(story())
