"""Hints in a real browser: they point and say why, never play, and what came of them is marked."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from benben.games.gate.tutor import TILE_WORDS
from tests.web.host import Guest, Host
from tests.web.solver import Solver
from tests.web.visitor import NARROW, Visitor

WHY = {  # what a hint says: a reason, in the player's words
    "senet": r"(It [a-z]+|guard each other|are a block|stood alone|is safe)[^>~]*\.",
    "pyramydal": r"(completes a statue worth|is your second|adds \d|the virtual pyramid|statues lack)",
    "horus": r"(It leads to|Your load is|dice of \d|worth|once in the game)[^>~]*\.",
}


def table(host: Host, guest: Guest, game: str, bots: int, options: dict[str, Any]) -> str:
    """Make a table of one person and this number of apprentices. Returns its code."""
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "apprentice"} for _ in range(bots))]
    wish = {"game": game, "seats": seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed=secrets.token_hex(16))
    return code


def ask(someone: Visitor, sentence: str) -> None:
    """Press Hint; the answer is shown in the dock and announced."""
    someone.dock.get_by_role("button", name="Hint").click()
    expect(someone.dock).to_contain_text(re.compile(sentence))
    expect(someone.said).to_contain_text(re.compile(sentence))


@pytest.mark.parametrize("size", [(1280, 800), NARROW])
def test_a_hint_at_the_gate_marks_a_tile_and_its_place_and_puts_nothing(
    visitor: Callable[..., Visitor], host: Host, size: tuple[int, int]
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=size)
    solver, page = Solver(someone.page), someone.page
    someone.sit_at(host.table(guest, game="gate", options={"mode": "practice", "puzzle": "12 eye"}))
    solver.wait_for("solve")
    ask(someone, r"The [\w ]+ belongs in the marked cells: .*\.")
    expect(page.locator("[data-lies]")).to_have_count(0)
    tile = page.locator("li[data-hint]").get_attribute("data-hint") or ""
    cells = page.locator("g[data-hint]").get_attribute("data-hint") or ""
    assert sorted(re.findall("..", cells)) == sorted(re.findall("..", solver.text(solver.solution()[tile])))
    assert someone.violations() == []
    for look in someone.looks():
        assert not someone.overflows(), look
    solver.solve(solver.touch if size == NARROW else solver.drag)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("With hints.")
    assert page.evaluate("localStorage.getItem('benben.gate.times')") is None  # no best
    expect(page.get_by_role("list", name="Puzzles of this session")).to_contain_text("with a hint")
    page.reload()
    expect(result).to_contain_text("With hints.")


def test_a_tile_that_lies_wrong_is_pointed_at_and_stays_until_the_player_lifts_it(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest)
    solver, page = Solver(someone.page), someone.page
    someone.sit_at(host.table(guest, game="gate", options={"mode": "practice", "puzzle": "12 eye"}))
    solver.wait_for("solve")
    page.keyboard.press("1")
    ghost = page.locator("[data-ghost]")
    right = {solver.text(cells) for cells in solver.solution().values()}
    for key in ("ArrowUp", "ArrowRight", "r", "ArrowDown", "ArrowLeft", "r") * 12:
        there = (ghost.get_attribute("data-ghost") or "")[4:]
        fits = "fits" in (ghost.get_attribute("class") or "")
        if fits and there not in right:
            break
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("[data-lies]")).to_have_count(1)
    tile = page.locator("[data-lies]").get_attribute("data-lies") or ""
    ask(someone, f"The {TILE_WORDS[tile]} lies wrong: .* Lift it.")
    expect(page.locator("[data-lies]")).to_have_count(1)
    expect(page.locator("g[data-hint]")).to_be_attached()
    page.mouse.click(*solver.cell(next(iter(lying(solver, tile)))))
    expect(page.locator("[data-lies]")).to_have_count(0)


def lying(solver: Solver, tile: str) -> list[tuple[int, int]]:
    """The cells of a tile on the board, as the server told them."""
    text = next(each["cells"] for each in solver.own["tiles"] if each["name"] == tile)
    return [(ord(text[n]) - ord("a"), solver.rows - int(text[n + 1])) for n in range(0, len(text), 2)]


@pytest.mark.parametrize(
    ("game", "bots", "options"), [("senet", 1, {"pieces": 2}), ("pyramydal", 2, {}), ("horus", 1, {})]
)
def test_a_hint_against_bots_points_says_what_it_brings_and_leaves_the_move_to_the_player(
    visitor: Callable[..., Visitor], host: Host, game: str, bots: int, options: dict[str, Any]
) -> None:
    guest = host.guest("Meryt")
    someone = visitor(guest=guest)
    page = someone.sit_at(table(host, guest, game, bots, options))
    hint = someone.dock.locator("button[aria-label='Hint']:not([aria-disabled='true'])")
    throw = someone.dock.get_by_role("button", name=re.compile("^(Throw|Roll)"))
    for _ in range(60):  # until there is something to choose
        expect(hint.or_(throw).first).to_be_visible()
        if hint.count():
            break
        throw.first.click()
        page.wait_for_timeout(300)
    moves = page.get_by_role("list", name="Moves")
    before = moves.inner_text()
    ask(someone, WHY[game])
    expect(page.locator("[data-hint]").first).to_be_attached()
    page.wait_for_timeout(500)
    assert moves.inner_text() == before
    assert someone.violations() == []
    someone.main_button.click()  # the player's own click
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(moves).not_to_have_text(before)
    assert moves.inner_text() != before
    page.get_by_role("button", name="Resign").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("With hints.")
    page.reload()
    expect(result).to_contain_text("With hints.")


def test_a_result_of_solitaire_with_a_hint_is_marked_and_is_no_best(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    options = {"position": "M,S,-,M", "ranks": 1, "files": 4, "goal": "medium"}
    someone = visitor(guest=guest)
    page = someone.sit_at(host.table(guest, game="solitaire", options=options))
    someone.dock.get_by_role("button", name="Hint").click()
    expect(someone.dock).to_contain_text("Still perfect.")
    expect(someone.said).to_contain_text("A single medium can still be reached")
    someone.dock.get_by_role("button", name="Which hop?").click()
    expect(page.locator("[data-hint='a1']")).to_be_attached()
    expect(someone.said).to_contain_text("Hop from a1 over b1 to c1?")
    expect(someone.moves).to_have_count(0)
    someone.main_button.click()
    expect(someone.moves).to_have_count(1)
    someone.dock.get_by_role("button", name="Hint").click()
    someone.dock.get_by_role("button", name="Which hop?").click()
    someone.main_button.click()
    expect(page.get_by_role("region", name="Result", exact=True)).to_contain_text("With hints.")
    card = page.get_by_role("region", name="Your result")
    expect(card).to_contain_text("with hints")
    expect(card).to_contain_text("does not count as your best")
    card.get_by_role("button", name="Copy to share").click()
    assert page.evaluate("navigator.clipboard.readText()").endswith(", with hints")
    assert page.evaluate("localStorage.getItem('benben.solitaire.bests')") is None


def test_a_hint_to_a_question_marks_one_answer_and_keeps_the_other_on_offer(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    someone = visitor(guest=guest)
    page = someone.sit_at(table(host, guest, "horus", 1, {"adventurers": "chosen"}))
    page.get_by_role("group", name="What you can do").get_by_role(
        "button", name=re.compile("^Delroy")
    ).click()
    someone.main_button.click()
    expect(someone.dock).to_contain_text("Declare Stamina")
    ask(someone, WHY["horus"])
    expect(page.locator("[data-hint]")).to_have_count(1)
    expect(someone.main_button).to_have_attribute("data-hint", "true")
    answers = someone.dock.locator(".acts button:not([aria-label])").all_inner_texts()
    assert sorted(answers) == ["Keep it", "Stamina"]
    assert someone.violations() == []
    someone.main_button.click()
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(someone.dock).not_to_contain_text("Stamina")
