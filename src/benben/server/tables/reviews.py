"""Reviews of finished matches: each is worked out when somebody first asks for it, and then kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeVar, cast

from msgspec import Raw

from benben.core.contract import Illegal
from benben.core.entries import Aborted
from benben.core.review import BROKEN_OFF, JUDGING_VERSION
from benben.server import wire
from benben.server.log_output import log_name
from benben.server.storage.errors import StorageError
from benben.server.storage.kept_reviews import KeptReview, keep_review, kept_review
from benben.server.storage.rows import TableRow
from benben.server.storage.table_queries import last_line, log_pages
from benben.server.tables import log_codec
from benben.server.tables.log import MATCH_KINDS, Happened
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.review_message import reviewed_log, unpacked
from benben.server.tables.state import TableState
from benben.server.workers.fair_queue import Owner
from benben.server.workers.pool import WorkProgress
from benben.server.workers.worker_process import TookTooLong, WorkerRefusal

Answer = TypeVar("Answer")

FAILURES_REMEMBERED = 1000  # matches without a review, so that nobody has them tried again and again

_EVENT, _ABORTED = (str(line.__struct_config__.tag) for line in (Happened, Aborted))

_log = logging.getLogger("benben")


class NobodyAsks(WorkerRefusal):
    """A review that waited for its turn until everybody who had asked for it was gone."""


class ReviewKey(NamedTuple):
    """What a review is known by. A game for one may be taken up again after its end; its log grows then."""

    code: str
    lines: int  # of the log, up to the end of the match


class _Work:
    """A review that is being worked out."""

    def __init__(self) -> None:
        self.progress = WorkProgress()
        self.events = 0  # in the log, as far as it was read
        self.done = 0  # steps, as they were last told
        self.asked = time.monotonic()  # when somebody last asked
        self.task: asyncio.Task[KeptReview]

    @property
    def is_waiting(self) -> bool:
        """Whether no worker has begun it."""
        return self.progress.worker is None

    def told(self) -> wire.ReviewState:
        """How far it is. What was told once is never less later."""
        done, of = self.progress.steps
        self.done = max(self.done, done)
        return wire.ReviewState(self.done, max(of or self.events, self.done), None)


class MatchReviews:
    """The reviews of finished matches: those that are kept, and those that are being worked out."""

    def __init__(self, rooms: RoomRegistry) -> None:
        services = rooms.services
        self._store, self._workers, self._limits = services.store, services.workers, services.limits
        self._works: OrderedDict[ReviewKey, _Work] = OrderedDict()

    async def state(self, table: TableRow, owner: Owner, charge: Callable[[int], None]) -> wire.ReviewState:
        """The review of a finished match, or how far it is: whoever asks first has it worked out.

        WorkerRefusal if it cannot be worked out, Illegal if the match was broken off or has no judge.
        `charge` is called with the length of the log before work is begun, and may refuse by an exception.
        """
        last = await last_line(self._store, table.code, MATCH_KINDS)
        if last is None or last.kind == _ABORTED:
            raise Illegal("review", BROKEN_OFF)
        key = ReviewKey(table.code, last.lines)
        work = self._works.get(key)
        if work is None:
            kept = await kept_review(self._store, key.code, key.lines, JUDGING_VERSION)
            if kept is not None:
                return await _shown(kept)
            work = self._works.get(key)  # another call may have begun it meanwhile
        if work is None:
            charge(key.lines)
            work = self._begin(table, key, owner)
        work.asked = time.monotonic()
        await asyncio.wait((work.task,), timeout=self._limits.review_wait_seconds)
        return await _shown(work.task.result()) if work.task.done() else work.told()

    async def close(self) -> None:
        """Give up what is still being worked out."""
        tasks = [work.task for work in self._works.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, table: TableRow, key: ReviewKey, owner: Owner) -> _Work:
        work = self._works[key] = _Work()
        work.task = asyncio.create_task(self._work_out(table, key, owner, work))
        work.task.add_done_callback(lambda task: self._done(key, task))
        return work

    async def _work_out(self, table: TableRow, key: ReviewKey, owner: Owner, work: _Work) -> KeptReview:
        pages = []
        async for page in log_pages(self._store, key.code):
            pages.append(log_codec.pack(page))
            work.events += sum(line.kind == _EVENT for line in page)
        question = self._workers.ask(
            reviewed_log,
            TableState(table).game,
            table,
            pages,
            key.lines,
            owner=owner,
            lane="reviews",
            seconds=self._limits.review_seconds,
            progress=work.progress,
        )
        steps, body = await self._answer(work, question)
        review = KeptReview(key.lines, JUDGING_VERSION, steps, body)
        await keep_review(self._store, key.code, review)
        return review

    async def _answer(self, work: _Work, question: Coroutine[Any, Any, Answer]) -> Answer:
        """The answer to a question; NobodyAsks if nobody wants to know while it waits for a worker."""
        patience = self._limits.review_interest_seconds
        asked = asyncio.ensure_future(question)
        try:
            while not asked.done():
                await asyncio.wait((asked,), timeout=patience)
                if not asked.done() and work.is_waiting and time.monotonic() - work.asked > patience:
                    raise NobodyAsks
            return asked.result()
        finally:
            asked.cancel()

    def _done(self, key: ReviewKey, task: asyncio.Task[KeptReview]) -> None:
        """Forget work that is done, or that may succeed another time."""
        fault = None if task.cancelled() else task.exception()
        if fault is None or not _lasts(fault):
            self._works.pop(key, None)
            return
        _log.warning("table %s has no review: %s", log_name(key.code), type(fault).__name__)
        failed = [old for old, work in self._works.items() if work.task.done()]
        for old in failed[:-FAILURES_REMEMBERED]:
            del self._works[old]


def _lasts(fault: BaseException) -> bool:
    """Whether a review that failed so would fail again."""
    return isinstance(fault, TookTooLong) or not isinstance(fault, StorageError | WorkerRefusal)


async def _shown(review: KeptReview) -> wire.ReviewState:
    body = await asyncio.to_thread(unpacked, review.body)
    # The message is sent as it was kept, and not decoded before.
    return wire.ReviewState(review.steps, review.steps, cast(wire.MatchReview, Raw(body)))
