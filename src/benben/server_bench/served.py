"""The servers that are measured, each a process of its own on loopback, and what they used."""

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
_OURS = """
import sys
from benben.server.run import run
sys.exit(run(db=sys.argv[1], port=0, open_browser=False, warm=False))
"""


class Served(NamedTuple):
    pid: int
    port: int
    database: int | None = None  # the database's own first process

    @property
    def cpu(self) -> float:
        """Seconds of processor that the process used, with all its threads."""
        return _cpu(self.pid)

    @property
    def database_cpu(self) -> float:
        """The same for the database and all it has started; 0 where there is none of its own."""
        if self.database is None:
            return 0.0
        return sum(_cpu(pid) for pid in _family(self.database))

    @property
    def memory(self) -> float:
        """MB that it has in memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def pin(self, core: int) -> None:
        """All its threads on one core."""
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), {core})


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has ended
    return (int(fields[11]) + int(fields[12])) * _TICK


def _family(first: int) -> Iterator[int]:
    yield first
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == first:
                yield int(path.parent.name)
        except OSError:
            continue


@contextmanager
def _started(command: list[str], **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the first line that it says; it is ended here, whatever happens."""
    with tempfile.TemporaryFile("w+") as told:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=told, text=True, env={**os.environ, "CI": "1", **settings}
        )
        try:
            assert process.stdout
            said = process.stdout.readline().strip()
            if not said:
                told.seek(0)
                raise OSError(f"a server did not start: {told.read().strip()[-500:]}")
            yield process, said
        finally:
            process.terminate()
            try:
                process.communicate(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


@contextmanager
def ours(db: str, database: int | None = None, folder: Path | None = None) -> Iterator[Served]:
    """`benben serve`, without bots that warm up; the benben of this folder, if one is given."""
    settings = {"PYTHONPATH": str(folder)} if folder else {}
    with _started([sys.executable, "-c", _OURS, db], **settings) as (process, said):
        yield Served(process.pid, int(said.rpartition(":")[2]), database)


@contextmanager
def theirs(node: str, folder: Path, store: Path | None) -> Iterator[Served]:
    """boardgame.io's own server, in memory or with its FlatFile store."""
    words = [node, str(folder / "server.js"), *([str(store)] if store else [])]
    with _started(words, NODE_ENV="production") as (process, said):
        yield Served(process.pid, int(said.split()[1]))


@contextmanager
def cluster() -> Iterator[tuple[str, int]]:
    """A PostgreSQL of its own, as it comes from initdb: its URL and its first process."""
    folder = Path(tempfile.mkdtemp(prefix="benben-bench-pg-"))
    user = "postgres" if os.geteuid() == 0 else None  # initdb refuses root
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    database = folder / "db"

    def call(*words: str) -> None:
        subprocess.run(words, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    try:
        call("initdb", "-D", str(database), "-A", "trust", "-U", "postgres")
        settings = f"-k {folder} -c listen_addresses=''"
        call("pg_ctl", "-D", str(database), "-l", str(folder / "log"), "-w", "-o", settings, "start")
        try:
            first = int((database / "postmaster.pid").read_text().split()[0])
            yield f"postgresql://postgres@/postgres?host={folder}", first
        finally:
            call("pg_ctl", "-D", str(database), "-m", "fast", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def has_postgres() -> bool:
    return all(shutil.which(name) for name in ("initdb", "pg_ctl"))
