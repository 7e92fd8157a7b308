"""Lessons and cases of the rulebook, played over HTTP by somebody without a name."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benben import games
from benben.core import cases, lesson_walk, lessons, match, perspective
from benben.core.exercises import first_match
from benben.server import wire
from benben.server.http import exercises
from benben.server.http.requests import HttpError
from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.tables.journal import Journal
from benben.server.tables.journal_row import JournalRow
from tests.server.guest import Guest
from tests.server.house import House, run

SENET = "/api/games/senet/lessons"
MOST_MS = 10  # that a try may hold up everybody else


async def try_step(guest: Guest, path: str, done: list[str], text: str | None) -> dict[str, Any]:
    answer: dict[str, Any] = await guest.call("POST", path, {"done": done, "try": text})
    return answer


@pytest.mark.parametrize("name", games.NAMES)
def test_a_lesson_is_played_from_first_to_last(house: House, name: str) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        path = f"/api/games/{name}/lessons"
        lesson = await guest.call("GET", path)
        assert lesson["game"] == name
        assert lesson["play"]["seats"] >= 1
        for step in lesson["steps"]:
            where = await try_step(guest, f"{path}/{step['name']}", [], None)
            assert (where["done"], where["refused"], where["finished"], where["task"]) == ([], None, False, 0)
            tasks = {0}
            while not where["finished"]:
                shown = where["show"][0]
                assert where["moment"]["go"] if shown == "go" else where["moment"]["seat"] is not None
                texts = [choice["text"] for choice in where["moment"]["choices"]]
                assert set(where["glow"]) <= set(texts)
                before = len(where["moment"]["log"])
                where = await try_step(guest, f"{path}/{step['name']}", where["done"], shown)
                assert where["refused"] is None
                assert where["moment"]["log"][before:] == where["moment"]["rows"]
                tasks.add(where["task"])
            assert tasks == set(range(len(step["tasks"])))
            again = await try_step(guest, f"{path}/{step['name']}", where["done"], None)
            assert again == where

    run(story())


def test_a_wrong_try_says_why_and_changes_nothing(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        first = await try_step(guest, f"{SENET}/pair", [], None)
        assert first["glow"] == ["20x23"]
        assert first["moment"]["picture"]["throw"] == 3
        wrong = await try_step(guest, f"{SENET}/pair", [], "13x16")
        assert wrong["refused"] == {
            "text": "13x16",
            "sentence": "Not 16: 17 stands beside it.",
            "clause": "senet 5.1",
        }
        assert {**wrong, "refused": None} == first
        odd = await try_step(guest, f"{SENET}/pair", [], "13 to 16")
        assert odd["refused"]["clause"] == "notation"
        aside = await try_step(guest, f"{SENET}/swap", [], "12-15")
        assert aside["refused"]["clause"] == ""
        assert aside["refused"]["sentence"] == "That is allowed. Here we look for the swap."

    run(story())


BAD_CALLS: list[tuple[str, Any, int, str]] = [
    ("/api/games/chess/lessons/pair", {}, 404, "There is no game of that name."),
    (f"{SENET}/pear", {}, 404, "The lesson of Senet has no such step."),
    (
        f"{SENET}/pair",
        {"done": ["20x23", "20x23"]},
        409,
        "What was done does not fit this step, from number 2",
    ),
    (f"{SENET}/pair", {"done": ["nonsense"]}, 409, "What was done does not fit this step, from number 1"),
    (f"{SENET}/pair", {"done": [""] * 201}, 400, "That cannot be read: Expected `array` of length <= 200"),
    (f"{SENET}/pair", {"try": "x" * 201}, 400, "That cannot be read: Expected `str` of length <= 200"),
    (f"{SENET}/pair", {"try": 5}, 400, "That cannot be read: Expected `str | null`, got `int`"),
    (f"{SENET}/pair", {"tries": "13-16"}, 400, "That cannot be read: Object contains unknown field `tries`"),
    (f"{SENET}/pair", [], 400, "That cannot be read: Expected `object`, got `array`"),
    (f"{SENET}/pair", {"try": "x" * 70_000}, 413, "A body may have 65,536 bytes at most."),
    ("/api/games/senet/cases/pear", {}, 404, "Senet has no such case that can be tried."),
    ("/api/games/senet/cases/unreadable-boards", {}, 404, "Senet has no such case that can be tried."),
    (
        "/api/games/senet/cases/pair",
        {"done": ["1-2"]},
        409,
        "What was done does not fit this case, from numb",
    ),
    ("/api/games/senet/cases/pair", {"fate": -1}, 400, "That cannot be read: Expected `int` >= 0"),
]


def test_a_bad_call_gets_a_sentence(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        for path, body, status, sentence in BAD_CALLS:
            answer = await guest.ask("POST", path, body)
            assert answer.status_code == status, (path, answer.text)
            assert answer.json()["sentence"].startswith(sentence), answer.text

    run(story())


def test_a_long_replay_costs_more_and_is_refused_in_the_end(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        body = {"done": ["20x23"] + ["x"] * 199}
        codes = [(await guest.ask("POST", f"{SENET}/pair", body)).status_code for _ in range(4)]
        assert codes == [409, 409, 429, 429]

    limits = Limits(reads=Limit(burst=60, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_a_case_is_tried_by_whoever_is_to_act(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        path = "/api/games/senet/cases/pair"
        where = await guest.call("POST", path, {})
        assert (where["done"], where["moment"]["you"]) == ([], 0)
        wrong = await guest.call("POST", path, {"try": "13x16"})
        assert wrong["refused"]["clause"] == "senet 5.1"
        assert wrong["refused"]["sentence"] == "16 and 17 protect each other."
        where = await guest.call("POST", path, {"try": "20x23"})
        assert where["done"] == ["20x23"]
        assert (where["moment"]["you"], where["moment"]["go"]) == (1, True)
        falls = set()
        for fate in range(20):
            thrown = await guest.call("POST", path, {"done": where["done"], "try": "go", "fate": fate})
            once_more = await guest.call("POST", path, {"done": thrown["done"], "fate": fate})
            assert once_more == thrown
            falls.add(thrown["moment"]["rows"][0]["text"])
        assert len(falls) > 1

    run(story())


@pytest.mark.parametrize("name", games.NAMES)
def test_the_rulebook_names_the_cases_that_can_be_tried(house: House, name: str) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        book = await guest.call("GET", f"/api/games/{name}/rules")
        clauses = [clause for section in book["sections"] for clause in section["clauses"]]
        named = {case["name"] for clause in clauses for case in clause["cases"]}
        examples = [case for case in cases.cases(games.load(name)) if not case.is_about_notation]
        for clause in clauses:
            shown = any(clause["number"] in case.clauses for case in examples)
            assert bool(clause["cases"]) == shown, f"{clause['number']} has examples, and none can be tried"
        for case in sorted(named)[:25]:
            moment = (await guest.call("POST", f"/api/games/{name}/cases/{case}", {}))["moment"]
            assert moment["go"] or moment["choices"]
            assert all(row["by"] == -1 for row in moment["rows"])

    run(story())


@pytest.mark.parametrize("name", games.NAMES)
def test_a_try_holds_nobody_up(name: str) -> None:
    for step in exercises.lesson_message(name).steps:
        done: list[str] = []
        while True:
            began = time.thread_time()
            where = exercises.lesson_moment(name, step.name, wire.Try(done))
            took = 1000 * (time.thread_time() - began)
            assert took < MOST_MS, f"{step.name}: {took:.1f} ms after {done}"
            if where.finished:
                break
            done = [*where.done, where.show[0]]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_step_shows_what_the_seat_would_see_at_a_table(name: str) -> None:
    game, plan = games.load(name), lessons.lesson(games.load(name))
    assert plan
    for step in plan.steps:
        state = lesson_walk.begin(game, step)
        while state.due:
            state = lesson_walk.attempt(state, state.show[0])
        moment = exercises.lesson_moment(name, step.name, wire.Try(list(state.done))).moment
        you, m = state.exercise.you, first_match(game, *step.opening)
        states = [m.state]
        journal = Journal(game, states)
        for event in state.exercise.match.events:
            m = match.after(m, event)
            states.append(m.state)
            journal.rows.append(JournalRow(len(m.events), event.at, event.by, event))
        assert moment.log == journal.messages(you)
        assert moment.picture == perspective.picture(game, m.state, you)


@pytest.mark.parametrize("name", games.NAMES)
@given(data=st.data())
def test_whatever_is_tried_at_a_case_is_answered(name: str, data: st.DataObject) -> None:
    said = [line.text for case in cases.cases(games.load(name)) for line in case.lines]
    case = data.draw(st.sampled_from(sorted(exercises.open_cases(name))))
    where = exercises.case_moment(name, case, wire.CaseTry())
    for _ in range(data.draw(st.integers(1, 6))):
        texts = ["go", *(choice.text for choice in where.moment.choices[:20])]
        text = data.draw(st.sampled_from(texts) | st.sampled_from(said) | st.text(max_size=20))
        after = exercises.case_moment(name, case, wire.CaseTry(where.done, text))
        assert len(after.done) == len(where.done) + (after.refused is None)
        assert after.done[: len(where.done)] == where.done
        msgspec.json.encode(after)
        where = after


@given(st.lists(st.text(max_size=9) | st.sampled_from(["go", "8-12", "12-18", "18-22"]), max_size=6))
def test_whatever_was_done_is_answered_or_refused(done: list[str]) -> None:
    way = ["8-12", "12-18", "18-22"]
    if done == way[: len(done)]:
        assert exercises.lesson_moment("senet", "way", wire.Try(done)).done == done
    else:
        with pytest.raises(HttpError, match="does not fit this step"):
            exercises.lesson_moment("senet", "way", wire.Try(done))
