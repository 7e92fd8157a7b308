"""A pupil who does the steps of a lesson at the real boards: by mouse, by finger or by key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from playwright.sync_api import Locator, Page, Position, Response, expect

from tests.web.solver import Cell, Solver, read, shape
from tests.web.visitor import Visitor

Way = Literal["mouse", "touch", "keyboard"]
GO = "go"
DOUBLE_TAP = 500  # ms: a tap after less than 400, within 20 pixels, is the second half of a double tap
LOST_TAP = 5_000  # ms after which a finger tries again
HEAR_TAP = """(it) => {
  it.tapped = false
  const hear = (click) => (it.tapped ||= click.composedPath().includes(it))
  window.addEventListener('click', hear, true)
}"""
OFF = 31  # the square of Senet that is no square any more


class Pupil:
    def __init__(self, someone: Visitor, game: str, way: Way) -> None:
        self.someone, self.game, self.way = someone, game, way
        self.page: Page = someone.page
        self._presses = 0
        self.board = someone.page.locator(".a-board")
        self.answer: dict[str, Any] = {}  # the last one of the server
        self.solver = Solver(someone.page)  # of the Gate
        self.deeds: dict[str, Callable[[dict[str, Any]], None]] = {
            "senet": self._senet,
            "solitaire": self._solitaire,
            "pyramydal": self._pyramydal,
            "horus": self._horus,
            "gate": self._gate,
        }

    # The way through the steps

    def answered(self, deed: Callable[[], None]) -> dict[str, Any]:
        """Do something, and wait for what the server answers to the try."""

        def is_answer(response: Response) -> bool:
            return f"/api/games/{self.game}/lessons/" in response.url and response.request.method == "POST"

        with self.page.expect_response(is_answer) as info:
            deed()
        self.answer = info.value.json()
        return self.answer

    def press(self, target: Locator) -> None:
        """Press a button in this pupil's way."""
        if self.way == "keyboard":
            target.focus()
            self.page.keyboard.press("Enter")
            return
        box = target.bounding_box()
        assert box
        self._presses += 1  # never twice in one place, which would be a double click
        aside = min(box["width"] / 4, 14) * (1 if self._presses % 2 else -1)
        at: Position = {"x": box["width"] / 2 + aside, "y": box["height"] / 2}
        if self.way == "mouse":
            target.click(position=at)
        else:
            self._tap(target, at)

    def _tap(self, target: Locator, at: Position) -> None:
        """Tap. If the browser of a very busy machine makes no click of it, tap once more, as a person would.

        A click that the page hears and does nothing with is the page's fault, and is not repeated.
        """
        element = target.element_handle()
        element.evaluate(HEAR_TAP)
        target.tap(position=at)
        for _ in range(LOST_TAP // 50):
            if element.evaluate("(it) => it.tapped || !it.isConnected"):
                return
            self.page.wait_for_timeout(50)
        target.tap(position=at)

    def press_main(self) -> None:
        """Press the main button; not within a double tap, whose second half is not meant for it."""
        expect(self.someone.main_button).to_be_visible()
        if self.way == "touch":
            self.page.wait_for_timeout(DOUBLE_TAP)
        self.press(self.someone.main_button)

    def button(self, name: str) -> Locator:
        return self.someone.dock.get_by_role("button", name=name, exact=True)

    def finish_step(self) -> None:
        """Do what "Show me" would show, until the step is done."""
        self.solver.poses = {}
        for _ in range(60):
            if self.answer["finished"]:
                return
            self.answered(partial(self.do, self.answer["show"][0]))
            assert not self.answer["refused"], self.answer["refused"]
        raise AssertionError("the step does not end")

    def do(self, text: str) -> None:
        """Do one thing at the board."""
        moment = self.answer["moment"]
        if text == GO:
            tray = self.page.locator(".a-tray button")
            if tray.count():
                self.press(tray)
            else:
                self.press_main()
            return
        choice = next(one for one in moment["choices"] if one["text"] == text)
        self.deeds[self.game](choice)

    def _focus_board(self) -> None:
        self.board.locator(".cells [tabindex='0']").focus()

    def _type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    # Game by game

    def _senet(self, choice: dict[str, Any]) -> None:
        if choice["kind"] == "decline":
            self.press(self.button("Decline"))
            return
        if self.way != "keyboard":
            self.press(self.board.locator(f"[data-square='{choice['start']}']"))
            self.press(self.board.locator(f"[data-square='{choice['land']}']"))
            return
        self._focus_board()
        self._type(str(choice["start"]))
        if choice["land"] == OFF:
            self.page.keyboard.press("y")
        else:
            self._type(str(choice["land"]))

    def _solitaire(self, choice: dict[str, Any]) -> None:
        if choice["kind"] != "hop":
            self.press(self.button({"start": "Start", "done": "Done"}[choice["kind"]]))
            return
        for square in (choice["start"], choice["end"]):
            if self.way == "keyboard":
                self._focus_board()
                self._type(square)
            else:
                files = self.answer["moment"]["picture"]["files"]
                number = ord(square[0]) - ord("a") + (int(square[1:]) - 1) * files
                self.press(self.board.locator(f"[data-square='{number}']"))

    def _pyramydal(self, choice: dict[str, Any]) -> None:
        match choice["kind"]:
            case "take" if self.way == "keyboard":
                self._focus_board()
                self._type(str(choice["cell"]))
                self.page.keyboard.press("y")
            case "take":
                self.press(self.board.locator(f"[data-cell='{choice['cell']}']"))
                self.press_main()
            case "build":
                self.press(self.page.locator(f"[data-build='{choice['text']}']"))
            case "choose":
                group = self.page.get_by_role("group", name="Numbers to choose from")
                self.press(group.get_by_text(str(choice["number"]), exact=True))
                self.press_main()
            case "end":
                self.press(self.button("Done"))
            case kind:
                self.press(self.button(kind.capitalize()))
                self.press_main()

    def _horus(self, choice: dict[str, Any]) -> None:
        text, chip = choice["text"], self.page.locator(f"[data-deed='{choice['text']}']")
        if choice["kind"] in ("go", "exit") and not chip.count():
            space = "door" if choice["kind"] == "exit" else choice["space"]
            self.press(self.board.locator(f"[data-space='{space}']"))
            if self.way == "touch" or choice["kind"] == "exit":
                self.press_main()
        elif chip.count():
            self.press(chip)
            if choice["kind"] in ("drop", "choose", "exit"):
                self.press_main()
        elif choice["kind"] == "done":
            self.press_main()
            left = self.answer["moment"]["picture"]["seats"][self.answer["moment"]["you"]]["actions"]
            if left and self.answer["moment"]["picture"]["phase"] == "turn":
                self.press_main()
        else:
            assert self.someone.main_button.count(), f"nothing offers {text}"
            self.press_main()

    def _gate(self, choice: dict[str, Any]) -> None:
        moment = self.answer["moment"]
        match choice["kind"]:
            case "put":
                self.solver.picture, self.solver.seat = moment["picture"], moment["you"]
                target = read(choice["cells"], self.solver.rows)
                if self.way == "touch":
                    self._turn(choice["tile"], target)
                how = {"mouse": self.solver.drag, "touch": self.solver.touch, "keyboard": self.solver.keys}
                how[self.way](choice["tile"], target)
            case "start" | "move":
                self.press(self.page.locator(f"[data-hex='{choice['hex']}']"))
            case "next":
                self.press(self.button("Next puzzle"))
            case "done":
                self.press(self.button("Done"))
            case _:
                self.press_main()

    def _turn(self, tile: str, target: list[Cell]) -> None:
        """Turn and flip a tile by the dock's buttons, and lay it back as it is then."""
        flip, turns, _ = self.solver.way(tile, target)
        if not (flip or turns):
            return
        self.press(self.board.locator(f"[data-tile='{tile}']"))
        for name in ["Flip"] * flip + ["Turn"] * turns + ["Back"]:
            self.press(self.button(name))
        self.solver.poses[tile] = shape(target)

    # What is seen

    def sees(self, sentence: str) -> None:
        expect(self.someone.dock).to_contain_text(sentence)
