"""Trains the net that judges Senet, by games against itself, and writes its weights.

    python tools/train_senet.py net.weights --device cuda --most 4 --games 16384
    python tools/train_senet.py net.weights --resume training.pt      goes on where that file was written
    python tools/train_senet.py net.weights --seconds 20 --games 256 --matches 20      to see that it works

It needs torch (pip install torch) and numba, and for --device cuda a GPU and numba-cuda (pip install
'benben[cuda]'). No lock of Benben holds torch.

The net sees the squares of the thrower and of the other player, their pairs and blocks, and how many pieces
each has left. It answers with the logit of the thrower's chance to win and with the throws left, in hundreds,
before softplus. Each step plays every game on by one throw. What the net should have said before the throw is
the mean over the throws of what it says after the best play of each: expected TD(0). Where both sides have at
most so many pieces as were solved first (--most), the solved value is learned instead. What is best is the
chance less a small price for each throw that is still to come, so that games do not become sieges.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benben.core.contract import Unreadable
from benben.games.senet import rules
from benben.games.senet.board import LAST, MOST, STICKS, WATER
from benben.games.senet.rules import ENDS
from benben.games.senet.solver.known import KNOWN_PIECES

try:
    import numpy as np
    import torch
    from senet_ways import MOST_WAYS, GraphicsProcessor, Processor
    from torch.nn import functional
except ImportError as fault:
    sys.exit(f"this needs torch and numba, and for --device cuda numba-cuda beside a GPU: {fault}")

SQUARES = 31  # bits of a set of squares
COUNTS = MOST + 1  # numbers of pieces that a side can have left, none included
FIELDS, HIDDEN, SECOND = 6 * SQUARES + 2 * COUNTS, 128, 16
SCALE = 4096  # what a weight of 1 is in the file
LIMIT = 30.0  # hundreds of throws left, at most
PRICE = 0.02  # of a chance: what a hundred throws that are still to come cost
ASTRAY = 0.03  # share of plays made at random
LONGEST = 800  # throws of a game of training
SLOW, FAST, FAST_STEPS = 0.02, 0.2, 500  # how much the mean net follows in a step; faster in the first
LONGEST_MATCH = 4000  # throws
KEPT_SECONDS = 60.0  # between two writings of the training
TOLD_STEPS = 1000
PART = 1 << 19  # positions that are judged at once

Tell = Callable[[str], None]
Engine = Any  # a Processor or a GraphicsProcessor


def new_net(device: str) -> Any:
    layers = torch.nn
    last = layers.Linear(SECOND, 2)
    with torch.no_grad():
        last.weight *= 0.1
        last.bias.copy_(torch.tensor([0.0, 0.5]))
    return layers.Sequential(
        *(layers.Linear(FIELDS, HIDDEN), layers.ReLU(), layers.Linear(HIDDEN, SECOND), layers.ReLU(), last)
    ).to(device)


def fields_of(own: Any, enemy: Any) -> Any:
    """What the net sees, position by position."""
    boards = [own, enemy, own & own >> 1, enemy & enemy >> 1]
    boards += [squares & squares >> 1 & squares >> 2 for squares in (own, enemy)]
    bits = torch.stack(boards, 1)[:, :, None] >> torch.arange(SQUARES, device=own.device) & 1
    counts = bits[:, :2].sum(2)[:, :, None] == torch.arange(COUNTS, device=own.device)
    return torch.cat([bits.flatten(1).float(), counts.flatten(1).float()], 1)


def answers(net: Any, own: Any, enemy: Any) -> tuple[Any, Any]:
    """The logits of the thrower's chances, and the throws left in hundreds."""
    found = net(fields_of(own, enemy)).float()
    return found[:, 0], functional.softplus(found[:, 1])


