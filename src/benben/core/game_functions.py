"""The functions of a game, looked up once, because a match asks for them at every move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from benben.core.contract import Game, Millis, Seat


class GameFunctions:
    def __init__(self, game: Game) -> None:
        rules, views, notation = game.rules, game.views, game.notation
        self.turn: Callable[[Any], int] = rules.turn
        self.actions: Callable[[Any, Seat], Sequence[Any]] = rules.actions
        self.play: Callable[[Any, Seat, Any], Any] = rules.play
        self.chances: Callable[[Any], Sequence[tuple[Any, int]]] = rules.chances
        self.settle: Callable[[Any, Any], Any] = rules.settle
        self.view: Callable[[Any, Seat | None], Any] = views.view
        self.hand: Callable[[Any], Seat | None] = views.hand
        self.picture: Callable[[Any], Any] = views.picture
        self.choice: Callable[[Any, Seat, Any], Any] = views.choice
        self.name: Callable[[Any, Any], str] = notation.name
        self.find: Callable[[Any, str], Any] = notation.find
        # What only some games have
        self.advance: Callable[[Any, Millis], Any] | None = getattr(rules, "advance", None)
        self.deadline: Callable[[Any], Millis | None] | None = getattr(rules, "deadline", None)
        self.legal: Callable[[Any, Seat, Any], bool] | None = getattr(rules, "legal", None)
        self.leaves: Callable[[Any, Seat], bool] | None = getattr(rules, "leaves", None)
        self.free: Callable[[Any], bool] | None = getattr(rules, "free", None)
        self.action: Any = getattr(rules, "Action", None)  # the sort that `legal` judges
        self.chance: Any = getattr(rules, "Chance", ())  # the sort that is not for a seat to do
        self._sorts = (*_sorts_of(self.action), *_sorts_of(self.chance))
        self.resign: Any = getattr(rules, "RESIGN", None)

    def is_move(self, what: Any) -> bool:
        """An action or a chance of this game, legal or not; its text for one is neither."""
        return any(
            what in sort if isinstance(sort, tuple) else isinstance(what, sort) for sort in self._sorts
        )


def _sorts_of(hint: Any) -> Iterator[Any]:
    """The classes of a union, and the words of a Literal as a tuple."""
    if get_origin(hint) is Literal:
        yield get_args(hint)
    elif get_args(hint):
        for part in get_args(hint):
            yield from _sorts_of(part)
    elif isinstance(hint, type):
        yield hint
