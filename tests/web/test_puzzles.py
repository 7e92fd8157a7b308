"""Puzzles of the day in a real browser: solved, remembered, shared, and opened from the link elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from benben.games.solitaire import notation
from benben.games.solitaire.solver import Solver as SolitaireSolver
from tests.web.host import Host
from tests.web.puzzle_player import PLAYERS, puzzle, solve, today
from tests.web.solver import Solver
from tests.web.visitor import NARROW, WIDE, Visitor


def panel(someone: Visitor, game: str) -> Locator:
    return someone.page.locator(f"article[data-game='{game}']")


def open_day(someone: Visitor, path: str = "/puzzles") -> None:
    someone.go(path)
    expect(someone.page.locator("article[data-game]")).to_have_count(5, timeout=120_000)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("game", PLAYERS)
def test_a_puzzle_is_solved_by_clicks_and_remembered_after_a_reload(
    visitor: Callable[..., Visitor], game: str, size: tuple[int, int]
) -> None:
    someone = visitor(size=size)
    page, date = someone.page, today()
    open_day(someone)
    one = puzzle(game, date)
    expect(panel(someone, game)).to_contain_text(one.question)
    panel(someone, game).get_by_role("link", name="Solve").click()
    expect(page).to_have_url(re.compile(f"/d/{date}/{game}$"))
    expect(someone.dock).to_contain_text(one.question)
    solve(someone, game, date)
    expect(someone.dock).to_contain_text("Found at the first try")
    ways = page.get_by_role("region", name=re.compile("^(All|Both)"))
    expect(ways.locator("li.best").first).to_contain_text("best")
    expect(page.get_by_role("img", name="Today: one of five")).to_be_visible()
    assert someone.violations() == []
    page.reload()
    expect(someone.dock).to_contain_text("Found at the first try")
    open_day(someone)
    expect(panel(someone, game)).to_contain_text("first try")
    expect(page.get_by_role("img", name="Today: one of five")).to_be_visible()
    expect(page.get_by_text("one of five today")).to_be_visible()


def test_a_wrong_answer_is_told_and_a_hint_marks_the_result(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page, date = someone.page, today()
    someone.go(f"/d/{date}/senet")
    expect(someone.dock).to_be_visible(timeout=120_000)
    one = puzzle("senet", date)
    wrong = next(each for each in one.answers if each.value < one.answers[0].value)
    PLAYERS["senet"](page, wrong.text)
    expect(someone.dock).to_contain_text("There is a better one.")
    expect(someone.said).to_contain_text("There is a better one.")
    expect(someone.dock).to_contain_text(one.question)
    page.reload()
    expect(page.get_by_text("1 wrong answer so far.")).to_be_visible()
    someone.dock.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-glow]").first).to_be_attached()
    solve(someone, "senet", date)
    expect(someone.dock).to_contain_text("Found at the second try, with a hint")
    open_day(someone)
    expect(panel(someone, "senet")).to_contain_text("second try, with a hint")
    expect(page.locator(".lead")).to_contain_text("Solve one without help and your row begins")


def test_the_gate_is_solved_at_a_table_in_the_grade_chosen(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page, solver = someone.page, Solver(someone.page)
    open_day(someone)
    gate = panel(someone, "gate")
    gate.get_by_text("medium").click()
    expect(gate.get_by_role("radio", name="medium")).to_be_checked()
    gate.get_by_role("button", name="Solve").click()
    solver.wait_for("solve")
    expect(page.get_by_role("banner")).to_contain_text(re.compile("puzzle of .*, medium"))
    solver.solve(solver.drag)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(f"/d/{today()}/solitaire$"))
    open_day(someone)
    expect(gate.get_by_role("radio", name="medium")).to_be_checked()
    expect(gate.locator(".result")).to_have_text(re.compile(r"^\s*\d:\d\d\s*$"))
    gate.get_by_text("easy").click()
    expect(gate.get_by_role("button", name="Solve")).to_be_visible()


def test_solitaire_is_solved_at_a_table_and_lays_its_course(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor(size=NARROW)
    page = someone.page
    open_day(someone)
    panel(someone, "solitaire").get_by_role("button", name="Solve").click()
    (easy, *_) = host.call("GET", f"/api/games/solitaire/daily/{today()}")
    start = notation.read(easy["options"]["position"])
    expect(page.get_by_role("grid")).to_be_visible()
    for n, each in enumerate(SolitaireSolver(3, 4, plain=True).best(start.boards[0]).line, 1):
        for square in notation.name(start, each).split(">"):
            page.locator(f"[data-square='{ord(square[0]) - ord('a') + 4 * (int(square[1]) - 1)}']").click()
        expect(someone.moves).to_have_count(n)
    expect(page.get_by_role("region", name="Your result")).to_contain_text("Best possible: 1. Yours: 1.")
    open_day(someone)
    expect(panel(someone, "solitaire").locator(".result")).to_contain_text("1 pip")


def test_a_day_is_shared_as_a_text_and_its_link_opens_that_day_elsewhere(
    visitor: Callable[..., Visitor],
) -> None:
    someone = visitor()
    page, date = someone.page, today()
    someone.go(f"/d/{date}/senet")
    solve(someone, "senet", date)
    someone.dock.get_by_role("link", name="Share").click()
    share = page.get_by_role("region", name="Share today")
    expect(share).to_be_in_viewport()
    share.get_by_role("button", name="Copy text").click()
    expect(share.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    lines = text.splitlines()
    assert lines[0].startswith("Benben, ")
    assert "Senet: first try" in lines
    assert puzzle("senet", date).line[0] not in text.replace("\u2013", "-").replace("\u00d7", "x")
    with page.expect_download() as saved:
        share.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == f"benben-{date}.png"
    assert re.search("Senet: first try", share.get_by_role("img").get_attribute("aria-label") or "")

    other = visitor(size=NARROW)
    other.page.goto(lines[-1])
    expect(other.page).to_have_url(re.compile(f"/d/{date}$"))
    expect(panel(other, "senet").get_by_role("link", name="Solve")).to_be_visible(timeout=120_000)
    expect(panel(other, "senet")).to_contain_text(puzzle("senet", date).question)


def test_the_account_carries_results_to_another_device(visitor: Callable[..., Visitor], host: Host) -> None:
    guest = host.guest("Iset")
    someone = visitor(guest=guest)
    someone.go(f"/d/{today()}/senet")
    with someone.page.expect_response(lambda answer: "/api/me/progress" in answer.url):
        solve(someone, "senet", today())
    other = visitor(guest=guest)
    open_day(other)
    expect(panel(other, "senet")).to_contain_text("first try")
    expect(other.page.locator(".lead")).to_contain_text("one of five today")


def test_past_days_can_be_built_but_add_no_day_to_the_row(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.page
    open_day(someone)
    page.get_by_role("link", name="Play it").click()
    expect(page).to_have_url(re.compile(r"/d/\d{4}-\d\d-\d\d$"))
    expect(page.locator("article[data-game]")).to_have_count(5, timeout=120_000)
    date = page.url.rpartition("/")[2]
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzles of")
    panel(someone, "senet").get_by_role("link", name="Solve").click()
    solve(someone, "senet", date)
    open_day(someone)
    expect(page.locator(".lead")).to_contain_text("Lay one course and your row of days begins")
    expect(page.locator(f"[data-day='{date}']")).to_have_accessible_name(re.compile("one of five laid"))


def test_the_keyboard_alone_solves_a_puzzle_and_walks_the_calendar(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page, date = someone.page, today()
    someone.go(f"/d/{date}/senet")
    expect(someone.dock).to_be_visible(timeout=120_000)
    page.locator(".a-board [tabindex='0']").focus()
    expect(someone.dock).to_contain_text(puzzle("senet", date).question)
    page.keyboard.press("h")
    expect(page.locator("[data-glow]").first).to_be_attached()
    start = re.split("[-x]", puzzle("senet", date).line[0])[0]
    page.locator(f"[data-square='{start}']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("y")
    expect(someone.dock).to_contain_text("Found at the first try, with a hint")
    expect(someone.dock.get_by_role("link", name="Next: the Gate")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/d/{date}/gate$"))
    open_day(someone)
    page.locator("[data-day][tabindex='0']").focus()
    before = page.locator("[data-day]:focus").get_attribute("data-day")
    page.keyboard.press("ArrowLeft")
    after = page.locator("[data-day]:focus").get_attribute("data-day")
    assert before
    assert after
    assert after < before


@pytest.mark.parametrize("path", ["/puzzles", "/d/{date}/horus", "/d/{date}/gate"])
def test_axe_finds_nothing_on_the_pages_of_puzzles(visitor: Callable[..., Visitor], path: str) -> None:
    someone = visitor()
    page = someone.go(path.format(date=today()))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("article[data-game], .puzzle-dock").first).to_be_visible(timeout=120_000)
    page.wait_for_load_state("networkidle")
    for look in someone.looks():
        assert someone.violations() == [], look
        assert not someone.overflows(), look


def test_a_day_that_has_not_come_says_so(visitor: Callable[..., Visitor]) -> None:
    someone = visitor()
    page = someone.go("/d/2099-01-01")
    expect(page.get_by_text("These come on Thursday, 1 January 2099")).to_be_visible()
    someone.forgive("404")
    someone.go("/d/2026-02-30")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page here.")


def test_a_rush_counts_what_is_found_until_the_time_is_up(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    someone = visitor(size=NARROW)
    page = someone.page
    page.clock.install()
    open_day(someone)
    page.get_by_role("region", name="Puzzle rush").get_by_role("link", name="Senet").click()
    expect(page).to_have_url(re.compile("/puzzles/rush/senet$"))
    with page.expect_response(lambda answer: answer.url.endswith("/0")) as first:
        page.get_by_role("button", name="Start").click()
    expect(someone.dock).to_contain_text("Find the best move.")
    given_up = host.call("POST", first.value.url.removeprefix(host.url), show=True)
    (best,) = given_up["verdict"]["line"]
    PLAYERS["senet"](page, best)
    expect(someone.said).to_contain_text("Right.")
    page.clock.run_for(700)
    expect(page.get_by_role("img", name="found", exact=True)).to_be_visible()
    someone.dock.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("img", name="found, missed")).to_be_visible()
    assert someone.violations() == []
    page.clock.run_for(301_000)
    expect(page.get_by_role("heading", name="You found one puzzle.")).to_be_visible()
    assert someone.violations() == []
    open_day(someone)
    expect(page.get_by_role("region", name="Puzzle rush")).to_contain_text("your most: 1")


def test_lessons_and_puzzles_of_one_device_are_known_to_the_other(
    visitor: Callable[..., Visitor], host: Host
) -> None:
    guest = host.guest("Nebet")
    someone = visitor(guest=guest)
    someone.context.add_init_script(
        "localStorage.setItem('benben.lessons', JSON.stringify({senet: ['pair']}))"
    )
    with someone.page.expect_response(lambda answer: "/api/me/progress" in answer.url):
        someone.go("/learn")
    other = visitor(guest=guest)
    with other.page.expect_response(lambda answer: "/api/me/progress" in answer.url):
        other.go("/")
    kept = other.page.evaluate("() => localStorage.getItem('benben.lessons')")
    assert kept == '{"senet":["pair"]}'
