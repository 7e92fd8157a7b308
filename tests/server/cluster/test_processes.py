"""Several server processes on one PostgreSQL serve the same tables."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from benben import games
from benben.core.record.verify import verify_record
from benben.games.gate import puzzles
from benben.games.gate.board import cells_text
from tests.server.cluster.processes import (
    elsewhere,
    here,
    met,
    until,
)
from tests.server.guest import Guest, Seat
from tests.server.house import Lodge, run


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


def test_people_at_two_processes_commit_to_their_seeds_and_open_them(pair: tuple[Lodge, Lodge]) -> None:
    async def story() -> None:
        nefer, paser = await met(pair, "Nefer", "Paser")
        code = await nefer.host("me", "open")
        await nefer.commit(code, "11" * 16)
        await paser.commit(code, "22" * 16)
        async with nefer.at(code) as one, paser.at(code) as two:
            await asyncio.gather(one.open("11" * 16), two.open("22" * 16))
            await until(one, lambda s: s.table["status"] == "playing")
            await until(two, lambda s: s.table["status"] == "playing")
            await one.tell("resign", seat=one.yours[0])
            await until(two, lambda s: s.table["status"] == "over")
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
        done: list[dict[str, Any]] = []
        log: list[Any] = []
        for lodge in (pair[0], pair[1], pair[0], pair[1]):
            async with elsewhere(nefer, lodge).at(code) as seat:
                assert seat.log[: len(log)] == log
                for message in done:  # a resend is known here too
                    await seat.send(message)
                    assert (await seat.until("done", "refused"))["type"] == "done"
                for _ in range(4):
                    await seat.move()
                done += [seat.sent[id] for id in seat.done if id in seat.sent]
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
