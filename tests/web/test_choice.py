"""Choosing, letting go and playing in a real browser: one way for all five games, by mouse, finger, key."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor


class Play(NamedTuple):
    """A game with something to choose on its first turn."""

    game: str
    seats: int
    options: dict[str, Any]
    piece: str  # selector of what can be chosen; the first is
    asks: bool = True  # a click of the mouse chooses; else it acts at once, and a finger chooses


PLAYS = [
    Play("senet", 2, {}, "[data-square][aria-label*=', may ']"),
    Play("gate", 1, {"mode": "practice", "puzzle": "12 eye"}, "[data-tile]"),
    Play("solitaire", 1, {}, "[data-square][aria-label*='may hop']"),
    Play("pyramydal", 3, {}, ".cells .may"),
    Play("horus", 3, {}, ".cells .goal", asks=False),
]
BEFORE = re.compile("^(Throw|Roll|Keep it)$")
BY_GAME = pytest.mark.parametrize("play", PLAYS, ids=[play.game for play in PLAYS])


def table(host: Host, guest: Guest, game: str, seats: int, options: dict[str, Any]) -> str:
    """A table with every seat for one person, so that nothing happens unless the test does it."""
    wish = {"game": game, "seats": [{"kind": "me"}] * seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    return code


def sat(someone: Visitor, host: Host, guest: Guest, play: Play) -> Locator:
    """Sit down at the table. Returns what can be chosen."""
    page = someone.sit_at(table(host, guest, play.game, play.seats, play.options))
    piece = page.locator(play.piece).first
    before = someone.dock.get_by_role(
        "button", name=BEFORE
    )  # what must be done before anything can be chosen
    for _ in range(8):
        expect(piece.or_(before).first).to_be_visible()
        if piece.count():
            return piece
        before.click(force=True)
        expect(before.or_(piece).first).to_be_visible()
        page.wait_for_timeout(100)
    raise AssertionError("nothing can be chosen")


def standing(someone: Visitor) -> list[str]:
    """The rows of the log, to see that nothing was played."""
    return someone.moves.all_inner_texts()


@BY_GAME
def test_a_second_click_on_what_is_chosen_lets_go_of_it(
    visitor: Callable[..., Visitor], host: Host, play: Play
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, **({} if play.asks else {"size": NARROW}))
    piece = sat(someone, host, guest, play)
    before = standing(someone)
    choose = piece.click if play.asks else piece.tap
    for _ in range(2):
        choose()
        expect(piece).to_have_attribute("aria-pressed", "true")
        choose()
        expect(piece).to_have_attribute("aria-pressed", "false")
    assert standing(someone) == before


@BY_GAME
def test_a_second_enter_on_what_is_chosen_lets_go_of_it(
    visitor: Callable[..., Visitor], host: Host, play: Play
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest)
    piece = sat(someone, host, guest, play)
    if not play.asks:  # a step can be asked about by wish
        someone.page.get_by_role("button", name="Menu").click()
        someone.page.get_by_role("switch", name="Confirm moves").check()
        someone.page.keyboard.press("Escape")
    before = standing(someone)
    for _ in range(2):
        piece.focus()
        someone.page.keyboard.press("Enter")
        expect(piece).to_have_attribute("aria-pressed", "true")
        piece.focus()
        someone.page.keyboard.press("Enter")
        expect(piece).to_have_attribute("aria-pressed", "false")
    assert standing(someone) == before
    someone.page.keyboard.press("?")
    sheet = someone.page.get_by_role("dialog", name="Help")
    expect(sheet).to_contain_text("again to let go of it")


@pytest.mark.parametrize("game", ["senet", "pyramydal"])
def test_y_says_yes_to_what_is_chosen(visitor: Callable[..., Visitor], host: Host, game: str) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest)
    piece = sat(someone, host, guest, next(play for play in PLAYS if play.game == game))
    before = standing(someone)
    piece.focus()
    someone.page.keyboard.press("Enter")
    offered = someone.main_button.inner_text()
    assert offered.startswith(("Play ", "Take "))
    assert standing(someone) == before
    someone.page.keyboard.press("y")
    expect(someone.dock).not_to_contain_text(offered)
    assert standing(someone) != before


def test_a_click_of_the_mouse_on_the_last_pyramid_asks_before_it_takes(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "apprentice"}] * 2]
    wish = {"game": "pyramydal", "seats": seats, "seating": "choice"}
    code = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    someone = visitor(guest=guest)
    page = someone.sit_at(code)
    last = page.locator("[data-cell='60']")
    expect(page.locator(".cells .may")).not_to_have_count(0)
    before = standing(someone)
    last.dblclick()  # asked about and let go: neither click takes it
    last.click()
    expect(someone.dock).to_contain_text("Take 60, a ")
    page.mouse.move(0, 0)
    expect(someone.dock).to_contain_text("Take 60, a ")
    expect(page.locator("[data-at='60']")).to_have_count(0)
    assert standing(someone) == before
    someone.main_button.click()
    expect(
        page.locator("[data-token='0'][data-at='60'], [data-token='0'][data-at='retired']")
    ).to_be_visible()
