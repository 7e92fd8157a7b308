"""`benben bench server`: starts the servers one after the other, measures each and prints a report."""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Coroutine, Sequence
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from benben import games
from benben.bench import thresholds
from benben.bench.game_bench import bench_module
from benben.bench.server import SERVERS, benben_client, boardgameio_client, processes, report
from benben.bench.server.load import LoadFailed
from benben.bench.server.measure import LoadPlan, ServerResult, measure_server

ROOT = Path(__file__).resolve().parents[4]  # of a checkout
BOARDGAMEIO = ROOT / "bench" / "peers" / "boardgameio"
NO_CHECKOUT = (
    "This is an installed package. To measure boardgame.io, and to compile Benben for the comparison, "
    "benben bench server needs a checkout of the sources."
)


class NotMeasurable(Exception):
    """Something that a measurement needs is missing; the sentence says what."""


def run(plan: LoadPlan, servers: Sequence[str] = SERVERS) -> int:
    """Measure these servers and print the report. Returns 1 if a threshold is missed or none was measured."""
    if not Path("/proc/self/stat").exists():
        print("Processor times are read from /proc, which this system does not have.", file=sys.stderr)
        return 2
    python = platform.python_version()
    tuned = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    how = "" if tuned else " built without a profile"
    print(f"{os.cpu_count()} cores, Python {python}{how}, load average {_load_average()} before", flush=True)
    if not _has_checkout():
        print(NO_CHECKOUT, flush=True)
    folder = _compiled() if {"sqlite", "postgres"} & {*servers} else None
    if folder is None:  # then the row sqlite is already plain
        servers = [name for name in servers if name != "plain" or "sqlite" not in servers]
    before = _host_ticks()
    found: dict[str, ServerResult] = {}
    for name in servers:
        try:
            found[name] = _measure(name, plan, None if name == "plain" else folder)
        except (NotMeasurable, LoadFailed, TimeoutError) as fault:
            print(f"No row of {TITLES[name]}: {fault or 'it took too long'}", flush=True)
    if not found:
        return 1
    stolen, whole = (now - then for now, then in zip(_host_ticks(), before, strict=True))
    withheld = f"the host withheld {100 * stolen / whole:.1f} % of the processors"
    print(f"load average {_load_average()} after; {withheld}\n")
    print(report.table(list(found.values())))
    bounds = report.thresholds(found.get("sqlite"), found.get("memory"), found.get("files"))
    if bounds:
        print(f"\n{thresholds.table(bounds)}")
    return int(not all(one.met for one in bounds))


TITLES = {
    "sqlite": "benben, SQLite",
    "postgres": "benben, PostgreSQL",
    "plain": "benben not compiled, SQLite",
    "memory": "boardgame.io, memory",
    "files": "boardgame.io, FlatFile",
}


def _measure(name: str, plan: LoadPlan, compiled: Path | None) -> ServerResult:
    game, peer = _games()
    with tempfile.TemporaryDirectory(prefix="benben-bench-") as folder:
        title = TITLES[name]
        if name in ("sqlite", "plain"):
            with processes.run_benben(f"{folder}/benben.db", None, compiled) as server:
                return _asyncio(measure_server(title, server, benben_client.seat_pair, game, plan, _tell))
        if name == "postgres":
            if not processes.has_postgres() or not find_spec("psycopg"):
                raise NotMeasurable("it needs initdb, pg_ctl and the extra postgres.")
            with (
                processes.run_postgres() as (url, first),
                processes.run_benben(url, first, compiled) as server,
            ):
                return _asyncio(measure_server(title, server, benben_client.seat_pair, game, plan, _tell))
        store = Path(folder) / "store" if name == "files" else None
        with processes.run_boardgameio(_node(), BOARDGAMEIO, store) as server:
            return _asyncio(measure_server(title, server, boardgameio_client.seat_pair, peer, plan, _tell))


def _games() -> tuple[str, str]:
    """The game that our server plays, and boardgame.io's game of about its size."""
    for name in games.NAMES:
        if peer := getattr(bench_module(name), "BOARDGAME", None):
            return name, str(peer)
    raise NotMeasurable("no game names a game of boardgame.io.")


def _node() -> str:
    """The path of node, with boardgame.io installed for it."""
    if not _has_checkout():
        raise NotMeasurable("it needs a checkout of the sources.")
    build = _tool("build_web")
    try:
        _tell("boardgame.io: installing it, unless it is installed")
        build.install(BOARDGAMEIO)
        return str(Path(build.machine_node() or build.packaged_node()) / "node")
    except (subprocess.CalledProcessError, ImportError, OSError) as fault:
        raise NotMeasurable(
            f"node or boardgame.io could not be installed ({type(fault).__name__})."
        ) from None


def _compiled() -> Path | None:
    """The folder of a compiled benben; None without a checkout, or where it cannot be compiled."""
    if not _has_checkout():
        return None
    tool = _tool("compile_server")
    _tell("benben: compiling it, unless it is compiled")
    try:
        return Path(tool.compiled())
    except tool.Hindered as fault:
        print(f"benben is not compiled. {fault}", flush=True)
        return None


def _has_checkout() -> bool:
    return BOARDGAMEIO.is_dir()


def _tool(name: str) -> Any:
    """A module of the checkout's folder tools."""
    spec = spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def _host_ticks() -> tuple[int, int]:
    """The processor ticks that the host withheld (steal), and all ticks, since the machine started."""
    fields = [int(one) for one in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return fields[7], sum(fields)


def _asyncio(work: Coroutine[Any, Any, ServerResult]) -> ServerResult:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def _load_average() -> str:
    return " ".join(f"{one:.1f}" for one in os.getloadavg())


def _tell(sentence: str) -> None:
    print(f"{sentence} ...", file=sys.stderr, flush=True)
