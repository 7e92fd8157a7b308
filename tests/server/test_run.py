"""What the server says, and how it ends, when it cannot begin."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from benben.server.run import run
from benben.server.settings import Settings
from benben.server.storage.database import check_database
from benben.server.storage.errors import StorageError
from benben.server.storage.file_lock import acquire
from tests.server.house import SERVE


def test_a_server_that_cannot_begin_says_so_and_ends_with_1(postgres: str) -> None:
    """The database lets it look, but not listen for news as well."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("create role few login connection limit 1")
        connection.execute("grant all on schema public to few")
    ended = subprocess.run(
        [sys.executable, "-c", SERVE, postgres.replace("postgres@", "few@"), "0"],
        capture_output=True,
        text=True,
        env={**os.environ, "CI": "1"},
        timeout=60,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "The database did not answer." in ended.stderr


@pytest.mark.parametrize("db", ["{}/file/benben.db", "postgresql://nefer@here:port/benben", "://"])
def test_a_database_that_cannot_be_is_said_to_be_the_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], db: str
) -> None:
    (tmp_path / "file").touch()
    assert run(Settings(db.format(tmp_path)), port=0, open_browser=False) == 1
    assert capsys.readouterr().err.startswith("The database cannot be opened: ")


def test_a_file_is_served_once_by_whatever_name(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "benben.db")
    lock = acquire(str(tmp_path / "benben.db"))
    assert lock
    with lock, pytest.raises(StorageError):
        acquire(f"sqlite:///{tmp_path}/link.db")


def test_a_database_that_can_only_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    check_database(str(tmp_path / "benben.db"))
    with pytest.raises(StorageError, match="attempt to write a readonly database"):
        check_database(f"sqlite:///file:{tmp_path}/benben.db?mode=ro&uri=true")
