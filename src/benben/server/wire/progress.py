"""The progress of a person: bodies of REST calls and their answers."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

PartName: TypeAlias = Literal["", "easy", "medium", "hard"]  # of a game with several puzzles a day
StepName: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]


class SolvedPuzzle(Struct, forbid_unknown_fields=True):
    """A puzzle that you have solved."""

    tries: Annotated[int, Meta(ge=1, le=999)]
    ms: Annotated[int, Meta(ge=0, le=86_400_000)]
    helped: bool
    at: Annotated[int, Meta(ge=0, le=10**15)]  # when, Unix time in ms
    part: PartName = ""


class PersonProgress(Struct, forbid_unknown_fields=True):
    """GET /api/me/progress: what I have learned and solved. PUT adds to it and answers with all of it.

    Nothing is ever taken away. If a puzzle was solved on two devices, the earlier result stands.
    """

    lessons: dict[
        str, Annotated[list[StepName], Meta(max_length=40)]
    ] = {}  # by game: the names of steps, and "game" for the short game at the end
    puzzles: dict[str, dict[str, SolvedPuzzle]] = {}  # by date and game
