"""The Gate in a real browser: a puzzle by mouse, by finger and by key, a race with sand, and a slow link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.puzzle_player import today
from tests.web.slow_link import SlowLink
from tests.web.solver import Solver
from tests.web.visitor import NARROW, PATIENCE, WIDE, Visitor

PRACTICE = {"mode": "practice", "puzzle": "12 eye"}


def sat(someone: Visitor, code: str, seat: int = 0) -> Solver:
    """Sit down at the table, and wait for its first position."""
    solver = Solver(someone.page, seat)
    someone.sit_at(code)
    return solver


def practising(visitor: Callable[..., Visitor], host: Host, **settings: object) -> tuple[Visitor, Solver]:
    guest = host.guest("Iset")
    someone = visitor(guest=guest, **settings)
    solver = sat(someone, host.table(guest, game="gate", options=PRACTICE))
    solver.wait_for("solve")
    return someone, solver


def solved(someone: Visitor) -> None:
    expect(someone.dock).to_contain_text(re.compile(r"You did it\. *Solved in \d+\.\d seconds"))


@pytest.mark.parametrize(("size", "least"), [(NARROW, 28), (WIDE, 37)], ids=["narrow", "wide"])
def test_alone_the_tiles_are_as_large_as_there_is_room_for_however_they_are_turned(
    visitor: Callable[..., Visitor], host: Host, size: tuple[int, int], least: int
) -> None:
    someone, _ = practising(visitor, host, size=size)
    page = someone.page
    tiles = page.locator("[data-tile]")

    def cells() -> list[float]:
        """Pixels of a cell of every tile."""
        found: list[float] = tiles.evaluate_all(
            """all => all.map((tile) => tile.querySelector('svg')).map((drawn) =>
                drawn.getBoundingClientRect().width / Number(drawn.style.getPropertyValue('--w')))"""
        )
        return found

    before = cells()
    assert min(before) >= least
    for tile in tiles.all():  # turned once and laid back, it is as large as before, and pushes nothing
        tile.click()
        page.keyboard.press("r")
        page.keyboard.press("Escape")
    assert cells() == pytest.approx(before, abs=0.5)
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    expect(page.locator(".tray")).to_be_in_viewport(ratio=1)
    expect(someone.dock).to_be_in_viewport(ratio=1)
    assert not someone.overflows()


def test_a_puzzle_is_solved_by_dragging_with_the_mouse_and_turning_by_wheel(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, solver = practising(visitor, host)
    (tile, target), *_ = solver.solution().items()
    solver.drag(tile, target)
    solver.lies(tile)
    someone.page.mouse.move(*solver.cell(target[0]))  # it comes off again, and goes back beside the board
    someone.page.mouse.down()
    someone.page.mouse.move(*solver.in_tray(tile), steps=3)
    someone.page.mouse.up()
    expect(someone.page.locator(f"[data-lies='{tile}']")).to_have_count(0)
    solver.solve(solver.drag)
    solved(someone)
    assert someone.violations() == []
    for look in someone.looks():
        assert not someone.overflows(), look
    expect(someone.page.get_by_role("list", name="Puzzles of this session")).to_contain_text(
        re.compile(r"\d:\d\d\.\d")
    )


def test_a_puzzle_is_solved_by_finger_with_a_second_finger_to_turn_and_nothing_scrolls(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, solver = practising(visitor, host, size=NARROW, theme="dark")
    solver.solve(solver.touch)
    solved(someone)
    assert someone.page.evaluate("scrollY") == 0


def test_a_puzzle_is_solved_by_keys_alone_and_told_as_it_goes(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, solver = practising(visitor, host, size=NARROW)
    (tile, target), *_ = solver.solution().items()
    black = someone.page.locator("[aria-label$=', black']").first.get_attribute("data-cell")
    assert black
    someone.page.keyboard.press("1")
    expect(someone.said).to_contain_text(f"{tile} in hand.")
    expect(someone.page.locator("[data-cell]:focus")).to_be_visible()
    someone.page.keyboard.press("Escape")
    expect(someone.said).to_contain_text(f"{tile} is back beside the board.")
    solver.keys(tile, target)
    solver.lies(tile)
    expect(someone.page.locator("[data-tile]:focus")).to_be_visible()  # the next one, ready to be taken
    for name, cells in list(solver.solution().items())[1:]:
        solver.keys(name, cells)
        solver.lies(name)
    solved(someone)
    expect(someone.said).to_contain_text("solved in")


def test_a_tile_that_does_not_fit_is_refused_with_its_clause_and_stays_in_the_hand(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone, _ = practising(visitor, host)
    page = someone.page
    page.keyboard.press("2")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    ghost = page.locator("[data-ghost]:not(.fits)")
    for _ in range(6):
        if ghost.count():
            break
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_be_attached()
    expect(someone.dock).to_contain_text("3.8")
    expect(page.locator("[data-tile][aria-pressed='true']")).to_have_count(1)
    page.get_by_role("button", name="Back", exact=True).click()


def test_a_solved_puzzle_of_the_day_is_remembered_with_its_time(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page, solver = someone.page, Solver(someone.page)
    someone.go(f"/d/{today()}/gate")
    panel = page.locator("article[data-game='gate']")
    panel.get_by_text("easy").click(
        timeout=2 * PATIENCE
    )  # the puzzles of a day are made when first asked for
    panel.get_by_role("button", name="Solve").click()
    solver.wait_for("solve")
    expect(page.get_by_role("banner")).to_contain_text(re.compile("puzzle of .*, easy"))
    solver.solve(solver.drag)
    solved(someone)
    page.get_by_role("banner").get_by_role("link", name="Benben").click()
    card = page.get_by_role("region", name=re.compile("^Today.s puzzles$")).get_by_role(
        "link", name=re.compile("^The Gate")
    )
    for _ in range(2):
        expect(card).to_contain_text(re.compile(r"\d:\d\d"))
        expect(page.get_by_role("list", name="The last seven days")).to_contain_text("one of five laid")
        page.reload()
    someone.go(f"/d/{today()}/gate")
    expect(panel.locator(".result")).to_have_text(re.compile(r"^\s*\d:\d\d\s*$"))


@pytest.fixture
def slow(host: Host) -> Iterator[SlowLink]:
    with SlowLink(host.port) as link:
        yield link


def board(someone: Visitor) -> str:
    """What lies where, as a screen reader is told."""
    return someone.page.get_by_role("grid").get_attribute("aria-label") or ""


def move_elsewhere(someone: Visitor, but: str) -> str:
    """Move the tile in the hand by keys until it fits in another place. Returns that place."""
    ghost, press = someone.page.locator("[data-ghost]"), someone.page.keyboard.press
    for n in range(120):
        here = ghost.get_attribute("data-ghost") or ""
        if here != but and "fits" in (ghost.get_attribute("class") or ""):
            return here
        press(
            "r"
            if n % 30 == 29
            else "ArrowDown"
            if n % 6 == 5
            else "ArrowRight"
            if n // 6 % 2
            else "ArrowLeft"
        )
        if n % 15 == 14:
            for _ in range(4):
                press("ArrowUp")
    raise AssertionError("it fits nowhere else")


def test_over_a_slow_link_tiles_lie_at_once_and_both_ends_agree(
    visitor: Callable[..., Visitor], host: Host, slow: SlowLink
) -> None:
    guest = host.guest("Iset")
    code = host.table(guest, game="gate", options=PRACTICE)
    far, near = visitor(guest=guest), visitor(guest=guest)
    solver, quick = Solver(far.page), sat(near, code)
    far.page.goto(f"{slow.url}/t/{code}")
    expect(far.page.locator("[data-tile]")).to_have_count(3)
    (one, there), (two, target), (three, last) = solver.solution().items()

    def lies(tile: str) -> int:
        return far.page.locator(f"[data-lies='{tile}']").count()

    def heard_of(tile: str) -> bool:
        return any(each["cells"] for each in solver.own["tiles"] if each["name"] == tile)

    # Put, lifted and put again, faster than the link can answer.
    solver.drag(two, target)
    assert lies(two) == 1
    assert not heard_of(two)
    far.page.mouse.click(*solver.cell(target[0]))
    assert lies(two) == 0
    far.page.keyboard.press("Escape")
    solver.keys(two, target)
    assert lies(two) == 1

    # The same player puts a tile on another screen, while this one still puts it elsewhere.
    quick.lies(two)
    expect(near.page.get_by_role("grid")).to_have_attribute("aria-label", board(far))
    far.page.keyboard.press("1")
    elsewhere = move_elsewhere(far, but=f"put {solver.text(there)}")
    quick.keys(one, there)
    far.page.keyboard.press("Enter")
    assert lies(one) == 1
    assert elsewhere[4:6] in board(far)
    expect(far.dock).to_contain_text("Not that.")  # the server has the last word, and says why
    expect(far.page.get_by_role("grid")).to_have_attribute("aria-label", board(near))

    solver.drag(three, last)
    assert lies(three) == 1
    for each in (far, near):
        solved(each)
    assert board(far) == board(near)
    assert solver.own == quick.own


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[Host]:
    """A server whose bots take the time that a person would; without it they solve immediately."""
    with Host(tmp_path, pace=300, warm=False) as host:
        yield host


def press(someone: Visitor, selector: str) -> None:
    """Press a button if it is there now, without waiting for it."""
    someone.page.locator(selector).evaluate_all("all => all[0]?.click()")


def until(solver: Solver, come: Callable[[], bool]) -> None:
    for _ in range(1600):
        if come():
            return
        solver.page.wait_for_timeout(25)
    raise AssertionError(f"nothing happened in phase {solver.picture.get('phase')}")


def test_two_browsers_and_a_bot_race_through_sand_second_chance_and_jewels_in_order(
    visitor: Callable[..., Visitor], paced: Host
) -> None:
    guests = [paced.guest("Iset"), paced.guest("Nebet")]
    code = paced.table(*guests, game="gate", bot="apprentice", options={"sand": 10, "side": "expert"})
    iset = visitor(host=paced, guest=guests[0])
    nebet = visitor(host=paced, guest=guests[1], size=NARROW, theme="dark", calm=False)
    one, two = sat(iset, code, 0), sat(nebet, code, 1)
    people = ((iset, one), (nebet, two))

    def come(*phases: str) -> None:
        """Place pyramids and roll, whenever a player here is to, until one of these phases comes."""

        def there() -> bool:
            for someone, solver in people:
                if solver.picture.get("turn") == solver.seat:
                    wanted = {"start": "[data-hex='3']", "roll": ".a-dock .main"}.get(solver.picture["phase"])
                    press(someone, wanted or "none")
            return one.picture.get("phase") in phases

        until(one, there)

    # The first sand: nobody gets further than all tiles but one, and then it is flipped.
    come("solve")
    lasts = []
    for _, solver in people:
        *first, last = solver.solution().items()
        lasts.append(last)
        for tile, target in first:
            solver.keys(tile, target)
            solver.lies(tile)
    expect(nebet.page.locator("figure[data-seat='0']")).to_contain_text("3 of 4")  # live and small
    until(one, lambda: one.picture["sand"] == 2)
    for someone, _ in people:
        expect(someone.page.get_by_role("region", name="Sand")).to_contain_text("Second chance")
        expect(someone.page.locator("[data-lies]")).to_have_count(3)  # tiles stay as they lie

    # The second: Nebet is first, then Iset; the bot is left behind.
    two.keys(*lasts[1])
    expect(iset.page.get_by_role("region", name="Sand")).to_contain_text(
        re.compile("Nebet: *Who.s ya mummy!")
    )
    one.keys(*lasts[0])
    expect(iset.dock).to_contain_text("You are 2nd")
    expect(nebet.dock).to_contain_text("You are 1st")
    come("reward")
    expect(iset.dock).to_contain_text("Nebet moves and takes.")
    assert not iset.page.locator("[data-hex]").count()
    before = two.picture["takes"]
    press(nebet, "[data-hex='5']")
    expect(iset.dock).to_contain_text("Move up to two hexes, and take.")
    iset.page.locator("[data-hex='3']").hover()
    expect(iset.dock).to_contain_text("Stay: ")  # what I would take
    iset.main_button.filter(has_text="Stay on 3").click()
    until(one, lambda: one.picture["phase"] == "roll")
    taken = [seat["took"] for seat in one.picture["seats"]]
    assert taken == [before[2], before[4], ""]
    assert [sum(seat["jewels"]) for seat in one.picture["seats"]] == [2, 2, 0]
    for someone, _ in people:
        rows = someone.page.get_by_role("region", name="Round 1").locator("tbody tr")
        expect(rows).to_have_count(3)
        expect(rows.nth(0)).to_contain_text("Nebet")
        expect(rows.nth(1)).to_contain_text("Iset")
        expect(rows.nth(2)).to_contain_text("not solved")
    iset.page.get_by_role("button", name="Solutions").click()
    assert not nebet.overflows()

    # Round two: only Iset solves, so only she takes.
    come("solve")
    assert one.picture["round"] == 2
    one.solve(one.keys)
    come("reward")
    press(iset, "[data-hex]")
    until(one, lambda: one.picture["phase"] == "roll")
    assert [sum(seat["jewels"]) for seat in one.picture["seats"]] == [4, 2, 0]
    expect(nebet.page.get_by_role("region", name="Round 2").locator("tbody tr").nth(0)).to_contain_text(
        "Iset"
    )
    for someone, _ in people:
        assert someone.violations() == []


def test_the_sand_stands_when_a_draw_is_agreed_and_all_jewels_are_in_sight_on_a_phone(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    one, two = host.guest("Iset"), host.guest("Hori")
    code = host.table(one, two, game="gate")
    someone = visitor(guest=one, size=NARROW)
    page = someone.sit_at(code)
    sand = page.get_by_role("region", name="Sand")
    for hold in page.locator(".hold").all():
        edge = hold.evaluate("(el) => el.closest('.seat').getBoundingClientRect().right")
        for jewel in hold.locator("span").all():
            box = jewel.bounding_box()
            assert box
            assert box["x"] + box["width"] <= edge
    expect(sand).to_contain_text(re.compile("0:(1[0-8]|0[0-9])"))  # of twenty seconds to place a pyramid
    host.call("POST", f"/api/tables/{code}/messages", one, type="offer", id="1", seat=0, what="draw")
    host.call("POST", f"/api/tables/{code}/messages", two, type="answer", id="2", seat=1, yes=True)
    expect(page.get_by_role("heading", name="A draw.")).to_be_visible()
    expect(someone.dock).to_contain_text("It was agreed.")
    expect(sand).to_contain_text(re.compile("0:(1[0-8]|0[0-9])"))
    expect(sand).to_contain_text("The match is over")
    expect(sand).not_to_contain_text("hex")
