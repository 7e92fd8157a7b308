"""`benben serve` as a host meets it: a real process, its sentences and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from benben.server.log_output import log_name
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
    ("variable", "value", "part"),
    [
        ("BENBEN_PORT", "99999", "99999 is not a whole number from 0 to 65,535"),
        ("BENBEN_TRUST", "10.0.0.1 my-proxy", "my-proxy is not an address"),
        ("BENBEN_METRICS", "friends", "friends is not one of local, all, off"),
        ("BENBEN_NO_BROWSER", "perhaps", "perhaps is neither 1 nor 0"),
        ("BENBEN_LOG", "xml", "xml is not one of text, json"),
        ("BENBEN_CALLS_PER_SECOND", "0", "0 is not a whole number from 1"),
    ],
)
def test_a_bad_value_in_the_environment_is_refused_by_the_name_of_its_variable(
    tmp_path: Path, variable: str, value: str, part: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "benben", "serve", "--db", str(tmp_path / "benben.db")],
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, variable: value},
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"benben serve: environment variable {variable}: {part}")


def test_every_flag_can_be_set_by_the_environment_and_the_flag_wins(tmp_path: Path) -> None:
    env = {
        "BENBEN_HOST": "no-such-host.invalid",
        "BENBEN_LOG": "json",
        "BENBEN_LOG_LEVEL": "info",
        "BENBEN_METRICS": "off",
        "BENBEN_PROT": "8000",
        "BENBEN_WORKERS": "1",
    }
    with serving(tmp_path / "benben.db", "--host", "127.0.0.1", env=env) as (process, said):
        url = said[0].rpartition(" ")[2]
        for path in ("/metrics", "/api/me"):
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(url + path, timeout=30)
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=30)
    warning, *lines = log.splitlines()
    assert "there is no setting BENBEN_PROT" in warning
    refused = [json.loads(line) for line in lines]
    assert all("address" in line for line in refused), log
    assert [(line["level"], line["address"], line["message"]) for line in refused] == [
        ("info", "127.0.0.1", "GET 404"),
        ("info", "127.0.0.1", "GET 401"),
    ]
    assert datetime.fromisoformat(refused[0]["time"]).tzinfo


@pytest.mark.parametrize("kind", ["text", "json"])
def test_the_log_has_date_level_and_address_and_no_code_of_a_table(tmp_path: Path, kind: str) -> None:
    async def visited(url: str) -> str:
        guest = await Guest.join(url, "Nefer")
        code = await guest.host("me", "me")
        async with guest.at(code):
            pass
        await guest.ask("GET", "/api/tables/no-such-table")
        return code

    with serving(tmp_path / "benben.db", "--log", kind) as (process, said):
        code = run(visited(said[0].rpartition(" ")[2]))
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=30)
    assert code not in log
    assert f"table {log_name(code)}: opened" in log
    for line in log.splitlines():
        if kind == "json":
            told = json.loads(line)
            assert {"time", "level", "message", "address"} == told.keys()
        else:
            assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO 127\.0\.0\.1 \S", line), line


def test_a_level_keeps_less_important_events_out_of_the_log(tmp_path: Path) -> None:
    with serving(tmp_path / "benben.db", "--log-level", "warning") as (process, said):
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(said[0].rpartition(" ")[2] + "/api/me", timeout=30)
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=30)[1] == ""


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


def test_bots_of_the_house_play_unless_the_host_says_otherwise(tmp_path: Path) -> None:
    async def kinds(url: str) -> list[str]:
        return [match["kind"] for match in await Guest(url).call("GET", "/api/watch")]

    with serving(tmp_path / "benben.db") as (_, said):
        assert run(kinds(said[0].removeprefix("Benben is at "))) == ["house"]
    assert benben("check", str(tmp_path / "benben.db")).returncode == 0
    with serving(tmp_path / "other.db", "--no-house-match") as (_, said):
        assert run(kinds(said[0].removeprefix("Benben is at "))) == []
