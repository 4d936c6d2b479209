"""Runs thousands of tries: each drawn from its own seed, judged alone, and reported as `N tried, N faults`."""

import argparse
import gc
import multiprocessing
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from fivefoot.engine.errors import CLOSED_LIST, LONGEST_SENTENCE, ScenarioError


class Chance(random.Random):
    """What one try draws from."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The try's own number, its seed."""


Attempt: TypeAlias = Callable[[Chance], None]
"""One try: it raises where something is wrong."""

LONGEST_TRY = 20.0
"""Seconds of the processor's time after which a try hangs; what is drawn here takes well under one."""
SHOWN = 20
"""Faults that are printed in full."""


class Hung(Exception):
    """A try went on for too long."""


@contextmanager
def bounded(seconds: float = LONGEST_TRY) -> Iterator[None]:
    """A while that may take so many seconds of the processor's time, where the system can measure that."""
    if not hasattr(signal, "SIGPROF"):
        yield
        return

    def late(*_: object) -> None:
        raise Hung(f"over {seconds:g} s of the processor's time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def faults_of(attempt: Attempt, count: int, first: int = 0, *, told: bool = False) -> list[str]:
    """The faults among so many tries, each a line with its seed."""
    faults: list[str] = []
    begun = time.monotonic()
    for seed in range(first, first + count):
        try:
            with bounded():
                attempt(Chance(seed))
        except KeyboardInterrupt:
            if told:
                print(f"stopped after {seed - first} tried, {len(faults)} faults")
            raise
        except BaseException as error:
            faults.append(f"seed {seed}: {_in_a_line(error)}")
            if told and len(faults) <= SHOWN:
                print(faults[-1], flush=True)
        if told and (seed - first + 1) % 1000 == 0:
            so_far = f"{seed - first + 1} tried, {len(faults)} faults"
            print(f"{so_far} so far, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    return faults


def _in_a_line(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = " ".join(str(error).split()) or str(last.line)
    return f"{type(error).__name__} in {last.filename.rpartition('/')[2]}:{last.lineno}: {words[:400]!a}"


SELDOM = (20_000, 20, 20)
"""After how many new objects the garbage collector looks at each generation."""
CHUNK = 20
"""Tries that a process makes at a time."""


def main(attempt: Attempt, what: str) -> int:
    """Tries from the command line: how many, the seed of the first, and in how many processes."""
    options = argparse.ArgumentParser(description=what)
    options.add_argument("count", type=int, nargs="?", default=200, help="how many tries")
    options.add_argument("--seed", type=int, default=0, help="the first try's seed; the others follow")
    options.add_argument("--jobs", type=int, default=1, help="processes that share the tries")
    given = options.parse_args()
    gc.freeze()  # modules live on, and are not walked again
    gc.set_threshold(*SELDOM)
    # A shell's background jobs ignore Ctrl-C, and what they start ignores it too: commands under assault must hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if given.jobs == 1:
        try:
            faults = faults_of(attempt, given.count, given.seed, told=True)
        except KeyboardInterrupt:  # it has said how many were tried
            return 130
    else:
        faults = []
        ends = range(given.seed, given.seed + given.count, CHUNK)
        chunks = [(attempt, min(CHUNK, given.seed + given.count - first), first) for first in ends]
        with multiprocessing.get_context("fork").Pool(given.jobs) as pool:
            for found in pool.imap(_chunk, chunks):
                for fault in found:
                    print(fault, flush=True)
                faults += found
    print(f"{given.count} tried, {len(faults)} faults")
    return 1 if faults else 0


def _chunk(part: tuple[Attempt, int, int]) -> list[str]:
    return faults_of(*part)


def check_sentence(error: ScenarioError) -> None:
    """A refusal is one sentence that can be printed, names a place and what is allowed, and is not long."""
    sentence = str(error)
    assert sentence.isprintable(), f"characters that cannot be printed: {sentence!a}"
    assert "found " in sentence
    assert "allowed: " in sentence
    most = CLOSED_LIST if error.longest == CLOSED_LIST else LONGEST_SENTENCE
    assert len(sentence) <= most, f"{len(sentence)} characters: {sentence[:200]}"
