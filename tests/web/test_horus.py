"""The Pyramid of Horus in a real browser: a whole game by keyboard, secrets, a question to somebody away."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, WebSocket, expect

from benben.games.horus.board import BLOCK_SPACES, DOORS, INDEX, NEAR, SPACES
from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor


def table(host: Host, *people: Guest, bots: int = 0, **options: Any) -> str:
    """Make a table of these people, in order, and this number of apprentices. Returns its code."""
    seats: list[dict[str, str]] = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    seats += [{"kind": "bot", "level": "apprentice"}] * bots
    wish = {"game": "horus", "seats": seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", people[0], **wish)["code"]
    for guest in people:
        host.call("POST", f"/api/tables/{code}/sit", guest, seed=secrets.token_hex(16))
    return code


SIGNS = {
    "over": ".ended",
    "step": ".cells .goal",
    "deed": "[data-deed]",
    "ask": ".a-dock button.main",
}


def wait_for_turn(someone: Visitor) -> str:
    """Wait until something can be done, or the match is over."""
    someone.page.wait_for_selector(", ".join(SIGNS.values()))
    return next(what for what, sign in SIGNS.items() if someone.page.locator(sign).count())


def press(someone: Visitor, *keys: str) -> None:
    """Press keys, and wait until the log has what they did."""
    before = someone.moves.count()
    for key in keys:
        someone.page.keyboard.press(key)
    expect(someone.moves).not_to_have_count(before)


def chip(someone: Visitor, text: str) -> Locator:
    """A button under the map, by the notation of what it does."""
    return someone.page.locator(f"[data-deed='{text}']")


def say_done(someone: Visitor) -> None:
    """End the turn; the dock asks before actions are lost."""
    before = someone.moves.count()
    someone.page.keyboard.press("d")
    someone.page.wait_for_timeout(50)
    if "End the turn" in someone.main_button.all_inner_texts():
        someone.page.keyboard.press("y")
    expect(someone.moves).not_to_have_count(before)


def play_on(someone: Visitor, searches: int) -> str:
    """Do one thing by keyboard: search this many times, then walk about and leave. Returns what it was."""
    page = someone.page
    if "Roll" in someone.main_button.all_inner_texts():
        press(someone, "t")
        return "roll"
    if not page.locator(".cells .goal").count():
        cards = page.get_by_role("group", name="Cards to give up")
        if cards.count() and not someone.main_button.count():
            press(someone, "1", "y")  # above twelve: something must go
            return "drop"
        say_done(someone)
        return "done"
    search = chip(someone, "search")
    if searches < 2 and search.count():
        press(someone, search.locator("kbd").inner_text())
        return "search"
    page.locator(".cells [tabindex='0']").focus()
    if page.locator("[data-goal='door']").count():
        page.keyboard.press("End")
        page.keyboard.press("Enter")  # there is no way back, so it asks
        expect(someone.main_button).to_have_text(re.compile("Leave|Flee outside"))
        press(someone, "y")
        return "exit"
    press(someone, "n", "Enter")
    return "step"


def test_a_whole_game_of_one_person_and_three_bots_is_played_by_keyboard_to_the_scoring(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    code = table(host, guest, bots=3)
    someone = visitor(guest=guest)
    page = someone.sit_at(code)
    expect(page.get_by_role("list", name="Spaces of the pyramid").get_by_role("button")).to_have_count(65)
    expect(page.locator("[data-person]")).to_have_count(4)
    expect(page.locator("[data-mummy]")).to_have_count(3)

    did: list[str] = []
    while wait_for_turn(someone) != "over":
        did.append(play_on(someone, did.count("search")))
        place = page.locator("[data-person='0']").get_attribute("data-at")
        if did[-1] == "exit":
            assert place == "escaped"
    assert "step" in did
    assert "search" in did

    # The scoring tells every survivor's cards, and they add up.
    story = page.get_by_role("region", name="The scoring")
    expect(story.locator("[data-tally], [data-lost]")).to_have_count(4)
    for tally in story.locator("[data-tally]").all():
        figures = [
            int(each.get_attribute("data-points") or 0) for each in tally.locator("[data-points]").all()
        ]
        assert sum(figures) == int(tally.locator(".sum").inner_text())
    expect(story).to_contain_text(re.compile("wins with|share the victory|Nobody wins"))
    expect(someone.said).to_contain_text("The scoring.")
    assert someone.violations() == []

    # Replay shows an earlier moment and leads back.
    page.get_by_role("button", name="To the start").click()
    expect(someone.dock).to_contain_text("Replay")
    expect(page.locator("[data-person][data-at='outside']")).to_have_count(4)
    page.get_by_role("button", name="The last moment").click()
    expect(page.locator("[data-person][data-at='outside']")).to_have_count(0)


def heard(someone: Visitor) -> list[str]:
    """Every message that this page receives from now on, as it comes."""
    messages: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: messages.append(str(payload)))

    someone.page.on("websocket", listen)
    return messages


def be(someone: Visitor, name: str) -> None:
    """Choose an adventurer, and confirm it."""
    choice = someone.page.get_by_role("group", name="What you can do").get_by_role("button", name=name)
    choice.click()
    someone.main_button.click()
    expect(someone.page.locator(".deeds")).to_have_count(0)


def place_of(someone: Visitor, seat: int) -> str:
    return someone.page.locator(f"[data-person='{seat}']").get_attribute("data-at") or ""


def step_towards(someone: Visitor, seat: int, goals: tuple[str, ...]) -> str:
    """The next space on the shortest open path to one of these, searched backwards from them."""
    fallen = {
        int(each.get_attribute("data-block") or 0) for each in someone.page.locator("[data-block]").all()
    }
    barred = {BLOCK_SPACES[number] for number in fallen}
    here = place_of(someone, seat)
    starts = set(DOORS) if here == "outside" else set(NEAR[INDEX[here]])
    wave, seen = [INDEX[goal] for goal in goals if INDEX[goal] not in barred], set(barred)
    while wave:
        if reached := starts & set(wave):
            return SPACES[min(reached)]
        seen |= set(wave)
        wave = sorted({near for space in wave for near in NEAR[space]} - seen)
    raise AssertionError("the way is barred")


def asked(someone: Visitor, seat: int) -> str:
    """What this seat is to do now, by the phase's name; "roll" where its hand is due, "" where it waits."""
    if "Roll" in someone.main_button.all_inner_texts():
        return "roll"
    board = someone.page.locator(".a-board .horus")
    return (board.get_attribute("data-phase") or "") if board.get_attribute("data-asked") == str(seat) else ""


