"""What the parts of a board share belongs to one table: another table, or a rematch, begins without it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.test_horus import table, wait_for_turn
from tests.web.test_leaving import resign
from tests.web.visitor import Visitor


def test_a_rematch_begins_without_the_danger_that_was_shown_in_the_match_before(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Nofret")
    code = table(host, guest, bots=1)
    someone = visitor(guest=guest)
    page = someone.sit_at(code)
    wait_for_turn(someone)
    page.get_by_role("button", name="Show the danger").click()
    expect(page.get_by_role("button", name="Hide the danger")).to_be_visible()

    resign(someone)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    wait_for_turn(someone)
    expect(page.get_by_role("button", name="Show the danger")).to_have_attribute("aria-pressed", "false")
