"""The end of a match in a real browser: the result beside the board, never over it, and a way home."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, WIDE, Visitor

SOLVED = {"position": "S,S,-"}  # one hop, and it is over
ENDS: dict[str, tuple[int, dict[str, Any]]] = {
    "senet": (2, {}),
    "gate": (2, {}),
    "solitaire": (1, SOLVED),
    "pyramydal": (3, {}),
    "horus": (3, {}),
}
# Overlaps of the result with the board in the window, now and at every scroll position.
COVERED = """async () => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect()
  const meet = (at) => {
    const [board, dock] = [box('.a-board'), box('.a-dock')]
    const [left, top] = [Math.max(board.left, dock.left), Math.max(board.top, dock.top)]
    const [right, bottom] = [Math.min(board.right, dock.right), Math.min(board.bottom, dock.bottom)]
    return right - left > 1 && bottom - top > 1 ? [[at, left, top, right, bottom]] : []
  }
  const found = []
  for (const at of [0, 100, 300, 10000]) {
    scrollTo(0, at)
    await new Promise(requestAnimationFrame)
    found.push(...meet(at))
  }
  scrollTo(0, 0)
  return found
}"""


def ended(host: Host, guest: Guest, game: str) -> str:
    """A finished match of somebody who had all seats."""
    seats, options = ENDS[game]
    wish = {"game": game, "seats": [{"kind": "me"}] * seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    return code


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("game", ENDS)
def test_the_result_covers_no_part_of_the_board_and_leads_home(
    visitor: Callable[..., Visitor], host: Host, game: str, size: tuple[int, int]
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=size)
    page = someone.sit_at(ended(host, guest, game))
    if game == "solitaire":
        for square in ("a1", "c1"):
            page.locator(f"[data-square][aria-label^='{square}']").click()
    else:
        page.get_by_role("button", name="Menu").click()
        page.locator("#table-menu").get_by_role("button", name="End the match").click()
        page.get_by_role("dialog").get_by_role("button", name="Break off").click()
    result = page.get_by_role("region", name="Result", exact=True)
    expect(result).to_be_in_viewport()
    assert page.evaluate(COVERED) == []
    again = result.get_by_role("button", name="Rematch").or_(result.get_by_role("button", name="Play again"))
    for offered in (again, result.get_by_role("link", name="Home")):
        expect(offered).to_be_in_viewport(ratio=1)
        box = offered.bounding_box()
        assert box
        assert size is WIDE or (box["height"] >= 44 and box["width"] >= 44)
    assert not someone.overflows()
    names = [each.inner_text() for each in result.locator(".acts > *").all()]
    learn = result.get_by_role("link", name="Learn")
    expect(learn).to_have_attribute("href", f"/learn/{game}")
    reviewed = ["Review"] if game == "solitaire" else []  # the others are broken off
    order = [*reviewed, "Rematch|Play again", "Learn", "Home"]
    assert all(re.search(want, name) for want, name in zip(order, names, strict=False)), names
    result.get_by_role("link", name="Home").click()
    expect(page.get_by_role("list", name="Games")).to_be_visible()
