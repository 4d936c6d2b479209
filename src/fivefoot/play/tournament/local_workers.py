"""Worker processes with pipes of their own; a killed one loses only one chunk."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeAlias

from ...engine.extras import installed
from ..bots.process_family import end_family
from .ledger import Played
from .one_battle import ScenarioCache
from .pairings import Schedule

Chunk: TypeAlias = tuple[int, ...]
"""Numbers of battles that one worker plays in sequence."""
Results: TypeAlias = Future[list[Played]]


class LostWorker(Exception):
    """Raised if a worker process has died while it played battles."""


@dataclass
class _Worker:
    """A worker process and the battles that it plays."""

    process: SpawnProcess
    pipe: "Connection[Chunk | None, list[Played] | Exception]"
    at: Results | None = None


class Workers:
    """A pool of worker processes that play a tournament's battles."""

    def __init__(self, plan: Schedule, jobs: int) -> None:
        self.size = jobs
        self._plan = plan
        self._workers: list[_Worker] = []
        self._waiting: deque[tuple[Chunk, Results]] = deque()

    def submit(self, chunk: Chunk) -> Results:
        future: Results = Future()
        self._waiting.append((chunk, future))
        self._hand_out()
        return future

    def wait(self, futures: Sequence[Results]) -> Iterable[Results]:
        while True:
            done = [future for future in futures if future.done()]
            if done:
                return done
            busy = {worker.pipe: worker for worker in self._workers if worker.at is not None}
            for pipe in wait(list(busy)):
                self._hear(busy[pipe])  # type: ignore[index]
            self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting:
            worker = next((worker for worker in self._workers if worker.at is None), None)
            if worker is None:
                if len(self._workers) == self.size:
                    return
                worker = self._start()
            chunk, worker.at = self._waiting.popleft()
            try:
                worker.pipe.send(chunk)
            except OSError:
                self._bury(worker)

    def _start(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self._plan, theirs), name="fivefoot-worker", daemon=False)
        worker = _Worker(process, ours)
        with _without_signals():
            process.start()
            self._workers.append(worker)
        theirs.close()  # or the pipe would not end with the worker
        return worker

    def _hear(self, worker: _Worker) -> None:
        future = worker.at
        assert future is not None
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        worker.at = None
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def _bury(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        self._end(worker)
        if worker.at is not None:
            worker.at.set_exception(LostWorker())

    def _end(self, worker: _Worker) -> None:
        pid = worker.process.pid
        try:
            if pid is not None and worker.process.is_alive() and installed("psutil"):  # without it, no children
                end_family(pid)
        finally:  # another signal; guards end what is left
            worker.process.kill()
        worker.process.join(5)
        worker.pipe.close()

    def kill(self) -> None:
        self._waiting.clear()
        try:
            while self._workers:
                self._end(self._workers.pop())
        finally:
            for worker in self._workers:
                worker.process.kill()

    def close(self) -> None:
        """Lets the workers end after their present battles."""
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.send(None)
        for worker in self._workers:
            worker.process.join(5)
        self.kill()


SIGNALS = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


@contextmanager
def blocked(signals: set[int]) -> Iterator[None]:
    """Returns a context where signals do not reach this thread and the processes it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # its start unblocks signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_signals() -> Iterator[None]:
    came: list[int] = []
    before: dict[int, Any] = {}
    with blocked(SIGNALS):
        with suppress(ValueError):  # not the main thread
            for number in SIGNALS:
                before[number] = signal.signal(number, lambda number, _: came.append(number))  # others' threads hear it
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
    for number in came[:1]:
        signal.raise_signal(number)


# ---------------------------------------------------------------- in the worker


def _work(plan: Schedule, pipe: "Connection[list[Played] | Exception, Chunk | None]") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    with suppress(OSError):
        os.dup2(2, 1)  # brains' output is not the report
    threading.Thread(target=_follow_parent, daemon=True).start()
    hall = ScenarioCache(plan)
    with suppress(EOFError, OSError):
        while (chunk := pipe.recv()) is not None:
            pipe.send(_played(hall, chunk))


def _played(hall: ScenarioCache, chunk: Chunk) -> list[Played] | Exception:
    try:
        return [hall.play(number) for number in chunk]
    except Exception as error:
        return RuntimeError(f"{type(error).__name__}: {error}")


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


__all__ = ["Chunk", "LostWorker", "Workers", "blocked"]
