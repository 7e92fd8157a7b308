"""The functions of a game within reach: looked up once, because a match asks for them at every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benben.core.contract import Game, Millis, Seat


class Reach:
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
        self.resign: Any = getattr(rules, "RESIGN", None)
