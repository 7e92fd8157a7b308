"""`benben bench server`: starts the servers one after the other, measures each, and tells."""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Coroutine, Sequence
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from benben import games
from benben.server_bench import SERVERS, ours, report, served, theirs
from benben.server_bench.load import Broken
from benben.server_bench.measure import Plan, Result, measured

ROOT = Path(__file__).resolve().parents[3]
BOARDGAME = ROOT / "benchmarks" / "boardgame"


class Missing(Exception):
    """Something that this measurement needs is not here; the sentence says what."""


def run(plan: Plan, servers: Sequence[str] = SERVERS) -> int:
    """Prints the table and the bars; 1 if one is missed."""
    if not Path("/proc/self/stat").exists():
        print("What a server uses is read from /proc, which this system does not have.", file=sys.stderr)
        return 2
    python = platform.python_version()
    tuned = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    how = "" if tuned else " built without a profile"
    print(f"{os.cpu_count()} cores, Python {python}{how}, load average {_busy()} before", flush=True)
    folder = _compiled() if {"sqlite", "postgres"} & {*servers} else None
    if folder is None:  # then the first row is plain
        servers = [name for name in servers if name != "plain" or "sqlite" not in servers]
    before = _times()
    found: dict[str, Result] = {}
    for name in servers:
        try:
            found[name] = _measured(name, plan, None if name == "plain" else folder)
        except (Missing, Broken, TimeoutError) as fault:
            print(f"No row of {TITLES[name]}: {fault or 'it took too long'}", flush=True)
    if not found:
        return 1
    stolen, whole = (now - then for now, then in zip(_times(), before, strict=True))
    print(
        f"load average {_busy()} after; the host kept back {100 * stolen / whole:.1f} % of the processors\n"
    )
    print(report.table(list(found.values())))
    bars = report.bars(found.get("sqlite"), found.get("memory"), found.get("files"))
    if bars:
        print(f"\n{report.bar_table(bars)}")
    return int(not all(bar.kept for bar in bars))


TITLES = {
    "sqlite": "benben, SQLite",
    "postgres": "benben, PostgreSQL",
    "plain": "benben not compiled, SQLite",
    "memory": "boardgame.io, memory",
    "files": "boardgame.io, FlatFile",
}


def _measured(name: str, plan: Plan, compiled: Path | None) -> Result:
    game, peer = _game()
    with tempfile.TemporaryDirectory(prefix="benben-bench-") as folder:
        title = TITLES[name]
        if name in ("sqlite", "plain"):
            with served.ours(f"{folder}/benben.db", None, compiled) as server:
                return _asyncio(measured(title, server, ours.pair, game, plan, _tell))
        if name == "postgres":
            if not served.has_postgres() or not find_spec("psycopg"):
                raise Missing("it needs initdb, pg_ctl and the extra postgres.")
            with served.cluster() as (url, first), served.ours(url, first, compiled) as server:
                return _asyncio(measured(title, server, ours.pair, game, plan, _tell))
        store = Path(folder) / "store" if name == "files" else None
        with served.theirs(_node(), BOARDGAME, store) as server:
            return _asyncio(measured(title, server, theirs.pair, peer, plan, _tell))


def _game() -> tuple[str, str]:
    """The game that is played here, and the one of about its size that is played there."""
    for name in games.NAMES:
        peers = f"benben.games.{name}.peers"
        if find_spec(peers) and (peer := getattr(import_module(peers), "BOARDGAME", None)):
            return name, str(peer)
    raise Missing("no game says what it is measured beside.")


def _node() -> str:
    """The node that builds the page, with boardgame.io installed for it."""
    if not BOARDGAME.is_dir():
        raise Missing("its folder comes with the sources, not with the package.")
    build = _tool("build_web")
    try:
        _tell("boardgame.io: installing it, unless it is here")
        build.install(BOARDGAME)
        return str(Path(build.machine_node() or build.packaged_node()) / "node")
    except (subprocess.CalledProcessError, ImportError, OSError) as fault:
        raise Missing(f"node or boardgame.io could not be installed ({type(fault).__name__}).") from None


def _compiled() -> Path | None:
    """The folder of the compiled benben; None where it cannot be made, or what is installed is compiled."""
    try:
        tool = _tool("compile_server")
    except Missing:
        return None
    _tell("benben: compiling it, unless it is")
    try:
        return Path(tool.compiled())
    except tool.Hindered as fault:
        print(f"benben is not compiled. {fault}", flush=True)
        return None


def _tool(name: str) -> Any:
    path = ROOT / "tools" / f"{name}.py"
    spec = spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise Missing(f"tools/{name}.py comes with the sources, not with the package.")
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def _times() -> tuple[int, int]:
    """What the host has kept back of the processors, and all time, in ticks since the machine started."""
    fields = [int(one) for one in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return fields[7], sum(fields)


def _asyncio(work: Coroutine[Any, Any, Result]) -> Result:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def _busy() -> str:
    return " ".join(f"{one:.1f}" for one in os.getloadavg())


def _tell(sentence: str) -> None:
    print(f"{sentence} ...", file=sys.stderr, flush=True)
