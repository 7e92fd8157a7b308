"""The planner of The Pyramid of Horus: what it does first."""

from __future__ import annotations

import pytest

from benben import games
from benben.games.horus.bot.evaluation import SCRIBE
from benben.games.horus.bot.planner import ALCOVE_PLAN, SEARCHING, plans
from benben.games.horus.rules.state import State

HORUS = games.load("horus")
RUBBLE_BLOCKS = "19 20 21 22 23 24 18"  # none of them closes a way from e3


def at_the_alcove(adventurer: str, round_: int) -> State:
    """The adventurer stands at the alcove of Hededet with nothing in hand, and a rival is inside."""
    blocks = " ".join(RUBBLE_BLOCKS.split()[: round_ - 1])
    found: State = HORUS.notation.read(
        f"seats: 2 / round: {round_} / phase: turn 1 / blocks: {blocks} / cast: 2 2 2 2 2 / "
        f"1: {adventurer} ready, e3, wll 2, actions 4; -; -; -; - / "
        "2: rasputin ready, a5, wll 2, actions 5; -; -; -; -"
    )
    return found


@pytest.mark.parametrize(("round_", "first"), [(2, SEARCHING), (3, SEARCHING), (8, ALCOVE_PLAN)])
def test_a_picker_of_locks_lets_the_idol_wait_while_dice_are_worth_more(round_: int, first: int) -> None:
    assert plans(at_the_alcove("jose", round_), 0, SCRIBE)[0].plan.kind == first


def test_who_has_no_tool_searches_in_the_middle_of_a_match() -> None:
    assert plans(at_the_alcove("maki", 8), 0, SCRIBE)[0].plan.kind == SEARCHING
