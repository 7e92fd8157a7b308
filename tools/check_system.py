"""Checks that the system has what the tests need beyond Python packages: Chromium, PostgreSQL, a C compiler.

What is missing is installed where apt can do that as root; otherwise one sentence says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path


def chromium() -> str | None:
    return next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
        None,
    )


def postgres() -> str | None:
    """The folder of initdb and pg_ctl; None if PostgreSQL is not installed."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True), shutil.which("initdb")]
    return next((str(Path(path).resolve().parent) for path in found if path), None)


def compiler() -> str | None:
    """The C compiler that this Python was built with; the compiled server needs it."""
    return shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0])


NEEDED = {"chromium": chromium, "postgresql": postgres, "build-essential": compiler}


def main() -> int:
    missing = [package for package, find in NEEDED.items() if find() is None]
    if not missing:
        return 0
    names = " and ".join(missing)
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        print(f"The tests need {names}: install {names} with your package manager, then run this again.")
        return 1
    print(f"Installing {names}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *missing]):
        done = subprocess.run(["apt-get", *words], env=quiet, capture_output=True, text=True)
        if done.returncode:
            print(f"apt-get could not install {names}: {done.stderr.strip()[-400:]}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
