"""Egyptian Solitaire in a real browser: alone by keyboard, taken back, rated, and against hidden sand."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect

from benben.games.solitaire import notation
from benben.games.solitaire.solver import Solver
from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor

SMALL = "S,S,-,S/-,-,S,-"  # four pyramids, for quick games


def score(someone: Visitor) -> str:
    return someone.page.get_by_role("region", name="Score").locator(".big").inner_text()


def hop(page: Page, text: str) -> None:
    """Types both squares, as a keyboard player does."""
    for square in text.split(">"):
        page.keyboard.type(square)
        page.keyboard.press("Enter")


def test_a_solo_game_by_keyboard_along_the_solver_ends_with_a_single_small(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page = someone.go("/play/solitaire")
    expect(page.get_by_role("radio", name="Alone")).to_be_checked()
    expect(page.get_by_role("radio", name="Three by four")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(someone.dock).to_contain_text("Choose a pyramid to hop.")
    assert score(someone) == "72"
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    start = notation.read("SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML")
    line = Solver(3, 4).best(start.boards[0]).line
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
    expect(page.get_by_role("region", name="Score")).to_contain_text(re.compile("exact"), timeout=30_000)


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
    options = {"mode": "quicksand", "hidden": True, "least": 12, "most": 14}
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
        expect(each.page.get_by_role("button", name="Rematch")).to_be_visible(timeout=40_000)
    assert any(re.search(r"sand 1[234]", message) for message in messages[0])
    assert one.violations() == []
