"""Webhooks: who is away is told once, and of nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from benben.server.settings import Limits
from benben.server.storage.schema import hooks
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.notify.receiver import OK, Receiver

BUSY = "HTTP/1.1 503 Service Unavailable\r\n\r\n"


def story_in(tmp_path: Path, story: Callable[[House], Any], **settings: Any) -> None:
    settings = {"away_seconds": 0, "retry_pauses": (0.01, 0.02), "local_webhooks": True, **settings}
    with House(str(tmp_path / "benben.db"), **settings) as house:
        run(story(house))


async def hooked(guest: Guest, receiver: Receiver) -> None:
    shown = await guest.call("PUT", "/api/me/webhook", {"url": receiver.url})
    assert shown == {"url": receiver.url, "said": ""}


async def begun(*guests: Guest) -> str:
    """A match where the first of these is to begin."""
    code = await guests[0].host("me", *("open" for _ in guests[1:]), seating="choice")
    for guest in guests:
        await guest.sit(code)
    return code


async def play_on(guest: Guest, code: str, seat: int) -> None:
    """Until somebody else is to act."""
    async with guest.at(code) as at:
        while at.now["hand"] == seat or at.now["choices"][seat]:
            await at.move()


async def until_said(guest: Guest, words: str) -> None:
    """What became of the last notice is noted after it was answered."""
    async with asyncio.timeout(30):
        while words not in (await guest.call("GET", "/api/me/webhook"))["said"]:
            await asyncio.sleep(0.02)


def test_who_is_away_is_told_once_a_table_until_they_come_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            code = await begun(nefer, hori)
            assert receiver.notices == []
            await play_on(nefer, code, 0)
            (told,) = await receiver.until(1)
            assert told == {
                "kind": "turn",
                "table": code,
                "title": "Senet: your turn",
                "link": f"{house.url}/t/{code}",
                "game": "senet",
            }
            assert receiver.heads[0].startswith("POST /hook?for=me HTTP/1.1\r\n")
            assert f"Host: 127.0.0.1:{receiver.port}\r\n" in receiver.heads[0]

            other = await begun(nefer, hori)  # another table, another notice
            await play_on(nefer, other, 0)
            assert [notice["table"] for notice in await receiver.until(2)] == [code, other]

            await play_on(hori, code, 1)  # back, and away again
            await play_on(nefer, code, 0)
            assert [notice["table"] for notice in await receiver.until(3)] == [code, other, code]
            assert len(receiver.notices) == 3

    story_in(tmp_path, story)


def test_no_second_notice_comes_before_they_come_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            code = await begun(hori, nefer)  # Hori is to act from the first moment on
            await receiver.until(1)
            room = house.hub.rooms.loaded(code)
            assert room is not None
            for _ in range(3):
                house.call(lambda: house.hub.notifier.table_changed(room))
            async with nefer.at(code) as seat:  # the end is another matter, and comes after those
                await seat.tell("resign", seat=1)
            assert [notice["kind"] for notice in await receiver.until(2)] == ["turn", "over"]

    story_in(tmp_path, story)


def test_who_is_there_is_not_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            elsewhere = await begun(hori, nefer)
            await receiver.until(1)
            async with hori.at(elsewhere):  # at another table is there, too
                code = await begun(nefer, hori)
                await play_on(nefer, code, 0)
                await asyncio.to_thread(house.wait_for, lambda: _all_told(house))
            assert len(receiver.notices) == 1

    story_in(tmp_path, story)


async def _all_told(house: House) -> None:
    await asyncio.gather(*house.hub.notifier._tasks.values())


def test_who_is_at_another_server_process_is_not_told(postgres: str) -> None:
    async def story(one: House, two: House) -> None:
        nefer, hori = await Guest.join(one.url, "Nefer"), await Guest.join(one.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            code, elsewhere = await begun(nefer, hori), await begun(nefer, hori)
            hori.url = two.url
            async with hori.at(elsewhere):
                register = one.hub.accounts.records
                person = (await hori.call("GET", "/api/me"))["id"]
                while not (await asyncio.to_thread(one.wait_for, lambda: register.webhook(person))).seen:  # type: ignore[union-attr]
                    await asyncio.sleep(0.05)
                await play_on(nefer, code, 0)
                await asyncio.to_thread(one.wait_for, lambda: _all_told(one))
            assert receiver.notices == []

    settings: dict[str, Any] = {"away_seconds": 2, "retry_pauses": (), "local_webhooks": True}
    settings["limits"] = Limits(presence_seconds=0.05)
    with House(postgres, **settings) as one, House(postgres, **settings) as two:
        run(story(one, two))


def test_who_was_last_seen_in_the_future_is_told_all_the_same(tmp_path: Path) -> None:
    """The clock of the machine was set back meanwhile."""

    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            later = sql.update(hooks).values(seen=int(time.time()) + 3600)
            await asyncio.to_thread(house.wait_for, lambda: house.hub.store.commit([(later, {})]))
            await begun(hori, nefer)
            assert len(await receiver.until(1)) == 1

    story_in(tmp_path, story)


def test_the_end_of_a_match_is_told_to_those_who_are_away(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            await hooked(nefer, receiver)
            code = await begun(hori, nefer)
            await receiver.until(1)
            async with nefer.at(code) as seat:
                await seat.tell("resign", seat=1)
                notices = await receiver.until(2)
            assert (notices[1]["kind"], notices[1]["title"]) == ("over", "Senet: the match is over")

    story_in(tmp_path, story)


def test_a_notice_is_tried_again_and_then_given_up(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(BUSY, BUSY, OK) as receiver:
            await hooked(hori, receiver)
            await begun(hori, nefer)
            notices = await receiver.until(3)
            assert notices[0] == notices[1] == notices[2]
            await until_said(hori, "The last notice was accepted.")
        async with Receiver(BUSY) as receiver:
            await hooked(hori, receiver)
            await begun(hori, nefer)
            await receiver.until(3)  # the first attempt and one after each pause
            await asyncio.to_thread(house.wait_for, lambda: _all_told(house))
            assert len(receiver.notices) == 3
            await until_said(hori, "was not accepted. It answered 503.")
        await begun(hori, nefer)  # nobody listens there any more
        await until_said(hori, "The host could not be reached.")

    story_in(tmp_path, story)


def test_a_notice_goes_where_it_was_sent_and_no_further(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with Receiver(OK) as trap, Receiver("") as receiver:
            for answer, words in {
                f"HTTP/1.1 307 Away\r\nLocation: {trap.url}\r\n\r\n": "do not follow redirects",
                "HTTP/1.1 404 Not Found\r\n\r\n": "It answered 404.",
                "SSH-2.0-OpenSSH_9.6\r\n": "was not HTTP",
                "HTTP/1.1 " + "x" * 5000: "was not HTTP",
                "": "was not HTTP",
            }.items():
                receiver.answers = [answer]
                await hooked(guest, receiver)
                said = (await guest.call("POST", "/api/me/webhook/test"))["said"]
                assert words in said, answer
            assert trap.notices == []
            assert {notice["kind"] for notice in receiver.notices} == {"test"}
            assert receiver.notices[0]["link"] == f"{house.url}/you"
            assert guest.token.partition(".")[2] not in "".join(receiver.heads) + str(receiver.notices)

    story_in(tmp_path, story)


def test_a_receiver_that_never_answers_is_left(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        stop = asyncio.Event()

        async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while not stop.is_set():  # a byte now and then, and never a line
                writer.write(b"H")
                await asyncio.sleep(0.02)
            writer.close()

        server = await asyncio.start_server(drip, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        await guest.call("PUT", "/api/me/webhook", {"url": url})
        said = (await guest.call("POST", "/api/me/webhook/test"))["said"]
        stop.set()
        server.close()
        assert "no answer within" in said

    story_in(tmp_path, story, limits=Limits(webhook_seconds=0.2))


def test_a_turn_that_nobody_was_told_of_is_told_after_a_restart(tmp_path: Path) -> None:
    async def before(house: House, receiver: Receiver) -> list[str]:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        await hooked(hori, receiver)
        return [await begun(hori, nefer), await begun(nefer, hori)]

    async def story() -> None:
        async with Receiver(OK) as receiver:
            db = str(tmp_path / "benben.db")
            settings: dict[str, Any] = {"retry_pauses": (), "local_webhooks": True}
            with House(db, away_seconds=3600, **settings) as house:
                first, _ = await before(house, receiver)
            assert receiver.notices == []
            for _ in range(2):  # and once only
                with House(db, away_seconds=0, **settings) as house:
                    (told,) = await receiver.until(1)
                    assert told["table"] == first
                    await asyncio.to_thread(house.wait_for, lambda: _looked(house))

    run(story())


async def _looked(house: House) -> None:
    assert house.hub.notifier._start is not None
    await house.hub.notifier._start
    await _all_told(house)


def test_a_webhook_is_set_shown_and_removed_and_a_bad_one_is_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        none = {"url": "", "said": ""}
        assert await guest.call("GET", "/api/me/webhook") == none
        for url in (
            "ftp://example.org/",
            "https://",
            "https://user:word@127.0.0.1/",
            "http://127.0.0.1:22/",
            "http://127.0.0.1/\r\nX: y",
            "http://127.0.0.1:99999/",
            "http://exa mple.org/",
            "javascript:alert(1)",
            "http://[::1/",
        ):
            answer = await guest.ask("PUT", "/api/me/webhook", {"url": url})
            assert (answer.status_code, answer.json()["clause"]) == (409, "webhook"), url
            assert answer.json()["sentence"].endswith(".")
        assert (await guest.ask("PUT", "/api/me/webhook", {"url": "x" * 501})).status_code == 400
        assert (await guest.ask("POST", "/api/me/webhook/test")).status_code == 409
        assert await guest.call("GET", "/api/me/webhook") == none
        async with Receiver(OK) as receiver:
            await hooked(guest, receiver)
            assert (await guest.call("GET", "/api/me/webhook"))["url"] == receiver.url
            assert await guest.call("DELETE", "/api/me/webhook") == none
            assert await guest.call("GET", "/api/me/webhook") == none
            assert receiver.notices == []

    story_in(tmp_path, story)
