"""The command as a person runs it: a process with a keyboard."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def benben(*words: str | Path, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs `benben` with these words; `typed` is what the keyboard sends before it is closed."""
    return subprocess.run(
        [sys.executable, "-m", "benben", *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        check=False,
    )


def lines(sequence: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in sequence)
