"""Chaos in short, on both databases; and servers that break a promise are found out."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benben import games
from benben.chaos.experiment import Experiment, ExperimentPlan, ExperimentResult
from benben.chaos.player import call
from benben.chaos.server_process import COMMAND, Fleet, ServerProcess, first_traceback
from tests.cli.command import benben

SHORT: dict[str, dict[str, Any]] = {"senet": {"pieces": 1}, "solitaire": {"ranks": 3, "files": 3}}
LONGER = {"senet": {"pieces": 3}}

PLANTED = """
import sys
from benben.chaos.server_process import main
from benben.server.tables.state import TableState
from benben.server.storage.store import Store

commit_nowait = Store.commit_nowait

def early(store, changes, then):
    entries = [row for _, row in changes if isinstance(row, tuple)]
    if len(entries) < len(changes) or any(kind != "event" for _, _, kind, *_ in entries):
        commit_nowait(store, changes, then)
    else:
        store.loop.call_soon(then, None)
        store.loop.call_later(0.3, commit_nowait, store, changes, lambda fault: None)

if sys.argv[1] == "early":
    Store.commit_nowait = early
if sys.argv[1] == "forgetful":
    TableState.handled_digest = lambda state, person, id: None
sys.exit(main(sys.argv[2]))
"""


BORN_TOO_LATE = """\
Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/lib/multiprocessing/spawn.py", line 122, in spawn_main
    exitcode = _main(fd, parent_sentinel)
               ^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/lib/multiprocessing/spawn.py", line 130, in _main
    preparation_data = reduction.pickle.load(from_parent)
EOFError: Ran out of input
"""
REAL_FAULT = """\
Traceback (most recent call last):
  File "/benben/server/hub.py", line 7, in open
    raise EOFError
EOFError: Ran out of input
"""


def test_a_worker_that_starts_while_its_server_is_killed_is_no_fault() -> None:
    assert first_traceback("started\n" + BORN_TOO_LATE + "started\n") == ""
    log = f"started\n{BORN_TOO_LATE}started\n{REAL_FAULT}stopped\n"
    assert first_traceback(log) == REAL_FAULT.rstrip()


def _result(plan: ExperimentPlan, db: str, folder: Path, planted: str = "") -> ExperimentResult:
    command = (sys.executable, "-c", PLANTED, planted) if planted else COMMAND

    async def run() -> ExperimentResult:
        return await asyncio.wait_for(Experiment(plan, db, folder, command).run(), 300)

    return asyncio.run(run())


def test_nothing_acknowledged_is_lost_or_done_twice_when_the_server_dies(db: str, tmp_path: Path) -> None:
    plan = ExperimentPlan(
        matches=len(games.NAMES), kills=3, seconds=300, seed="nile", at_once=5, options=SHORT
    )
    result = _result(plan, db, tmp_path)
    assert not result.fault, result.fault
    assert result.kills == 3
    assert set(result.matches) == {games.load(name).title for name in games.NAMES}
    assert result.actions > 20
    assert result.counts["twice"]
    assert result.counts["late"]


@pytest.mark.plain
def test_a_store_that_acknowledges_before_it_writes_is_caught(tmp_path: Path) -> None:
    plan = ExperimentPlan(matches=20, kills=10, seconds=300, seed="sand", at_once=4, options=SHORT)
    fault = _result(plan, str(tmp_path / "benben.db"), tmp_path, "early").fault
    assert fault.endswith(("is no longer so.", "it is not in the log."))


@pytest.mark.plain
def test_a_table_that_does_a_message_twice_is_caught(tmp_path: Path) -> None:
    plan = ExperimentPlan(
        matches=4, kills=0, seconds=300, seed="reed", at_once=4, games=["senet"], options=LONGER
    )
    fault = _result(plan, str(tmp_path / "benben.db"), tmp_path, "forgetful").fault
    assert fault.endswith("times.")


def test_matches_go_on_beside_a_stranger_whose_address_is_limited(tmp_path: Path) -> None:
    plan = ExperimentPlan(
        matches=4, kills=2, seconds=300, seed="fen", at_once=4, games=["senet"], options=SHORT, limits=True
    )
    stranger = (sys.executable, "-m", "benben.bench.hostile.attacker", "0.5", "new-tables", "unknown-tokens")

    async def run() -> ExperimentResult:
        db = str(tmp_path / "benben.db")
        return await asyncio.wait_for(Experiment(plan, db, tmp_path, stranger=stranger).run(), 300)

    result = asyncio.run(run())
    assert not result.fault, result.fault
    assert result.kills == 2
    assert result.hostile.total() > 0


def test_a_server_ends_with_the_process_that_forked_it(tmp_path: Path) -> None:
    async def story() -> None:
        server = ServerProcess(str(tmp_path / "benben.db"), tmp_path / "log")
        await server.start()
        pid = server._pid
        await server.restart()
        assert server._pid != pid
        assert server._parent
        server._parent.kill()
        await server._parent.wait()
        async with asyncio.timeout(20):
            while Path(f"/proc/{server._pid}/cmdline").exists():
                await asyncio.sleep(0.05)

    asyncio.run(story())


def test_a_server_that_does_not_start_is_said_plainly(tmp_path: Path) -> None:
    plan = ExperimentPlan(matches=1, kills=0, seconds=5, seed="x")
    assert _result(plan, str(tmp_path), tmp_path).fault.startswith("The server did not start.")


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    answers = [b'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"', b"HTTP/1.1 200", b""]

    async def story() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answers.pop() if answers else b'HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n{"a":1}')
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            fleet = Fleet("", Path(), 1)
            fleet.servers[0].url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            fleet.servers[0].up.set()
            assert await call(fleet, Random(0), "GET", "/") == {"a": 1}
        assert not answers

    asyncio.run(story())


def test_the_command_says_what_it_does_not_understand() -> None:
    ran = benben("chaos", "--matches", "0")
    assert ran.returncode == 2
    assert ran.stderr.startswith("benben chaos: ")
    ran = benben("chaos", "--processes", "2")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "benben chaos: several processes need PostgreSQL; name one with --db.\n"
    ran = benben("chaos", "--database-restarts", "2")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "benben chaos: --database-restarts needs --db postgres.\n"
