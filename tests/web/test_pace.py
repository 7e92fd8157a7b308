"""How fast bots play, in a real browser: as the player wishes, and as this device remembers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor

PACE = 2500  # ms that a bot pauses where nobody wishes otherwise


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


def waited(someone: Visitor) -> float:
    """Takes the next pyramid and builds nothing; answers the seconds until the bots have moved too."""
    page = someone.page
    ahead = page.locator(".cells .may")
    expect(ahead.first).to_be_visible()
    cell = ahead.first.get_attribute("data-cell")
    ahead.first.click()
    since = time.monotonic()
    someone.main_button.filter(has_text="Take").click()
    expect(page.locator(f"[data-token='0'][data-at='{cell}']")).to_be_visible()
    if page.locator(".could .card").count():
        page.keyboard.press("e")
    expect(ahead.first).to_be_visible(timeout=40_000)
    return time.monotonic() - since


def test_bots_play_as_fast_as_the_player_wishes(visitor: Callable[..., Visitor], paced: Host) -> None:
    guest = paced.guest("Iset")
    someone = visitor(guest=guest, size=NARROW, host=paced)
    page = someone.sit_at(table(paced, guest))
    usual = 2 * PACE / 1000
    assert waited(someone) > usual * 0.7
    choose(someone, "At once")
    assert waited(someone) < usual * 0.7
    page.reload()  # the device remembers
    expect(someone.dock).to_be_visible()
    assert waited(someone) < usual * 0.7
    choose(someone, "Slow")
    assert waited(someone) > usual * 1.5
    page.goto("/you")
    chosen = page.get_by_role("group", name="Bots play")
    expect(chosen.get_by_role("radio", name="Slow")).to_be_checked()
    chosen.get_by_role("radio", name="Fast").check()
    page.go_back()
    expect(someone.dock).to_be_visible()
    assert waited(someone) < usual * 0.7
