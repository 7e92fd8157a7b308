"""What a player cannot do behind the back of another: take moves back, or break the match off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.tables.test_proposals import match_of, moves, offered, sound, three_of


def _house(folder: str, claim_seconds: float) -> House:
    """A house where a player who goes is gone at once."""
    limits = Limits(calls=Limit(burst=1_000_000, per_second=5))
    return House(f"{folder}/benben.db", patience_seconds=0.05, claim_seconds=claim_seconds, limits=limits)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where nobody waits long enough to claim the end."""
    with _house(str(tmp_path_factory.mktemp("hasty")), claim_seconds=3600) as house:
        yield house


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where the end can be claimed after half a second."""
    with _house(str(tmp_path_factory.mktemp("strict")), claim_seconds=0.5) as house:
        yield house


@asynccontextmanager
async def opponent_leaves(
    house: House, due: int | None = None, **wish: object
) -> AsyncIterator[tuple[Seat, Guest]]:
    """A match in which both have moved, and the second player has gone; `due` is to act then."""
    nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
    code = await nefer.host("me", "open", seating="choice", **wish)
    await nefer.sit(code)
    await hori.sit(code)
    async with nefer.at(code) as one:
        async with hori.at(code) as two:
            while {0, 1} - {row["by"] for row in one.log} or due not in (None, one.now["turn"]):
                await moves([one, two], 1)
        await one.see(lambda one: one.table["seats"][1]["gone"])
        yield one, hori


async def let_bot_stand_in(seat: Seat) -> None:
    assert (await seat.tell("offer", seat=0, what="bot", absent=1))["type"] == "done"
    await seat.see(lambda seat: bool(seat.table["seats"][1]["level"]))


def test_nothing_is_taken_back_while_a_bot_stands_in(hasty: House) -> None:
    async def story() -> None:
        async with opponent_leaves(hasty) as (one, hori):
            await let_bot_stand_in(one)
            n = one.now["n"]
            for kept in (0, n - 3, None):
                answer = await one.tell("offer", seat=0, what="undo", kept=kept)
                assert answer["type"] == "refused"
                assert answer["sentence"] == (
                    "A bot plays for Hori. Nothing can be taken back until Hori is back and can be asked."
                )
            assert one.now["n"] >= n
            assert "undo" not in one.now["may"]
            async with hori.at(one.table["code"]) as two:  # is back, and is asked like everybody
                await one.see(lambda one: not one.table["seats"][1]["level"])
                assert (await one.tell("offer", seat=0, what="undo", kept=0))["type"] == "done"
                assert (await offered(two))["waits"] == [1]

    run(story())


def test_a_draw_needs_the_player_for_whom_a_bot_plays(hasty: House) -> None:
    async def story() -> None:
        nefer, hori, _, code = await three_of(hasty)
        async with nefer.at(code) as one, hori.at(code) as two:
            await one.see(lambda one: one.table["seats"][2]["gone"])
            await one.tell("offer", seat=0, what="bot", absent=2)
            await offered(two)
            await two.tell("answer", seat=1, yes=True)
            await one.see(lambda one: bool(one.table["seats"][2]["level"]))
            for what in ("draw", "undo"):
                answer = await one.tell("offer", seat=0, what=what)
                assert answer["type"] == "refused", what
                assert "A bot plays for Senbi." in answer["sentence"]
            assert not {"draw", "undo"} & set(one.now["may"])

    run(story())


def test_every_consent_is_in_the_record(hasty: House) -> None:
    async def story() -> None:
        async with match_of(hasty, "Nefer", "Hori", "Senbi", game="pyramydal") as seats:
            one, two, three = seats
            while not any(row["by"] == 0 for row in one.log):
                await moves(seats, 1)
            await one.tell("offer", seat=0, what="undo")
            for other, seat in ((two, 1), (three, 2)):
                await offered(other)
                assert (await other.tell("answer", seat=seat, yes=True))["type"] == "done"
            await one.see(lambda one: any(row["text"] == "undo" for row in one.log))
            assert not any(row["text"] == "agree" for row in one.log)
            for each in seats:
                await each.tell("resign", seat=each.yours[0])
            await one.see(lambda one: one.table["status"] == "over")
            lines = (await sound(one.guest, one.table["code"])).splitlines()
            (n,) = [n for n, line in enumerate(lines) if "takes back" in line]
            assert "seat 2 agrees to take back" in lines[n - 2]
            assert "seat 3 agrees to take back" in lines[n - 1]

    run(story())


def test_alone_and_at_one_device_taking_back_stays_free(hasty: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(hasty.url, "Nefer")
        for seats in (["me", "apprentice"], ["me", "me"]):
            code = await nefer.host(*seats, seating="choice")
            await nefer.sit(code)
            async with nefer.at(code) as one:
                while {0, 1} - {row["by"] for row in one.log}:
                    await one.move()
                assert (await one.tell("offer", seat=0, what="undo", kept=0))["type"] == "done"
                await one.see(lambda one: any(row["text"] == "undo" for row in one.log))
                await one.tell("resign", seat=0)
                await one.see(lambda one: one.table["status"] == "over")
            await sound(nefer, code)

    run(story())


def test_a_match_is_not_void_because_the_other_is_away(hasty: House) -> None:
    async def story() -> None:
        async with opponent_leaves(hasty) as (one, hori):
            assert (await one.tell("offer", seat=0, what="end"))["type"] == "done"  # it waits for Hori
            proposal = await offered(one)
            assert (proposal["what"], proposal["waits"]) == ("end", [1])
            assert one.table["status"] == "playing"
            async with hori.at(one.table["code"]) as two:
                assert two.table["offer"]["what"] == "end"
                assert (await two.tell("answer", seat=1, yes=True))["type"] == "done"
                await one.see(lambda one: one.table["status"] == "over")
                assert one.now["ending"]["reason"] == "broken off"

    run(story())


def test_with_a_bot_in_the_seat_a_match_cannot_be_broken_off(hasty: House) -> None:
    async def story() -> None:
        async with opponent_leaves(hasty) as (one, _):
            await let_bot_stand_in(one)
            answer = await one.tell("offer", seat=0, what="end")
            assert answer["type"] == "refused"
            assert answer["sentence"] == (
                "A bot plays for Hori. The match cannot be broken off until Hori is back and can be asked."
            )
            assert "end" not in one.now["may"]

    run(story())


def test_before_everybody_has_moved_those_who_are_here_may_break_off(hasty: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(hasty.url, "Nefer"), await Guest.join(hasty.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            await one.see(lambda one: one.table["seats"][1]["gone"])
            while not any(row["by"] == 0 for row in one.log):
                await one.move()
            assert (await one.tell("offer", seat=0, what="end"))["type"] == "done"
            await one.see(lambda seat: seat.table["status"] == "over")
            assert one.now["ending"]["reason"] == "broken off"

    run(story())


def test_a_player_who_stays_away_too_long_has_lost(strict: House) -> None:
    async def story() -> None:
        async with opponent_leaves(strict, due=1) as (one, _):
            early = await one.tell("offer", seat=0, what="claim", absent=1)
            assert early["type"] == "refused"
            assert one.table["claim"] == 1  # seconds, rounded up
            await one.see(lambda one: "claim" in one.now["may"])
            away = await one.tell("offer", seat=0, what="claim", absent=0)
            assert away["sentence"] == "The match does not wait for that player, or not long enough."
            assert (await one.tell("offer", seat=0, what="claim", absent=1))["type"] == "done"
            await one.see(lambda one: one.table["status"] == "over")
            assert (one.now["ending"]["winners"], one.now["ending"]["reason"]) == (
                [0],
                "seat 2 was away too long",
            )
            assert one.log[-1]["words"] == "was away too long"
            assert "seat 2 is away too long" in await sound(one.guest, one.table["code"])

    run(story())


def test_a_player_who_stalls_cannot_claim_the_end(strict: House) -> None:
    async def story() -> None:
        async with opponent_leaves(strict, due=0) as (one, _):
            await asyncio.sleep(1)
            answer = await one.tell("offer", seat=0, what="claim", absent=1)
            assert answer["sentence"] == (
                "The end can be claimed only when the match has waited long enough for an absent player."
            )
            assert one.table["status"] == "playing"

    run(story())


def test_where_a_clock_runs_the_clock_decides(strict: House) -> None:
    async def story() -> None:
        async with opponent_leaves(strict, clock={"kind": "bank", "seconds": 600}) as (one, _):
            await asyncio.sleep(1)
            await one.send({"type": "look", "n": 0})
            await one.until("past")
            answer = await one.tell("offer", seat=0, what="claim", absent=1)
            assert answer["sentence"] == "Nobody can claim the end here: the clock decides."
            assert "claim" not in one.now["may"]

    run(story())


def test_three_play_on_without_the_one_who_stays_away(strict: House) -> None:
    async def story() -> None:
        nefer, hori, senbi, code = await three_of(strict)
        async with nefer.at(code) as one, hori.at(code) as two:
            async with senbi.at(code) as three:
                while {0, 1, 2} - {row["by"] for row in one.log}:
                    await moves([one, two, three], 1)
            while "claim" not in two.now["may"]:
                due = [
                    seat
                    for seat in (one, two)
                    if seat.now["hand"] in seat.yours or any(seat.now["choices"][at] for at in seat.yours)
                ]
                if due:
                    await due[0].move()
                    await asyncio.sleep(0.02)
                await two.send({"type": "ping"})
                await two.until("pong")
                await one.send({"type": "ping"})
                await one.until("pong")
            assert (await two.tell("offer", seat=1, what="claim", absent=2))["type"] == "done"
            await one.see(lambda one: one.now["out"] == [False, False, True])
            assert one.table["status"] == "playing"

    run(story())


def test_an_id_used_again_for_another_message_is_refused(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[Guest, str, dict[str, str]]:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me", seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            say = {"type": "say", "id": "one", "text": "Good luck!"}
            await seat.send(say)
            await seat.until("done")
            await seat.send({**say, "text": "I resign."})
            refused = await seat.until("done", "refused")
            assert (refused["type"], refused["clause"]) == ("refused", "message")
            assert refused["sentence"] == (
                "You used this id for another message before. Choose a new one for each message."
            )
            await seat.send({"type": "resign", "id": "one", "seat": 0})
            assert (await seat.until("done", "refused"))["type"] == "refused"
            await seat.send({"type": "go", "id": "one"})
            assert (await seat.until("done", "refused"))["type"] == "refused"
            assert (seat.now["n"], seat.table["status"]) == (0, "playing")
            return guest, code, say

    async def after(house: House, guest: Guest, code: str, say: dict[str, str]) -> None:
        guest.url = house.url
        async with guest.at(code) as seat:
            await seat.send(say)
            assert (await seat.until("done", "refused"))["type"] == "done"
            await seat.send({**say, "to": "watchers"})
            assert (await seat.until("done", "refused"))["type"] == "refused"
            assert [line["text"] for line in seat.talk] == ["Good luck!"]

    db = str(tmp_path / "benben.db")
    with House(db) as house:
        kept = run(before(house))
    with House(db) as house:
        run(after(house, *kept))