class Plays(NamedTuple):
    """What may follow some positions: by position, throw and way to play it out."""

    own: Any  # squares of who threw
    enemy: Any
    valid: Any  # whether there is such a way; a pass is one
    other: Any  # by position and throw: whether the other player throws next
    chances: Any  # to win, of who threw; -1 where there is no way
    left: Any  # throws, in hundreds

    def choice(self) -> Any:
        """The way for each throw that is worth most, less the price of the throws that are still to come."""
        worth = self.chances - PRICE * self.left
        return torch.where(self.valid, worth, torch.full_like(worth, -1e6)).argmax(2)

    def after(self, throws: Any, ways: Any) -> tuple[Any, Any, Any, Any]:
        """After one throw and way for each: who throws, who waits, if the sides changed, if it is over."""
        n = torch.arange(len(throws), device=throws.device)
        own, enemy = self.own[n, throws, ways], self.enemy[n, throws, ways]
        other = self.other[n, throws]
        return torch.where(other, enemy, own), torch.where(other, own, enemy), other, own == 0


def plays_of(engine: Engine, net: Any, own: Any, enemy: Any, rough: bool = False) -> Plays:
    """Everything that may follow some positions, with what the net or the solver says of it."""
    found, counts = engine.ways(own, enemy)
    mine, theirs = found[..., 0].clone(), found[..., 1].clone()
    passed = counts == 0
    mine[..., 0] = torch.where(passed, own[:, None], mine[..., 0])
    theirs[..., 0] = torch.where(passed, enemy[:, None], theirs[..., 0])
    valid = torch.arange(MOST_WAYS, device=own.device) < counts.clamp(min=1)[:, :, None]
    ends = torch.tensor([bool(ENDS >> throw & 1) for throw, _ in STICKS], device=own.device)
    other = ends | passed
    turned, won = other[:, :, None].expand_as(mine), (mine == 0) & valid
    open_ = valid & ~won
    chances = torch.full(mine.shape, -1.0, device=own.device)
    left = torch.zeros_like(chances)
    thrower = torch.where(turned, theirs, mine)[open_]
    waiting = torch.where(turned, mine, theirs)[open_]
    with torch.no_grad():
        chance, more = judged(engine, net, thrower, waiting, rough)
    chances[open_], left[open_] = torch.where(turned[open_], 1 - chance, chance), more + 0.01
    chances[won], left[won] = 1.0, 0.01
    return Plays(mine, theirs, valid, other, chances, left)


def judged(engine: Engine, net: Any, own: Any, enemy: Any, rough: bool) -> tuple[Any, Any]:
    """The chance of the thrower, solved where it is, and the throws left."""
    parts = []
    for mine, theirs in zip(own.split(PART), enemy.split(PART), strict=True):
        with torch.autocast(engine.device, torch.bfloat16, enabled=rough):
            parts.append(answers(net, mine, theirs))
    chance, left = torch.sigmoid(torch.cat([one for one, _ in parts])), torch.cat([one for _, one in parts])
    solved = engine.solved(own, enemy)
    return torch.where(solved >= 0, solved, chance), left


def opening_squares(pieces: int) -> tuple[int, int]:
    s = rules.start(2, rules.Options(pieces=pieces))
    return s.cones, s.spools


def new_games(many: int, device: str, draw: Any) -> tuple[Any, Any]:
    """Positions to begin with: openings, mostly with five pieces a side, and three in ten scattered."""

    def drawn(*shape: int) -> Any:
        return torch.rand(*shape, device=device, generator=draw)

    share = drawn(many)
    pieces = torch.full((many,), 5, device=device)
    for at, fewer in ((0.35, 4), (0.15, 6), (0.08, 7)):
        pieces[share < at] = fewer
    pieces[share > 0.93] = 3
    openings = torch.tensor([(0, 0), *map(opening_squares, range(1, MOST + 1))], device=device)
    own, enemy = openings[pieces].unbind(1)
    squares = torch.tensor([1 << n for n in range(1, LAST + 1) if n != WATER], device=device)
    mixed = squares[drawn(many, len(squares)).argsort(1)]
    most = torch.where(drawn(many) < 0.15, 7.0, 5.0)
    ours, others = ((drawn(many) * most).long()[:, None] + 1 for _ in range(2))
    at, scattered = torch.arange(len(squares), device=device), drawn(many) < 0.3
    here = (mixed * (at < ours)).sum(1), (mixed * ((at >= ours) & (at < ours + others))).sum(1)
    return torch.where(scattered, here[0], own), torch.where(scattered, here[1], enemy)


