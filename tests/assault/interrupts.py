"""Ctrl-C and SIGTERM at any moment of a command or call: their status, no traceback, no half file, no half battle.

Some come twice, and some to all processes of a command, as from a terminal.

`python -m tests.assault.interrupts 200 --seed 1`
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.assault import storms
from tests.assault.calls import ALLOWED
from tests.assault.disks import COMMANDS, ENVIRON, FRESH, OLD, put_sources
from tests.assault.kills import LONGEST
from tests.assault.tries import main
from tests.play.tournament.four_ways import fivefoot
from tests.systems.random_battles import shipped_battle

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle

WRITING = sorted(name for name, words in COMMANDS.items() if words)
PRINTING = (
    ("battle", "bridge", "--json"),
    ("check", "bridge"),
    ("reach", "bridge", "-c", "Isolde"),
    ("run", "bridge"),
    ("tournament", "bridge", "--games", "8", "-j", "2", "--rounds", "2"),
)
CALLS = 20
"""Calls that are interrupted in one battle."""


def attempt(dice: random.Random) -> None:
    """One command, or some calls of one battle."""
    if dice.random() < 0.3:
        calls(dice)
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        name = dice.choice((*WRITING, ""))
        words = words_of(folder, name, dice.choice(PRINTING))
        process = started(words, folder)
        time.sleep(dice.random() * usual(tuple(words), name))
        number = dice.choice((signal.SIGINT, signal.SIGTERM))
        send = dice.choice((os.kill, os.killpg))
        for _ in range(dice.choice((1, 1, 2))):
            if process.poll() is None:
                send(process.pid, number)
        said = process.communicate(timeout=LONGEST)[1].decode()
        # Before fivefoot has begun and after it has ended, the interpreter ends by the signal itself.
        early = process.returncode in (-number, 1) and "fivefoot/scenes/commands/" not in said
        assert early or process.returncode in (0, 128 + number), f"status {process.returncode}: {said[-400:]}"
        assert early or "Traceback" not in said, said[-600:]
        left = [file.name for file in folder.glob("**/.*.new*")]
        assert not left, f"left behind: {left}"
        if name and name not in FRESH:
            written = (folder / name).read_bytes()
            assert written == OLD or process.returncode == 0 or len(written) > len(OLD), "the file is cut"


def words_of(folder: Path, name: str, printing: tuple[str, ...]) -> list[str]:
    """A command that writes a file, or, without a name, one that prints."""
    put_sources(folder)
    if not name:
        return fivefoot(*printing)
    if name not in FRESH:
        (folder / name).write_bytes(OLD)
    return fivefoot(*COMMANDS[name], name)


def started(words: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    """A command under way."""
    return subprocess.Popen(
        words,
        cwd=folder,
        env=ENVIRON,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@cache
def usual(words: tuple[str, ...], name: str) -> float:
    """The seconds that a command takes if it is left alone."""
    with tempfile.TemporaryDirectory() as place:
        words_of(Path(place), name, ())
        begun = time.monotonic()
        process = started(list(words), Path(place))
        assert process.wait(LONGEST) == 0, f"{words} fails"
        return time.monotonic() - begun


# ---------------------------------------------------------------- calls


def calls(dice: random.Random) -> None:
    """Commands, undo and redo that are interrupted: the battle is what it was before, or what it would be after."""
    made = None
    while made is None:
        made = shipped_battle(dice, dice.choice(sorted(RULESETS)))
    battle = Battle(made)
    course = storms.Course(battle, storms.seen(battle), storms.Moment((), None))
    for _ in range(CALLS):
        if dice.random() < 0.7:
            _, call = storms.drawn_command(dice, battle)
        else:
            call = dice.choice((Battle.undo, Battle.redo, Battle.replay, Battle.fork, Battle.save))
        interrupted(lambda call=call: call(battle), dice.random() ** 2 * 0.02)  # type: ignore[misc]
        saved = battle.save()
        with Battle.restore(saved) as again:
            assert again.proved, "the commands give another log"
            assert storms.seen(again) == storms.seen(battle), f"half of {call}"
    course.battle.close()


def interrupted(call: Callable[[], object], seconds: float) -> None:
    """Makes a call that is interrupted after a time, unless it came to its end before."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-5))
        call()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except (KeyboardInterrupt, *ALLOWED):
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
