"""Positions, actions and chances of The Pyramid of Horus as text. The grammar is in RULES.md.

A position is a list of parts, `round: 4`, joined by ` / ` on one line; read one a line and in any order too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from benben.core.contract import Unreadable
from benben.games.horus import board
from benben.games.horus.board import card_name, is_back, is_treasure, treasure, wound_slot
from benben.games.horus.notation.narration import summary, tell
from benben.games.horus.notation.parser import CASTING, read
from benben.games.horus.rules.events import (
    Ankh,
    Block,
    Chest,
    Choose,
    Content,
    Dealt,
    Die,
    Drawn,
    Drop,
    Go,
    Peek,
    Reroll,
    Say,
    Shoot,
    Shown,
    Use,
)
from benben.games.horus.rules.state import Options, Player, State, equipment_cards, wound_cards
from benben.games.horus.views.knowledge import UNSEEN, View

__all__ = ["find", "name", "read", "summary", "tell", "write"]

Position: TypeAlias = State | View

WORDS = {
    word: Say(word)
    for word in (
        *("done", "stamina", "pass", "exit", "search", "open", "take", "alcove", "keep", "pick"),
        *("discard", "clairvoyance", "udjat", "return", "dodge", "resign"),
    )
}
_REROLL = re.compile("[1-5]( [1-5])*")


def write(s: Position) -> str:
    """The text of a position. In a view, what the seat does not know is `?`."""
    own = s.options
    options = f"load {own.load}" + (", adventurers chosen" if own.adventurers == "chosen" else "")
    options += f", reaction {own.reaction}" if own.reaction else ""
    options += f", sobek {own.sobek}" if own.sobek != Options().sobek else ""
    parts = [
        f"seats: {len(s.players)}",
        f"options: {options}",
        f"round: {s.round}",
        f"ankh: {s.ankh + 1 or '-'}",
        f"phase: {_phase(s)}",
        *([f"deadline: {s.until}"] if s.until else []),
        *_dice(s),
    ]
    if s.blocks:
        parts.append(f"blocks: {' '.join(map(str, s.blocks))}")
    parts.append(f"mummies: {', '.join(_mummy(s, mummy) for mummy in range(3))}")
    opened = [f"{board.SPACES[board.TOMBS[tomb]]} {value}" for tomb, value in enumerate(s.tombs) if value > 0]
    empty = [board.SPACES[board.TOMBS[tomb]] for tomb, value in enumerate(s.tombs) if value < 0]
    if opened:
        parts.append(f"open: {', '.join(opened)}")
    if empty:
        parts.append(f"empty: {' '.join(empty)}")
    if s.read is not None:
        parts.append(
            f"read: {s.read.seat + 1} {board.SPACES[board.TOMBS[s.read.tomb]]} {s.read.value or '?'}"
        )
    parts.append(f"alcoves: {_gods(s.idols)}")
    gone = _gone(s)
    if gone:
        parts.append(f"gone: {', '.join(gone)}")
    parts += [f"{seat + 1}: {_player(p)}" for seat, p in enumerate(s.players)]
    return " / ".join(parts)


def _phase(s: Position) -> str:
    seat = s.seat + 1
    match s.phase:
        case "deal" | "ankh" | "roll" | "mummies" | "over":
            return s.phase
        case "reading":
            return f"reading {seat} {board.SPACES[board.TOMBS[s.pending.tomb]]}"
        case "wound":
            return f"wound {seat} {card_name(s.pending.wound)}"
        case "shed":
            return f"shed {seat} in {s.pending.step:d}"
        case "foreseen":
            return f"foreseen {seat} {_block(s)}"
        case "fall" if s.pending.block:
            return f"fall {seat} {'returned' if s.pending.returned else 'kept'} {_block(s)}"
        case "fall":
            return "fall"
        case "flee" if s.pending.dodged:
            return f"flee {seat} dodged"
        case "score" if s.shown:
            return f"score {seat}: {', '.join(map(card_name, s.shown))}"
    return f"{s.phase} {seat}"


def _block(s: Position) -> str:
    return "?" if s.pending.block == UNSEEN else str(s.pending.block)


def _dice(s: Position) -> list[str]:
    """The parts for dice: `cast` lies on the table, `roll` is written beside it once it does not."""
    if s.phase in CASTING:
        parts = [f"cast: {_dice_text(s.cast)}"] if any(s.cast) else []
        return [*parts, f"roll: {_dice_text(s.roll)}"] if s.roll else parts
    if s.cast:
        return [f"cast: {_dice_text(s.cast)}", f"roll: {_dice_text(s.roll) if s.roll else '-'}"]
    return [f"cast: {_dice_text(s.roll)}"] if any(s.roll) else []


def _dice_text(dice: Iterable[int]) -> str:
    return " ".join(str(pips) if pips else "-" for pips in dice)


def _mummy(s: Position, mummy: int) -> str:
    heading = "up" if s.headings[mummy] > 0 else "down"
    return f"{board.MUMMIES[mummy]} {s.mummies[mummy]} {heading}{' lying' if s.shot == mummy else ''}"


def _gods(mask: int) -> str:
    return " ".join(board.GODS[god] for god in range(5) if mask >> god & 1) or "-"


def _gone(s: Position) -> list[str]:
    """The cards gone: in view, then face down by seat, then treasures that nobody saw (2.4)."""
    told = list(map(card_name, s.gone))
    for seat, cards in enumerate(s.dropped):
        told += [f"{card_name(card)} by {seat + 1}" for card in cards]
    for zone in range(3):
        told += [card_name(treasure(zone, board.UNKNOWN))] * unseen_losses(s, zone)
    return told


def unseen_losses(s: Position, zone: int) -> int:
    """Treasures that left a deck unseen: those that are neither there nor anywhere else (2.4)."""
    if isinstance(s, State):
        return sum(s.decks[zone]) - s.left[zone]
    out = sum(
        board.SLOT[card][0] == zone if card in board.SLOT else card == treasure(zone, board.UNKNOWN)
        for cards in (s.gone, *s.dropped, *(p.treasures for p in s.players))
        for card in cards
    )
    for p in s.players:
        out += sum(p.equipment) if zone == board.RUBBLE else 0
        out += p.wounds[zone]
    pending = s.phase == "wound" and wound_slot(s.pending.wound) == zone
    return board.DECK_SIZE - s.left[zone] - out - pending


def _player(p: Player) -> str:
    who = "-" if p.adventurer < 0 else f"{board.ADVENTURERS[p.adventurer]} {'ready' if p.ready else 'spent'}"
    wounds = " ".join(map(card_name, wound_cards(p))) or "-"
    equipment = " ".join(map(card_name, equipment_cards(p))) or "-"
    treasures = ", ".join(map(card_name, p.treasures)) or "-"
    chests = f"; chests {' '.join(map(str, p.chests))}" if p.chests else ""
    cursed = (
        f", cursed {' '.join(board.COLOURS[die] for die in range(5) if p.cursed >> die & 1)}"
        if p.cursed
        else ""
    )
    return (
        f"{who}, {board.PLACES[p.place]}, wll {p.wll}, actions {p.actions}{cursed}; {wounds}; {equipment}; "
        f"{treasures}; {_gods(p.idols)}{chests}"
    )


def name(s: Position, what: Any) -> str:  # noqa: ARG001
    match what:
        case Say(word):
            return word
        case Go(space):
            return f"go {board.SPACES[space]}"
        case Drop(card):
            return f"drop {card_name(card)}"
        case Peek(space):
            return f"read {board.SPACES[space]}"
        case Shoot(mummy):
            return f"shoot {board.MUMMIES[mummy]}"
        case Use(card, wound):
            return f"use {card_name(card)} {card_name(wound)}" if wound else f"use {card_name(card)}"
        case Reroll(mask):
            return f"reroll {' '.join(str(die + 1) for die in range(5) if mask >> die & 1)}"
        case Choose(adventurer):
            return f"choose {board.ADVENTURERS[adventurer]}"
        case Dealt(adventurer):
            return f"deal {board.ADVENTURERS[adventurer]}"
        case Ankh(seat):
            return f"ankh {seat + 1}"
        case Die(pips):
            return f"die {pips}"
        case Drawn(card):
            return f"card {card_name(card).split()[0]}"
        case Content(value):
            return f"content {value}"
        case Block(number):
            return f"block {number}"
        case Shown(card):
            return f"show {card_name(card)}"
        case Chest(pips):
            return f"chest {pips}"
    raise AssertionError(what)


def find(s: Position, text: str) -> Any:
    """The action or chance of this text, legal or not."""
    if text in WORDS:
        return WORDS[text]
    verb, _, rest = text.partition(" ")
    found = _parsed(s, verb, rest)
    if found is None:
        raise Unreadable("that is no action; write go e4, search, use antidote cobra or done", text[:40])
    return found


def _parsed(s: Position, verb: str, rest: str) -> Any:
    match verb:
        case "go" if rest in board.INDEX:
            return Go(board.INDEX[rest])
        case "drop" | "show" if _is_droppable(rest):
            return Drop(board.CARD_NAMES[rest]) if verb == "drop" else Shown(board.CARD_NAMES[rest])
        case "read" if rest in board.INDEX:
            return Peek(board.INDEX[rest])
        case "shoot" if rest in board.MUMMIES:
            return Shoot(board.MUMMIES.index(rest))
        case "use":
            return _parsed_use(rest)
        case "reroll" if _REROLL.fullmatch(rest):
            dice = [int(die) - 1 for die in rest.split(" ")]
            return Reroll(sum(1 << die for die in dice)) if dice == sorted(set(dice)) else None
        case "choose" | "deal" if rest in board.ADVENTURERS:
            one = board.ADVENTURERS.index(rest)
            return Choose(one) if verb == "choose" else Dealt(one)
        case "ankh" if rest in tuple("123456"[: len(s.players)]):
            return Ankh(int(rest) - 1)
        case "die" if re.fullmatch("[1-6]", rest):
            return Die(int(rest))
        case "chest" if re.fullmatch("[1-6]", rest):
            return Chest(int(rest))
        case "content" if re.fullmatch("[245678]", rest):
            return Content(int(rest))
        case "block" if re.fullmatch("[1-9][0-9]?", rest) and int(rest) <= board.BLOCKS:
            return Block(int(rest))
        case "card":
            return _parsed_card(s, rest)
    return None


def _is_droppable(rest: str) -> bool:
    card = board.CARD_NAMES.get(rest, board.ANTIDOTE)
    return (is_treasure(card) and not is_back(card)) or card >= board.IDOL


def _parsed_use(rest: str) -> Use | None:
    card, _, wound = rest.partition(" ")
    if card not in board.EQUIPMENT or (wound and wound not in board.WOUNDS):
        return None
    if rest != f"{card} {wound}".strip():
        return None
    return Use(board.CARD_NAMES[card], board.CARD_NAMES[wound] if wound else 0)


def _parsed_card(s: Position, rest: str) -> Drawn | None:
    """The card of a text; a value alone means the deck of the space that is searched."""
    if rest in board.EQUIPMENT or rest in board.DECK_WOUNDS:
        return Drawn(board.CARD_NAMES[rest])
    place = s.players[s.seat].place if s.seat >= 0 else board.OUTSIDE
    zone = board.ZONE[place] if place < board.OUTSIDE and board.ZONE[place] != board.CORRIDOR else board.SAND
    value = {"chest": 0, "?": board.UNKNOWN}.get(rest, int(rest) if re.fullmatch("[1-6]", rest) else -1)
    card = treasure(zone, value)
    known = value == board.UNKNOWN or card in board.SLOT
    return Drawn(card) if value >= 0 and known else None
