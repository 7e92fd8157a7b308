"""Setting up a table: any mix of people here, people by link and bots."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor


def test_two_people_at_one_device_have_a_name_each(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=NARROW, theme="dark")
    page = someone.go("/play/senet")
    page.get_by_role("radio", name="This device").check()
    someone.open_phrase(" and ")
    page.get_by_label("Name on seat 1").fill("Iset")
    page.get_by_label("Name on seat 2").fill("Iset")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Two people here have the same name.")).to_be_visible()
    assert someone.violations() == []
    page.get_by_label("Name on seat 2").fill("Nofret")
    expect(page.locator(".sent")).to_contain_text("Iset and Nofret play here with three pieces a side")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(someone.dock).to_be_visible()
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats.filter(has_text="Iset")).to_have_count(1)
    expect(seats.filter(has_text="Nofret")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("radio", name="This device")).to_be_checked()
    someone.open_phrase("Iset and Nofret")
    expect(page.get_by_label("Name on seat 2")).to_have_value("Nofret")


def test_a_table_may_have_somebody_here_a_guest_by_link_and_a_bot(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/play/solitaire?with=friend")
    expect(page.get_by_role("radio", name="Friends")).to_be_checked()
    someone.open_phrase("Quicksand").get_by_role("radio", name="King Tut").check()
    someone.open_phrase("a friend, by link").get_by_role("radio", name="3", exact=True).check()
    page.get_by_label("Who sits on seat 3").select_option(label="Bot: Apprentice")
    expect(page.locator(".sent")).to_contain_text(
        "You and a bot, Apprentice and a friend, King Tut, on 3 by 4"
    )
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.get_by_role("button", name="Make the link").click()
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
    someone = visitor()
    page = someone.go("/play/solitaire?with=device")
    which = someone.open_phrase("King Tut")
    expect(which.get_by_role("radio", name="King Tut")).to_be_checked()
    expect(which.get_by_role("radio", name="Quicksand")).to_have_count(0)
    who = someone.open_phrase(" and ")
    expect(who.get_by_text("Quicksand and Hidden sand need a device for each player.")).to_be_visible()
    expect(who.get_by_label("Name on seat 2")).to_be_visible()
    page.get_by_role("radio", name="Friends").check()
    someone.open_phrase("Quicksand")
    who = someone.open_phrase("a friend, by link")
    expect(who.get_by_text("In Quicksand all hop at once, so everybody needs a device.")).to_be_visible()
    expect(who.get_by_label("Name on seat 2")).to_have_count(0)


def test_a_board_that_allows_no_perfect_score_says_its_true_minimum(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/play/solitaire")
    someone.open_phrase("3 by 4")
    page.get_by_label("Ranks").fill("2")
    page.get_by_label("Files").fill("5")
    expect(page.get_by_text("On 2 by 5 the lowest score there is is 8")).to_be_visible()
    page.get_by_label("Files").fill("2")
    expect(
        page.locator(".opened").get_by_text(re.compile("needs three ranks or three files"))
    ).to_be_visible()
    expect(page.get_by_role("button", name="not possible: 2 by 2")).to_be_visible()
    page.get_by_role("radio", name="Three by four").check()
    expect(page.get_by_text("the lowest score there is")).to_have_count(0)
    expect(page.get_by_text(re.compile("needs three ranks"))).to_have_count(0)


def test_cards_that_are_secret_are_not_offered_to_people_at_one_device(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/play/horus?with=friend")
    expect(page.get_by_role("radio", name="This device not here: secret cards")).to_be_disabled()
    who = someone.open_phrase("two friends, by link")
    expect(who.get_by_text("so everybody needs a device")).to_be_visible()
    expect(who.get_by_label("Who sits on seat 2").get_by_role("option", name="Here")).to_be_disabled()


def test_a_name_that_is_typed_and_not_saved_is_the_one_that_sits_down(
    visitor: Callable[..., Visitor],
) -> None:
    first, second = visitor(), visitor(size=NARROW)
    page = first.go("/play/senet?with=friend")
    make = page.get_by_role("button", name="Make the link")
    expect(make).to_be_visible()
    form = page.locator("main form").first.bounding_box()
    button = make.bounding_box()
    assert form
    assert button
    assert button["x"] == form["x"]  # in line with everything above it
    page.get_by_role("button", name="change", exact=True).click()
    page.get_by_role("main").get_by_label("Your name at the table").fill("Merit")
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


def test_a_chosen_puzzle_is_asked_for_in_practice_and_refused_beside_its_field(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/play/gate?with=alone")
    expect(someone.open_phrase("easy puzzles").get_by_label("Grade", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="of sand")).to_have_count(0)
    options = someone.open_phrase("one after another")
    field = options.get_by_label("Puzzle")
    expect(options.get_by_text("As in: 12 eye")).to_be_visible()
    field.fill("99 cat")
    refusal = options.get_by_text("A puzzle is a board, 1 to 36, and a symbol, as in: 12 eye.")
    expect(refusal).to_be_visible()
    expect(options.get_by_role("link", name="Rule 6.2")).to_have_attribute("href", "/rules/gate#6.2")
    expect(field).to_have_attribute("aria-invalid", "true")
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="not possible: only 99 cat")).to_be_focused()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(field).to_be_focused()
    expect(field).to_have_value("99 cat")
    page.get_by_role("radio", name="Bots").check()
    expect(page.locator(".opened").get_by_label("Puzzle")).to_have_count(0)
    expect(someone.open_phrase("60 s").get_by_label("Sand")).to_be_visible()
    expect(refusal).to_have_count(0)
    page.get_by_role("radio", name="Alone").check()
    someone.open_phrase("one after another")
    field.fill("12 eye")
    expect(refusal).to_have_count(0)
    field.press("Enter")
    expect(someone.dock).to_be_visible()
    expect(page.get_by_text("puzzle 12 eye").first).to_be_attached()


def test_a_position_to_begin_from_is_read_or_refused_with_the_place_of_the_fault(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor(size=NARROW)
    page = someone.go("/play/solitaire")
    options = someone.open_phrase("full nests")
    field = options.get_by_label("Position")
    field.fill("SM,M,-/S")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(options.get_by_text("That is no position: ")).to_be_visible()
    expect(options.get_by_role("link", name="Rule 1.9")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("SM,M,-/S")
    field.fill("x" * 801)
    expect(options.get_by_text("Position is at most 800 characters long.")).to_be_visible()
    field.fill(" S,S,M,-,- ")
    expect(page.get_by_role("button", name="a set position")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    table = host.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert table["options"]["position"] == "S,S,M,-,-"
    assert table["words"] == "1 by 5, from a set position"
