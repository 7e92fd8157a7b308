"""What is counted, who may read it, and whether the server says that it is ill."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from benben.server.counters import SECONDS_BOUNDS, Histogram, counters
from benben.server.settings import Limits
from benben.server.storage.errors import StorageError
from benben.server.storage.store import Store
from benben.server.tables.subscriber import Subscriber
from tests.server.guest import Guest
from tests.server.house import House, Lodge, run


async def _numbers(house: House) -> dict[str, float]:
    answer = await Guest(house.url).ask("GET", "/metrics")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    found = {}
    for line in answer.text.splitlines():
        if line.startswith("#"):
            assert line.split()[1] in ("HELP", "TYPE")
        else:
            name, value = line.rsplit(" ", 1)
            found[name] = float(value)
    return found


def test_moves_refusals_commits_and_sockets_are_counted(house: House) -> None:
    async def story() -> None:
        before = await _numbers(house)
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        async with guest.at(code) as seat:
            for _ in range(4):
                await seat.move()
            await seat.tell("act", seat=0, action="nonsense")
            now = await _numbers(house)
        more = {name: now[name] - before[name] for name in now}
        assert more["benben_moves_total"] == 4
        assert more["benben_refusals_total"] == 1
        assert more["benben_sockets_open"] == 1
        assert more["benben_tables_loaded"] == 1
        assert more["benben_message_seconds_count"] == 5
        assert more['benben_message_seconds_bucket{le="+Inf"}'] == 5
        assert more["benben_commit_seconds_count"] == more["benben_commit_units_count"] > 0
        assert more["benben_commit_units_sum"] >= 4 + 3  # four moves; a person, a table, a seat taken
        assert now["process_resident_memory_bytes"] > 1_000_000
        assert more["process_cpu_seconds_total"] > 0

    run(story())


def test_a_histogram_puts_a_value_in_the_first_bucket_that_holds_it() -> None:
    histogram = Histogram((1, 2, 4))
    for value in (0, 1, 2, 3, 4, 5, 99):
        histogram.add(value)
    assert (histogram.counts, histogram.sum) == ([2, 1, 2, 2], 114)


def test_prometheus_reads_every_metric_with_its_kind(house: House) -> None:
    async def story() -> None:
        text = (await Guest(house.url).ask("GET", "/metrics")).text
        families = {each.name: each for each in text_string_to_metric_families(text)}
        kinds = [each.type for each in families.values()]
        assert [kinds.count(kind) for kind in ("gauge", "counter", "histogram", "unknown")] == [5, 6, 3, 0]
        assert all(each.documentation for each in families.values())
        assert families["benben_moves"].type == "counter"  # the parser takes _total off the name
        buckets = [row for row in families["benben_commit_seconds"].samples if row.name.endswith("_bucket")]
        assert [float(row.labels["le"]) for row in buckets] == [*SECONDS_BOUNDS, math.inf]
        values = [row.value for row in buckets]
        assert values == sorted(values)

    run(story())


def test_no_number_tells_who_plays_or_where(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefertiti")
        code = await guest.host("me", "me")
        await guest.sit(code)
        text = (await guest.ask("GET", "/metrics")).text
        for secret in ("Nefertiti", code, guest.token, guest.token.partition(".")[0]):
            assert secret not in text

    run(story())


def test_the_numbers_are_for_this_machine_only_unless_the_host_says_otherwise(tmp_path: Path) -> None:
    async def status(house: House, **headers: str) -> int:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return (await Guest(house.url).ask("GET", "/metrics", headers=named)).status_code

    for audience, here, behind in (("local", 200, 404), ("all", 200, 200), ("off", 404, 404)):
        with House(str(tmp_path / "benben.db"), metrics=audience) as house:
            assert run(status(house)) == here
            for name in ("x_forwarded_for", "forwarded", "x_real_ip"):
                assert run(status(house, **{name: "127.0.0.1"})) == behind


def test_health_says_so_when_the_store_does_not_answer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_: Store) -> None:
        raise StorageError("The disk is gone.")

    async def story() -> None:
        guest = Guest(house.url)
        answer = await guest.ask("GET", "/health")
        assert (answer.status_code, answer.text) == (200, "well\n")
        with monkeypatch.context() as patch:
            patch.setattr(Store, "check", broken)
            answer = await guest.ask("GET", "/health")
        assert (answer.status_code, answer.text) == (503, "The disk is gone.\n")

    run(story())


def test_health_asks_the_store_and_its_writer(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(str(tmp_path / "benben.db"))
        await store.check()
        await store.close()
        with pytest.raises(StorageError):
            await store.check()

    run(story())


def test_limits_count_by_the_address_that_a_proxy_on_this_machine_tells(tmp_path: Path) -> None:
    with (
        Lodge(str(tmp_path / "benben.db")) as lodge,
        httpx.Client(base_url=lodge.url, verify=False, timeout=60) as client,
    ):

        def status(address: str) -> int:
            headers = {"x-forwarded-for": f"198.51.100.1, {address}"}
            return client.post("/api/people/recover", headers=headers, json={"key": "no"}).status_code

        one = [status("203.0.113.1") for _ in range(60)]
        assert one[0] == 401
        assert 429 in one
        assert status("203.0.113.2") == 401
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404


def test_who_is_silent_for_too_long_is_sent_away(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        async with guest.at(code) as seat:
            closing = await seat.until("closing")
            assert closing["sentence"] == "The connection was silent for too long. Please come back."

    with House(str(tmp_path / "benben.db"), limits=Limits(silence_seconds=0.3)) as house:
        run(story(house))


def test_a_body_that_comes_too_slowly_is_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{")
        answer = await asyncio.wait_for(reader.readline(), 60)
        writer.close()
        assert answer.split()[1] == b"408"

    with House(str(tmp_path / "benben.db"), limits=Limits(body_seconds=0.2)) as house:
        run(story(house))


def test_a_client_that_is_dropped_is_counted() -> None:
    before = counters.dropped
    flooded = Subscriber(None, Limits(queued_messages=5))
    for _ in range(6):
        flooded.send_bytes(b"{}")
    assert (flooded.closed, counters.dropped) == (True, before + 1)
