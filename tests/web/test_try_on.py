"""After a puzzle is answered its position can be played on, against a bot, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.puzzle_player import PLAYERS, play_senet, puzzle, solve
from tests.web.visitor import NARROW, WIDE, Visitor

DAY = "2026-11-18"  # Senet: a throw of 3, and one cone is to move. The other answers end their matches


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_an_answered_puzzle_is_played_on_with_its_throw_against_a_bot(
    visitor: Callable[..., Visitor], host: Host, size: tuple[int, int]
) -> None:
    someone = visitor(size=size)
    page, one = someone.page, puzzle("senet", DAY)
    someone.go(f"/d/{DAY}/senet")
    solve(someone, "senet", DAY)
    assert someone.violations() == []
    someone.dock.get_by_role("button", name="Try it on").click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+$"))
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Vizier")  # the strongest
    start = re.split("[-x]", one.line[0])[0]
    expect(page.locator(f"[data-square='{start}']")).to_be_visible()
    code = page.url.rpartition("/")[2]
    table = host.call("GET", f"/api/tables/{code}")
    assert (table["position"], table["public"]) == (True, False)
    assert table["words"].endswith("from a position")
    play_senet(page, one.line[0])
    expect(someone.moves.first).to_contain_text(start)
    expect(someone.moves.nth(1)).to_be_visible()  # the bot's, since a throw of 3 ends the turn
    first = someone.moves.first.inner_text()
    page.reload()
    expect(someone.moves.first).to_have_text(first, use_inner_text=True)


def test_the_bot_is_the_one_chosen_last(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.page
    someone.go("/play/senet")
    someone.open_phrase(", a bot").get_by_role("radio", name=re.compile("Scribe")).check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/t/[^/]+$"))
    someone.go(f"/d/{DAY}/senet")
    solve(someone, "senet", DAY)
    someone.dock.get_by_role("button", name="Try it on").click()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Scribe")


@pytest.mark.parametrize("game", [game for game in PLAYERS if game != "senet"])
def test_where_the_answer_ends_the_match_there_is_nothing_to_try(
    visitor: Callable[..., Visitor], game: str
) -> None:
    someone = visitor()
    someone.go(f"/d/{DAY}/{game}")
    solve(someone, game, DAY)
    expect(someone.dock.get_by_role("link", name="Share")).to_be_visible()
    expect(someone.dock.get_by_role("button", name="Try it on")).to_have_count(0)
