"""Caskets with leaks planted in it, one a game. Each must be caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec

from benben.core.contract import EVERYONE, Event, Game, Hidden, Seat
from tests.contract import caskets
from tests.contract.caskets import CANDLES, HIGH, Dealt, Lay, Peek, Picture, State, View

Draw = Callable[[int], int]


def planted(**functions: Any) -> Game:
    module: Any = SimpleNamespace(**{**vars(caskets), **functions})
    return replace(caskets.game, rules=module, views=module, notation=module, timing=module)


class More(View, frozen=True):
    """A view with something in it that the seat should not know."""

    more: Any


def _more(v: View, more: Any) -> More:
    return More(**{field: getattr(v, field) for field in v.__struct_fields__}, more=more)


def view_with_hands(s: State, seat: Seat | None) -> View:
    return _more(caskets.view(s, seat), s.hands)


def guess_with_hands(v: More, draw: Draw) -> State:
    return msgspec.structs.replace(caskets.guess(v, draw), hands=v.more)


def view_with_candle(s: State, seat: Seat | None) -> View:
    return _more(caskets.view(s, seat), s.candle)


def guess_with_candle(v: More, draw: Draw) -> State:
    return msgspec.structs.replace(caskets.guess(v, draw), candle=v.more)


def view_at_the_last_card(s: State, seat: Seat | None) -> View:
    """The cards are up as soon as everybody has laid one, before they are turned."""
    return _more(caskets.view(s, seat), s.laid if all(s.laid) else ())


def guess_at_the_last_card(v: More, draw: Draw) -> State:
    s = caskets.guess(v, draw)
    return msgspec.structs.replace(s, laid=v.more) if v.more else s


def seen_deal(s: State, event: Event, seat: Seat | None) -> Event:
    return event if isinstance(event.what, Dealt) else caskets.seen(s, event, seat)


def seen_half_a_card(s: State, event: Event, seat: Seat | None) -> Event:
    if isinstance(event.what, Lay) and event.by != seat:
        return event._replace(what=Hidden(f"lay {'odd' if event.what.card % 2 else 'even'}"))
    return caskets.seen(s, event, seat)


def seen_with_weight(s: State, event: Event, seat: Seat | None) -> Event:
    told = caskets.seen(s, event, seat)
    if not isinstance(event.what, Dealt) or not isinstance(told.what, Hidden):
        return told
    return event._replace(what=Hidden(f"{told.what.text} {dict(caskets.chances(s))[event.what]} in all"))


def actions_by_others(s: State, seat: Seat) -> list[Any]:
    """Peeking is worth while only where somebody else holds the highest card."""
    found = caskets.actions(s, seat)
    others = [card for other, hand in enumerate(s.hands) if other != seat for card in hand]
    return [one for one in found if not isinstance(one, Peek) or HIGH in others]


def turn_by_others(s: State) -> int:
    turn = caskets.turn(s)
    return 0 if turn == EVERYONE and HIGH in s.laid[1:] else turn


def why_with_holder(s: State, seat: Seat, action: Any) -> tuple[str, str]:
    if isinstance(action, Lay) and any(action.card in hand for hand in s.hands):
        return "caskets 3", "Somebody else holds that card."
    return caskets.why(s, seat, action)


class Sly(View, frozen=True, dict=True):
    """A view that carries something outside its fields."""


def sly_view(s: State, seat: Seat | None) -> View:
    v = caskets.view(s, seat)
    sly = Sly(**{field: getattr(v, field) for field in v.__struct_fields__})
    sly.__dict__["hands"] = s.hands
    return sly


def sly_picture(v: Any) -> Picture:
    return Picture(v.hand, tuple(sum(hand) for hand in v.hands), v.points, v.casket, v.phase)


def sly_choice(v: Any, seat: Seat, action: Any) -> caskets.Choice:
    mine = max((card for hand in v.hands for card in hand), default=0)
    return caskets.Choice(f"{caskets.name(v, action)}{' wins' if action == Lay(mine) else ''}"[: 40 + seat])


def guess_burnt_candle(v: View, draw: Draw) -> State:
    s = caskets.guess(v, draw)
    return msgspec.structs.replace(s, candle=CANDLES[draw(3)]) if s.candle else s


def guess_in_order(v: View, draw: Draw) -> State:  # noqa: ARG001
    return caskets.guess(v, lambda n: n - 1)


LEAKS: dict[str, tuple[Game, str]] = {
    "the view shows all hands": (planted(view=view_with_hands), "ab"),
    "the view shows all hands and guess honours it": (
        planted(view=view_with_hands, guess=guess_with_hands),
        "b",
    ),
    "the view shows the candle and guess honours it": (
        planted(view=view_with_candle, guess=guess_with_candle),
        "b",
    ),
    "laid cards show before they are turned": (
        planted(view=view_at_the_last_card, guess=guess_at_the_last_card),
        "b",
    ),
    "a deal is seen by everybody": (planted(seen=seen_deal), "c"),
    "a card laid down is seen to be odd or even": (planted(seen=seen_half_a_card), "c"),
    "the weight of a draw is seen": (planted(seen=seen_with_weight), "c"),
    "the actions depend on other hands": (planted(actions=actions_by_others), "ab"),
    "the turn depends on a card face down": (planted(turn=turn_by_others), "ab"),
    "a refusal tells who holds a card": (planted(why=why_with_holder), "ab"),
    "the picture shows what the view carries outside its fields": (
        planted(view=sly_view, picture=sly_picture),
        "ab",
    ),
    "a choice shows what the view carries outside its fields": (
        planted(view=sly_view, choice=sly_choice),
        "ab",
    ),
    "a guessed candle is burnt down already": (planted(guess=guess_burnt_candle), "d"),
    "guesses agree on what is not so": (planted(guess=guess_in_order), "d"),
}
