"""Play over plain HTTP: lines that tell what happens, and messages that are posted."""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.guest import Guest
from tests.server.house import House, run

BOT = Path(__file__).resolve().parents[3] / "examples" / "bot.py"


class Lines:
    """What a stream told; it is read line by line."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self._lines = lines

    async def raw(self) -> str:
        return await asyncio.wait_for(anext(self._lines), 60)

    async def until(self, kind: str) -> Any:
        while True:
            line = await self.raw()
            if line and (told := json.loads(line))["type"] == kind:
                return told


@asynccontextmanager
async def _stream(guest: Guest, code: str) -> AsyncIterator[Lines]:
    headers = {"authorization": f"Bearer {guest.token}"} if guest.token else {}
    async with (
        httpx.AsyncClient(base_url=guest.url, timeout=60, verify=False) as client,
        client.stream("GET", f"/api/tables/{code}/stream", headers=headers) as answer,
    ):
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"] == "application/x-ndjson"
        yield Lines(answer.aiter_lines())


async def _tell(guest: Guest, code: str, kind: str, **fields: Any) -> tuple[int, Any]:
    message = {"type": kind, **({} if kind in ("look", "ping") else {"id": secrets.token_hex(6)}), **fields}
    answer = await guest.ask("POST", f"/api/tables/{code}/messages", message)
    return answer.status_code, answer.json()


async def _table(house: House, *seats: str) -> tuple[Guest, str]:
    guest = await Guest.join(house.url, "Nefer")
    code = await guest.host(*(seats or ("me", "me")), options={"pieces": 2}, seating="choice")
    await guest.sit(code)
    return guest, code


def test_a_stream_tells_what_the_socket_tells_and_a_message_gets_its_own_answer(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with _stream(guest, code) as lines, guest.at(code) as seat:
            welcome = await lines.until("welcome")
            assert welcome["yours"] == seat.yours == [0, 1]
            assert await _tell(guest, code, "go", id="one") == (200, {"type": "done", "id": "one"})
            news, same = await lines.until("news"), await seat.until("news")
            assert {**news, "now": {**news["now"], "at": 0}} == {**same, "now": {**same["now"], "at": 0}}
            turn = news["now"]["turn"]
            action = news["now"]["choices"][turn][0]["text"]
            assert (await _tell(guest, code, "act", seat=turn, action=action))[0] == 200
            assert (await lines.until("news"))["rows"][0]["text"] == action
            assert (await _tell(guest, code, "say", text="hello"))[1]["type"] == "done"
            assert (await lines.until("talk"))["text"] == "hello"
            assert (await _tell(guest, code, "look", n=0))[1]["type"] == "past"
            assert (await _tell(guest, code, "ping", sent=7))[1]["sent"] == 7
            assert (await _tell(guest, code, "resign", seat=0))[1]["type"] == "done"
            assert (await lines.until("table"))["table"]["status"] == "over"

    run(story())


def test_a_message_sent_twice_is_done_once(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        for _ in range(3):
            assert await _tell(guest, code, "go", id="same") == (200, {"type": "done", "id": "same"})
        async with guest.at(code) as seat:
            assert len(seat.log) == 1

    run(story())


def test_a_message_is_stamped_when_it_has_come_whole(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        text = b'{"type": "go", "id": "slow"}'
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        head = f"POST /api/tables/{code}/messages HTTP/1.1\r\nHost: x\r\nContent-Length: {len(text)}\r\n"
        writer.write(f"{head}Authorization: Bearer {guest.token}\r\n\r\n".encode() + text[:5])
        await writer.drain()
        await asyncio.sleep(0.05)
        moment = (await _tell(guest, code, "ping"))[1]["at"]
        writer.write(text[5:])
        assert (await reader.readline()).split()[1] == b"200"
        writer.close()
        async with guest.at(code) as seat:
            assert seat.log[0]["at"] >= moment > 0

    run(story())


def test_what_may_not_be_done_is_refused_with_the_present_state(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        stranger = await Guest.join(house.url, "Hori")
        for who in (stranger, Guest(house.url)):
            status, refused = await _tell(who, code, "act", seat=0, action="10-14")
            assert (status, refused["type"], refused["clause"]) == (409, "refused", "table")
            assert refused["sentence"] == "That seat is not yours."
            assert refused["now"]["n"] == 0
            assert not any(refused["now"]["choices"])
        status, refused = await _tell(guest, code, "act", seat=0, action="nonsense")
        assert (status, refused["clause"]) == (409, "notation")
        assert (await _tell(guest, code, "hello", table=code, id="x"))[0] == 400
        for raw in (b"", b"{", b"\xff", b'{"type":"act"}', b"[" * 5000):
            answer = await guest.ask("POST", f"/api/tables/{code}/messages", content=raw)
            assert (answer.status_code, set(answer.json())) == (400, {"sentence", "clause"})
        answer = await guest.ask("POST", f"/api/tables/{code}/messages", content=b" " * 70_000)
        assert answer.status_code == 413
        for path in ("stream", "messages"):
            method = "GET" if path == "stream" else "POST"
            answer = await guest.ask(method, f"/api/tables/lotus-1-ibis-x/{path}", {"type": "ping"})
            assert answer.status_code == 404
            wrong = Guest(house.url, "nobody.knows")
            answer = await wrong.ask(method, f"/api/tables/{code}/{path}", {"type": "ping"})
            assert answer.status_code == 401

    run(story())


def test_a_hint_is_awaited_and_only_one_is_asked_for_at_a_time(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house, "me", "apprentice")
        await _tell(guest, code, "go")
        answers = await asyncio.gather(*(_tell(guest, code, "hint", seat=0) for _ in range(3)))
        kinds = sorted(status for status, _ in answers)
        assert kinds[0] == 200
        assert set(kinds[1:]) <= {200, 429}
        hinted = next(told for status, told in answers if status == 200)
        assert hinted["type"] == "hinted"
        assert (await _tell(guest, code, "act", seat=0, action=hinted["action"]))[0] == 200

    run(story())


def test_who_streams_is_here_and_is_gone_when_the_stream_ends(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        watcher = await Guest.join(house.url, "Sabu")
        async with watcher.at(code) as seat:
            async with _stream(guest, code) as lines:
                await lines.until("welcome")
                assert (await seat.until("table"))["table"]["seats"][0]["here"]
                assert house.hub.connections["127.0.0.1"] >= 2
            assert not (await seat.until("table"))["table"]["seats"][0]["here"]

    run(story())


def test_only_the_head_of_a_stream_can_be_asked_for(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        answer = await guest.ask("HEAD", f"/api/tables/{code}/stream")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")

    run(story())


def test_an_empty_line_says_that_the_stream_is_alive(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, code = await _table(house)
        async with _stream(guest, code) as lines:
            await lines.until("welcome")
            assert [await lines.raw() for _ in range(3)] == ["", "", ""]

    with House(str(tmp_path / "benben.db"), limits=Limits(stream_heartbeat_seconds=0.05)) as house:
        run(story(house))


def test_a_stream_that_takes_nothing_is_dropped_and_says_why(house: House) -> None:
    async def story() -> None:
        guest, code = await _table(house)
        async with _stream(guest, code) as lines, guest.at(code) as seat:
            await lines.until("welcome")
            found = house.hub.rooms.loaded(code)
            assert found is not None
            deaf = found.subscribers[0]

            def flood() -> None:
                for _ in range(400):
                    deaf.send_bytes(b'{"type":"pong"}')

            house.call(flood)
            closing = await lines.until("closing")
            assert closing["sentence"] == "Your connection could not keep up. Please come back."
            with pytest.raises(StopAsyncIteration):
                await lines.raw()
            await seat.move()

    run(story())


def test_a_client_that_reads_nothing_does_not_hold_the_server(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, code = await _table(house)
        before = house.hub.connections.total()
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1024)
        writer.write(f"GET /api/tables/{code}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert (await reader.readline()).split()[1] == b"200"
        found = house.hub.rooms.loaded(code)
        assert found is not None
        (deaf,) = found.subscribers
        for _ in range(400):
            house.call(lambda: deaf.send_bytes(b" " * 1_000_000))
            if deaf.closed:
                break
        assert deaf.closed
        while house.hub.connections.total() > before:
            await asyncio.sleep(0.02)
        assert deaf not in found.subscribers
        writer.close()
        await guest.sit(code)

    with House(str(tmp_path / "benben.db"), limits=Limits(closing_seconds=0.1)) as house:
        run(story(house))


def test_streams_count_among_the_connections_of_an_address(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, code = await _table(house)
        async with _stream(guest, code) as lines:
            await lines.until("welcome")
            answer = await guest.ask("GET", f"/api/tables/{code}/stream")
            assert answer.status_code == 429

    with House(str(tmp_path / "benben.db"), limits=Limits(connections_per_address=1)) as house:
        run(story(house))


def test_too_many_messages_are_held_back_and_then_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, code = await _table(house)
        statuses = [(await _tell(guest, code, "ping"))[0] for _ in range(4)]
        assert statuses == [200, 200, 429, 429]

    limits = Limits(messages=Limit(burst=2, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_a_server_that_stops_ends_its_streams_with_a_word(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, code = await _table(house)
        async with _stream(guest, code) as lines:
            await lines.until("welcome")
            house.wait_for(lambda: house.hub.leave("The server stops."))
            assert (await lines.until("closing"))["sentence"] == "The server stops."

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


SHORT: list[tuple[str, int, dict[str, Any]]] = [
    ("senet", 2, {"pieces": 1}),
    ("solitaire", 1, {"ranks": 3, "files": 3}),
    ("pyramydal", 3, {}),
    ("horus", 2, {}),
    ("gate", 2, {"sand": 30}),
]


def test_the_example_bot_plays_every_game_to_the_end(house: House) -> None:
    async def play(game: str, seats: int, options: dict[str, Any]) -> None:
        host = await Guest.join(house.url, "Nefer")
        code = await host.host(*["open"] * seats, game=game, options=options)
        bots = [
            await asyncio.create_subprocess_exec(
                sys.executable,
                BOT,
                f"{house.url}/t/{code}",
                f"Bot {number}",
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for number in range(seats)
        ]
        for bot in bots:
            out, wrong = await asyncio.wait_for(bot.communicate(), 60)
            assert (bot.returncode, wrong.decode()) == (0, ""), game
            assert "Places by seat: [" in out.decode()
        assert (await host.call("GET", f"/api/tables/{code}"))["status"] == "over"

    async def story() -> None:
        await asyncio.gather(*(play(*each) for each in SHORT))

    run(story())


def test_the_example_bot_says_why_it_cannot_play(house: House) -> None:
    wrong = subprocess.run(
        [sys.executable, BOT, f"{house.url}/t/lotus-1-ibis-x"], capture_output=True, text=True, check=False
    )
    assert (wrong.returncode, wrong.stderr) == (1, "There is no such table.\n")
    for words in ([], ["lotus-1-ibis-x"]):  # a code alone is no link
        wrong = subprocess.run([sys.executable, BOT, *words], capture_output=True, text=True, check=False)
        assert wrong.returncode == 1
        assert wrong.stderr.startswith("A bot in 50 lines"), wrong.stderr


def test_the_example_bot_is_short_and_needs_the_standard_library_only() -> None:
    text = BOT.read_text()
    assert len(text.splitlines()) < 60
    imports = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith("import ")}
    assert imports <= sys.stdlib_module_names
