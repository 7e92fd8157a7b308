"""Every byte that anybody receives before the end is free of secrets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benben import games
from benben.core import chance
from benben.core.record.verify import verify_record
from benben.server.people.account_store import AccountStore
from benben.server.storage.store import Store
from benben.server.tables import schedule
from tests.contract import caskets
from tests.server.guest import Guest
from tests.server.house import House, run


async def _secret(db: str, code: str) -> str:
    store = Store(db)
    try:
        kept = await store.table(code)
        assert kept is not None
        return kept.secret
    finally:
        await store.close()


def test_the_secret_and_the_tokens_of_others_appear_in_no_byte_before_the_end(tmp_path: Path) -> None:
    async def story(house: House, db: str) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        watcher = await Guest.join(house.url, "Sabu")
        seeds = {"nefer": "0123456789abcdef" * 2, "hori": "fedcba9876543210" * 2}
        code = await nefer.host("me", "open", public=True, options={"pieces": 2})
        await nefer.sit(code, seeds["nefer"])
        await watcher.call("GET", "/api/tables")
        await hori.sit(code, seeds["hori"])
        secret = await _secret(db, code)
        others = (watcher, Guest(house.url))
        async with nefer.at(code) as one, hori.at(code) as two, watcher.at(code) as three:
            for _ in range(12):
                mover = one if {one.now["turn"], one.now["hand"]} & set(one.yours) else two
                await mover.move()
                await (two if mover is one else one).until("news")
            await one.tell("say", text="Well thrown")
            await one.tell("undo", seat=one.yours[0])
            await one.tell("act", seat=one.yours[0], action="1-30")
            await one.tell("act", seat=one.yours[0], action="nonsense")
            await one.tell("hint", seat=one.yours[0])
            await three.tell("rematch")
            await one.send({"type": "look", "n": 3})
            await one.until("past")
            for guest in (nefer, hori, *others):
                await guest.ask("GET", f"/api/tables/{code}")
                await guest.ask("GET", f"/api/tables/{code}/record.txt")
                await guest.ask("GET", f"/api/tables/{code}/record.json")
                await guest.ask("GET", "/api/me")
                await guest.ask("GET", "/api/tables")
                await guest.ask("GET", "/api/watch")
                await guest.ask("POST", f"/api/tables/{code}/sit", {"seed": "0" * 32})
            before = {id(guest): b"\n".join(guest.bytes) for guest in (nefer, hori, *others)}
            await one.tell("resign", seat=one.yours[0])
            await asyncio.gather(*(each.until("table", when=_over) for each in (two, three)))
        hashes = [await _hash(db, guest) for guest in (nefer, hori, watcher)]
        for guest in (nefer, hori, *others):
            got = before[id(guest)]
            assert len(got) > 100
            assert secret.encode() not in got
            for other in (nefer, hori, watcher):
                token = other.token.partition(".")[2]
                assert token.encode() not in got
            for hidden in (*hashes, *seeds.values()):
                assert hidden.encode() not in got
        assert secret.encode() in b"\n".join(watcher.bytes)  # and afterwards everybody may know it

    db = str(tmp_path / "benben.db")
    with House(db) as house:
        run(story(house, db))


def _over(message: dict[str, Any]) -> bool:
    return bool(message["table"]["status"] == "over")


async def _hash(db: str, guest: Guest) -> str:
    store = Store(db)
    try:
        found = await AccountStore(store).key(guest.token.partition(".")[0])
        assert found is not None
        return found.key.hash
    finally:
        await store.close()


# A game with secrets of every sort, twice: what is hidden from a seat differs, and its bytes do not.


@pytest.fixture
def caskets_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    plain = games.load
    monkeypatch.setattr(games, "load", lambda name: caskets.game if name == "caskets" else plain(name))
    monkeypatch.setattr(schedule, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(chance, "fresh_secret", lambda: "5a" * 32)
    with House(str(tmp_path / "benben.db")) as house:
        yield house


def _masked(guest: Guest, code: str, since: int) -> list[bytes]:
    return [raw.replace(code.encode(), b"CODE") for raw in guest.bytes[since:]]


async def _round(people: list[Guest], hidden: int) -> list[list[bytes]]:
    """Two lay face down, the second its card number `hidden`. Answers what the first and a watcher got."""
    one, two, three, watcher = people
    code = await one.host("me", "open", "open", game="caskets", seating="choice", options={"cards": 3})
    begun = [len(one.bytes), len(watcher.bytes)]
    for number, guest in enumerate((one, two, three)):
        await guest.sit(code, f"{number:032x}")
    async with one.at(code) as first, two.at(code) as second, watcher.at(code) as looker:
        while first.now["turn"] != -2:
            await first.receive()
        cards = [choice["text"] for choice in second.now["choices"][1] if choice["text"] != "peek"]
        assert (await second.tell("act", seat=1, action=cards[hidden]))["type"] == "done"
        for seat in (first, looker):
            while not seat.log or seat.log[-1]["text"] != "lay ?":
                await seat.receive()
        await first.tell("act", seat=0, action=first.now["choices"][0][0]["text"])
        for action in ("lay 6", "peek", "turn 1 2 3", "nonsense"):
            await first.tell("act", seat=0, action=action)
            await first.tell("act", seat=1, action=action)
        await first.tell("undo", seat=0)
        await first.until("news")
        for n in range(first.now["n"] + 1):
            await first.send({"type": "look", "n": n})
            await first.until("past")
        for guest in (one, watcher):
            await guest.ask("GET", f"/api/tables/{code}")
            await guest.ask("GET", f"/api/tables/{code}/record.json")
    async with one.at(code), watcher.at(code):  # the log anew, as newcomers get it
        pass
    return [_masked(one, code, begun[0]), _masked(watcher, code, begun[1])]


def test_what_a_seat_may_not_know_changes_no_byte_that_it_receives(caskets_house: House) -> None:
    async def story() -> None:
        people = [await Guest.join(caskets_house.url, name) for name in ("Ani", "Bek", "Dua", "Eye")]
        lay_low, lay_high = await _round(people, 0), await _round(people, -1)
        for low, high in zip(lay_low, lay_high, strict=True):
            assert b"lay ?" in b"".join(low)
            assert _without_chatter(low) == _without_chatter(high)

    run(story())


def _without_chatter(frames: list[bytes]) -> list[bytes]:
    """Ids of messages are random, and who comes and goes is told as it happens."""
    chatter = rb'"id":"[^"]*"|"here":(true|false)|"away":[0-9]+'
    return [re.sub(chatter, b"", raw) for raw in frames if not raw.startswith(b'{"type":"table"')]


def test_time_acts_by_itself_in_a_game_with_sand_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = games.load
    monkeypatch.setattr(games, "load", lambda name: caskets.game if name == "caskets" else plain(name))
    monkeypatch.setattr(caskets, "CANDLES", (40, 70, 120))

    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Ani")
        code = await guest.host("me", "me", game="caskets", options={"cards": 2})
        async with guest.at(code) as seat:
            await guest.sit(code)
            beats = []
            while not seat.now["ending"]:
                message = await seat.receive()
                beats += [[row["text"].partition(" ")[0] for row in message.get("rows", ())]]
            assert ["deal"] * 4 in beats  # a run of one kind is told at once
            assert ["light"] in beats
            while seat.table["status"] != "over":
                await seat.receive()
            down = [row for row in seat.log if row["by"] == -4]
            assert len(down) == 2
            burnt = [row["at"] - lit["at"] for row, lit in zip(down, _lit(seat.log), strict=True)]
            assert set(burnt) <= {40, 70, 120}  # at the deadline itself, however late the timer was
            deals = [row["n"] for row in seat.log if row["text"].startswith("deal")]
            assert deals == [1, 2, 3, 4]
            room = house.hub.rooms.loaded(code)
            assert room
            told = house.call(room.state.record)  # short candles are of this process alone, not of a worker
        verdict = verify_record(told, games.load)
        assert verdict.good, verdict.sentence

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


def _lit(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in log if row["text"].startswith("light")]
