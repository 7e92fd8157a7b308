"""What a net that learned from play says of a state. A game gives it to the bots: BotSupport.net."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class LearnedJudgement(NamedTuple):
    """The answers of a net, each a function of a state; `evaluate` and `plain` give the same."""

    evaluate: Callable[[Any, int], float]  # how good it is for a seat, 0..1, in the dialect of machine code
    plain: Callable[[Any, int], float]  # likewise, as quick as it can be without machine code
    left: Callable[[Any], float]  # for how many events of chance the game will go on, by estimate
