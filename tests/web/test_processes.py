"""Two server processes on one PostgreSQL, two people in two browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.web.host import Host
from tests.web.switch import Switch
from tests.web.test_table import PLAYED
from tests.web.visitor import NARROW, Visitor


@pytest.fixture
def hosts(postgres: str, tmp_path: Path) -> Iterator[tuple[Host, Host]]:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first, second = (Host(tmp_path / name, db=postgres, warm=False) for name in ("one", "two"))
    with first as one, second as two:
        yield one, two


def play(first: Visitor, second: Visitor) -> None:
    """Let the player whose turn it is throw, and move if possible; the other sees it."""
    mover = thrower(first, second)
    other = second if mover is first else first
    mover.throw()
    piece = mover.page.get_by_role("gridcell", name=re.compile("may (move|leave)")).first
    for _ in range(200):
        if piece.is_visible() or throw(first).is_visible() or throw(second).is_visible():
            break
        mover.page.wait_for_timeout(50)
    if piece.is_visible():  # else the throw was passed
        piece.click()
        mover.main_button.click()
        expect(mover.moves.last).to_have_text(PLAYED)
    for _ in range(300):
        if mover.moves.all_inner_texts() == other.moves.all_inner_texts():
            return
        mover.page.wait_for_timeout(50)
    raise AssertionError(f"{mover.moves.all_inner_texts()} are not {other.moves.all_inner_texts()}")


def throw(someone: Visitor) -> Locator:
    return someone.dock.get_by_role("button", name="Throw", exact=True)


def thrower(first: Visitor, second: Visitor) -> Visitor:
    for _ in range(200):
        for each in (first, second):
            if throw(each).is_visible():
                return each
        first.page.wait_for_timeout(50)
    raise AssertionError("nobody may throw")


def test_a_player_changes_process_in_mid_game_and_neither_browser_minds(
    browser: Browser, hosts: tuple[Host, Host]
) -> None:
    one, two = hosts
    iset, paser = one.guest("Iset"), two.guest("Paser")
    code = one.table(iset, paser)
    with Switch(one.port) as switch:
        first = Visitor(browser, host=switch, guest=iset)
        second = Visitor(browser, host=two, guest=paser, size=NARROW)
        first.forgive("WebSocket|ERR_")  # its connection is cut on purpose
        for each in (first, second):
            each.sit_at(code)
        for port in (two.port, one.port, two.port):
            play(first, second)
            switch.turn(port)
            play(first, second)
        one.kill()  # nobody is connected to it any more
        play(first, second)
        for each in (first, second):
            each.context.close()
            each.check()
