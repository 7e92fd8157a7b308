"""Setting up a table: any mix of people here, people by link and bots."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import NARROW, Visitor


def test_two_people_at_one_device_have_a_name_each(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=NARROW, theme="dark")
    page = someone.go("/play/senet")
    page.get_by_role("radio", name="Same device").check()
    page.get_by_label("Name on seat 1").fill("Iset")
    page.get_by_label("Name on seat 2").fill("Iset")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Two people here have the same name.")).to_be_visible()
    assert someone.violations() == []
    page.get_by_label("Name on seat 2").fill("Nofret")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(someone.dock).to_be_visible()
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats.filter(has_text="Iset")).to_have_count(1)
    expect(seats.filter(has_text="Nofret")).to_have_count(1)
    page.go_back()
    page.get_by_role("radio", name="Same device").check()
    expect(page.get_by_label("Name on seat 2")).to_have_value("Nofret")


def test_a_table_may_have_somebody_here_a_guest_by_link_and_a_bot(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/play/solitaire?with=friend")
    expect(page.get_by_role("radio", name="With friends")).to_be_checked()
    page.get_by_role("radio", name="King Tut").check()
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_label("Who sits on seat 3").select_option(label="Bot: Apprentice")
    expect(page.get_by_role("radio", name="A mix")).to_be_checked()
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    other = visitor(size=NARROW)
    other.go(page.url)
    other.page.get_by_role("button", name="Sit down").click()
    for each in (someone, other):
        expect(each.dock).to_be_visible()
        seats = each.page.get_by_role("list", name=re.compile("^(Seats|Times so far)$")).get_by_role(
            "listitem"
        )
        expect(seats).to_have_count(3)
        expect(seats.filter(has_text="Apprentice")).to_have_count(1)


def test_quicksand_is_not_for_one_device_and_says_why(visitor: Callable[..., Visitor]) -> None:
    page = visitor().go("/play/solitaire?with=device")
    expect(page.get_by_role("radio", name="King Tut")).to_be_checked()
    expect(page.get_by_role("radio", name="Quicksand")).to_have_count(0)
    expect(page.get_by_text("Quicksand and Hidden sand need a device for everybody.")).to_be_visible()
    page.get_by_text("Options", exact=False).first.click()
    page.get_by_label("Mode").select_option("quicksand")
    expect(page.get_by_text("In Quicksand all hop at once, so everybody needs a device.")).to_be_visible()
    expect(page.get_by_label("Name on seat 2")).to_have_count(0)


def test_a_board_that_allows_no_perfect_score_says_its_true_minimum(visitor: Callable[..., Visitor]) -> None:
    page = visitor().go("/play/solitaire")
    page.get_by_text("Options", exact=False).first.click()
    page.get_by_label("Ranks").fill("2")
    page.get_by_label("Files").fill("5")
    expect(page.get_by_text("On 2 by 5 the lowest score there is is 8")).to_be_visible()
    page.get_by_label("Files").fill("2")
    expect(page.get_by_text(re.compile("needs three ranks or three files"))).to_be_visible()
    page.get_by_role("radio", name="Three by four").check()
    expect(page.get_by_text("the lowest score there is")).to_have_count(0)
    expect(page.get_by_text(re.compile("needs three ranks"))).to_have_count(0)


def test_cards_that_are_secret_are_not_offered_to_people_at_one_device(
    visitor: Callable[..., Visitor],
) -> None:
    page = visitor().go("/play/horus?with=friend")
    expect(page.get_by_text("so everybody needs a device")).to_be_visible()
    expect(page.get_by_role("radio", name="A mix")).to_be_visible()
    expect(page.get_by_role("radio", name="Same device")).to_have_count(0)


def test_a_name_that_is_typed_and_not_saved_is_the_one_that_sits_down(
    visitor: Callable[..., Visitor],
) -> None:
    first, second = visitor(), visitor(size=NARROW)
    page = first.go("/play/senet?with=friend")
    make = page.get_by_role("button", name="Make the table")
    expect(make).to_be_visible()
    form = page.locator("main form").first.bounding_box()
    button = make.bounding_box()
    assert form
    assert button
    assert button["x"] == form["x"]  # in line with everything above it
    page.get_by_role("main").get_by_label("Your name at the table").fill("Merit")
    expect(page.get_by_text("You play as Merit.")).to_be_visible()
    make.click()
    expect(page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    second.go(page.url)
    expect(second.page.get_by_role("heading", name="Merit invites you to Senet")).to_be_visible()
    second.page.get_by_label("Your name at the table").fill("Hori")
    second.page.get_by_role("button", name="Sit down as Hori").click()
    for each in (first, second):
        seats = each.page.get_by_role("list", name="Seats")
        expect(seats).to_contain_text("Merit")
        expect(seats).to_contain_text("Hori")
    page.goto("/")
    expect(page.get_by_role("button", name="Your name: Merit. Change it")).to_be_visible()