def enter_or_wait(someone: Visitor, seat: int) -> None:
    """Take the turn of a player who only comes in and stays by the door, or flees if need be."""
    if someone.page.locator(".cells .goal").count() and place_of(someone, seat) == "outside":
        goal = step_towards(someone, seat, ("c1", "d1", "e1", "f1", "g1"))
        someone.page.locator(f"[data-space='{goal}']").tap()  # a finger points first
        expect(someone.main_button).to_have_text(f"Enter {goal}")
        someone.main_button.tap()
        expect(someone.page.locator(f"[data-person='{seat}']")).to_have_attribute("data-at", goal)
    else:
        say_done(someone)


def flee(someone: Visitor) -> None:
    someone.page.locator(".cells [tabindex='0']").focus()
    press(someone, "n", "Enter")


def test_what_one_player_reads_in_secret_is_in_no_byte_that_the_other_receives(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, bek = host.guest("Iset"), host.guest("Bek")
    code = table(host, iset, bek, adventurers="chosen")
    reader, seer = visitor(guest=iset), visitor(guest=bek, size=NARROW, theme="dark")
    watching = visitor()  # a spectator sees neither secret
    frames = {each: heard(each) for each in (reader, seer, watching)}
    for each in frames:
        each.sit_at(code)
    be(reader, "Abdel Wahab")
    be(seer, "Rasputin")

    block, value, until_it_fell = 0, 0, ""
    for _ in range(400):
        if block and value:
            break
        for seat, each in enumerate((reader, seer)):
            due = asked(each, seat)
            if due == "roll":
                press(each, "t")
            elif due == "foresight" and not block:
                block = foresee(seer, reader)
                expect(watching.page.locator("[data-block]")).not_to_have_count(0)
                until_it_fell = "\n".join(
                    frames[reader] + frames[watching]
                )  # later it may fall for all to see
            elif due == "turn" and each is seer:
                enter_or_wait(seer, seat)
            elif due == "turn" and not value:
                value = read_or_walk(reader, seer)
            elif due == "flee":
                flee(each)
            elif due:
                say_done(each)
        reader.page.wait_for_timeout(30)
    assert block
    assert value

    # The seer knows nothing of the card, the reader nothing of the block; nor does a reloaded page.
    for each in frames:
        each.page.reload()
        expect(each.dock).to_be_visible()
    expect(watching.page.locator(".cells .may, [data-deed], .hand")).to_have_count(0)
    to_seer = "\n".join(frames[seer] + frames[watching])
    to_reader = "\n".join(frames[reader])
    assert f"content {value}" in to_reader
    assert f"block {block}" in to_seer
    assert "content ?" in to_seer
    assert not re.search(r"content \d|reads an? \d", to_seer)
    for tomb in closed_tombs(frames[seer] + frames[watching]):
        assert tomb["value"] is None, tomb
    assert "block ?" in to_reader
    assert not re.search(rf'block {block}\b|"number":{block}\b', until_it_fell)
    assert not re.search(r"sees block \d", to_reader + "\n".join(frames[watching]))


def foresee(seer: Visitor, other: Visitor) -> int:
    """Look at the next block and return it to the bag. Returns its number."""
    press(seer, "1")
    expect(seer.dock).to_contain_text("You alone know it")
    found = re.search(r"Block (\d+), for", seer.dock.inner_text())
    assert found
    expect(seer.page.locator("[data-coming]")).to_have_count(1)
    expect(other.dock).to_contain_text("keeps the block or returns it")
    expect(other.page.locator("[data-coming]")).to_have_count(0)
    seer.dock.get_by_role("button", name="Return it").click()
    expect(other.page.locator("[data-block]")).not_to_have_count(0)
    return int(found[1])


def read_or_walk(reader: Visitor, other: Visitor) -> int:
    """Read a neighbouring sarcophagus and return its value; or take a step towards one and return 0."""
    page = reader.page
    read = page.locator("[data-deed^='read ']")
    if read.count():
        read.first.click()
        expect(page.locator("[data-read] text")).to_have_count(1)
        expect(other.page.locator("[data-read]")).to_have_count(1)
        expect(other.page.locator("[data-read] text")).to_have_count(0)
        return int(page.locator("[data-read] text").text_content() or 0)
    if not page.locator(".cells .goal").count():
        say_done(reader)
        return 0
    goal = step_towards(reader, 0, ("b3", "b5", "b7", "h3", "h5", "h7", "c7", "g7"))
    page.locator(f"[data-space='{goal}']").click()
    expect(page.locator("[data-person='0']")).to_have_attribute("data-at", goal)
    return 0


def closed_tombs(frames: list[str]) -> list[Any]:
    """Every sarcophagus that was drawn closed, in any message."""
    found = []
    for frame in map(json.loads, frames):
        picture = (frame.get("now") or {}).get("picture") or frame.get("picture") or {}
        found += [each for each in picture.get("tombs", ()) if each["state"] == "closed"]
    assert found
    return found


def test_a_question_waits_for_a_player_who_is_away_and_stands_when_they_are_back(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, bek = host.guest("Iset"), host.guest("Bek")
    code = table(host, iset, bek, adventurers="chosen")
    one, away = visitor(guest=iset), visitor(guest=bek)
    one.sit_at(code)
    away.sit_at(code)
    be(one, "Jose Ardila")
    be(away, "Delroy Chartier")

    # Only the player who has Stamina is asked about it, before the roll.
    expect(away.dock).to_contain_text("Declare Stamina before the roll?")
    away.go("/")
    expect(one.dock).to_contain_text("Bek may declare Stamina before the roll.")
    expect(one.page.get_by_role("list", name="Seats")).to_contain_text("Away")
    expect(one.main_button).to_have_count(0)
    expect(one.page.locator(".cells .may, [data-deed]")).to_have_count(0)

    expect(one.page.locator("[data-wait]")).to_contain_text("Bek thinks about it")  # a gentle clock
    for n, look in enumerate(one.looks()):
        assert not one.overflows(), look
        if n in (0, 3):  # wide by day, narrow by night
            assert one.violations() == [], look

    away.sit_at(code)
    expect(away.dock).to_contain_text("Declare Stamina before the roll?")
    expect(one.page.get_by_role("list", name="Seats")).not_to_contain_text("Away")
    press(away, "1")
    expect(one.page.locator(".spent")).to_have_text("Stamina")
    expect(one.said).to_contain_text("Bek declares Stamina.")
    first = one if one.page.locator(".a-seats li", has_text="Iset").locator(".ankh").count() else away
    expect(first.main_button).to_have_text("Roll")


def test_against_bots_alone_a_question_stands_however_long_nobody_answers(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    someone = visitor(guest=guest)
    page = someone.sit_at(table(host, guest, bots=2, adventurers="chosen", reaction=1))
    be(someone, "Delroy Chartier")
    expect(someone.dock).to_contain_text("Declare Stamina before the roll?")
    before = someone.moves.count()
    page.wait_for_timeout(2500)  # more than the time that was chosen
    expect(someone.moves).to_have_count(before)
    expect(someone.dock).to_contain_text("Declare Stamina before the roll?")
    expect(page.locator("[data-wait='ring']")).to_have_count(0)
    expect(page.locator("[data-wait='line']")).to_contain_text("Take your time: only bots wait")
    press(someone, "1")
    expect(page.locator(".spent", has_text="Stamina")).to_be_visible()


def test_a_block_seen_by_an_udjat_is_in_no_byte_that_anybody_else_receives(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, bek = host.guest("Iset"), host.guest("Bek")
    code = table(host, iset, bek, adventurers="chosen")
    players = (visitor(guest=iset), visitor(guest=bek, size=NARROW))
    watching = visitor()
    frames = {each: heard(each) for each in (*players, watching)}
    for each in frames:
        each.sit_at(code)
    be(players[0], "Jose Ardila")
    be(players[1], "Maki Watanabe")

    # The rubble has two Udjats among eighteen cards: both search it until one is found.
    block, peeker = 0, players[0]
    for _ in range(400):
        if block:
            break
        for seat, each in enumerate(players):
            due = asked(each, seat)
            if due == "roll":
                press(each, "t")
            elif due == "foresight":
                block, peeker = foresee(each, players[1 - seat]), each
                break
            elif due == "turn":
                search_or_enter(each, seat)
            elif due == "flee":
                flee(each)
            elif due == "shed":
                press(each, "1", "1")
            elif due:
                say_done(each)
        players[0].page.wait_for_timeout(20)
    assert block

    # What everybody received, a reloaded page included; the block went back, and another one fell.
    for each in frames:
        each.page.reload()
        expect(each.dock).to_be_visible()
    tells = re.compile(rf'\bblock {block}\b|"number":{block}\b')
    assert tells.search("\n".join(frames[peeker])), "the search finds nothing even where it is"
    for each in frames:
        if each is not peeker:
            got = "\n".join(frames[each])
            assert "with the Udjat" in got
            assert '"text":"block ?"' in got
            assert not tells.search(got)
            assert not re.search(r"sees block \d", got)
            assert all(one["number"] is None and one["space"] is None for one in foreseen_in(frames[each]))
    assert any(one["number"] == block for one in foreseen_in(frames[peeker]))


def search_or_enter(someone: Visitor, seat: int) -> None:
    """Come in, and search the rubble as long as there are actions."""
    search = chip(someone, "search")
    if any("wound 100" not in words for words in search.all_inner_texts()):
        before = someone.moves.count()
        search.click()
        expect(someone.moves).not_to_have_count(before)
    elif someone.page.locator(".cells .goal").count() and place_of(someone, seat) == "outside":
        goal = step_towards(someone, seat, ("c1", "d1", "e1", "f1", "g1"))
        someone.page.locator(f"[data-space='{goal}']").focus()
        press(someone, "Enter")
    else:
        say_done(someone)


def foreseen_in(frames: list[str]) -> list[Any]:
    """Every block that was drawn as foreseen, in any message."""
    pictures = [(frame.get("now") or {}).get("picture") or {} for frame in map(json.loads, frames)]
    found = [one["foreseen"] for one in pictures if one.get("foreseen")]
    assert found
    return found


def test_what_the_idol_of_sobek_is_worth_is_asked_by_that_name(visitor: Callable[..., Visitor]) -> None:
    someone = visitor(size=NARROW)
    someone.go("/play/horus")
    worth = someone.open_phrase("the usual rest").get_by_label("Worth of the idol of Sobek")
    expect(worth).to_have_value("6")
    worth.fill("7")
    assert someone.violations() == []
