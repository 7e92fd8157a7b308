"""Compiles the modules that a move passes through: a copy of benben in build/compiled, partly machine code.

The source is the same. mypyc turns typed Python into C, and the system's compiler turns C into machine code,
which takes two minutes. Modules that are not compiled are copied as they are, so the copy is complete:

    python tools/compile_server.py
    PYTHONPATH=build/compiled benben serve

With BENBEN_COMPILE=1 a wheel is built like this, see hatch_build.py.
"""

from __future__ import annotations

import ast
import hashlib
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "benben"
TARGET = ROOT / "build" / "compiled"
PAGE = SOURCE / "server" / "static"
PACKAGES = ["mypy==2.4.1", "setuptools==84.2.1"]  # what it takes; the lock of the tests has the same

# Rules are left out: their machine code is made from the functions themselves, see core/compiled.py.
MODULES = (
    "core/chance.py",
    "core/perspective.py",
    "core/match.py",
    "core/game_functions.py",
    "core/persistent_list.py",
    "server/cluster/ownership.py",
    "server/counters.py",
    "server/limits.py",
    "server/notify/turn_notifier.py",
    "server/storage/errors.py",
    "server/storage/rows.py",
    "server/storage/statements.py",
    "server/storage/store.py",
    "server/storage/writer.py",
    "server/tables/bot_turns.py",
    "server/tables/broadcast.py",
    "server/tables/commands/advice.py",
    "server/tables/commands/dispatch.py",
    "server/tables/commands/moves.py",
    "server/tables/deadlines.py",
    "server/tables/journal.py",
    "server/tables/log_codec.py",
    "server/tables/mailbox.py",
    "server/tables/pending_commit.py",
    "server/tables/presence.py",
    "server/tables/proposals.py",
    "server/tables/room.py",
    "server/tables/schedule.py",
    "server/tables/services.py",
    "server/tables/state.py",
    "server/tables/subscriber.py",
    "server/tables/tick.py",
    "server/tables/visibility.py",
    "server/transport/frames.py",
    "server/transport/message_reader.py",
)


class Hindered(Exception):
    """Nothing can be compiled here; the sentence says why."""


def compiled() -> Path:
    """The folder of the compiled copy, which is rebuilt if anything it depends on has changed."""
    stamp, wanted = TARGET / "stamp", _fingerprint()
    if stamp.is_file() and stamp.read_text() == wanted:
        return TARGET
    check()
    print("Compiling the server", flush=True)
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(SOURCE, TARGET / "benben", ignore=shutil.ignore_patterns("__pycache__", PAGE.name))
    (TARGET / "benben" / PAGE.relative_to(SOURCE)).symlink_to(PAGE)  # as it is at any time
    words = [sys.executable, __file__, "--here", *(f"benben/{module}" for module in MODULES)]
    done = subprocess.run(words, cwd=TARGET, capture_output=True, text=True)
    if done.returncode:
        raise Hindered(f"mypyc failed: {(done.stdout + done.stderr)[-4000:]}")
    for folder in ("build", ".mypy_cache"):
        shutil.rmtree(TARGET / folder, ignore_errors=True)
    stamp.write_text(wanted)
    return TARGET


def check() -> None:
    """Hindered if a compiler is missing, or mypyc would change what a module does."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        raise Hindered(f"There is no C compiler ({compiler}) on this machine.")
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        raise Hindered("Python's own headers are not on this machine: install python3-dev.")
    for module in MODULES:
        for sentence in pitfalls((SOURCE / module).read_text()):
            raise Hindered(f"{module}: {sentence}")


def pitfalls(source: str) -> Iterator[str]:
    """A sentence for each construct that mypyc compiles to something else than Python means."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.keywords:
            yield f"class {node.name} has settings, and mypyc forgets them."
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names: dict[str, str] = {}
            for one in ast.walk(node):
                if isinstance(one, ast.ExceptHandler) and one.name and one.type:
                    sort = ast.unparse(one.type)
                    if names.setdefault(one.name, sort) != sort:
                        yield f"{node.name} has one name, {one.name}, for two sorts of fault."


def _fingerprint() -> str:
    """A hash of everything that the copy depends on."""
    found = hashlib.sha256(sys.version.encode())
    for path in (Path(__file__), *sorted(SOURCE.rglob("*"))):
        if path.is_file() and path.suffix != ".pyc" and PAGE not in path.parents:
            found.update(f"\n{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _compile_here(paths: list[str]) -> None:
    """Compile these modules of the package in the working folder, each beside its source."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    words = [f"--config-file={ROOT / 'pyproject.toml'}", "--ignore-missing-imports"]
    made = mypycify([*words, *paths], opt_level="2", debug_level="0")
    command = Distribution({"name": "benben", "ext_modules": made}).get_command_obj("build_ext")
    command.inplace = True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        _compile_here(sys.argv[2:])
    else:
        try:
            compiled()
        except Hindered as fault:
            sys.exit(f"Nothing is compiled. {fault}")
