"""What may happen in The Pyramid of Horus, as values: actions of seats and outcomes of chance."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from benben.core.contract import Seat

# Actions


class Choose(Struct, frozen=True, tag="choose"):
    adventurer: int


class Drop(Struct, frozen=True, tag="drop"):
    card: int


class Go(Struct, frozen=True, tag="go"):
    space: int


class Peek(Struct, frozen=True, tag="read"):
    """Look into a closed sarcophagus, by Linguistics."""

    space: int


class Shoot(Struct, frozen=True, tag="shoot"):
    mummy: int


class Use(Struct, frozen=True, tag="use"):
    card: int  # equipment
    wound: int = 0  # card, in one's own turn; 0: the one just drawn, or the missing number of an alcove


class Reroll(Struct, frozen=True, tag="reroll"):
    mask: int  # of dice, at least one


Word: TypeAlias = (
    Literal["done", "stamina", "pass", "exit", "search", "open", "take", "alcove", "keep", "pick"]
    | Literal["discard", "clairvoyance", "udjat", "return", "dodge", "resign"]
)


class Say(Struct, frozen=True, tag="say"):
    """An action that is one word."""

    word: Word


Action: TypeAlias = Choose | Drop | Go | Peek | Shoot | Use | Reroll | Say

DONE, STAMINA, PASS, EXIT = Say("done"), Say("stamina"), Say("pass"), Say("exit")
SEARCH, OPEN, TAKE, ALCOVE = Say("search"), Say("open"), Say("take"), Say("alcove")
KEEP, PICK, DISCARD = Say("keep"), Say("pick"), Say("discard")
CLAIRVOYANCE, UDJAT_SEES, RETURN, DODGE = Say("clairvoyance"), Say("udjat"), Say("return"), Say("dodge")
RESIGN = Say("resign")


# Chance


class Dealt(Struct, frozen=True, tag="deal"):
    adventurer: int


class Ankh(Struct, frozen=True, tag="ankh"):
    seat: Seat


class Die(Struct, frozen=True, tag="die"):
    pips: int


class Drawn(Struct, frozen=True, tag="card"):
    card: int  # with the value UNKNOWN: a treasure that leaves unseen (2.4)


class Content(Struct, frozen=True, tag="content"):
    value: int


class Block(Struct, frozen=True, tag="block"):
    number: int


class Shown(Struct, frozen=True, tag="show"):
    card: int


class Chest(Struct, frozen=True, tag="chest"):
    pips: int


Chance: TypeAlias = Dealt | Ankh | Die | Drawn | Content | Block | Shown | Chest
