"""What a player chooses for this device, at the table and on the page about oneself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.host import Host
from tests.web.test_shift import table
from tests.web.visitor import NARROW, WIDE, Visitor

KEPT = "JSON.parse(localStorage.getItem('benben.settings'))"
MOVES = "getComputedStyle(document.documentElement).getPropertyValue('--move').trim()"


def choose(page: Page) -> None:
    volume = page.get_by_role("slider", name="Volume")
    volume.focus()
    for _ in range(6):
        volume.press("ArrowLeft")
    page.get_by_role("switch", name="Less motion").check()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_volume_and_motion_are_chosen_at_the_table_and_kept(
    visitor: Callable[..., Visitor], host: Host, size: tuple[int, int]
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=size, calm=False)
    page = someone.sit_at(table(host, guest, "senet", begin=False))
    assert page.evaluate(MOVES) not in ("0s", "0ms")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("group", name="Bots play")).to_be_attached()  # how fast they are
    choose(page)
    page.get_by_role("link", name="Home").last.scroll_into_view_if_needed()
    assert someone.violations() == []
    assert page.evaluate(f"[{KEPT}.volume, {KEPT}.still]") == [40, True]
    assert page.evaluate(MOVES) in ("0s", "0ms")
    page.reload()
    expect(someone.dock).to_be_visible()
    assert page.evaluate(MOVES) in ("0s", "0ms")


def test_volume_and_motion_are_chosen_on_the_page_about_oneself(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor(guest=host.guest("Iset"))
    page = someone.go("/you")
    choose(page)
    assert page.evaluate(f"[{KEPT}.volume, {KEPT}.still]") == [40, True]
    assert someone.violations() == []


def test_on_a_slow_line_the_outline_of_a_table_is_there_within_two_seconds(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    """Slow 3G: 400 kilobits and 400 ms for every answer. The outline stands in the page itself."""
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=NARROW)
    page, code = someone.page, table(host, guest, "senet", begin=False)
    session = someone.context.new_cdp_session(page)
    session.send("Network.enable")
    slow = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    session.send("Network.emulateNetworkConditions", slow)
    page.goto(f"/t/{code}", wait_until="commit")
    expect(page.locator(".bone-board")).to_be_visible()
    painted = page.evaluate(
        """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
        .observe({ type: 'paint', buffered: true }))"""
    )
    assert painted < 2000
    expect(page.locator(".a-board svg").first).to_be_visible()
    expect(page.locator(".bone-board")).to_have_count(0)
