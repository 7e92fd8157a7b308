"""Match time, clocks and deadlines, with a clock that moves only when a test moves it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benben import games
from benben.core.record.verify import verify_record
from benben.server.storage import rows
from benben.server.tables import presence, schedule, sleep
from tests.server.guest import Guest, Seat
from tests.server.house import House, run


class Watch:
    """Stands in for the time module in rooms."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(schedule, "time", watch)
    monkeypatch.setattr(presence, "time", watch)
    return watch


async def _alone(house: House, **wish: object) -> tuple[Guest, str]:
    guest = await Guest.join(house.url, "Nefer")
    code = await guest.host("me", "me", seating="choice", **wish)
    await guest.sit(code)
    return guest, code


async def _pass(watch: Watch, seat: Seat, seconds: float) -> None:
    """Time passes, and the room is made to look at its watch."""
    watch.seconds += seconds
    await seat.send({"type": "look", "n": 0})
    await seat.until("past", "refused")


def test_match_time_stands_still_while_the_server_is_down(tmp_path: Path, watch: Watch) -> None:
    async def story(db: str) -> None:
        with House(db) as house:
            guest, code = await _alone(house)
            async with guest.at(code) as seat:
                watch.seconds += 5
                await seat.move()
                assert seat.log[-1]["at"] == 5000
        watch.seconds += 3600
        with House(db) as house:
            guest.url = house.url
            async with guest.at(code) as seat:
                watch.seconds += 2
                await seat.move()
                assert seat.log[-1]["at"] == 7000

    run(story(str(tmp_path / "benben.db")))


def test_a_ping_tells_match_time_and_gives_the_own_number_back(house: House, watch: Watch) -> None:
    async def story() -> None:
        guest, code = await _alone(house)
        async with guest.at(code) as seat:
            watch.seconds += 4.5
            await seat.send({"type": "ping", "sent": 812.25})
            assert await seat.until("pong") == {"type": "pong", "sent": 812.25, "at": 4500}
            await seat.send({"type": "ping"})
            assert (await seat.until("pong"))["sent"] == 0

    run(story())


def test_a_bank_runs_down_for_the_seat_to_act_and_is_paid_back_by_the_increment(
    house: House, watch: Watch
) -> None:
    async def story() -> None:
        guest, code = await _alone(house, clock={"kind": "bank", "seconds": 60, "increment": 3})
        async with guest.at(code) as seat:
            assert seat.now["clocks"] == {"left": [60000, 60000], "running": 0}
            watch.seconds += 10
            await seat.move()
            assert seat.now["clocks"] == {"left": [50000, 60000], "running": 0}
            while seat.now["clocks"]["running"] == 0:
                await seat.move()
            assert seat.now["clocks"] == {"left": [53000, 60000], "running": 1}

    run(story())


def test_whose_time_runs_out_loses_at_that_very_moment(house: House, watch: Watch) -> None:
    async def story() -> None:
        guest, code = await _alone(house, clock={"kind": "move", "seconds": 5})
        async with guest.at(code) as seat:
            watch.seconds += 4
            await seat.move()
            choice = seat.now["choices"][0][0]["text"]
            watch.seconds += 5
            answer = await seat.tell("act", seat=0, action=choice)  # too late by nothing at all
            assert (answer["type"], answer["sentence"]) == ("refused", "The match is over.")
            assert seat.now["ending"]["winners"] == [1]
            assert (seat.log[-1]["text"], seat.log[-1]["at"]) == ("time", 9000)
        verdict = verify_record(
            (await guest.ask("GET", f"/api/tables/{code}/record.txt")).content, games.load
        )
        assert verdict.good

    run(story())


def test_a_flag_falls_by_itself(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house, clock={"kind": "move", "seconds": 5})
        found = house.hub.rooms.loaded(code)
        assert found is not None

        def hurry() -> None:
            found.schedule._measured_at -= 4.95

        async with guest.at(code) as seat:
            await seat.move()
            house.call(hurry)
            await seat.send({"type": "look", "n": 0})
            await seat.until("table")
            assert seat.now["ending"]["reason"] == "seat 1 ran out of time"

    run(story())


