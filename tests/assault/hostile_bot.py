"""A bot with every bad behaviour: `python -S hostile_bot.py NOTES SEED`, or with the name of a behaviour.

It leaves a file named by the number of each process that it starts in the folder NOTES.
"""

# mypy: disable-error-code="func-returns-value"
# wrong arguments are the point here

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

notes, given = sys.argv[1:3] if __name__ == "__main__" else ("", "0")
dice = random.Random(int(given) if given.isdigit() else 0)


def note() -> None:
    """This process is there."""
    with open(os.path.join(notes, str(os.getpid())), "w"):
        pass


def say(thing: Any) -> None:
    """A line of JSON."""
    write((json.dumps(thing) + "\n").encode())


def write(raw: bytes) -> None:
    """Bytes, all of them."""
    while raw:
        raw = raw[os.write(1, raw) :]


def hear() -> Any:
    """The next line; it ends where there is none."""
    line = sys.stdin.readline()
    if not line:
        raise SystemExit
    return json.loads(line)


def deaf() -> None:
    """Hear no signal that can be left unheard."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def sleep() -> None:
    """Wait for a long time."""
    time.sleep(60)


def fork(times: int, *, sessions: bool = False, daemons: bool = False) -> None:
    """Children that wait."""
    for _ in range(times):
        if os.fork() == 0:
            if sessions:
                os.setsid()
            if daemons and os.fork():
                os._exit(0)
            note()
            sleep()
            os._exit(0)


def unmarked() -> None:
    """A daemon without parents, session, environment and open files."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            note()
            os.closerange(0, 64)
            os.execve(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(60)"], {})
        os._exit(0)


def choice(question: Any, index: int | None = None) -> dict[str, Any]:
    """An answer by place."""
    last = len(question.get("legal") or question.get("options") or [0]) - 1
    return {"type": "choice", "id": question.get("id", 0), "index": last if index is None else index}


def forever(act: Callable[[], object]) -> Callable[[Any], None]:
    """Something without end."""

    def act_on(_: Any) -> None:
        while True:
            act()

    return act_on


BEHAVIOURS: dict[str, Callable[[Any], object]] = {
    "polite": lambda q: None,
    "silent": lambda q: sleep(),
    "deaf": lambda q: (deaf(), sleep()),
    "busy": forever(lambda: None),
    "deaf-and-busy": lambda q: (deaf(), forever(lambda: None)(q)),
    "gone": lambda q: os._exit(3),
    "gone-well": lambda q: os._exit(0),
    "killed": lambda q: os.kill(os.getpid(), signal.SIGKILL),
    "stopped": lambda q: os.kill(os.getpid(), signal.SIGSTOP),
    "mute": lambda q: (os.close(1), sleep()),
    "closed": lambda q: (os.closerange(0, 3), sleep()),
    "flood": forever(lambda: say({"type": "choice", "id": 0, "index": 0})),
    "one-line": forever(lambda: write(b"x" * 4096)),
    "zeros": forever(lambda: write(b"\0" * 4096)),
    "errors": forever(lambda: os.write(2, b"x" * 4096)),
    "nonsense": lambda q: (write(b"Ni!\n"), sleep()),
    "no-text": lambda q: (write(b"\xff\xfe\x00\n"), sleep()),
    "escapes": lambda q: (os.write(2, b"\x1b[31m\x1b]0;x\x07\n"), os._exit(1)),
    "deep": lambda q: (write(b"[" * 30_000 + b"\n"), sleep()),
    "huge-number": lambda q: (write(b'{"type":"choice","id":1,"index":1' + b"0" * 5000 + b"}\n"), sleep()),
    "nan": lambda q: (write(b'{"type":"choice","id":NaN,"index":Infinity}\n'), sleep()),
    "twice": lambda q: (write(b'{"type":"choice","type":"intent","id":1,"id":2}\n'), sleep()),
    "wrong-id": lambda q: (say({**choice(q), "id": 10**6}), sleep()),
    "negative": lambda q: (say(choice(q, -1)), sleep()),
    "beyond": lambda q: (say(choice(q, 10**6)), sleep()),
    "no-intent": lambda q: (say({"type": "intent", "id": q.get("id"), "intent": None}), sleep()),
    "surrogate": lambda q: (
        write(b'{"type":"intent","id":%d,"intent":{"do":"attack","target":"\\ud800"}}\n' % q.get("id", 0)),
        sleep(),
    ),
    "newlines": lambda q: (
        say({"type": "intent", "id": q.get("id"), "intent": {"do": "attack", "target": "\n\x1b[2J"}}),
        sleep(),
    ),
    "doubled": lambda q: write(2 * (json.dumps(choice(q)).encode() + b"\n")),
    "children": lambda q: (fork(20), sleep()),
    "sessions": lambda q: (deaf(), fork(20, sessions=True), sleep()),
    "daemons": lambda q: (deaf(), fork(12, sessions=True, daemons=True), sleep()),
    "unmarked": lambda q: (unmarked(), sleep()),
    "orphans": lambda q: (fork(8, sessions=True), os._exit(0)),
    "memory": lambda q: (bytearray(2**33), sleep()),
    "grows": forever(lambda: HOARD.append(bytearray(2**24))),
    "files": lambda q: ([os.open(os.devnull, os.O_RDONLY) for _ in range(10**5)], sleep()),
}
"""What it does when it is asked, or even before."""
HOARD: list[bytearray] = []
STAGES = ("at-once", "at-hello", "when-asked")
"""When it does so."""
CASES = [f"{behaviour}@{stage}" for behaviour in BEHAVIOURS if behaviour != "polite" for stage in STAGES]


def converse() -> None:
    """Answer at random, most of the time in a way that keeps the conversation going."""
    greeting = {"type": "hello", "protocol": "fivefoot-bot", "version": 1, "name": dice.choice(NAMES)}
    if dice.random() < 0.5:
        greeting["questions"] = dice.choice((True, True, False, "yes"))
    hear()
    say(greeting)
    while True:
        heard = hear()
        kind = heard.get("type")
        if kind not in ("choose", "question"):
            continue
        for _ in range(dice.choice((0, 0, 0, 0, 1, 3))):
            write(dice.choice(JUNK))
        draw = dice.random()
        if draw < 0.6:
            options = heard.get("legal") or heard.get("options") or [0]
            say(choice(heard, dice.randrange(len(options))))
        elif draw < 0.7 and heard.get("legal"):
            say({"type": "intent", "id": heard["id"], "intent": dice.choice(heard["legal"])})
        elif draw < 0.8:
            line = json.dumps(choice(heard)).encode() + b"\n"
            cut = dice.randrange(len(line))
            write(line[:cut])
            time.sleep(dice.choice((0.0, 0.02, 0.2)))
            write(line[cut:])
        elif draw < 0.9:
            for _ in range(dice.choice((2, 5, 80))):
                say(choice(heard))
        else:
            dice.choice(list(BEHAVIOURS.values())[1:29])(heard)


NAMES = ("fuzz", "", "\x1b[31mred", "[b]bold[/b]", "x" * 5000, "a\nb", "\u202egnol")
JUNK = (
    b"\n", b"{}\n", b"[]\n", b"null\n", b"Ni!\n", b"\xff\n", b'{"type":"hello"}\n', b'{"type":"over"}\n',
    b'{"type":"choice","id":0,"index":0}\n', b" " * 3000 + b"\n", b'{"type":"intent","id":0,"intent":{"do":"end"}}\n',
)  # fmt: skip


def main() -> None:
    """What the arguments say."""
    note()
    if given.isdigit():
        converse()
    behaviour, stage = given.rsplit("@", 1)
    act = BEHAVIOURS[behaviour]
    if stage == "at-once":
        act({})
    hear()
    if stage == "at-hello":
        act({})
    say({"type": "hello", "protocol": "fivefoot-bot", "version": 1})
    while True:
        heard = hear()
        if heard["type"] in ("choose", "question"):
            act(heard)
            say(choice(heard))


if __name__ == "__main__":
    main()
