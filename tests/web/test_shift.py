"""Loading a table in a real browser: what is drawn first stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.host import Guest, Host
from tests.web.visitor import NARROW, Visitor

MOST = 0.1  # of the layout may shift: what is called good
WATCH = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    const moved = ({ node, previousRect: was, currentRect: is }) => [node?.className?.toString(), was.y, is.y]
    if (!hadRecentInput) shifts.push([value, ...sources.map(moved)])
  }
}).observe({ type: 'layout-shift', buffered: true })
"""
TABLES: dict[str, tuple[int, dict[str, Any]]] = {  # bots and options
    "senet": (1, {}),
    "gate": (2, {}),
    "gate alone": (0, {"mode": "practice"}),
    "solitaire": (0, {}),
    "pyramydal": (2, {}),
    "horus": (2, {}),
}


@pytest.fixture(scope="module")
def paced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server whose bots move while a page loads, and after."""
    with Host(tmp_path_factory.mktemp("paced"), pace=300, warm=False) as host:
        yield host


def table(host: Host, guest: Guest, name: str, begin: bool) -> str:
    """A table with the bots before or after the guest."""
    bots, options = TABLES[name]
    seats = [{"kind": "bot", "level": "apprentice"}] * bots
    seats.insert(bots if begin else 0, {"kind": "me"})
    wish = {"game": name.split()[0], "seats": seats, "options": options, "seating": "choice"}
    code: str = host.call("POST", "/api/tables", guest, **wish)["code"]
    host.call("POST", f"/api/tables/{code}/sit", guest, seed="1" * 32)
    return code


def shifted(someone: Visitor, code: str, times: int = 1) -> list[Any]:
    """What moved after it was drawn, when the page was loaded the last time."""
    someone.context.add_init_script(WATCH)
    for _ in range(times):
        page = someone.sit_at(code)
        expect(page.locator(".a-board svg").first).to_be_visible()
    page.wait_for_timeout(2000)
    found: list[Any] = page.evaluate("shifts")
    return found


@pytest.mark.parametrize("times", [1, 2], ids=["cold", "again"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table_stays_where_it_is_while_it_loads(
    visitor: Callable[..., Visitor], host: Host, name: str, times: int
) -> None:
    guest = host.guest("Iset")
    shifts = shifted(visitor(guest=guest, size=NARROW), table(host, guest, name, begin=False), times)
    assert sum(shift[0] for shift in shifts) <= MOST, shifts


@pytest.mark.parametrize("name", [name for name, (bots, _) in TABLES.items() if bots])
def test_a_table_stays_where_it_is_while_bots_move(
    visitor: Callable[..., Visitor], paced: Host, name: str
) -> None:
    guest = paced.guest("Iset")
    someone = visitor(guest=guest, size=NARROW, host=paced)
    shifts = shifted(someone, table(paced, guest, name, begin=True))
    assert sum(shift[0] for shift in shifts) <= MOST, shifts
