"""A player stays away for too long, in two real browsers: the other can wait, and then claim the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("absence"), patience=1, claim=4, warm=False) as host:
        yield host


def test_the_end_is_claimed_from_a_player_who_stays_away(
    visitor: Callable[..., Visitor], house: Host
) -> None:
    guests = {name: house.guest(name) for name in ("Anna", "Ben")}
    code = house.table(*guests.values(), game="horus", options={"adventurers": "chosen"})
    pages = {name: visitor(host=house, guest=guest, size=NARROW) for name, guest in guests.items()}
    for each in pages.values():
        each.sit_at(code)
    for seat, (guest, action) in enumerate(zip(guests.values(), ("edgar", "maki"), strict=True)):
        act = {"type": "act", "id": f"{seat}", "seat": seat, "action": f"choose {action}"}
        house.call("POST", f"/api/tables/{code}/messages", guest, **act)
    leaver = house.call("GET", f"/api/tables/{code}")["turn"]  # chance decides who begins
    (stayer,) = guests.keys() - {leaver}
    pages[leaver].page.close()
    page = pages[stayer].page
    gone = page.get_by_role("form", name=f"{leaver} is gone")
    expect(gone).to_be_visible()
    expect(gone.get_by_role("button", name="Let it stand in")).to_be_visible()
    expect(gone.get_by_role("button", name="Break off")).to_have_count(0)  # everybody has acted
    claim = gone.get_by_role("button", name="Claim the end")
    expect(claim).to_be_visible()
    assert not pages[stayer].overflows()
    claim.click()  # before chance throws for the absent player, after 20 seconds
    expect(page.get_by_text(f"{leaver} was away too long").first).to_be_visible()
    expect(page.get_by_text("You win.").first).to_be_visible()
    back = visitor(host=house, guest=guests[leaver])
    back.sit_at(code)
    expect(back.page.get_by_text(f"{stayer} wins.").first).to_be_visible()


def test_a_match_that_has_hardly_begun_can_be_broken_off(
    visitor: Callable[..., Visitor], house: Host
) -> None:
    two, one = house.guest("Ben"), house.guest("Anna")
    code = house.table(two, one, game="horus")
    anna = visitor(host=house, guest=one)
    anna.sit_at(code)
    gone = anna.page.get_by_role("form", name="Ben is gone")
    expect(gone).to_be_visible()
    assert anna.violations() == []
    for look in anna.looks():
        assert not anna.overflows(), look
    gone.get_by_role("button", name="Break off").click()
    expect(anna.page.get_by_text("Nobody wins.").first).to_be_visible()
