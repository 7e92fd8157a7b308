"""Matches to watch: the answer of a REST call."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from benben.server.wire.common import Ending


class WatchedMatch(Struct):
    """GET /api/watch: a list of these, in the order in which they are shown; the same for everybody."""

    code: str  # of the table
    game: str
    title: str  # of the game
    words: str  # the options in words
    kind: Literal["live", "house", "over"]  # house: the server's own bots play, while somebody watches them
    players: list[str]  # names by seat
    picture: Any  # the game's Picture as an onlooker sees it; null: there is none, a line tells of the match
    ended: int  # Unix time in ms; 0: it is not over
    ending: Ending | None  # null while it is not over
