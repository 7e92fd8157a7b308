"""What is in sight at a table, in a real browser: what wins, whole titles, a board that zooms in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.test_shift import table
from tests.web.visitor import NARROW, WIDE, Visitor

WINS = {
    "senet": "All your pieces off the board first wins.",
    "gate": "After nine rounds, most jewels of one colour win.",
    "solitaire": "A single small left on the board is perfect.",
    "pyramydal": "Most points in statues at the end win.",
    "horus": "Come out alive; most points among survivors win.",
}
LARGEST = """() => Math.sqrt(Math.max(...[...document.querySelectorAll('.a-board svg')].map((one) => {
  const { width, height } = one.getBoundingClientRect()
  return width * height
})))"""
CUT = """() => [...document.querySelectorAll('header h1, .wins')].filter(
  (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth
).map((one) => one.textContent)"""
COVERED = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect()
  return Math.round(box('.a-board').bottom - box('.a-dock').top)
}"""


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("game", WINS)
def test_what_wins_is_in_sight_and_nothing_is_cut_or_covered(
    visitor: Callable[..., Visitor], host: Host, game: str, size: tuple[int, int]
) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, size=size)
    page = someone.sit_at(table(host, guest, game, begin=False))
    expect(page.locator(".a-board svg").first).to_be_visible()
    wins = page.get_by_text(WINS[game])
    expect(wins).to_be_in_viewport(ratio=1)
    box = wins.bounding_box()
    assert box
    assert box["height"] < 20, "one line"
    assert page.evaluate(CUT) == []
    if game != "gate" or size == WIDE:  # upright, its two boards are taller than the window
        assert page.evaluate(COVERED) <= 0
    assert not someone.overflows()


@pytest.mark.parametrize("game", WINS)
def test_zooming_in_makes_no_board_smaller(visitor: Callable[..., Visitor], host: Host, game: str) -> None:
    """A browser that zooms in has a window of fewer pixels, each of them larger."""
    guest = host.guest("Iset")
    someone = visitor(guest=guest)
    code = table(host, guest, game, begin=False)
    sizes = []
    for zoom in (1, 1.1, 1.25, 1.5, 2):
        someone.page.set_viewport_size({"width": round(1280 / zoom), "height": round(800 / zoom)})
        page = someone.sit_at(code)
        expect(page.locator(".a-board svg").first).to_be_visible()
        page.wait_for_timeout(200)
        sizes.append(zoom * page.evaluate(LARGEST))
    assert min(sizes) >= 0.95 * sizes[0], sizes  # a map with things beside it is a little narrower
