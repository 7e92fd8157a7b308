"""The servers that are measured, each a process of its own on loopback, and the resources they use."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_TICK = 1 / os.sysconf("SC_CLK_TCK")
_SERVE = """
import sys
from benben.server.run import run
from benben.server.settings import Settings
sys.exit(run(Settings(sys.argv[1], warm=False), port=0, open_browser=False))
"""


class MeasuredServer(NamedTuple):
    pid: int
    port: int
    database: int | None = None  # the database's own first process

    @property
    def cpu(self) -> float:
        """Processor seconds that the server has used, with all its threads."""
        return processor_seconds(self.pid)

    @property
    def database_cpu(self) -> float:
        """Processor seconds of the database's processes; 0 where it has none of its own."""
        if self.database is None:
            return 0.0
        return sum(processor_seconds(pid) for pid in with_children(self.database))

    @property
    def memory(self) -> float:
        """MB of memory that the server occupies."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def pin(self, core: int) -> None:
        """Move all threads of the server to one core."""
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), {core})


def processor_seconds(pid: int) -> float:
    """Processor seconds that a process has used, with all its threads; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has ended
    return (int(fields[11]) + int(fields[12])) * _TICK


def with_children(first: int) -> Iterator[int]:
    """A process and those that it started."""
    yield first
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == first:
                yield int(path.parent.name)
        except OSError:
            continue


@contextmanager
def _process(command: list[str], **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A new process and its first line of output; the process is ended on the way out."""
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "CI": "1", **settings},
        )
        try:
            assert process.stdout
            line = process.stdout.readline().strip()
            if not line:
                errors.seek(0)
                raise OSError(f"a server did not start: {errors.read().strip()[-500:]}")
            yield process, line
        finally:
            process.terminate()
            try:
                process.communicate(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


@contextmanager
def run_benben(db: str, database: int | None = None, folder: Path | None = None) -> Iterator[MeasuredServer]:
    """Run `benben serve` without warming up bots; with a folder, the benben in that folder."""
    settings = {"PYTHONPATH": str(folder)} if folder else {}
    with _process([sys.executable, "-c", _SERVE, db], **settings) as (process, line):
        yield MeasuredServer(process.pid, int(line.rpartition(":")[2]), database)


@contextmanager
def run_boardgameio(node: str, folder: Path, store: Path | None) -> Iterator[MeasuredServer]:
    """Run boardgame.io's own server, in memory or with its FlatFile store."""
    command = [node, str(folder / "server.js"), *([str(store)] if store else [])]
    with _process(command, NODE_ENV="production") as (process, line):
        yield MeasuredServer(process.pid, int(line.split()[1]))


class PostgresCluster:
    """A running PostgreSQL of our own, in a folder of its own."""

    def __init__(self, folder: Path, user: str | None) -> None:
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self._folder, self._user = folder, user

    @property
    def first_process(self) -> int:
        return int((self._folder / "db" / "postmaster.pid").read_text().split()[0])

    def control(self, *words: str) -> None:
        """Run pg_ctl, and wait until it is done."""
        command = ("pg_ctl", "-D", str(self._folder / "db"), "-l", str(self._folder / "log"), "-w", *words)
        subprocess.run(command, user=self._user, cwd=self._folder, check=True, stdout=subprocess.DEVNULL)

    def crash(self) -> None:
        """Stop PostgreSQL without any cleaning up, as a crash would, and start it again."""
        self.control("-m", "immediate", "restart")


@contextmanager
def run_postgres() -> Iterator[tuple[str, int]]:
    """Run a PostgreSQL of our own, as initdb sets it up; yields its URL and its first process."""
    with run_postgres_cluster() as cluster:
        yield cluster.url, cluster.first_process


@contextmanager
def run_postgres_cluster() -> Iterator[PostgresCluster]:
    """Run a PostgreSQL of our own, as initdb sets it up."""
    folder = Path(tempfile.mkdtemp(prefix="benben-bench-pg-"))
    user = "postgres" if os.geteuid() == 0 else None  # initdb refuses root
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    cluster = PostgresCluster(folder, user)
    try:
        create = ("initdb", "-D", str(folder / "db"), "-A", "trust", "-U", "postgres")
        subprocess.run(create, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        cluster.control("-o", f"-k {folder} -c listen_addresses=''", "start")
        try:
            yield cluster
        finally:
            cluster.control("-m", "fast", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def has_postgres() -> bool:
    return all(shutil.which(name) for name in ("initdb", "pg_ctl"))
