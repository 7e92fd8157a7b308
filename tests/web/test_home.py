from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Response, expect

from benben.games import NAMES
from tests.web.host import Guest, Host
from tests.web.visitor import Visitor

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        *(f"/{page}/{game}" for page in ("play", "rules") for game in NAMES),
        "/keys",
        "/dice",
    ],
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(visitor: Callable[..., Visitor], path: str) -> None:
    someone = visitor()
    page = someone.go(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    someone.settle()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_five_games_are_shown_and_those_not_built_lead_nowhere(visitor: Callable[..., Visitor]) -> None:
    built = len(list(GAMES.glob("*/index.ts")))
    page = visitor().go("/")
    games = page.get_by_role("list", name="Games").get_by_role("listitem")
    expect(games).to_have_count(5)
    expect(games.get_by_text("coming")).to_have_count(5 - built)
    expect(games.get_by_role("button", name=re.compile("^Play (a bot|bots|alone): "))).to_have_count(built)
    expect(games.get_by_role("link", name=re.compile("^Learn "))).to_have_count(built)
    expect(games.get_by_role("heading").get_by_role("link")).to_have_count(built)
    games.get_by_role("link", name="Senet", exact=True).click()
    expect(page).to_have_url(re.compile("/play/senet"))
    expect(page.locator(".sent")).to_contain_text("You play Apprentice, a bot with three pieces a side")


def test_the_first_page_needs_less_than_150_kb_of_script(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    scripts: list[Response] = []
    someone.page.on(
        "response",
        lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None,
    )
    someone.go("/")
    someone.settle()
    small = [len(gzip.compress(answer.body(), 9)) for answer in scripts]
    assert scripts
    assert all(
        answer.headers.get("content-encoding") == "gzip" for answer in scripts if len(answer.body()) > 500
    )
    assert sum(small) < 150_000


def test_what_is_drawn_first_on_home_needs_less_than_60_kb_of_script(host: Host) -> None:
    page = httpx.get(host.url).text
    scripts = set(re.findall(r'"(/[\w./-]+\.js)"', page))
    assert len(scripts) > 1
    assert sum(len(gzip.compress(httpx.get(host.url + path).content, 9)) for path in scripts) < 60_000


def test_the_theme_goes_round_and_is_remembered(visitor: Callable[..., Visitor]) -> None:
    page = visitor(theme="light").go("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    day = page.evaluate(ground)
    page.get_by_role("button", name="Theme: follows your device").click()
    page.get_by_role("button", name="Theme: light").click()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    night = page.evaluate(ground)
    assert night != day
    page.reload()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert page.evaluate(ground) == night
    page.get_by_role("button", name="Theme: dark").click()
    assert page.evaluate(ground) == day


def test_a_guest_has_a_name_at_once_and_may_change_it(visitor: Callable[..., Visitor]) -> None:
    page = visitor().go("/")
    tag = page.get_by_role("button", name="Your name")
    before = tag.inner_text()
    assert before
    tag.click()
    page.get_by_label("Your name at the table").fill("Ta-miu")
    page.get_by_role("button", name="Save").click()
    expect(tag).to_have_text("Ta-miu")
    page.reload()
    expect(page.get_by_role("button", name="Your name")).to_have_text("Ta-miu")


def test_the_keyboard_goes_past_the_header(visitor: Callable[..., Visitor]) -> None:
    page = visitor().go("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Go to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play now")).to_be_focused()


def test_an_unknown_code_is_answered_with_a_sentence(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/")
    page.get_by_label("Have a table code?").fill("lotus-00-nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No table has this code.")).to_be_visible()
    assert someone.violations() == []


class Opened(NamedTuple):
    code: str
    maker: Visitor


def open_table(visitor: Callable[..., Visitor], host: Host, maker: Guest, game: str = "senet") -> Opened:
    """A table on the list, with its host in front of it."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    code = host.call("POST", "/api/tables", maker, game=game, seats=seats, public=True)["code"]
    host.call("POST", f"/api/tables/{code}/sit", maker, seed="1" * 32)
    waiting = visitor(guest=maker)
    expect(waiting.go(f"/t/{code}").get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    return Opened(code, waiting)


def test_the_table_of_a_host_who_leaves_goes_off_the_list_and_comes_back_with_the_host(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    code, maker = open_table(visitor, host, host.guest("Sitre"))
    someone = visitor()
    page = someone.go("/")
    row = page.get_by_role("list", name="Open tables").get_by_role("listitem").filter(has_text="Sitre")
    expect(row).to_be_visible()

    # The list is a few seconds old when the host leaves. The visitor is told before sitting down.
    maker.go("/rules/senet")
    page.wait_for_timeout(500)
    row.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile(code))
    away = page.get_by_text(
        re.compile(r"Sitre has been away since \d\d:\d\d. You can sit down and wait, or leave.")
    )
    expect(away).to_be_visible()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.wait_for_timeout(5000)
    someone.go("/")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    someone.settle()
    expect(row).to_have_count(0)

    maker.go(f"/t/{code}")
    expect(maker.page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    someone.go("/")
    expect(row).to_be_visible()
    someone.go(f"/t/{code}")
    expect(page.get_by_role("button", name=re.compile("Sit down as"))).to_be_visible()
    expect(away).to_have_count(0)


def test_an_open_table_is_listed_and_can_be_joined(visitor: Callable[..., Visitor], host: Host) -> None:
    maker = host.guest("Hatnofer")
    code = open_table(visitor, host, maker).code
    someone = visitor()
    page = someone.go("/")
    expect(page.get_by_role("list", name="Open tables").get_by_text("with Hatnofer")).to_be_visible()
    someone.settle()
    assert someone.violations() == []
    page.get_by_role("button", name="Sit down with Hatnofer").click()
    expect(page).to_have_url(re.compile(code))
    expect(someone.dock).to_be_visible()
    page.get_by_role("link", name="Benben, home").click()
    expect(page.get_by_role("link", name="Senet against Hatnofer")).to_be_visible()


def test_a_visitor_who_comes_too_late_for_a_seat_is_told_beside_the_list(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    one, two = host.guest("Satiah"), host.guest("Wah")
    code = open_table(visitor, host, one, game="gate").code
    someone = visitor()
    someone.forgive("409")
    page = someone.go("/")
    row = page.get_by_role("list", name="Open tables").get_by_role("listitem").filter(has_text="Satiah")
    expect(row).to_contain_text("60 s of sand")
    expect(row).not_to_contain_text("no clock")
    host.call("POST", f"/api/tables/{code}/sit", two, seed="2" * 32)
    row.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("region", name="Open tables").get_by_role("status")).to_be_in_viewport()
    expect(page.get_by_role("region", name="Open tables").get_by_role("status")).to_contain_text("seat")
    expect(row).to_have_count(0)
