"""Hostile map files in the four formats, altered and scrambled: read or refused, quickly and in little memory.

`python -m tests.assault.maps 1000 --seed 1`
"""

import copy
import html
import json
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.assault.tries import bounded, check_sentence, main

from fivefoot import maps
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.scenario.read import parse
from fivefoot.engine.scenario.toml_text import text_of
from fivefoot.play.battle import Battle

MAPS = Path(__file__).parents[1] / "maps"
FILES = sorted(file for file in MAPS.iterdir() if file.suffix in (".tmx", ".tmj", ".ldtk", ".uvtt", ".dd2vtt", ".json"))
SECONDS = 5.0
"""Seconds of the processor's time that a file may take."""
MEGABYTES = 500
"""The most that the process may ever have held."""


def attempt(dice: random.Random) -> None:
    """One file, or one that it names: what is read of it is a scenario that can be written and played."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "maps"
        shutil.copytree(MAPS, folder)
        file = folder / dice.choice(FILES).name
        named = [folder / "keep.tsx", folder / "guard.tx", *sorted((folder / "levels").iterdir())]
        spoilt = file if dice.random() < 0.85 else dice.choice(named)
        spoilt.write_bytes(mutant(dice, spoilt.read_bytes()))
        with bounded(SECONDS):
            try:
                found = maps.read(file, mapping=MAPS / "yard-rules.toml" if file.stem == "yard" else None)
                text = text_of(found.scenario)
                Battle(parse(text)).close()
            except ScenarioError as error:
                check_sentence(error)
    held = most_held()
    assert held <= MEGABYTES, f"{held} MB"


def most_held() -> int:
    """The megabytes that this process has held at most; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (2**20 if sys.platform == "darwin" else 2**10)


def scrambled(dice: random.Random, raw: bytes) -> bytes:
    """A file with a few bytes or pieces changed, left out, repeated or swapped."""
    made = bytearray(raw)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        at = dice.randrange(len(made) + 1)
        match dice.randrange(7):
            case 0:
                made[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del made[at : at + dice.randrange(1, 40)]
            case 2:
                made[at:at] = made[at : at + dice.randrange(1, 200)]
            case 3:
                digits = [i for i, byte in enumerate(made) if chr(byte).isdigit()]
                if digits:
                    at = dice.choice(digits)
                    made[at : at + 1] = dice.choice(
                        (b"-1", b"0", b"99999999", b"1e308", b"0.5", b"4294967295", b"null", b'"x"', b"[]", b"{}")
                    )
            case 4:
                other = dice.randrange(len(made) + 1)
                piece = made[other : other + dice.randrange(1, 60)]
                made[at : at + len(piece)] = piece
            case 5:
                made[at:] = b"" if dice.random() < 0.2 else made[at:]
            case _:
                made[at:at] = dice.choice((b"<", b">", b'"', b"{", b"}", b"[", b",", b"\0", b"\xff", b"&amp;", b"true"))
    return bytes(made)


VALUES: tuple[object, ...] = (
    *(None, True, "", "x", "2d6", "wall", "goblin", [], {}, [[]], -1, 0, 1, 2, 7, 300, 70_000, 2**31, 2**63, 10**30),
    *(-0.5, 0.1, 3.999, 1e-300, 1e9, 1e300, "..", "/", "a\x07b", "\u202e", "é" * 500, "[1, 2]", "{ walk = 3 }"),
)


def altered(dice: random.Random, raw: bytes) -> bytes:
    """A file that is still JSON or XML, with a few of its values changed, left out or repeated."""
    text = raw.decode("utf-8")
    if text.startswith("<"):
        for _ in range(dice.choice((1, 1, 2, 6))):
            spans = [match.span(1) for match in re.finditer(r'="([^"]*)"', text)]
            start, end = dice.choice(spans)
            value = dice.choice((str(dice.choice(VALUES)), text[slice(*dice.choice(spans))]))
            text = text[:start] + html.escape(value.replace("\x07", "")) + text[end:]
        return text.encode("utf-8")
    tree = json.loads(text)
    for _ in range(dice.choice((1, 1, 2, 6))):
        node: Any = tree
        while True:
            keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = dice.choice(keys)
            if isinstance(node[key], (dict, list)) and dice.random() < 0.85:
                node = node[key]
                continue
            match dice.randrange(5):
                case 0:
                    del node[key]
                case 1 if isinstance(node, list):
                    node[key:key] = [node[key]] * dice.choice((1, 3, 50))
                case 2:
                    node[key] = copy.deepcopy(node[dice.choice(keys)])
                case _:
                    node[key] = copy.deepcopy(dice.choice(VALUES))
            break
    return json.dumps(tree).encode("utf-8")


def mutant(dice: random.Random, raw: bytes) -> bytes:
    """A file gone wrong: three in four are still JSON or XML."""
    return scrambled(dice, raw) if dice.random() < 0.25 else altered(dice, raw)


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
