"""Functions for workers to call in tests. This module imports little, so that a worker starts quickly."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from benben.server.workers.worker_process import tell_progress


def wait_for_file(path: str, word: str = "") -> str:
    """Busy until the file is there."""
    while not Path(path).exists():
        time.sleep(0.01)
    return word


def count_up_to(path: str, of: int) -> int:
    """Tells one step after the other; before the last it waits for the file."""
    for done in range(1, of):
        tell_progress(done, of)
    wait_for_file(path)
    tell_progress(of, of)
    return of


def has_numba() -> bool:
    """Whether this worker may make machine code."""
    return sys.modules.get("numba", "there may be") is not None


def die_at_first(path: str) -> str:
    """Kills its own process, the first time."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "well"


def die(path: str) -> None:
    """Kills its own process, and leaves a mark before."""
    with Path(path).open("a") as deaths:
        deaths.write("x")
    os.kill(os.getpid(), signal.SIGKILL)
