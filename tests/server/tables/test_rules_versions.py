"""A table outlives a change of the rules: it is played on, and replayed, by those of its time."""

from __future__ import annotations

from pathlib import Path

import pytest

from benben import games
from benben.core.record.verify import verify_record
from tests.contract import editions, pebbles
from tests.server.guest import Guest
from tests.server.house import House, run


def test_a_match_is_played_on_by_the_rules_it_began_with_and_its_rematch_by_those_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "benben.db")
    people: list[Guest] = []

    async def begin(url: str) -> str:
        nefer, hori = await Guest.join(url, "Nefer"), await Guest.join(url, "Hori")
        people.extend((nefer, hori))
        code = await nefer.host("me", "open", game="pebbles", options={"heap": 9}, seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            await one.move()
            assert one.now["n"]
        return code

    async def end(url: str, code: str) -> None:
        for each in people:
            each.url = url
        nefer, hori = people
        async with nefer.at(code) as one, hori.at(code) as two:
            while not one.now["ending"]:
                mover = one if one.now["turn"] == 0 or one.now["hand"] == 0 else two
                while mover.now["n"] < one.now["n"]:
                    await mover.receive()
                await mover.move()
                while one.now["n"] < mover.now["n"]:
                    await one.receive()
            text = (await hori.ask("GET", f"/api/tables/{code}/record.txt")).text
            assert "\nrules 1\n" in text
            assert 'options {"die":true,"heap":9}\n' in text
            verdict = verify_record(text, editions.present)
            assert verdict.good, verdict
            await two.send({"type": "look", "n": 1, "eye": "open"})
            assert (await two.until("past"))["picture"]["heap"] == 9
            assert (await one.tell("rematch"))["type"] == "done"
            while not one.table["rematch"]:
                await one.receive()
        kept = (await hori.call("GET", f"/api/tables/{one.table['rematch']}"))["options"]
        assert kept == {"heap": 9, "die": True, "colour": "grey"}

    monkeypatch.setattr(games, "load", lambda _: pebbles.game)
    with House(db) as house:
        code = run(begin(house.url))
    monkeypatch.setattr(games, "load", editions.present)
    with House(db) as house:
        run(end(house.url, code))
