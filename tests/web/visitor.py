"""A visitor: a browser page of its own, and a list of everything that went wrong in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Protocol

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.web.host import Guest

WIDE, NARROW = (1280, 800), (360, 740)
PATIENCE = 60_000  # ms: a busy machine is slow, not wrong


class Addressed(Protocol):
    """A server, or a proxy before one."""

    @property
    def url(self) -> str: ...


NEWCOMERS = cycle(("Ankhu", "Beket", "Djau", "Gemni", "Kagemni", "Mereri", "Nesu", "Wernai"))


class Visitor:
    def __init__(
        self,
        browser: Browser,
        host: Addressed,
        size: tuple[int, int] = WIDE,
        theme: str = "light",
        guest: Guest | None = None,
        calm: bool = True,
    ) -> None:
        """Open a browser page: a first visit, or that of a guest whom the browser knows. Calm: no motion.

        A newcomer's name is given, not drawn: by chance it could be that of somebody else.
        """
        self.host = host
        self.context = browser.new_context(
            base_url=host.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=size[0] < 600,
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        known = (
            {"name": guest.name, "token": guest.token} if guest else {"name": next(NEWCOMERS), "token": ""}
        )
        kept = json.dumps(json.dumps(known))
        self.context.add_init_script(
            f"localStorage.getItem('benben.person') || localStorage.setItem('benben.person', {kept})"
        )
        self.troubles: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        self.page = self.open_page()

    def open_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", lambda fault: self.troubles.append(f"page error: {fault}"))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text}")

    def forgive(self, pattern: str) -> None:
        """Expect complaints about what a test breaks on purpose: a killed server, a missing page."""
        self._forgiven.append(re.compile(pattern))

    def check(self) -> None:
        unforgiven = [one for one in self.troubles if not any(each.search(one) for each in self._forgiven)]
        assert not unforgiven, "\n".join(unforgiven)

    # Going to pages

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def settle(self) -> None:
        """Wait until nothing is fetched any more; the first visit of a day makes its puzzles."""
        self.page.wait_for_load_state("networkidle", timeout=2 * PATIENCE)

    def sit_at(self, code: str) -> Page:
        """The table's page, once its board is drawn."""
        page = self.go(f"/t/{code}")
        expect(self.dock).to_be_visible()
        return page

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name="What now")

    @property
    def main_button(self) -> Locator:
        """The main button of the dock: Throw, a move to play, Rematch."""
        return self.dock.locator("button.main")

    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("list", name="Moves").get_by_role("button")

    @property
    def said(self) -> Locator:
        """The live region."""
        return self.page.locator("#said")

    def open_phrase(self, words: str) -> Locator:
        """Open the phrase of set-up's sentence that says this; returns what it opened."""
        phrase = self.page.locator(".sent").get_by_role("button", name=re.compile(words))
        if phrase.get_attribute("aria-expanded") != "true":
            phrase.click()
        expect(phrase).to_have_attribute("aria-expanded", "true")
        return self.page.locator(".opened")

    def throw(self) -> None:
        """Press Throw and wait until the sticks lie."""
        before = self.moves.count()
        self.dock.get_by_role("button", name="Throw", exact=True).click()
        expect(self.moves).not_to_have_count(before)

    # Looking closely

    def violations(self) -> list[Any]:
        """What axe finds wrong with the page as it stands. Axe is loaded into each page once."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate("axe.run({resultTypes: ['violations']}).then((all) => all.violations)")
        return [
            (each["id"], each["impact"], [node["html"][:160] for node in each["nodes"][:3]]) for each in found
        ]

    def looks(self) -> Iterator[str]:
        """The page as it stands, wide and narrow, in the light and the dark theme."""
        for size in (WIDE, NARROW):
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            for theme in ("light", "dark"):
                self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                yield f"{size[0]} px, {theme}"

    def overflows(self) -> bool:
        """Whether the page scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))
