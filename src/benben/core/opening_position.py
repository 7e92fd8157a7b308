"""The opening of a match: the usual start of its game, or an opening position in notation."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from benben.core.contract import OVER, Game, Illegal, Millis, Unreadable

LATEST_MOMENT: Final = 10**10  # ms: some hundred days. A record has room for a hundred times that


class Opening(NamedTuple):
    """What a match begins with."""

    seats: int
    options: Any
    state: Any
    at: Millis  # where a clock runs in the position, the time that it shows


def usual_opening(game: Game, seats: int, options: Any) -> Opening:
    """The start of the game; Illegal if it has no such seats or options."""
    return Opening(seats, options, game.rules.start(seats, options), 0)


def opening_at(game: Game, position: str) -> Opening:
    """The opening at a position, which says seats and options itself.

    Unreadable if the text is none that the game writes, Illegal if no match can go on from the position.
    """
    s = game.notation.read(position)
    canonical = game.notation.write(s)
    if canonical != position:
        raise Unreadable(f"in notation that is {canonical[:200]}", "position")
    if game.rules.turn(s) == OVER:
        raise Illegal("match", "The match is over in this position.")
    options = game.options_in(s)
    if game.preparation is not None and game.preparation.is_needed(options):
        raise Illegal("match", "A match cannot begin at a position whose pieces were made for that match.")
    at = 0 if game.timing is None else game.timing.moment(s)
    due = None if game.timing is None else game.timing.deadline(s)
    if at > LATEST_MOMENT or (due is not None and due <= at):
        raise Illegal("match", "The time has run out in this position.")
    return Opening(seats_in(game, s), options, s, at)


def checked_opening(game: Game, seats: int, options: Any, position: str) -> Opening:
    """The opening at a position for these seats and options; Illegal if the position has others.

    Without a position, the usual one.
    """
    if not position:
        return usual_opening(game, seats, options)
    opening = opening_at(game, position)
    if opening.seats != seats:
        raise Illegal("match", f"The position is one for {_players(opening.seats)}, not for {seats}.")
    written, wanted = msgspec.to_builtins(opening.options), msgspec.to_builtins(options)
    for name, value in written.items():
        if wanted[name] != value:
            raise Illegal(
                f"{game.name} options",
                f"The position has {name} {value}, and the options say {wanted[name]}.",
            )
    return opening._replace(options=options)


def seats_in(game: Game, s: Any) -> int:
    """How many play in a position."""
    return len(game.rules.outcome(s).places)


def _players(seats: int) -> str:
    return "one player" if seats == 1 else f"{seats} players"
