"""Achievements in a real browser: told where they are earned, and kept on the page "You"."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.games.solitaire.perfect_lines import SEVEN
from tests.web.host import Guest, Host
from tests.web.test_end import COVERED
from tests.web.visitor import NARROW, WIDE, Visitor

SENTENCE = "Begin with a nest on every square and leave a single small pyramid."


def one_hop_left(host: Host, guest: Guest) -> str:
    """A solo game from nests, played by a program up to the hop that leaves a single small."""
    wish = {"game": "solitaire", "seats": [{"kind": "me"}], "options": {"ranks": 1, "files": 7}}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    for n, hop in enumerate(SEVEN[:-1]):
        host.call(
            "POST", f"/api/tables/{code}/messages", guest, type="act", id=f"hop-{n}", seat=0, action=hop
        )
    return code


def hop(page: Page, start: str, end: str) -> None:
    for square in (start, end):
        page.locator(f"[data-square][aria-label^='{square}']").click()


def check_looks(someone: Visitor) -> None:
    """Axe finds nothing, and nothing runs over, in either size and theme."""
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_what_is_earned_is_told_with_the_result_and_kept_on_the_page_you(
    visitor: Callable[..., Visitor], host: Host, size: tuple[int, int]
) -> None:
    guest = host.guest("Iset")
    code = one_hop_left(host, guest)
    someone = visitor(guest=guest, size=size)
    page = someone.go("/you")
    earn = page.get_by_role("region", name="Achievements", exact=True)
    expect(earn).to_contain_text("None of 15 so far.")
    game = earn.get_by_role("region", name="Solitaire")
    perfect = game.get_by_role("listitem").filter(has_text="Perfect")
    expect(perfect).to_contain_text(re.compile(rf"Perfect\s*, to come\s*{SENTENCE}"))
    expect(perfect.get_by_role("link")).to_have_count(0)

    page = someone.sit_at(code)
    hop(page, "f1", "d1")
    result = page.get_by_role("region", name="Result", exact=True)
    expect(result).to_contain_text(f"Earned: Perfect. {SENTENCE}")
    expect(someone.said).to_contain_text("Earned: Perfect.")
    assert page.evaluate(COVERED) == []
    assert not someone.overflows()
    check_looks(someone)

    page = someone.go("/you")
    expect(earn).to_contain_text("One of 15 so far.")
    check_looks(someone)
    expect(perfect).to_contain_text(re.compile(rf"Perfect\s*, earned\s*{SENTENCE}"))
    assert not someone.overflows()
    replay = perfect.get_by_role("link", name="Replay: Perfect")
    replay.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{host.url}/t/{code}")
    expect(result).to_contain_text("Earned: Perfect.")


def test_who_earned_it_before_or_only_looks_on_is_told_nothing(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    first, second = one_hop_left(host, guest), one_hop_left(host, guest)
    someone, watcher = visitor(guest=guest), visitor(guest=host.guest("Hori"))
    page, other = someone.sit_at(first), watcher.sit_at(first)
    hop(page, "f1", "d1")
    expect(page.get_by_role("region", name="Result", exact=True)).to_contain_text("Earned: Perfect.")
    expect(other.get_by_role("region", name="Result", exact=True)).to_be_visible()
    watcher.settle()
    expect(other.get_by_role("region", name="Result", exact=True)).not_to_contain_text("Earned")
    page = someone.sit_at(second)
    with page.expect_response("**/api/me/achievements?*"):
        hop(page, "f1", "d1")
    expect(page.get_by_role("region", name="Result", exact=True)).not_to_contain_text("Earned")


def test_a_newcomer_sees_what_there_is_to_earn_and_axe_finds_nothing(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/you")
    earn = page.get_by_role("region", name="Achievements", exact=True)
    expect(earn.get_by_role("listitem")).to_have_count(15)
    check_looks(someone)
