"""A visitor who knows the best answer to each puzzle of the day, and gives it by clicks or by keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from benben import games
from benben.core.contract import Puzzle
from tests.web.visitor import Visitor


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def puzzle(game: str, date: str) -> Puzzle:
    maker = games.load(game).puzzles
    assert maker
    return maker.puzzle(date)


def main_button(page: Page) -> None:
    page.locator(".puzzle-dock button.main").click()


def play_senet(page: Page, text: str) -> None:
    """Click the piece and the square that it goes to."""
    start, _, target = re.split("([-x])", text, maxsplit=1)
    page.locator(f"[data-square='{start}']").click()
    page.locator(f"[data-square='{31 if target == 'off' else target}']").click()


def play_pyramydal(page: Page, text: str) -> None:
    if text.isdigit():
        page.locator(f"[data-cell='{text}']").click()
        main_button(page)
    elif text == "end":
        page.locator(".puzzle-dock").get_by_role("button", name=re.compile("^(End|Done)")).click()
    else:
        page.locator(f".could .card:has([data-statue='{text.removeprefix('build ')}'])").click()


def play_horus(page: Page, text: str) -> None:
    verb, _, rest = text.partition(" ")
    if verb == "go":
        page.locator(f"[data-space='{rest}']").click()
    elif verb == "exit":
        page.locator("[data-space='door']").click()
    elif verb == "done":
        main_button(page)
        return
    else:
        page.locator(f"[data-deed='{text}']").click()
    confirm = page.locator(".puzzle-dock button.main")
    if confirm.count() and "Done" not in confirm.inner_text():
        confirm.click()


PLAYERS: dict[str, Callable[[Page, str], None]] = {
    "senet": play_senet,
    "pyramydal": play_pyramydal,
    "horus": play_horus,
}


def solve(someone: Visitor, game: str, date: str) -> None:
    """Do what the best answer needs, one action after the other."""
    expect(someone.dock).to_be_visible(timeout=120_000)  # the puzzles of a day are made when first asked for
    for text in puzzle(game, date).line:
        PLAYERS[game](someone.page, text)
        someone.page.wait_for_timeout(100)
    expect(someone.dock).to_contain_text("Found")
