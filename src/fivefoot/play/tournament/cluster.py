"""Plays a tournament on a Dask cluster."""

import gc
import re
import signal
import sys
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, contextmanager, redirect_stdout
from importlib import import_module
from typing import Any

import msgspec

from ...engine.decoding import convert, decode
from ...engine.errors import ScenarioError, spelled
from ...engine.extras import require
from .ledger import Played
from .local_workers import Chunk, LostWorker, blocked
from .one_battle import ScenarioCache
from .pairings import Schedule
from .workers import Crew

_TURN = threading.Lock()
"""Lets one battle run at a time, as esper's world is global."""
_HALLS: dict[str, ScenarioCache] = {}


def unpack(packed: bytes) -> Schedule:
    return decode(zlib.decompress(packed), Schedule)


def play_chunk(plan: Schedule, chunk: Chunk) -> bytes:
    with _TURN, redirect_stdout(sys.stderr):  # brains' output is not the report
        key = f"{plan.digest} {plan.keep}"  # a worker may get the same tournament again, with other logs to keep
        hall = _HALLS.get(key)
        if hall is None:
            _HALLS.clear()
            hall = _HALLS[key] = ScenarioCache(plan)
        played = [hall.play(number) for number in chunk]
    return zlib.compress(msgspec.msgpack.encode(played), 1)


class Cluster:
    def __init__(self, plan: Schedule, client: Any) -> None:
        self._client = client
        packed = zlib.compress(msgspec.json.encode(plan))
        self._plan = client.submit(unpack, packed, pure=True)

    @property
    def size(self) -> int:
        return max(len(self._client.nthreads()), 1)

    def submit(self, chunk: Chunk) -> "Future[list[Played]]":
        outer: Future[list[Played]] = Future()
        inner = self._client.submit(play_chunk, self._plan, chunk, pure=False)

        def pass_on(done: Any) -> None:
            try:
                packed = done.result(timeout=60)
                outer.set_result(convert(msgspec.msgpack.decode(zlib.decompress(packed)), list[Played]))
            except Exception as error:
                lost = type(error).__name__ in (
                    "KilledWorker",
                    "CancelledError",
                    "FutureCancelledError",
                    "TimeoutError",
                )
                outer.set_exception(LostWorker() if lost else error)

        inner.add_done_callback(pass_on)
        return outer

    def wait(self, futures: "Sequence[Future[list[Played]]]") -> "Iterable[Future[list[Played]]]":
        done = wait(futures, return_when=FIRST_COMPLETED).done
        return [future for future in futures if future in done]


@contextmanager
def cluster_for(plan: Schedule, address: str, jobs: int) -> Iterator[Crew]:
    """Yields a Dask cluster: the one at `address`, such as `tcp://host:8786`, or a new one (`local`)."""
    require("distributed", purpose="--cluster")
    dask: Any = import_module("distributed")
    if address == "local":
        with ExitStack() as open_:
            with blocked({signal.SIGINT}):  # a terminal sends Ctrl-C to the workers too
                own = open_.enter_context(_started(dask, jobs))
            yield Cluster(plan, open_.enter_context(dask.Client(own, set_as_default=False)))
        return
    why = "it is no address"
    client: Any = None
    if re.fullmatch(r"(tcp|tls|ws|wss)://.+:\d{1,5}", address):
        try:
            client = dask.Client(address, timeout=10, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            why = f"no cluster answers: {str(error)[:100]}"
            _forget(error)
    if client is None:
        allowed = "local or the address of a scheduler, such as tcp://host:8786"
        raise ScenarioError("--cluster", "", f"{spelled(address)} ({why})", allowed)
    with client:
        yield Cluster(plan, client)


def _started(dask: Any, jobs: int) -> Any:
    try:
        return dask.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    except (OSError, RuntimeError, TimeoutError) as error:  # a worker was killed before it had begun
        why = f"its workers did not start: {str(error)[:100]}"
        _forget(error)
        raise ScenarioError("--cluster", "", f"local ({why})", "workers that start; give the command again") from None


def _forget(error: BaseException) -> None:
    before, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        error.__traceback__ = error.__context__ = error.__cause__ = None
        gc.collect()
    finally:
        sys.unraisablehook = before
