"""Everything that one seat can still do when chance is known beforehand, played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benben.core.contract import CHANCE, OVER
from benben.games.horus import rules
from benben.games.horus.board import DEAD, ESCAPED
from benben.games.horus.notation import find
from benben.games.horus.rules.events import Action
from benben.games.horus.rules.state import State

SEAT = 0  # yours


class Ending(NamedTuple):
    """How it can end, and a way there."""

    text: str  # as ending_text gives it
    points: int  # 0 for those who do not come out
    state: State
    line: tuple[Action, ...]


def ending_text(s: State) -> str | None:
    """How it ended for you: "27 points", "inside" or "dead"; None while you may still act.

    A state that waits for chance is an end: what is known of chance has been played before it is asked.
    """
    place = s.players[SEAT].place
    if place == ESCAPED:
        return f"{rules.outcome(s).points[SEAT]} points"
    if place == DEAD:
        return "dead"
    return "inside" if rules.turn(s) in (CHANCE, OVER) else None


def all_endings(s: State, script: Sequence[str], most: int) -> tuple[dict[str, Ending], int]:
    """All endings by their text, each with a shortest way there, and the number of positions visited.

    There are none if it would be more positions than `most`.
    """
    found: dict[str, Ending] = {}
    edge: list[tuple[State, int, tuple[Action, ...]]] = [(s, 0, ())]
    seen = {s}
    while edge:
        further = []
        for now, at, line in edge:
            for action in rules.actions(now, SEAT):
                after, since = after_script(rules.play(now, SEAT, action), script, at)
                if after in seen:
                    continue
                seen.add(after)
                text = ending_text(after)
                if text is None:
                    further.append((after, since, (*line, action)))
                elif text not in found:
                    points = rules.outcome(after).points[SEAT]
                    found[text] = Ending(text, points, after, (*line, action))
        if len(seen) > most:
            return {}, len(seen)
        edge = further
    return found, len(seen)


def after_script(s: State, script: Sequence[str], at: int) -> tuple[State, int]:
    """The state after what chance does until you are asked, you are out, or the script ends."""
    while at < len(script) and rules.turn(s) == CHANCE and s.players[SEAT].place < ESCAPED:
        s = rules.settle(s, find(s, script[at]))
        at += 1
    return s, at
