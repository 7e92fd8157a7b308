"""Functions for workers to call in tests. This module imports little, so that a worker starts quickly."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def wait_for_file(path: str, word: str = "") -> str:
    """Busy until the file is there."""
    while not Path(path).exists():
        time.sleep(0.01)
    return word


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
