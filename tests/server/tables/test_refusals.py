"""Whatever is sent, the answer is a clear sentence, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benben import games
from benben.server import limits
from benben.server.settings import Limits
from benben.server.storage.errors import StorageError
from benben.server.transport.websocket import is_allowed_origin
from tests.server.guest import Guest, Seat
from tests.server.house import House, run


async def _table(house: House) -> tuple[Guest, str]:
    guest = await Guest.join(house.url, "Nefer")
    code = await guest.host("me", "me", options={"pieces": 2})
    await guest.sit(code)
    return guest, code


async def _farewell(house: House, *frames: str | bytes) -> tuple[str, int]:
    """The last words of the server to somebody who sends these frames, and the code of the close."""
    async with open_socket(f"ws{house.url[4:]}/ws", max_size=None) as socket:
        for frame in frames:
            await socket.send(frame)
        sentence = ""
        try:
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                sentence = message.get("sentence", "")
        except ConnectionClosed as closed:
            return sentence, closed.rcvd.code if closed.rcvd else 0


def test_a_page_of_another_origin_may_not_connect(house: House) -> None:
    async def story() -> None:
        for origin in ("https://elsewhere.example", "null", f"http://127.0.0.1:{house.port + 1}"):
            with pytest.raises(InvalidStatus) as refused:
                async with open_socket(f"ws{house.url[4:]}/ws", additional_headers={"Origin": origin}):
                    pass
            assert refused.value.response.status_code == 403
        async with open_socket(f"ws{house.url[4:]}/ws", additional_headers={"Origin": house.url}):
            pass

    run(story())


def test_a_listed_origin_may_connect() -> None:
    assert is_allowed_origin("https://play.example", "127.0.0.1:8000", ["https://play.example"])
    assert not is_allowed_origin("https://other.example", "127.0.0.1:8000", ["https://play.example"])
    assert not is_allowed_origin("https://play.example", None, [])
    assert is_allowed_origin(None, "127.0.0.1:8000", [])


def test_the_first_message_must_be_a_good_hello(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        hello = {"type": "hello", "table": code}
        for frame in (
            "",
            "{",
            "[]",
            json.dumps({"type": "ping"}),
            json.dumps({**hello, "more": 1}),
            b"\xff\xfe",
        ):
            sentence, end = await _farewell(house, frame)
            assert (sentence, end) == ("The first message must be a hello with the code of a table.", 1008)
        unknown = json.dumps({"type": "hello", "table": "lotus-42-ibis-aaaaaa"})
        assert await _farewell(house, unknown) == ("There is no such table.", 4404)
        for token in ("nobody", f"{guest.token}x", guest.token[:-1]):
            frame = json.dumps({**hello, "token": token})
            assert await _farewell(house, frame) == ("This token is not known here.", 4401)

    run(story())


def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(hello_seconds=0.2)) as house:
        sentence, _ = run(_farewell(house))
    assert sentence == "No message arrived. The first message must be hello."


def test_a_code_may_be_typed_in_capitals_and_with_blanks(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code.upper().replace("-", " ")) as seat:
            assert seat.table["code"] == code

    run(story())


def test_a_frame_that_is_too_long_ends_the_connection_and_harms_nobody(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code) as seat:
            await seat.send({"type": "say", "id": "a", "text": "x" * 70_000})
            with pytest.raises(ConnectionClosed) as closed:
                await seat.until("done")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        async with guest.at(code) as seat:
            await seat.move()

    run(story())


UNREADABLE: list[Any] = [
    "not json",
    "{}",
    "[1, 2]",
    "\ud7ff" * 10,
    {"type": "act", "id": "x", "seat": 0, "action": "10-14", "cheat": True},
    {"type": "act", "id": "x", "seat": "0", "action": "10-14"},
    {"type": "act", "id": "x", "seat": 0, "action": ""},
    {"type": "act", "id": "", "seat": 0, "action": "10-14"},
    {"type": "act", "id": "x" * 41, "seat": 0, "action": "10-14"},
    {"type": "look", "n": -1},
    {"type": "throw"},
    {"type": "say", "id": "x", "text": "x" * 201},
]


def test_a_message_that_cannot_be_read_is_refused_and_the_match_goes_on(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        for message in UNREADABLE:
            async with guest.at(code) as seat:
                frame = message if isinstance(message, str) else json.dumps(message)
                await seat.socket.send(frame)
                refused = await seat.until("refused")
                assert refused["clause"] == "message"
                assert refused["sentence"].startswith("That cannot be read: ")
                if isinstance(message, dict):
                    assert refused["id"] == str(message.get("id", ""))[:40]
                await seat.send({"type": "ping"})
                await seat.until("pong")

    run(story())


def test_who_only_sends_nonsense_is_sent_away(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        hello = json.dumps({"type": "hello", "table": code, "token": guest.token})
        sentence, _ = await _farewell(house, hello, *["nonsense"] * 10)
        assert sentence == "Too many messages could not be read."

    run(story())


async def _refused(who: Seat, kind: str, **fields: Any) -> tuple[str, str]:
    answer = await who.tell(kind, **fields)
    assert answer["type"] == "refused", answer
    assert answer["now"]["n"] == len(who.log)  # the present state comes along
    return answer["clause"], answer["sentence"]


def test_what_may_not_be_done_is_refused_with_its_clause(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as one:
            waiting = await _refused(one, "act", seat=0, action="10-14")
            assert waiting == ("table", "The match has not begun: not everybody is seated and ready.")
            assert await _refused(one, "go") == ("match", "It is not your turn to throw.")
            await hori.sit(code)
            await one.until("news")
            async with hori.at(code) as two, Guest(house.url).at(code) as watcher:
                assert (await _refused(two, "go"))[0] == "match"
                assert await _refused(two, "resign", seat=0) == ("table", "That seat is not yours.")
                assert (await _refused(watcher, "act", seat=0, action="10-14"))[0] == "table"
                assert (await _refused(watcher, "rematch"))[0] == "table"
                await one.move()
                assert (await _refused(two, "act", seat=0, action=one.now["choices"][0][0]["text"]))[
                    0
                ] == "table"
                for action in ("nonsense", "10+14", "throw 9", "\x00"):
                    assert (await _refused(one, "act", seat=0, action=action))[0] == "notation"
                assert await _refused(one, "act", seat=0, action="throw 4") == (
                    "match",
                    "That is for chance to do.",
                )
                clause, sentence = await _refused(one, "act", seat=0, action="30-off")
                assert clause.startswith("senet ")
                assert sentence.endswith(".")
                clause, _ = await _refused(two, "act", seat=1, action="1-2")
                assert clause.startswith("senet ")
                for seat in (7, -1, 10**12):
                    assert (await _refused(one, "act", seat=seat, action="1-2"))[
                        1
                    ] == "That seat is not yours."
                await one.send({"type": "hello", "table": code})
                assert (await one.until("refused"))["sentence"] == "You are at this table already."

    run(story())


def test_a_resend_is_acknowledged_again_and_done_once(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code) as seat:
            await seat.send({"type": "go", "id": "same"})
            await seat.until("news")
            for _ in range(3):
                await seat.send({"type": "go", "id": "same"})
                assert await seat.receive() == {"type": "done", "id": "same"}
            assert len(seat.log) == 1
        async with guest.at(code) as seat:
            await seat.send({"type": "go", "id": "same"})
            assert await seat.receive() == {"type": "done", "id": "same"}
            assert len(seat.log) == 1

    run(story())


def test_a_stale_message_is_answered_with_the_present_state(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code) as one, guest.at(code) as two:
            await one.move()
            stale = one.now["choices"][one.now["turn"]][0]["text"]
            mover = one.now["turn"]
            await one.move()
            answer = await two.tell("act", seat=mover, action=stale)
            assert answer["type"] == "refused"
            assert answer["now"]["n"] == 2
            assert two.log == one.log

    run(story())


def test_a_fault_in_the_rules_is_answered_and_the_room_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code) as seat:
            await seat.move()
            with monkeypatch.context() as patch:
                patch.setattr(games.load("senet").rules, "why", broken)
                answer = await seat.tell("act", seat=seat.now["turn"], action="30-off")
                assert (answer["type"], answer["clause"]) == ("refused", "table")
                assert answer["sentence"] == "Something went wrong here. Nothing was changed."
            await seat.move()
            assert len(seat.log) == 2

    run(story())


@pytest.mark.plain
def test_what_cannot_be_stored_is_refused_and_can_be_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object, then: Callable[[StorageError], None]) -> None:
        house.hub.store.loop.call_soon(then, StorageError("The disk is full."))

    async def story() -> None:
        guest, code = await _table(house)
        other = await guest.host("me", "open")
        async with guest.at(code) as seat:
            with monkeypatch.context() as patch:
                patch.setattr(house.hub.store, "commit_nowait", full)
                await seat.send({"type": "go", "id": "throw"})
                refused = await seat.until("refused", "done")
                assert (refused["type"], refused["now"]["n"]) == ("refused", 0)
                answer = await guest.ask("POST", f"/api/tables/{other}/sit", {"seed": "0" * 32})
                assert answer.status_code == 503
            await seat.send({"type": "go", "id": "throw"})
            assert (await seat.until("refused", "done"))["type"] == "done"

    run(story())


def test_a_bot_that_fails_is_asked_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = ["once", "twice"]
    sound = house.hub.workers.ask

    async def ask(*question: Any, **terms: Any) -> Any:
        if faults:
            raise RuntimeError(faults.pop())
        return await sound(*question, **terms)

    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        monkeypatch.setattr(house.hub.workers, "ask", ask)
        code = await guest.host("apprentice", "me", seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            while not any(row["by"] == 0 for row in seat.log):
                await seat.receive()
        assert not faults

    run(story())


def test_a_client_that_takes_nothing_is_dropped_and_the_others_play_on(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code) as seat, guest.at(code) as other:
            found = house.hub.rooms.loaded(code)
            assert found is not None
            deaf = found.subscribers[-1]

            def flood() -> None:
                for _ in range(400):  # more than the line and the outbox hold together
                    deaf.send_bytes(b'{"type":"pong"%s}' % (b" " * 100_000))

            house.call(flood)
            assert deaf.closed
            await seat.move()
            assert len(seat.log) == 1
            other.socket.transport.abort()  # else it would wait for a last word

    run(story())


def test_a_client_that_takes_nothing_is_not_sent_heavy_messages_without_end(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with guest.at(code) as seat:
            found = house.hub.rooms.loaded(code)
            assert found is not None
            deaf = found.subscribers[-1]

            def flood() -> None:
                for _ in range(Limits().queued_messages // 2):
                    deaf.send_bytes(b'{"type":"pong"%s}' % (b" " * 256 * 1024))

            house.call(flood)
            assert deaf.closed
            seat.socket.transport.abort()  # else it would wait for a last word

    run(story())


def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = limits.TokenBucket(limits.Limit(burst=3, per_second=2))
    assert [bucket.allows() for _ in range(4)] == [True, True, True, False]
    now = 101.0
    assert [bucket.allows() for _ in range(3)] == [True, True, False]
    assert bucket.wait() == 0.5
    assert bucket.wait() == 1.0
    now = 200.0
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0]
