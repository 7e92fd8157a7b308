"""Servers and databases for the tests. Each process of the test run has its own."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.house import House

_numbers = itertools.count()


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL cluster in a temporary folder, reached through a socket in it. Answers its URL."""
    folder = Path(tempfile.mkdtemp(prefix="benben-pg-"))
    user = "postgres" if os.geteuid() == 0 else None  # initdb refuses root
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    database = folder / "db"

    def call(*words: str) -> None:
        subprocess.run(words, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    settings = f"-k {folder} -c listen_addresses='' -c fsync=off"
    call("initdb", "-D", str(database), "-A", "trust", "-U", "postgres", "--no-sync")
    call("pg_ctl", "-D", str(database), "-l", str(folder / "log"), "-w", "-o", settings, "start")
    try:
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        call("pg_ctl", "-D", str(database), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(cluster: str) -> str:
    """A fresh database."""
    name = f"benben{next(_numbers)}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
    return cluster.replace("/postgres?", f"/{name}?")


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each of the two databases in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "benben.db")
    return str(request.getfixturevalue("postgres"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server in a thread of this process, for a whole module; all its guests have one address."""
    db = str(tmp_path_factory.mktemp("house") / "benben.db")
    many = Limit(burst=1_000_000, per_second=5)
    limits = Limits(
        calls=many,
        reads=many,
        requests=many,
        prompt_requests=many,
        new_connections=many,
        new_sockets=many,
        tables_per_person=1_000_000,
        tables_per_address=1_000_000,
        achievement_seconds=60,
    )
    with House(db, limits=limits) as house:
        yield house
