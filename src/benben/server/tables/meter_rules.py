"""At which tables a meter may show how the match stands."""

from __future__ import annotations

from benben.bots.judges import gives_outlook
from benben.core import match
from benben.server.tables.state import TableState


def why_no_meter(state: TableState) -> str:
    """Why nobody may ask at this table how its match stands, in a sentence; empty: a player without human
    opponents may."""
    if not gives_outlook(state.game):
        return f"Nobody can say how a match of {state.game.title} stands."
    if state.plan.clock.kind != "none":
        return "Where a clock runs, nobody is told how the match stands."
    if not match.allows_undo_and_hints(state.match):
        return "No hints are given at this point of the match."
    return ""
