"""Small changes of a position: a player, a card, somebody who leaves."""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import DEAD, IDOL, is_secret
from benben.games.horus.rules.state import NONE, Player, State


def with_player(s: State, seat: Seat, p: Player) -> tuple[Player, ...]:
    return (*s.players[:seat], p, *s.players[seat + 1 :])


def added(counts: tuple[int, ...], card: int, many: int = 1) -> tuple[int, int, int, int, int]:
    """Wounds or equipment with so many more of a card."""
    slot = card % 10
    return (*counts[:slot], counts[slot] + many, *counts[slot + 1 :])  # type: ignore[return-value]


def eliminated(s: State, seat: Seat) -> State:
    """Out of the game, with all cards; secret ones leave face down (4.7, 4.9)."""
    p = s.players[seat]
    public = [card for card in p.treasures if not is_secret(card)]
    public += [card for card in range(60, 65) for _ in range(p.equipment[card - 60])]
    public += [card for card in range(70, 73) for _ in range(p.wounds[card - 70])]
    public += [IDOL + god for god in range(5) if p.idols >> god & 1]
    secret = [card for card in p.treasures if is_secret(card)]
    dead = Player(p.adventurer, p.ready, DEAD, 0, 0, NONE, NONE, (), 0, ())
    return replace(
        s,
        players=with_player(s, seat, dead),
        gone=tuple(sorted((*s.gone, *public))) if public else s.gone,
        dropped=_given_up(s, seat, secret) if secret else s.dropped,
    )


def dropped(s: State, seat: Seat, card: int) -> State:
    """A treasure or an idol given up (2.1, 2.4): a secret one unseen, a public one in view (4.9)."""
    p = s.players[seat]
    if card >= IDOL:
        p = replace(p, idols=p.idols & ~(1 << card - IDOL))
    else:
        at = p.treasures.index(card)
        p = replace(p, treasures=p.treasures[:at] + p.treasures[at + 1 :])
    players = with_player(s, seat, p)
    if is_secret(card):
        return replace(s, players=players, dropped=_given_up(s, seat, [card]))
    return replace(s, players=players, gone=tuple(sorted((*s.gone, card))))


def _given_up(s: State, seat: Seat, cards: list[int]) -> tuple[tuple[int, ...], ...]:
    own = tuple(sorted((*s.dropped[seat], *cards)))
    return (*s.dropped[:seat], own, *s.dropped[seat + 1 :])
