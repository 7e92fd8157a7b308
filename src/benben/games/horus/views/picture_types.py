"""The types of the picture that a client draws. picture.py builds it.

Spaces are named as in notation, "e5". Seats are counted from 0. What the viewer does not know is null.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class CardPicture(Struct, frozen=True):
    """A treasure or chest in front of a seat."""

    text: str  # in notation: "4 hededet", "chest sobek", "2 necklace", "? sobek"
    owner: Literal["necklace", "hededet", "sobek", "anubis", "thoth", "horus"]  # whose back it has
    value: int | None  # points; 0 for a chest, which is rolled for at the end; null: you do not know it
    chest: bool  # you know that it is one
    public: bool  # everybody knows it: from a sarcophagus, or turned up in the scoring
    pips: int  # of a chest in the final scoring, when it is rolled; else 0


class Score(Struct, frozen=True):
    """What a seat's cards come to; chests count when they are rolled."""

    cards: int  # treasures, chests and idols
    variety: int  # for different gods
    gods: tuple[str, ...]  # that count
    total: int


class SeatPicture(Struct, frozen=True):
    adventurer: str  # "edgar"; "" before the deal
    name: str  # "Edgar Rice"
    ability: str  # "Swimming"
    ready: bool  # the ability is unspent
    place: str  # a space, "outside" (has not entered), "escaped" or "dead"
    playing: bool  # in play: neither escaped nor dead
    load: int  # now, of 12
    wll: int  # what a die must show in this round; 0 before the first
    band: int  # what it would be by the load as it is now
    actions: int  # left in this round
    counts: tuple[bool, ...]  # by die of the roll: it gave this seat an action
    cursed: tuple[bool, ...]  # by die: ignored in this roll, or else in the next, because of an idol
    wounds: tuple[
        str, ...
    ]  # "cobra", "scorpion", "crocodile", "block", "mummy", each as often as it is there
    equipment: tuple[str, ...]  # "antidote", "medi-kit", "crowbar", "udjat" or "bag", likewise
    cards: tuple[CardPicture, ...]  # treasures and chests, by god
    idols: tuple[str, ...]  # gods
    score: Score | None  # your own at any time, that of a survivor in the final scoring; else null
    given: tuple[str, ...]  # secret cards that it gave up, as you know them: "? hededet"


class MummyPicture(Struct, frozen=True):
    name: str  # "sanakht"
    space: str
    next: str  # the space that it steps to next
    lying: bool  # shot: harmless until the coming Phase 4


class TombPicture(Struct, frozen=True):
    space: str
    god: str
    state: Literal["closed", "open", "empty"]
    value: int | None  # of an open one, and of a closed one that you have read; else null
    reader: int  # the seat that has read it while it is closed; -1: nobody


class AlcovePicture(Struct, frozen=True):
    space: str
    god: str
    colour: str  # of the die that its idol curses
    needs: tuple[int, ...]  # the numbers that open it
    worth: int  # of the idol
    state: Literal["there", "taken", "buried"]
    odds: float  # chance of an attempt, re-rolled well
    tool: float  # likewise with Lock picking or a crowbar


class BlockPicture(Struct, frozen=True):
    number: int
    space: str


class DeckPicture(Struct, frozen=True):
    """What everybody knows of a search deck."""

    name: Literal["rubble", "hededet", "sobek"]
    zone: Literal["rubble", "sand", "pond"]
    left: int
    treasures: int  # chests included
    equipment: int
    wounds: int


class CastPicture(Struct, frozen=True):
    """Dice on the table besides the round's roll."""

    kind: Literal["alcove", "mummies"]
    seat: int  # that casts at an alcove; -1: the mummies', or an attempt that is over
    god: str  # of the alcove; "" likewise
    dice: tuple[int, ...]  # five; 0 is not thrown yet
    fits: tuple[bool, ...]  # by die: shows a number that is needed, or makes the mummies step
    missing: int  # numbers of the alcove that are not there yet


class Foreseen(Struct, frozen=True):
    """The block that somebody looked at in this round."""

    seat: int
    choice: Literal["", "kept", "returned"]  # "": not decided yet
    number: int | None  # known to that seat alone
    space: str | None


class CutPicture(Struct, frozen=True):
    """A space in danger: the chance that the next block falls on it, and that a block cuts it off."""

    space: str
    hit: float
    cut: float


class Picture(Struct, frozen=True):
    viewer: int  # your seat; -1: a spectator
    round: int  # from 1; 0 during set-up
    step: Literal["set-up", "load", "roll", "turns", "mummies", "block", "score", "over"]  # the ladder
    phase: str  # of the notation: what exactly is asked or waited for, "wound"
    asked: int  # the seat that is asked; -1: nobody, chance is at work or it is over
    acting: int  # the seat that is asked or for which chance acts; -1: none
    about: str  # the wound to settle, the space that is read: "cobra", "a5"; else ""
    sentence: str  # what is asked or happens, without the seat's name: "may discard treasures"
    clause: str  # where the rules say so
    until: int  # ms of match time at which the question is answered by itself; 0: it stands for ever
    reaction: int  # ms that a question stands; 0: for ever
    ankh: int  # the first player's seat; -1: not drawn yet
    load: Literal["banded", "literal"]  # the option
    roll: tuple[int, ...]  # the round's five dice, yellow green black blue red; 0 is not thrown; () before
    cast: CastPicture | None
    seats: tuple[SeatPicture, ...]
    mummies: tuple[MummyPicture, ...]
    tombs: tuple[TombPicture, ...]
    alcoves: tuple[AlcovePicture, ...]
    blocks: tuple[BlockPicture, ...]  # as they fell
    bag: int  # blocks that have not fallen
    decks: tuple[DeckPicture, ...]
    foreseen: Foreseen | None
    dangers: tuple[CutPicture, ...]  # open spaces where there is any
    sealed: tuple[str, ...]  # spaces without an open path to the door
    places: tuple[int, ...]  # by seat when it is over; () before
