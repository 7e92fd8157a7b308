"""What stands in the repository: no registry's address, no machine's path, complete locks."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRACKED = subprocess.run(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd=ROOT,
    capture_output=True,
    text=True,
).stdout.split("\0")
# Spelled in pieces, so that this file does not contain what it looks for.
HOSTS = re.compile(
    "|".join(("pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npm", "npm" + r"js\.(org|com)"))
)
PATHS = re.compile("|".join(("/" + "work/", "/" + "root/", "/" + "home/[a-z]", "/" + "opt/pypi")))


def texts() -> list[tuple[str, str]]:
    found = []
    for name in filter(None, TRACKED):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            found.append((name, content.decode()))
    return found


def test_files_are_found() -> None:
    assert len(texts()) > 40


@pytest.mark.parametrize("pattern", [HOSTS, PATHS], ids=["registry hosts", "machine paths"])
def test_no_tracked_file_names(pattern: re.Pattern[str]) -> None:
    found = [f"{name}: {hit[0]}" for name, text in texts() if (hit := pattern.search(text))]
    assert not found


def test_the_npm_lock_holds_every_optional_dependency() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    missing = {
        name for name in wanted if not any(place.endswith(f"node_modules/{name}") for place in packages)
    }
    assert wanted
    assert not missing


def test_every_pinned_requirement_has_a_hash() -> None:
    for lock in (ROOT / "locks").glob("*.txt"):
        text = lock.read_text()
        pins = re.findall(r"^[a-z0-9-]+\[?[^=\n]*==[^\n]*\\\n +--hash=sha256:", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)) > 0, lock.name


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / "README.md").read_text()
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("exec make test")
