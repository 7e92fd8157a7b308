"""A commit whose answer is lost: the server says what happened, or that it does not know."""

from __future__ import annotations

import itertools
import secrets
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from benben.server.settings import Limits
from benben.server.storage.errors import OUTCOME_UNKNOWN
from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.storage.lossy_proxy import Loss, LossyProxy

LOSSES: list[tuple[Loss, float]] = [("answer", 0.0), ("question", 0.0), ("answer", 0.4), ("question", 0.4)]


def _count(db: str, table: str, column: str, value: str) -> int:
    with psycopg.connect(db) as connection:
        found = connection.execute(
            f"SELECT count(*) FROM {table} WHERE {column} = %s".encode(), (value,)
        ).fetchone()
    assert found
    return int(found[0])


def _next_message(seat: Seat, id: str) -> dict[str, Any]:
    if seat.now["hand"] in seat.yours:
        return {"type": "go", "id": id}
    mine = next(own for own in seat.yours if seat.now["choices"][own])
    return {"type": "act", "id": id, "seat": mine, "action": seat.now["choices"][mine][0]["text"]}


async def _answer(seat: Seat, message: dict[str, Any]) -> str:
    """What the client is told about a message: done, refused, or closing."""
    await seat.send(message)
    while True:
        try:
            answer = await seat.until("done", "refused", "closing")
        except ConnectionClosed:
            return "closing"
        if answer["type"] == "closing" or answer["id"] == message["id"]:
            return str(answer["type"])


async def _table(url: str) -> tuple[Guest, str]:
    guest = await Guest.join(url, "Nefer")
    code = await guest.host("me", "me")
    await guest.sit(code)
    return guest, code


def test_a_move_is_acknowledged_exactly_if_it_is_stored(postgres: str) -> None:
    async def story(house: House, proxy: LossyProxy) -> None:
        guest, code = await _table(house.url)
        wrong = []
        for n, (loss, down) in enumerate(itertools.islice(itertools.cycle(LOSSES), 20)):
            proxy.wait_until_up()
            id = f"move{n}-{secrets.token_hex(4)}"
            async with guest.at(code) as seat:
                if seat.now["ending"]:
                    guest, code = await _table(house.url)
                    continue
                proxy.lose(id, loss, down)
                told = await _answer(seat, _next_message(seat, id))
                assert proxy.lost.wait(10)
            stored = _count(postgres, "entries", "id", id)
            if told == "closing" or (told == "done") != (stored == 1) or stored > 1:
                wrong.append((id, loss, down, told, stored))
        assert wrong == []

    with LossyProxy(postgres) as proxy, House(proxy.db) as house:
        run(story(house, proxy))


@pytest.mark.parametrize("loss", ["answer", "question"])
def test_what_nobody_can_know_is_not_refused_and_a_resend_is_stored_once(postgres: str, loss: Loss) -> None:
    async def story(house: House, proxy: LossyProxy) -> None:
        guest, code = await _table(house.url)
        async with guest.at(code) as seat:
            message = _next_message(seat, f"move-{secrets.token_hex(4)}")
            proxy.lose(message["id"], loss, 2.0)
            assert await _answer(seat, message) == "closing"
        with pytest.raises(ConnectionClosed):  # nobody can join while the log cannot be read
            async with guest.at(code):
                pass
        proxy.wait_until_up()
        async with guest.at(code) as seat:
            assert len(seat.log) == (loss == "answer")
            assert await _answer(seat, message) == "done"
            await seat.see(lambda seat: len(seat.log) == 1)
        assert _count(postgres, "entries", "id", message["id"]) == 1

    with LossyProxy(postgres) as proxy, House(proxy.db, limits=Limits(outcome_seconds=0.3)) as house:
        run(story(house, proxy))


@pytest.mark.parametrize("loss", ["answer", "question"])
def test_a_posted_message_of_which_nothing_is_known_may_be_posted_again(postgres: str, loss: Loss) -> None:
    async def story(house: House, proxy: LossyProxy) -> None:
        guest, code = await _table(house.url)
        message = {"type": "go", "id": f"move-{secrets.token_hex(4)}"}
        proxy.lose(message["id"], loss, 1.5)
        answer = await guest.ask("POST", f"/api/tables/{code}/messages", message)
        assert answer.status_code == 503
        assert answer.json()["sentence"].startswith(OUTCOME_UNKNOWN)
        answer = await guest.ask("POST", f"/api/tables/{code}/messages", message)  # too early
        assert (answer.status_code, answer.json()["sentence"].startswith(OUTCOME_UNKNOWN)) == (503, True)
        proxy.wait_until_up()
        answer = await guest.ask("POST", f"/api/tables/{code}/messages", message)
        assert (answer.status_code, answer.json()["type"]) == (200, "done")
        assert _count(postgres, "entries", "id", message["id"]) == 1

    with LossyProxy(postgres) as proxy, House(proxy.db, limits=Limits(outcome_seconds=0.3)) as house:
        run(story(house, proxy))


@pytest.mark.parametrize(("loss", "down"), [*LOSSES, ("answer", 2.0), ("question", 2.0)])
def test_a_call_says_that_nothing_was_changed_only_if_that_is_known(
    postgres: str, loss: Loss, down: float
) -> None:
    async def story(house: House, proxy: LossyProxy) -> None:
        name = f"Ani {secrets.token_hex(3)}"
        proxy.lose(name, loss, down)
        answer = await Guest(house.url).ask("POST", "/api/people", {"name": name})
        stored = _count(postgres, "people", "name", name)
        assert stored <= 1
        if answer.status_code == 201:
            assert stored == 1
        elif down > 1:
            assert (answer.status_code, answer.json()["sentence"].startswith(OUTCOME_UNKNOWN)) == (503, True)
        else:
            assert (answer.status_code, stored) == (503, 0)

    with LossyProxy(postgres) as proxy, House(proxy.db, limits=Limits(outcome_seconds=1.0)) as house:
        run(story(house, proxy))


def test_a_table_that_was_made_is_not_denied_when_it_cannot_be_read(postgres: str) -> None:
    async def story(house: House, proxy: LossyProxy) -> None:
        guest = await Guest.join(house.url, "Nefer")
        host = f"Ani {secrets.token_hex(3)}"
        await guest.call("POST", "/api/me", {"name": host})
        proxy.lose(host, "answer", 0.4)  # the plan of the table holds the name
        wish = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = await guest.ask("POST", "/api/tables", wish)
        assert proxy.lost.wait(10)
        with psycopg.connect(postgres) as connection:
            made = connection.execute("SELECT count(*) FROM tables").fetchone()
        assert made == (1,)
        assert answer.status_code == 201 or answer.json()["sentence"].startswith(OUTCOME_UNKNOWN)

    with LossyProxy(postgres) as proxy, House(proxy.db) as house:
        run(story(house, proxy))
