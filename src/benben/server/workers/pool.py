"""The pool of worker processes, for work that would block the event loop: bots, hints, checks of records.

Bots, advice, jobs, reviews and meters have lanes of their own. Jobs (checks, imports, puzzles of the day),
reviews and meters (how a match stands) have processes of their own; advice shares those of the bots, but
leaves them one. In each lane the owners of questions are served in turn. A question that takes too long is
given up and its process killed, which concerns no other.

Making machine code takes long the first time. So the first workers run plain Python: they answer quickly but
look less deep. Others make machine code in the background and take over when they are ready. Nobody waits for
a review before playing on, so its worker makes machine code from the first. What a meter shows is worked out
in plain Python alone: it is soon out of date.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from benben.server.counters import counters
from benben.server.settings import Settings
from benben.server.workers.fair_queue import SERVER, FairQueue, Owner
from benben.server.workers.tasks import warm_bots
from benben.server.workers.worker_process import TookTooLong, WorkerProcess, WorkerRefusal

Answer = TypeVar("Answer")
Lane: TypeAlias = Literal["bots", "advice", "jobs", "reviews", "meters"]
LANES: tuple[Lane, ...] = get_args(Lane)

QUESTION_ATTEMPTS = 3  # when a worker dies, it is replaced and the question is asked again
# The event loop goes before the bots, these before jobs, and whatever somebody waits for before the rest.
NICENESS: dict[Lane, int] = {"bots": 2, "advice": 2, "jobs": 5, "reviews": 10, "meters": 10}
COMPANY_SECONDS = 60.0  # since the last question of others: for so long a worker is left to them

_log = logging.getLogger("benben")


class TooBusy(WorkerRefusal):
    """A question too many of one person or address."""

    sentence = "Too much that you asked for is still being computed. Please wait until it is done."


class PoolClosed(WorkerRefusal):
    """A question to a server that stops."""

    sentence = "The server stops."


class WorkProgress:
    """How far a question is: nothing of nothing while it waits, and before its worker tells anything."""

    def __init__(self) -> None:
        self.worker: WorkerProcess | None = None  # that answers the question

    @property
    def steps(self) -> tuple[int, int]:
        """Steps done, and steps in all."""
        return self.worker.progress if self.worker else (0, 0)


class _Question:
    """A call that waits for a worker, or is being answered."""

    def __init__(
        self, call: Callable[[], Any], owner: Owner, lane: Lane, seconds: float | None, progress: WorkProgress
    ) -> None:
        self.call, self.owner, self.lane, self.seconds = call, owner, lane, seconds
        self.progress = progress
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def fail(self, fault: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(fault)


class _Slot:
    """A place for one worker process, which is started when it is needed."""

    def __init__(self, *lanes: Lane) -> None:
        self.lanes = lanes  # whose questions are answered here, in the order of preference
        self.is_for_play = "bots" in lanes or "advice" in lanes
        self.is_always_fast = lanes == ("reviews",)
        self.is_always_plain = lanes == ("meters",)
        self.niceness = NICENESS[lanes[0]]
        self.worker: WorkerProcess | None = None
        self.question: _Question | None = None  # that is being answered

    def replace(self, worker: WorkerProcess | None) -> None:
        """Use another process from the next question on."""
        if self.worker and self.question is None:
            self.worker.retire()
        self.worker = worker


class WorkerPool:
    """Shares a few processes fairly among all who need something computed."""

    def __init__(self, settings: Settings) -> None:
        workers, self._limits = max(settings.workers, 1), settings.limits
        play = [_Slot("bots"), *(_Slot("advice", "bots") for _ in range(workers - 1))]
        if workers == 1:
            play.append(_Slot("advice"))
        jobs = [_Slot("jobs") for _ in range(max(settings.job_workers, 1))]
        self._slots = [*play, *jobs, _Slot("reviews"), _Slot("meters")]
        self._queues: dict[Lane, FairQueue[_Question]] = {lane: FairQueue() for lane in LANES}
        self._latest: dict[str, float] = {}  # the two addresses that last asked in play, and when
        self._fast = False
        self._warming: list[WorkerProcess] = []  # make their machine code, then take over
        self._answering: set[asyncio.Task[None]] = set()
        self._closed = False

    async def ask(
        self,
        question: Callable[..., Answer],
        *arguments: Any,
        owner: Owner,
        lane: Lane,
        seconds: float | None = None,
        urgent: bool = False,
        progress: WorkProgress | None = None,
    ) -> Answer:
        """The result of a function that is called in a worker; WorkerRefusal if there is none.

        Within a lane, owners are served in turn and urgent questions first. After `seconds` of computing, the
        question is given up. TooBusy if too many questions of the owner wait; bots may always wait.
        `progress` says how far it is.
        """
        if self._closed:
            raise PoolClosed
        asked = _Question(partial(question, *arguments), owner, lane, seconds, progress or WorkProgress())
        queue = self._queues[lane]
        if lane != "bots" and owner != SERVER:
            self._check_not_too_busy(lane, owner)
        counters.questions += 1
        queue.put(owner, asked, urgent)
        if lane in ("bots", "advice") and owner != SERVER:
            self._note_company(owner.address)
        self._serve()
        try:
            answer: Answer = await asked.answer
        finally:
            queue.discard(owner, asked)
        return answer

    def _check_not_too_busy(self, lane: Lane, owner: Owner) -> None:
        limits = self._limits
        of_person, of_address = limits.questions_per_person, limits.questions_per_address
        if lane == "reviews":
            of_person, of_address = limits.reviews_per_person, limits.reviews_per_address
        waiting = self._queues[lane].waiting_for(owner)
        if waiting[0] >= of_person or waiting[1] >= of_address:
            raise TooBusy

    def waiting(self, lane: Lane) -> int:
        """How many questions of this lane wait for a worker."""
        return len(self._queues[lane])

    async def warm(self, names: Sequence[str]) -> None:
        """Have the bots of these games choose once, with machine code where numba is installed."""
        for name in names:
            await self.ask(warm_bots, name, owner=SERVER, lane="bots")
        if not names or find_spec("numba") is None:
            return
        slots = [slot for slot in self._slots if slot.is_for_play]
        self._warming = workers = [WorkerProcess(True, slot.niceness) for slot in slots]
        for name in names:
            # The first worker makes the machine code, the others find it on disk.
            for some in (workers[:1], workers[1:]):
                await asyncio.gather(*(worker.call(partial(warm_bots, name)) for worker in some))
        self._warming, self._fast = [], True
        for slot in self._slots:
            if not (slot.is_always_fast or slot.is_always_plain):
                slot.replace(workers.pop() if slot.is_for_play else None)

    def close(self) -> None:
        """Kill the workers: nobody waits for their answers any more."""
        self._closed = True
        for task in self._answering:
            task.cancel()
        for queue in self._queues.values():
            while waiting := queue.take(lambda _: True):
                waiting.fail(PoolClosed())
        for slot in self._slots:
            if slot.question:
                slot.question.fail(PoolClosed())
        for worker in (*self._warming, *(slot.worker for slot in self._slots)):
            if worker:
                worker.kill()
        self._warming = []

    # Serving

    def _serve(self) -> None:
        """Give every free worker the next question of its lanes."""
        for slot in self._slots:
            if slot.question is not None or self._closed:
                continue
            for lane in slot.lanes:
                slot.question = self._queues[lane].take(partial(self._may_take_worker, lane))
                if slot.question:
                    task = asyncio.create_task(self._answer(slot, slot.question))
                    self._answering.add(task)
                    task.add_done_callback(self._answering.discard)
                    break

    def _may_take_worker(self, lane: Lane, owner: Owner) -> bool:
        """Whether an owner may have a free worker: the last one is left to others, if there are any."""
        if lane == "advice":  # which leaves a worker to the bots
            return True
        alike = [slot for slot in self._slots if lane in slot.lanes]
        busy = [slot.question for slot in alike if slot.question]
        if len(busy) < len(alike) - 1 or not any(one.owner.address == owner.address for one in busy):
            return True
        return lane == "bots" and not self._has_company(owner.address)

    def _note_company(self, address: str) -> None:
        self._latest.pop(address, None)
        self._latest[address] = time.monotonic()
        if len(self._latest) > 2:
            del self._latest[next(iter(self._latest))]

    def _has_company(self, address: str) -> bool:
        """Whether somebody at another address asked lately."""
        since = time.monotonic() - COMPANY_SECONDS
        return any(at > since for other, at in self._latest.items() if other != address)

    async def _answer(self, slot: _Slot, asked: _Question) -> None:
        try:
            answer = await self._compute(slot, asked)
        except Exception as fault:
            asked.fail(fault)
        else:
            if not asked.answer.done():
                asked.answer.set_result(answer)
        finally:
            slot.question = None
            self._serve()

    async def _compute(self, slot: _Slot, asked: _Question) -> Any:
        """The answer of the worker in this slot. If it dies, another is asked."""
        for attempt in range(1, QUESTION_ATTEMPTS + 1):
            worker = slot.worker = slot.worker or self._new_worker(slot)
            asked.progress.worker = worker
            try:
                return await worker.call(asked.call, asked.seconds)
            except (TookTooLong, BrokenProcessPool) as fault:
                worker.kill()
                counters.workers_replaced += 1
                if slot.worker is worker:
                    slot.worker = None
                if isinstance(fault, TookTooLong):
                    _log.warning("a question took more than %s s; its worker is replaced", asked.seconds)
                    raise
                _log.warning("a worker died; it is replaced")
                if attempt == QUESTION_ATTEMPTS or asked.answer.done():
                    raise WorkerRefusal from None
            finally:
                asked.progress.worker = None
                if slot.worker is not worker:
                    worker.retire()
        raise AssertionError("not reached")

    def _new_worker(self, slot: _Slot) -> WorkerProcess:
        fast = (self._fast and not slot.is_always_plain) or slot.is_always_fast
        return WorkerProcess(fast, slot.niceness)