def test_a_flag_falls_at_once_after_a_restart_though_nobody_came_back(tmp_path: Path) -> None:
    async def story(db: str) -> None:
        with House(db) as house:
            guest, code = await _alone(house, clock={"kind": "move", "seconds": 5})
        with House(db) as house:
            guest.url = house.url
            for _ in range(500):
                found = house.hub.rooms.loaded(code)
                if found is not None:
                    break
                await asyncio.sleep(0.02)
            assert found is not None, "a match with a clock is not woken"

            def hurry() -> None:
                found.schedule._measured_at -= 5
                found._mailbox.put_nowait((found._tick, None))

            house.call(hurry)
            while (await guest.call("GET", f"/api/tables/{code}"))["status"] != "over":
                await asyncio.sleep(0.02)

    run(story(str(tmp_path / "benben.db")))


async def _rings(house: House, code: str, watch: Watch, seconds: float) -> None:
    """Time passes, and the room's timer comes."""
    found = house.hub.rooms.loaded(code)
    assert found is not None
    watch.seconds += seconds
    house.call(found._on_timer)
    house.wait_for(lambda: found.run(_nothing))


async def _nothing() -> None:
    pass


def test_a_throw_waits_for_a_player_who_is_there_however_long(house: House, watch: Watch) -> None:
    async def story() -> None:
        nefer, paser = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await paser.sit(code)
        async with nefer.at(code) as one, paser.at(code):
            for seconds in (20, 60, 3600):
                await _rings(house, code, watch, seconds)
            await _pass(watch, one, 0)
            assert (one.log, one.now["hand"]) == ([], 0)
            await one.move()
            assert one.log[0]["at"] == 3_680_000

    run(story())


def test_where_another_waits_who_is_away_is_thrown_for_20_seconds_after_leaving(
    house: House, watch: Watch
) -> None:
    async def story() -> None:
        nefer, paser = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await paser.sit(code)
        async with paser.at(code) as two:
            async with nefer.at(code):
                await two.see(lambda s: bool(s.table["seats"][0]["here"]))
                await _rings(house, code, watch, 100)
            await two.see(lambda s: not s.table["seats"][0]["here"])
            await _rings(house, code, watch, 19.9)
            await _pass(watch, two, 0)
            assert two.log == []
            await _rings(house, code, watch, 0.1)
            await two.see(lambda s: bool(s.log))
            assert two.log[0]["at"] == 120_000

    run(story())


def test_where_only_bots_wait_a_throw_waits_for_a_player_who_is_away(house: House, watch: Watch) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "apprentice", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code):
            pass
        async with Guest(house.url).at(code) as watcher:
            await watcher.see(lambda s: not s.table["seats"][0]["here"])
            await _rings(house, code, watch, 3600)
            await _pass(watch, watcher, 0)
            assert (watcher.log, watcher.now["hand"]) == ([], 0)

    run(story())


def test_with_a_clock_a_throw_that_nobody_makes_happens_by_itself(house: House, watch: Watch) -> None:
    async def story() -> None:
        guest, code = await _alone(house, clock={"kind": "bank", "seconds": 600})
        async with guest.at(code) as seat:
            await _rings(house, code, watch, 19.9)  # too early
            await _pass(watch, seat, 0)
            assert seat.log == []
            await _rings(house, code, watch, 0.1)
            await seat.see(lambda s: bool(s.log))
            assert seat.log[0]["at"] == 20000

    run(story())


def test_a_table_that_waits_for_the_throw_of_somebody_away_is_put_away(tmp_path: Path) -> None:
    async def story(db: str) -> None:
        with House(db, idle_seconds=0.2) as house:
            guest, code = await _alone(house)
            async with guest.at(code):
                pass
            while house.call(lambda: code in house.hub.rooms._rooms):
                await asyncio.sleep(0.02)
            async with guest.at(code) as seat:
                assert (seat.log, seat.now["hand"]) == ([], 0)

    run(story(str(tmp_path / "benben.db")))


