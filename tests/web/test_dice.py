"""The dice at the start: each browser commits to its part and opens it by itself."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.visitor import Visitor

CUT = r"WebSocket|ERR_CONNECTION|Failed to fetch|Failed to load"


def make_table(someone: Visitor) -> str:
    """Make a table for a friend and sit down there. Returns its path."""
    page = someone.go("/play/senet?with=friend")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    return re.sub(r"^https?://[^/]+", "", page.url)


def check_dice(someone: Visitor) -> None:
    """Open the check of the dice after the end: every finding is good."""
    someone.page.get_by_role("button", name="Check the dice").click()
    sheet = someone.page.get_by_role("dialog", name="The dice")
    sheet.get_by_role("button", name="Check the dice").click()
    expect(sheet.get_by_text("opens the promise from the start")).to_be_visible()
    expect(sheet.get_by_text("All seeds are those that were fixed before yours was opened.")).to_be_visible()
    expect(sheet.get_by_text(re.compile("^Sound: .* draws? follows? from the seeds.$"))).to_be_visible()


def test_a_table_waits_for_the_part_of_an_absent_player_through_a_killed_server(
    visitor: Callable[..., Visitor], own_host: Host
) -> None:
    nefer = visitor(host=own_host, guest=own_host.guest("Nefer"))
    ben = visitor(host=own_host, guest=own_host.guest("Ben"))
    path = make_table(nefer)
    nefer.go("/")
    page = ben.go(path)
    page.get_by_role("button", name="Sit down as Ben").click()
    heading = page.get_by_role("heading", name="Waiting for Nefer: the dice need their part")
    expect(heading).to_be_visible()
    for look in ben.looks():
        assert ben.violations() == [], look
        assert not ben.overflows(), look
        if folder := os.environ.get("BENBEN_PICTURES"):
            page.screenshot(path=Path(folder) / f"waiting {look}.png", full_page=True)

    ben.forgive(CUT)
    nefer.forgive(CUT)
    own_host.restart()  # between commitment and opening
    nefer.go(path)
    for each in (nefer, ben):
        expect(each.dock).to_be_visible()
    (nefer if nefer.main_button.count() else ben).throw()


def test_two_who_are_there_begin_at_once_play_again_and_check_the_dice(
    visitor: Callable[..., Visitor], own_host: Host
) -> None:
    nefer = visitor(host=own_host, guest=own_host.guest("Nefer"))
    ben = visitor(host=own_host, guest=own_host.guest("Ben"))
    path = make_table(nefer)
    ben.go(path).get_by_role("button", name="Sit down as Ben").click()
    for each in (nefer, ben):
        expect(each.dock).to_be_visible()
    (nefer if nefer.main_button.count() else ben).throw()
    ben.page.get_by_role("button", name="Resign").first.click()
    ben.page.get_by_role("dialog").get_by_role("button", name=re.compile("Resign")).click()
    check_dice(nefer)
    nefer.page.keyboard.press("Escape")
    nefer.main_button.click()
    ben.page.get_by_role("button", name="Go to the rematch").click()
    for each in (nefer, ben):
        expect(each.page).not_to_have_url(re.compile(re.escape(path)))
        expect(each.dock.get_by_text(re.compile("throw", re.IGNORECASE)).first).to_be_visible()


def test_against_bots_alone_no_waiting_room_is_seen(visitor: Callable[..., Visitor], own_host: Host) -> None:
    someone = visitor(host=own_host)
    page = someone.go("/")
    page.evaluate(
        """() => {
          window.headings = []
          new MutationObserver(() => {
            for (const each of document.querySelectorAll('h1')) window.headings.push(each.textContent)
          }).observe(document.body, { childList: true, subtree: true })
        }"""
    )
    page.get_by_role("link", name=re.compile("Senet")).first.click()
    page.get_by_role("button", name=re.compile("Play|Begin|Start")).first.click()
    expect(someone.dock).to_be_visible()
    seen = page.evaluate("window.headings")
    assert not [one for one in seen if "seated" in one or "Waiting" in one], seen
