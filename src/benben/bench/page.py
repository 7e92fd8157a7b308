"""What the page costs a first visitor on a phone: bytes until it is drawn, and how much of it jumps.

A real server, a real browser of 360 pixels, a fresh profile for every visit. Bytes are those of the wire,
compressed, until the home page or the board is drawn. A layout shift of 0.1 is what is called good.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import msgspec

from benben import games
from benben.bench.server.processes import run_benben

PHONE = {"width": 360, "height": 740}  # pixels of the window
SETTLE_MS = 2500  # until nothing more is expected to move
HOME_SCRIPT_KB, TABLE_SCRIPT_KB = 60.0, 135.0  # of script until the page is drawn, at most
MOST_SHIFT = 0.1
DRAWN = {"home": "main h1, main h2", "table": ".a-board svg"}  # what is there when a page is drawn
_WATCH = """
window.shifts = 0
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shifts += value
}).observe({ type: 'layout-shift', buffered: true })
"""
_BYTES = """() => {
  const sums = { script: 0, style: 0, other: 0 }
  for (const one of performance.getEntriesByType('resource')) {
    const { pathname } = new URL(one.name)
    const kind = pathname.endsWith('.js') ? 'script' : pathname.endsWith('.css') ? 'style' : 'other'
    sums[kind] += one.encodedBodySize
  }
  return sums
}"""


class PageCost(NamedTuple):
    page: str  # "home", or the name of a game
    script: float  # kB until it is drawn, compressed
    style: float  # likewise
    other: float  # likewise: fonts, pictures, calls
    shift: float  # cumulative layout shift
    most_script: float  # kB of script that it may have

    @property
    def met(self) -> bool:
        return self.script <= self.most_script and self.shift <= MOST_SHIFT


def run() -> int:
    """Measure every page and print a line for each; 1 if one costs more than it may, 2 without a browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("This needs playwright, which comes with the extra dev.")
        return 2
    found = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if found is None:
        print("This needs chromium.")
        return 2
    with tempfile.TemporaryDirectory() as folder, run_benben(str(Path(folder) / "page.db")) as server:
        url = f"http://127.0.0.1:{server.port}"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=found, args=["--no-sandbox", "--disable-gpu"]
            )
            costs = [_measured(browser, url, "home", "/", "")]
            for name in games.NAMES:
                code, token = _table(url, name)
                costs.append(_measured(browser, url, name, f"/t/{code}", token))
            browser.close()
    print(cost_table(costs))
    return 0 if all(cost.met for cost in costs) else 1


def cost_table(costs: list[PageCost]) -> str:
    """One line for each page."""
    lines = ["page          script kB   style kB   other kB   layout shift"]
    for cost in costs:
        verdict = "" if cost.met else f"   MISSED: script {cost.most_script:.0f} kB, shift {MOST_SHIFT}"
        sizes = f"{cost.script:9.1f}  {cost.style:9.1f}  {cost.other:9.1f}"
        lines.append(f"{cost.page:12}  {sizes}  {cost.shift:13.3f}{verdict}")
    return "\n".join(lines)


def _measured(browser: Any, url: str, name: str, path: str, token: str) -> PageCost:
    kind = "home" if name == "home" else "table"
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True)
    person = msgspec.json.encode({"name": "Iset", "token": token}).decode()
    context.add_init_script(f"localStorage.setItem('benben.person', {msgspec.json.encode(person).decode()})")
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.goto(path)
    page.wait_for_selector(DRAWN[kind])
    sums = page.evaluate(_BYTES)
    page.wait_for_timeout(SETTLE_MS)
    shift = float(page.evaluate("shifts"))
    context.close()
    most = HOME_SCRIPT_KB if kind == "home" else TABLE_SCRIPT_KB
    script, style, other = (sums[each] / 1000 for each in ("script", "style", "other"))
    return PageCost(name, script, style, other, shift, most)


def _table(url: str, name: str) -> tuple[str, str]:
    """A table of this game with bots in the other seats, and the token of the person who sits there."""
    person = _call(url, "/api/people", {"name": "Iset"}, "")
    game = games.load(name)
    seats = game.seats_for(game.options())[0]
    bots = [{"kind": "bot", "level": game.levels[0].name} for _ in range(seats - 1)]
    plan = {"game": name, "seats": [{"kind": "me"}, *bots], "seating": "choice"}
    table = _call(url, "/api/tables", plan, person["token"])
    _call(url, f"/api/tables/{table['code']}/sit", {"seed": "1" * 32}, person["token"])
    return table["code"], person["token"]


def _call(url: str, path: str, body: Any, token: str) -> Any:
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(f"{url}{path}", msgspec.json.encode(body), headers)) as answer:
        return msgspec.json.decode(answer.read())
