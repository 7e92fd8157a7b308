"""Puzzles of the day over HTTP: shown without their answers, tried, judged, and counted without names."""

from __future__ import annotations

import asyncio
import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from benben import games
from benben.core.contract import Puzzle
from benben.core.puzzle_days import FIRST_DAY
from benben.server.limits import Limit
from benben.server.people.puzzle_results import COUNTED_BEFORE, TOO_LATE, TOO_MANY_RESULTS
from benben.server.settings import Limits
from tests.server.guest import Guest
from tests.server.house import House, run

TODAY = datetime.now(UTC).date().isoformat()  # at midnight a test may fail once


def puzzle(game: str, day: str = TODAY) -> Puzzle:
    maker = games.load(game).puzzles
    assert maker is not None
    return maker.puzzle(day)


def result(one: Puzzle, **other: Any) -> dict[str, Any]:
    return {
        "tries": 1,
        "ms": 12_000,
        "helped": False,
        "done": list(one.line),
        "first": one.answers[0].text,
        "device": secrets.token_hex(16),
    } | other


def test_a_day_has_five_puzzles_and_no_answers(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        day = await guest.call("GET", f"/api/puzzles/{TODAY}")
        assert [one["game"] for one in day["puzzles"]] == list(games.COURSES)
        assert (day["date"], day["today"], day["first"]) == (TODAY, TODAY, FIRST_DAY)
        assert day["link"] == f"/d/{TODAY}"
        assert 0 < day["left"] <= 86_400_000
        for one in day["puzzles"]:
            assert one["question"]
            assert 1 <= one["grade"] <= 5
            assert one["word"]
            if one["kind"] == "exercise":
                assert one["moment"]["choices"]
                assert not one["parts"]
            else:
                assert [part["name"] for part in one["parts"]] == ["easy", "medium", "hard"]
                assert all(part["picture"] and part["options"] for part in one["parts"])
            hidden = puzzle(one["game"]) if one["kind"] == "exercise" else None
            shown = json.dumps(one)
            if hidden:
                assert hidden.proof not in shown
                assert json.dumps(list(hidden.line)) not in shown
            if hidden and hidden.unit == "chance":
                assert all(str(each.value) not in shown for each in hidden.answers)
        assert day == {**await guest.call("GET", f"/api/puzzles/{TODAY}"), "left": day["left"]}

    run(story())


def test_a_part_is_played_at_a_table(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Meret")
        day = await guest.call("GET", f"/api/puzzles/{TODAY}")
        for one in day["puzzles"]:
            for part in one["parts"]:
                await guest.host("me", game=one["game"], options=part["options"])

    run(story())


@pytest.mark.parametrize(
    ("day", "status"),
    [
        ((datetime.now(UTC) + timedelta(days=2)).date().isoformat(), 409),
        ("2999-01-01", 409),
        ("2026-10-31", 404),
        ("2026-02-30", 400),
        ("2026-W46-1", 400),
        ("20261116", 400),
        ("today", 400),
    ],
)
def test_there_are_no_puzzles_of_other_days(house: House, day: str, status: int) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/results", None),
            ("POST", "/senet", {}),
            ("POST", "/senet/result", {"tries": 1, "ms": 1, "helped": False}),
        ):
            answer = await guest.ask(method, f"/api/puzzles/{day}{path}", body)
            assert answer.status_code == status, (path, answer.text)

    run(story())


@pytest.mark.parametrize("name", ["senet", "pyramydal", "horus"])
def test_a_right_answer_is_told_everything(house: House, name: str) -> None:
    async def story() -> None:
        guest, one, done = Guest(house.url), puzzle(name), list[str]()
        path = f"/api/puzzles/{TODAY}/{name}"
        for text in one.line:
            now = await guest.call("POST", path, {"done": done, "try": text})
            assert now["refused"] is None
            assert now["moment"]["rows"]
            done = now["done"]
        verdict = now["verdict"]
        assert verdict["right"]
        assert verdict["answer"] == one.answers[0].text
        assert verdict["value"] == one.answers[0].value
        assert [each["text"] for each in verdict["choices"]] == [each.text for each in one.answers]
        assert verdict["choices"][0]["best"]
        assert verdict["line"] == list(one.line)
        assert verdict["proof"]
        again = await guest.call("POST", path, {"done": done})
        assert again["verdict"] == verdict
        more = await guest.call("POST", path, {"done": done, "try": one.line[0]})
        assert "answered" in more["refused"]["sentence"]

    run(story())


def test_a_wrong_answer_is_told_its_own_value_alone(house: House) -> None:
    async def story() -> None:
        guest, one = Guest(house.url), puzzle("senet")
        wrong = one.answers[-1]
        now = await guest.call("POST", f"/api/puzzles/{TODAY}/senet", {"try": wrong.text})
        verdict = now["verdict"]
        assert not verdict["right"]
        assert verdict["value"] == wrong.value
        shown = wrong.text.replace("-", "\u2013").replace("x", "\u00d7")
        per_cent = (wrong.value + 50) // 100
        assert verdict["sentence"] == f"{shown} keeps {per_cent} %. There is a better one."
        assert (verdict["choices"], verdict["line"], verdict["proof"]) == ([], [], "")
        assert verdict["table"] is None
        assert now["hint"] == now["advice"] == ""

    run(story())


def test_an_illegal_try_is_refused_with_its_clause(house: House) -> None:
    async def story() -> None:
        guest, path = Guest(house.url), f"/api/puzzles/{TODAY}/senet"
        for text, clause in (("1-2", "senet "), ("throw 3", "match"), ("well", "notation")):
            now = await guest.call("POST", path, {"try": text})
            assert now["refused"]["clause"].startswith(clause)
            assert now["refused"]["sentence"]
            assert (now["verdict"], now["done"]) == (None, [])
        answer = await guest.ask("POST", path, {"done": ["1-2"]})
        assert answer.status_code == 409
        for body in ({"done": 3}, {"tray": "1-2"}, {"try": "x" * 500}):
            assert (await guest.ask("POST", path, body)).status_code == 400
        for name, status in (("chess", 404), ("gate", 404)):
            assert (await guest.ask("POST", f"/api/puzzles/{TODAY}/{name}", {})).status_code == status

    run(story())


@pytest.mark.parametrize("name", ["senet", "pyramydal", "horus"])
def test_nobody_resigns_from_a_puzzle_and_any_text_has_an_answer(house: House, name: str) -> None:
    async def story() -> None:
        guest, path = Guest(house.url), f"/api/puzzles/{TODAY}/{name}"
        now = await guest.call("POST", path, {"try": "resign"})
        assert now["refused"]["sentence"]
        assert (now["verdict"], now["done"]) == (None, [])
        for text in ("go", "decline", "done", "retire", "end", "die 6", "lay r3", "exit", "", "0", "\u0000"):
            answer = await guest.ask("POST", path, {"try": text})
            assert answer.status_code == 200, (text, answer.text)
        body = {"tries": 1, "ms": 1, "helped": False, "done": ["resign"], "device": "0" * 32}
        assert (await guest.ask("POST", f"{path}/result", body)).status_code == 409

    run(story())


def test_a_hint_points_and_giving_up_shows_all(house: House) -> None:
    async def story() -> None:
        guest, one, path = Guest(house.url), puzzle("horus"), f"/api/puzzles/{TODAY}/horus"
        now = await guest.call("POST", path, {"hint": True})
        assert now["hint"] == one.line[0]
        assert now["advice"]
        assert (now["verdict"], now["done"]) == (None, [])
        shown = await guest.call("POST", path, {"show": True})
        assert shown["verdict"]["answer"] == ""
        assert not shown["verdict"]["right"]
        assert shown["verdict"]["line"] == list(one.line)
        assert len(shown["verdict"]["choices"]) == len(one.answers)

    run(story())


def test_results_are_counted_once_and_without_names(db: str) -> None:
    async def story(house: House) -> None:
        one, path = puzzle("senet"), f"/api/puzzles/{TODAY}/senet/result"
        wrong = one.answers[-1].text
        stranger, meret = Guest(house.url), await Guest.join(house.url, "Meret")
        mine = result(one)
        counts = [
            await stranger.call("POST", path, mine),
            await stranger.call("POST", path, mine | {"tries": 3}),
            await stranger.call("POST", path, result(one, tries=2, ms=30_000, first=wrong)),
            await stranger.call("POST", path, result(one, tries=9, ms=400_000, first=wrong)),
            await meret.call("POST", path, result(one, helped=True)),
            await meret.call("POST", path, result(one)),
        ]
        assert [each["counted"] for each in counts] == [True, False, True, True, True, False]
        assert counts[1]["sentence"] == COUNTED_BEFORE
        (found,) = (await stranger.call("GET", f"/api/puzzles/{TODAY}/results"))["results"]
        assert (found["game"], found["part"], found["people"]) == ("senet", "", 4)
        assert found["tries"] == [1, 1, 0, 1, 1]
        assert found["times"] == [1, 1, 0, 0, 0, 1, 1]
        assert len(found["limits"]) == len(found["times"]) - 2
        now = await stranger.call("POST", f"/api/puzzles/{TODAY}/senet", {"try": one.answers[0].text})
        shares = {each["text"]: each["share"] for each in now["verdict"]["choices"]}
        assert shares[one.answers[0].text] == 50
        assert shares[wrong] == 50

    with House(db) as house:
        run(story(house))
        kept = house.wait_for(lambda: house.hub.store.fetch(_all_voters()))
        assert len(kept) == 4
        assert all(len(row[0]) == 64 for row in kept)


def test_a_result_that_is_sent_many_times_at_once_counts_once(db: str) -> None:
    async def story(house: House) -> None:
        guest, body = Guest(house.url), result(puzzle("senet"))
        path = f"/api/puzzles/{TODAY}/senet/result"
        counted = await asyncio.gather(*(guest.call("POST", path, body) for _ in range(8)))
        assert sum(each["counted"] for each in counted) == 1
        others = [result(puzzle("senet")) for _ in range(8)]
        await asyncio.gather(*(guest.call("POST", path, other) for other in others))
        (found,) = (await guest.call("GET", f"/api/puzzles/{TODAY}/results"))["results"]
        assert found["people"] == 9

    with House(db) as house:
        run(story(house))


def _all_voters() -> Any:
    import sqlalchemy as sql

    from benben.server.storage.schema import puzzle_voters

    return sql.select(puzzle_voters.c.voter)


def test_parts_are_counted_apart(house: House) -> None:
    async def story() -> None:
        guest, path = Guest(house.url), f"/api/puzzles/{TODAY}/gate/result"
        body = {"tries": 1, "ms": 41_000, "helped": False, "device": secrets.token_hex(16)}
        assert (await guest.call("POST", path, body | {"part": "easy"}))["counted"]
        assert not (await guest.call("POST", path, body | {"part": "hard"}))["counted"]
        assert (await guest.ask("POST", path, body)).status_code == 400
        found = (await guest.call("GET", f"/api/puzzles/{TODAY}/results"))["results"]
        assert [(each["game"], each["part"]) for each in found if each["game"] == "gate"] == [
            ("gate", "easy")
        ]

    run(story())


def test_a_result_must_be_true_and_small(house: House) -> None:
    async def story() -> None:
        guest, one, path = Guest(house.url), puzzle("senet"), f"/api/puzzles/{TODAY}/senet/result"
        for other, status in (
            ({"done": [one.answers[-1].text]}, 409),
            ({"done": []}, 409),
            ({"done": ["30-off"]}, 409),
            ({"first": "anything"}, 400),
            ({"part": "easy"}, 400),
            ({"device": ""}, 400),
            ({"device": "short"}, 400),
            ({"tries": 0}, 400),
            ({"ms": 10**12}, 400),
            ({"name": "Meret"}, 400),
        ):
            answer = await guest.ask("POST", path, result(one, **other))
            assert answer.status_code == status, (other, answer.text)

    run(story())


def test_one_address_cannot_fill_the_results(tmp_path: Any) -> None:
    async def story(house: House) -> None:
        guest, one, path = Guest(house.url), puzzle("senet"), f"/api/puzzles/{TODAY}/senet/result"
        answers = [await guest.call("POST", path, result(one)) for _ in range(4)]
        assert [each["counted"] for each in answers] == [True, True, True, False]
        assert answers[3]["sentence"] == TOO_MANY_RESULTS

    with House(str(tmp_path / "benben.db"), limits=Limits(results_per_address=3)) as house:
        run(story(house))


def test_a_day_that_is_over_counts_no_more_and_forgets_its_people(db: str) -> None:
    async def story(house: House, *, counted: bool) -> None:
        answer = await Guest(house.url).call(
            "POST", f"/api/puzzles/{TODAY}/senet/result", result(puzzle("senet"))
        )
        assert answer["counted"] == counted
        assert answer["sentence"] == ("" if counted else TOO_LATE)

    with House(db) as house:
        run(story(house, counted=True))
    with House(db, limits=Limits(grace_seconds=-2 * 86_400)) as house:  # as if the day were over
        run(story(house, counted=False))
        house.wait_for(house.hub.puzzle_results.forget_voters)
        assert not house.wait_for(lambda: house.hub.store.fetch(_all_voters()))
        found = house.wait_for(lambda: house.hub.puzzle_results.results(TODAY))
        assert [each.people for each in found] == [1]


def test_puzzles_that_nobody_asked_for_cost_their_caller(tmp_path: Any) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        assert (await guest.ask("GET", f"/api/puzzles/{FIRST_DAY}")).status_code == 200
        assert (await guest.ask("GET", "/api/puzzles/2026-11-02")).status_code == 429
        assert (await guest.ask("GET", f"/api/puzzles/{FIRST_DAY}")).status_code == 200
        assert (await guest.ask("GET", f"/api/puzzles/{TODAY}")).status_code == 200

    limits = Limits(calls=Limit(burst=15, per_second=0.01))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_todays_puzzles_come_however_long_they_take(tmp_path: Any) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        assert (await guest.ask("GET", f"/api/puzzles/{TODAY}")).status_code == 200
        assert (await guest.ask("GET", f"/api/puzzles/{FIRST_DAY}")).status_code == 503

    with House(str(tmp_path / "benben.db"), limits=Limits(job_seconds=0.01)) as house:
        run(story(house))


def test_todays_puzzles_are_made_before_anybody_asks(tmp_path: Any) -> None:
    async def story(house: House) -> None:
        await house.hub.make_todays_puzzles()
        assert all(house.hub.daily_puzzles.has(games.load(name), TODAY) for name in games.COURSES)

    with House(str(tmp_path / "benben.db")) as house:
        assert not house.hub.daily_puzzles.has(games.load("senet"), TODAY)
        asyncio.run_coroutine_threadsafe(story(house), house.hub.store.loop).result(60)


def test_the_answer_to_an_empty_body_is_where_it_begins(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        day = await guest.call("GET", f"/api/puzzles/{TODAY}")
        for one in day["puzzles"]:
            if one["kind"] == "exercise":
                now = await guest.call("POST", f"/api/puzzles/{TODAY}/{one['game']}", {})
                assert now["moment"] == one["moment"]
                assert json.dumps(now["verdict"]) == "null"

    run(story())


@pytest.mark.parametrize("name", ["senet", "gate", "solitaire"])
def test_a_rush_goes_on_and_gets_harder(house: House, name: str) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        first, later = [await guest.call("GET", f"/api/rush/{name}/ibis42/{n}") for n in (0, 19)]
        assert (first["grade"], later["grade"]) == (1, 5)
        assert first["moment"]["choices"]
        assert first == await Guest(house.url).call("GET", f"/api/rush/{name}/ibis42/0")
        assert first["moment"] != (await guest.call("GET", f"/api/rush/{name}/ibis43/0"))["moment"]
        for n in (0, 19):
            path, done = f"/api/rush/{name}/ibis42/{n}", list[str]()
            now = await guest.call("POST", path, {"hint": True})
            while not now["verdict"]:
                now = await guest.call("POST", path, {"done": now["done"], "try": now["hint"], "hint": True})
                assert now["refused"] is None
                assert len(now["done"]) == len(done) + 1
                done = now["done"]
            assert now["verdict"]["right"]

    run(story())


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("horus/ibis/0", 404),
        ("chess/ibis/0", 404),
        ("senet/IBIS/0", 400),
        ("senet/ibis/1000", 400),
        ("senet/ibis/01", 400),
        ("senet/ibis/-1", 400),
        (f"senet/{'i' * 33}/0", 400),
    ],
)
def test_there_is_no_such_rush(house: House, path: str, status: int) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        assert (await guest.ask("GET", f"/api/rush/{path}")).status_code == status
        assert (await guest.ask("POST", f"/api/rush/{path}", {})).status_code == status

    run(story())
