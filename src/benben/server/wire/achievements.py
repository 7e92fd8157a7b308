"""Achievements: answers of REST calls."""

from __future__ import annotations

from msgspec import Struct


class EarnedAchievement(Struct):
    """An achievement in a PersonExport."""

    game: str
    id: str
    table: str  # code of the first match in which it was earned
    at: int  # when that match ended, Unix time in ms


class AchievementInfo(Struct):
    """An achievement, and when you earned it."""

    id: str
    title: str  # "Three in one throw"
    sentence: str  # "Take three pieces off the board with a single throw."
    clauses: list[str]  # of the rules
    table: str  # code of the match in which you earned it first; empty: not yet
    at: int  # when that match ended, Unix time in ms; 0: not yet


class GameAchievements(Struct):
    """GET /api/me/achievements?table=CODE: a list of these, one for each game.

    With the code of a match that has just ended, the answer waits a moment until that match has been read.
    """

    game: str
    title: str
    achievements: list[AchievementInfo]
