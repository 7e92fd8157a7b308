"""Arriving: home and set-up in all five games, measured at the sizes of a small laptop and of a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from benben import games
from tests.web.host import Host
from tests.web.test_shift import MOST, WATCH
from tests.web.visitor import NARROW, Visitor

LAPTOP = (1280, 720)
SIZES = pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=["laptop", "phone"])
WEAKEST = "apprentice"
# What one press starts for a newcomer: how many bots, and the options that are not as by default.
FIRST: dict[str, tuple[int, dict[str, Any]]] = {
    "senet": (1, {"pieces": 3}),
    "gate": (2, {}),
    "solitaire": (0, {}),
    "pyramydal": (2, {}),
    "horus": (2, {}),  # against bots alone nobody has to hurry
}


def lower_edge(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["y"] + box["height"]


@SIZES
@pytest.mark.parametrize("game", games.NAMES)
def test_the_main_button_of_set_up_is_in_the_first_screen_whatever_is_open(
    visitor: Callable[..., Visitor], game: str, size: tuple[int, int]
) -> None:
    someone = visitor(size=size)
    page = someone.go(f"/play/{game}")
    phrases = page.locator(".sent button")
    expect(phrases.first).to_be_visible()
    someone.settle()
    ways = page.get_by_role("group", name="With whom").get_by_role("radio", disabled=False)
    assert ways.count() >= 3
    button = page.locator("main button[type=submit]")
    for way in range(ways.count()):
        ways.nth(way).check()
        expect(phrases.first).to_be_visible()
        assert lower_edge(button) <= size[1]
        for at in range(phrases.count()):
            phrases.nth(at).click()
            expect(page.locator(".opened")).to_be_visible()
            page.evaluate("scrollTo(0, 0)")
            assert lower_edge(button) <= size[1], phrases.nth(at).inner_text()
            assert not someone.overflows()


@pytest.mark.parametrize("game", games.NAMES)
def test_what_a_phrase_opens_can_be_read_by_everybody(visitor: Callable[..., Visitor], game: str) -> None:
    someone = visitor()
    page = someone.go(f"/play/{game}")
    phrases = page.locator(".sent button")
    expect(phrases.first).to_be_visible()
    for at in range(phrases.count()):
        phrases.nth(at).click()
        expect(page.locator(".opened")).to_be_visible()
        for look in someone.looks():
            assert someone.violations() == [], (look, at)


def test_all_five_games_are_in_the_first_screen_of_a_laptop(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=LAPTOP)
    page = someone.go("/")
    panels = page.get_by_role("list", name="Games").get_by_role("listitem")
    expect(panels).to_have_count(5)
    someone.settle()
    for at in range(5):
        assert lower_edge(panels.nth(at)) <= LAPTOP[1]
        assert lower_edge(panels.nth(at).get_by_role("link", name=re.compile("^Learn"))) <= LAPTOP[1]


def test_a_phone_has_the_main_links_at_its_foot_and_the_next_thing_to_do_where_there_is_one(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor(size=NARROW)
    page = someone.go("/")
    places = page.get_by_role("navigation", name="Main")
    expect(places.get_by_role("link")).to_have_text(["Play", "Learn", "Puzzles", "Rules"])
    expect(places.get_by_role("link", name="Play")).to_have_attribute("aria-current", "page")
    assert lower_edge(places) == NARROW[1]
    assert lower_edge(page.get_by_role("button", name="Play now")) < NARROW[1] / 2
    someone.go("/play/senet")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
    expect(places).to_have_count(0)


@pytest.mark.parametrize("game", games.NAMES)
def test_one_press_starts_the_short_game_against_the_weakest_bots(
    visitor: Callable[..., Visitor], host: Host, game: str
) -> None:
    someone = visitor()
    page = someone.go("/")
    title = games.load(game).title
    page.get_by_role("button", name=re.compile(f"^Play (a bot|bots|alone): {title}$")).click()
    expect(someone.dock).to_be_visible()
    table = host.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    bots, options = FIRST[game]
    plain = next(one for one in host.call("GET", "/api/games") if one["name"] == game)["options"][
        "properties"
    ]
    assert sorted(seat["level"] for seat in table["seats"] if seat["kind"] == "bot") == [WEAKEST] * bots
    assert len(table["seats"]) == bots + 1
    assert table["options"] == {**{name: one["default"] for name, one in plain.items()}, **options}


def test_play_now_says_what_it_starts_and_later_starts_the_last_choices(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor()
    page = someone.go("/")
    expect(page.get_by_text("Play now: short Senet against the Apprentice, ten minutes.")).to_be_visible()
    someone.go("/play/senet")
    someone.open_phrase("Apprentice, a bot").get_by_role("radio", name="Scribe").check()
    someone.open_phrase("three pieces").get_by_role("radio", name="Five pieces").check()
    expect(page.get_by_text("About 30 minutes.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(someone.dock).to_be_visible()
    someone.go("/")
    expect(page.get_by_text("Play now: Senet against the Scribe, 30 minutes.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(someone.dock).to_be_visible()
    table = host.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert table["options"]["pieces"] == 5
    assert [seat["level"] for seat in table["seats"] if seat["kind"] == "bot"] == ["scribe"]


def test_home_has_a_puzzle_of_the_day_for_every_game_and_says_how_a_row_of_days_begins(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/")
    today = page.get_by_role("region", name=re.compile("^Today.s puzzles$"))
    cards = today.get_by_role("list").last.get_by_role("link")
    expect(cards).to_have_count(len(games.NAMES), timeout=120_000)
    expect(today).to_contain_text("Lay one course and your row of days begins")
    expect(today.get_by_role("list", name="Today")).to_contain_text("none of five laid")
    day = page.evaluate("new Date().toISOString().slice(0, 10)")
    for at, game in enumerate(("senet", "gate", "solitaire", "pyramydal", "horus")):
        expect(cards.nth(at)).to_have_attribute("href", f"/d/{day}/{game}")
        expect(cards.nth(at).locator("svg.small > *").first).to_be_attached()  # the real position
        expect(cards.nth(at)).to_contain_text(re.compile("(very )?(easy|hard)|medium"))
    cards.first.click()
    expect(page).to_have_url(re.compile(f"/d/{day}/senet$"))


def test_a_host_plays_a_bot_while_nobody_has_come(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=NARROW)
    page = someone.go("/play/senet?with=friend")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    code = page.url
    page.get_by_role("button", name="Play a bot meanwhile").click()
    expect(someone.dock).to_be_visible()
    assert page.url != code
    someone.go("/")
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("Waiting for a friend")


def test_an_invited_friend_sees_who_asks_what_it_is_and_may_learn_first(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    nebet = host.guest("Nebet")
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish: dict[str, Any] = {"game": "senet", "seats": seats, "options": {"pieces": 3}}
    code = host.call("POST", "/api/tables", nebet, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", nebet, seed="1" * 32)
    visitor(guest=nebet).go(f"/t/{code}")
    someone = visitor(size=NARROW)
    page = someone.go(f"/t/{code}")
    expect(page.get_by_role("heading", name="Nebet invites you to Senet")).to_be_visible()
    expect(page.get_by_text("3 pieces, no clock, about ten minutes. No account needed.")).to_be_visible()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Ready, here now")
    expect(page.get_by_role("heading", name="Senet in one minute")).to_be_visible()
    expect(page.get_by_role("heading", name="In a hundred words")).to_be_visible()
    expect(page.get_by_role("link", name="Learn first")).to_have_attribute("href", "/learn/senet")
    expect(page.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.get_by_role("button", name="Sit down").click()
    expect(someone.dock).to_be_visible()


@pytest.mark.parametrize("path", ["/", *(f"/play/{game}" for game in games.NAMES)])
def test_home_and_set_up_stay_where_they_are_while_they_load(
    visitor: Callable[..., Visitor], path: str
) -> None:
    someone = visitor(size=NARROW)
    someone.context.add_init_script(WATCH)
    page = someone.go(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    someone.settle()
    page.wait_for_timeout(500)
    shifts = page.evaluate("shifts")
    assert sum(shift[0] for shift in shifts) <= MOST, shifts


def test_home_stays_where_it_is_for_a_player_whose_turn_it_is(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    host.table(guest, game="solitaire")
    someone = visitor(size=NARROW, guest=guest)
    someone.context.add_init_script(WATCH)
    page = someone.go("/")
    expect(page.get_by_role("heading", name="One table waits for you")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Continue: Egyptian Solitaire"))).to_be_in_viewport()
    someone.settle()
    page.wait_for_timeout(500)
    shifts = page.evaluate("shifts")
    assert sum(shift[0] for shift in shifts) <= MOST, shifts
    assert someone.violations() == []
