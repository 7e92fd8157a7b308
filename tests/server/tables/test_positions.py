"""Tables whose match begins at a position: over real sockets, in both databases, also after a restart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benben import games
from benben.core import match, playouts, record
from benben.core.record.verify import verify_record
from benben.server.people.puzzle_results import today
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run

TEXT = "........../..x..oo..x/..o....... x 3"


async def hosted(guest: Guest, *seats: str, **wish: Any) -> str:
    """A table of one person that has begun."""
    code = await guest.host(*seats, seating="choice", **wish)
    await guest.sit(code)
    return code


async def sound_record(guest: Guest, code: str) -> record.Record:
    text = (await guest.ask("GET", f"/api/tables/{code}/record.txt")).text
    verdict = verify_record(text, games.load)
    assert verdict.good, verdict
    return record.read(text)


def test_a_person_plays_on_from_a_position_with_its_throw(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await hosted(guest, "me", "apprentice", position=TEXT)
        async with guest.at(code) as seat:
            assert seat.table["position"]
            assert seat.table["options"] == {"pieces": 5, "cap": 0}
            assert (seat.now["turn"], seat.log) == (0, [])
            assert {one["text"] for one in seat.now["choices"][0]} >= {"20x23"}
            await seat.move(lambda choices: next(one for one in choices if one["text"] == "20x23"))
            assert seat.log[0]["text"] == "20x23"
            await seat.play()
        kept = await sound_record(guest, code)
        assert (kept.format, kept.position) == (3, TEXT)

    run(story())


def test_what_was_done_since_can_be_taken_back(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await hosted(guest, "me", "apprentice", position=f"{TEXT[:-1]}1")
        async with guest.at(code) as seat:
            before = seat.now["picture"]
            assert (await seat.tell("act", seat=0, action="13-14"))["type"] == "done"
            await seat.see(lambda seat: bool(seat.now["undo"][0]))
            assert (await seat.tell("undo", seat=0))["type"] == "done"
            await seat.see(lambda seat: seat.now["n"] == 0)
            assert seat.now["picture"] == before
            assert {one["text"] for one in seat.now["choices"][0]} >= {"13-14"}

    run(story())


def test_a_restart_in_the_middle_goes_on_from_there(db: str) -> None:
    async def begin(url: str) -> tuple[Guest, str]:
        guest = await Guest.join(url, "Nefer")
        code = await hosted(guest, "me", "apprentice", position=TEXT)
        async with guest.at(code) as seat:
            await seat.move()
        return guest, code

    async def end(guest: Guest, code: str) -> None:
        async with guest.at(code) as seat:
            assert seat.log
            await seat.play()
        kept = await sound_record(guest, code)
        assert kept.position == TEXT
        assert (await guest.call("GET", "/api/me"))["tables"][0]["position"]
        async with guest.at(code) as seat:
            assert (await seat.tell("rematch"))["type"] == "done"
            await seat.see(lambda seat: bool(seat.table["rematch"]))
        rematch = await guest.call("GET", f"/api/tables/{seat.table['rematch']}")
        assert not rematch["position"]  # it begins at the start of the game

    with Lodge(db) as lodge:
        guest, code = run(begin(lodge.url))
        lodge.kill()
        lodge.start()
        run(end(guest, code))


@pytest.mark.parametrize("name", games.NAMES)
def test_a_table_of_any_game_begins_at_a_position_and_is_played_by_bots(house: House, name: str) -> None:
    async def story() -> None:
        game, draw = games.load(name), Random(1).randrange
        options = game.options(**{"mode": "practice"} if name == "gate" else {})
        m = match.begin(game, game.seats_for(options)[0], options)
        while m.turn < 0 or len(m.events) < 2:
            m = match.after(m, playouts.random_event(m, draw))
        text = game.notation.write(m.state)
        guest = await Guest.join(house.url, "Nefer")
        level = game.levels[0].name
        seats = ["me" if seat == m.turn else level for seat in range(m.seats)]
        code = await hosted(guest, *seats, game=name, position=text)
        async with guest.at(code) as seat:
            assert seat.now["choices"][m.turn]
            await seat.move()
            await _until_mine(seat)
        async with guest.at(code) as seat:
            assert seat.log

    run(story())


async def _until_mine(seat: Seat) -> None:
    await seat.see(
        lambda one: bool(one.now["ending"]) or any(one.now["choices"]) or one.now["hand"] in one.yours
    )


@pytest.mark.parametrize(
    ("wish", "status", "sentence"),
    [
        ({"position": "nonsense"}, 400, "three rows"),
        ({"position": f"{TEXT} of 5"}, 400, "In notation that is"),
        ({"position": TEXT, "options": {"pieces": 3}}, 409, "The position has pieces 5, and not 3."),
        ({"position": "........../........../.........x o #"}, 409, "The match is over in this position."),
        ({"position": "x" * 8001}, 400, "8000"),
        ({"position": TEXT, "game": "solitaire"}, 400, ""),
    ],
)
def test_a_position_that_does_not_fit_is_refused_in_a_sentence(
    house: House, wish: dict[str, Any], status: int, sentence: str
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
        answer = await guest.ask("POST", "/api/tables", {"game": "senet", "seats": seats, **wish})
        assert answer.status_code == status
        assert sentence in answer.json()["sentence"]

    run(story())


def test_a_position_for_other_seats_is_refused(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        answer = await guest.ask(
            "POST", "/api/tables", {"game": "senet", "seats": [{"kind": "me"}], "position": TEXT}
        )
        assert answer.status_code == 409
        assert "one for 2 players, not for 1" in answer.json()["sentence"]

    run(story())


def test_a_position_that_takes_long_to_read_is_looked_at_by_a_worker(house: House) -> None:
    async def story() -> None:
        game = games.load("gate")
        text = game.notation.write(game.rules.start(2, game.options(box=77)))
        guest = await Guest.join(house.url, "Nefer")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
        for position, status, sentence in (
            (text, 409, "made for that match"),
            ("seats: 2", 400, "There is no such phase."),
        ):
            body = {"game": "gate", "seats": seats, "position": position}
            answer = await guest.ask("POST", "/api/tables", body)
            assert answer.status_code == status
            assert sentence in answer.json()["sentence"]

    run(story())


def test_with_secrets_the_others_are_bots(house: House) -> None:
    async def story() -> None:
        game = games.load("horus")
        text = game.notation.write(game.rules.start(2, game.options()))
        guest = await Guest.join(house.url, "Nefer")
        seats = [{"kind": "me"}, {"kind": "open"}]
        answer = await guest.ask("POST", "/api/tables", {"game": "horus", "seats": seats, "position": text})
        assert answer.status_code == 409
        assert "its writer knows its secrets" in answer.json()["sentence"]

    run(story())


def test_a_record_from_a_position_can_be_imported(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await hosted(guest, "me", "apprentice", position=TEXT)
        async with guest.at(code) as seat:
            assert (await seat.tell("resign", seat=0))["type"] == "done"
            await seat.see(lambda seat: seat.table["status"] == "over")
        text = (await guest.ask("GET", f"/api/tables/{code}/record.txt")).content
        table = (await guest.ask("POST", "/api/records", content=text)).json()
        assert table["position"]
        again = (await guest.ask("GET", f"/api/tables/{table['code']}/record.txt")).content
        assert again == text

    run(story())


@pytest.mark.parametrize(("name", "goes_on"), [("senet", True), ("pyramydal", False), ("horus", False)])
def test_a_puzzle_whose_match_goes_on_leads_to_a_table(house: House, name: str, goes_on: bool) -> None:
    async def story() -> None:
        guest, day = await Guest.join(house.url, "Nefer"), today()
        maker = games.load(name).puzzles
        assert maker
        one = maker.puzzle(day)
        shown = await guest.call("POST", f"/api/puzzles/{day}/{name}", {"show": True})
        table = shown["verdict"]["table"]
        if not goes_on:
            assert table is None
            return
        levels = [level.name for level in games.load(name).levels]
        assert table == {"position": one.position, "seats": 2, "seat": one.seat, "levels": levels}
        code = await hosted(guest, "me", "vizier", position=table["position"])
        async with guest.at(code) as seat:
            assert seat.now["picture"]["throw"] == int(one.position.split()[2])
            assert {each["text"] for each in seat.now["choices"][0]} == {each.text for each in one.answers}

    run(story())