class Training:
    """A net that learns, a running mean of it that says what to learn, and the games that they play."""

    def __init__(self, engine: Engine, asked: argparse.Namespace) -> None:
        torch.manual_seed(asked.seed)
        self._engine, self._rate, self._seconds = engine, asked.rate, asked.seconds
        device = engine.device
        self._draw = torch.Generator(device=device).manual_seed(asked.seed)
        self._net, self.mean = new_net(device), new_net(device)
        self.mean.load_state_dict(self._net.state_dict())
        self._adam = torch.optim.Adam(self._net.parameters(), lr=asked.rate)
        self._weights = torch.tensor([float(ways) for _, ways in STICKS], device=device) / 16
        self._own, self._enemy = new_games(asked.games, device, self._draw)
        self._age = torch.zeros(asked.games, device=device)
        self.steps, self.spent = 0, 0.0  # seconds, those before it was resumed included

    def train(self, path: Path | None, tell: Tell) -> None:
        """Go on until the time is over; what was reached is written into a file now and then."""
        kept = time.monotonic()
        began = kept - self.spent
        while self.spent < self._seconds:
            words = self._step(max(0.0, 1 - self.spent / self._seconds))
            self.spent = time.monotonic() - began
            if self.steps in (10, 100) or self.steps % TOLD_STEPS == 0:
                tell(f"{self.steps} steps, {self.spent:.0f} s: {words()}")
            if path and (time.monotonic() - kept > KEPT_SECONDS or self.spent >= self._seconds):
                kept = time.monotonic()
                self.write(path)

    def _step(self, left: float) -> Callable[[], str]:
        """Learn from the positions of all games, and play each on by a throw."""
        for group in self._adam.param_groups:
            group["lr"] = self._rate * min(1.0, left / 0.7) ** 1.5 + 1e-6
        rough = self._engine.device == "cuda"  # numbers of 16 bits are quicker there
        plays = plays_of(self._engine, self.mean, self._own, self._enemy, rough)
        choice = plays.choice()
        chance, throws = (
            (each.gather(2, choice[..., None]).squeeze(2) * self._weights).sum(1)
            for each in (plays.chances, plays.left)
        )
        throws = throws.clamp(max=LIMIT)
        solved = self._engine.solved(self._own, self._enemy)
        chance = torch.where(solved >= 0, solved, chance).clamp(0, 1)
        logit, guess = answers(self._net, self._own, self._enemy)
        # Throws left are learned by their square roots, so that long games do not count for all.
        roots = functional.mse_loss((guess + 1e-4).sqrt(), (throws + 1e-4).sqrt())
        loss = functional.binary_cross_entropy_with_logits(logit, chance) + 0.2 * roots
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        with torch.no_grad():
            share = SLOW if self.steps > FAST_STEPS else FAST
            for mean, new in zip(self.mean.parameters(), self._net.parameters(), strict=True):
                mean.lerp_(new, share)
        self._go_on(plays, choice, ASTRAY * min(1.0, 2 * left))
        self.steps += 1
        error = (torch.sigmoid(logit) - chance).detach().abs()
        return lambda: (
            f"loss {float(loss.detach()):.4f}, error {float(error.mean()):.4f}, "
            f"{100 * float(guess.detach().mean()):.0f} throws left"
        )

    def _go_on(self, plays: Plays, choice: Any, astray: float) -> None:
        many, device = len(self._own), self._engine.device

        def drawn() -> Any:
            return torch.rand(many, device=device, generator=self._draw)

        n = torch.arange(many, device=device)
        throws = torch.multinomial(self._weights, many, replacement=True, generator=self._draw)
        any_way = (drawn() * plays.valid[n, throws].sum(1)).long().clamp(max=MOST_WAYS - 1)
        ways = torch.where(drawn() < astray, any_way, choice[n, throws])
        self._own, self._enemy, _, over = plays.after(throws, ways)
        self._age += 1
        over = over | (self._age > LONGEST * (0.2 + 0.8 * drawn()))
        fresh = new_games(many, device, self._draw)
        self._own, self._enemy = (
            torch.where(over, new, old) for new, old in zip(fresh, (self._own, self._enemy), strict=True)
        )
        self._age = torch.where(over, torch.zeros_like(self._age), self._age)

    def write(self, path: Path) -> None:
        new = path.with_name(f"{path.name}.new")
        parts = self._net.state_dict(), self.mean.state_dict(), self._adam.state_dict()
        games = self._own, self._enemy, self._age, self._draw.get_state()
        torch.save((parts, games, self.steps, self.spent), new)
        new.replace(path)

    def read(self, path: Path) -> None:
        parts, games, self.steps, self.spent = torch.load(path, map_location=self._engine.device)
        for learner, part in zip((self._net, self.mean, self._adam), parts, strict=True):
            learner.load_state_dict(part)
        self._own, self._enemy, self._age, state = games
        self._draw.set_state(state.cpu())


