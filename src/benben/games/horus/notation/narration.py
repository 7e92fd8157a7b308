"""Events of The Pyramid of Horus in words, with their consequences for everybody."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from benben.core.contract import CHANCE, TIME, Event, Hidden, Seat, Told
from benben.games.horus import board
from benben.games.horus.board import card_name, is_back, is_treasure, is_wound, tomb_treasure
from benben.games.horus.rules import phases
from benben.games.horus.rules.chance import settle, usable_tools
from benben.games.horus.rules.effects import play
from benben.games.horus.rules.events import (
    RESIGN,
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
from benben.games.horus.rules.state import Options, Player, State, missing_numbers
from benben.games.horus.rules.timeouts import default_answer
from benben.games.horus.views.knowledge import View

_BITES = {
    "cobra": "is bitten by a cobra",
    "scorpion": "is stung by a scorpion",
    "crocodile": "is bitten by a crocodile",
}
_SAID: dict[str, tuple[str, str, str]] = {  # words, note, clause
    "stamina": ("declares Stamina", "stamina", "8.4"),
    "exit": ("leaves the pyramid", "escaped", "4.1"),
    "open": ("opens the sarcophagus", "", "4.3"),
    "alcove": ("tries the alcove", "", "4.4"),
    "pick": ("picks the lock", "tool", "8.6"),
    "clairvoyance": ("looks at the block that comes, by Clairvoyance", "foresight", "8.8"),
    "udjat": ("looks at the block that comes, with the Udjat", "foresight", "8.8"),
    "return": ("returns the block, and another one falls", "returned", "8.8"),
    "dodge": ("dodges the block", "dodge", "8.2"),
    "resign": ("resigns", "resigned", "7.6"),
}


def tell(v: View, event: Event) -> Told:
    """An event in words; v is what is known before it."""
    what = event.what
    if event.by == TIME:
        return _tell_timeout(v, event)
    if isinstance(what, Hidden):
        told = _tell_hidden(v, event.by, what.text)
        if event.by == CHANCE:
            return told
        back = Drop(
            board.CARD_NAMES[what.text.removeprefix("drop ")]
        )  # as good as the card, to those who see it
        return _with_consequences(v, event._replace(what=back), told)
    told = _tell_chance(v, what) if event.by == CHANCE else _tell_action(v, event.by, what)
    return _with_consequences(v, event, told)


def _tell_timeout(v: View, event: Event) -> Told:
    """The answer that is given for a seat when its time runs out, in words (4.12)."""
    event = event._replace(by=v.seat, what=default_answer(cast(State, v)))
    told = _with_consequences(v, event, _tell_action(v, v.seat, event.what))
    return Told(v.seat, f"runs out of time and {told.words}", told.note or "time", "4.12")


def _tell_hidden(v: View, by: Seat, text: str) -> Told:
    """What another seat sees or gives up in secret, in words (4.9, 8.1, 8.8)."""
    if by != CHANCE:
        return Told(by, f"gives up {_a_back(text.rpartition(' ')[2])}", "given up", _drop_clause(v))
    if v.phase == "reading":
        return Told(v.seat, f"reads what is in the sarcophagus on {_tomb_space(v)}", "secret", "8.1")
    if v.phase == "foreseeing":
        return Told(v.seat, "sees a block", "secret", "8.8")
    zone = board.ZONE[v.players[v.seat].place]
    return Told(v.seat, f"finds {_a_back(board.OWNERS[zone])}", "treasure", "4.2")


def _a_back(owner: str) -> str:
    return "a necklace" if owner == "necklace" else f"a treasure of {owner.capitalize()}"


def _drop_clause(v: View) -> str:
    return "2.4" if v.phase == "shed" else "2.1"


def _tomb_space(v: View) -> str:
    return board.SPACES[board.TOMBS[v.pending.tomb]]


def with_article(card: int) -> str:
    """A card in words: "a 4 of Hededet", "a necklace worth 2", "the idol of Horus", "an antidote"."""
    if card >= board.IDOL:
        return f"the idol of {board.GODS[card - board.IDOL].capitalize()}"
    if not is_treasure(card):
        return f"an {card_name(card)}" if card_name(card)[0] in "au" else f"a {card_name(card)}"
    value, _, owner = card_name(card).partition(" ")
    if value == "?":
        return _a_back(owner)
    if owner == "necklace":
        return f"a necklace worth {value}"
    return f"an 8 of {owner.capitalize()}" if value == "8" else f"a {value} of {owner.capitalize()}"


def _tell_chance(v: View, what: Any) -> Told:
    match what:
        case Dealt(adventurer):
            return Told(v.seat, f"is {_introduction(adventurer)}", "", "1.1")
        case Ankh(seat):
            return Told(seat, "holds the Ankh first", "Ankh", "1.1")
        case Die(pips):
            return _tell_die(v, pips)
        case Drawn(card) if is_back(card):
            return Told(v.seat, "finds a treasure and cannot carry it", "lost", "2.4")
        case Drawn(card) if is_wound(card):
            return Told(v.seat, _BITES[card_name(card)], "wound", "4.2")
        case Drawn(card):
            return Told(
                v.seat, f"finds {with_article(card)}", "treasure" if is_treasure(card) else "equipment", "4.2"
            )
        case Content(value) if v.phase == "reading":
            return Told(
                v.seat, f"reads {_value_words(value)} in the sarcophagus on {_tomb_space(v)}", "secret", "8.1"
            )
        case Content(value):
            god = board.GODS[board.TOMB_GOD[board.TOMB_AT[v.players[v.seat].place]]].capitalize()
            return Told(v.seat, f"finds {_value_words(value)} of {god} in it", f"{god} {value}", "4.3")
        case Block(number) if v.phase == "foreseeing":
            return Told(
                v.seat,
                f"sees block {number}, for {board.SPACES[board.BLOCK_SPACES[number]]}",
                "secret",
                "8.8",
            )
        case Block(number):
            return Told(
                None, f"block {number} falls on {board.SPACES[board.BLOCK_SPACES[number]]}", "block", "6.1"
            )
        case Shown(card):
            return Told(v.seat, f"turns up {with_article(card)}", "", "7.5")
        case Chest(pips):
            return Told(v.seat, f"rolls {pips} for a chest", f"+{pips}", "7.3")
    raise AssertionError(what)


def _value_words(value: int) -> str:
    return f"an {value}" if value == 8 else f"a {value}"


def _introduction(adventurer: int) -> str:
    return f"{board.FULL_NAMES[adventurer]}, who has {board.ABILITIES[adventurer]}"


def _tell_die(v: View, pips: int) -> Told:
    rolling = v.phase == "roll"
    dice = v.roll if rolling else v.cast
    colour = board.COLOURS[dice.index(0)]
    seat = v.ankh if v.phase in ("roll", "mummies") else v.seat
    clause = {"roll": "3.1", "mummies": "5.2"}.get(v.phase, "4.4")
    last = dice.count(0) == 1
    words = f"rolls {pips} with the {colour} die"
    if last and v.phase == "mummies":
        steps = sum(one >= board.MARCH_PIPS for one in (*dice, pips))
        walk = "stay where they are" if steps == 0 else f"walk {plural(steps, 'space')}"
        risen = f", {board.MUMMIES[v.shot].capitalize()} stands up" if v.shot >= 0 else ""
        return Told(seat, f"{words}{risen}, and the mummies {walk}", "mummies", clause)
    if last and v.phase == "recast" and _is_failed_attempt(v, pips):
        return Told(seat, f"{words}, and the alcove stays shut", "shut", "4.10")
    return Told(seat, words, "", clause)


def _is_failed_attempt(v: View, pips: int) -> bool:
    """Whether the second cast, complete with this die, fails, and there is no tool (4.10)."""
    p = v.players[v.seat]
    full = replace(v, cast=tuple(one or pips for one in v.cast))
    return missing_numbers(board.ALCOVE_AT[p.place], full.cast) > 0 and not usable_tools(cast(State, full), p)


def _tell_action(v: View, by: Seat, what: Any) -> Told:
    p = v.players[by]
    match what:
        case Go(space):
            if v.phase == "flee":
                return Told(by, f"flees to {board.SPACES[space]}", "", "6.2")
            verb = "enters on" if p.place == board.OUTSIDE else "goes to"
            return Told(by, f"{verb} {board.SPACES[space]}", "", "4.1")
        case Drop(card):
            return Told(by, f"gives up {with_article(card)}", "given up", _drop_clause(v))
        case Peek(space):
            return Told(by, f"uses Linguistics on {board.SPACES[space]}", "ability", "8.1")
        case Shoot(mummy):
            return Told(by, f"shoots {board.MUMMIES[mummy].capitalize()}, who lies down", "ability", "8.3")
        case Use(card, wound):
            against = (
                f" against the {card_name(wound or v.pending.wound)}" if card_name(card) != "crowbar" else ""
            )
            return Told(by, f"uses {with_article(card)}{against}", "equipment", "8.7" if against else "8.6")
        case Reroll(mask):
            return Told(by, f"casts {_dice_words(mask)} again", "", "4.10")
        case Choose(adventurer):
            return Told(by, f"chooses to be {_introduction(adventurer)}", "", "1.1")
        case Say(word):
            return _tell_word(v, by, p, word)
    raise AssertionError(what)


def _dice_words(mask: int) -> str:
    named = [board.COLOURS[die] for die in range(5) if mask >> die & 1]
    if len(named) == 5:
        return "all the dice"
    if len(named) == 1:
        return f"the {named[0]} die"
    return f"the {', '.join(named[:-1])} and {named[-1]} dice"


def _tell_word(v: View, by: Seat, p: Player, word: str) -> Told:
    match word:
        case "done" if v.phase == "load":
            return Told(by, "keeps the rest" if p.treasures or p.idols else "is done", "", "2.1")
        case "done":
            return Told(by, "is done", f"{p.actions} lost" if p.actions else "", "4.6")
        case "take":
            tomb = board.TOMB_AT[p.place]
            return Told(by, f"takes {with_article(tomb_treasure(tomb, v.tombs[tomb]))}", "treasure", "4.3")
        case "keep" if v.phase == "foreseen":
            return Told(by, "keeps the block", "kept", "8.8")
        case "keep":
            return Told(by, "lets the roll stand", "", "4.10")
        case "search":
            return Told(by, f"searches the {board.ZONES[board.ZONE[p.place]]}", "", "4.2")
        case "exit" if v.phase == "flee":
            return Told(by, "flees through the door", "", "6.2")
        case "discard":
            return Told(by, f"is unharmed, by {board.ABILITIES[p.adventurer]}", "ability", "8.5")
        case "pass":
            return Told(by, _PASSES.get(v.phase, "passes"), "", _PASS_CLAUSES[v.phase])
    words, note, clause = _SAID[word]
    return Told(by, words, note, clause)


_PASSES = {"wound": "takes the wound", "stamina": "saves Stamina", "foresight": "lets the block fall unseen"}
_PASS_CLAUSES = {"stamina": "3.3", "wound": "4.7", "foresight": "8.8", "dodge": "6.4", "rerolled": "4.10"}


# Consequences


def _with_consequences(v: View, event: Event, told: Told) -> Told:
    """Add what everybody sees of the consequences: touches of mummies, flights, escapes, deaths."""
    after = _position_after(v, event)
    if after is None:
        return told
    own, others, note = [], [], told.note
    for seat, (p, then) in enumerate(zip(v.players, after.players, strict=True)):
        came = _changes(p, then, moved=seat == event.by)
        if seat == told.seat and event.by == seat:
            own += came if event.what != RESIGN else []
        else:
            others += [f"{board.FULL_NAMES[p.adventurer]} {' and '.join(came)}"] if came else []
        if then.place == board.DEAD != p.place and (event.what != RESIGN or seat != event.by):
            note = "eliminated"
        elif then.wounds[board.MUMMY_SLOT] > p.wounds[board.MUMMY_SLOT] and note != "eliminated":
            note = "wound"
    won = v.idols & ~after.idols
    if won and event.by == CHANCE and v.phase in ("cast", "recast"):
        own.append(f"takes the idol of {board.GODS[won.bit_length() - 1].capitalize()}")
        note = "idol"
    elif won and event.by == CHANCE:
        others.append("the idol of Hededet is buried")
    elif won:
        own.append(f"takes the idol of {board.GODS[won.bit_length() - 1].capitalize()}")
        note = "idol"
    words = f"{told.words}{''.join(f' and {one}' for one in own)}"
    return Told(told.seat, "; ".join((words, *others)), note, told.clause)


def _changes(p: Player, then: Player, moved: bool) -> list[str]:
    """What happened to an adventurer between two positions, in words."""
    if then.place == board.DEAD != p.place:
        return ["is shut out" if p.place == board.OUTSIDE else "is eliminated"]
    found = []
    if not moved and then.place != p.place:
        if then.place == board.ESCAPED:
            found.append("flees through the door")
        elif p.place == board.OUTSIDE:
            found.append(f"enters on {board.SPACES[then.place]}")
        else:
            found.append(f"flees to {board.SPACES[then.place]}")
    for slot, word in ((board.BLOCK_SLOT, "block"), (board.MUMMY_SLOT, "mummy")):
        many = then.wounds[slot] - p.wounds[slot]
        if many > 0:
            found.append(f"takes a {word} wound" if many == 1 else f"takes {many} {word} wounds")
    return found


def _position_after(v: View, event: Event) -> State | None:
    """The position afterwards, as far as it is public; None if there is nothing to tell about it."""
    s, what = cast(State, v), event.what  # the rules answer for views too
    match what:
        case Dealt() | Ankh() | Shown() | Chest() | Content() | Choose() | Peek() | Reroll():
            return None
        case Drawn(card):
            return phases.draw_wound(s, v.seat, card) if is_wound(card) else None
        case Block() if v.phase == "foreseeing":
            return None
        case Drop() if v.phase == "load":
            return None
        case Say("search" | "open" | "take" | "alcove" | "clairvoyance" | "udjat"):
            return None
    return settle(s, what) if event.by == CHANCE else play(s, event.by, what)


def plural(many: int, what: str) -> str:
    """A number and its noun: "1 action", "2 actions"."""
    return f"{many} {what}" if many == 1 else f"{many} {what}s"


def summary(options: Options) -> str:
    """The options that are not as usual, in a few words."""
    words = [f"load {options.load}"]
    if options.adventurers == "chosen":
        words.append("adventurers chosen")
    if options.reaction:
        words.append(f"{options.reaction} s to react")
    if options.sobek != board.WORTH[board.SOBEK]:
        words.append(f"the idol of Sobek worth {options.sobek}")
    return ", ".join(words)
