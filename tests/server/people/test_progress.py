"""Progress is the union of what all devices of a person have sent; it goes with the person."""

from __future__ import annotations

import time
from typing import Any

import pytest

from benben.server.settings import Limits
from benben.server.tables.database_check import examine_database
from tests.server.guest import Guest
from tests.server.house import House, run

DAY = "2026-11-05"


def solved(at: int, **other: Any) -> dict[str, Any]:
    return {"tries": 1, "ms": 9_000, "helped": False, "at": at, "part": ""} | other


PHONE = {
    "lessons": {"senet": ["throw", "pair"], "gate": ["tile"]},
    "puzzles": {DAY: {"senet": solved(1_000), "gate": solved(5_000, part="easy")}},
}
LAPTOP = {
    "lessons": {"senet": ["pair", "block", "game"]},
    "puzzles": {DAY: {"senet": solved(2_000, tries=4, helped=True)}, "2026-11-06": {"horus": solved(7_000)}},
}


@pytest.mark.parametrize("order", [(PHONE, LAPTOP), (LAPTOP, PHONE), (PHONE, LAPTOP, PHONE, PHONE)])
def test_devices_are_merged_in_any_order(db: str, order: tuple[Any, ...]) -> None:
    async def story(house: House) -> None:
        meret, paser = await Guest.join(house.url, "Meret"), await Guest.join(house.url, "Paser")
        assert await meret.call("GET", "/api/me/progress") == {"lessons": {}, "puzzles": {}}
        for device in order:
            whole = await meret.call("PUT", "/api/me/progress", device)
        assert whole == await meret.call("GET", "/api/me/progress")
        lessons = {game: sorted(steps) for game, steps in whole["lessons"].items()}
        assert lessons == {"senet": ["block", "game", "pair", "throw"], "gate": ["tile"]}
        assert whole["puzzles"] == {
            DAY: {"senet": solved(1_000), "gate": solved(5_000, part="easy")},
            "2026-11-06": {"horus": solved(7_000)},
        }
        assert await paser.call("GET", "/api/me/progress") == {"lessons": {}, "puzzles": {}}
        assert (await meret.call("GET", "/api/me/export"))["progress"] == whole
        await meret.call("DELETE", "/api/me")
        house.wait_for(house.hub.store.check)

    with House(db) as house:
        run(story(house))
    faults: list[str] = []
    examine_database(db, faults.append)
    assert faults == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"lessons": {"chess": ["pair"]}}, 409),
        ({"lessons": {"senet": ["../pair"]}}, 400),
        ({"lessons": {"senet": ["x" * 41]}}, 400),
        ({"lessons": {"senet": ["pair"] * 41}}, 400),
        ({"puzzles": {"2026-10-31": {"senet": solved(1)}}}, 409),
        ({"puzzles": {"2999-01-01": {"senet": solved(1)}}}, 409),
        ({"puzzles": {"yesterday": {"senet": solved(1)}}}, 409),
        ({"puzzles": {DAY: {"chess": solved(1)}}}, 409),
        ({"puzzles": {DAY: {"senet": solved(int(time.time() * 1000) + 10**9)}}}, 409),
        ({"puzzles": {DAY: {"senet": solved(1, tries=0)}}}, 400),
        ({"puzzles": {DAY: {"senet": solved(1, name="Meret")}}}, 400),
        ({"streak": 12}, 400),
        ([], 400),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(house: House, body: Any, status: int) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Meret")
        answer = await guest.ask("PUT", "/api/me/progress", body)
        assert answer.status_code == status, answer.text
        assert answer.json()["sentence"]
        assert await guest.call("GET", "/api/me/progress") == {"lessons": {}, "puzzles": {}}

    run(story())


def test_progress_needs_a_name_and_has_an_end(tmp_path: Any) -> None:
    async def story(house: House) -> None:
        assert (await Guest(house.url).ask("GET", "/api/me/progress")).status_code == 401
        assert (await Guest(house.url).ask("PUT", "/api/me/progress", PHONE)).status_code == 401
        guest = await Guest.join(house.url, "Meret")
        await guest.call("PUT", "/api/me/progress", PHONE)
        answer = await guest.ask("PUT", "/api/me/progress", LAPTOP)
        assert answer.status_code == 409
        assert "no room" in answer.text

    with House(str(tmp_path / "benben.db"), limits=Limits(progress_rows=6)) as house:
        run(story(house))
