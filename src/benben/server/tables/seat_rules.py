"""Rules about seats: one person has one seat where seats have secrets, and names are told apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benben.core import perspective
from benben.core.contract import Game, Illegal
from benben.server.people.names import distinct_name
from benben.server.tables.log import Place
from benben.server.tables.state import TableState


def check_plan(game: Game, places: Sequence[Place]) -> None:
    """Illegal if one person would have several seats beside other people, in a game with secrets."""
    own = sum(bool(place.kept) for place in places)
    free = sum(place.kind == "person" and not place.kept for place in places)
    if perspective.has_secrets(game) and own > 1 and free:
        raise Illegal(
            "table",
            f"In {game.title} players have secrets: at a table with other people a person has one seat.",
        )


def check_one_seat(state: TableState, person: str, places: Sequence[int]) -> None:
    """Illegal if, with this person in these places, somebody has several seats beside other people."""
    if not perspective.has_secrets(state.game):
        return
    held: dict[str, set[int]] = {person: set(places)}
    for place in range(len(state.plan.places)):
        sat = state.sitters.get(place)
        holder = sat.person if sat else state.seats.kept_for(place)
        if holder:
            held.setdefault(holder, set()).add(place)
    if len(held) > 1 and any(len(own) > 1 for own in held.values()):
        raise Illegal(
            "table",
            f"In {state.game.title} players have secrets, and at this table one person has several seats. "
            "Nobody else can sit down here.",
        )


def name_at_table(state: TableState, person: str, name: str) -> str:
    """The name that this person has here: with a number if another player has one that looks like it."""
    return distinct_name(name, _other_names(state, person))


def _other_names(state: TableState, person: str) -> Iterable[str]:
    for place, sat in state.sitters.items():
        if sat.person != person or state.plan.places[place].called:
            yield sat.name
