"""Words on a phone, in a real browser: no heading, plate or button is cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor

TABLES: dict[str, tuple[int, dict[str, Any]]] = {  # seats and options
    "senet": (2, {}),
    "gate": (3, {}),
    "gate alone": (1, {"mode": "practice"}),
    "solitaire": (1, {}),
    "pyramydal": (3, {}),
    "horus": (3, {}),
}
# Words that are wider than their visible box; drawings and texts for screen readers alone do not count.
CUT = """() => {
  const cut = []
  const texts = 'h1, h2, h3, button, a, label, legend, .plate p, .plate b, .plate span'
  for (const one of document.querySelectorAll(texts)) {
    if (!one.checkVisibility() || !one.textContent.trim() || one.closest('svg, .vh')) continue
    const { clipPath, display, overflowX, textOverflow } = getComputedStyle(one)
    if (clipPath !== 'none' || one.getBoundingClientRect().width <= 1) continue
    const words = { left: Infinity, right: -Infinity }
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      if (!walk.currentNode.data.trim() || walk.currentNode.parentElement.closest('svg, .vh')) continue
      const room = document.createRange()
      room.selectNodeContents(walk.currentNode)
      const { left, right } = room.getBoundingClientRect()
      words.left = Math.min(words.left, left)
      words.right = Math.max(words.right, right)
    }
    const box = one.getBoundingClientRect()
    const wide = display !== 'inline' && one.scrollWidth > one.clientWidth + 1
    const out = words.left < box.left - 1 || words.right > box.right + 1
    const clipped = overflowX !== 'visible' && (wide || out)
    if (clipped || (textOverflow === 'ellipsis' && wide) || (one.matches('button, a, h1, h2, h3') && wide))
      cut.push([one.tagName, one.textContent.trim().slice(0, 60), one.scrollWidth, one.clientWidth])
  }
  return cut
}"""


@pytest.mark.parametrize("name", TABLES)
def test_no_words_of_a_table_are_cut_on_a_phone(
    visitor: Callable[..., Visitor], host: Host, name: str
) -> None:
    seats, options = TABLES[name]
    guest = host.guest("Meritaten")
    wish = {
        "game": name.split()[0],
        "seats": [{"kind": "me"}] * seats,
        "options": options,
        "seating": "choice",
    }
    code = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    someone = visitor(guest=guest, size=NARROW)
    page = someone.sit_at(code)
    expect(page.locator(".a-board svg").first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("path", ["/", *(f"/play/{name}" for name in TABLES if " " not in name)])
def test_no_words_of_home_and_set_up_are_cut_on_a_phone(visitor: Callable[..., Visitor], path: str) -> None:
    someone = visitor(size=NARROW)
    page = someone.go(path)
    expect(page.get_by_role("heading").first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate(CUT) == []
