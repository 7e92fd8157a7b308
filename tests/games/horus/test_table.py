"""The Pyramid of Horus at a real table: what one finds and foresees, nobody else receives in any byte."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from benben import games
from benben.core import chance
from benben.core.record.verify import verify_record
from tests.server.guest import Guest, Seat
from tests.server.house import House, run

CARD = re.compile(rb"(?:[1-6]|chest) (?:hededet|sobek|necklace)")
SEEKS = ("choose rasputin", "clairvoyance", "return", "search", "go e1", "go e2", "go e3")
WAITS = ("choose maki", "go c1", "done", "exit")


def _wish(wishes: tuple[str, ...]) -> Any:
    def pick(choices: list[Any]) -> Any:
        by_text = {choice["text"]: choice for choice in choices}
        return next((by_text[text] for text in wishes if text in by_text), choices[-1])

    return pick


async def _play(seat: Seat, wishes: tuple[str, ...], rounds: int) -> None:
    while seat.now["picture"]["round"] <= rounds and not seat.now["ending"]:
        await seat.move(_wish(wishes))


def test_what_one_finds_and_foresees_is_in_no_byte_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "fresh_secret", lambda: "5a" * 32)  # always the same dice

    async def story(house: House) -> None:
        seeker, waiter, watcher = [await Guest.join(house.url, name) for name in ("Ani", "Bek", "Eye")]
        options = {"adventurers": "chosen"}
        code = await seeker.host("me", "open", game="horus", seating="choice", options=options, public=True)
        await seeker.sit(code, "1" * 32)
        await waiter.sit(code, "2" * 32)
        async with seeker.at(code) as one, waiter.at(code) as two, watcher.at(code) as three:
            while not one.now["choices"][0]:
                await one.receive()
            await asyncio.gather(_play(one, SEEKS, 2), _play(two, WAITS, 2))
            for action in ("drop 4 hededet", "search", "keep", "block 7", "card 4", "nonsense"):
                await two.tell("act", seat=1, action=action)
            for n in range(one.now["n"] + 1):
                for seat in (two, three):
                    await seat.send({"type": "look", "n": n})
                    await seat.until("past")
            for guest in (waiter, watcher):
                await guest.ask("GET", f"/api/tables/{code}")
                await guest.ask("GET", f"/api/tables/{code}/record.json")
                await guest.ask("GET", f"/api/tables/{code}/record.txt")
            own = b"\n".join(seeker.bytes)
            assert CARD.search(own), "the seeker found nothing, so nothing was tested"
            seen = [row for row in one.log if row["words"].startswith("sees block")]
            assert seen
            for guest, seat in ((waiter, two), (watcher, three)):
                got = b"\n".join(guest.bytes)
                assert not CARD.findall(got)
                assert b'"text":"card ?"' in got
                rows = [row for row in seat.log if row["n"] == seen[0]["n"]]
                assert rows[0]["text"] == "block ?"
                assert b'"foreseen":{"seat":0,"choice":"","number":null,"space":null}' in got
                assert seen[0]["words"].encode() not in got

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


def test_a_whole_match_is_played_and_its_record_is_sound(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Ani")
        code = await guest.host("me", "me", "me", game="horus", options={"load": "literal"})
        async with guest.at(code) as seat:
            await guest.sit(code)
            while not seat.now["ending"]:
                await seat.move(_wish(("search", "exit")))
            while seat.table["status"] != "over":
                await seat.receive()
            assert seat.now["ending"]["winners"]
            assert seat.now["picture"]["step"] == "over"
        answer = await guest.ask("GET", f"/api/tables/{code}/record.txt")
        verdict = verify_record(answer.content, games.load)
        assert verdict.good, verdict.sentence

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))
