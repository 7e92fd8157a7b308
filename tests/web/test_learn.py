"""Lessons in a real browser: every step by mouse, by finger and by key, and what is said about tries."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from benben import games
from benben.core import lessons
from tests.web.host import Host
from tests.web.pupil import Pupil, Way
from tests.web.visitor import NARROW, WIDE, Visitor

TAUGHT = [name for name in games.NAMES if lessons.lesson(games.load(name))]


def laid(someone: Visitor, game: str) -> list[str]:
    """The steps that this browser remembers."""
    kept: dict[str, list[str]] = json.loads(someone.page.evaluate("localStorage['benben.lessons'] ?? '{}'"))
    return kept.get(game, [])


def begun(
    visitor: Callable[..., Visitor], game: str, step: str, way: Way = "mouse", **settings: Any
) -> Pupil:
    """A pupil at the board of a step."""
    pupil = Pupil(visitor(**settings), game, way)
    pupil.answered(lambda: void(pupil.someone.go(f"/learn/{game}/{step}")))
    return pupil


def void(_: object) -> None: ...


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_done_from_the_first_step_to_the_last(
    visitor: Callable[..., Visitor], host: Host, game: str, way: Way
) -> None:
    lesson = host.call("GET", f"/api/games/{game}/lessons")
    names = [step["name"] for step in lesson["steps"]]
    theme = "dark" if way == "touch" else "light"
    someone = visitor(size=NARROW if way == "touch" else WIDE, theme=theme)
    pupil = Pupil(someone, game, way)
    page = someone.go(f"/learn/{game}")
    first = page.get_by_role("link", name="Begin with step 1")
    pupil.answered(partial(pupil.press, first))
    for n, step in enumerate(lesson["steps"]):
        expect(page).to_have_url(f"{someone.host.url}/learn/{game}/{step['name']}")
        pupil.sees(step["fact"])
        pupil.sees(step["tasks"][0])
        assert not someone.overflows(), step["name"]
        if n == len(names) // 2:
            assert someone.violations() == [], step["name"]
        pupil.finish_step()
        following = pupil.button("Next")
        expect(following).to_be_focused()
        assert laid(someone, game) == names[: n + 1]
        if n == len(names) - 1:
            assert someone.violations() == [], "the last step, done"
            pupil.press(following)
        else:
            pupil.answered(partial(pupil.press, following))
    expect(page).to_have_url(f"{someone.host.url}/learn/{game}/game")
    expect(pupil.button("Play it now")).to_be_visible()


def test_a_wrong_try_is_answered_with_the_clause_and_nothing_changes(visitor: Callable[..., Visitor]) -> None:
    pupil = begun(visitor, "senet", "pair")
    page, someone = pupil.page, pupil.someone
    expect(page.locator("[data-glow='20']")).to_be_attached()
    expect(page.locator(".target.strong[data-land='23']")).to_be_attached()
    pupil.answered(lambda: page.locator("[data-square='13']").click())
    pupil.sees("Not 16: 17 stands beside it.")
    expect(page.locator("[data-refused='16']")).to_be_attached()
    expect(page.locator("[data-glow='20']")).to_be_attached()
    expect(someone.said).to_contain_text("Not 16: 17 stands beside it.")
    assert someone.violations() == []

    # The clause opens in the plate beside it, and after two tries "Show me" stands out.
    rule = page.get_by_role("region", name="The rule")
    someone.dock.get_by_role("button", name="Rule 5.1").click()
    expect(rule).to_contain_text("protect each other")
    expect(rule).to_contain_text("What wins.")
    expect(page.locator(".lamp.now")).to_have_count(0)
    pupil.answered(lambda: page.locator("[data-square='13']").click())
    expect(page.locator(".lamp.now")).to_have_count(1)

    # Shown, the move is taken back; the player makes it.
    pupil.button("Show me").click()
    expect(page.locator("[data-piece='23'] [fill='var(--senet-cone)']")).to_be_attached()
    pupil.sees("Now you.")
    expect(page.locator("[data-piece='20'] [fill='var(--senet-cone)']")).to_be_attached()
    assert laid(someone, "senet") == []
    pupil.finish_step()
    pupil.sees("You changed places: on 23 it stood alone.")
    assert laid(someone, "senet") == ["pair"]


def test_a_legal_try_that_is_not_the_task_is_answered_kindly_and_without_a_cross(
    visitor: Callable[..., Visitor],
) -> None:
    pupil = begun(visitor, "senet", "swap")
    page = pupil.page
    page.locator("[data-square='12']").click()
    answer = pupil.answered(lambda: page.locator("[data-square='15']").click())
    assert answer["refused"]["clause"] == ""
    pupil.sees("That is allowed. Here we look for the swap.")
    expect(page.locator("[data-refused]")).to_have_count(0)
    expect(page.locator("[data-piece='12']")).to_be_attached()


def test_letters_lead_through_the_steps_and_escape_to_the_list(visitor: Callable[..., Visitor]) -> None:
    pupil = begun(visitor, "senet", "swap")
    page, url = pupil.page, pupil.someone.host.url
    page.locator("#main").focus()
    pupil.answered(lambda: page.keyboard.press("n"))
    expect(page).to_have_url(f"{url}/learn/senet/pair")
    page.locator("#main").focus()
    pupil.answered(lambda: page.keyboard.press("p"))
    expect(page).to_have_url(f"{url}/learn/senet/swap")
    page.locator("#main").focus()
    page.keyboard.press("h")
    pupil.sees("Watch the board.")
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{url}/learn/senet")
    expect(page.get_by_role("heading", name="Learn by playing")).to_be_visible()


def test_the_list_shows_what_is_laid_wide_and_narrow(visitor: Callable[..., Visitor]) -> None:
    pupil = begun(visitor, "senet", "way")
    someone, page = pupil.someone, pupil.page
    pupil.finish_step()
    expect(pupil.button("Next")).to_be_visible()
    someone.go("/learn")
    site = page.get_by_role("region", name="Senet")
    expect(site).to_contain_text("one of ten laid")
    expect(site.get_by_role("link", name=re.compile("The way"))).to_contain_text("laid")
    expect(site.locator("[aria-current='step']")).to_contain_text("The sticks")
    expect(page.get_by_role("link", name="Go on with step 2")).to_be_visible()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_what_is_laid_on_one_device_is_laid_on_the_others_of_that_person(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    pupil = begun(visitor, "senet", "swap", guest=guest)
    with pupil.page.expect_response("**/api/me/progress"):
        pupil.finish_step()
    other = visitor(guest=guest, size=NARROW)
    page = other.go("/learn/senet")
    expect(page.get_by_role("region", name="Senet")).to_contain_text("one of ten laid")
    assert laid(other, "senet") == ["swap"]


def test_the_short_game_sets_the_capstone_when_it_is_over(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=NARROW)
    page = someone.go("/learn/senet/game")
    expect(someone.dock).to_contain_text("Win or lose, the capstone is set.")
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    someone.dock.get_by_role("button", name="Play it now").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(someone.dock.get_by_role("button", name="What matters?")).to_be_visible()  # the tutor looks on
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).last.click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert laid(someone, "senet") == ["game"]
    someone.go("/learn/senet")
    expect(page.get_by_role("link", name=re.compile("The capstone"))).to_contain_text("set")


@pytest.mark.parametrize(
    ("game", "title", "first"),
    [
        ("gate", "A race of three rounds", "Your roll. It begins round 7 of 9."),
        ("pyramydal", "The end of a game", "Take a pyramid ahead of your token."),
    ],
)
def test_a_long_game_is_played_from_late_on(
    visitor: Callable[..., Visitor], game: str, title: str, first: str
) -> None:
    someone = visitor()
    page = someone.go(f"/learn/{game}/game")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    someone.dock.get_by_role("button", name="Play it now").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("banner")).to_contain_text("from a position")
    expect(someone.dock).to_contain_text(first)


def test_where_there_is_no_step_the_page_says_so(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=NARROW)
    someone.forgive("status of 404")
    for path, sentence in (
        ("/learn/chess", "There is no game of that name."),
        ("/learn/senet/flying", "This lesson has no such step."),
    ):
        answer = someone.page.goto(path)
        assert answer
        assert answer.status == 404
        expect(someone.page.get_by_role("heading", name=sentence, level=1)).to_be_visible()


def test_a_case_of_the_rulebook_is_tried_at_the_board(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/rules/senet")
    case = page.get_by_role("button", name=re.compile("^Try it"))
    expect(case.first).to_be_visible()
    case.first.click()
    tried = page.locator("[data-case]")
    expect(case.first).to_have_attribute("aria-expanded", "true")
    dock = tried.get_by_role("region", name="What now")
    assert someone.violations() == []

    # What the rules refuse is told with its clause; a legal move is played, and can be taken back.
    piece = tried.locator(".cells .grab").first
    start = int(piece.get_attribute("data-square") or 0)
    piece.click()
    tried.locator("[data-square='30']").click()
    expect(dock.get_by_role("button", name=re.compile("^Rule "))).to_be_visible()
    tried.locator(".cells .may").first.click()
    expect(tried.locator(f"[data-piece='{start}']")).to_have_count(0)
    dock.get_by_role("button", name="Reset").click()
    expect(tried.locator(f"[data-piece='{start}']")).to_have_count(1)
    expect(dock.get_by_role("button", name="Reset")).to_have_count(0)
