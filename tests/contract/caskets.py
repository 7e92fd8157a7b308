"""A tiny game of the plain lane with every sort of secret, to keep the leak tests honest.

Each seat is dealt cards that it alone sees. In each round a candle is lit that burns for a time nobody knows;
while it burns everybody lays one card face down. The highest card that nobody else laid wins the round.
Once in a game a seat may first peek at the casket, a card that lies face down to the end. Then it is opened,
and the seat whose last card comes nearest to it gains a point.

Numbers: 1 the deal, 2 the candle, 3 laying, 4 peeking, 5 turning up, 6 the end.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from benben.core.contract import (
    CHANCE,
    EVERYONE,
    OVER,
    TIME,
    Event,
    Game,
    Hidden,
    Illegal,
    Millis,
    Outcome,
    Seat,
    Told,
    Unreadable,
)

LOW, HIGH, COPIES = 1, 6, 2  # the cards
CANDLES = (4000, 7000, 12000)  # ms


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, Meta(ge=1, le=3, description="Cards a seat")] = 2


class State(Struct, frozen=True):
    now: Millis
    hands: tuple[tuple[int, ...], ...]  # cards by seat, sorted; secret
    cards: int  # a seat, at the start
    laid: tuple[int, ...]  # by seat, the card face down; 0: none. Which card is secret
    last: tuple[int, ...]  # by seat, the card turned up in the last round; 0: none
    gone: tuple[int, ...]  # all cards turned up so far, sorted
    points: tuple[int, ...]  # by seat
    casket: int  # the card; 0 while nobody has looked. Secret
    peeks: tuple[int, ...]  # by seat: 1 has looked, 2 is looking now
    candle: int  # how long it burns; 0: none is lit. Secret
    lit: Millis  # when
    phase: Literal["deal", "light", "lay", "turn", "end", "over"]


class Lay(Struct, frozen=True, tag="lay"):
    card: int


class Peek(Struct, frozen=True, tag="peek"):
    pass


class Dealt(Struct, frozen=True, tag="dealt"):
    seat: int
    card: int


class Lit(Struct, frozen=True, tag="lit"):
    burns: int


class Look(Struct, frozen=True, tag="look"):
    """The casket, for the seat that peeks."""

    card: int


class Turned(Struct, frozen=True, tag="turned"):
    cards: tuple[int, ...]


class Opened(Struct, frozen=True, tag="opened"):
    card: int


Action: TypeAlias = Lay | Peek
Chance: TypeAlias = Dealt | Lit | Look | Turned | Opened


def start(seats: int, options: Options) -> State:
    if seats not in (2, 3):
        raise Illegal("caskets 1", "Caskets is for two or three.")
    none = (0,) * seats
    return State(0, ((),) * seats, options.cards, none, none, (), none, 0, none, 0, 0, "deal")


def turn(s: State) -> int:
    if s.phase == "over":
        return OVER
    return EVERYONE if s.phase == "lay" and 2 not in s.peeks else CHANCE


def actions(s: State, seat: Seat) -> list[Action]:
    if turn(s) != EVERYONE or not 0 <= seat < len(s.hands) or s.laid[seat]:
        return []
    found: list[Action] = [Lay(card) for card in sorted(set(s.hands[seat]))]
    return found if s.peeks[seat] else [*found, Peek()]


def play(s: State, seat: Seat, action: Action) -> State:
    if isinstance(action, Peek):
        return replace(s, peeks=_with(s.peeks, seat, 2))
    hand = list(s.hands[seat])
    hand.remove(action.card)
    s = replace(s, hands=_with(s.hands, seat, tuple(hand)), laid=_with(s.laid, seat, action.card))
    return replace(s, candle=0, lit=0, phase="turn") if all(s.laid) else s


def chances(s: State) -> list[tuple[Chance, int]]:
    if s.phase == "deal":
        seat = min(range(len(s.hands)), key=lambda one: len(s.hands[one]))
        return [(Dealt(seat, card), left) for card, left in _unseen(s).items() if left]
    if s.phase == "light":
        return [(Lit(burns), 1) for burns in CANDLES]
    if s.phase == "lay":
        return [(Look(card), left) for card, left in _casket(s).items()]
    if s.phase == "end":
        return [(Opened(card), left) for card, left in _casket(s).items()]
    return [(Turned(s.laid), 1)]


def settle(s: State, chance: Chance) -> State:
    match chance:
        case Dealt(seat, card):
            hands = _with(s.hands, seat, tuple(sorted((*s.hands[seat], card))))
            full = all(len(hand) == s.cards for hand in hands)
            return replace(s, hands=hands, phase="light" if full else "deal")
        case Lit(burns):
            return replace(s, candle=burns, lit=s.now, phase="lay")
        case Look(card):
            return replace(s, casket=card, peeks=tuple(min(one, 1) for one in s.peeks))
        case Turned(cards):
            best = max((card for card in cards if cards.count(card) == 1), default=0)
            points = tuple(p + (card == best) for p, card in zip(s.points, cards, strict=True))
            gone = tuple(sorted((*s.gone, *cards)))
            phase: Literal["light", "end"] = "light" if any(s.hands) else "end"
            none = (0,) * len(cards)
            return replace(s, laid=none, last=cards, points=points, gone=gone, phase=phase)
        case Opened(card):
            far = [abs(one - card) for one in s.last]
            points = tuple(p + (one == min(far)) for p, one in zip(s.points, far, strict=True))
            return replace(s, casket=card, points=points, phase="over")


def outcome(s: State) -> Outcome:
    places = tuple(1 + sum(other > own for other in s.points) for own in s.points)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(places, winners, s.points, "the casket is open")


def why(s: State, seat: Seat, action: Any) -> tuple[str, str]:
    if not isinstance(action, Lay | Peek):
        return "caskets 1", "Chance does that."
    if turn(s) != EVERYONE:
        return "caskets 2", "No candle burns."
    if s.laid[seat]:
        return "caskets 3", "Your card is on the table."
    if isinstance(action, Peek):
        return "caskets 4", "You have looked once."
    return "caskets 3", "You do not hold that card."


def deadline(s: State) -> Millis | None:
    return s.lit + s.candle if s.phase == "lay" else None


def moment(s: State) -> Millis:
    return s.now


def advance(s: State, now: Millis) -> State:
    """When the candle is down, the lowest card is laid for whoever has laid none."""
    if s.phase != "lay" or now < s.lit + s.candle:
        return replace(s, now=now)
    pairs = list(zip(s.hands, s.laid, strict=True))
    hands = tuple(hand if card else hand[1:] for hand, card in pairs)
    laid = tuple(card or hand[0] for hand, card in pairs)
    peeks = tuple(one % 2 for one in s.peeks)
    return replace(s, now=now, hands=hands, laid=laid, peeks=peeks, candle=0, lit=0, phase="turn")


def _with(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _unseen(s: State) -> dict[int, int]:
    """Cards that nature has not given out yet, and how many of each."""
    out = [*s.gone, *s.laid, *(card for hand in s.hands for card in hand), s.casket]
    return {card: COPIES - out.count(card) for card in range(LOW, HIGH + 1)}


def _casket(s: State) -> dict[int, int]:
    return {s.casket: 1} if s.casket else {card: left for card, left in _unseen(s).items() if left}


# Views


class View(Struct, frozen=True):
    seat: int  # whose; -1: a spectator's
    now: Millis
    hand: tuple[int, ...]
    laid: int  # own card face down; 0: none
    held: tuple[int, ...]  # cards in hand by seat
    down: tuple[bool, ...]  # by seat: has laid a card
    cards: int
    last: tuple[int, ...]
    gone: tuple[int, ...]
    points: tuple[int, ...]
    casket: int  # if one has looked, or it is open; else 0
    peeks: tuple[int, ...]
    lit: Millis  # how long the candle burns is not told
    phase: str


class Picture(Struct, frozen=True):
    hand: tuple[int, ...]
    held: tuple[int, ...]
    points: tuple[int, ...]
    casket: int
    phase: str


class Choice(Struct, frozen=True):
    text: str


def view(s: State, seat: Seat | None) -> View:
    here = seat is not None
    own = seat or 0
    knows = s.phase == "over" or (here and s.peeks[own] == 1)
    return View(
        seat=own if here else -1,
        now=s.now,
        hand=s.hands[own] if here else (),
        laid=s.laid[own] if here else 0,
        held=tuple(len(hand) for hand in s.hands),
        down=tuple(card > 0 for card in s.laid),
        cards=s.cards,
        last=s.last,
        gone=s.gone,
        points=s.points,
        casket=s.casket if knows else 0,
        peeks=s.peeks,
        lit=s.lit,
        phase=s.phase,
    )


def opened(s: State) -> View:
    """All hands, one after the other, and the casket."""
    hands = tuple(card for hand in s.hands for card in hand)
    return replace(view(s, None), hand=hands, casket=s.casket)


def seen(s: State, event: Event, seat: Seat | None) -> Event:
    match event.what:
        case Dealt(owner) if owner != seat:
            return event._replace(what=Hidden(f"deal {owner + 1} ?"))
        case Lit():
            return event._replace(what=Hidden("light ?"))
        case Look() if seat is None or s.peeks[seat] != 2:
            return event._replace(what=Hidden("look ?"))
        case Lay() if event.by != seat:
            return event._replace(what=Hidden("lay ?"))
    return event


def guess(v: View, draw: Callable[[int], int]) -> State:
    out = [*v.gone, *v.hand, v.laid, v.casket]
    deck = [card for card in range(LOW, HIGH + 1) for _ in range(COPIES - out.count(card))]

    def dealt() -> int:
        return deck.pop(draw(len(deck)))

    seats = range(len(v.held))
    hands = tuple(
        v.hand if seat == v.seat else tuple(sorted(dealt() for _ in range(v.held[seat]))) for seat in seats
    )
    laid = tuple((v.laid if seat == v.seat else dealt()) if v.down[seat] else 0 for seat in seats)
    casket = v.casket or (dealt() if 1 in v.peeks else 0)
    burning = [burns for burns in CANDLES if v.lit + burns > v.now]
    candle = burning[draw(len(burning))] if v.phase == "lay" else 0
    phase: Any = v.phase
    return State(v.now, hands, v.cards, laid, v.last, v.gone, v.points, casket, v.peeks, candle, v.lit, phase)


def picture(v: View) -> Picture:
    return Picture(v.hand, v.held, v.points, v.casket, v.phase)


def choice(v: View, seat: Seat, action: Action) -> Choice:  # noqa: ARG001
    return Choice(name(v, action))


def thrower(v: View) -> Seat | None:  # noqa: ARG001
    return None


# Notation


def write(s: State) -> str:
    return "caskets " + msgspec.json.encode(s).decode()


def read(text: str) -> State:
    """The position with this text; Unreadable if the cards cannot lie like that."""
    if not text.startswith("caskets "):
        raise Unreadable("a position begins with the word caskets", "column 1")
    try:
        s = msgspec.json.decode(text[8:], type=State, strict=True)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Unreadable(str(fault), "column 9") from None
    if not conserved(s) or write(s) != text:
        raise Unreadable("the cards cannot lie like that", "column 9")
    return s


def name(s: Any, what: Any) -> str:  # noqa: ARG001
    match what:
        case Lay(card):
            return f"lay {card}"
        case Peek():
            return "peek"
        case Dealt(seat, card):
            return f"deal {seat + 1} {card}"
        case Lit(burns):
            return f"light {burns}"
        case Look(card):
            return f"look {card}"
        case Turned(cards):
            return "turn " + " ".join(map(str, cards))
        case Opened(card):
            return f"open {card}"
    raise AssertionError(what)


def find(s: State, text: str) -> Any:  # noqa: ARG001
    words = text.split(" ")
    if not all(re.fullmatch("[1-9][0-9]{0,5}", word) for word in words[1:]):
        raise Unreadable("after the word come numbers", text[:40])
    numbers = [int(word) for word in words[1:]]
    match words[0], numbers:
        case "lay", [card]:
            return Lay(card)
        case "peek", []:
            return Peek()
        case "deal", [seat, card]:
            return Dealt(seat - 1, card)
        case "light", [burns]:
            return Lit(burns)
        case "look", [card]:
            return Look(card)
        case "turn", [_, *_]:
            return Turned(tuple(numbers))
        case "open", [card]:
            return Opened(card)
    raise Unreadable("write lay 3 or peek", text[:40])


def tell(v: View, event: Event) -> Told:  # noqa: ARG001
    if event.by == TIME:
        return Told(None, "the candle is down", "", "2")
    text = event.what.text if isinstance(event.what, Hidden) else name(None, event.what)
    return Told(event.by if event.by >= 0 else None, text, "", "3")


def conserved(s: State) -> bool:
    seats = len(s.hands)
    if not 2 <= seats <= 3 or any(len(by) != seats for by in (s.laid, s.last, s.points, s.peeks)):
        return False
    out = [*s.gone, *(card for card in s.laid if card), *(card for hand in s.hands for card in hand)]
    out += [s.casket] if s.casket else []
    return all(LOW <= card <= HIGH and out.count(card) <= COPIES for card in out)


_here: Any = sys.modules[__name__]
game = Game(
    name="caskets",
    title="Caskets",
    seats=range(2, 4),
    version=1,
    Options=Options,
    rules=_here,
    views=_here,
    notation=_here,
    Action=Action,
    Chance=Chance,
    options_in=lambda s: Options(s.cards),
    timing=_here,
    opened=opened,
)
