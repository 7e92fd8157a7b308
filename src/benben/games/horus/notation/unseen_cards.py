"""The cards that a position does not name: in the decks, and in closed sarcophagi. For the parser."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Unreadable
from benben.games.horus.board import (
    ANUBIS,
    CONTENTS_MASK,
    DECKS,
    FULL,
    SECRET,
    SLOT,
    TOMB_GOD,
    god_of,
    is_secret,
    is_treasure,
    value_of,
)
from benben.games.horus.rules.state import Player, equipment_cards, wound_cards


def unopened_values(
    tombs: tuple[int, ...], players: tuple[Player, ...], gone: tuple[int, ...]
) -> tuple[int, int, int]:
    """By god from Anubis: the mask of values that nobody took out of a sarcophagus."""
    masks = list(CONTENTS_MASK)
    for tomb, value in enumerate(tombs):
        if value > 0:
            masks[TOMB_GOD[tomb] - ANUBIS] &= ~(1 << value)
    for cards in (gone, *(p.treasures for p in players)):
        for card in cards:
            if is_treasure(card) and not is_secret(card):
                masks[god_of(card) - ANUBIS] &= ~(1 << value_of(card))
    return masks[0], masks[1], masks[2]


def undrawn_cards(
    players: tuple[Player, ...], gone: Sequence[int], losses: list[int]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, int, int]]:
    """By zone: how many of each card nobody has drawn, and how many cards are left to draw.

    `losses` are the treasures that left each deck unseen (2.4).
    """
    out = list(gone)
    for p in players:
        out += (*p.treasures, *equipment_cards(p), *wound_cards(p))
    decks = [list(deck) for deck in FULL]
    for card in out:
        if card in SLOT:
            zone, slot = SLOT[card]
            decks[zone][slot] -= 1
            if decks[zone][slot] < 0:
                raise Unreadable("a card is there more often than the deck had it", "cards")
    for zone in range(3):
        rows = zip(DECKS[zone], decks[zone], strict=True)
        if losses[zone] > sum(many for (card, _), many in rows if card < SECRET):
            raise Unreadable("more treasures are lost than there were", "cards")
    left = [sum(deck) - lost for deck, lost in zip(decks, losses, strict=True)]
    return tuple(map(tuple, decks)), (left[0], left[1], left[2])
