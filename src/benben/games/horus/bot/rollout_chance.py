"""Chance in a play-out. Dice and blocks follow from a number, so that several play-outs share their luck."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from benben.core.contract import Draw
from benben.games.horus.board import BLOCK_SPACES, BLOCKS
from benben.games.horus.rules import phases
from benben.games.horus.rules.chance import chances, settle
from benben.games.horus.rules.events import Block
from benben.games.horus.rules.state import State


def happen(s: State, draw: Draw, fate: int) -> State:
    """Let chance act, with all dice of a throw together. Dice and blocks follow from `fate` alone."""
    match s.phase:
        case "roll":
            return phases.give_actions(s, _dice_from(_luck(fate)[1][2 * s.round % 64]))
        case "mummies":
            return phases.march_mummies(s, _dice_from(_luck(fate)[1][(2 * s.round + 1) % 64]))
        case "fall" if not s.pending.block:
            number = next(one for one in _luck(fate)[0] if not s.blocked >> BLOCK_SPACES[one] & 1)
            return settle(s, Block(number))
    rows = chances(s)
    rest = draw(sum([ways for _, ways in rows]))
    for what, ways in rows:
        rest -= ways
        if rest < 0:
            return settle(s, what)
    raise AssertionError("chance has no row")


# A few orders do: what lies is then the same in many play-outs, and is thought about once.
_SOURCE = Random("the pyramid falls to pieces in a play-out")
_ORDERS = tuple(tuple(_SOURCE.sample(range(1, BLOCKS + 1), BLOCKS)) for _ in range(32))


@lru_cache(1 << 10)
def _luck(fate: int) -> tuple[tuple[int, ...], list[int]]:
    """The order of the blocks and the throws of the rounds."""
    source = Random(fate)
    return _ORDERS[fate % len(_ORDERS)], [int(6**5 * source.random()) for _ in range(64)]


def _dice_from(many: int) -> tuple[int, ...]:
    """Five dice from one number."""
    return (
        1 + many % 6,
        1 + many // 6 % 6,
        1 + many // 36 % 6,
        1 + many // 216 % 6,
        1 + many // 1296,
    )
