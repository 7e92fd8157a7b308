"""The process of the stranger: `python -m benben.bench.hostile.attacker SECONDS ATTACK ...`.

Lines on standard input say where the servers are ("ports 8000 8001", whenever that changes) and when to begin
("begin"). The process prints "ready" when an attack is prepared, and at the end of each a line of JSON with
what it did. One attack is run once; several are run one after the other, until standard input ends.
"""

from __future__ import annotations

import asyncio
import importlib
import itertools
import json
import os
import random
import resource
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from benben.bench.hostile import ATTACKS
from benben.bench.hostile.stranger import TROUBLE, Stranger

PREPARE_SECONDS = 240.0  # until an attack that cannot be prepared is given up

Attack = Callable[[Stranger], Awaitable[None]]


def attack_function(name: str) -> Attack:
    """The function that runs an attack until it is cancelled."""
    module = importlib.import_module(f"benben.bench.hostile.attacks.{ATTACKS[name].module}")
    found: Attack = getattr(module, name.replace("-", "_"))
    return found


def attack_address(name: str) -> str:
    """The loopback address of an attack. Each has its own, so that none pays for the one before."""
    return f"127.0.0.{2 + list(ATTACKS).index(name)}"


async def run_attacks(names: Sequence[str], seconds: float) -> None:
    """Run one attack once, or several in a random order, again and again."""
    begun, started = asyncio.Event(), asyncio.Event()

    async def wait_for_start() -> None:
        print("ready", flush=True)
        await begun.wait()
        started.set()

    stranger = Stranger(wait_for_start)
    has_ports = asyncio.Event()
    listening = asyncio.create_task(_listen(stranger, has_ports, begun))
    await has_ports.wait()
    shuffled = random.sample(names, len(names))
    for name in names if len(names) == 1 else itertools.cycle(shuffled):
        started.clear()
        stranger.address = attack_address(name)
        await _run_attack(stranger, name, seconds, started)
        report = {
            "attack": name,
            "share": round(stranger.processor_share, 3),
            "counts": dict(stranger.counts.most_common()),
        }
        print(json.dumps(report), flush=True)
        stranger.counts.clear()
    listening.cancel()


async def _run_attack(stranger: Stranger, name: str, seconds: float, started: asyncio.Event) -> None:
    """Run one attack for its time, which counts from its beginning and not from its preparation."""
    attack = asyncio.create_task(_persistent(attack_function(name), stranger))
    with suppress(TimeoutError):
        async with asyncio.timeout(PREPARE_SECONDS):
            await started.wait()
        stranger.start_clock()
        await asyncio.sleep(seconds)
    attack.cancel()
    await asyncio.gather(attack, return_exceptions=True)


async def _persistent(attack: Attack, stranger: Stranger) -> None:
    """Run an attack, and again after a failure: the server may be away for a moment."""
    while True:
        try:
            await attack(stranger)
        except TROUBLE as fault:
            stranger.counts[type(fault).__name__] += 1
        await asyncio.sleep(0.2)


async def _listen(stranger: Stranger, has_ports: asyncio.Event, begun: asyncio.Event) -> None:
    """Follow the lines on standard input; its end is the end of this process."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode():
        word, *ports = line.split()
        if word == "ports":
            stranger.ports = [int(port) for port in ports]
            has_ports.set()
        elif word == "begin":
            begun.set()
    os._exit(0)


def allow_many_connections() -> None:
    """Raise the number of open files of this process as far as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    allow_many_connections()
    asyncio.run(run_attacks(sys.argv[2:], float(sys.argv[1])))
