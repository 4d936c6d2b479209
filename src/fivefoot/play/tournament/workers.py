"""Plays a tournament on several processes or machines; lost workers are replaced."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

from ...engine.logs import logger
from .ledger import Ledger, Played
from .local_workers import Chunk, LostWorker, Workers
from .one_battle import ScenarioCache
from .pairings import Schedule

_LOG = logger(__name__)
CHUNK_SECONDS = 0.5
LARGEST_CHUNK = 256
MOST_FAILURES = 3

Progress: TypeAlias = Callable[[int], None]
"""A function called with the number of new results."""


class WorkersLost(RuntimeError):
    """Raised if some battles of a tournament kill each worker process that plays them."""

    def __init__(self, battles: Sequence[int]) -> None:
        self.battles = tuple(sorted(battles))
        shown = ", ".join(map(str, self.battles[:8])) + (", ..." if len(self.battles) > 8 else "")
        what = "battle" if len(self.battles) == 1 else "battles"
        super().__init__(
            f"{len(self.battles)} {what} given up, for workers died over each of them "
            f"{MOST_FAILURES + 1} times: {shown}; the same command tries again"
        )


class Crew(Protocol):
    @property
    def size(self) -> int:
        """How many groups of battles are played at the same time."""

    def submit(self, chunk: Chunk) -> "Future[list[Played]]":
        """Gives a group of battles to a worker. If the worker dies, the future raises `LostWorker`."""

    def wait(self, futures: "Sequence[Future[list[Played]]]") -> "Iterable[Future[list[Played]]]":
        """Waits until at least one group of battles is finished. Returns the futures of finished groups."""


def play_all(plan: Schedule, ledger: Ledger, crew: Crew, progress: Progress = lambda battles: None) -> None:
    """Plays all battles of the plan that have no result yet, and stores the results.

    Battles lost by a worker are repeated, one by one.

    Raises:
        WorkersLost: some battles end every worker. All others are done.
    """
    pace = _Pace()
    source = _Chunks(ledger.gaps(plan), pace)
    out: dict[Future[list[Played]], Chunk] = {}
    failures: dict[Chunk, int] = {}
    again: list[Chunk] = []
    doubtful: list[Chunk] = []
    given_up: list[int] = []
    while True:
        while len(out) < 2 * crew.size:
            chunk = again.pop() if again else source.take()
            if not chunk:
                break
            out[crew.submit(chunk)] = chunk
        if not out and doubtful:
            chunk = doubtful.pop()
            out[crew.submit(chunk)] = chunk
        if not out:
            break
        arrived: list[Played] = []
        for future in crew.wait(list(out)):
            chunk = out.pop(future)
            try:
                played = future.result()
            except LostWorker:
                failures[chunk] = failures.get(chunk, 0) + 1
                _LOG.warning("a worker was lost with the battles %s, time %d", chunk, failures[chunk])
                if len(chunk) > 1:  # singly, to find the culprit
                    again.extend((number,) for number in chunk)
                elif failures[chunk] == 1:
                    again.append(chunk)
                elif failures[chunk] <= MOST_FAILURES:
                    doubtful.append(chunk)
                else:
                    given_up += chunk
                continue
            arrived += played
        if arrived:  # in one commit, for all chunks that arrived while the last one was written
            pace.learn(arrived)
            ledger.add(arrived)
            progress(len(arrived))
    if given_up:
        raise WorkersLost(given_up)


class _Pace:
    def __init__(self) -> None:
        self.battles = 0
        self.seconds = 0.0

    def learn(self, played: Sequence[Played]) -> None:
        self.battles += len(played)
        self.seconds += sum(one.timing.seconds for one in played)

    def chunk(self) -> int:
        if not self.battles:
            return 1
        each = self.seconds / self.battles
        return max(1, min(int(CHUNK_SECONDS / max(each, 1e-6)), LARGEST_CHUNK))


class _Chunks:
    """Splits a tournament's missing battles into groups for the workers."""

    def __init__(self, gaps: Sequence[range], pace: _Pace) -> None:
        self._numbers: Iterator[int] = (number for gap in gaps for number in gap)
        self._left = sum(len(gap) for gap in gaps)
        self._pace = pace

    def take(self) -> Chunk:
        # chunks get smaller towards the end, so that no worker idles long
        size = max(1, min(self._pace.chunk(), self._left // 8))
        chunk = tuple(number for _, number in zip(range(size), self._numbers, strict=False))
        self._left -= len(chunk)
        return chunk


# ---------------------------------------------------------------- one process


class Alone:
    size = 1

    def __init__(self, plan: Schedule) -> None:
        self._hall = ScenarioCache(plan)

    def submit(self, chunk: Chunk) -> "Future[list[Played]]":
        future: Future[list[Played]] = Future()
        future.set_result([self._hall.play(number) for number in chunk])
        return future

    def wait(self, futures: "Sequence[Future[list[Played]]]") -> "Iterable[Future[list[Played]]]":
        return futures


@contextmanager
def crew_for(plan: Schedule, jobs: int, battles: int) -> Iterator[Crew]:
    """Yields worker processes that play battles; for a small job, this process itself."""
    foreign = any(":" in name for pairing in plan.pairings for name in (pairing.red, pairing.blue))
    if not foreign and (jobs == 1 or battles <= 1):
        yield Alone(plan)
        return
    workers = Workers(plan, min(jobs, battles))
    try:
        yield workers
    except BaseException:
        workers.kill()
        raise
    workers.close()


__all__: Sequence[Any] = ["Alone", "Crew", "LostWorker", "Workers", "WorkersLost", "crew_for", "play_all"]
