"""Points and places (7.3, 7.4, 7.5)."""

from __future__ import annotations

from benben.core.contract import Outcome, Seat
from benben.games.horus.board import DEAD, ESCAPED, HORUS, IDOL, VARIETY, god_of, value_of
from benben.games.horus.rules.state import Options, Player, State, idol_worth


def worth(options: Options, p: Player) -> tuple[int, int]:
    """Points for cards, and for variety of gods (7.3, 7.5). A chest not rolled for yet counts nothing."""
    cards = [*p.treasures, *(IDOL + god for god in range(5) if p.idols >> god & 1)]
    values = sum(idol_worth(options, card - IDOL) if card >= IDOL else value_of(card) for card in cards)
    gods = {god_of(card) for card in cards} - {-1}
    return values + sum(p.chests), VARIETY[len(gods)]


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that are in play or have escaped (7.3, 7.7, 7.8)."""
    return [seat for seat, p in enumerate(s.players) if p.place != DEAD]


def outcome(s: State) -> Outcome:
    """The result: survivors by points, then the idol of Horus, then fewer wounds (7.3, 7.4, 7.5)."""
    survivors = [seat for seat, p in enumerate(s.players) if p.place == ESCAPED]
    points = tuple(sum(worth(s.options, p)) if p.place == ESCAPED else 0 for p in s.players)
    if not survivors:
        return Outcome((2,) * len(s.players), (), points, "nobody came out of the pyramid")
    keys = {
        seat: (-points[seat], not s.players[seat].idols >> HORUS & 1, sum(s.players[seat].wounds))
        for seat in survivors
    }
    last = 1 + len(survivors)
    places = tuple(
        1 + sum(other < keys[seat] for other in keys.values()) if seat in keys else last
        for seat in range(len(s.players))
    )
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(places, winners, points, _reason(winners, points, survivors))


def _reason(winners: tuple[Seat, ...], points: tuple[int, ...], survivors: list[Seat]) -> str:
    most = points[winners[0]]
    if len(survivors) == 1:
        return f"the only survivor, with {most} points"
    if len(winners) > 1:
        return f"{len(winners)} survivors share the most points, {most}"
    equal = sum(points[seat] == most for seat in survivors) > 1
    return f"most points of {len(survivors)} survivors, {most}{', and a tie broken' if equal else ''}"
