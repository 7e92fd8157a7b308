"""A player leaves a match of three, in a real browser: that player is out, and the others play on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.host import Host
from tests.web.test_pyramydal import ahead, table, wait_for_turn
from tests.web.visitor import NARROW, Visitor


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


def resign(someone: Visitor) -> None:
    """Resign by the menu, as a player does."""
    someone.page.get_by_role("button", name="Menu").click()
    menu = someone.page.get_by_role("group", name="Menu")
    menu.get_by_role("button", name=re.compile("^(End the match|Resign)$")).click()
    someone.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def take_first(someone: Visitor) -> None:
    assert wait_for_turn(someone) == "take"
    before = someone.moves.count()
    ahead(someone).first.focus()
    someone.page.keyboard.press("Enter")
    someone.main_button.filter(has_text="Take").click()
    expect(someone.moves).not_to_have_count(before)


def test_two_play_on_when_the_third_resigns_and_nobody_is_to_move_after_the_end(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guests = [host.guest(name) for name in ("Anat", "Beki", "Chet")]
    code = table(host, *guests, bots=0)
    anat, beki, chet = (visitor(guest=guest) for guest in guests)
    for each in (anat, beki, chet):
        each.sit_at(code)
    take_first(anat)
    expect(seat(anat.page, "Beki")).to_have_class(re.compile("turn"))
    anat.page.get_by_role("button", name="Menu").click()
    anat.page.get_by_role("button", name="End the match").last.click()
    expect(anat.page.get_by_role("dialog")).to_contain_text("you are out, and the others play on")
    anat.page.get_by_role("button", name="Play on").click()

    resign(beki)
    for each in (anat, beki, chet):
        expect(seat(each.page, "Beki")).to_contain_text("Out of the match")
        expect(seat(each.page, "Beki")).not_to_have_class(re.compile("turn"))
        expect(seat(each.page, "Chet")).to_have_class(re.compile("turn"))
        expect(each.page.locator("[data-token='1']")).to_have_count(0)
    beki.page.mouse.move(0, 0)  # from what it points at
    expect(beki.dock).to_contain_text("You are out; the others play on")
    beki.page.get_by_role("button", name="Menu").click()
    expect(beki.page.get_by_role("button", name=re.compile("End the match|Resign"))).to_have_count(0)
    beki.page.keyboard.press("Escape")
    assert beki.violations() == []

    take_first(chet)
    take_first(anat)
    resign(anat)
    for each in (anat, beki, chet):
        expect(each.dock).to_contain_text("Anat resigned.")
        expect(each.page.locator(".seat.turn, .due, .plate.turn")).to_have_count(0)


def test_a_player_whose_time_runs_out_is_out_and_the_others_play_on(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guests = [host.guest(name) for name in ("Dedi", "Esi", "Faro")]
    wish = {"game": "pyramydal", "seating": "choice", "clock": {"kind": "move", "seconds": 10}}
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    code = str(host.call("POST", "/api/tables", guests[0], seats=seats, **wish)["code"])
    for n, guest in enumerate(guests):
        host.call("POST", f"/api/tables/{code}/sit", guest, seed=f"{n:032x}")
    dedi, esi = visitor(guest=guests[0], size=NARROW), visitor(guest=guests[1])
    for each in (dedi, esi):
        each.sit_at(code)
    expect(seat(dedi.page, "Dedi")).to_contain_text("Out of the match")
    take_first(esi)
    rows = dedi.moves.all_inner_texts()
    assert [("time" in row) for row in rows[-2:]] == [True, False], rows


def test_the_gate_offers_resign_only_when_a_player_may(visitor: Callable[..., Visitor], host: Host) -> None:
    guests = [host.guest(name) for name in ("Gupi", "Hemi")]
    code = host.table(*guests, game="gate", seating="choice")
    gupi, hemi = (visitor(guest=guest) for guest in guests)
    for each in (gupi, hemi):
        each.sit_at(code)
        each.page.wait_for_function("document.querySelector('[aria-label=Seats]')")
    for each in (gupi, hemi):  # one of them places, the other waits: both may
        each.page.get_by_role("button", name="Menu").click()
        expect(each.page.get_by_role("button", name=re.compile("End the match|Resign")).last).to_be_visible()
        each.page.keyboard.press("Escape")
    resign(hemi)
    for each in (gupi, hemi):
        expect(each.dock).to_contain_text(re.compile("resigned"))
        expect(each.page.get_by_role("button", name=re.compile("^(End the match|Resign)$"))).to_have_count(0)
