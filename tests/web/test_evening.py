"""An evening at a table: strangers meet, talk, ask each other, go and come back, and play again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server whose players count as gone after a second."""
    with Host(tmp_path_factory.mktemp("evening"), patience=1, warm=False) as host:
        yield host


TWO = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}], "seating": "choice"}


def talk(someone: Visitor) -> Locator:
    return someone.page.get_by_role("list", name="Talk")


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


def play(someone: Visitor) -> None:
    """Throw, and move the first piece that may move."""
    someone.throw()
    someone.page.get_by_role("gridcell", name=re.compile("may (move|leave)")).first.click()
    someone.main_button.click()


def test_strangers_meet_in_the_lobby_and_begin_when_both_are_ready(
    visitor: Callable[..., Visitor], house: Host
) -> None:
    anna, ben = visitor(host=house, guest=house.guest("Anna")), visitor(host=house, guest=house.guest("Ben"))
    page = anna.go("/play/senet?with=friend")
    anna.open_phrase("no clock").get_by_role("radio", name="Days a move").check()
    page.get_by_label("Time for a move").select_option("3 days")
    anna.open_phrase("a friend, by link").get_by_role("checkbox", name=re.compile("List it")).check()
    expect(page.get_by_role("radio", name="A stranger")).to_be_checked()
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    expect(page.get_by_text("It is listed on the home page")).to_be_visible()
    page.get_by_role("button", name="Wait for me").click()
    expect(seat(page, "Anna")).to_contain_text("Not ready yet")
    for look in anna.looks():
        assert anna.violations() == [], look
        assert not anna.overflows(), look

    ben.go("/")
    row = ben.page.get_by_role("list", name="Open tables").get_by_role("listitem").filter(has_text="Anna")
    expect(row).to_contain_text("3 days a move")
    row.get_by_role("button", name="Sit down").click()
    expect(ben.page.get_by_role("heading", name="Waiting until Anna is ready")).to_be_visible()
    expect(anna.said).to_contain_text("Ben sits down.")
    ben.page.get_by_role("button", name="Get up").click()
    expect(anna.said).to_contain_text("Ben gets up.")
    ben.page.get_by_role("button", name="Sit down as Ben").click()
    page.get_by_role("button", name="I am ready").click()
    for each in (anna, ben):
        expect(each.dock).to_be_visible()
        expect(seat(each.page, "Anna")).to_contain_text(re.compile("3 d 0 h|2 d 23 h"))


