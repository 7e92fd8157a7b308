"""Perspectives on a match: what a seat may know, what a spectator may, and the open view after the end."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from benben.core.contract import Event, Game, Hidden, Seat, Told

OPEN: Final = -1  # nothing is hidden; only for matches that are over

Perspective: TypeAlias = Seat | None  # a seat, None: a spectator, or OPEN


def has_secrets(game: Game) -> bool:
    """Whether seats and spectators see different things."""
    return game.opened is not None


def view(game: Game, s: Any, who: Perspective) -> Any:
    """The view from a perspective. A game without secrets shows a spectator everything."""
    if who != OPEN:
        return game.views.view(s, who)
    return game.views.view(s, None) if game.opened is None else game.opened(s)


def picture(game: Game, s: Any, who: Perspective) -> Any:
    return game.views.picture(view(game, s, who))


def visible_event(game: Game, s: Any, event: Event, who: Perspective) -> Event:
    """The event as far as it may be known from a perspective; s is the state before it."""
    return event if who == OPEN else game.views.seen(s, event, who)


def event_in_words(game: Game, s: Any, v: Any, seen: Event) -> tuple[str, Told]:
    """A visible event in notation and in words; s and v are the state and the view before it."""
    if isinstance(seen.what, Hidden):
        text = seen.what.text
    else:
        text = "" if seen.what is None else game.notation.name(s, seen.what)
    return text, game.notation.tell(v, seen)


def visible_event_in_words(game: Game, s: Any, event: Event, who: Perspective) -> tuple[str, Told]:
    """The event as it is seen from a perspective, in notation and in words; s is the state before it."""
    return event_in_words(game, s, view(game, s, who), visible_event(game, s, event, who))
