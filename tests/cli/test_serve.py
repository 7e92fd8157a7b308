"""`benben serve` as a host meets it: a real process, its sentences and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.command import benben
from tests.server.guest import Guest
from tests.server.house import run


@contextmanager
def serving(
    db: Path, *words: str, env: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server on a free port, with the first line that it printed; killed if the test has not ended it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benben", "serve", "--no-browser", "--port", "0", "--db", str(db), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CI": "1", **(env or {})},
    )
    assert process.stdout
    try:
        first = process.stdout.readline()
        assert first.startswith("Benben is at http://"), process.communicate()
        yield process, [first.strip()]
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


@pytest.mark.parametrize(
    ("flag", "value", "part"),
    [
        (
            "--trust",
            "my-proxy",
            "my-proxy is not an address such as 10.0.0.5 or a network such as 10.0.0.0/8",
        ),
        ("--trust", "10.0.0.0/99", "is not an address"),
        ("--trust", "*", "is not an address"),
        ("--origin", "games.example.org", "is not the start of an address such as https://games.example.org"),
        ("--origin", "https://", "is not the start of an address"),
        ("--origin", "ftp://games.example.org", "is not the start of an address"),
        ("--origin", "https://games.example.org/benben", "without a path"),
        ("--origin", "https://games.example.org:99999", "is not the start of an address"),
        ("--origin", "https://me@games.example.org", "is not the start of an address"),
    ],
)
def test_a_proxy_or_origin_that_cannot_be_is_refused(
    tmp_path: Path, flag: str, value: str, part: str
) -> None:
    ended = benben("serve", "--no-browser", "--db", tmp_path / "benben.db", flag, value)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"benben serve: argument {flag}: ")
    assert part in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_server_for_the_network_says_who_can_connect_and_what_to_give_friends(tmp_path: Path) -> None:
    with serving(tmp_path / "benben.db", "--host", "0.0.0.0") as (process, said):
        port = said[0].rpartition(":")[2]
        assert process.stdout
        warning = process.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=30) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert "Everybody in your network can connect" in warning
    assert f":{port}" in warning
    assert "0.0.0.0" not in warning
    assert "TLS" in warning
    assert process.returncode == 0


def test_a_server_for_this_machine_says_nothing_about_the_network(tmp_path: Path) -> None:
    with serving(tmp_path / "benben.db") as (process, _):
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=30)
    assert (process.returncode, rest) == (0, "")


def test_a_second_signal_ends_the_server_at_once_and_loses_nothing(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"

    async def moved(url: str, process: subprocess.Popen[str]) -> tuple[Guest, str, int]:
        guest = await Guest.join(url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.move()
            process.send_signal(signal.SIGTERM)
            await seat.until("closing")  # this client does not go, so that the server would wait
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=5)
            return guest, code, len(seat.log)

    with serving(db) as (process, said):
        guest, code, entries = run(moved(said[0].rpartition(" ")[2], process))
        _, log = process.communicate(timeout=5)
    assert process.returncode == -signal.SIGTERM
    assert "Traceback" not in log
    assert "ends at once" in log

    async def found(url: str) -> int:
        async with Guest(url, guest.token).at(code) as seat:
            return len(seat.log)

    with serving(db) as (_, said):
        assert run(found(said[0].rpartition(" ")[2])) == entries
