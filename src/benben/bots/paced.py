"""A bot that the game itself plays, at a pace a person could have: for races against time.

The game's PacedPlayer says what it does and how many milliseconds it takes for that.
"""

from __future__ import annotations

from typing import Any

from benben.core.contract import Draw, Game, Millis, PacedPlayer, Seat, Unreadable


class Paced:
    def __init__(self, player: PacedPlayer, spec: str, level: int) -> None:
        self.spec = spec
        self._player = player
        self._level = level

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        return self._player.choose(v, seat, self._level, draw)

    def pace(self, v: Any, seat: Seat, action: Any, draw: Draw) -> Millis:
        """How long the bot takes for an action that it chose."""
        return self._player.pace(v, seat, action, self._level, draw)


def make(game: Game, words: tuple[str, ...]) -> Paced:
    spec = " ".join(("paced", *words))
    if not (len(words) == 1 and words[0] in ("1", "2", "3")):
        raise Unreadable("it has three levels, as in: paced 2", spec[:40])
    if game.bot.paced is None:
        raise Unreadable(f"{game.title} is not played by pace", spec)
    return Paced(game.bot.paced, spec, int(words[0]))
