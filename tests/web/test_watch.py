"""Matches to watch on the home page: a stranger opens one and looks on, or replays one that is over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.guest import Guest as Caller
from tests.web.host import Guest, Host
from tests.web.test_shift import MOST, WATCH
from tests.web.visitor import NARROW, WIDE, Visitor

SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Host]:
    """A server as `benben serve` starts it, on which nobody has played yet."""
    with Host(tmp_path) as host:
        yield host


def public_table(host: Host, one: Guest, other: Guest) -> str:
    return host.table(one, other, options={"pieces": 3}, public=True)


def play_to_the_end(host: Host, *guests: Guest) -> str:
    """A public match that two guests play without a page. Returns its code."""
    code = public_table(host, guests[0], guests[1])

    async def story() -> None:
        one, other = (Caller(host.url, guest.token, guest.name) for guest in guests)
        async with one.at(code) as first, other.at(code) as second:
            await asyncio.gather(first.play(), second.play())

    with ThreadPoolExecutor(1) as beside:  # the browser has the loop of this thread
        beside.submit(asyncio.run, story()).result()
    return code


def to_watch(page: Page) -> Locator:
    """The section, scrolled to: what is below the first screen comes when it is near."""
    section = page.get_by_role("region", name="To watch")
    page.get_by_role("heading", name=re.compile("^Today.s puzzles$")).scroll_into_view_if_needed()
    expect(section).to_be_visible()
    return section


def at_rest(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@SIZES
def test_a_stranger_sees_a_match_opens_it_and_watches_the_next_throw(
    visitor: Callable[..., Visitor], own_host: Host, size: tuple[int, int]
) -> None:
    ramose, tiye = own_host.guest("Ramose"), own_host.guest("Tiye")
    code = public_table(own_host, ramose, tiye)
    first = visitor(host=own_host, guest=ramose)
    first.sit_at(code)
    second = visitor(host=own_host, guest=tiye)
    second.sit_at(code)
    stranger = visitor(host=own_host, size=size)
    page = stranger.go("/")
    at_rest(page)
    section = to_watch(page)
    expect(section).to_contain_text("one live now")
    card = section.get_by_role("link", name=re.compile("Ramose and Tiye.*live"))
    expect(card.locator("svg.small > *").first).to_be_attached()  # the real position
    stranger.settle()
    for look in stranger.looks():
        assert stranger.violations() == [], look
        assert not stranger.overflows(), look
    card.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/t/{code}$"))
    expect(stranger.dock).to_be_visible()
    before = stranger.moves.count()
    thrower = first if first.dock.get_by_role("button", name="Throw", exact=True).is_visible() else second
    thrower.throw()
    expect(stranger.moves).not_to_have_count(before)


@SIZES
def test_a_match_that_is_over_is_told_in_a_sentence_and_opens_its_replay(
    visitor: Callable[..., Visitor], own_host: Host, size: tuple[int, int]
) -> None:
    code = play_to_the_end(own_host, own_host.guest("Hatnofer"), own_host.guest("Bek"))
    someone = visitor(host=own_host, size=size)
    page = someone.go("/")
    at_rest(page)
    section = to_watch(page)
    told = re.compile(
        "(Hatnofer beat Bek|Bek beat Hatnofer): all (cones|spools) are off the board.*Senet, today"
    )
    link = section.get_by_role("link", name=told)
    expect(link).to_be_visible()
    someone.settle()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/t/{code}\\?at=0$"))
    slider = page.get_by_role("slider", name="Moment of the match")
    expect(slider).to_be_visible()
    assert int(slider.get_attribute("max") or 0) > 20


def test_where_nobody_plays_bots_are_shown_as_bots_and_play_on_for_who_watches(
    visitor: Callable[..., Visitor], fresh: Host
) -> None:
    someone = visitor(host=fresh)
    page = someone.go("/")
    at_rest(page)
    section = to_watch(page)
    expect(section).to_contain_text("bots play while you watch")
    link = section.get_by_role("link", name=re.compile("bots of the house"))
    expect(link).to_have_count(1)
    link.click()
    expect(someone.dock).to_be_visible()
    expect(someone.moves).not_to_have_count(0)
    before = someone.moves.count()
    expect(someone.moves).not_to_have_count(before)


def test_a_match_by_link_is_not_shown(visitor: Callable[..., Visitor], own_host: Host) -> None:
    ramose, tiye = own_host.guest("Ramose"), own_host.guest("Tiye")
    code = own_host.table(ramose, tiye)
    visitor(host=own_host, guest=ramose).sit_at(code)
    someone = visitor(host=own_host)
    page = someone.go("/")
    at_rest(page)
    page.get_by_label("Have a table code?").scroll_into_view_if_needed()
    someone.settle()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(page.get_by_role("region", name="To watch")).to_have_count(0)


@SIZES
def test_nothing_moves_when_matches_come(
    visitor: Callable[..., Visitor], own_host: Host, size: tuple[int, int]
) -> None:
    for _ in range(3):
        play_to_the_end(own_host, own_host.guest("Hatnofer"), own_host.guest("Bek"))
    someone = visitor(host=own_host, size=size)
    someone.context.add_init_script(WATCH)
    page = someone.go("/")
    at_rest(page)
    to_watch(page)
    someone.settle()
    expect(page.get_by_label("Replay a record")).to_be_visible()  # what comes last has come too
    shifts: list[Any] = page.evaluate("shifts")
    assert sum(shift[0] for shift in shifts) <= MOST, shifts
