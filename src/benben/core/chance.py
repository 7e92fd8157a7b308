"""Provably fair draws: nobody can steer them and everybody can check them.

The server publishes the hash of its secret before any seat chooses a seed, and the secret after the last
event. A seat commits to its seed by a hash, and opens the seed when all seats have committed, so nobody
can choose a seed that fits the others', the owner of the secret included. Each draw is an HMAC of the secret
over all the seeds and the draw's own label, so each can be checked by itself, and taking a move back never
changes what a draw was.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache

IDLE_SEED = "0" * 32  # of a bot: it adds nothing to the dice, so nobody can choose its part late
_SPACE = 1 << 256


def fresh_secret() -> str:
    """256 bits from the operating system, as hex."""
    return secrets.token_hex(32)


def fresh_seed() -> str:
    """128 bits from the operating system, as hex: a seat's own part."""
    return secrets.token_hex(16)


def commitment(secret: str) -> str:
    """The hash of the secret that is published before the first event."""
    return hashlib.sha256(f"benben commitment {secret}".encode()).hexdigest()


def seed_commitment(committed: str, seed: str) -> str:
    """The hash by which a seat commits to its seed. `committed` is the commitment to the secret."""
    return hashlib.sha256(f"benben seed {committed} {seed}".encode()).hexdigest()


def uniform(secret: str, seeds: Sequence[str], label: str, total: int) -> int:
    """A whole number in 0..total-1, each equally likely; the rare biased tail is drawn again."""
    if total <= 0:
        raise ValueError("a draw needs at least one possibility")
    limit = _SPACE - _SPACE % total
    attempt = 0
    while True:
        message = "\n".join((label, str(attempt), *seeds)).encode()
        keyed = _keyed_hash(secret).copy()
        keyed.update(message)
        number = int.from_bytes(keyed.digest(), "big")
        if number < limit:
            return number % total
        attempt += 1


@lru_cache(4096)
def _keyed_hash(secret: str) -> hmac.HMAC:
    """The hash with the secret in it already: a copy costs less than a new one for each draw."""
    return hmac.new(bytes.fromhex(secret), digestmod=hashlib.sha256)


def weighted_index(secret: str, seeds: Sequence[str], draw: int, weights: Sequence[int]) -> int:
    """The index into the weights that draw number `draw` (0, 1, 2 ... in a match) picks."""
    rest = uniform(secret, seeds, f"draw {draw}", sum(weights))
    for index, weight in enumerate(weights):
        if rest < weight:
            return index
        rest -= weight
    raise AssertionError("weights do not add up")


def seating(secret: str, seeds: Sequence[str]) -> tuple[int, ...]:
    """Entry i is the player, in order of joining, who gets seat i. All orders are equally likely."""
    order = list(range(len(seeds)))
    for last in range(len(order) - 1, 0, -1):
        other = uniform(secret, seeds, f"seating {last}", last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
