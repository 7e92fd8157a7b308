"""The meter in a real browser: switched on by keyboard, remembered, quiet, and not offered beside a clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Locator, Page, expect

from tests.web.host import Host
from tests.web.test_tutor import table
from tests.web.visitor import NARROW, Visitor


def switch_on(page: Page) -> None:
    """Switch the meter on in the table's menu, by keyboard."""
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    switch = page.get_by_role("switch", name=re.compile("How it stands"))
    for _ in range(10):
        page.keyboard.press("Tab")
        if switch.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    page.keyboard.press("Escape")


def meter_of(page: Page) -> Locator:
    return page.get_by_role("region", name="What now").get_by_role("group", name="How it stands")


def test_against_a_bot_a_line_under_the_dock_tells_the_chances(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=NARROW)
    page = someone.page
    code = table(host, guest, "senet", 1, {"pieces": 5})
    someone.sit_at(code)
    expect(meter_of(page)).to_have_count(0)
    switch_on(page)
    meter = meter_of(page)
    expect(meter).to_contain_text(re.compile(r"You\s+\d+.%"))
    expect(meter).to_contain_text(re.compile(r"Apprentice\s+\d+.%\s+about\s+±\d+.%"))
    figures = [int(one) for one in re.findall(r"(\d+).%", meter.inner_text())]
    assert sum(figures[:2]) == 100
    assert "%" not in someone.said.inner_text()
    assert someone.violations() == []
    board = page.locator(".a-board").bounding_box()
    dock = page.locator(".a-dock").bounding_box()
    assert board is not None
    assert dock is not None
    assert board["y"] + board["height"] <= dock["y"] + 1, "the dock covers the board"
    for look in someone.looks():
        assert not someone.overflows(), look
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.keyboard.press("t")
    expect(meter).to_contain_text(re.compile(r"You\s+\d+.%"))
    page.reload()  # the device remembers it
    expect(meter_of(page)).to_contain_text(re.compile(r"You\s+\d+.%"))
    found = host.call("GET", f"/api/tables/{code}", guest)
    assert found["seats"][0]["helped"], "the match counts as helped"


def test_with_hidden_cards_it_tells_what_the_player_may_know_for_each_seat(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=NARROW)
    page = someone.page
    someone.sit_at(table(host, guest, "horus", 2, {}))
    switch_on(page)
    meter = meter_of(page)
    expect(meter).to_contain_text(re.compile(r"You\s+\d+.%"))
    figures = [int(one) for one in re.findall(r"(\d+).%", meter.inner_text())]
    assert sum(figures[:3]) == 100
    assert "%" not in someone.said.inner_text()
    assert someone.violations() == []
    for look in someone.looks():
        assert not someone.overflows(), look


def test_beside_a_clock_it_is_not_offered(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=NARROW)
    page = someone.page
    seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
    wish = {"game": "senet", "seats": seats, "clock": {"kind": "bank", "seconds": 600}}
    code = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="0" * 32)
    someone.sit_at(code)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Tutor")).to_be_visible()
    expect(page.get_by_role("switch", name=re.compile("How it stands"))).to_have_count(0)


def test_a_puzzle_of_the_day_is_not_helped_by_a_switch_that_was_left_on(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=NARROW)
    page = someone.page
    day = datetime.now(UTC).date().isoformat()
    found = host.call("GET", f"/api/games/solitaire/daily/{day}", guest)
    someone.sit_at(table(host, guest, "solitaire", 0, {}))
    switch_on(page)
    expect(meter_of(page)).to_contain_text("At best")
    code = table(host, guest, "solitaire", 0, found[0]["options"])
    someone.sit_at(code)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("switch", name="Tutor")).to_be_visible()
    expect(page.get_by_role("switch", name=re.compile("How it stands"))).to_have_count(0)
    expect(meter_of(page)).to_have_count(0)
    assert host.call("GET", f"/api/tables/{code}", guest)["seats"][0]["helped"] == []
