"""The functions of a game, looked up once, because a match calls them at every move."""

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
        self.thrower: Callable[[Any], Seat | None] = views.thrower
        self.picture: Callable[[Any], Any] = views.picture
        self.choice: Callable[[Any, Seat, Any], Any] = views.choice
        self.name: Callable[[Any, Any], str] = notation.name
        self.find: Callable[[Any, str], Any] = notation.find
        # What only some games have
        timing, resignation = game.timing, game.resignation
        self.advance: Callable[[Any, Millis], Any] | None = timing.advance if timing else None
        self.deadline: Callable[[Any], Millis | None] | None = timing.deadline if timing else None
        self.legal: Callable[[Any, Seat, Any], bool] | None = game.is_legal
        self.leaves: Callable[[Any, Seat], bool] | None = resignation.leaves if resignation else None
        self.resign: Any = resignation.RESIGN if resignation else None
        self.allows_help: Callable[[Any], bool] | None = game.allows_help
        self.chance: Any = game.Chance  # the type that is not for a seat to do
        self.action: Any = game.Action  # the type that `legal` judges
        self._types = (*_types_of(game.Action), *_types_of(game.Chance))

    def is_move(self, what: Any) -> bool:
        """Whether it is an action or a chance of this game, legal or not; a text in notation is neither."""
        return any(
            what in each if isinstance(each, tuple) else isinstance(what, each) for each in self._types
        )


def _types_of(hint: Any) -> Iterator[Any]:
    """The classes of a union, and the words of a Literal as a tuple."""
    if get_origin(hint) is Literal:
        yield get_args(hint)
    elif get_args(hint):
        for part in get_args(hint):
            yield from _types_of(part)
    elif isinstance(hint, type):
        yield hint
