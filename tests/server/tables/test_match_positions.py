"""A position of a finished match leads to a table where another match is played on from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benben import games
from benben.core import match, record
from tests.server.guest import Guest
from tests.server.house import House, run

KEPT = Path(__file__).parents[2] / "records"


async def brought(guest: Guest, name: str) -> str:
    answer = await guest.ask("POST", "/api/records", content=(KEPT / f"{name}.txt").read_bytes())
    assert answer.is_success, answer.text
    return str(answer.json()["code"])


async def refused(guest: Guest, code: str, query: str) -> tuple[int, str]:
    answer = await guest.ask("GET", f"/api/tables/{code}/position{query}")
    return answer.status_code, answer.json()["sentence"]


@pytest.mark.parametrize(
    "name",
    [
        "gate-1-practice",
        "gate-1-race",
        "horus-1-four",
        "pyramydal-1-turns",
        "senet-1-flagged",
        "solitaire-2-hidden",
        "solitaire-2-tut",
    ],
)
def test_a_moment_of_a_match_becomes_a_table_where_the_same_seat_chooses(house: House, name: str) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        file = record.read((KEPT / f"{name}.txt").read_text())
        m, game = record.match_of(file, games.load), games.load(file.game)
        choices = [n for n, event in enumerate(m.events) if event.by >= 0]
        code = await brought(guest, name)
        for n in (choices[0], choices[len(choices) // 2]):
            found = await guest.call("GET", f"/api/tables/{code}/position?at={n}")
            levels = [level.name for level in game.levels]
            assert (found["seats"], found["seat"]) == (m.seats, m.events[n].by)
            assert found["levels"] == levels
            seats = ["me" if seat == found["seat"] else levels[0] for seat in range(found["seats"])]
            new = await guest.host(*seats, game=game.name, position=found["position"], seating="choice")
            await guest.sit(new)
            async with guest.at(new) as seat:
                assert seat.table["position"]
                able = [one["text"] for one in seat.now["choices"][found["seat"]]]
                assert game.notation.name(record_state(m, n), m.events[n].what) in able

    run(story())


def record_state(m: match.Match, n: int) -> Any:
    """The state before event n, at the time of that event."""
    s = match.state_at(m, n)
    return m.functions.advance(s, m.events[n].at) if m.functions.advance else s


def test_where_chance_is_next_the_seat_is_the_one_that_chooses_then(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        code = await brought(guest, "senet-1-flagged")
        first = await guest.call("GET", f"/api/tables/{code}/position?at=0")
        file = record.read((KEPT / "senet-1-flagged.txt").read_text())
        chosen = [line.by for line in file.entries if line.by >= 0]
        assert first["seat"] == chosen[0]

    run(story())


@pytest.mark.parametrize(
    ("name", "query", "status", "sentence"),
    [
        ("senet-1-three", "?at=166", 409, "The match is over in this position."),
        ("senet-1-three", "?at=167", 409, "There is no event 167 in this match: it has 166."),
        ("senet-1-three", "?at=999999999", 409, "There is no event 999999999 in this match: it has 166."),
        ("gate-1-box", "?at=3", 409, "A match cannot begin at a position whose pieces were made"),
        ("senet-1-three", "", 400, "the number of its events so far"),
        ("senet-1-three", "?at=-1", 400, "the number of its events so far"),
        ("senet-1-three", "?at=1.5", 400, "the number of its events so far"),
        ("senet-1-three", "?at=%C2%B2", 400, "the number of its events so far"),
        ("senet-1-three", f"?at={'9' * 5000}", 400, "the number of its events so far"),
    ],
)
def test_where_no_match_can_begin_a_sentence_says_so(
    house: House, name: str, query: str, status: int, sentence: str
) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        found, told = await refused(guest, await brought(guest, name), query)
        assert (found, sentence in told) == (status, True), told

    run(story())


def test_positions_are_given_when_the_match_is_over(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "apprentice", seating="choice")
        await nefer.sit(code)
        sentence = "Positions can be tried when the match is over."
        assert await refused(nefer, code, "?at=0") == (409, sentence)
        assert (await refused(nefer, "no-such-table", "?at=0"))[0] == 404
        async with nefer.at(code) as seat:
            assert (await seat.tell("resign", seat=0))["type"] == "done"
            await seat.see(lambda seat: seat.table["status"] == "over")
        found = await Guest(nefer.url).call("GET", f"/api/tables/{code}/position?at=0")
        assert found["seats"] == 2

    run(story())
