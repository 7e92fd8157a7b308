"""The review of a match over HTTP: worked out once, told while it is worked out, and kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from benben import games
from benben.bots.judges import judge_of
from benben.core import record
from benben.core.judge import WHOLE
from benben.core.review import SHOWN, review_record
from benben.server.counters import counters
from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.storage.administration import open_administration
from benben.server.storage.database import open_engine
from benben.server.storage.schema import reviews
from benben.server.tables.database_check import examine_database
from tests.games.solitaire.perfect_lines import SEVEN
from tests.server.guest import Guest
from tests.server.house import House, run

KEPT = Path(__file__).parents[2] / "records"
RUNNING = "Review opens when the match is over."
SHORT = ("gate-1-day", "horus-1-agreed", "pyramydal-2-flagged", "senet-1-flagged", "solitaire-2-hidden")


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[House]:
    """A server that answers at once how far a review is."""
    limits = Limits(review_wait_seconds=0.02)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        yield house


async def brought(guest: Guest, name: str) -> str:
    answer = await guest.ask("POST", "/api/records", content=(KEPT / f"{name}.txt").read_bytes())
    assert answer.is_success, answer.text
    return str(answer.json()["code"])


async def told(guest: Guest, code: str) -> Any:
    """The review of a match, asked for until it is there."""
    ends = time.monotonic() + 600
    while time.monotonic() < ends:
        state = await guest.call("GET", f"/api/tables/{code}/review")
        if state["review"]:
            assert state["done"] == state["of"] == len(state["review"]["steps"])
            return state["review"]
        await asyncio.sleep(0.05)
    raise AssertionError("there is no review")


async def refused(guest: Guest, code: str) -> tuple[int, str]:
    answer = await guest.ask("GET", f"/api/tables/{code}/review")
    return answer.status_code, answer.json()["sentence"]


def check_sums(found: Any, seats: int) -> None:
    """Every step and every account adds up."""
    before = found["first"]
    for step in found["steps"]:
        changes = (step["chance"], step["chosen"], step["time"], step["agreed"])
        assert step["values"] == [sum(amounts) for amounts in zip(before, *changes, strict=True)]
        before = step["values"]
    assert len(found["accounts"]) == len(found["accuracy"]) == seats
    for seat, one in enumerate(found["accounts"]):
        whole = one["first"] + one["chance"] + sum(one["choices"]) + one["time"] + one["agreed"]
        assert whole == one["result"]
        assert all(amount % SHOWN[found["unit"]] == 0 for amount in (one["chance"], *one["choices"]))
        assert abs(one["result"] - before[seat]) <= SHOWN[found["unit"]] // 2


@pytest.mark.parametrize("name", SHORT)
def test_a_match_of_any_game_is_reviewed_as_in_the_terminal(house: House, name: str) -> None:
    async def story() -> None:
        stranger = Guest(house.url)
        code = await brought(stranger, name)
        found, file = await told(stranger, code), record.read((KEPT / f"{name}.txt").read_text())
        check_sums(found, len(file.seats))
        same = review_record(file, games.load, judge_of)
        assert (found["unit"], found["method"], found["label"]) == (same.unit, same.method, same.label)
        assert [step["text"] for step in found["steps"]] == [step.text for step in same.steps]
        assert [step["values"] for step in found["steps"]] == [list(step.values) for step in same.steps]
        points = [(one.start, one.end, one.kind, one.seat, one.amount) for one in same.turning_points]
        assert [tuple(turn.values()) for turn in found["turns"]] == points
        for step, one in zip(found["steps"], same.steps, strict=True):
            assert (step["choice"] is None) == (one.judged is None)
            if one.judged:
                assert (step["choice"]["better"], step["choice"]["cost"]) == (
                    one.judged.better,
                    one.judged.cost,
                )
                assert step["choice"]["words"]

    run(story())


def test_a_better_move_is_told_in_words(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        found = await told(guest, await brought(guest, "senet-1-three"))
        assert found["chance"] == "the sticks"
        costly = [step["choice"] for step in found["steps"] if step["choice"] and step["choice"]["cost"]]
        assert costly[0]["better"] == "6-12"
        assert costly[0]["words"] == "moves from 6 to 12"
        for step in found["steps"]:
            if step["choice"]:
                drawn = [one["text"] for one in step["choice"]["drawn"]]
                assert drawn == list(dict.fromkeys([step["choice"]["better"], step["text"]]))

    run(story())


def test_a_review_opens_when_the_match_is_over_and_then_for_everybody(house: House) -> None:
    async def story() -> None:
        nefer, stranger = await Guest.join(house.url, "Nefer"), Guest(house.url)
        code = await nefer.host("me", "apprentice", seating="choice", options={"pieces": 3})
        assert await refused(nefer, code) == (409, RUNNING)
        await nefer.sit(code)
        assert await refused(nefer, code) == (409, RUNNING)
        assert await refused(stranger, code) == (409, RUNNING)
        async with nefer.at(code) as seat:
            for _ in range(6):
                await seat.move()
            assert (await seat.tell("resign", seat=0))["type"] == "done"
            await seat.see(lambda seat: seat.table["status"] == "over")
        found = await told(nefer, code)
        check_sums(found, 2)
        assert found["accounts"][0]["result"] == 0
        assert found["accounts"][1]["result"] == WHOLE
        assert found["steps"][-1]["kind"] == "leaving"
        record_there = await stranger.ask("GET", f"/api/tables/{code}/record.txt")
        assert record_there.is_success  # who may read the record may read the review
        assert await told(stranger, code) == found

    run(story())


def test_a_match_of_bots_alone_is_reviewed(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("apprentice", "scribe", options={"pieces": 1, "cap": 40})
        async with nefer.at(code) as seat:
            await seat.see(lambda seat: seat.table["status"] == "over")
        check_sums(await told(nefer, code), 2)

    run(story())


def test_a_match_that_was_broken_off_has_no_review(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        code = await brought(guest, "gate-1-experts")
        sentence = "The match was broken off: there is no result to explain."
        assert await refused(guest, code) == (409, sentence)

    run(story())


def test_who_may_not_read_the_record_may_not_read_the_review(quick: House) -> None:
    async def story() -> None:
        guest = Guest(quick.url)
        code = await brought(guest, "senet-1-flagged")
        for path in ("review", "record.txt"):
            unknown = await guest.ask("GET", f"/api/tables/no-such-table/{path}")
            assert (unknown.status_code, unknown.json()["sentence"]) == (404, "There is no such table.")
            bad = await Guest(quick.url, "nonsense.token").ask("GET", f"/api/tables/{code}/{path}")
            assert bad.status_code == 200  # the code is what opens it
        with open_administration(str(quick.hub.settings.db)) as administration:
            administration.ban("table", code)
        quick.wait_for(quick.hub.check_bans)
        for path in ("review", "record.txt"):
            assert (await guest.ask("GET", f"/api/tables/{code}/{path}")).status_code == 403

    run(story())


def test_it_is_told_how_far_a_review_is_and_it_is_worked_out_once(quick: House) -> None:
    async def story() -> None:
        guest, states = Guest(quick.url), list[Any]()
        code = await brought(guest, "horus-1-agreed")
        asked = counters.questions
        while not states or states[-1]["review"] is None:
            some = [guest.call("GET", f"/api/tables/{code}/review") for _ in range(3)]
            states += await asyncio.gather(*some)
        assert counters.questions == asked + 1
        working = [state for state in states if state["review"] is None]
        assert {state["of"] for state in working[3:]} <= {54, 55}  # the last step is the agreement
        done = [state["done"] for state in working]
        assert done == sorted(done)
        assert any(0 < one < 54 for one in done)

    run(story())


def test_a_review_is_kept_over_a_restart_until_judges_judge_otherwise(db: str) -> None:
    async def story(house: House) -> tuple[Any, int]:
        guest = Guest(house.url)
        code = await brought(guest, "senet-1-flagged")
        asked = counters.questions
        return await told(guest, code), counters.questions - asked

    def age() -> None:
        engine = open_engine(db)
        with engine.begin() as connection:
            assert connection.execute(sql.update(reviews).values(version=0)).rowcount == 1
        engine.dispose()

    found = []
    for prepare in (None, None, age, None):
        if prepare:
            prepare()
        with House(db) as house:
            found.append(run(story(house)))
    assert [asked for _, asked in found] == [1, 0, 1, 0]
    assert all(one == found[0][0] for one, _ in found)
    faults: list[str] = []
    examine_database(db, faults.append)
    assert faults == []


def test_a_game_that_is_taken_up_again_gets_a_new_review_and_talk_does_not_count(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        meret, asked = await Guest.join(house.url, "Meret"), list[int]()

        async def reviewed() -> Any:
            before = counters.questions
            found = await told(meret, code)
            asked.append(counters.questions - before)
            return found

        code = await meret.host("me", game="solitaire", options={"ranks": 1, "files": 7})
        await meret.sit(code)
        async with meret.at(code) as seat:
            for text in (*SEVEN[:-1], "done"):
                assert (await seat.tell("act", seat=0, action=text))["type"] == "done"
            await meret.call("GET", f"/api/me/achievements?table={code}")
            first = await reviewed()
            assert (await seat.tell("say", text="a pity", to="table"))["type"] == "done"
            assert await reviewed() == first
            assert (await seat.tell("undo", seat=0, kept=len(SEVEN) - 1))["type"] == "done"
            assert await refused(meret, code) == (409, RUNNING)
            assert (await seat.tell("act", seat=0, action=SEVEN[-1]))["type"] == "done"
            await meret.call("GET", f"/api/me/achievements?table={code}")
        second = await reviewed()
        assert second["accounts"][0]["result"] > first["accounts"][0]["result"]
        assert asked == [1, 0, 1]

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


def test_a_review_that_takes_too_long_is_given_up_and_not_begun_again(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        code = await brought(guest, "horus-2-committed")
        asked = counters.questions
        for _ in range(3):
            answer = await refused(guest, code)
            assert answer == (503, "This took too long and was given up.")
        assert counters.questions == asked + 1

    limits = Limits(review_seconds=0.5, review_wait_seconds=60)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_too_many_reviews_at_once_are_refused_and_other_work_is_not(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        codes = [await brought(guest, name) for name in ("horus-1-two", "horus-1-four", "horus-1-flagged")]
        answers = [await guest.ask("GET", f"/api/tables/{code}/review") for code in codes]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["sentence"].startswith("Too much that you asked for")
        assert await brought(guest, "senet-1-flagged")

    limits = Limits(reviews_per_person=1, review_wait_seconds=0.3)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_a_review_that_waits_is_given_up_when_nobody_asks_for_it_any_more(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        first, left, wanted = [
            f"/api/tables/{await brought(guest, name)}/review"
            for name in ("horus-2-committed", "senet-1-flagged", "senet-1-capped")
        ]
        for path in (first, left, wanted):
            assert (await guest.call("GET", path))["review"] is None
        ends = time.monotonic() + 60
        while house.call(lambda: house.hub.workers.waiting("reviews")) > 1 and time.monotonic() < ends:
            await asyncio.sleep(0.1)
            assert (await guest.call("GET", wanted))["review"] is None
        assert house.call(lambda: house.hub.workers.waiting("reviews")) == 1
        assert (await guest.call("GET", first))["review"] is None  # what was begun goes on
        assert (await guest.call("GET", left))["review"] is None
        assert house.call(lambda: house.hub.workers.waiting("reviews")) == 2

    limits = Limits(review_wait_seconds=0.02, review_interest_seconds=2)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_a_new_review_costs_ten_calls_and_a_kept_one_none(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        codes = [await brought(guest, name) for name in ("senet-1-flagged", "senet-1-capped")]
        there = httpx.AsyncHTTPTransport(local_address="127.0.0.3", verify=False)
        async with httpx.AsyncClient(base_url=house.url, transport=there, timeout=60) as other:
            paths = [f"/api/tables/{code}/review" for code in (codes[0], codes[1], codes[0])]
            assert [(await other.get(path)).status_code for path in paths] == [200, 429, 200]

    limits = Limits(calls=Limit(31, 0.001), review_wait_seconds=60)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        house.hub.calls.of("127.0.0.3").allows(15)
        run(story(house))


def test_a_removed_table_takes_its_review_with_it(db: str) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        code = await brought(guest, "senet-1-flagged")
        assert await told(guest, code)
        with open_administration(db) as administration:
            administration.remove_table(code)

    with House(db) as house:
        run(story(house))
    engine = open_engine(db)
    with engine.connect() as connection:
        assert connection.execute(sql.select(reviews)).all() == []
    engine.dispose()
