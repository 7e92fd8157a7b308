"""Whole games in a real browser: by keyboard against a bot, and between two browsers with a killed server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.host import Host
from tests.web.visitor import NARROW, WIDE, Visitor

END = re.compile("(wins?|drawn)")


def tab_to(page: Page, wanted: Locator) -> None:
    """Move the focus there by the tab key alone."""
    expect(wanted).to_be_visible()
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the tab key does not lead there")


def movable(someone: Visitor) -> Locator:
    return someone.page.locator("[data-square][aria-label*=', may ']")


# The log and the board, read in one script; nothing that the player's own selection changes.
LOOK = """() => {
  const squares = [...document.querySelectorAll('[data-square]')].map((one) => [
    one.dataset.square,
    one.getAttribute('aria-label').split(',').slice(0, 2),
  ])
  const log = [...document.querySelectorAll('[aria-label="Moves"] button')].map((one) => one.textContent)
  const buttons = [...document.querySelectorAll('button')].filter((one) => one.checkVisibility())
  return {
    standing: JSON.stringify([log, squares]),
    ended: buttons.some((one) => one.textContent.trim() === 'Rematch'),
    throws: buttons.some((one) => one.matches('.main') && one.textContent.includes('Throw')),
    moves: document.querySelector("[data-square][aria-label*=', may ']") !== null,
  }
}"""


def look(someone: Visitor) -> dict[str, Any]:
    seen: dict[str, Any] = someone.page.evaluate(LOOK)
    return seen


# Whether something happened since then: the position or the log changed, or a player who had to wait may move
# now. The button to throw is shown a moment after the move that leads to it.
HAPPENED = f"""before => {{
  const now = ({LOOK})()
  const free = !before.throws && !before.moves && (now.throws || now.moves)
  return now.ended || now.standing !== before.standing || free
}}"""


def wait_for_more(someone: Visitor, before: dict[str, Any]) -> dict[str, Any]:
    """Wait until something has happened, or the match is over."""
    happened = "before => { const now = (" + LOOK + ")(); return now.ended || now.standing !== before }"
    someone.page.wait_for_function(happened, arg=before["standing"], polling=25)
    return look(someone)


def wait(someone: Visitor, come: Callable[[], bool]) -> None:
    for _ in range(400):
        if come():
            return
        someone.page.wait_for_timeout(25)
    focus = someone.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"nothing happened: {someone.dock.inner_text()} {focus}")


def squares(someone: Visitor) -> list[str]:
    """What stands on every square, as a screen reader is told, less what only one side may do."""
    names = someone.page.locator("[data-square]").evaluate_all(
        "all => all.map(one => [one.dataset.square, one.getAttribute('aria-label')])"
    )
    return [
        ",".join(name.split(",")[:2])
        for square, name in sorted((int(square), name) for square, name in names)
        if square <= 30
    ]


def verified(record: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "benben", "verify", str(record)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60)


def download(someone: Visitor, folder: Path) -> Path:
    with someone.page.expect_download() as caught:
        someone.page.get_by_role("link", name="Record", exact=True).click()
    path = folder / caught.value.suggested_filename
    caught.value.save_as(path)
    return path


@pytest.mark.parametrize(("size", "theme"), [(WIDE, "light"), (NARROW, "dark")])
def test_a_whole_game_against_a_bot_by_keyboard_alone(
    visitor: Callable[..., Visitor], tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    someone = visitor(size=size, theme=theme)
    page = someone.go("/")
    tab_to(page, page.get_by_role("list", name="Games").get_by_role("link", name="Senet", exact=True))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Apprentice, a bot"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Apprentice")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Scribe, a bot")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="three pieces"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="The short game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(someone.dock).to_be_visible()

    grid = page.get_by_role("grid")
    tab_to(page, grid.locator("[tabindex='0']"))
    seen = look(someone)
    for _ in range(600):
        if seen["ended"]:
            break
        if seen["throws"]:
            page.keyboard.press("t")
        elif seen["moves"]:
            for key in ("n", "Enter", "y"):
                page.keyboard.press(key)
        seen = wait_for_more(someone, seen)
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    expect(someone.dock).to_contain_text(END)
    expect(someone.said).to_contain_text(END)
    assert someone.violations() == []
    assert not someone.overflows()

    record = download(someone, tmp_path)
    good = verified(record)
    assert good.returncode == 0, good.stdout + good.stderr
    content = bytearray(record.read_bytes())
    content[len(content) // 2] ^= 1
    record.write_bytes(content)
    assert verified(record).returncode == 1


def move(someone: Visitor) -> bool:
    """Throw, or play the last move offered, by mouse; False if there is nothing to do here."""
    before = look(someone)
    if before["throws"]:
        someone.main_button.click()
    elif before["moves"]:
        movable(someone).last.click()
        someone.main_button.filter(has_text="Play").click()
    else:
        return False
    wait_for_more(someone, before)
    return True


def wait_in_step(one: Visitor, other: Visitor) -> None:
    """Wait until both see the same number of moves and the same board."""
    wait(one, lambda: (one.moves.count(), squares(one)) == (other.moves.count(), squares(other)))


def turns(*people: Visitor) -> Iterator[Visitor]:
    """The players who can act, one after the other."""
    for _ in range(200):
        yield from people
        people[0].page.wait_for_timeout(25)


def test_two_browsers_play_by_link_through_a_killed_server(
    visitor: Callable[..., Visitor], own_host: Host, tmp_path: Path
) -> None:
    iset = visitor(host=own_host)
    page = iset.go("/play/senet?with=friend")
    expect(page.get_by_role("button", name="three pieces")).to_be_visible()  # the short game, unless changed
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_text("Waiting for a friend")).to_be_visible()
    link = page.url

    nebet = visitor(host=own_host, size=NARROW, theme="dark")
    nebet.go(link)
    nebet.page.get_by_role("button", name="Sit down").click()
    for each in (iset, nebet):
        expect(each.dock).to_be_visible()
        each.forgive("ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource|ERR_EMPTY_RESPONSE")

    for reload in (False, True):
        for _ in range(5):
            acted = next(someone for someone in turns(iset, nebet) if move(someone))
            wait_in_step(acted, nebet if acted is iset else iset)
        before = squares(iset)
        own_host.kill()
        for each in (iset, nebet):
            expect(each.dock).to_contain_text("Connection lost.")
        own_host.start()
        for each in (iset, nebet):
            expect(each.dock).not_to_contain_text("Connection lost.")
        if reload:
            iset.page.reload()
            expect(iset.dock).to_be_visible()
        assert squares(iset) == squares(nebet) == before

    next(someone for someone in turns(iset, nebet) if move(someone))
    iset.page.get_by_role("button", name="Resign").click()
    iset.page.get_by_role("button", name=re.compile("^Resign|^Yes")).last.click()
    for each in (iset, nebet):
        expect(each.dock).to_contain_text(END)

    good = verified(download(iset, tmp_path))
    assert good.returncode == 0, good.stdout + good.stderr

    iset.page.get_by_role("button", name="Rematch").click()
    nebet.page.get_by_role("button", name="Rematch").click()
    for each in (iset, nebet):
        expect(each.page).not_to_have_url(link)
        expect(each.dock).to_be_visible()
