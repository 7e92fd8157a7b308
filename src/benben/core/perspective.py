"""Whose eye a match is looked at with: a seat's, a watcher's, or one that sees everything."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from benben.core.contract import Event, Game, Hidden, Seat, Told

OPEN: Final = -1  # nothing is hidden; only for matches that are over

Perspective: TypeAlias = Seat | None  # a seat, None: a watcher, or OPEN


def secrets(game: Game) -> bool:
    """Not every eye sees the same."""
    return game.opened is not None


def view(game: Game, s: Any, eye: Perspective) -> Any:
    """What this eye may know. A game without secrets shows a watcher everything."""
    if eye != OPEN:
        return game.views.view(s, eye)
    return game.views.view(s, None) if game.opened is None else game.opened(s)


def picture(game: Game, s: Any, eye: Perspective) -> Any:
    return game.views.picture(view(game, s, eye))


def seen(game: Game, s: Any, event: Event, eye: Perspective) -> Event:
    """s is the state before the event."""
    return event if eye == OPEN else game.views.seen(s, event, eye)


def worded(game: Game, s: Any, v: Any, found: Event) -> tuple[str, Told]:
    """A seen event in notation and in words; s and v are the state and the view before it."""
    if isinstance(found.what, Hidden):
        text = found.what.text
    else:
        text = "" if found.what is None else game.notation.name(s, found.what)
    return text, game.notation.tell(v, found)


def told(game: Game, s: Any, event: Event, eye: Perspective) -> tuple[str, Told]:
    """The event as this eye sees it, in notation and in words. s is the state before it."""
    return worded(game, s, view(game, s, eye), seen(game, s, event, eye))
