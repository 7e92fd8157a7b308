"""Who sits where in the terminal, and the secret and seeds that decide the dice."""

from __future__ import annotations

import hashlib

from benben.core import chance
from benben.core.contract import Seat, Unreadable


def people_seats(seat: str, seats: int) -> list[Seat]:
    """The seats that people take, as the command line names them; Unreadable if there is no such seat."""
    if seat in ("all", "both"):
        return list(range(seats))
    if seat == "none":
        return []
    if seat.isascii() and seat.isdecimal() and 1 <= int(seat) <= seats:
        return [int(seat) - 1]
    raise Unreadable(f"a seat is 1 to {seats}, any, all or none", seat[:40])


def match_secret(seed: str | None) -> str:
    """The secret that decides the throws: random, or fixed by the command line."""
    if seed is None:
        return chance.fresh_secret()
    if not (0 < len(seed) <= 64 and set(seed) <= set("0123456789abcdef")):
        raise Unreadable("a seed is 1 to 64 hexadecimal digits", seed[:40])
    return seed.zfill(64)


def player_seed(secret: str, player: int, seed: str | None) -> str:
    """A person's own seed for the dice: random, or fixed by the command line's seed."""
    if seed is None:
        return chance.fresh_seed()
    return hashlib.sha256(f"{secret} player {player}".encode()).hexdigest()[:32]
