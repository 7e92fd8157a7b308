"""The rules of The Pyramid of Horus: what may be done, what chance may do, and what comes of it.

Clauses: RULES.md. Values are in state.py and the round in phases.py. Actions are listed in legal_actions.py,
carried out in effects.py and refused in refusals.py. Chance is in chance.py, the reaction time in timeouts.py
and the end in scoring.py.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import CHANCE, OVER, Illegal, Seat
from benben.games.horus.rules import chance, effects
from benben.games.horus.rules.chance import chances
from benben.games.horus.rules.events import RESIGN, Action, Chance
from benben.games.horus.rules.legal_actions import QUESTIONS, actions, leaves
from benben.games.horus.rules.refusals import why
from benben.games.horus.rules.scoring import contenders, outcome
from benben.games.horus.rules.state import Options, State, initial_state
from benben.games.horus.rules.timeouts import advance, deadline, moment, timed, unhurried, with_deadline

__all__ = [
    "RESIGN",
    "Action",
    "Chance",
    "Options",
    "State",
    "actions",
    "advance",
    "chances",
    "contenders",
    "deadline",
    "leaves",
    "moment",
    "outcome",
    "play",
    "settle",
    "start",
    "timed",
    "turn",
    "unhurried",
    "why",
]

LEAST_SEATS, MOST_SEATS = 2, 6


def start(seats: int, options: Options) -> State:
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise Illegal("horus 1.1", "The Pyramid of Horus is for two to six players.")
    return initial_state(seats, options)


def turn(s: State) -> int:
    if s.phase in QUESTIONS:
        return s.seat
    return OVER if s.phase == "over" else CHANCE


def play(s: State, seat: Seat, action: Action) -> State:
    """The position after an action; a question that it raises may stand for the reaction time (4.12)."""
    after = effects.play(s, seat, action)
    if not s.options.reaction:
        return after
    aside = action == RESIGN and seat != s.seat  # the question of somebody else goes on
    return (
        replace(after, until=s.until, now=0)
        if aside and after.phase == s.phase
        else with_deadline(after, s.now)
    )


def settle(s: State, happened: Chance) -> State:
    after = chance.settle(s, happened)
    return with_deadline(after, s.now) if s.options.reaction else after
