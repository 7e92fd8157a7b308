"""A report on the balance of The Pyramid of Horus in many games: points, survival, length, adventurers, gods.

A hand's tour is the god that gave it most points. An adventurer who wins more than twice an even share
dominates. So does a tour that wins more than twice as often as survivors do on the whole, or that has more
than twice an even share of all wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benben.games.horus.board import ESCAPED, FULL_NAMES, GODS, IDOL, WORTH, god_of, value_of
from benben.games.horus.bot.evaluation import CHEST
from benben.games.horus.rules.scoring import outcome
from benben.games.horus.rules.state import Player, State

TWICE = 2.0  # even shares that are too much


class SeatResult(NamedTuple):
    """The result of one seat in one game."""

    bot: int
    adventurer: int
    won: float  # 1, or its part of a shared win
    survived: bool
    points: int
    tour: int  # god; -1: no god's card
    rounds: int  # of the game


def tally(s: State, who: Sequence[int]) -> list[SeatResult]:
    """The results of a game that is over; `who` is the bot of each seat."""
    end = outcome(s)
    return [
        SeatResult(
            bot=who[seat],
            adventurer=p.adventurer,
            won=1 / len(end.winners) if seat in end.winners else 0.0,
            survived=p.place == ESCAPED,
            points=end.points[seat],
            tour=tour(p),
            rounds=s.round,
        )
        for seat, p in enumerate(s.players)
    ]


def tour(p: Player) -> int:
    """The god with most points in a hand, chests at their dice; the first of equals."""
    points = [0.0] * len(GODS)
    for card in p.treasures:
        if god_of(card) >= 0:
            points[god_of(card)] += value_of(card) or CHEST
    for card in range(IDOL, IDOL + len(GODS)):
        if p.idols >> card - IDOL & 1:
            points[card - IDOL] += WORTH[card - IDOL]
    return points.index(max(points)) if any(points) else -1


def report(bots: Sequence[str], games: Sequence[Sequence[SeatResult]]) -> str:
    """The tables that the arena prints."""
    fates = [fate for game in games for fate in game]
    seats = len(fates) / len(games)
    lines = [_row("bot", ("survive", "points", "win share"))]
    for number, bot in enumerate(bots):
        lines.append(_result_row(bot, [fate for fate in fates if fate.bot == number]))
    rounds = sorted(game[0].rounds for game in games)
    scores = sorted(fate.points for fate in fates if fate.survived)
    lines += [
        "",
        f"rounds: median {rounds[len(rounds) // 2]}, {rounds[0]} to {rounds[-1]}",
        f"without survivors: {sum(not any(fate.survived for fate in game) for game in games)} games",
    ]
    if scores:
        low, middle, high = (scores[len(scores) * part // 10] for part in (1, 5, 9))
        lines.append(f"points of survivors: median {middle}, eight of ten from {low} to {high}")
    lines += ["", _row("adventurer", ("survive", "points", "win share"))]
    for adventurer, name in enumerate(FULL_NAMES):
        own = [fate for fate in fates if fate.adventurer == adventurer]
        if own:
            lines.append(_result_row(name, own) + _verdict(_win_share(own), 1 / seats))
    lines += ["", _row("tour of survivors", ("of hands", "points", "win share", "of all wins"))]
    wins = sum(fate.won for fate in fates) or 1.0
    for god, name in enumerate(GODS):
        own = [fate for fate in fates if fate.tour == god and fate.survived]
        if own:
            share = sum(fate.won for fate in own) / wins
            cells = (
                f"{100 * len(own) / len(scores):.1f} %",
                f"{sum(fate.points for fate in own) / len(own):.1f}",
                f"{100 * _win_share(own):.1f} %",
                f"{100 * share:.1f} %",
            )
            even = wins / len(scores)
            lines.append(_row(name, cells) + _verdict(max(_win_share(own), share * len(GODS) * even), even))
    return "\n".join(lines)


def _win_share(own: Sequence[SeatResult]) -> float:
    return sum(fate.won for fate in own) / len(own)


def _result_row(name: str, own: Sequence[SeatResult]) -> str:
    alive = [fate for fate in own if fate.survived]
    points = sum(fate.points for fate in alive) / len(alive) if alive else 0.0
    return _row(
        name, (f"{100 * len(alive) / len(own):.1f} %", f"{points:.1f}", f"{100 * _win_share(own):.1f} %")
    )


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:18}" + "".join(f"  {cell:>11}" for cell in cells)


def _verdict(share: float, even: float) -> str:
    return f"   dominates: over {TWICE:g} even shares" if share > TWICE * even else ""
