"""The parser of positions of The Pyramid of Horus. Positions that no game can reach are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Any, TypeVar

from benben.core.contract import Millis, Seat, Unreadable
from benben.games.horus import board
from benben.games.horus.board import is_back, is_secret, is_treasure
from benben.games.horus.notation.unseen_cards import undrawn_cards, unopened_values
from benben.games.horus.notation.validity import fault
from benben.games.horus.rules.state import (
    NO_CARDS,
    NOTHING,
    Options,
    Pending,
    Player,
    Read,
    State,
    Step,
)

T = TypeVar("T")

MOST_REACTION = 600  # seconds, as Options has it

_PLAYER = re.compile(
    r"(\S+)(?: (ready|spent))?, (\w+), wll (\d{1,2}), actions ([0-5])(?:, cursed ([a-z ]+))?"
)
_MUMMY = re.compile(r"(\d{1,2}) (up|down)( lying)?")
_SEATED = (
    *("choose", "deal", "load", "stamina", "turn", "search", "opening", "cast", "alcove", "recast"),
    *("rerolled", "foresight", "foreseeing", "dodge", "flee", "score", "chest"),
)
CASTING = ("cast", "recast", "alcove", "rerolled", "mummies")


def read(text: str) -> State:
    """The position of a text: parts on one line joined by ` / `, or one a line, in any order."""
    parts: dict[str, str] = {}
    for line in text.strip("\n").split("\n") if "\n" in text else text.split(" / "):
        key, colon, rest = line.partition(": ")
        if not colon or key in parts:
            raise Unreadable("each part is a word, a colon and what it says, once", line[:40])
        parts[key] = rest
    s = _Reader(parts).state()
    place, wrong = fault(s)
    if wrong:
        raise Unreadable(wrong, place)
    return s


class _Reader:
    """Takes the parts one by one; what is left over at the end is no part."""

    def __init__(self, parts: dict[str, str]) -> None:
        self._parts = parts
        self._key = ""

    def _take(self, key: str, default: str = "") -> str:
        self._key = key
        return self._parts.pop(key, default)

    def _wrong(self, sentence: str) -> Unreadable:
        return Unreadable(sentence, self._key)

    def _one(self, table: dict[str, T], word: str, what: str) -> T:
        if word not in table:
            raise self._wrong(f"{word[:20]!r} is no {what}")
        return table[word]

    def _number(self, word: str, least: int, most: int) -> int:
        if not re.fullmatch("0|[1-9][0-9]?", word) or not least <= int(word) <= most:
            raise self._wrong(f"a number from {least} to {most} belongs here, not {word[:20]!r}")
        return int(word)

    def _list(self, text: str, by: str, read_one: Callable[[str], T]) -> list[T]:
        return [read_one(word) for word in text.split(by)] if text else []

    def state(self) -> State:
        seats = self._number(self._take("seats"), 2, 6)
        self._seats = seats
        options = self._options()
        round_ = self._number(self._take("round", "1"), 0, board.BLOCKS)
        ankh = self._take("ankh", "1")
        first = -1 if ankh == "-" else self._seat(ankh)
        phase, seat, pending, shown = self._phase(self._take("phase"))
        until = self._deadline()
        blocks = tuple(
            self._list(self._take("blocks"), " ", lambda word: self._number(word, 1, board.BLOCKS))
        )
        cast, roll = self._dice(phase)
        mummies, headings, shot = self._mummies()
        tombs = self._tombs()
        read_ = self._read()
        idols = self._god_mask(self._take("alcoves", " ".join(board.GODS)))
        gone, dropped, losses = self._gone()
        players = tuple(self._player(self._take(str(one + 1))) for one in range(seats))
        if self._parts:
            key = next(iter(self._parts))
            raise Unreadable("there is no such part", key[:20])
        decks, left = undrawn_cards(players, [*gone, *chain(*dropped), pending.wound], losses)
        return State(
            options=options,
            round=round_,
            ankh=first,
            phase=phase,
            seat=seat,
            pending=pending,
            players=players,
            blocks=blocks,
            blocked=sum(1 << board.BLOCK_SPACES[number] for number in set(blocks)),
            roll=roll,
            cast=cast,
            mummies=mummies,
            headings=headings,
            shot=shot,
            tombs=tombs,
            inside=unopened_values(tombs, players, gone),
            read=read_,
            idols=idols,
            decks=decks,
            left=left,
            gone=gone,
            dropped=dropped,
            shown=shown,
            until=until,
        )

    def _seat(self, word: str) -> Seat:
        return self._number(word, 1, self._seats) - 1

    def _options(self) -> Options:
        found = re.fullmatch(
            "load (banded|literal)(, adventurers chosen)?(?:, reaction ([1-9][0-9]{0,2}))?(, sobek 7)?",
            self._take("options", "load banded"),
        )
        if not found or int(found[3] or 0) > MOST_REACTION:
            raise self._wrong("write load banded or load literal, and maybe reaction 30 or sobek 7")
        load: Any = found[1]
        return Options(load, "chosen" if found[2] else "dealt", int(found[3] or 0), 7 if found[4] else 6)

    def _deadline(self) -> Millis:
        text = self._take("deadline")
        if text and not re.fullmatch("[1-9][0-9]{0,11}", text):
            raise self._wrong("milliseconds of the match belong here")
        return int(text or 0)

    def _phase(self, text: str) -> tuple[Any, Seat, Pending, tuple[int, ...]]:
        text, _, cards = text.partition(": ")
        words = text.split(" ")
        shown = tuple(self._list(cards, ", ", self._card))
        if shown != tuple(sorted(shown)) or (shown and words[0] != "score"):
            raise self._wrong("cards turned up belong to score, in order")
        match words:
            case ["deal", *_]:
                return self._dealing(words)
            case [("ankh" | "roll" | "mummies" | "fall" | "over") as name]:
                return name, -1, NOTHING, ()
            case ["reading", seat, space] if board.TOMB_AT[board.INDEX.get(space, 0)] >= 0:
                return "reading", self._seat(seat), Pending(tomb=board.TOMB_AT[board.INDEX[space]]), ()
            case ["wound", seat, wound] if wound in (*board.DECK_WOUNDS, "block"):
                return "wound", self._seat(seat), Pending(wound=board.CARD_NAMES[wound]), ()
            case ["shed", seat, "in", ("3" | "4" | "5") as step]:
                return "shed", self._seat(seat), Pending(step=Step(int(step))), ()
            case ["foreseen", seat, number]:
                return "foreseen", self._seat(seat), Pending(block=self._number(number, 1, board.BLOCKS)), ()
            case ["fall", seat, ("kept" | "returned") as what, number]:
                block = self._number(number, 1, board.BLOCKS)
                return "fall", self._seat(seat), Pending(block=block, returned=what == "returned"), ()
            case ["flee", seat, "dodged"]:
                return "flee", self._seat(seat), Pending(dodged=True), ()
            case [name, seat] if name in _SEATED:
                return name, self._seat(seat), NOTHING, shown
        raise self._wrong(f"{text[:30]!r} is no phase")

    def _dealing(self, words: list[str]) -> tuple[Any, Seat, Pending, tuple[int, ...]]:
        """The phase `deal`, which names no seat: it is that of the first without an adventurer."""
        if len(words) > 1:
            raise self._wrong("deal stands alone")
        undealt = [one for one in range(self._seats) if self._parts.get(str(one + 1), "-").startswith("-")]
        if not undealt:
            raise self._wrong("everybody has an adventurer")
        return "deal", undealt[0], NOTHING, ()

    def _dice(self, phase: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The dice of an alcove or of the mummies, and those of the round (see notation.write)."""
        told = {key: self._throw(key) for key in ("cast", "roll")}
        cast, roll = told["cast"], told["roll"]
        if phase in CASTING:
            return cast or (0,) * 5, roll or ()
        if roll is not None:
            if not cast:
                raise self._wrong("a roll is written apart only beside other dice")
            return cast, roll
        return (), cast or ((0,) * 5 if phase == "roll" else ())

    def _throw(self, key: str) -> tuple[int, ...] | None:
        text = self._take(key)
        if not text:
            return None
        if text == "-" and key == "roll":
            return ()
        dice = tuple(0 if word == "-" else self._number(word, 1, 6) for word in text.split(" "))
        if len(dice) != 5 or not any(dice):
            raise self._wrong("five dice belong here")
        return dice

    def _mummies(self) -> tuple[tuple[int, int, int], tuple[int, int, int], int]:
        text = self._take("mummies")
        if not text:
            return board.MUMMY_STARTS, board.MUMMY_HEADINGS, -1
        ats, headings, shot = [], [], []
        for mummy, part in enumerate(text.split(", ")):
            name, _, rest = part.partition(" ")
            found = _MUMMY.fullmatch(rest)
            if mummy > 2 or name != board.MUMMIES[mummy] or not found:
                raise self._wrong("write sanakht 3 up, initkaes 9 up, imhotep 15 down")
            at, heading = self._number(found[1], 0, len(board.WALK) - 1), 1 if found[2] == "up" else -1
            if (at, heading) not in board.MARCH:
                raise self._wrong(f"{name} has turned at the end of the corridor")
            ats.append(at)
            headings.append(heading)
            shot += [mummy] if found[3] else []
        if len(ats) != 3 or len(shot) > 1:
            raise self._wrong("there are three mummies, and one at most lies")
        (a, b, c), (d, e, f) = ats, headings
        return (a, b, c), (d, e, f), shot[0] if shot else -1

    def _tombs(self) -> tuple[int, ...]:
        tombs = [0] * len(board.TOMBS)
        for part in self._list(self._take("open"), ", ", str):
            space, _, value = part.partition(" ")
            tomb = self._tomb(space)
            tombs[tomb] = self._one(
                {str(v): v for v in board.CONTENTS[board.TOMB_GOD[tomb]]}, value, "content there"
            )
        for space in self._list(self._take("empty"), " ", str):
            tomb = self._tomb(space)
            if tombs[tomb]:
                raise self._wrong(f"{space} cannot be empty too")
            tombs[tomb] = -1
        return tuple(tombs)

    def _tomb(self, space: str) -> int:
        return self._one(
            {board.SPACES[at]: tomb for tomb, at in enumerate(board.TOMBS)}, space, "sarcophagus"
        )

    def _read(self) -> Read | None:
        text = self._take("read")
        if not text:
            return None
        words = text.split(" ")
        if len(words) != 3:
            raise self._wrong("write the seat, the space and the value that it saw, as in 1 a4 8")
        tomb = self._tomb(words[1])
        value = self._one(
            {str(v): v for v in board.CONTENTS[board.TOMB_GOD[tomb]]}, words[2], "content there"
        )
        return Read(self._seat(words[0]), tomb, value)

    def _god_mask(self, text: str) -> int:
        if text == "-":
            return 0
        gods = [
            self._one({god: n for n, god in enumerate(board.GODS)}, word, "god") for word in text.split(" ")
        ]
        if gods != sorted(set(gods)):
            raise self._wrong("gods stand once each, in the order hededet sobek anubis thoth horus")
        return sum(1 << god for god in gods)

    def _card(self, text: str) -> int:
        return self._one(board.CARD_NAMES, text, "card")

    def _gone(self) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], list[int]]:
        """The cards gone in view; those face down, by seat; and the number lost unseen, by zone."""
        gone: list[int] = []
        dropped: list[list[int]] = [[] for _ in range(self._seats)]
        losses, order = [0, 0, 0], []
        for part in self._list(self._take("gone"), ", ", str):
            text, by, who = part.partition(" by ")
            card = self._card(text)
            order.append((1, self._seat(who), card) if by else (2 if text[0] == "?" else 0, 0, card))
            if by and is_secret(card) and not is_back(card):
                dropped[self._seat(who)].append(card)
            elif by or card in (board.BLOCK, board.MUMMY):
                raise self._wrong(f"{part[:30]!r} cannot be gone like that")
            elif text[0] == "?":
                losses[card // 10] += 1
            else:
                gone.append(card)
        if order != sorted(order):
            raise self._wrong("cards in view come first, then those face down by seat, then the unseen")
        return tuple(gone), tuple(map(tuple, dropped)), losses

    def _player(self, text: str) -> Player:
        parts = text.split("; ")
        head = _PLAYER.fullmatch(parts[0])
        if not head or not 5 <= len(parts) <= 6:
            raise self._wrong("write edgar ready, e5, wll 3, actions 2; wounds; equipment; treasures; idols")
        who = (
            -1
            if head[1] == "-"
            else self._one({a: n for n, a in enumerate(board.ADVENTURERS)}, head[1], "adventurer")
        )
        if (who < 0) == bool(head[2]):
            raise self._wrong("an adventurer is ready or spent")
        treasures = tuple(map(self._card, parts[3].split(", "))) if parts[3] != "-" else ()
        if treasures != tuple(sorted(treasures)) or any(
            not is_treasure(card) or is_back(card) for card in treasures
        ):
            raise self._wrong("treasures stand in the order of gods and values")
        return Player(
            adventurer=who,
            ready=head[2] != "spent",
            place=self._one({place: n for n, place in enumerate(board.PLACES)}, head[3], "place"),
            wll=self._number(head[4], 0, board.MOST_LOAD),
            actions=int(head[5]),
            wounds=self._counts(parts[1], board.WOUNDS),
            equipment=self._counts(parts[2], board.EQUIPMENT),
            treasures=treasures,
            idols=self._god_mask(parts[4]),
            chests=self._chests(parts[5]) if len(parts) == 6 else (),
            cursed=self._curse(head[6]) if head[6] else 0,
        )

    def _curse(self, text: str) -> int:
        dice = [
            self._one({one: n for n, one in enumerate(board.COLOURS)}, word, "die")
            for word in text.split(" ")
        ]
        if dice != sorted(set(dice)):
            raise self._wrong(f"dice stand once each, in the order {' '.join(board.COLOURS)}")
        return sum(1 << die for die in dice)

    def _counts(self, text: str, names: tuple[str, ...]) -> tuple[int, int, int, int, int]:
        if text == "-":
            return NO_CARDS
        words = text.split(" ")
        slots = [self._one({one: n for n, one in enumerate(names)}, word, "card here") for word in words]
        if slots != sorted(slots):
            raise self._wrong(f"these stand in the order {' '.join(names)}")
        a, b, c, d, e = (slots.count(n) for n in range(5))
        return a, b, c, d, e

    def _chests(self, text: str) -> tuple[int, ...]:
        if not text.startswith("chests "):
            raise self._wrong("after the idols come only chests")
        return tuple(self._number(word, 1, 6) for word in text[7:].split(" "))
