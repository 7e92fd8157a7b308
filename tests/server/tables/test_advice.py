"""Ratings over the wire: one after the other, and never of a position that has passed."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from benben.server.workers.fair_queue import Owner
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.workers.errands import wait_for_file

OPTIONS = {"ranks": 1, "files": 4, "position": "S,S,-,S"}


def test_a_rating_that_is_asked_again_meanwhile_is_answered_once_and_refused_never(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", game="solitaire", options=OPTIONS)
        await guest.sit(code)
        async with guest.at(code) as seat:
            for id in ("one", "two", "three"):
                await seat.send({"type": "rate", "id": id, "seat": 0})
            answers = [await seat.until("done", "rated", "refused") for _ in range(3)]
            assert [answer["type"] for answer in answers].count("refused") == 0
            assert (answers[-1]["type"], answers[-1]["id"]) == ("rated", "three")
            assert answers[-1]["costs"]["a1>c1"] == 0

    run(story())


def test_a_rating_of_a_position_that_has_passed_is_not_sent(house: House, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    somebody = partial(
        house.hub.workers.ask, wait_for_file, str(gate), owner=Owner("192.0.2.1"), lane="advice"
    )

    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", game="solitaire", options=OPTIONS)
        await guest.sit(code)
        busy = asyncio.run_coroutine_threadsafe(somebody(), house.hub.store.loop)  # and comes first
        async with guest.at(code) as seat:
            await seat.send({"type": "rate", "id": "early", "seat": 0})
            await seat.tell("act", seat=0, action="a1>c1")
            gate.touch()
            await asyncio.wrap_future(busy)
            answer = await seat.until("done", "rated", "refused", when=lambda each: each["id"] == "early")
            assert answer["type"] == "done"
            await seat.send({"type": "rate", "id": "late", "seat": 0})
            rated = await seat.until("rated", "refused")
            assert (rated["type"], rated["id"], rated["n"]) == ("rated", "late", 1)

    run(story())