def test_a_throw_does_not_wait_for_a_timer_that_was_set_for_something_later(house: House) -> None:
    async def story() -> None:
        nefer, paser = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")
        code = await nefer.host("open", "me", seating="choice")
        await nefer.sit(code)
        found = house.hub.rooms.loaded(code)
        assert found is not None

        def rings() -> float:
            """In so many seconds; the house's own time is measured."""
            assert found._timer is not None
            return found._timer_at - asyncio.get_running_loop().time()

        async with nefer.at(code) as seat:
            assert (
                house.call(rings) > schedule.THROW_AFTER_MS / 1000
            )  # when the empty table would be put away
            await paser.sit(code)  # who is to throw, and is not connected
            await seat.until("started", "table")
            assert house.call(rings) <= schedule.THROW_AFTER_MS / 1000

    run(story())


def test_what_has_passed_on_a_clock_outlives_a_restart(tmp_path: Path, watch: Watch) -> None:
    async def story(db: str) -> None:
        with House(db) as house:
            guest, code = await _alone(house, clock={"kind": "move", "seconds": 60})
            async with guest.at(code) as seat:
                await seat.move()
                watch.seconds += 20
        watch.seconds += 3600
        with House(db) as house:
            guest.url = house.url
            async with guest.at(code) as seat:
                assert seat.now["clocks"]["left"][seat.now["clocks"]["running"]] == 40_000

    run(story(str(tmp_path / "benben.db")))


async def put_away(house: House, code: str) -> None:
    """Wait until the room of this table is unloaded."""
    for _ in range(1000):
        if house.call(lambda: code not in house.hub.rooms._rooms):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the table was not put away")


@pytest.mark.parametrize("visitor", [False, True])
def test_a_wall_clock_that_jumps_ends_no_match_by_post(
    db: str, visitor: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    day, wrong_ms, now = 86_400, [0], rows.wall_clock_ms
    monkeypatch.setattr(rows, "wall_clock_ms", lambda: now() + wrong_ms[0])

    async def left(guest: Guest, code: str) -> float:
        async with guest.at(code) as seat:
            assert seat.table["status"] == "playing"
            return float(seat.now["clocks"]["left"][0])

    async def story() -> None:
        with House(db, idle_seconds=0.5) as house:
            guest, code = await _alone(house, clock={"kind": "move", "seconds": 3 * day})
            async with guest.at(code) as seat:
                while not any(seat.now["choices"]):
                    await seat.move()
            for wrong in (400 * day * 1000, 0):  # set wrongly, and later set right
                await put_away(house, code)
                wrong_ms[0] = wrong
                if not visitor:
                    house.wait_for(house.hub.check_clocks)
                assert 2.99 * day * 1000 < await left(guest, code) <= 3 * day * 1000

    run(story())


def test_a_match_by_post_sleeps_and_its_time_goes_on_by_the_calendar(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    day, days = 86_400, [0]
    now = rows.wall_clock_ms
    monkeypatch.setattr(rows, "wall_clock_ms", lambda: now() + days[0] * day * 1000)
    steady = Watch()
    monkeypatch.setattr(sleep, "time", steady)

    def pass_days(count: int) -> None:
        days[0] += count
        steady.seconds += count * day

    async def story() -> None:
        with House(db, idle_seconds=0.5) as house:
            guest, code = await _alone(house, clock={"kind": "move", "seconds": 3 * day})
            async with guest.at(code) as seat:
                while not any(seat.now["choices"]):
                    await seat.move()
            await put_away(house, code)
            pass_days(2)
            async with guest.at(code) as seat:
                left = seat.now["clocks"]["left"][0]
                assert 0.99 * day * 1000 < left <= day * 1000
            await put_away(house, code)
            house.wait_for(house.hub.check_clocks)
            assert (await guest.call("GET", f"/api/tables/{code}"))["status"] == "playing"
            await put_away(house, code)
            pass_days(2)
            if house.hub.bus is None:
                house.wait_for(house.hub.check_clocks)
            while (await guest.call("GET", f"/api/tables/{code}"))["status"] != "over":
                await asyncio.sleep(0.05)

    run(story())
