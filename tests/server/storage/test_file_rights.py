"""The database holds the secrets of running matches: only its owner may read it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benben.server.storage.backup import back_up
from benben.server.storage.database import check_database
from benben.server.storage.file_lock import acquire
from tests.server.house import House


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def _rights(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_every_file_of_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    db = str(tmp_path / "benben.db")
    lock = acquire(db)
    assert lock
    with lock, House(db):
        back_up(db, tmp_path / "copy.db")
        rights = _rights(tmp_path)
        assert set(rights) == {
            "benben.db",
            "benben.db-wal",
            "benben.db-shm",
            "benben.db.lock",
            "copy.db",
        }
        assert set(rights.values()) == {0o600}


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o666, 0o600), (0o640, 0o640)])
def test_what_everybody_could_read_is_narrowed_and_what_a_group_may_read_is_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, before: int, after: int
) -> None:
    db = tmp_path / "benben.db"
    check_database(str(db))
    db.chmod(before)
    with House(str(db)):
        rights = _rights(tmp_path)
        assert {rights[name] for name in ("benben.db", "benben.db-wal", "benben.db-shm")} == {after}
    narrowed = [message for message in caplog.messages if "could be read by everybody" in message]
    assert len(narrowed) == (before != after)
