"""A bot that the game itself plays, without a pause: for levels that follow a rule of thumb.

The game's LevelPlayer says what it does.
"""

from __future__ import annotations

from typing import Any

from benben.core.contract import Draw, Game, LevelPlayer, Seat, Unreadable


class Advised:
    def __init__(self, player: LevelPlayer, spec: str, level: int) -> None:
        self.spec = spec
        self._player = player
        self._level = level

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        return self._player.choose(v, seat, self._level, draw)


def make(game: Game, words: tuple[str, ...]) -> Advised:
    spec = " ".join(("advised", *words))
    if not (len(words) == 1 and words[0] in ("1", "2", "3")):
        raise Unreadable("it has three levels at most, as in: advised 2", spec[:40])
    if game.bot.player is None:
        raise Unreadable(f"{game.title} gives no such advice", spec)
    return Advised(game.bot.player, spec, int(words[0]))
