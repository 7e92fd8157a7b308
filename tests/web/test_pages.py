"""Pages besides tables: the rulebooks, and addresses where there is nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.visitor import NARROW, Visitor

TITLES = (
    "Senet",
    "The Gate of the Pyramid",
    "Egyptian Solitaire",
    "Pyramydal",
    "The Pyramid of Horus",
)


def test_the_rules_have_a_page_that_leads_to_every_rulebook(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
    expect(page).to_have_title("Rules · Benben")
    expect(page).to_have_url(f"{someone.host.url}/rules")
    books = page.get_by_role("list", name="Rulebooks").get_by_role("link")
    expect(books).to_have_count(len(TITLES))
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    for title in TITLES:
        books.filter(has_text=title).press("Enter")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
        page.go_back()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nowhere", "There is no page here."),
        ("/you/and/me", "There is no page here."),
        ("/old/index.html", "There is no page here."),
        ("/play/chess", "There is no game of that name."),
        ("/rules/chess", "There is no game of that name."),
        ("/t/lotus-42-ibis-7q4kx2", "No table has this code."),
    ],
)
def test_where_there_is_nothing_the_page_says_so_and_leads_home(
    visitor: Callable[..., Visitor], path: str, sentence: str
) -> None:
    someone = visitor(size=NARROW)
    someone.forgive("status of 404")
    answer = someone.page.goto(path)
    assert answer
    assert answer.status == 404
    page = someone.page
    expect(page.get_by_role("heading", name=sentence, level=1)).to_be_visible()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.get_by_role("link", name="Go home").click()
    expect(page.get_by_role("list", name="Games")).to_be_visible()
