"""The pool of worker processes: who is served when, and what happens to a worker that does not answer."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from benben.server.counters import counters
from benben.server.settings import Limits, Settings
from benben.server.workers.fair_queue import Owner
from benben.server.workers.pool import Lane, PoolClosed, TooBusy, WorkerPool, WorkProgress
from benben.server.workers.worker_process import TookTooLong, WorkerRefusal
from tests.server.house import run
from tests.server.workers.errands import count_up_to, die, die_at_first, has_numba, wait_for_file

NEFER, PASER = Owner("192.0.2.1", "nefer"), Owner("192.0.2.2", "paser")


def _story(told: Callable[[WorkerPool], Coroutine[Any, Any, None]], **settings: Any) -> None:
    async def story() -> None:
        pool = WorkerPool(Settings("", **{"workers": 1, "job_workers": 1, **settings}))
        try:
            await told(pool)
        finally:
            pool.close()

    run(story())


class _Served:
    """Notes in which order questions are answered."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool, self.order = pool, list[str]()
        self.asked: list[asyncio.Task[None]] = []

    def ask(self, word: str, owner: Owner, lane: Lane, **terms: Any) -> None:
        async def note() -> None:
            self.order.append(await self.pool.ask(str, word, owner=owner, lane=lane, **terms))

        self.asked.append(asyncio.create_task(note()))

    async def all(self) -> str:
        await asyncio.gather(*self.asked)
        return " ".join(self.order)


