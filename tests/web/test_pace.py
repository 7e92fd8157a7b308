"""How fast bots play, in a real browser: as the player has chosen, and as this device remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor

PACE = 600_000  # ms that a bot pauses where nobody wishes otherwise: longer than any test waits


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path, pace=PACE, warm=False) as host:
        yield host


def table(host: Host, guest: Guest) -> str:
    """Pyramydal with two bots, who move after each move of the guest."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "apprentice"}] * 2]
    wish = {"game": "pyramydal", "seats": seats, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    return code


def choose(someone: Visitor, pace: str) -> None:
    page = someone.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Bots play").get_by_role("radio", name=pace).check()
    assert someone.violations() == []
    page.keyboard.press("Escape")


def take(someone: Visitor) -> None:
    """Take the next pyramid and build nothing."""
    page = someone.page
    ahead = page.locator(".cells .may")
    expect(ahead.first).to_be_visible()
    cell = ahead.first.get_attribute("data-cell")
    ahead.first.click()
    someone.main_button.filter(has_text="Take").click()
    expect(page.locator(f"[data-token='0'][data-at='{cell}']")).to_be_visible()
    if page.locator(".could .card").count():
        page.keyboard.press("e")


def test_bots_play_as_fast_as_the_player_wishes(visitor: Callable[..., Visitor], paced: Host) -> None:
    guest = paced.guest("Iset")
    someone = visitor(guest=guest, size=NARROW, host=paced)
    page = someone.sit_at(table(paced, guest))
    turn = page.locator(".cells .may").first
    choose(someone, "At once")
    take(someone)
    expect(turn).to_be_visible()  # both bots have moved, and did not pause
    page.reload()  # the device remembers
    expect(someone.dock).to_be_visible()
    take(someone)
    expect(turn).to_be_visible()
    page.goto("/you")
    chosen = page.get_by_role("group", name="Bots play")
    expect(chosen.get_by_role("radio", name="At once")).to_be_checked()
    chosen.get_by_role("radio", name="Slow").check()
    page.go_back()
    expect(someone.dock).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("group", name="Bots play").get_by_role("radio", name="Slow")).to_be_checked()
