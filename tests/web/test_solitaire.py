"""Egyptian Solitaire in a real browser: alone by keyboard, taken back, rated, and against hidden sand."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect

from benben.games.solitaire import notation
from benben.games.solitaire.solver import Solver
from tests.web.host import Host
from tests.web.puzzle_player import today
from tests.web.visitor import NARROW, PATIENCE, Visitor

SMALL = "S,S,-,S/-,-,S,-"  # four pyramids, for quick games


def score(someone: Visitor) -> str:
    return someone.page.get_by_role("region", name="Score").locator(".big").inner_text()


def hop(page: Page, text: str) -> None:
    """Type both squares, as a keyboard player does."""
    for square in text.split(">"):
        page.keyboard.type(square)
        page.keyboard.press("Enter")


def test_a_solo_game_by_keyboard_along_the_solver_ends_with_a_single_small(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/play/solitaire")
    expect(page.get_by_role("radio", name="Alone")).to_be_checked()
    expect(page.locator(".sent")).to_contain_text(
        "You, alone, on 3 by 4, to end with one small, from full nests."
    )
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(someone.dock).to_contain_text("Choose a pyramid to hop.")
    assert score(someone) == "72"
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    start = notation.read("SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML")
    line = Solver(3, 4, plain=True).best(start.boards[0]).line
    for n, each in enumerate(line, 1):
        hop(page, notation.name(start, each))
        expect(someone.moves).to_have_count(n)
    expect(someone.dock).to_contain_text("You did it.")
    assert score(someone) == "1"
    assert someone.violations() == []


def test_hops_are_taken_back_and_done_again_even_after_the_end(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Meryt")
    code = host.table(guest, game="solitaire", options={"position": SMALL, "ranks": 2, "files": 4})
    someone = visitor(guest=guest, size=NARROW, theme="dark")
    page = someone.sit_at(code)
    assert score(someone) == "4"
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    hop(page, "a1>c1")
    expect(someone.moves).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("region", name="Score").locator(".big")).to_have_text("4")
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("region", name="Score").locator(".big")).to_have_text("3")
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    hop(page, "d1>b1")
    expect(someone.dock).to_contain_text("Not this time.")
    assert not someone.overflows()
    page.get_by_role("button", name="Take back").click()
    expect(someone.dock).not_to_contain_text("Not this time.")
    expect(page.get_by_role("region", name="Score").locator(".big")).to_have_text("3")


def test_the_player_may_ask_what_can_still_be_reached(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Meryt")
    code = host.table(guest, game="solitaire", options={"position": "S,S,-,-", "ranks": 1, "files": 4})
    someone = visitor(guest=guest)
    page = someone.sit_at(code)
    expect(page.get_by_role("region", name="Score")).to_contain_text(re.compile("exact"))


def test_the_puzzle_of_the_day_is_played_to_its_best_and_names_the_day(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor()
    day = today()
    page = someone.go(f"/d/{day}/solitaire")
    panel = page.locator("article[data-game='solitaire']")
    panel.get_by_text("easy").click(
        timeout=2 * PATIENCE
    )  # the puzzles of a day are made when first asked for
    expect(panel.get_by_role("radio")).to_have_count(3)
    panel.get_by_role("button", name="Solve").click()
    score_plate = page.get_by_role("region", name="Score")
    expect(score_plate).to_contain_text(re.compile("Puzzle of .*, easy"))
    (puzzle, *_) = host.call("GET", f"/api/games/solitaire/daily/{day}")
    start = notation.read(puzzle["options"]["position"])
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    for n, each in enumerate(Solver(3, 4, plain=True).best(start.boards[0]).line, 1):
        hop(page, notation.name(start, each))
        expect(someone.moves).to_have_count(n)
        expect(someone.moves.last.locator(".n")).to_have_text(str(n))
    result = page.get_by_role("region", name="Your result")
    expect(result).to_contain_text("Best possible: 1. Yours: 1.")
    result.get_by_role("button", name="Copy to share").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith(f"Egyptian Solitaire, puzzle of {day}, easy\n")
    assert not re.search("[a-h][1-8]", shared)
    assert someone.violations() == []
    page.goto(f"/d/{day}/solitaire")
    expect(panel.locator(".result")).to_contain_text("1 pip")


def test_a_hint_is_as_strong_as_the_player_wishes(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Meryt")
    options = {"position": "M,S,-,M", "ranks": 1, "files": 4, "goal": "medium"}
    code = host.table(guest, game="solitaire", options=options)
    someone = visitor(guest=guest, size=NARROW)
    page = someone.sit_at(code)
    someone.dock.get_by_role("button", name="Hint").click()
    expect(someone.dock).to_contain_text("Still perfect.")
    expect(page.get_by_role("region", name="Score")).to_contain_text("A line to a single medium exists")
    expect(someone.dock.get_by_role("button", name="Which hop?")).to_be_visible()
    someone.dock.get_by_role("button", name="Which square?").click()
    expect(someone.dock).to_contain_text("Look at a1.")
    assert someone.violations() == []
    someone.dock.get_by_role("button", name="Which hop?").click()
    someone.main_button.filter(has_text="Hop a1>c1").click()
    expect(someone.moves).to_have_count(1)


def test_king_tut_is_played_by_two_at_one_device(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Iset")
    seats = [{"kind": "me", "name": "Iset"}, {"kind": "me", "name": "Nofret"}]
    options = {"mode": "king-tut", "ranks": 1, "files": 3, "limit": 60}
    wish = {"game": "solitaire", "seats": seats, "options": options, "seating": "choice"}
    code = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    someone = visitor(guest=guest, size=NARROW, theme="dark")
    page = someone.sit_at(code)
    took = 0.0
    for name, hops in (("Iset", ["a1>c1"]), ("Nofret", [])):
        expect(someone.dock).to_contain_text(f"{name}, start when you are ready.")
        began = time.monotonic()
        someone.main_button.filter(has_text="Start").click()
        expect(page.get_by_role("timer")).to_be_visible()
        page.get_by_role("grid").locator("[tabindex='0']").focus()
        for each in hops:
            hop(page, each)  # it leaves no other, so the clock stops by itself
            expect(someone.dock).to_contain_text("Nofret, start")
            took = time.monotonic() - began
        if not hops:
            page.wait_for_timeout(1000 * max(0, took - 5))  # what Iset is ahead is 9 s, on a slow machine too
            someone.dock.get_by_role("button", name="Done").click()
    results = page.get_by_role("region", name="Results")
    expect(results.get_by_role("row")).to_have_count(3)
    for place, (name, penalty) in enumerate((("Iset", "+42 s"), ("Nofret", "+51 s")), 1):
        row = results.get_by_role("row").nth(place)
        for words in (str(place), name, penalty):
            expect(row).to_contain_text(words)
    expect(someone.dock).to_contain_text("Iset wins.")
    assert someone.violations() == []
    assert not someone.overflows()


def test_quicksand_against_two_bots_shows_three_boards_that_change(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/play/solitaire?with=bot")
    expect(page.get_by_role("button", name="Quicksand")).to_be_visible()
    someone.open_phrase("a bot, Apprentice").get_by_role("radio", name="Vizier").check()
    page.get_by_role("radio", name="3", exact=True).check()
    expect(page.locator(".sent")).to_contain_text(
        "You and two bots, Vizier, Quicksand, on 3 by 4, 180 s of sand."
    )
    page.get_by_role("button", name="Play", exact=True).click()
    someone.main_button.filter(has_text="Start").click()
    rivals = page.get_by_role("group", name="The other boards").get_by_role("figure")
    expect(rivals).to_have_count(2)
    for at in range(2):
        expect(rivals.nth(at).locator("b")).not_to_have_text("72")
    page.get_by_role("grid").first.locator("[tabindex='0']").focus()
    hop(page, "a1>c1")
    expect(someone.dock).to_contain_text("69 pips")
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    expect(someone.dock).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("list", name="Seats")).to_have_count(0)
    expect(rivals.last).to_be_in_viewport()
    assert someone.violations() == []


def heard(page: Page) -> list[str]:
    """Every message that this page receives from now on."""
    messages: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: messages.append(str(payload)))

    page.on("websocket", listen)
    return messages


def test_quicksand_with_hidden_sand_between_two_browsers_tells_nobody_when_the_bell_rings(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    iset, nebet = host.guest("Iset"), host.guest("Nebet")
    options = {"mode": "quicksand", "hidden": True, "least": 10, "most": 11}
    code = host.table(iset, nebet, game="solitaire", options=options)
    one, two = visitor(guest=iset), visitor(guest=nebet, size=NARROW, theme="dark")
    messages = [heard(each.page) for each in (one, two)]
    for each in (one, two):
        each.sit_at(code)
    for each in (one, two):
        each.main_button.filter(has_text="Start").click()
    for each in (one, two):
        grid = each.page.get_by_role("grid").first
        grid.locator("[tabindex='0']").focus()
        hop(each.page, "a1>c1")
        expect(each.dock).not_to_contain_text("Start")
    before = [len(each) for each in messages]
    for received, until in zip(messages, before, strict=True):
        text = "".join(received[:until])
        assert '"phase":"running"' in text
        assert '"hidden":true' in text
        assert not re.search(r'"until":\d', text.split('"phase":"running"', 1)[1])
        assert not re.search(r"sand \d|\"bell\"|secret\":\"", text)
    for each in (one, two):
        expect(each.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert any(re.search(r"sand 1[01]", message) for message in messages[0])
    assert one.violations() == []
