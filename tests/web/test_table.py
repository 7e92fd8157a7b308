from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor

PLAYED = re.compile("throw \\d, \\d+[\u2013\u00d7]\\d+")  # with the dash of a move or the cross of an attack


def choose(someone: Visitor) -> None:
    """Play the first piece that may move, on the board."""
    piece = someone.page.get_by_role("gridcell", name=re.compile("may (move|leave)")).first
    piece.click()
    someone.main_button.click()


def alone(visitor: Callable[..., Visitor], host: Host, **settings: object) -> tuple[Visitor, Page]:
    """A visitor at a table with both seats, so that nothing happens unless the test does it."""
    guest = host.guest("Iset")
    seats = [{"kind": "me"}, {"kind": "me"}]
    code = host.call("POST", "/api/tables", guest, game="senet", seats=seats, seating="choice")["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    someone = visitor(guest=guest, host=host, **settings)
    return someone, someone.sit_at(code)


def test_play_now_leads_to_the_first_throw(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile("/t/[a-z]+-"))
    throw = someone.dock.get_by_role("button", name="Throw", exact=True)
    expect(throw).to_be_visible()  # also when the bot began: its turn passes at once
    someone.throw()
    expect(someone.said).to_contain_text(re.compile(r"throws [12346]"))
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_the_narrow_table_fits_without_scrolling(visitor: Callable[..., Visitor], host: Host) -> None:
    someone, page = alone(visitor, host, size=NARROW)
    expect(someone.dock).to_be_in_viewport(ratio=1)
    board = page.get_by_role("region", name="Senet board").bounding_box()
    dock = someone.dock.bounding_box()
    assert board
    assert dock
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= NARROW[1]


def test_two_browsers_meet_by_link_and_each_sees_the_other_at_once(visitor: Callable[..., Visitor]) -> None:
    first, second = visitor(), visitor(size=NARROW)
    page = first.go("/")
    page.get_by_role("link", name="Invite a friend").click()
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("heading", name="Waiting for a friend")).to_be_visible()
    assert first.violations() == []
    page.get_by_role("button", name="Copy the link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url

    second.go(link)
    assert second.violations() == []
    second.page.get_by_role("button", name="Sit down").click()
    for each in (first, second):
        expect(each.dock).to_be_visible()
    thrower = first if first.main_button.is_visible() else second
    other = second if thrower is first else first
    thrower.throw()
    expect(other.moves).to_have_count(1)
    expect(other.moves.first).to_contain_text("throw")
    expect(other.said).to_contain_text("throws")
    expect(other.dock.get_by_role("button", name="Throw", exact=True)).to_have_count(0)


def test_a_move_is_taken_back_until_the_next_throw(visitor: Callable[..., Visitor], host: Host) -> None:
    someone, _ = alone(visitor, host)
    undo = someone.dock.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    someone.throw()
    choose(someone)
    expect(someone.moves.first).to_have_text(PLAYED)
    undo.click()
    expect(someone.moves.first).to_have_text(re.compile(r"throw \d"))
    expect(someone.said).to_contain_text("takes back")
    choose(someone)
    expect(someone.moves.first).to_have_text(PLAYED)


def test_the_log_leads_back_in_time_and_to_now(visitor: Callable[..., Visitor], host: Host) -> None:
    someone, page = alone(visitor, host)
    someone.throw()
    choose(someone)
    someone.throw()
    page.get_by_role("button", name="To the start").click()
    expect(someone.dock).to_contain_text("Replay, the start")
    expect(someone.moves).to_have_count(2)
    page.get_by_role("group", name="Replay").get_by_role("button", name="Next move").click()
    expect(someone.dock).to_contain_text("Replay, move 1 of")
    assert someone.violations() == []
    page.keyboard.press("Escape")
    someone.dock.get_by_role("button", name="Back to now").click()
    expect(someone.dock).not_to_contain_text("Replay")
    someone.moves.first.click()
    expect(someone.dock).to_contain_text("Replay, move 1 of")
    page.keyboard.press("ArrowRight")
    expect(someone.dock).not_to_contain_text("Replay")


def test_a_refusal_names_its_clause_and_opens_the_rules_there(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, page = alone(visitor, host)
    someone.throw()
    page.get_by_role("gridcell", name=re.compile("may move")).first.click()
    page.get_by_role("gridcell", name=re.compile("^30")).click()
    clause = someone.dock.get_by_role("button", name=re.compile(r"Rule \d"))
    expect(someone.dock).to_contain_text("Not that.")
    number = clause.inner_text()
    clause.click()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    opened = page.locator(".book .picked")
    expect(opened).to_be_in_viewport()
    expect(opened).to_contain_text(number)
    assert someone.violations() == []


def test_at_360_the_rules_open_as_a_sheet(visitor: Callable[..., Visitor], host: Host) -> None:
    someone, page = alone(visitor, host, size=NARROW)
    someone.throw()
    page.get_by_role("gridcell", name=re.compile("may move")).first.click()
    page.get_by_role("gridcell", name=re.compile("^30")).click()
    someone.dock.get_by_role("button", name=re.compile(r"Rule \d")).click()
    sheet = page.get_by_role("dialog", name="Rules")
    expect(sheet.locator(".picked")).to_be_in_viewport()
    assert someone.violations() == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_talk_is_heard_and_can_be_muted(visitor: Callable[..., Visitor], host: Host) -> None:
    one, two = host.guest("Ramose"), host.guest("Tiye")
    code = host.table(one, two)
    first, second = visitor(guest=one), visitor(guest=two)
    for each in (first, second):
        each.sit_at(code).get_by_role("tab", name="Talk").click()
    first.page.get_by_label("Say something").fill("<b>Good luck</b>")
    first.page.keyboard.press("Enter")
    talk = second.page.get_by_role("list", name="Talk")
    expect(talk).to_contain_text("Ramose <b>Good luck</b>")
    expect(second.said).to_contain_text("Ramose says: <b>Good luck</b>")
    assert second.violations() == []
    second.page.get_by_role("button", name="Mute Ramose").click()
    expect(talk).not_to_contain_text("Good luck")


def test_on_a_phone_talk_opens_at_the_newest_line_with_the_field_in_sight(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    people = [host.guest(name) for name in ("Ramose", "Tiye", "Hori", "Wah", "Roy")]
    code = host.table(*people, game="pyramydal")
    for n in range(5):  # more at once from one person would be refused
        for guest in people:
            said = {"type": "say", "id": f"{n}", "text": f"{guest.name} says this for the time {n + 1}"}
            host.call("POST", f"/api/tables/{code}/messages", guest, **said)
    someone = visitor(guest=people[0], size=NARROW)
    page = someone.sit_at(code)
    page.get_by_role("button", name="Talk and signs").click()
    sheet = page.get_by_role("dialog", name="Talk")
    expect(sheet.get_by_text("Roy says this for the time 5")).to_be_in_viewport()
    expect(sheet.get_by_label("Say something")).to_be_in_viewport(ratio=1)
    assert someone.violations() == []


def test_the_end_offers_a_rematch_the_record_and_a_check_of_the_dice(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    one, two = host.guest("Ramose"), host.guest("Tiye")
    code = host.table(one, two)
    first, second = visitor(guest=one), visitor(guest=two, size=NARROW)
    page, other = first.sit_at(code), second.sit_at(code)
    first.throw()
    page.get_by_role("button", name="Resign").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Tiye wins.")).to_be_visible()
    expect(other.get_by_role("heading", name="You win.")).to_be_visible()
    expect(second.dock).to_contain_text("Ramose resigned.")
    assert first.violations() == []
    assert second.violations() == []

    with page.expect_download() as download:
        page.get_by_role("link", name="Record", exact=True).click()
    record = download.value.path().read_text()
    assert "senet" in record
    page.get_by_role("button", name="Check the dice").click()
    sheet = page.get_by_role("dialog", name="The dice")
    sheet.get_by_role("button", name="Check the dice").click()
    expect(sheet).to_contain_text("opens the promise from the start")
    # Whoever makes puzzles at the same address, in another test too, is served first.
    expect(sheet.get_by_text("Every throw is being computed again")).to_have_count(0)
    expect(sheet.get_by_role("status")).to_contain_text(re.compile("Sound"))
    assert first.violations() == []
    page.keyboard.press("Escape")

    first.main_button.click()
    expect(page).not_to_have_url(re.compile(code))
    second.page.get_by_role("button", name="Go to the rematch").click()
    for each in (first, second):
        expect(each.dock).to_contain_text("Throw" if each is second else "Tiye throws")


def test_a_spectator_sees_the_table_without_choices(visitor: Callable[..., Visitor], host: Host) -> None:
    code = host.table(host.guest("Ramose"), host.guest("Tiye"))
    someone = visitor()
    page = someone.sit_at(code)
    expect(someone.dock).to_contain_text("Ramose throws.")
    expect(someone.dock.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    assert someone.violations() == []


def test_without_a_clock_the_sticks_lie_still_until_somebody_throws_them(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, bek = host.guest("Iset"), host.guest("Bek")
    code = host.table(iset, bek)
    one, two = visitor(guest=iset), visitor(guest=bek)
    one.sit_at(code)
    two.sit_at(code)
    expect(one.dock.get_by_role("button", name="Throw", exact=True)).to_be_visible()
    one.page.wait_for_timeout(21_500)
    expect(one.moves).to_have_count(0)
    expect(two.moves).to_have_count(0)
    one.throw()


def test_throw_for_me_throws_by_itself(visitor: Callable[..., Visitor], host: Host) -> None:
    someone, page = alone(visitor, host)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Throw for me").check()
    assert someone.violations() == []
    expect(someone.moves).to_have_count(1)


def test_the_keyboard_alone_throws_and_plays(visitor: Callable[..., Visitor], host: Host) -> None:
    someone, page = alone(visitor, host)
    page.keyboard.press("t")
    expect(someone.moves).to_have_count(1)
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.closest('.a-board') !== null"):
        page.keyboard.press("Tab")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.keyboard.press("y")
    expect(someone.moves.first).to_have_text(PLAYED)
    page.keyboard.press("Space")
    expect(someone.moves).to_have_count(2)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()


GOAL = "Bring all your pieces off the board before the other player does."


def test_the_rules_and_the_help_begin_with_the_game_in_a_hundred_words(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, page = alone(visitor, host)
    page.get_by_role("tab", name="Rules").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules.get_by_role("heading").first).to_have_text("In a hundred words")
    expect(rules.get_by_role("paragraph").first).to_have_text(GOAL)
    page.get_by_role("tab", name="Moves").click()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Help")
    expect(sheet.get_by_role("paragraph").first).to_have_text(GOAL)
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_the_help_is_a_press_away_on_a_phone_before_the_rules_were_opened(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, page = alone(visitor, host, size=NARROW)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Help and keys").click()
    sheet = page.get_by_role("dialog", name="Help")
    expect(sheet.get_by_text(GOAL)).to_be_in_viewport(ratio=1)
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_a_server_that_comes_back_finds_its_players_waiting(
    visitor: Callable[..., Visitor], own_host: Host
) -> None:
    someone, page = alone(visitor, own_host)
    someone.forgive("WebSocket|ERR_CONNECTION|Failed to load")
    someone.throw()
    own_host.kill()
    expect(someone.dock).to_contain_text("Connection lost. Your seat is kept. Trying again in")
    assert someone.violations() == []
    own_host.start()
    expect(someone.dock).not_to_contain_text("Connection lost")
    expect(someone.moves).to_have_count(1)
    choose(someone)
    expect(someone.moves.first).to_have_text(PLAYED)
    page.reload()
    expect(someone.moves.first).to_have_text(PLAYED)


def test_a_player_who_acts_while_the_server_stops_is_told_so_until_it_is_back(
    visitor: Callable[..., Visitor], own_host: Host
) -> None:
    someone, _ = alone(visitor, own_host)
    someone.forgive("WebSocket|ERR_CONNECTION|Failed to load")
    own_host.stop()
    expect(someone.dock).to_contain_text(re.compile("Trying again in [23] s"))  # it has tried in vain
    expect(someone.dock).to_contain_text("The server stops. Your match is stored")
