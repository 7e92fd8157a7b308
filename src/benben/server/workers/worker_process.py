"""One worker process, which answers one question at a time and can be killed without harm to the others."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.sharedctypes import RawArray
from typing import Any

START_SECONDS = 60.0  # in which a process must have started, on a machine that is busy

_progress: Any = None  # in a worker: steps done, and steps in all, in memory that the server reads


class WorkerRefusal(Exception):
    """No answer of a worker, for a reason that its sentence tells the person who asked."""

    sentence = "This cannot be computed now. Please try again later."


class TookTooLong(WorkerRefusal):
    """A question that was not answered in its time."""

    sentence = "This took too long and was given up."


class WorkerProcess:
    """A process that calls functions for the server. It starts with the first call."""

    def __init__(self, fast: bool, niceness: int) -> None:
        # Not fork: the server has threads. A spawned worker starts with nothing of them.
        context = multiprocessing.get_context("spawn")
        self._progress = RawArray("q", 2)
        given = (fast, niceness, self._progress)
        self._executor = ProcessPoolExecutor(1, context, initializer=_set_up, initargs=given)
        self._started = False

    @property
    def progress(self) -> tuple[int, int]:
        """How many steps of how many the present call has told; nothing of nothing at first."""
        done, of = self._progress
        return done, of

    async def call(self, function: Callable[[], Any], seconds: float | None = None) -> Any:
        """The result of a function; TookTooLong after these seconds: the process must be killed then.

        BrokenProcessPool if the process dies meanwhile.
        """
        if not self._started:  # what the start takes is not the function's fault
            await self._call_within(os.getpid, START_SECONDS)
            self._started = True
        return await self._call_within(function, seconds)

    async def _call_within(self, function: Callable[[], Any], seconds: float | None) -> Any:
        self._progress[:] = (0, 0)
        answer = asyncio.get_running_loop().run_in_executor(self._executor, function)
        answer.add_done_callback(_note_exception)
        await asyncio.wait((answer,), timeout=seconds)
        if not answer.done():
            raise TookTooLong
        return answer.result()

    def retire(self) -> None:
        """End the process after what it does now."""
        self._executor.shutdown(wait=False)

    def kill(self) -> None:
        """End the process at once: nobody waits for its answer any more."""
        processes = list((self._executor._processes or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def tell_progress(done: int, of: int) -> None:
    """Tell the server how far a call is. Outside a worker nobody listens."""
    if _progress is not None:
        _progress[:] = (done, of)


def _note_exception(answer: asyncio.Future[Any]) -> None:
    """Let nobody be warned of an error that nobody waits for any more."""
    if not answer.cancelled():
        answer.exception()


def _set_up(fast: bool, niceness: int, progress: Any) -> None:
    """Make this process end with the server, also if that is killed, and ignore the keyboard's interrupt."""
    global _progress
    _progress = progress
    if not fast:
        sys.modules["numba"] = None  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(niceness)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def _exit_with_parent(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)
