"""A finished match in a fresh browser: replayed in every perspective, shared, exported and imported."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.host import Host
from tests.web.visitor import NARROW, Visitor

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def codes(host: Host) -> dict[str, str]:
    """Tables of kept records, imported through the API."""
    found = {}
    for name in ("senet-1-capped", "horus-1-two"):
        answer = httpx.post(
            f"{host.url}/api/records", content=(RECORDS / f"{name}.txt").read_bytes(), timeout=60
        )
        assert answer.is_success, answer.text
        found[name] = answer.json()["code"]
    return found


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the match")


def replayed(someone: Visitor, path: str) -> Page:
    """A finished match, once its board is drawn."""
    page = someone.go(path)
    expect(slider(page)).to_be_visible()
    return page


def board(page: Page, title: str = "Senet") -> str:
    """The board as a screen reader is told, which is all that is on it."""
    return page.get_by_role("region", name=f"{title} board").aria_snapshot()


def moment(page: Page) -> dict[str, Any]:
    return {"board": board(page), "words": slider(page).get_attribute("aria-valuetext")}


def test_a_match_just_played_is_replayed_by_its_link_and_imported_from_its_file(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    code = host.table(guest, game="senet", bot="apprentice", options={"pieces": 2})
    player = visitor(guest=guest)
    page = player.sit_at(code)
    for _ in range(3):
        player.throw()
        piece = page.get_by_role("gridcell", name=re.compile("may (move|leave)")).first
        if piece.count():
            piece.click()
            player.main_button.click()
        expect(player.dock.get_by_role("button", name="Throw", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(player.dock.get_by_role("heading")).to_be_visible()

    fresh = visitor()
    link = f"/t/{code}"
    page = replayed(fresh, link)
    top = slider(page)
    expect(top).to_have_attribute("aria-valuetext", re.compile("resigns"))
    last = int(top.get_attribute("max") or 0)
    assert last >= 3
    seen = []
    top.focus()
    page.keyboard.press("Home")
    expect(top).to_have_attribute("aria-valuetext", "the start")
    expect(fresh.dock.get_by_role("heading")).to_have_count(0)  # the result is not of this moment
    for step in range(last):
        page.keyboard.press("ArrowRight")
        expect(top).to_have_value(str(step + 1))
        seen.append(moment(page))
    expect(fresh.dock.get_by_role("heading")).to_be_visible()
    assert len({one["board"] for one in seen}) > 2

    with page.expect_download() as saved:
        page.get_by_role("link", name="Record", exact=True).click()
    page = fresh.go("/dice")
    page.get_by_label("Replay a record").set_input_files(saved.value.path())
    expect(page).to_have_url(re.compile(r"/t/[a-z].*\?at=0"))
    assert code not in page.url
    expect(page.get_by_text("imported as a record")).to_be_visible()
    again = slider(page)
    expect(again).to_have_attribute("aria-valuetext", "the start")
    for one in seen[:-1]:  # at the last the seats say who is here
        page.get_by_role("button", name="One move forward").click()
        expect(again).to_have_attribute("aria-valuetext", one["words"])
        assert moment(page) == one


def test_a_hidden_card_is_seen_in_the_perspective_of_its_owner_and_with_everything_open(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    someone = visitor()
    page = replayed(someone, f"/t/{codes['horus-1-two']}")
    eye = page.get_by_role("combobox", name="Perspective")
    expect(eye).to_have_value("own")
    seats = page.get_by_role("list", name="Seats")
    slider(page).fill("120")
    hidden = someone.moves.all_inner_texts()
    closed = seats.inner_text()
    eye.select_option(label="Everything open")
    expect(seats).not_to_have_text(closed, use_inner_text=True)
    opened = someone.moves.all_inner_texts()
    assert opened != hidden
    eye.select_option(label="As Nefer")
    cards = page.get_by_role("region", name=re.compile("^Nefer.s cards$"))  # whoever looks is not Nefer
    expect(cards).to_be_visible()
    assert not re.search(r"\byours?\b|\byou\b", board(page, "The Pyramid of Horus"), re.IGNORECASE)
    nefer = someone.moves.all_inner_texts()
    assert nefer not in (hidden, opened)
    expect(page).to_have_url(re.compile(r"as=1"))
    eye.select_option(label="As a spectator")
    expect(cards).to_have_count(0)
    assert someone.moves.all_inner_texts() == hidden


def test_while_a_match_runs_there_are_no_other_perspectives(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Iset")
    code = host.table(guest, host.guest("Nebet"), game="senet")
    player = visitor(guest=guest)
    page = player.sit_at(code)
    player.throw()
    expect(slider(page)).to_have_count(0)
    page.get_by_role("button", name="To the start").click()
    expect(slider(page)).to_have_attribute("aria-valuetext", "the start")
    expect(page.get_by_role("combobox", name="Perspective")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(slider(page)).to_have_count(0)


def test_a_moment_is_shared_with_its_perspective_and_opens_there_for_somebody_else(
    visitor: Callable[..., Visitor], codes: dict[str, str]
) -> None:
    first = visitor()
    page = replayed(first, f"/t/{codes['senet-1-capped']}")
    slider(page).fill("7")
    page.get_by_role("combobox", name="Perspective").select_option(index=1)
    page.get_by_role("button", name="Share this moment").click()
    expect(first.said).to_contain_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"\?at=\d+&as=1$", link)
    expect(page).to_have_url(link)
    there = moment(page)

    second = visitor(size=NARROW, theme="dark")
    page = replayed(second, link)
    expect(slider(page)).to_have_attribute("aria-valuetext", there["words"])
    expect(page.get_by_role("combobox", name="Perspective")).to_have_value("0")
    expect(slider(page)).to_be_in_viewport(ratio=1)
    assert second.violations() == []
    assert not second.overflows()
    page.get_by_role("button", name="One move back").click()
    expect(second.said).to_contain_text("Move ")


def test_time_runs_by_itself_and_keys_stop_it(visitor: Callable[..., Visitor], codes: dict[str, str]) -> None:
    someone = visitor()
    page = replayed(someone, f"/t/{codes['senet-1-capped']}?at=0")
    bar = slider(page)
    expect(bar).to_have_attribute("aria-valuetext", "the start")
    page.get_by_role("combobox", name="Speed").select_option("0.5")
    page.locator("#main").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(bar).not_to_have_value("0")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("End")
    expect(bar).to_have_value(bar.get_attribute("max") or "")
    page.keyboard.press("ArrowLeft")
    expect(bar).to_have_value(str(int(bar.get_attribute("max") or 0) - 1))
    page.keyboard.press("Home")
    expect(bar).to_have_value("0")
    expect(someone.said).to_contain_text("The start.")
    assert someone.violations() == []


def test_a_wrong_record_is_refused_with_its_entry(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    text = (RECORDS / "senet-1-capped.txt").read_text()
    line = next(each for each in text.split("\n") if " 3 " in each and "throw" in each)
    other = re.sub(r"throw (\d)", lambda found: f"throw {int(found[1]) % 3 + 1}", line)
    spoiled = tmp_path / "spoiled.txt"
    spoiled.write_text(text.replace(line, other))
    someone = visitor()
    someone.forgive("400")
    page = someone.go("/dice")
    page.get_by_label("Replay a record").set_input_files(spoiled)
    expect(page.get_by_text(re.compile("Entry 3: "))).to_be_visible()
    assert someone.violations() == []
