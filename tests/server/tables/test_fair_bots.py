"""Bots and hints of one person while somebody else floods the server. What counts is the order of service."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from benben.server.counters import counters
from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run

CALLS = Limit(burst=1_000_000, per_second=5)


async def _look_at_bots(guest: Guest, stack: AsyncExitStack, tables: int) -> None:
    """Make tables of bots that think long, and look at them."""
    for _ in range(tables):
        code = await guest.host(*["vizier"] * 6, game="horus")
        seat = await stack.enter_async_context(guest.at(code))
        watching = asyncio.create_task(seat.until("closing"))
        stack.callback(watching.cancel)


async def _questions_until_bot_acts(seat: Seat) -> int:
    """Play until the bot chooses, and count the questions of everybody from the move before it."""
    while True:
        await seat.see(lambda seat: seat.now["hand"] == 0 or any(seat.now["choices"][0]))
        length, asked = len(seat.log), counters.questions
        await seat.move()
        await seat.see(lambda seat: seat.now["hand"] == 0 or any(seat.now["choices"][0]))
        if any(row["by"] == 1 for row in seat.log[length:]):
            return counters.questions - asked


def test_a_bot_answers_while_another_person_looks_at_sixty_tables_of_bots(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        flooder, nefer = await Guest.join(house.url, "Flood"), await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "apprentice", seating="choice")
        await nefer.sit(code)
        async with AsyncExitStack() as stack:
            await _look_at_bots(flooder, stack, 60)
            seat = await stack.enter_async_context(nefer.at(code))
            counts = [await _questions_until_bot_acts(seat) for _ in range(5)]
            # Each question of this bot, and there may be some in its turn, waits for one of the sixty.
            assert sorted(counts)[2] < 20, counts

    limits = Limits(calls=CALLS, tables_per_person=60)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_a_hint_does_not_wait_for_the_puzzles_of_twelve_days(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        flooder, nefer = await Guest.join(house.url, "Flood"), await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "apprentice", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as seat:
            while not any(seat.now["choices"][0]):
                await seat.move()
            path = "/api/games/solitaire/daily/2026-03-{:02}"
            made = [asyncio.create_task(flooder.call("GET", path.format(day))) for day in range(1, 11)]
            made += [asyncio.create_task(Guest(house.url).call("GET", path.format(day))) for day in (11, 12)]
            await asyncio.wait(made, return_when=asyncio.FIRST_COMPLETED)
            hint = await seat.tell("hint", seat=0)
            assert hint["type"] == "hinted"
            assert sum(each.done() for each in made) <= 4
            for each in made:
                each.cancel()

    with House(str(tmp_path / "benben.db"), limits=Limits(calls=CALLS, questions_per_person=20)) as house:
        run(story(house))


def test_a_person_waits_for_one_hint_at_a_time_however_many_connections_they_have(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "vizier", game="horus", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as one, nefer.at(code) as two:
            while not any(one.now["choices"][0]):
                await one.move()
            await one.send({"type": "hint", "id": "first", "seat": 0})
            await two.send({"type": "hint", "id": "second", "seat": 0})
            refused = await two.until("hinted", "refused")
            assert (refused["type"], refused["sentence"]) == ("refused", "A hint is on its way.")
            hinted = await one.until("hinted", "refused")
            assert hinted["type"] == "hinted"
            assert (await two.tell("hint", seat=0))["type"] == "hinted"

    run(story())


def test_more_puzzles_than_may_wait_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        path = "/api/games/solitaire/daily/2026-03-{:02}"
        asked = [asyncio.create_task(nefer.ask("GET", path.format(day))) for day in range(1, 9)]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        answer = done.pop().result()
        assert answer.status_code == 429
        assert answer.json()["sentence"].startswith("Too much that you asked for is still being computed.")
        for each in asked:
            each.cancel()

    with House(str(tmp_path / "benben.db"), limits=Limits(calls=CALLS, questions_per_person=3)) as house:
        run(story(house))


def test_puzzles_that_take_too_long_are_given_up_and_paid_for_again(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, path = await Guest.join(house.url, "Nefer"), "/api/games/solitaire/daily/2026-03-01"
        for _ in range(2):
            answer = await nefer.ask("GET", path)
            assert answer.status_code == 503
            assert answer.json()["sentence"] == "This took too long and was given up."
        assert (await nefer.ask("GET", path)).status_code == 429  # one call for the name, ten for each try

    limits = Limits(calls=Limit(burst=25, per_second=0.001), job_seconds=0.01)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_a_server_stops_soon_whatever_its_workers_compute(tmp_path: Path) -> None:
    async def story() -> None:
        with Lodge(str(tmp_path / "benben.db")) as lodge:
            nefer = await Guest.join(lodge.url, "Nefer")
            path = "/api/games/solitaire/daily/2026-03-{:02}"
            asked = [asyncio.create_task(nefer.ask("GET", path.format(day))) for day in range(1, 9)]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            async with asyncio.timeout(4):
                exit_code, _ = await asyncio.to_thread(lodge.stop)
            assert exit_code == 0
            answers = [each.result() for each in asked if not each.exception()]
            assert {answer.status_code for answer in answers} == {200, 503}
            assert "The server stops." in {answer.json()["sentence"] for answer in answers if answer.is_error}

    run(story())
