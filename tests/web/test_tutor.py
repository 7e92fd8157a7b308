"""The tutor in a real browser: what matters when asked, and a warning after a blunder."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from benben import bots, games
from benben.games.senet.rules import State, Throw
from tests.web.host import Guest, Host
from tests.web.solver import Solver
from tests.web.visitor import NARROW, WIDE, Visitor

WRONG = "Take that back?"


def table(host: Host, guest: Guest, game: str, bots: int, options: dict[str, Any]) -> str:
    """Make a table of one person and this number of apprentices. Returns its code."""
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "apprentice"} for _ in range(bots))]
    wish = {"game": game, "seats": seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed=secrets.token_hex(16))
    return code


def turn_on(page: Page) -> None:
    """Switch the tutor on in the table's menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Tutor").check()
    page.keyboard.press("Escape")


def put_wrong(solver: Solver, page: Page) -> None:
    """Put the first tile where it fits and does not belong."""
    page.keyboard.press("1")
    ghost = page.locator("[data-ghost]")
    right = {solver.text(cells) for cells in solver.solution().values()}
    for key in ("ArrowUp", "ArrowRight", "r", "ArrowDown", "ArrowLeft", "r") * 12:
        there = (ghost.get_attribute("data-ghost") or "")[4:]
        if "fits" in (ghost.get_attribute("class") or "") and there not in right:
            break
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("[data-lies]")).to_have_count(1)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_wrong_tile_is_warned_of_with_its_reason_and_taken_back_by_one_button(
    visitor: Callable[..., Visitor], host: Host, size: tuple[int, int]
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=size)
    solver, page = Solver(someone.page), someone.page
    someone.sit_at(host.table(guest, game="gate", options={"mode": "practice", "puzzle": "12 eye"}))
    solver.wait_for("solve")
    expect(someone.dock.get_by_role("button", name="What matters?")).to_have_count(0)
    turn_on(page)
    someone.dock.get_by_role("button", name="What matters?").click()
    expect(someone.dock).to_contain_text(re.compile(r"tile"))
    expect(someone.said).to_contain_text(re.compile(r"Begin with the tile|fits in a single way"))
    put_wrong(solver, page)
    expect(someone.dock).to_contain_text(WRONG)
    expect(someone.dock).to_contain_text(re.compile(r"the board cannot be covered\. Of \d+ places"))
    expect(someone.said).to_contain_text("You can take it back.")
    assert someone.violations() == []
    for look in someone.looks():
        assert not someone.overflows(), look
    page.set_viewport_size({"width": size[0], "height": size[1]})
    someone.dock.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-lies]")).to_have_count(0)
    expect(someone.dock).not_to_contain_text(WRONG)
    put_wrong(solver, page)
    someone.dock.get_by_role("button", name="Play on").click()
    expect(someone.dock).not_to_contain_text(WRONG)
    expect(page.locator("[data-lies]")).to_have_count(1)


def worst_square(picture: dict[str, Any]) -> int:
    """Where the piece of the cones stands whose move gives most away; 0: only a remainder is left."""
    game = games.load("senet")
    cones, spools = (sum(1 << n for n, it in enumerate(picture["squares"], 1) if it == own) for own in "xo")
    if picture["steps"] != picture["throw"]:
        return 0
    s = game.rules.settle(State(cones, spools, 0, 0, 0, 0, 0, 5, 0, 0), Throw(picture["throw"]))
    bot, draw = bots.make(game, "expectimax 1"), random.Random(1).randrange
    assert isinstance(bot, bots.ComparingBot)
    moves = game.rules.actions(s, 0)
    return int(min(moves, key=lambda move: bot.compare(s, 0, move, draw).worth).start)


def test_the_address_turns_the_tutor_on_and_a_blunder_at_senet_comes_back_after_the_bots_answer(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    someone = visitor(guest=guest)
    heard = Solver(someone.page)
    page = someone.go(f"/t/{table(host, guest, 'senet', 1, {})}?tutor=1")
    throw = someone.dock.get_by_role("button", name="Throw", exact=True)
    matters = someone.dock.locator("button[aria-label='What matters?']:not([aria-disabled='true'])")
    warned = someone.dock.get_by_text(WRONG)
    for _ in range(80):
        expect(throw.or_(matters).or_(warned).first).to_be_visible()
        page.wait_for_timeout(300)  # a warning comes after the move
        if warned.count():
            break
        if throw.count():
            with suppress(TimeoutError):  # a warning that comes now takes the button's place
                throw.click(timeout=2_000)
            page.wait_for_timeout(200)
            continue
        worst = page.locator(f"[data-square='{worst_square(heard.picture)}'][aria-label*='may ']")
        able = page.locator("[data-square][aria-label*='may ']")
        if able.count():
            (worst if worst.count() else able.last).press("Enter")
        expect(someone.main_button).to_be_visible()
        someone.main_button.click()
    expect(warned).to_be_visible()
    expect(someone.dock).to_contain_text(re.compile(r"You win about \d+ % so, \d+ % (with|by)"))
    before = someone.moves.count()
    page.wait_for_timeout(1500)  # the bot may have answered
    someone.dock.get_by_role("button", name="Take back").click()
    expect(warned).to_have_count(0)
    expect(matters).to_be_visible()
    assert someone.moves.count() <= before + 1
    assert someone.violations() == []


def test_the_tutor_is_switched_on_before_a_game_against_a_bot(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/play/senet?with=bot")
    someone.open_phrase("bot").get_by_role("switch", name="Tutor").check()
    assert someone.violations() == []
    page.get_by_role("button", name="Play", exact=True).click()
    expect(someone.dock.get_by_role("button", name="What matters?")).to_be_visible()


def test_nobody_is_taught_at_a_table_with_other_people(visitor: Callable[..., Visitor], host: Host) -> None:
    iset, meryt = host.guest("Iset"), host.guest("Meryt")
    wish = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {}, "seating": "choice"}
    code = host.call("POST", "/api/tables", iset, **wish)["code"]
    for guest in (iset, meryt):
        host.call("POST", f"/api/tables/{code}/sit", guest, seed=secrets.token_hex(16))
    someone = visitor(guest=iset)
    someone.go(f"/t/{code}?tutor=1")
    expect(someone.dock.get_by_role("button", name="Throw", exact=True)).to_be_visible()
    expect(someone.dock.get_by_role("button", name="What matters?")).to_have_count(0)
