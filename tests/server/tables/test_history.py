"""Looking back: every moment of a match, with every eye that may look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from benben import games
from benben.core import match, perspective, record
from benben.core.record import Record
from benben.server.settings import Limits
from tests.server.guest import Guest, Seat
from tests.server.house import House, run

SHORT: dict[str, tuple[int, dict[str, Any]]] = {  # seats and options of a match that bots end soon
    "gate": (2, {"sand": 30}),
    "senet": (2, {"pieces": 2}),
    "solitaire": (1, {}),
    "pyramydal": (3, {"die": 6}),
    "horus": (2, {}),
}


async def pictures(seat: Seat, top: int, through: Any) -> list[Any]:
    """All of them, in frames so large as the server makes them."""
    found: list[Any] = []
    while len(found) <= top:
        await seat.send({"type": "look", "n": len(found), "many": 64, "eye": through})
        past = await seat.until("past", "refused")
        assert past["type"] == "past", past
        assert (past["n"], past["eye"]) == (len(found), through)
        found += [past["picture"], *past["more"]]
    return found


async def rows(seat: Seat, through: Any) -> list[dict[str, Any]]:
    await seat.send({"type": "read", "eye": through})
    answer = await seat.until("log", "refused")
    assert answer["type"] == "log", answer
    assert answer["eye"] == through
    return list(answer["rows"])


def drawn(found: Record, through: perspective.Perspective) -> list[Any]:
    """The pictures that the library makes of the record, as they would come over the wire."""
    m = record.match_of(found, games.load)
    states = [m.game.rules.start(m.seats, m.options)]
    for event in m.events:
        states.append(match.state_after(m.game, states[-1], event))
    return [msgspec.json.decode(msgspec.json.encode(perspective.picture(m.game, s, through))) for s in states]


def words(found: Record, through: perspective.Perspective) -> list[tuple[str, str]]:
    m = record.match_of(found, games.load)
    s, told = m.game.rules.start(m.seats, m.options), []
    for event in m.events:
        text, said = perspective.visible_event_in_words(m.game, s, event, through)
        told.append((text, said.words))
        s = match.state_after(m.game, s, event)
    return told


EYES: list[tuple[Any, perspective.Perspective]] = [
    ("own", None),
    ("watcher", None),
    ("open", perspective.OPEN),
]


@pytest.mark.parametrize("name", games.NAMES)
def test_every_eye_sees_of_every_moment_what_the_library_makes_of_the_record(house: House, name: str) -> None:
    async def story() -> None:
        host, watcher = await Guest.join(house.url, "Nefer"), Guest(house.url)
        many, options = SHORT[name]
        level = games.load(name).levels[0].name
        code = await host.host(*[level] * many, game=name, options=options)
        async with watcher.at(code) as seat:
            while seat.table["status"] != "over":
                await seat.receive()
            text = (await watcher.ask("GET", f"/api/tables/{code}/record.txt")).content
            found = record.read(text)
            for wish, through in [*EYES, *((one, one) for one in range(many))]:
                assert await pictures(seat, seat.now["n"], wish) == drawn(found, through), wish
                told = [(row["text"], row["words"]) for row in await rows(seat, wish)]
                assert told == words(found, through), wish

        brought = await watcher.ask("POST", "/api/records", content=text)
        assert brought.status_code == 201, brought.text
        async with watcher.at(brought.json()["code"]) as seat:
            assert seat.table["brought"]
            for wish, through in [*EYES, (many - 1, many - 1)]:
                assert await pictures(seat, seat.now["n"], wish) == drawn(found, through), wish
        again = await watcher.ask("GET", f"/api/tables/{brought.json()['code']}/record.txt")
        assert again.content == text

    run(story())


def test_while_a_match_runs_only_ones_own_eyes_and_a_watchers_are_open(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", game="horus", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as early:
            await early.send({"type": "look", "n": 0, "eye": 1})
            assert "not begun" in (await early.until("refused"))["sentence"]
        await hori.sit(code)
        async with nefer.at(code) as one, Guest(house.url).at(code) as looker:
            for wish in (0, "own", "watcher"):
                assert await pictures(one, 0, wish)
                await rows(one, wish)
            for seat, wishes in ((one, (1, "open")), (looker, (0, 1, "open"))):
                for wish in wishes:
                    for message in ({"type": "look", "n": 0}, {"type": "read"}):
                        await seat.send({**message, "eye": wish})
                        answer = await seat.until("refused", "past", "log")
                        assert answer["type"] == "refused", (wish, message)
                        assert "when the match is over" in answer["sentence"]
            await one.send({"type": "look", "n": 0, "eye": 7})
            assert "no seat 8" in (await one.until("refused"))["sentence"]

    run(story())


def test_a_frame_ends_when_it_is_full_and_the_next_goes_on(tmp_path: Path) -> None:
    async def story(narrow: House) -> None:
        host = await Guest.join(narrow.url, "Nefer")
        code = await host.host("apprentice", "apprentice", options={"pieces": 2})
        async with host.at(code) as seat:
            while seat.table["status"] != "over":
                await seat.receive()
            await seat.send({"type": "look", "n": 3, "many": 64})
            past = await seat.until("past")
            whole = await pictures(seat, 5, "open")
            assert (past["picture"], past["more"]) == (whole[3], [])
        answer = await host.ask("GET", f"/api/tables/{code}/record.json")
        assert whole == drawn(record.read(answer.content), perspective.OPEN)[:6]

    with House(str(tmp_path / "narrow.db"), limits=Limits(history_bytes=1)) as narrow:
        run(story(narrow))
