"""Small files that ask for much work: handled within 5 seconds and 500 MB, or refused in a sentence.

`python -m tests.assault.budgets 200 --seed 1`
"""

# mypy: disable-error-code="index"
# wrong arguments are the point here

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tests.assault.tries import main
from tests.play.tournament.four_ways import ENVIRONMENT, fivefoot

from fivefoot.engine.errors import CLOSED_LIST
from fivefoot.engine.rulesets import RULESETS

SECONDS = 5.0
"""Seconds of the processor's time that a file under 1 MB may take on an ordinary machine."""
SLACK = float(os.environ.get("FIVEFOOT_SLACK", "2"))
"""How much slower than an ordinary machine this one may be (shared, busy, old)."""
MEGABYTES = 500
LARGEST = 1_000_000
"""Bytes of a file that may not take longer."""

Tree: TypeAlias = dict[str, Any]


class Bomb(NamedTuple):
    """A file and what is done with it."""

    file: Tree | str
    command: tuple[str, ...]
    """The words of the command; FILE is the file."""
    long: bool = False
    """A battle was asked for that is long by itself: it is ended after a few seconds, and must end well."""


def board(width: int, height: int, char: str = ".", **more: Any) -> Tree:
    """An even board."""
    return {"map": "\n".join([char * width] * height), **more}


def rough(dice: random.Random, width: int, height: int, chars: str, **more: Any) -> Tree:
    """A board of random tiles."""
    return {"map": "\n".join("".join(dice.choices(chars, k=width)) for _ in range(height)), **more}


def one(name: str = "ann", side: str = "red", at: tuple[int, ...] = (0, 0), **more: Any) -> Tree:
    """A creature."""
    return {"name": name, "side": side, "at": list(at), **more}


