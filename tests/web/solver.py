"""A player of the Gate who knows where the tiles belong, and puts them there by mouse, finger or key."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import CDPSession, Page, WebSocket, expect

from benben.games.gate import puzzles
from benben.games.gate.board import TILES, cells_text

Cell = tuple[int, int]  # columns from the left, rows from the top
OVER = 0.85  # cells by which a tile floats over a finger


def turned(cells: list[Cell]) -> list[Cell]:
    return [(-y, x) for x, y in cells]


def flipped(cells: list[Cell]) -> list[Cell]:
    return [(-x, y) for x, y in cells]


def read(text: str, rows: int) -> list[Cell]:
    """The cells of "a1a2b2"."""
    return [(ord(text[n]) - ord("a"), rows - int(text[n + 1])) for n in range(0, len(text), 2)]


def shape(cells: list[Cell]) -> list[Cell]:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return sorted((x - left, y - top) for x, y in cells)


class Solver:
    """A visitor's page of the Gate, with every message that it has received since it was opened."""

    def __init__(self, page: Page, seat: int = 0) -> None:
        self.page, self.seat = page, seat
        self.options: dict[str, Any] = {}  # of the table
        self.picture: dict[str, Any] = {}
        self.poses: dict[str, list[Cell]] = {}  # cells of tiles that were turned; others lie as in the box
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)

    def _heard(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message.get("table"):
            self.options = message["table"]["options"]
        if message.get("now"):
            self.picture = message["now"]["picture"]

    # The present position

    @property
    def own(self) -> dict[str, Any]:
        found: dict[str, Any] = self.picture["seats"][self.seat]
        return found

    @property
    def rows(self) -> int:
        return len(self.own["region"].split("/"))

    def wait_for(self, *phases: str, timeout: int = 30_000) -> None:
        """Wait until the page has received one of these phases."""
        for _ in range(timeout // 25):
            if self.picture.get("phase") in phases:
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"the phase is {self.picture.get('phase')}, not {' or '.join(phases)}")

    def solution(self) -> dict[str, list[Cell]]:
        """Where each tile belongs."""
        options = [self.options[name] for name in ("grade", "series")]
        side, symbol = self.picture["side"], self.picture["symbol"]
        one = puzzles.puzzle(self.picture["box"], side, self.own["board"], symbol, *options)
        text = {tile: cells_text(mask) for tile, mask in zip(one.tiles, one.solution, strict=True)}
        return {tile: read(cells, self.rows) for tile, cells in text.items()}

    def text(self, cells: list[Cell]) -> str:
        return "".join(sorted(f"{chr(ord('a') + x)}{self.rows - y}" for x, y in cells))

    def lies(self, tile: str) -> None:
        expect(self.page.locator(f"[data-lies='{tile}']")).to_be_attached()

    # Where things are on the screen

    def cell(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell, even of one that no button has."""
        corner = self.page.locator(f"[data-cell='a{self.rows}']").bounding_box()
        assert corner
        size = corner["width"]
        return corner["x"] + (cell[0] + 0.5) * size, corner["y"] + (cell[1] + 0.5) * size

    @property
    def size(self) -> float:
        corner = self.page.locator(f"[data-cell='a{self.rows}']").bounding_box()
        assert corner
        return corner["width"]

    def in_tray(self, tile: str) -> tuple[float, float]:
        """The middle of the tile's first cell, as it lies beside the board."""
        drawn = self.page.locator(f"[data-tile='{tile}'] svg").bounding_box()
        assert drawn
        cells = self.drawn(tile)
        width = drawn["width"] / (1 + max(x for x, _ in cells))
        height = drawn["height"] / (1 + max(y for _, y in cells))
        return drawn["x"] + (cells[0][0] + 0.5) * width, drawn["y"] + (cells[0][1] + 0.5) * height

    def drawn(self, tile: str) -> list[Cell]:
        rows = TILES[tile].split("/")
        shape = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
        return self.poses.get(tile, shape)

    def way(self, tile: str, target: list[Cell]) -> tuple[bool, int, Cell]:
        """Whether to flip the tile, how often to turn it, and where its first cell comes to lie."""
        for flip in (False, True):
            cells = flipped(self.drawn(tile)) if flip else self.drawn(tile)
            for turns in range(4):
                if shape(cells) == shape(target):
                    left = min(x for x, _ in target) - min(x for x, _ in cells)
                    top = min(y for _, y in target) - min(y for _, y in cells)
                    return flip, turns, (cells[0][0] + left, cells[0][1] + top)
                cells = turned(cells)
        raise AssertionError(f"{tile} has not that shape")

    # By mouse

    def drag(self, tile: str, target: list[Cell]) -> None:
        """Place a tile by mouse: turn it by wheel and flip it by key while it is held."""
        flip, turns, first = self.way(tile, target)
        mouse = self.page.mouse
        mouse.move(*self.in_tray(tile))
        mouse.down()
        x, y = self.cell(first)
        mouse.move(x + 40, y + 30, steps=3)
        if flip:
            self.page.keyboard.press("f")
        for _ in range(turns):
            mouse.wheel(0, 100)
            self.page.wait_for_timeout(160)
        mouse.move(x + 5, y - 4, steps=2)
        mouse.up()
        self.poses[tile] = shape(target)

    # By finger

    def touch(self, tile: str, target: list[Cell]) -> None:
        """Place a tile by finger: a second finger turns it by a tap and flips it by a swipe."""
        flip, turns, first = self.way(tile, target)
        for part in (f"[data-tile='{tile}'] svg", f"[data-cell='a{self.rows}']"):
            self.page.locator(part).element_handle().wait_for_element_state("stable")
        session = self.page.context.new_cdp_session(self.page)
        x, y = self.cell(first)
        there = (x + 2, y + OVER * self.size + 3)
        self._finger(session, "touchStart", 0, self.in_tray(tile))
        self._finger(session, "touchMove", 0, (there[0] + 30, there[1] - 20))
        for n in range(turns + flip):
            self._finger(session, "touchStart", 1, (60, 120))
            if n < flip:
                self._finger(session, "touchMove", 1, (140, 120))
            self._finger(session, "touchEnd", 1, (140, 120) if n < flip else (60, 120))
        self._finger(session, "touchMove", 0, there)
        self._finger(session, "touchEnd", 0, there)
        session.detach()

    @staticmethod
    def _finger(session: CDPSession, kind: str, id: int, at: tuple[float, float]) -> None:
        """Send one event of one finger; the others stay where they are."""
        touch = {"x": at[0], "y": at[1], "id": id}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [touch]})

    # By key

    def keys(self, tile: str, target: list[Cell]) -> None:
        """Place a tile by key: take it by number, turn and flip it, and move it by arrows."""
        press = self.page.keyboard.press
        ghost = self.page.locator("[data-ghost]")
        number = [one["name"] for one in self.own["tiles"]].index(tile) + 1
        press(str(number))
        for n in range(8):
            cells = read((ghost.get_attribute("data-ghost") or "")[4:], self.rows)
            if shape(cells) == shape(target):
                break
            press("f" if n == 3 else "r")
        else:
            raise AssertionError(f"{tile} cannot be turned so")
        right = min(x for x, _ in target) - min(x for x, _ in cells)
        down = min(y for _, y in target) - min(y for _, y in cells)
        for _ in range(abs(right)):
            press("ArrowRight" if right > 0 else "ArrowLeft")
        for _ in range(abs(down)):
            press("ArrowDown" if down > 0 else "ArrowUp")
        press("Enter")

    def solve(self, how: Any) -> None:
        """Solve the whole puzzle, tile by tile."""
        for tile, target in self.solution().items():
            how(tile, target)
            self.lies(tile)
