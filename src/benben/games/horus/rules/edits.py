"""Small edits of a position that several rules share: a player, a card, an elimination."""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import DEAD, IDOL, SLOT, equipment_slot, is_secret, wound_slot
from benben.games.horus.rules.state import NO_CARDS, Player, State, equipment_cards, wound_cards


def players_with(s: State, seat: Seat, p: Player) -> tuple[Player, ...]:
    """All players of a position, this seat replaced."""
    return (*s.players[:seat], p, *s.players[seat + 1 :])


def add_wounds(p: Player, wound: int, many: int = 1) -> Player:
    return replace(p, wounds=_with_more(p.wounds, wound_slot(wound), many))


def add_equipment(p: Player, card: int, many: int = 1) -> Player:
    return replace(p, equipment=_with_more(p.equipment, equipment_slot(card), many))


def _with_more(counts: tuple[int, ...], slot: int, many: int) -> tuple[int, int, int, int, int]:
    return (*counts[:slot], counts[slot] + many, *counts[slot + 1 :])  # type: ignore[return-value]


def eliminate(s: State, seat: Seat) -> State:
    """Take a seat out of the game with all its cards; secret ones leave face down (4.7, 4.9)."""
    p = s.players[seat]
    public = [card for card in p.treasures if not is_secret(card)]
    public += equipment_cards(p)
    public += [card for card in wound_cards(p) if card in SLOT]  # mummies and blocks give no card
    public += [IDOL + god for god in range(5) if p.idols >> god & 1]
    secret = [card for card in p.treasures if is_secret(card)]
    dead = Player(p.adventurer, p.ready, DEAD, 0, 0, NO_CARDS, NO_CARDS, (), 0, ())
    return replace(
        s,
        players=players_with(s, seat, dead),
        gone=tuple(sorted((*s.gone, *public))) if public else s.gone,
        dropped=_dropped_with(s, seat, secret) if secret else s.dropped,
    )


def drop_card(s: State, seat: Seat, card: int) -> State:
    """Give up a treasure or an idol (2.1, 2.4): a secret one unseen, a public one in view (4.9)."""
    p = s.players[seat]
    if card >= IDOL:
        p = replace(p, idols=p.idols & ~(1 << card - IDOL))
    else:
        at = p.treasures.index(card)
        p = replace(p, treasures=p.treasures[:at] + p.treasures[at + 1 :])
    players = players_with(s, seat, p)
    if is_secret(card):
        return replace(s, players=players, dropped=_dropped_with(s, seat, [card]))
    return replace(s, players=players, gone=tuple(sorted((*s.gone, card))))


def _dropped_with(s: State, seat: Seat, cards: list[int]) -> tuple[tuple[int, ...], ...]:
    own = tuple(sorted((*s.dropped[seat], *cards)))
    return (*s.dropped[:seat], own, *s.dropped[seat + 1 :])
