"""The review of a finished match in a real browser: opened, stepped through, shared, and played on from."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, WIDE, Visitor

RECORDS = Path(__file__).parents[1] / "records"
LAST_MOVE = {"position": "........../........../.......x.o x 3"}  # 28 bears off, and it is over
LAST_HOP = {"position": "S,S,-"}
TURNS = 6  # turning points of senet-1-three
LONG = 300_000  # ms until a review is there: its worker gives way to all others of a busy machine


@pytest.fixture(scope="module")
def codes(host: Host) -> dict[str, str]:
    """Tables of kept records, imported through the API."""
    found = {}
    for name in ("senet-1-three", "solitaire-2-hidden", "gate-1-race", "gate-1-box"):
        content = (RECORDS / f"{name}.txt").read_bytes()
        answer = httpx.post(f"{host.url}/api/records", content=content, timeout=60)
        assert answer.is_success, answer.text
        found[name] = answer.json()["code"]
    return found


def begun(host: Host, guest: Guest, game: str, seats: list[Any], **plan: Any) -> str:
    wish = {"game": game, "seats": seats, "seating": "choice", "options": {}, **plan}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    return code


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the match")


def judged(page: Page) -> Page:
    """The page of a review, once the review is there."""
    expect(slider(page)).not_to_have_attribute("aria-disabled", "true", timeout=LONG)
    expect(page.get_by_role("region", name="What happened")).not_to_contain_text("in a moment")
    return page


def happened(page: Page) -> Locator:
    return page.get_by_role("region", name="What happened").locator("p")


def cards(page: Page) -> Locator:
    return page.get_by_role("region", name="Turning points").get_by_role("button")


def test_the_end_sheet_offers_the_review_first_and_it_tells_me_my_sums(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest)
    bot = {"kind": "bot", "level": "apprentice"}
    page = someone.sit_at(begun(host, guest, "senet", [{"kind": "me"}, bot], **LAST_MOVE))
    page.locator("[data-square='28']").click()
    someone.main_button.click()
    result = page.get_by_role("region", name="Result", exact=True)
    first = result.locator(".acts > *").first
    expect(first).to_have_text("Review")
    first.click()
    judged(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("You win")
    expect(page.get_by_role("region", name="Result")).to_contain_text("your choices cost nothing.")
    expect(page.get_by_role("group", name="Told to")).to_have_count(0)
    expect(page.get_by_role("region", name="How it came out")).to_contain_text("You won")
    expect(page.get_by_text("No choice here changed much.")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(result).to_be_visible()


def test_by_keyboard_alone_on_a_narrow_screen(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=NARROW)
    page = someone.sit_at(begun(host, guest, "solitaire", [{"kind": "me"}], options=LAST_HOP))
    for square in ("a1", "c1"):
        page.locator(f"[data-square][aria-label^='{square}']").click()
    expect(page.get_by_role("region", name="Result", exact=True)).to_be_visible()
    review = page.get_by_role("link", name="Review", exact=True)
    for _ in range(30):
        if review.evaluate("link => link === document.activeElement"):
            break
        page.keyboard.press("Shift+Tab")
    expect(review).to_be_focused()
    page.keyboard.press("Enter")
    judged(page)
    expect(page.get_by_role("heading", name=re.compile("Pips left at best"))).to_be_visible()
    page.keyboard.press("Home")
    expect(happened(page)).to_contain_text("The start.")
    page.keyboard.press("ArrowRight")
    expect(happened(page)).to_contain_text("Hop 1.")
    assert not someone.overflows()


def test_stepping_goes_by_throws_and_by_turning_points_and_is_spoken(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    someone = visitor()
    page = judged(someone.go(f"/t/{codes['senet-1-three']}/review"))
    expect(cards(page)).to_have_count(TURNS)
    expect(cards(page).nth(0)).to_have_attribute("aria-current", "step")
    page.keyboard.press("Shift+ArrowRight")
    expect(cards(page).nth(1)).to_have_attribute("aria-current", "step")
    page.keyboard.press("Shift+ArrowRight")
    expect(cards(page).nth(2)).to_have_attribute("aria-current", "step")
    expect(happened(page)).to_contain_text("Better: ")
    expect(someone.said).to_contain_text(re.compile(r"Throw \d+\. .*Better: .*instead of \d+ percent\."))
    expect(page.locator(".board [data-hint]")).to_have_count(1)
    page.keyboard.press("b")
    expect(page.locator(".board [data-hint]")).to_have_count(0)
    at = int(slider(page).get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowLeft")
    expect(slider(page)).to_have_attribute("aria-valuenow", str(at - 1))
    page.keyboard.press("Home")
    expect(happened(page)).to_contain_text("The start.")
    page.keyboard.press("End")
    expect(slider(page)).to_have_attribute("aria-valuenow", slider(page).get_attribute("aria-valuemax") or "")
    box = slider(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    middle = int(slider(page).get_attribute("aria-valuenow") or 0)
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    expect(slider(page)).not_to_have_attribute("aria-valuenow", str(middle))
    page.mouse.up()
    cards(page).nth(5).click()
    expect(cards(page).nth(5)).to_have_attribute("aria-current", "step")


def test_it_is_told_to_the_seat_that_an_onlooker_chooses(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    page = judged(visitor().go(f"/t/{codes['senet-1-three']}/review"))
    expect(page.get_by_role("region", name="Result")).to_contain_text("The sticks gave Nefer +")
    page.get_by_role("button", name="Apprentice", exact=True).click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("The sticks cost Apprentice ")
    expect(page.get_by_role("region", name="How it came out for Apprentice")).to_contain_text("lost")


def test_a_shared_moment_opens_in_another_browser(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    page = judged(visitor().go(f"/t/{codes['senet-1-three']}/review"))
    cards(page).nth(3).click()
    page.keyboard.press("ArrowRight")
    words = happened(page).inner_text()
    page.get_by_role("button", name="Share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert "/review?at=" in link
    other = judged(visitor(size=NARROW).go(link))
    expect(happened(other)).to_have_text(words, use_inner_text=True)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_it_is_tried_from_here_at_a_private_table_against_a_bot(
    visitor: Callable[..., Visitor], host: Host, codes: dict[str, str], size: tuple[int, int]
) -> None:
    someone = visitor(size=size)
    page = judged(someone.go(f"/t/{codes['senet-1-three']}/review"))
    cards(page).nth(1).click()
    expect(page.get_by_role("button", name="Try it from here")).to_be_visible()
    page.keyboard.press("t")
    expect(page).to_have_url(re.compile(r"/t/[^/]+$"))
    expect(page.get_by_role("list", name="Seats")).to_contain_text("bot")
    table = host.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert (table["position"], table["public"], table["game"]) == (True, False, "senet")


def test_where_it_cannot_be_tried_the_servers_sentence_says_so(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    someone = visitor()
    page = judged(someone.go(f"/t/{codes['gate-1-box']}/review?at=4"))
    someone.forgive("409")
    page.get_by_role("button", name="Try it from here").click()
    expect(page.get_by_role("region", name="What happened").locator(".no")).to_contain_text(
        "A match cannot begin at a position whose pieces were made for that match."
    )


def test_a_running_match_has_no_review_yet(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Iset")
    code = host.table(guest, game="senet", bot="apprentice")
    someone = visitor(guest=guest)
    someone.forgive("409")
    page = someone.go(f"/t/{code}/review")
    expect(page.get_by_text("Review opens when the match is over.")).to_be_visible()
    expect(slider(page)).to_have_count(0)
    page.get_by_role("link", name="Back to the table").click()
    expect(someone.dock).to_be_visible()


def test_it_is_reached_from_the_replay_of_a_record(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    page = visitor().go(f"/t/{codes['senet-1-three']}?at=0")
    page.get_by_role("region", name="Replay").get_by_role("link", name="Review").click()
    judged(page)
    expect(happened(page)).to_contain_text("The start.")


def test_it_is_reached_from_the_history_of_a_player(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Iset")
    code = begun(host, guest, "solitaire", [{"kind": "me"}], options=LAST_HOP)
    someone = visitor(guest=guest)
    page = someone.sit_at(code)
    for square in ("a1", "c1"):
        page.locator(f"[data-square][aria-label^='{square}']").click()
    expect(page.get_by_role("region", name="Result", exact=True)).to_be_visible()
    someone.go("/you")
    page.get_by_role("link", name="Review: Egyptian Solitaire alone").click()
    expect(page).to_have_url(re.compile(f"/t/{code}/review"))
    judged(page)


@pytest.mark.parametrize("name", ["senet-1-three", "solitaire-2-hidden", "gate-1-race"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    visitor: Callable[..., Visitor], codes: dict[str, str], name: str
) -> None:
    someone = visitor()
    judged(someone.go(f"/t/{codes[name]}/review"))
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_the_boards_own_keys_do_not_take_those_of_the_review(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    someone = visitor()
    page = judged(someone.go(f"/t/{codes['gate-1-race']}/review"))
    cards(page).nth(0).click()
    at = int(slider(page).get_attribute("aria-valuenow") or 0)
    page.keyboard.press("b")
    expect(someone.said).to_contain_text("As it stood.")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_attribute("aria-valuenow", str(at + 1))
    page = judged(someone.go(f"/t/{codes['senet-1-three']}/review"))
    shown = slider(page).get_attribute("aria-valuenow") or ""
    page.locator("[data-square][tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")  # from square to square
    expect(slider(page)).to_have_attribute("aria-valuenow", shown)
