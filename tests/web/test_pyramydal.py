"""Pyramydal in a real browser: a whole game by keyboard, five at a table, and numbers chosen in secret."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, WebSocket, expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor


def table(host: Host, *people: Guest, bots: int, **options: Any) -> str:
    """Make a table of these people, in order, and this number of apprentices. Returns its code."""
    seats: list[dict[str, str]] = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    seats += [{"kind": "bot", "level": "apprentice"}] * bots
    wish = {"game": "pyramydal", "seats": seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", people[0], **wish)["code"]
    for guest in people:
        host.call("POST", f"/api/tables/{code}/sit", guest, seed=secrets.token_hex(16))
    return code


def ahead(someone: Visitor) -> Locator:
    """Cells that may be taken now."""
    return someone.page.locator(".cells .may")


def wait_for_turn(someone: Visitor) -> str:
    """Wait until something can be done, or the match is over: "take", "build", "choose" or "over"."""
    signs = {"over": ".ended", "take": ".cells .may", "build": ".could .card", "choose": ".numbers"}
    someone.page.wait_for_selector(", ".join(signs.values()))
    return next(what for what, sign in signs.items() if someone.page.locator(sign).count())


def press(someone: Visitor, *keys: str) -> None:
    """Press keys, and wait until the log has the move."""
    before = someone.moves.count()
    for key in keys:
        someone.page.keyboard.press(key)
    expect(someone.moves).not_to_have_count(before)


def test_a_whole_game_of_one_person_and_two_bots_is_played_by_keyboard_alone(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    code = table(host, guest, bots=2, diagonal=True)
    someone = visitor(guest=guest)
    page = someone.sit_at(code)
    expect(someone.dock).to_contain_text("Take a pyramid ahead of your token.")
    expect(page.get_by_role("list", name="The line of pyramids").get_by_role("button")).to_have_count(60)
    page.locator(".cells [tabindex='0']").focus()

    # Pointing says what would be passed, and strikes it out.
    page.keyboard.press("4")
    expect(someone.dock).to_contain_text("Take 4, a ")
    expect(someone.dock).to_contain_text("You pass 3 pyramids")
    expect(page.locator("[data-lost]")).to_have_count(3)
    page.keyboard.press("p")
    expect(someone.dock).to_contain_text("Take 3, a ")

    taken = built = 0
    while (now := wait_for_turn(someone)) != "over":
        if now == "build":
            press(someone, "b")
            built += 1
        else:
            page.locator(".cells [tabindex='0']").focus()
            stride = ["n"] if ahead(someone).count() > 8 else []  # so that the game is not too long
            press(someone, "Home", *stride, "Enter", "y")
            taken += 1
    assert taken >= 8
    assert built >= 1

    # The count is told statue by statue, and adds up.
    expect(someone.dock).to_contain_text(re.compile(r"wins?\."))
    story = page.get_by_role("region", name="The count")
    expect(story.locator("[data-tally]")).to_have_count(3)
    for tally in story.locator("[data-tally]").all():
        figures = sum(int(each) for each in tally.locator("svg text").all_text_contents())
        diagonals = 9 * tally.locator(".diagonal").count()
        assert figures + diagonals == int(tally.locator(".sum").inner_text())
    expect(story).to_contain_text(re.compile("wins with|and wins"))
    expect(someone.said).to_contain_text("The count.")
    assert someone.violations() == []


def take(someone: Visitor, act: Callable[[], None]) -> None:
    """Take a pyramid, and build nothing."""
    before = someone.moves.count()
    act()
    expect(someone.moves).not_to_have_count(before)
    if someone.page.locator(".could .card").count():
        someone.page.keyboard.press("e")


def test_five_at_a_table_see_each_others_things_wide_and_narrow_by_mouse_and_by_finger(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, nebet = host.guest("Iset"), host.guest("Nebet")
    code = table(host, iset, nebet, bots=3)
    wide, narrow, watching = visitor(guest=iset), visitor(guest=nebet, size=NARROW, theme="dark"), visitor()
    for each in (wide, narrow, watching):
        each.sit_at(code)
        expect(each.page.locator(".cells button")).to_have_count(75)
        expect(each.page.locator("[data-token]")).to_have_count(5)
        expect(each.page.locator("[data-lot]")).to_have_count(5)
        expect(each.page.get_by_role("list", name="Seats")).to_contain_text("Apprentice 3")

    for _ in range(2):
        assert wait_for_turn(wide) == "take"
        wanted = ahead(wide).nth(1)
        wanted.hover()
        expect(wide.dock).to_contain_text("You pass 1 pyramid;")
        wanted.click()  # the mouse asks as well
        take(wide, wide.main_button.click)
        assert wait_for_turn(narrow) == "take"
        wanted = ahead(narrow).first
        cell = wanted.get_attribute("data-cell")
        wanted.tap()  # a finger points first
        expect(narrow.main_button).to_have_text(f"Take {cell}")
        expect(ahead(narrow)).not_to_have_count(0)
        take(narrow, narrow.main_button.tap)
        expect(narrow.page.locator(f"[data-token='1'][data-at='{cell}']")).to_be_visible()

    # Everybody's collections stand side by side, and a spectator sees the same.
    assert wait_for_turn(wide) in ("take", "build")
    for each in (wide, watching):
        expect(each.page.locator("[data-lot='1'] .matrix > svg")).to_have_attribute(
            "aria-label", re.compile("^Nebet holds: (one|two|three)")
        )
    expect(watching.page.locator(".cells .may")).to_have_count(0)

    # Replay shows an earlier moment and leads back.
    wide.page.get_by_role("button", name="To the start").click()
    expect(wide.dock).to_contain_text("Replay")
    expect(wide.page.locator("[data-at='queue']")).to_have_count(5)
    wide.page.get_by_role("button", name="Back to now").click()
    expect(wide.page.locator("[data-at='queue']")).to_have_count(0)

    for n, look in enumerate(wide.looks()):
        assert not wide.overflows(), look
        if n in (0, 3):  # wide by day, narrow by night
            assert wide.violations() == [], look


def test_a_line_of_150_fits_a_phone_whole_and_comes_closer_by_a_tap(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    someone = visitor(guest=guest, size=NARROW)
    page = someone.sit_at(table(host, guest, bots=9))
    cell, line = page.locator("[data-cell='3']"), page.locator(".scroller")
    expect(page.locator(".cells button")).to_have_count(150)
    expect(page.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_count(10)
    whole, small = line.bounding_box(), cell.bounding_box()
    assert whole
    assert small
    assert whole["width"] <= NARROW[0]
    assert small["width"] >= 24
    page.get_by_role("button", name="Closer").tap()
    expect(page.get_by_role("button", name="Whole line")).to_be_visible()
    large = cell.bounding_box()
    assert large
    assert large["width"] > 50
    cell.tap()
    expect(someone.main_button).to_have_text("Take 3")
    assert not someone.overflows()
    page.get_by_role("button", name="Whole line").tap()
    expect(someone.dock).to_contain_text("Take 3, a ")


def heard(someone: Visitor) -> list[Any]:
    """Every message that this page receives from now on."""
    messages: list[Any] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: messages.append(json.loads(payload)))

    someone.page.on("websocket", listen)
    return messages


def before_the_reveal(messages: list[Any]) -> list[Any]:
    """The messages before the reveal, without the numbers that a seat may choose from."""
    kept: list[Any] = []
    for message in messages:
        if '"reveal ' in json.dumps(message):
            break
        kept.append(json.loads(json.dumps(message)))
        if kept[-1].get("now"):
            kept[-1]["now"].pop("choices")
    return kept


def test_nobody_learns_a_secret_number_from_any_message_before_the_reveal(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, nebet = host.guest("Iset"), host.guest("Nebet")
    code = table(host, iset, nebet, bots=1, die=6)
    one, two, watching = visitor(guest=iset), visitor(guest=nebet, size=NARROW), visitor()
    messages = [heard(each) for each in (one, two, watching)]
    for each in (one, two, watching):
        each.sit_at(code)
    expect(one.dock).to_contain_text("Choose a number, 1 to 6.")
    name = two.page.locator("[data-lot='0'] b")  # short as it is, a phone shows it whole
    expect(two.page.locator("[data-lot='0']")).to_contain_text("choosing, in the queue")
    assert name.evaluate(
        """(one) => {
            const text = document.createRange()
            text.selectNodeContents(one)
            return text.getBoundingClientRect().width <= one.getBoundingClientRect().width + 0.01
        }"""
    )

    # One by keyboard, the other by finger: what is chosen is seen by its chooser alone.
    one.page.locator(".cells [tabindex='0']").focus()
    one.page.keyboard.press("5")
    expect(one.main_button).to_have_text("Choose 5")
    one.page.keyboard.press("Enter")
    expect(one.dock).to_contain_text("You have chosen 5.")
    expect(one.dock).to_contain_text("Waiting for Nebet")
    for each in (two, watching):
        expect(each.page.locator("[data-stone='0'].down")).to_be_visible()
        expect(each.page.locator("[data-stone='0']")).not_to_contain_text("5")
    number = two.page.get_by_role("group", name="Numbers to choose from").get_by_role("button").nth(2)
    number.tap()
    two.main_button.tap()
    for each in (one, two, watching):
        expect(each.page.locator("[data-stone='0'].up")).to_contain_text("5")
        expect(each.page.locator("[data-stone='1'].up")).to_contain_text("3")

    for own, received in zip((0, 1, None), messages, strict=True):
        secret, known = before_the_reveal(received), False
        assert len(secret) < len(received), "the reveal was never heard"
        assert any('"hidden"' in json.dumps(message) for message in secret), "nobody was seen to choose"
        for message in secret:
            for row in [*message.get("rows", ()), *message.get("log", ())]:
                assert row["seat"] == own or not re.search(r"choose[s]? \d", row["text"] + row["words"]), row
            for seat, each in enumerate(
                (message.get("now") or {"picture": {"seats": ()}})["picture"]["seats"]
            ):
                assert seat == own or (each["number"] == 0 and each["choice"] != "known"), each
                known |= each["number"] > 0
                each["number"] = 0  # one's own is no secret to oneself
            assert "secret" not in (message.get("table") or {}) or message["table"]["secret"] is None
        assert known or own != 0, "the search would not have found the chooser's own number either"