def test_two_play_and_one_watches_with_talk_signs_consent_and_a_rematch(
    visitor: Callable[..., Visitor], house: Host
) -> None:
    one, two = house.guest("Anna"), house.guest("Ben")
    code = house.call("POST", "/api/tables", one, **TWO)["code"]
    house.call("POST", f"/api/tables/{code}/sit", one, seed="1" * 32)
    anna, ben = visitor(host=house, guest=one), visitor(host=house, guest=two, size=NARROW)
    bek = visitor(host=house)
    for each in (anna, bek, ben):
        each.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit down as Ben").click()
    play(anna)
    expect(anna.dock).to_contain_text(re.compile("Throw (the|again)|Ben throws"))
    (anna if anna.main_button.count() else ben).throw()  # now the move lies behind a throw
    expect(anna.page.get_by_text("One person watches").first).to_be_visible()

    # Chat: everybody reads the table's, only spectators read their own.
    for each in (anna, bek):
        each.page.get_by_role("tab", name="Talk").click()
    anna.page.get_by_label("Say something").fill("Good evening")
    anna.page.keyboard.press("Enter")
    expect(talk(bek)).to_contain_text("Anna Good evening")
    bek.page.get_by_role("radio", name="Spectators").check()
    bek.page.get_by_label("Your name at the table").fill("Bek")
    bek.page.get_by_role("button", name="Talk", exact=True).click()
    bek.page.get_by_label("Say something to the spectators").fill("Anna will lose")
    bek.page.keyboard.press("Enter")
    expect(talk(bek)).to_contain_text("Bek Anna will lose")
    assert bek.violations() == []

    # A sign is shown at the seat, and told.
    ben.page.get_by_role("button", name="Talk and signs, 1 new").click()
    ben.page.get_by_role("button", name="Well played").click()
    expect(seat(anna.page, "Ben")).to_contain_text("Well played")
    expect(anna.said).to_contain_text("Ben: Well played.")
    assert anna.violations() == []
    expect(talk(anna)).not_to_contain_text("lose")

    # A move before the last throw is taken back only if the other player agrees.
    expect(anna.dock.get_by_role("button", name="Hint")).to_have_count(0)  # it would be unfair
    ask = anna.dock.get_by_role("button", name="Ask to take back")
    ask.click()
    expect(ben.said).to_contain_text("Anna asks to take back")
    expect(ben.page).to_have_title(re.compile("^Your answer · Senet"))
    assert ben.violations() == []
    elsewhere = ben.open_page()  # another tab knows of it as of a turn
    elsewhere.goto("/")
    expect(elsewhere.get_by_text(re.compile("our answer is needed"))).to_be_visible()
    expect(elsewhere.get_by_role("link", name=re.compile("in a match that waits for you"))).to_be_visible()
    elsewhere.close()
    ben.page.get_by_role("group", name="Proposal").get_by_role("button", name="No").click()
    expect(anna.dock).to_contain_text("Ben declines to take back.")
    expect(ben.dock).to_contain_text("You decline to take back.")
    for each in (anna, bek):  # who asked, and who only watches
        expect(each.said).to_contain_text("Ben declines to take back.")
    bek.page.reload()
    expect(bek.moves.filter(has_text="declines to take back")).to_have_count(1)
    ask.click()
    yes = ben.page.get_by_role("group", name="Proposal").get_by_role("button", name="Yes")
    expect(yes).to_be_visible()
    ben.page.keyboard.press("a")
    expect(yes).to_be_focused()
    ben.page.keyboard.press("Enter")
    expect(anna.said).to_contain_text("Anna takes back.")
    expect(ben.page.get_by_role("group", name="Proposal")).to_have_count(0)

    # A lost connection comes back by itself.
    ben.forgive("WebSocket|ERR_|Failed to load")
    ben.context.set_offline(True)
    expect(seat(anna.page, "Ben")).to_contain_text("Away")
    expect(ben.dock).to_contain_text("Connection lost. Your seat is kept.")
    ben.context.set_offline(False)
    expect(ben.dock).not_to_contain_text("Connection lost")
    expect(seat(anna.page, "Ben")).not_to_contain_text("Away")

    # After the end everybody reads everything, and the same people play again, one seat further.
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="End the match").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(anna.page.get_by_role("heading", name="Ben wins.")).to_be_visible()
    expect(talk(anna)).to_contain_text("Bek watching Anna will lose")
    anna.main_button.click()
    expect(anna.page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
    assert anna.violations() == []
    anna.page.get_by_role("button", name="Free the seat of Ben").click()  # should he not come
    expect(anna.page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Let a bot take the free seat")).to_be_visible()
    ben.page.get_by_role("button", name="Go to the rematch").click()
    for each in (anna, ben):
        expect(each.dock).to_contain_text("Throw" if each is ben else "Ben throws")

    # The link of the finished match leads through it move by move.
    bek.page.reload()
    expect(bek.page.get_by_role("heading", name="Ben wins.")).to_be_visible()
    bek.page.get_by_role("button", name="To the start").click()
    expect(bek.dock).to_contain_text("Replay, the start")


def test_a_bot_stands_in_for_a_player_who_is_gone_until_they_are_back(
    visitor: Callable[..., Visitor], house: Host
) -> None:
    one, two = house.guest("Anna"), house.guest("Ben")
    code = house.table(one, two, game="horus")
    anna = visitor(host=house, guest=one, size=NARROW)
    anna.sit_at(code)
    gone = anna.page.get_by_role("form", name="Ben is gone")
    expect(gone).to_be_visible()
    # A proposal that waits for the absent player stands beside it and blocks nothing.
    draw = {"type": "offer", "id": "1", "seat": 0, "what": "draw"}
    house.call("POST", f"/api/tables/{code}/messages", one, **draw)
    proposal = anna.page.get_by_role("group", name="Proposal")
    expect(proposal).to_contain_text("You offer a draw.")
    expect(proposal.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(anna.page.get_by_text("Ben is gone.")).to_be_visible()
    anna.page.get_by_role("button", name="What else?").click()
    expect(gone).to_be_visible()
    assert anna.violations() == []
    for look in anna.looks():
        assert not anna.overflows(), look
    gone.get_by_label("How strong the bot is").select_option("Apprentice")
    gone.get_by_role("button", name="Let it stand in").click()
    expect(seat(anna.page, "Ben")).to_contain_text("Apprentice stands in for Ben")
    expect(anna.said).to_contain_text("Ben is now played by Apprentice.")
    ben = visitor(host=house, guest=two)
    ben.sit_at(code)
    expect(anna.said).to_contain_text("Ben is back.")
    expect(seat(anna.page, "Ben")).not_to_contain_text("stands in")
