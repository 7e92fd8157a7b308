"""Bounds on what one person may store at a table, and what is old and empty is cleared away."""

from __future__ import annotations

import time
from typing import Any

import pytest

from benben.server.storage import rows
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.tables.test_proposals import match_of
from tests.server.tables.test_time import put_away

DAY_MS = 86_400_000


def test_proposals_in_a_row_are_refused_after_some(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori") as (one, two):
            answers = [await one.tell("offer", seat=0, what="end") for _ in range(30)]
            refused = [answer for answer in answers if answer["type"] == "refused"]
            assert len(refused) >= 15
            assert refused[-1]["sentence"] == (
                "Too many proposals at once. Please wait a little before the next one."
            )
            assert (await two.tell("answer", seat=1, yes=True))["type"] == "done"

    run(story())


def test_alone_against_bots_nothing_is_proposed_and_nothing_is_bounded(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "me", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as one:
            for _ in range(15):
                while not any(row["by"] >= 0 and row["text"] != "undo" for row in one.log):
                    await one.move()
                answer = await one.tell("offer", seat=0, what="undo", kept=0)
                assert answer["type"] == "done", answer["sentence"]
                await one.see(lambda one: one.now["n"] == 0)

    run(story())


def test_sitting_down_and_getting_up_again_and_again_is_refused(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", "open", game="horus")
        answers = []
        async with hori.at(code) as two:
            for _ in range(30):
                answers.append(await hori.ask("POST", f"/api/tables/{code}/sit", {"seed": "1" * 32}))
                await two.tell("leave")
        assert not answers[-1].is_success
        assert "Too many changes of seats at once." in answers[-1].text

    run(story())


def test_new_names_again_and_again_are_refused(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        answers = [await nefer.ask("POST", "/api/me", {"name": f"Nefer {n}"}) for n in range(12)]
        assert answers[4].is_success
        assert answers[-1].status_code == 409
        assert "Too many new names at once." in answers[-1].text

    run(story())


def test_what_is_old_and_empty_is_removed_and_no_match_is(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    days, now, wall = [0], rows.wall_clock_ms, time.time

    class Calendar:
        """Stands in for the time module where days are counted."""

        def __getattr__(self, name: str) -> Any:
            return getattr(time, name)

        def time(self) -> float:
            return wall() + days[0] * 86_400

    monkeypatch.setattr(rows, "wall_clock_ms", lambda: now() + days[0] * DAY_MS)
    monkeypatch.setattr("benben.server.people.accounts.time", Calendar())

    async def story() -> None:
        with House(db, idle_seconds=0.2) as house:
            nefer, hori, idle = [await Guest.join(house.url, name) for name in ("Nefer", "Hori", "Idle")]
            await idle.call("PUT", "/api/me/progress", {"lessons": {"senet": ["pair"]}})
            idle_id = (await idle.call("GET", "/api/me"))["id"]
            house.call(lambda: house.hub.accounts.drop_cached(idle_id))  # as after some seconds
            unused = await nefer.host("me", "open")
            running, finished = [await nefer.host("me", "open", seating="choice") for _ in range(2)]
            for code in (running, finished):
                await nefer.sit(code)
                await hori.sit(code)
            async with nefer.at(finished) as one:
                await one.tell("resign", seat=0)
                await one.see(lambda one: one.table["status"] == "over")
            await put_away(house, unused)
            assert house.wait_for(house.hub.remove_unused) == (0, 0)
            days[0] = 29
            assert house.wait_for(house.hub.remove_unused) == (0, 0)
            days[0] = 40
            later = await hori.host("me", "open")  # Hori was here, and his new table is young
            assert house.wait_for(house.hub.remove_unused) == (1, 0)
            gone = await nefer.ask("GET", f"/api/tables/{unused}")
            assert (gone.status_code, gone.json()["sentence"]) == (404, "There is no such table.")
            await put_away(house, later)
            days[0] = 100
            assert house.wait_for(house.hub.remove_unused) == (1, 1)
            for code, status in ((later, 404), (running, 200), (finished, 200)):
                assert (await hori.ask("GET", f"/api/tables/{code}")).status_code == status
            assert (await idle.ask("GET", "/api/me")).status_code == 401
            assert (await nefer.call("GET", "/api/me"))["name"] == "Nefer"

    run(story())


def test_with_0_days_nothing_is_ever_removed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = rows.wall_clock_ms

    async def story() -> None:
        with House(str(tmp_path / "benben.db"), unused_table_days=0, unused_person_days=0) as house:
            nefer = await Guest.join(house.url, "Nefer")
            await nefer.host("me", "open")
            monkeypatch.setattr(rows, "wall_clock_ms", lambda: now() + 4000 * DAY_MS)
            assert house.wait_for(house.hub.remove_unused) == (0, 0)

    run(story())
