"""A legal action as a client offers it: price, odds, and what comes of it. A function of the view."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus import board, odds
from benben.games.horus.board import card_name, tomb_treasure, treasure
from benben.games.horus.notation import name
from benben.games.horus.notation.narration import plural
from benben.games.horus.rules.edits import add_wounds
from benben.games.horus.rules.events import Action, Choose, Drop, Go, Peek, Reroll, Say, Shoot, Use
from benben.games.horus.rules.state import Player, has_tool, idol_worth, load, missing_numbers, wll_of
from benben.games.horus.views.knowledge import UNSEEN, View
from benben.games.horus.views.picture import deck_counts


class Choice(Struct, frozen=True):
    text: str  # in notation, what Act sends
    kind: Literal[
        "choose",
        "drop",
        "go",
        "read",
        "shoot",
        "use",
        "reroll",
        "done",
        "stamina",
        "pass",
        "exit",
        "search",
        "open",
        "take",
        "alcove",
        "keep",
        "pick",
        "discard",
        "clairvoyance",
        "udjat",
        "return",
        "dodge",
    ]
    space: str  # that it is about: the goal of a step, the sarcophagus, the alcove, the mummy; else ""
    card: str  # that is dropped, used or taken: "4 hededet", "crowbar"; else ""
    against: str  # the wound that equipment is used on; else ""
    dice: tuple[int, ...]  # that are thrown again, from 0; else ()
    price: int  # actions: 0 or 1
    odds: float | None  # chance that it opens the alcove, without a tool; null if that is not the question
    tool: float | None  # chance that it does with the tool that you have; null if you have none
    risk: float  # chance of a wound: in a search, or 1 where a mummy stands
    load: int  # yours afterwards, as far as it is sure
    band: int  # what a die must show with that load
    words: str  # a question for the dock: "Go to e4?"
    more: str  # its effect: "Imhotep stands there: a wound."; may be empty
    clause: str  # "4.1"


class _Offer(NamedTuple):
    """The part of a Choice that differs from action to action."""

    words: str
    more: str
    clause: str
    space: str = ""
    card: str = ""
    against: str = ""
    dice: tuple[int, ...] = ()
    price: int = 0
    odds: float | None = None
    tool: float | None = None
    risk: float = 0.0
    load: int | None = None  # afterwards; None: as before


def choice(v: View, seat: Seat, action: Action) -> Choice:
    p = v.players[seat]
    told = _offer(v, p, action)
    weight = load(p) if told.load is None else told.load
    return Choice(
        text=name(v, action),
        kind=cast(Any, action.word if isinstance(action, Say) else action.__struct_config__.tag),
        space=told.space,
        card=told.card,
        against=told.against,
        dice=told.dice,
        price=told.price,
        odds=None if told.odds is None else round(told.odds, 3),
        tool=None if told.tool is None else round(told.tool, 3),
        risk=round(told.risk, 3),
        load=weight,
        band=wll_of(v.options, weight),
        words=told.words,
        more=told.more,
        clause=told.clause,
    )


def _offer(v: View, p: Player, action: Action) -> _Offer:
    match action:
        case Go(space):
            return _step_offer(v, p, space)
        case Say(word):
            return _word_offer(v, p, word)
        case Drop(card):
            return _drop_offer(v, p, card)
        case Use(card, wound):
            return _use_offer(v, p, card, wound)
        case Reroll(mask):
            return _reroll_offer(v, p, mask)
        case Peek(space):
            more = "You alone see what is in it. Which one you read is seen by all."
            return _Offer(f"Read the sarcophagus on {board.SPACES[space]}?", more, "8.1", board.SPACES[space])
        case Shoot(mummy):
            where = board.SPACES[board.WALK[v.mummies[mummy]]]
            more = "It lies down and harms nobody until the coming Phase 4."
            return _Offer(f"Shoot {board.MUMMIES[mummy].capitalize()}?", more, "8.3", where)
        case Choose(adventurer):
            more = f"{board.ABILITIES[adventurer]}, once in the game."
            return _Offer(f"Be {board.FULL_NAMES[adventurer]}?", more, "1.1")


def _step_offer(v: View, p: Player, space: int) -> _Offer:
    there = [
        mummy for mummy, at in enumerate(v.mummies) if board.STEP[space] == at and mummy != v.shot
    ]  # an empty list off the corridor: no mummy is at -1
    names = " and ".join(board.MUMMIES[mummy].capitalize() for mummy in there)
    wounds = "a wound" if len(there) == 1 else f"{len(there)} wounds"
    more = f"{names} {'stands' if len(there) == 1 else 'stand'} there: {wounds}." if there else ""
    weight = load(p) + len(there)
    if v.phase == "flee":
        if not v.pending.dodged:
            more = f"The block wounds you. {more}".strip()
            weight += 1
        return _Offer(
            f"Flee to {board.SPACES[space]}?",
            more,
            "6.2",
            board.SPACES[space],
            risk=float(not v.pending.dodged),
            load=weight,
        )
    words = (
        f"Enter on {board.SPACES[space]}?" if p.place == board.OUTSIDE else f"Go to {board.SPACES[space]}?"
    )
    clause = "4.5" if there else "4.1"
    return _Offer(words, more, clause, board.SPACES[space], price=1, risk=float(bool(there)), load=weight)


def _drop_offer(v: View, p: Player, card: int) -> _Offer:
    lighter = load(_without_card(p, card))
    now, then = wll_of(v.options, load(p)), wll_of(v.options, lighter)
    more = f"Your load is {lighter} then."
    if v.phase == "load" and then < now:
        more += f" Dice of {then} or more count instead of {now}."
    elif v.phase == "load":
        more += " The dice ask no less of you."
    clause = "2.4" if v.phase == "shed" else "2.1"
    return _Offer(f"Give up {_with_article(card)}?", more, clause, card=card_name(card), load=lighter)


def _without_card(p: Player, card: int) -> Player:
    if card >= board.IDOL:
        return replace(p, idols=p.idols & ~(1 << card - board.IDOL))
    at = p.treasures.index(card)
    return replace(p, treasures=p.treasures[:at] + p.treasures[at + 1 :])


def _with_article(card: int) -> str:
    """A card in words: "the 4 of Hededet", "the chest of Sobek", "the necklace worth 2"."""
    if card >= board.IDOL:
        return f"the idol of {board.GODS[card - board.IDOL].capitalize()}"
    value, _, owner = card_name(card).partition(" ")
    if owner == "necklace":
        return f"the necklace worth {value}"
    return f"the {value} of {owner.capitalize()}"


def _use_offer(v: View, p: Player, card: int, wound: int) -> _Offer:
    if card == board.CROWBAR:
        return _tool_offer(
            v, p, "Use the crowbar?", "It counts as the missing number and is gone.", "crowbar"
        )
    against = wound or v.pending.wound
    weight = load(p) - 1 if wound else load(p)
    if not wound and against == board.BLOCK and p.place < board.OUTSIDE:
        weight += sum(at == board.STEP[p.place] and n != v.shot for n, at in enumerate(v.mummies))
    words = f"Use the {card_name(card)} against the {card_name(against)} wound?"
    return _Offer(
        words,
        "Both cards leave the game.",
        "8.7",
        card=card_name(card),
        against=card_name(against),
        load=weight,
    )


def _tool_offer(v: View, p: Player, words: str, more: str, card: str = "") -> _Offer:
    """The offer of a tool, which opens the alcove for sure."""
    god = board.ALCOVE_AT[p.place]
    more = f"{more} The idol of {board.GODS[god].capitalize()} is yours, worth {idol_worth(v.options, god)}."
    return _Offer(words, more, "8.6", board.SPACES[p.place], card, odds=1.0, load=load(p) + 1)


def _reroll_offer(v: View, p: Player, mask: int) -> _Offer:
    god = board.ALCOVE_AT[p.place]
    dice = tuple(die for die in range(5) if mask >> die & 1)
    tool = odds.reroll_chance(god, v.cast, mask, True) if has_tool(p) else None
    best = mask == odds.best_reroll(god, v.cast)
    more = "These are the dice that do not fit." if best else ""
    words = f"Cast {'this die' if len(dice) == 1 else f'these {len(dice)} dice'} again?"
    plain = odds.reroll_chance(god, v.cast, mask, False)
    return _Offer(words, more, "4.10", board.SPACES[p.place], dice=dice, odds=plain, tool=tool)


def _word_offer(v: View, p: Player, word: str) -> _Offer:
    here = board.SPACES[p.place] if p.place < board.OUTSIDE else ""
    match word:
        case "search":
            return _search_offer(v, p)
        case "open":
            more = "Everybody sees the card. It stays there; to take it costs another action."
            return _Offer("Open the sarcophagus?", more, "4.3", here, price=1)
        case "take":
            tomb = board.TOMB_AT[p.place]
            card = tomb_treasure(tomb, v.tombs[tomb])
            weight = load(replace(p, treasures=(*p.treasures, card)))
            return _Offer(
                f"Take {_with_article(card)}?",
                _load_words(v, p, weight),
                "4.3",
                here,
                card_name(card),
                price=1,
                load=weight,
            )
        case "alcove":
            god = board.ALCOVE_AT[p.place]
            tool = odds.attempt_chance(god, True) if has_tool(p) else None
            worth = idol_worth(v.options, god)
            needs = f"It needs {' '.join(map(str, board.NEEDS[god]))} and gives the idol, worth {worth}."
            plain = odds.attempt_chance(god, False)
            return _Offer("Try the alcove?", needs, "4.4", here, price=1, odds=plain, tool=tool)
        case "pick":
            return _tool_offer(
                v, p, "Pick the lock?", "Lock picking counts as the missing number, once in the game."
            )
        case "exit":
            return _exit_offer(v, p)
        case "keep" if v.phase == "foreseen":
            number = "the block" if v.pending.block == UNSEEN else f"block {v.pending.block}"
            return _Offer(f"Keep {number}?", "It falls now.", "8.8")
        case "keep":
            return _Offer(
                "Let the roll stand?", f"{_lacking_words(v, p)} missing, so the attempt ends.", "4.10", here
            )
        case "done" if v.phase == "load":
            return _Offer("Carry on with this load?", _band_words(v, p), "2.1")
        case "done":
            left = "" if not p.actions else f"{plural(p.actions, 'action')} will be lost."
            return _Offer("End your turn?", left, "4.6")
        case "pass":
            return _pass_offer(v, p)
    words, more, clause = _WORDS[word]
    return _Offer(words, more, clause)


_WORDS = {
    "stamina": ("Declare Stamina?", "Your dice count from one lower in this round.", "8.4"),
    "discard": ("Discard the wound?", "Your ability is spent, and the wound does not count.", "8.5"),
    "clairvoyance": ("Look at the coming block?", "Then keep it or return it. Once in the game.", "8.8"),
    "udjat": ("Use the Udjat to look at the coming block?", "Then keep it or return it.", "8.8"),
    "return": ("Return the block?", "Another one falls, and you do not know which.", "8.8"),
    "dodge": ("Dodge the block?", "It does not wound you, but you must move. Once in the game.", "8.2"),
}


def _search_offer(v: View, p: Player) -> _Offer:
    zone = board.ZONE[p.place]
    treasures, equipment, wounds = deck_counts(v)[zone]
    left = v.left[zone]
    parts = [(treasures, "treasure"), (equipment, "equipment card"), (wounds, "wound")]
    told = ", ".join(plural(many, what) for many, what in parts if many)
    words = f"Search the {board.ZONES[zone]}?"
    more = f"Left: {told}."
    if (
        treasures
        and load(replace(p, treasures=(*p.treasures, treasure(zone, board.UNKNOWN)))) > board.MOST_LOAD
    ):
        more += " Your load is full, so a treasure would be lost."
    card = board.DECK_NAMES[zone]
    return _Offer(
        words, more, "4.2", board.SPACES[p.place], card, price=1, risk=wounds / left if left else 0.0
    )


def _lacking_words(v: View, p: Player) -> str:
    many = missing_numbers(board.ALCOVE_AT[p.place], v.cast)
    return f"{plural(many, 'number')} {'is' if many == 1 else 'are'}"


def _exit_offer(v: View, p: Player) -> _Offer:
    if v.phase == "flee":
        wounds = int(not v.pending.dodged)
        more = "The block wounds you, then you are out for good." if wounds else "You are out for good."
        return _Offer("Flee through the door?", more, "6.2", risk=float(wounds), load=load(p) + wounds)
    return _Offer(
        "Leave the pyramid?", "You escape with what you have. There is no way back.", "4.1", price=1
    )


def _load_words(v: View, p: Player, weight: int) -> str:
    now, then = wll_of(v.options, load(p)), wll_of(v.options, weight)
    return f"Your load is {weight} then." + (
        f" From the next round dice count from {then}." if then > now else ""
    )


def _band_words(v: View, p: Player) -> str:
    return f"Load {load(p)}: dice of {wll_of(v.options, load(p))} or more count."


def _pass_offer(v: View, p: Player) -> _Offer:
    match v.phase:
        case "wound":
            wounded = add_wounds(p, v.pending.wound)
            if v.pending.wound == board.BLOCK and p.place < board.OUTSIDE:
                standing = sum(at == board.STEP[p.place] and n != v.shot for n, at in enumerate(v.mummies))
                wounded = add_wounds(wounded, board.MUMMY, standing)
            weight = load(wounded)
            return _Offer("Take the wound?", f"Your load is {weight} then.", "4.7", risk=1.0, load=weight)
        case "rerolled":
            return _Offer("Leave it?", f"{_lacking_words(v, p)} missing, so the attempt ends.", "4.10")
        case "stamina":
            return _Offer("Keep Stamina for later?", _band_words(v, p), "3.3")
        case "dodge":
            return _Offer("Take the block's wound?", "Dodge stays ready.", "6.4", risk=1.0)
    return _Offer("Let the block fall unseen?", "", "8.8")
