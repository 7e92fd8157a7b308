"""A second reading of The Pyramid of Horus, written without a look at its code.

The map is built from its words, cards are counted by name, and what must always hold is asked of
the text of a position alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from benben.core import match
from benben.core.contract import CHANCE, Event, Game

GATES = ["a3b3", "a5b5", "a7b7", "h3i3", "h5i5", "h7i7", "c7c8", "e7e8", "g7g8"]


@cache
def spaces() -> set[str]:
    found = {f"{column}{row}" for column in "cdefg" for row in (1, 2)}
    return found | {f"{column}{row}" for column in "abcdefghi" for row in range(3, 9)}


@cache
def corridor() -> list[str]:
    """The spaces of the corridor, in the order in which mummies walk them."""
    west, east = [f"a{row}" for row in range(3, 9)], [f"i{row}" for row in range(8, 2, -1)]
    return [*west, *(f"{column}8" for column in "bcdefgh"), *east]


@cache
def neighbours(space: str) -> set[str]:
    here, found = spaces(), set()
    column, row = ord(space[0]), int(space[1])
    sides = (
        f"{chr(column + 1)}{row}",
        f"{chr(column - 1)}{row}",
        f"{space[0]}{row + 1}",
        f"{space[0]}{row - 1}",
    )
    for other in sides:
        if other not in here:
            continue
        inside = (space in corridor()) == (other in corridor())
        if inside or "".join(sorted((space, other))) in GATES:
            found.add(other)
    return found


@cache
def numbers() -> dict[int, str]:
    """The space of each block, numbered from the door inwards and from west to east."""
    pond = {f"{column}{row}" for column in "def" for row in (4, 5, 6)}
    floor = sorted(spaces() - pond - set(corridor()), key=lambda space: (space[1], space[0]))
    return dict(enumerate(floor, 1))


@cache
def open_to_the_door(blocked: frozenset[str]) -> set[str]:
    reached: set[str] = set()
    edge = {f"{column}1" for column in "cdefg"} - blocked
    while edge:
        reached |= edge
        edge = {other for space in edge for other in neighbours(space)} - blocked - reached
    return reached


CARDS = Counter(
    {
        **dict.fromkeys(("antidote", "medi-kit", "crowbar", "udjat", "bag", "1 necklace", "2 necklace"), 2),
        **{"3 necklace": 1, "cobra": 3, "scorpion": 6, "crocodile": 6, "chest hededet": 2, "chest sobek": 2},
        **{"2 hededet": 2, "3 hededet": 3, "4 hededet": 3, "5 hededet": 2},
        **{"2 sobek": 2, "3 sobek": 2, "4 sobek": 3, "5 sobek": 2, "6 sobek": 1},
        **{f"{value} {god}": 1 for god in ("anubis", "thoth") for value in (2, 4, 5, 6, 8)},
        **{f"{value} horus": 1 for value in (4, 5, 7, 8)},
    }
)


def parts(text: str) -> dict[str, str]:
    return dict(part.split(": ", 1) for part in text.split(" / "))


class Seat:
    def __init__(self, text: str) -> None:
        head, wounds, equipment, treasures, idols, *_ = text.split("; ")
        _, self.place, wll, actions, *_ = head.split(", ")
        self.wll, self.actions = int(wll.split()[1]), int(actions.split()[1])
        self.wounds = [] if wounds == "-" else wounds.split(" ")
        self.equipment = [] if equipment == "-" else equipment.split(" ")
        self.treasures = [] if treasures == "-" else treasures.split(", ")
        self.idols = [] if idols == "-" else idols.split(" ")

    @property
    def inside(self) -> bool:
        return self.place not in ("outside", "escaped", "dead")

    @property
    def load(self) -> int:
        pairs = len(self.treasures) // 2
        return len(self.wounds + self.idols + self.treasures) - min(self.equipment.count("bag"), pairs)


def check(text: str) -> None:
    """What must hold in every position, by its text."""
    told = parts(text)
    seats = [Seat(told[str(n)]) for n in range(1, int(told["seats"]) + 1)]
    phase = told["phase"].split(" ")
    blocks = [numbers()[int(word)] for word in told.get("blocks", "").split()]
    assert len(set(blocks)) == len(blocks)
    assert len(blocks) in (int(told["round"]) - 1, int(told["round"])) or told["round"] == "0"
    _check_cards(told, seats, phase)
    _check_idols(told, seats, blocks)
    crushing = phase[0] in ("dodge", "flee") or (
        phase[0] in ("wound", "shed") and phase[-1] in ("block", "5")
    )
    for number, seat in enumerate(seats, 1):
        assert 0 <= seat.actions <= 5
        if seat.inside:
            assert seat.place in spaces()
            assert seat.place not in blocks or (crushing and seat.place == blocks[-1])
            assert crushing or seat.place in open_to_the_door(frozenset(blocks)), (
                "somebody is trapped and plays on"
            )
        else:
            assert seat.place != "dead" or not (seat.wounds + seat.equipment + seat.treasures + seat.idols)
        if phase[0] != "shed":
            assert seat.load <= 12
            assert len(seat.wounds) < 12
        elif phase[1] == str(number):
            assert seat.load > 12
    for mummy in told["mummies"].split(", "):
        found = re.fullmatch(r"\w+ (\d+) (up|down)( lying)?", mummy)
        assert found
        assert 0 <= int(found[1]) < len(corridor()) == 19
        assert (found[1], found[2]) not in (("0", "down"), ("18", "up"))


def _check_cards(told: dict[str, str], seats: list[Seat], phase: list[str]) -> None:
    """No card is there more often than it was made; empty sarcophagi gave their cards."""
    out: Counter[str] = Counter()
    for seat in seats:
        out.update(seat.wounds + seat.equipment + seat.treasures)
    gone = [word.split(" by ")[0] for word in told.get("gone", "").split(", ") if word]
    out.update(card for card in gone if not card.startswith(("?", "idol")))
    if phase[0] == "wound":
        out.update(phase[2:])
    opened = dict(word.split(" ") for word in told.get("open", "").split(", ") if word)
    for space, value in opened.items():
        out[f"{value} {_god(space)}"] += 1
    del out["mummy"], out["block"]
    assert not out - CARDS, out - CARDS
    for space in told.get("empty", "").split():
        assert space not in opened
    for god in ("anubis", "thoth", "horus"):
        empty = sum(_god(space) == god for space in told.get("empty", "").split())
        assert empty == sum(many for card, many in out.items() if card.endswith(god)) - sum(
            _god(space) == god for space in opened
        )


def _god(space: str) -> str:
    return {"a": "anubis", "i": "thoth"}.get(space[0], "horus")


def _check_idols(told: dict[str, str], seats: list[Seat], blocks: list[str]) -> None:
    idols = Counter(told["alcoves"].split()) - Counter("-")
    for seat in seats:
        idols.update(seat.idols)
    idols.update(word[5:] for word in told.get("gone", "").split(", ") if word.startswith("idol"))
    assert idols == Counter(("hededet", "sobek", "anubis", "thoth", "horus"))
    assert "hededet" not in told["alcoves"].split() or "e3" not in blocks


def deep(game: Game, seats: int, seed: int, limit: int, **options: Any) -> match.Match:
    """A match whose players stay long, so that everything comes about."""
    random = Random(seed)
    m = match.begin(game, seats, game.options(**options))
    while not m.over and len(m.events) < limit:
        m = match.after(m, deep_event(m, random.randrange))
    return m


def deep_event(m: match.Match, draw: Callable[[int], int]) -> Event:
    """A random event: chance by weight, players who search much, carry much and leave late."""
    rules = m.game.rules
    if rules.turn(m.state) == CHANCE:
        rows = rules.chances(m.state)
        at = draw(sum(weight for _, weight in rows))
        for what, weight in rows:
            at -= weight
            if at < 0:
                return Event(m.at, CHANCE, what)
    seat = rules.turn(m.state)
    able = {m.game.notation.name(m.state, one): one for one in rules.actions(m.state, seat)}
    wish = _wish(able, m.state.round > 9 + seat, draw)
    names = wish if wish and draw(6) else list(able)
    return Event(m.at + 1000, seat, able[names[draw(len(names))]])


def _wish(able: dict[str, Any], late: bool, draw: Callable[[int], int]) -> list[str]:
    """What such a player would do, if it is possible."""
    if late:
        down = [text for text in able if text.startswith("go") and text[-1] in "123"]
        return ["exit"] if "exit" in able else down
    deeds = [text for text in able if text.startswith(GREED)]
    if deeds and draw(4):
        return deeds
    steps = [text for text in able if text.startswith("go") and text[-1] not in "12"]
    return steps or [text for text in able if not text.startswith(("drop", "use", "exit", "pass", "discard"))]


GREED = (
    "search",
    "open",
    "take",
    "alcove",
    "pick",
    "read",
    "shoot",
    "clairv",
    "udjat",
    "stamina",
    "dodge",
    "return",
)