def weights_file(net: Any) -> bytes:
    """Weights and biases of 16 bits: of the first layer by field, of the second and third by row."""
    head = {"game": "senet", "version": 1, "fields": [FIELDS, HIDDEN, SECOND, 2], "scale": SCALE}
    numbers = [np.asarray(one.detach().cpu().numpy()) for one in net.parameters()]
    numbers[0] = numbers[0].T
    body = b"".join(np.rint(one * SCALE).clip(-32768, 32767).astype("<i2").tobytes() for one in numbers)
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + body


def play_matches(engine: Engine, net: Any, pieces: int, many: int, seed: int, tell: Tell) -> None:
    """Let the net play against itself with no random moves, and tell how that goes."""
    device = engine.device
    draw = torch.Generator(device=device).manual_seed(seed)
    own, enemy = (torch.full((many,), squares, device=device) for squares in opening_squares(pieces))
    second = torch.zeros(many, dtype=torch.bool, device=device)  # whether the second player throws
    throws, won = torch.zeros(many, device=device), torch.zeros(many, device=device)
    going = torch.arange(many, device=device)
    weights = torch.tensor([float(ways) for _, ways in STICKS], device=device)
    while len(going) and float(throws.max()) < LONGEST_MATCH:
        plays = plays_of(engine, net, own[going], enemy[going])
        fell = torch.multinomial(weights, len(going), replacement=True, generator=draw)
        ways = plays.choice()[torch.arange(len(going), device=device), fell]
        throws[going] += 1
        own[going], enemy[going], other, over = plays.after(fell, ways)
        won[going[over]] = (~second[going[over]]).float()
        second[going] ^= other
        going = going[~over]
    ended = max(1, many - len(going))
    tell(
        f"{pieces} a side: who began won {float(won.sum()) / ended:.4f} of {ended} games, "
        f"{len(going)} unfinished; median {float(throws.median()):.0f} throws, "
        f"99 of 100 up to {float(throws.quantile(0.99)):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path, help="the file to write")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument(
        "--most", type=int, default=0, help="with cuda: solve up to so many pieces a side first"
    )
    parser.add_argument("--solve-seconds", type=float, default=150.0, help="for that")
    parser.add_argument("--seconds", type=float, default=240.0, help="of training")
    parser.add_argument("--games", type=int, default=4096, help="that are played side by side")
    parser.add_argument("--rate", type=float, default=0.002, help="of learning, at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="where the training is kept; it goes on from there")
    parser.add_argument(
        "--matches", type=int, default=2000, help="games at the end, for each of 5, 4 and 3 a side"
    )
    asked = parser.parse_args()
    began = time.monotonic()

    def tell(words: str) -> None:
        print(f"{time.monotonic() - began:7.1f} {words}", flush=True)

    try:
        engine: Engine = (
            GraphicsProcessor(asked.most, asked.solve_seconds, tell)
            if asked.device == "cuda"
            else Processor()
        )
    except Unreadable as fault:
        sys.exit(str(fault))
    training = Training(engine, asked)
    if asked.resume and asked.resume.exists():
        training.read(asked.resume)
        tell(f"goes on after {training.steps} steps and {training.spent:.0f} s")
    training.train(asked.resume, tell)
    asked.weights.write_bytes(weights_file(training.mean))
    tell(f"{training.steps} steps of {asked.games} games; {asked.weights.stat().st_size} bytes of weights")
    engine.most = min(engine.most, KNOWN_PIECES)  # as at a table
    for pieces in (5, 4, 3) if asked.matches else ():
        play_matches(engine, training.mean, pieces, asked.matches, asked.seed, tell)


if __name__ == "__main__":
    main()