def crowd(count: int, width: int, **more: Any) -> list[Tree]:
    """Many creatures side by side, on two sides by turns."""
    return [{**one(f"c{i}", ("red", "blue")[i % 2], (i % width, i // width)), **more} for i in range(count)]


ASKED = ("reach", "FILE", "-c", "ann")
RUN = ("run", "FILE")
CHECK = ("check", "FILE")


def plain_reach(dice: random.Random, ruleset: str) -> Bomb:
    """A plain board, however wide, and a mover of any speed."""
    size = dice.choice((128, 256, 512))
    speed = dice.choice((30, 200, 2000, 10_000))
    command = dice.choice((ASKED, (*ASKED, "--json")))
    return Bomb({"ruleset": ruleset, "board": board(size, size), "creatures": [one(speed=speed)]}, command)


def sky(dice: random.Random, ruleset: str) -> Bomb:
    """Much sky, and a flier."""
    size, ceiling = dice.choice((16, 64, 128, 512)), dice.choice((20, 100, 1000))
    fly = dice.choice((5, 60, 500, 10_000))
    flier = one(at=(0, 0, dice.randrange(ceiling)), speed={"fly": fly}, hover=True)
    far = [size - 1, size - 2, ceiling - 3]
    turns = [{"actor": "ann", "intents": [{"do": "move", "to": far}]}]
    tree = {"ruleset": ruleset, "board": board(size, size, ceiling=ceiling), "creatures": [flier], "turns": turns}
    return Bomb(tree, dice.choice((ASKED, RUN)))


def all_modes(dice: random.Random, ruleset: str) -> Bomb:
    """Every kind of ground, and a mover in every way, of any size."""
    size = dice.choice((64, 128, 256, 512))
    modes = dict.fromkeys(("walk", "climb", "swim", "fly", "burrow", "teleport"), dice.choice((30, 200, 10_000)))
    more: Tree = {"speed": modes, "traits": ["incorporeal"] if dice.random() < 0.5 else []}
    if dice.random() < 0.5:
        more["space"] = dice.choice((10, 40, 160, 320))
    tree = {
        "ruleset": ruleset,
        "board": rough(dice, size, size, "..:%,~1459o^_ds"),
        "creatures": [one(at=(1, 1), **more)],
    }
    return Bomb(tree, ASKED)


def many(dice: random.Random, ruleset: str) -> Bomb:
    """Many creatures, loaded and asked."""
    count, width = dice.choice((500, 2000)), 60
    tree = {
        "ruleset": ruleset,
        "board": board(width, width),
        "creatures": [*crowd(count, width, hp=5), one(at=(0, 59))],
    }
    tree["creatures"] = tree["creatures"][-2000:]
    return Bomb(tree, dice.choice((CHECK, ASKED, RUN)))


def one_square(dice: random.Random, ruleset: str) -> Bomb:
    """Many objects, or tiny creatures, in one square."""
    count = dice.choice((100, 300, 2000))
    kind: Tree = dice.choice(({"traits": ["object"]}, {"size": "tiny"}, {"size": "tiny", "traits": ["swarm"]}))
    creatures = [one(f"c{i}", at=(1, 1), **kind) for i in range(count - 1)] + [one()]
    return Bomb({"ruleset": ruleset, "board": board(5, 5), "creatures": creatures}, dice.choice((RUN, ASKED)))


def mounts(dice: random.Random, ruleset: str) -> Bomb:
    """A tower of mounts, or one mount of many."""
    count, tower = dice.choice((30, 500, 2000)), dice.random() < 0.6
    creatures = [one(f"c{i}", at=(1, 1), mount=f"c{i + 1}" if tower else f"c{count - 1}") for i in range(count - 1)]
    creatures.append(one(f"c{count - 1}", at=(1, 1, 9), speed={"fly": 30}, hover=True))
    move = {"actor": f"c{count - 1}", "intents": [{"do": "move", "to": [4, 4, 9]}]}
    return Bomb({"ruleset": ruleset, "board": board(9, 9), "creatures": creatures, "turns": [move]}, RUN)


def far_strikes(dice: random.Random, ruleset: str) -> Bomb:
    """Reach across the board, with and without walls."""
    reach = dice.choice((5, 50, 500, 10_000))
    foes = [one(f"e{i}", "blue", (3 * i, 40), reach=reach) for i in range(dice.choice((1, 20, 40)))]
    ground = rough(dice, 128, 128, "......#", ceiling=dice.choice((20, 100)))
    tree = {"ruleset": ruleset, "board": ground, "creatures": [one(speed={"walk": 100, "fly": 100}), *foes]}
    for creature in tree["creatures"]:
        x, y = creature["at"]
        rows = tree["board"]["map"].split("\n")
        rows[y] = rows[y][:x] + "." + rows[y][x + 1 :]
        tree["board"]["map"] = "\n".join(rows)
    return Bomb(tree, ASKED)


def long_script(dice: random.Random, ruleset: str) -> Bomb:
    """A script of very many moves, or falls, pushes and blows."""
    size, count = dice.choice((30, 128, 256)), dice.choice((800, 5000))
    there, back = {"do": "move", "to": [size - 1, size - 1]}, {"do": "move", "to": [0, 0]}
    kinds: list[list[Tree]] = [
        [there, back],
        [{"do": "fall", "target": "ann", "squares": 10_000}],
        [{"do": "push", "target": "bob", "distance": 10_000}, {"do": "pull", "target": "bob", "distance": 10_000}],
        [
            {"do": "teleport", "to": [size - 1, 0], "distance": 10_000},
            {"do": "teleport", "to": [0, 0], "distance": 9999},
        ],
    ]
    intents = (dice.choice(kinds) * count)[:count]
    tree = {
        "ruleset": ruleset,
        "rules": {"actions": "free"},
        "board": board(size, size, ceiling=50),
        "creatures": [one(speed={"walk": 10_000, "teleport": 1000}), one("bob", "blue", (2, 2), hp=10_000)],
        "turns": [{"actor": "ann", "intents": intents}],
    }
    return Bomb(tree, RUN, long=True)


def long_battle(dice: random.Random, ruleset: str) -> Bomb:
    """A battle of very many."""
    count, width = dice.choice(((2000, 60), (300, 30)))
    brain = dice.choice(("aggressive", "cunning", "random"))
    creatures = crowd(count, width, hp=9, attack=3, damage="1d6", ai=brain)
    tree = {"ruleset": ruleset, "board": board(width, width), "creatures": creatures}
    return Bomb(tree, ("battle", "FILE", "--rounds", "1"), long=True)


def expectations(dice: random.Random, ruleset: str) -> Bomb:
    """Very many expectations."""
    kinds: list[Tree] = [
        {"reach": {"creature": "ann", "includes": [[1, 0, 5]]}},
        {"threat": {"creature": "ann", "includes": [[1, 0]]}},
        {"distance": {"from": "ann", "to": "bob", "is": 1}},
        {"event": {"event": "moved"}, "count": 0},
    ]
    tree = {
        "ruleset": ruleset,
        "board": board(200, 200),
        "creatures": [one(speed=dice.choice((30, 2000))), one("bob", "blue", (150, 150))],
        "expect": [dice.choice(kinds)] * dice.choice((500, 5000)),
    }
    return Bomb(tree, CHECK)


def dice_and_harm(dice: random.Random, ruleset: str) -> Bomb:
    """Ground that rolls very many dice at every step."""
    tree = {
        "ruleset": ruleset,
        "rules": {"actions": "free"},
        "board": board(60, 60, "F", legend={"F": {"damage": "999d9999"}}),
        "creatures": [one(speed=3000)],
        "turns": [{"actor": "ann", "intents": [{"do": "move", "to": [59, 59]}, {"do": "move", "to": [0, 0]}] * 10}],
    }
    return Bomb(tree, RUN, long=True)


def words(dice: random.Random, ruleset: str) -> Bomb:
    """Texts, keys and tables without end."""
    count = dice.choice((3_000, 15_000))
    kinds: list[Callable[[], str]] = [
        lambda: "\n".join(f"[{'.'.join(['a'] * 15)}.k{i}]" for i in range(count)),
        lambda: "\n".join(f"[[{'.'.join(['a'] * 15)}.k]]" for i in range(count)),
        lambda: "x = " + "[" * 30 + "1," * count + "]" * 30,
        lambda: f'ruleset = "{ruleset}"\n' + "".join(f'"{"k" * 40}{i}" = 1\n' for i in range(count)),
        lambda: f'ruleset = "{"x" * 900_000}"',
        lambda: f'ruleset = "{ruleset}"\n[board]\nmap = "' + "." * 900_000 + '"',
        lambda: (
            f'ruleset = "{ruleset}"\n[board]\nmap = "?"\n[board.legend]\n'
            + "".join(f'"{chr(0x4E00 + i)}" = {{}}\n' for i in range(min(count, 20_000)))
        ),
    ]
    return Bomb(dice.choice(kinds)(), dice.choice((CHECK, RUN)))


def picture(dice: random.Random, ruleset: str) -> Bomb:
    """A picture or a film of a wide board."""
    size = dice.choice((60, 200, 512))
    creatures = crowd(12, size, hp=30, damage="1d4", ai="aggressive")
    film = dice.random() < 0.5
    tree = {"ruleset": ruleset, "board": board(size, size), "creatures": creatures}
    return Bomb(tree, ("render", "FILE", "-o", "o.gif" if film else "o.png"), long=film)


def heights(dice: random.Random, ruleset: str) -> Bomb:
    """Towers and shafts as high and deep as they may be, and one that climbs, flies and falls."""
    size, low = dice.choice((12, 60, 128)), dice.choice((-256, -20))
    legend = {"H": {"floor": dice.choice((20, 256))}, "L": {"floor": low}}
    ground = rough(dice, size, size, "HL", ceiling=dice.choice((20, 300, 1024)), legend=legend)
    mover = one(speed={"walk": 60, "climb": 600, "fly": dice.choice((60, 600))})
    fall = {"actor": "ann", "intents": [{"do": "fall", "target": "ann", "squares": 10_000}]}
    tree = {"ruleset": ruleset, "board": ground, "creatures": [mover], "turns": [fall]}
    return Bomb(tree, dice.choice((ASKED, RUN)))


def giants(dice: random.Random, ruleset: str) -> Bomb:
    """Creatures as large as the board bears, side by side."""
    span, count = dice.choice(((8, 40), (20, 20), (40, 9)))
    row = 512 // span
    creatures = [
        one(f"c{i}", ("red", "blue")[i % 2], (span * (i % row), span * (i // row)), space=5 * span, hp=99, damage="1d6")
        for i in range(count)
    ]
    tree = {"ruleset": ruleset, "board": board(512, 128), "creatures": creatures}
    command = dice.choice((RUN, ("reach", "FILE", "-c", "c0"), ("battle", "FILE", "--rounds", "1")))
    return Bomb(tree, command, long=command[0] == "battle")


def goals(dice: random.Random, ruleset: str) -> Bomb:
    """As many objectives as there may be, over all of a wide board."""
    area = [0, 0, 199, 199]
    kinds: list[Tree] = [
        {"kind": "reach", "area": area, "count": 99},
        {"kind": "hold", "area": area, "rounds": 99},
        {"kind": "survive", "rounds": 99},
        {"kind": "protect", "who": "c0"},
    ]
    goals = [{"side": dice.choice(("red", "blue")), **dice.choice(kinds)} for _ in range(100)]
    creatures = crowd(dice.choice((10, 60)), 30, hp=9, damage="1d4", attack=3)
    tree = {"ruleset": ruleset, "board": board(200, 200), "creatures": creatures, "objectives": goals}
    return Bomb(tree, ("battle", "FILE", "--rounds", "1"), long=True)


def fences(dice: random.Random, ruleset: str) -> Bomb:
    """Walls and obstacles between most squares, harm on all of them."""
    size = dice.choice((40, 100))
    edges = [
        {
            "between": [[x, y], dice.choice(([x + 1, y], [x, y + 1]))],
            "kind": dice.choice(("wall", "obstacle", "curtain")),
        }
        for y in range(size - 1)
        for x in range(size - 1)
        if dice.random() < 0.8
    ]
    ground = board(size, size, "F", legend={"F": {"damage": "9d9", "hazard": True}}, edges=edges)
    return Bomb({"ruleset": ruleset, "board": ground, "creatures": [one(speed=dice.choice((60, 2000)))]}, ASKED)


def long_paths(dice: random.Random, ruleset: str) -> Bomb:
    """Paths of tens of thousands of squares, turns without end, and names by the thousand."""
    path = [[1 + i % 2, 0] for i in range(dice.choice((1000, 30_000)))]
    kinds: list[Tree] = [
        {"turns": [{"actor": "ann", "intents": [{"do": "move", "path": path}]}]},
        {"turns": [{"actor": "ann", "intents": []}] * dice.choice((1000, 15_000))},
        {"creatures": crowd(1500, 60, hidden_from=[f"c{i}" for i in range(60)])},
        {"creatures": [one(conditions=["prone"] * 90_000)]},
        {"creatures": [one(), *crowd(30, 60, mount="ann", at=[0, 0])]},
    ]
    tree = {"ruleset": ruleset, "rules": {"actions": "free"}, "board": board(60, 60), "creatures": [one(speed=10_000)]}
    return Bomb({**tree, **dice.choice(kinds)}, RUN, long=True)


def pictures_of_many(dice: random.Random, ruleset: str) -> Bomb:
    """A picture or a film of as many creatures as there may be, or of all that one may get to."""
    tree = {"ruleset": ruleset, "board": board(512, 60), "creatures": crowd(2000, 60, hp=5, speed=2000)}
    out = dice.choice(("o.png", "o.gif"))
    return Bomb(tree, ("render", "FILE", "-o", out, "--reach", "c0"), long=out == "o.gif")


FAMILIES = (
    plain_reach, sky, all_modes, many, one_square, mounts, far_strikes, long_script, long_battle, expectations,
    dice_and_harm, words, picture, heights, giants, goals, fences, long_paths, pictures_of_many,
)  # fmt: skip


def attempt(dice: random.Random) -> None:
    """One file, of a family and a ruleset by turns."""
    family = dice.choice(FAMILIES)
    bomb = family(dice, dice.choice(sorted(RULESETS)))
    text = bomb.file if isinstance(bomb.file, str) else json.dumps(bomb.file)
    assert len(text) <= LARGEST, f"{family.__name__}: {len(text)} bytes"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ("bomb.toml" if isinstance(bomb.file, str) else "bomb.json")
        file.write_text(text, encoding="utf-8")
        words = fivefoot(*(str(file) if word == "FILE" else word for word in bomb.command))
        took, megabytes, status, said = measured(words, Path(folder), SECONDS * SLACK, bomb.long)
    about = f"{family.__name__}: {' '.join(bomb.command)}, {len(text)} bytes: {took:.1f} s, {megabytes} MB"
    assert "Traceback" not in said, f"{about}: {said[-300:]}"
    # One that was over just then is ended by the interpreter itself.
    assert status in ((0, 1, 2, 130, -signal.SIGINT) if bomb.long else (0, 1, 2)), (
        f"{about}: status {status}: {said[-300:]}"
    )
    assert all(len(line) <= CLOSED_LIST + 100 for line in said.splitlines()), f"{about}: {said[:300]}"
    assert megabytes <= MEGABYTES, about
    assert took <= SECONDS * SLACK or (bomb.long and took <= SECONDS * SLACK + 3), about


def measured(words: list[str], folder: Path, seconds: float, long: bool) -> tuple[float, int, int, str]:
    """(seconds of the processor's time, megabytes, status, what it said) of a command.

    A long one is interrupted when its time has come, as by Ctrl-C; any other is killed a little later.
    """
    import resource  # which Windows has not

    most = int(seconds) + (10 if long else 5)

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30, 6 * 2**30))

    # One thread: what libraries of numbers take for each core is none of ours.
    environment = {**ENVIRONMENT, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=limits,
    )
    interrupted = threading.Event()
    watch = threading.Thread(target=_interrupt, args=(process.pid, seconds, interrupted))
    if long:
        watch.start()
    assert process.stderr is not None
    said = process.stderr.read().decode(errors="replace")
    _, status, used = os.wait4(process.pid, 0)
    interrupted.set()
    process.returncode = os.waitstatus_to_exitcode(status)
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return used.ru_utime + used.ru_stime, used.ru_maxrss // scale, process.returncode, said


def _interrupt(pid: int, seconds: float, ended: threading.Event) -> None:
    """Interrupt a process that has had its time of the processor."""
    ticks = os.sysconf("SC_CLK_TCK")
    while not ended.wait(0.2):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return
        if (int(fields[11]) + int(fields[12])) / ticks >= seconds:
            os.kill(pid, signal.SIGINT)
            return


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