@pytest.mark.parametrize("lane", ["bots", "advice", "jobs", "reviews", "meters"])
def test_one_owner_with_many_questions_delays_another_by_one(lane: Lane, tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = tmp_path / "gate"
        busy = asyncio.create_task(pool.ask(wait_for_file, str(gate), owner=NEFER, lane=lane))
        served = _Served(pool)
        for n in range(5):
            served.ask(f"n{n}", NEFER, lane)
        served.ask("p", PASER, lane)
        await asyncio.sleep(0.05)
        assert pool.waiting(lane) == 6
        gate.touch()
        await busy
        assert await served.all() == "n0 p n1 n2 n3 n4"
        assert pool.waiting(lane) == 0

    _story(told)


def test_jobs_and_advice_leave_a_worker_to_the_bots(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = str(tmp_path / "gate")
        lanes: list[Lane] = ["jobs", "jobs", "advice", "advice", "advice"]
        busy = [asyncio.create_task(pool.ask(wait_for_file, gate, owner=NEFER, lane=lane)) for lane in lanes]
        await asyncio.sleep(0.05)
        assert await pool.ask(str, "a bot", owner=PASER, lane="bots") == "a bot"
        assert await pool.ask(str, "a bot", owner=NEFER, lane="bots") == "a bot"
        Path(gate).touch()
        await asyncio.gather(*busy)

    _story(told)
    _story(told, workers=2)
    _story(told, workers=3)


def test_advice_is_given_while_jobs_run(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = str(tmp_path / "gate")
        jobs = [pool.ask(wait_for_file, gate, owner=NEFER, lane="jobs") for _ in range(8)]
        busy = [asyncio.create_task(job) for job in jobs]
        await asyncio.sleep(0.05)
        assert await pool.ask(str, "a hint", owner=PASER, lane="advice") == "a hint"
        Path(gate).touch()
        await asyncio.gather(*busy)

    _story(told)
    _story(told, workers=2)


def test_reviews_take_no_worker_of_others_and_have_one_of_the_lowest_priority(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = str(tmp_path / "gate")
        reviews = [pool.ask(wait_for_file, gate, owner=NEFER, lane="reviews") for _ in range(3)]
        busy = [asyncio.create_task(review) for review in reviews]
        await asyncio.sleep(0.05)
        assert pool.waiting("reviews") == 2
        lanes: tuple[Lane, ...] = ("bots", "advice", "jobs")
        nice = [await pool.ask(os.nice, 0, owner=NEFER, lane=lane) for lane in lanes]
        Path(gate).touch()
        await asyncio.gather(*busy)
        own = os.nice(0)
        assert await pool.ask(os.nice, 0, owner=NEFER, lane="reviews") == min(own + 10, 19)
        assert max(nice) <= min(own + 5, 19)

    _story(told)
    _story(told, workers=2)


def test_meters_take_no_worker_of_others_and_have_a_plain_one_of_the_lowest_priority(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = str(tmp_path / "gate")
        meters = [pool.ask(wait_for_file, gate, owner=NEFER, lane="meters") for _ in range(3)]
        busy = [asyncio.create_task(meter) for meter in meters]
        await asyncio.sleep(0.05)
        assert pool.waiting("meters") == 2
        lanes: tuple[Lane, ...] = ("bots", "advice", "jobs", "reviews")
        assert [await pool.ask(str, lane, owner=NEFER, lane=lane) for lane in lanes] == list(lanes)
        Path(gate).touch()
        await asyncio.gather(*busy)
        assert await pool.ask(os.nice, 0, owner=NEFER, lane="meters") == min(os.nice(0) + 10, 19)
        assert not await pool.ask(has_numba, owner=NEFER, lane="meters")

    _story(told)
    _story(told, workers=2)


def test_fewer_reviews_of_a_person_or_an_address_may_wait(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = tmp_path / "gate"
        busy = asyncio.create_task(pool.ask(wait_for_file, str(gate), owner=PASER, lane="reviews"))
        served = _Served(pool)
        await asyncio.sleep(0)
        for word, owner in (("n0", NEFER), ("n1", NEFER._replace(person="sister"))):
            served.ask(word, owner, "reviews")
            await asyncio.sleep(0)
        for owner in (NEFER, NEFER._replace(person="brother")):
            with pytest.raises(TooBusy):
                await pool.ask(str, "late", owner=owner, lane="reviews")
        assert await pool.ask(str, "a check", owner=NEFER, lane="jobs") == "a check"
        gate.touch()
        await busy
        assert await served.all() == "n0 n1"

    _story(told, limits=Limits(reviews_per_person=1, reviews_per_address=2))


def test_a_worker_tells_how_far_it_is(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate, first, second = tmp_path / "gate", WorkProgress(), WorkProgress()

        async def ask(progress: WorkProgress, of: int) -> int:
            return await pool.ask(count_up_to, str(gate), of, owner=NEFER, lane="reviews", progress=progress)

        asked = [asyncio.create_task(ask(first, 7)), asyncio.create_task(ask(second, 3))]
        while first.steps != (6, 7):
            await asyncio.sleep(0.01)
        assert second.steps == (0, 0)  # it waits
        gate.touch()
        assert await asyncio.gather(*asked) == [7, 3]

    _story(told)


def test_the_worker_of_reviews_may_make_machine_code_from_the_first() -> None:
    async def told(pool: WorkerPool) -> None:
        assert await pool.ask(has_numba, owner=NEFER, lane="reviews")
        assert not await pool.ask(has_numba, owner=NEFER, lane="jobs")

    _story(told)


def test_the_last_worker_is_not_given_to_an_address_that_has_one_while_others_play(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = str(tmp_path / "gate")
        assert await pool.ask(str, "before", owner=PASER, lane="bots") == "before"
        work = [pool.ask(wait_for_file, gate, owner=NEFER, lane="bots") for _ in range(3)]
        busy = [asyncio.create_task(each) for each in work]
        await asyncio.sleep(0.05)
        assert pool.waiting("bots") == 2
        assert await pool.ask(str, "a bot", owner=PASER, lane="bots") == "a bot"
        Path(gate).touch()
        await asyncio.gather(*busy)

    _story(told, workers=2)


def test_an_address_alone_has_all_workers(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = str(tmp_path / "gate")
        work = [pool.ask(wait_for_file, gate, owner=NEFER, lane="bots") for _ in range(3)]
        busy = [asyncio.create_task(each) for each in work]
        await asyncio.sleep(0.05)
        assert pool.waiting("bots") == 1
        Path(gate).touch()
        await asyncio.gather(*busy)

    _story(told, workers=2)


def test_too_many_waiting_questions_of_a_person_or_an_address_are_refused(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate = tmp_path / "gate"
        busy = asyncio.create_task(pool.ask(wait_for_file, str(gate), owner=PASER, lane="jobs"))
        served = _Served(pool)
        await asyncio.sleep(0)
        served.ask("n0", NEFER, "jobs")
        served.ask("n1", NEFER, "jobs")
        await asyncio.sleep(0)
        with pytest.raises(TooBusy) as refused:
            await pool.ask(str, "n2", owner=NEFER, lane="jobs")
        assert refused.value.sentence.startswith("Too much that you asked for")
        served.ask("s0", NEFER._replace(person="sister"), "jobs")
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await pool.ask(str, "b0", owner=NEFER._replace(person="brother"), lane="jobs")
        served.ask("p0", PASER, "jobs")
        gate.touch()
        await busy
        assert await served.all() == "n0 p0 s0 n1"

    _story(told, limits=Limits(questions_per_person=2, questions_per_address=3))


def test_a_question_that_takes_too_long_is_given_up_and_nobody_else_notices(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        never, gate, killed = str(tmp_path / "never"), tmp_path / "gate", counters.workers_replaced
        other = asyncio.create_task(pool.ask(wait_for_file, str(gate), "done", owner=PASER, lane="bots"))
        served = _Served(pool)
        stuck = asyncio.create_task(pool.ask(wait_for_file, never, owner=NEFER, lane="jobs", seconds=0.3))
        await asyncio.sleep(0)
        served.ask("next", NEFER, "jobs", seconds=30)
        with pytest.raises(TookTooLong) as given_up:
            await stuck
        assert given_up.value.sentence == "This took too long and was given up."
        assert await served.all() == "next"
        gate.touch()
        assert await other == "done"
        assert counters.workers_replaced == killed + 1

    _story(told)


def test_a_worker_that_dies_is_replaced_and_asked_again(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        died = str(tmp_path / "died")
        assert await pool.ask(die_at_first, died, owner=NEFER, lane="jobs") == "well"

    _story(told)


def test_a_question_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        deaths = tmp_path / "deaths"
        with pytest.raises(WorkerRefusal):
            await pool.ask(die, str(deaths), owner=NEFER, lane="jobs")
        assert deaths.read_text() == "xxx"
        assert await pool.ask(str, "well", owner=NEFER, lane="jobs") == "well"

    _story(told)


def test_an_error_of_a_question_is_the_askers_own(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        with pytest.raises(FileNotFoundError):
            await pool.ask(os.stat, str(tmp_path / "nothing"), owner=NEFER, lane="jobs")

    _story(told)


def test_a_question_that_nobody_waits_for_any_more_is_not_computed(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        gate, trace = tmp_path / "gate", tmp_path / "trace"
        busy = asyncio.create_task(pool.ask(wait_for_file, str(gate), owner=NEFER, lane="jobs"))
        await asyncio.sleep(0)
        left = asyncio.create_task(pool.ask(Path.touch, trace, owner=NEFER, lane="jobs"))
        await asyncio.sleep(0)
        assert pool.waiting("jobs") == 1
        left.cancel()
        await asyncio.wait((left,))
        assert pool.waiting("jobs") == 0
        gate.touch()
        await busy
        await pool.ask(str, "after", owner=NEFER, lane="jobs")
        assert not trace.exists()

    _story(told)


def test_a_closed_pool_ends_at_once_whatever_runs(tmp_path: Path) -> None:
    async def told(pool: WorkerPool) -> None:
        never = str(tmp_path / "never")
        lanes: tuple[Lane, ...] = ("jobs", "jobs", "reviews")
        work = [pool.ask(wait_for_file, never, owner=NEFER, lane=lane) for lane in lanes]
        asked = [asyncio.create_task(each) for each in work]
        await asyncio.sleep(0.5)
        pool.close()
        answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
        assert [type(answer) for answer in answers] == [PoolClosed] * 3
        with pytest.raises(PoolClosed):
            await pool.ask(str, "late", owner=NEFER, lane="jobs")

    _story(told)
