"""The page "You": one person on several devices, and what is kept for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor


def made_link(page: Page) -> str:
    page.get_by_role("button", name="Make a recovery link").click()
    return page.get_by_label("Recovery link", exact=True).locator("input").input_value()


def played(host: Host, winner: Guest, loser: Guest, count: int) -> list[str]:
    """Play matches to the end, the oldest first, by one connection for each table, as a program would."""
    codes = []
    with httpx.Client(base_url=host.url, verify=False, timeout=30) as client:

        def post(path: str, guest: Guest, **body: Any) -> Any:
            answer = client.post(path, json=body, headers={"authorization": f"Bearer {guest.token}"})
            assert answer.is_success, answer.text
            return answer.json()

        for _ in range(count):
            wish = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}], "seating": "choice"}
            code = post("/api/tables", winner, **wish)["code"]
            for guest in (winner, loser):
                post(f"/api/tables/{code}/sit", guest, seed="0" * 31 + "1")
            with connect(f"ws{host.url[4:]}/ws") as socket:
                socket.send(json.dumps({"type": "hello", "table": code, "token": loser.token}))
                socket.send(json.dumps({"type": "resign", "id": code, "seat": 1}))
                while json.loads(socket.recv(30))["type"] != "done":
                    pass
            codes.append(code)
    return codes


def test_a_recovery_link_goes_on_with_the_same_game_in_another_browser_until_it_is_signed_out(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    nefer, hori = host.guest("Nefer"), host.guest("Hori")
    code = host.table(nefer, hori)
    laptop = visitor(guest=nefer)
    laptop.sit_at(code)
    laptop.throw()
    page = laptop.go("/you")
    expect(page.get_by_role("heading", level=1, name="Nefer")).to_be_visible()
    link = made_link(page)
    assert link.startswith(f"{host.url}/you#key=")
    expect(page.get_by_role("img", name="Recovery link as a QR code")).to_be_visible()

    phone = visitor(size=(360, 740))
    other = phone.go(link)
    expect(other.get_by_role("button", name="Continue as this player")).to_be_focused()
    assert "key=" not in other.url
    assert "key=" not in other.evaluate("document.title + JSON.stringify(localStorage)")
    other.keyboard.press("Enter")
    expect(other.get_by_text("Welcome back, Nefer.")).to_be_visible()
    other.goto("/")
    other.get_by_role("link", name="Senet against Hori").click()
    expect(phone.dock).to_be_visible()
    expect(other).to_have_url(re.compile(code))
    expect(other.get_by_role("list", name="Moves").get_by_role("button")).to_have_count(1)

    page.reload()
    devices = page.get_by_role("region", name="Devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    expect(devices.filter(has_text="this device")).to_have_count(1)
    lost = devices.filter(has_not_text="this device")
    lost.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name=re.compile("^Sign out: .+, this device"))).to_be_visible()
    lost.get_by_role("button", name="Yes, sign out").click()
    expect(phone.dock).to_contain_text("You are signed out on this device.")
    expect(phone.dock).not_to_contain_text("Your seat is kept")
    expect(devices).to_have_count(1)
    expect(phone.dock).to_contain_text("Nefer is thinking.")  # it only looks on now
    phone.forgive("401|4401|not known")

    page.get_by_role("region", name="Keep your games").get_by_role("button", name="Revoke").click()
    page.get_by_role("button", name="Yes, revoke").click()
    expect(page.get_by_role("button", name="Make a recovery link")).to_be_visible()
    late = visitor()
    page = late.go(link)
    page.get_by_role("button", name="Continue as this player").click()
    expect(page.get_by_text("It may have been revoked.")).to_be_visible()
    late.forgive("401")


def test_a_new_name_is_shown_to_everybody_at_a_table_that_runs(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    teti, merit = host.guest("Teti"), host.guest("Merit")
    code = host.table(teti, merit)
    first, second = visitor(guest=teti), visitor(guest=merit, size=NARROW)
    for each in (first, second):
        each.sit_at(code)
    you = first.open_page()
    you.goto("/you")
    field = you.get_by_role("main").get_by_label("Your name at the table")
    field.fill("Hori")
    field.press("Enter")
    for each in (first, second):
        seats = each.page.get_by_role("list", name="Seats")
        expect(seats).to_contain_text("Hori")
        expect(seats).not_to_contain_text("Teti")
    second.page.reload()
    expect(second.page.get_by_role("list", name="Seats")).to_contain_text("Hori")


def test_signing_out_here_forgets_the_player_and_a_link_brings_them_back(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor(guest=host.guest("Sitamun"))
    page = someone.go("/you")
    link = made_link(page)
    mine = page.get_by_role("region", name="Devices").get_by_role("listitem")
    mine.get_by_role("button", name="Sign out").click()
    expect(mine.get_by_text("Your games stay.")).to_be_visible()
    mine.get_by_role("button", name="Yes, sign out").click()
    expect(page.get_by_text("This browser has forgotten you.")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Sitamun")).to_have_count(0)
    page.evaluate("link => { location.href = link }", link)  # only what is behind the # changes
    page.get_by_role("button", name="Continue as this player").click()
    expect(page.get_by_role("heading", level=1, name="Sitamun")).to_be_visible()


def test_finished_matches_are_listed_with_results_and_lead_to_the_match(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    nefer, hori = host.guest("Nefer"), host.guest("Hori")
    codes = played(host, nefer, hori, 21)
    someone = visitor(guest=nefer)
    page = someone.go("/you")
    past = page.get_by_role("region", name="Finished matches")
    expect(past.get_by_role("listitem")).to_have_count(20)
    expect(past.get_by_role("listitem").first).to_contain_text("Senet against Hori")
    expect(past.get_by_role("listitem").first).to_contain_text("You win. Hori resigned.")
    past.get_by_role("button", name="Show more").click()
    expect(past.get_by_role("listitem")).to_have_count(21)
    expect(past.get_by_role("listitem").nth(20).get_by_role("link").first).to_be_focused()
    expect(past.get_by_role("button", name="Show more")).to_have_count(0)
    past.get_by_role("link", name="Replay").last.click()
    expect(page).to_have_url(re.compile(codes[0]))
    expect(page.get_by_role("region", name="Result")).to_contain_text("Hori resigned.")


def test_a_turn_elsewhere_is_counted_in_the_title_and_the_bar_and_told_when_the_page_is_hidden(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    nefer, hori = host.guest("Nefer"), host.guest("Hori")
    codes = [host.table(nefer, hori) for _ in range(2)]
    alone = host.table(nefer, bot="scribe")  # a bot is not kept waiting
    someone = visitor(guest=nefer)
    someone.context.grant_permissions(["notifications"])
    someone.context.add_init_script(NOTED)
    page = someone.go("/you")
    expect(page).to_have_title("(2) You · Benben")
    expect(page.get_by_role("link", name="2 to play")).to_be_visible()
    page.get_by_role("switch", name="Tell me in this browser").click()
    assert page.evaluate("noted") == []

    someone.sit_at(alone)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    someone.sit_at(codes[0])
    expect(page).to_have_title(re.compile(r"^\(1\) Your throw"))
    expect(page.get_by_role("link", name="1 to play")).to_be_visible()
    someone.throw()

    page = someone.go("/")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    page.evaluate("hide()")
    third = host.table(nefer, hori)
    page.evaluate("look()")
    expect(page).to_have_title(re.compile(r"^\(3\) "))
    assert page.evaluate("noted") == [["Your turn", "Senet against Hori", third]]
    page.evaluate("look()")
    page.evaluate("noted[0] && last.onclick()")
    expect(page).to_have_url(re.compile(third))
    assert page.evaluate("noted").__len__() == 1


# A headless browser shows no notifications, so they are listed; the page only says that it is hidden.
NOTED = """
window.noted = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, { body, tag }) { noted.push([title, body, tag]); window.last = this; }
  close() {}
};
const seem = value => Object.defineProperty(document, 'visibilityState', { value, configurable: true });
window.hide = () => seem('hidden');
window.look = () => {
  seem('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  hide();
};
"""


def test_keys_for_programs_and_a_webhook_are_made_and_taken_back(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor(guest=host.guest("Nefer"))
    page = someone.go("/you")
    programs = page.get_by_role("region", name="Keys for programs")
    programs.get_by_label("Name of the program").fill("My bot")
    page.keyboard.press("Enter")
    token = programs.get_by_label("Key of the program").locator("input").input_value()
    assert host.call("GET", "/api/me", Guest("", token))["name"] == "Nefer"
    programs.get_by_role("button", name="Revoke: My bot").click()
    programs.get_by_role("button", name="Yes, revoke").click()
    expect(programs.get_by_role("listitem")).to_have_count(0)
    expect(programs.get_by_label("Key of the program")).to_have_count(0)

    hook = page.get_by_label("Webhook")
    hook.fill("http://127.0.0.1:8000/")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This address is in a private network.")).to_be_visible()
    someone.forgive("409")


def test_axe_finds_nothing_on_the_page_of_a_player_with_everything(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    nefer, hori = host.guest("Nefer of the long name x"), host.guest("Hori")
    played(host, nefer, hori, 1)
    host.table(nefer, hori)
    someone = visitor(guest=nefer)
    page = someone.go("/you")
    link = made_link(page)
    page.get_by_label("Name of the program").fill("A bot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Key of the program")).to_be_visible()
    page.get_by_role("region", name="Devices").get_by_role("button", name="Sign out").click()
    page.evaluate("link => { location.href = link }", link)
    expect(page.get_by_role("button", name="Continue as this player")).to_be_visible()
    expect(page.get_by_role("region", name="Finished matches").get_by_role("listitem")).to_have_count(1)
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_a_first_visitor_is_told_quietly_how_to_keep_their_games(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/")
    page.get_by_role("link", name="Keep your games").click()
    made_link(page)
    page.get_by_role("link", name="Benben, home").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(page.get_by_role("link", name="Keep your games")).to_have_count(0)
