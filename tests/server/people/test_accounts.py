"""Accounts: names of people, their keys, and recovery on another device."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed

from benben.server.limits import Limit
from benben.server.people import account_store, accounts
from benben.server.people.account_store import AccountStore
from benben.server.people.accounts import Accounts, device_label
from benben.server.settings import Limits
from benben.server.storage.store import Store
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def new_key(guest: Guest, kind: str, label: str = "") -> Any:
    return await guest.call("POST", "/api/me/keys", {"kind": kind, "label": label})


async def on_a_new_device(guest: Guest, link: str = "") -> Guest:
    """The same person, by a recovery key."""
    key = link or (await new_key(guest, "recovery"))["token"]
    person = await Guest(guest.url).call("POST", "/api/people/recover", {"key": key})
    return Guest(guest.url, person["token"], person["name"])


async def closing(seat: Seat) -> str:
    """The sentence with which the server ends the connection."""
    message = await seat.until("closing")
    with pytest.raises(ConnectionClosed):
        await seat.receive()
    return str(message["sentence"])


def test_a_new_name_is_known_everywhere_and_a_bad_one_changes_nothing(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "scribe")
        await guest.sit(code)
        other = await on_a_new_device(guest)
        assert (await guest.call("POST", "/api/me", {"name": "  Hori "}))["name"] == "Hori"
        for one in (guest, other):
            assert (await one.call("GET", "/api/me"))["name"] == "Hori"
        for bad, status in (("", 400), ("x" * 25, 400), ("a\u202eb", 409)):
            answer = await other.ask("POST", "/api/me", {"name": bad})
            assert (answer.status_code, answer.json()["sentence"][-1]) == (status, ".")
        assert (await guest.call("GET", "/api/me"))["name"] == "Hori"
        assert (await Guest(house.url).ask("POST", "/api/me", {"name": "Iset"})).status_code == 401
        names = [seat["name"] for seat in (await guest.call("GET", f"/api/tables/{code}"))["seats"]]
        assert "Hori" in names
        again = await guest.host("me", "scribe")
        assert "Hori" in [seat["name"] for seat in (await guest.sit(again))["seats"]]

    run(story())


def test_a_new_name_reaches_the_tables_that_wait_or_run(house: House) -> None:
    async def story() -> None:
        guest, friend = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Merit")
        running, waiting = await guest.host("me", "open"), await guest.host("me", "open")
        for one in (guest, friend):
            await one.sit(running)
        places = [{"kind": "me"}, {"kind": "me", "name": "Teti"}]
        shared = (await guest.call("POST", "/api/tables", {"game": "senet", "seats": places}))["code"]
        await guest.sit(shared)

        async def names(code: str) -> set[str]:
            table = await friend.call("GET", f"/api/tables/{code}")
            return {table["host"], *(seat["name"] or seat["kept"] for seat in table["seats"])}

        async with guest.at(running) as own, friend.at(running) as seat:
            await guest.call("POST", "/api/me", {"name": "Hori"})
            told = await seat.until("table")
            assert {one["name"] for one in told["table"]["seats"]} == {"Hori", "Merit"}
            await own.tell("say", text="It is me", to="table")
            assert (await seat.until("talk"))["by"] == "Hori"
        assert await names(running) == {"Hori", "Merit"}
        assert await names(waiting) == {"Hori", ""}
        assert await names(shared) == {"Hori", "Teti"}
        listed = (await friend.call("GET", "/api/me"))["tables"]
        assert {seat["name"] for table in listed for seat in table["seats"]} == {"Hori", "Merit"}

    run(story())


def test_a_recovery_key_brings_the_seat_of_a_running_match_to_a_second_device(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            await one.move()
            phone = await on_a_new_device(nefer)
            assert phone.token != nefer.token
            async with phone.at(code) as two:
                assert two.yours == one.yours == [0]
                assert two.log == one.log
                if two.now["hand"] == 0 or two.now["choices"][0]:
                    n = two.now["n"]
                    await two.move()
                    while one.now["n"] == n:  # the first device sees it too
                        await one.receive()
                    assert one.log == two.log
        tables = [(await each.call("GET", "/api/me"))["tables"] for each in (nefer, phone)]
        assert [table["code"] for table in tables[1]] == [code]
        assert tables[0] == tables[1]

    run(story())


def test_a_recovery_key_opens_nothing_but_a_new_device_and_works_until_it_is_revoked(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        fresh = await new_key(guest, "recovery", "On paper")
        link = fresh["token"]
        thief = Guest(house.url, link)
        for method, path in (("GET", "/api/me"), ("GET", "/api/me/keys"), ("POST", "/api/me/keys")):
            assert (await thief.ask(method, path, {"kind": "program"})).status_code == 401
        for _ in range(2):
            device = await on_a_new_device(guest, link)
            assert (await device.call("GET", "/api/me"))["name"] == "Nefer"
        kinds = [key["kind"] for key in await guest.call("GET", "/api/me/keys")]
        assert sorted(kinds) == ["device", "device", "device", "recovery"]
        await guest.call("DELETE", f"/api/me/keys/{fresh['key']['id']}")
        answer = await Guest(house.url).ask("POST", "/api/people/recover", {"key": link})
        assert (answer.status_code, "revoked" in answer.json()["sentence"]) == (401, True)
        for wrong in ("", "x", "a.b", f"{link}x", guest.token):
            answer = await Guest(house.url).ask("POST", "/api/people/recover", {"key": wrong})
            assert answer.status_code == 401
        assert (await device.call("GET", "/api/me"))["name"] == "Nefer"  # a device outlives the link

    run(story())


def test_a_recovery_link_on_a_device_of_the_same_person_makes_no_second_key(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        link = (await new_key(guest, "recovery"))["token"]
        person = await guest.call("POST", "/api/people/recover", {"key": link})
        assert person["token"] == guest.token
        stranger = await Guest.join(house.url, "Hori")
        person = await stranger.call("POST", "/api/people/recover", {"key": link})
        assert (person["name"], person["token"] not in (guest.token, stranger.token)) == ("Nefer", True)
        assert len(await guest.call("GET", "/api/me/keys")) == 3

    run(story())


def test_a_revoked_key_is_refused_at_once_and_its_connections_are_ended(house: House) -> None:
    async def story() -> None:
        laptop = await Guest.join(house.url, "Nefer")
        code = await laptop.host("me", "scribe")
        await laptop.sit(code)
        phone = await on_a_new_device(laptop)
        (lost,) = [key for key in await phone.call("GET", "/api/me/keys") if key["here"]]
        async with laptop.at(code) as kept, phone.at(code) as seat:
            left = await laptop.call("DELETE", f"/api/me/keys/{lost['id']}")
            assert lost["id"] not in [key["id"] for key in left]
            assert await closing(seat) == "This device was signed out."
            answer = await kept.tell("say", text="still here")
            assert answer["type"] == "done"
        assert (await phone.ask("GET", "/api/me")).status_code == 401
        async with open_socket(f"ws{house.url[4:]}/ws") as socket:
            await socket.send(json.dumps({"type": "hello", "table": code, "token": phone.token}))
            assert "not known" in str(await socket.recv())
        assert (await laptop.ask("DELETE", f"/api/me/keys/{lost['id']}")).status_code == 404

    run(story())


def test_a_key_that_was_revoked_at_another_server_process_ends_its_connections_here(
    postgres: str,
) -> None:
    async def story(one: House, two: House) -> None:
        laptop = await Guest.join(one.url, "Nefer")
        code = await laptop.host("me", "scribe")
        await laptop.sit(code)
        phone = await on_a_new_device(laptop)
        phone.url = two.url
        (lost,) = [key for key in await phone.call("GET", "/api/me/keys") if key["here"]]
        async with phone.at(code) as seat:
            await laptop.call("DELETE", f"/api/me/keys/{lost['id']}")
            assert await closing(seat) == "This device was signed out."

    with House(postgres) as one, House(postgres) as two:
        run(story(one, two))


def test_a_revoked_key_ends_a_stream_with_a_sentence(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        made = await new_key(guest, "program")
        code = await guest.host("me", "scribe")
        await guest.sit(code)
        lines: list[Any] = []
        headers = {"authorization": f"Bearer {made['token']}"}
        async with (
            httpx.AsyncClient(base_url=house.url, verify=False, timeout=30) as client,
            client.stream("GET", f"/api/tables/{code}/stream", headers=headers) as stream,
        ):
            async for line in stream.aiter_lines():
                if line:
                    lines.append(json.loads(line))
                if len(lines) == 1:
                    await guest.call("DELETE", f"/api/me/keys/{made['key']['id']}")
        assert lines[0]["type"] == "welcome"
        assert lines[-1] == {"type": "closing", "sentence": "This device was signed out."}

    run(story())


def test_a_program_plays_with_its_own_key_and_cannot_reach_for_the_others(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        made = await new_key(guest, "program", "  My   bot ")
        assert (made["key"]["kind"], made["key"]["label"]) == ("program", "My bot")
        bot = Guest(house.url, made["token"])
        code = await bot.host("me", "scribe")
        await bot.sit(code)
        async with bot.at(code) as seat:
            await seat.move()
        assert [table["code"] for table in (await guest.call("GET", "/api/me"))["tables"]] == [code]
        for method, path, body in [
            ("GET", "/api/me/keys", None),
            ("POST", "/api/me/keys", {"kind": "recovery"}),
            ("DELETE", f"/api/me/keys/{made['key']['id']}", None),
            ("PUT", "/api/me/webhook", {"url": "https://example.org/"}),
            ("GET", "/api/me/webhook", None),
        ]:
            answer = await bot.ask(method, path, body)
            assert (answer.status_code, answer.json()["clause"]) == (409, "people")
        assert len(await guest.call("GET", "/api/me/keys")) == 2

    run(story())


def test_nobody_sees_or_revokes_the_keys_of_somebody_else(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        (mine,) = await nefer.call("GET", "/api/me/keys")
        assert mine["here"]
        assert mine["created"] == mine["used"] == time.strftime("%Y-%m-%d", time.gmtime())
        assert (await hori.ask("DELETE", f"/api/me/keys/{mine['id']}")).status_code == 404
        assert (await nefer.call("GET", "/api/me"))["name"] == "Nefer"
        for bad in ({"kind": "device"}, {"kind": "king"}, {}, {"kind": "program", "label": "x" * 25}):
            assert (await nefer.ask("POST", "/api/me/keys", bad)).status_code == 400
        answer = await nefer.ask("POST", "/api/me/keys", {"kind": "program", "label": "a\u202eb"})
        assert answer.status_code == 409
        assert len(await nefer.call("GET", "/api/me/keys")) == 1

    run(story())


def test_keys_have_an_end_and_nobody_is_locked_out_by_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        link = (await new_key(guest, "recovery"))["token"]
        await new_key(guest, "recovery")
        answer = await guest.ask("POST", "/api/me/keys", {"kind": "recovery"})
        assert (answer.status_code, "Revoke one first" in answer.json()["sentence"]) == (409, True)
        devices = [await on_a_new_device(guest, link) for _ in range(3)]
        assert (await devices[-1].call("GET", "/api/me"))["name"] == "Nefer"
        kinds = [key["kind"] for key in await devices[-1].call("GET", "/api/me/keys")]
        assert kinds.count("device") == 2

    with House(str(tmp_path / "benben.db"), limits=Limits(keys_per_person=2)) as house:
        run(story(house))


def test_recovery_is_not_tried_at_leisure(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        answers = [await guest.ask("POST", "/api/people/recover", {"key": f"{n}.x"}) for n in range(6)]
        assert [answer.status_code for answer in answers] == [401] * 4 + [429] * 2

    limits = Limits(calls=Limit(burst=40, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_no_token_stands_in_the_store_or_in_the_log(tmp_path: Path) -> None:
    async def story(lodge: Lodge) -> list[str]:
        guest = await Guest.join(lodge.url, "Nefer")
        recovery, program = await new_key(guest, "recovery"), await new_key(guest, "program")
        phone = await on_a_new_device(guest, recovery["token"])
        code = await guest.host("me", "scribe")
        await guest.sit(code)
        async with phone.at(code) as seat:
            await seat.move()
        await guest.call("DELETE", f"/api/me/keys/{program['key']['id']}")
        assert (await Guest(lodge.url, program["token"]).ask("GET", "/api/me")).status_code == 401
        return [guest.token, phone.token, recovery["token"], program["token"]]

    db = tmp_path / "benben.db"
    with Lodge(str(db)) as lodge:
        tokens = run(story(lodge))
        _, log = lodge.stop()
    assert "opened" in log
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir()) + log.encode()
    for token in tokens:
        assert token.partition(".")[2].encode() not in written
        assert accounts.token_hash(token) not in log
    for token in tokens[:3]:
        assert accounts.token_hash(token).encode() in written


def test_a_key_is_trusted_for_a_short_while_only_and_its_day_is_noted(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        one, two = Store(db), Store(db)
        try:
            here, there = Accounts(one, Limits()), Accounts(two, Limits())
            person = await here.add_guest("Nefer")
            assert await there.identify(person.token)
            (key,) = await AccountStore(one).keys(person.id)
            await here.revoke_key(person.id, key.id)
            assert await here.identify(person.token) is None
            later = time.monotonic() + Limits().key_cache_seconds + 1
            with monkeypatch.context() as patch:  # the other server has it cached until then
                patch.setattr(accounts, "time", SimpleNamespace(monotonic=lambda: later, time=time.time))
                assert await there.identify(person.token) is None

            person = await here.add_guest("Hori")
            today = account_store.today()
            monkeypatch.setattr(account_store, "today", lambda: today + 3)
            await here.identify(person.token)
            (key,) = await AccountStore(two).keys(person.id)
            assert key.used == today + 3
        finally:
            await one.close()
            await two.close()

    run(story())


def test_a_browser_is_named_so_that_its_owner_knows_it_again() -> None:
    chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    assert device_label(FIREFOX) == "Firefox on Linux"
    assert device_label(f"{chrome}Chrome/141.0 Safari/537.36") == "Chrome on Windows"
    assert device_label(f"{chrome}Chrome/141.0 Safari/537.36 Edg/141.0") == "Edge on Windows"
    assert device_label("python-httpx/0.28") == "python-httpx"
    assert device_label("\x00<script>") == device_label("") == ""
