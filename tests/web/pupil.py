"""A pupil who does the steps of a lesson at the real boards: by mouse, by finger or by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Locator, Page, Response, expect

from tests.web.solver import Solver, read
from tests.web.visitor import Visitor

Way = Literal["mouse", "touch", "keyboard"]
GO = "go"
OFF = 31  # the square of Senet that is no square any more


class Pupil:
    def __init__(self, someone: Visitor, game: str, way: Way) -> None:
        self.someone, self.game, self.way = someone, game, way
        self.page: Page = someone.page
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
        if self.way == "mouse":
            target.click()
        elif self.way == "touch":
            target.tap()
        else:
            target.focus()
            self.page.keyboard.press("Enter")

    def button(self, name: str) -> Locator:
        return self.someone.dock.get_by_role("button", name=name, exact=True)

    def finish_step(self) -> None:
        """Do what "Show me" would show, until the step is done."""
        self.solver.poses = {}
        for _ in range(60):
            if self.answer["finished"]:
                return
            deed = self.answer["show"][0]
            self.answered(lambda: self.do(deed))
            assert not self.answer["refused"], self.answer["refused"]
        raise AssertionError("the step does not end")

    def do(self, text: str) -> None:
        """Do one thing at the board."""
        moment = self.answer["moment"]
        if text == GO:
            tray = self.page.locator(".a-tray button")
            self.press(tray if tray.count() else self.someone.main_button)
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
                self.press(self.someone.main_button)
            case "build":
                self.press(self.page.locator(f"[data-build='{choice['text']}']"))
            case "choose":
                group = self.page.get_by_role("group", name="Numbers to choose from")
                self.press(group.get_by_text(str(choice["number"]), exact=True))
                self.press(self.someone.main_button)
            case "end":
                self.press(self.button("Done"))
            case kind:
                self.press(self.button(kind.capitalize()))
                self.press(self.someone.main_button)

    def _horus(self, choice: dict[str, Any]) -> None:
        text, chip = choice["text"], self.page.locator(f"[data-deed='{choice['text']}']")
        if choice["kind"] in ("go", "exit") and not chip.count():
            space = "door" if choice["kind"] == "exit" else choice["space"]
            self.press(self.board.locator(f"[data-space='{space}']"))
            if self.way == "touch" or choice["kind"] == "exit":
                self.press(self.someone.main_button)
        elif chip.count():
            self.press(chip)
            if choice["kind"] in ("drop", "choose", "exit"):
                self.press(self.someone.main_button)
        elif choice["kind"] == "done":
            self.press(self.someone.main_button)
            left = self.answer["moment"]["picture"]["seats"][self.answer["moment"]["you"]]["actions"]
            if left and self.answer["moment"]["picture"]["phase"] == "turn":
                self.press(self.someone.main_button)
        else:
            assert self.someone.main_button.count(), f"nothing offers {text}"
            self.press(self.someone.main_button)

    def _gate(self, choice: dict[str, Any]) -> None:
        moment = self.answer["moment"]
        match choice["kind"]:
            case "put":
                self.solver.picture, self.solver.seat = moment["picture"], moment["you"]
                target = read(choice["cells"], self.solver.rows)
                how = {"mouse": self.solver.drag, "touch": self.solver.touch, "keyboard": self.solver.keys}
                how[self.way](choice["tile"], target)
            case "start" | "move":
                self.press(self.page.locator(f"[data-hex='{choice['hex']}']"))
            case "next":
                self.press(self.button("Next puzzle"))
            case "done":
                self.press(self.button("Done"))
            case _:
                self.press(self.someone.main_button)

    # What is seen

    def sees(self, sentence: str) -> None:
        expect(self.someone.dock).to_contain_text(sentence)
