"""One board with every sign: tiles, edges, sizes, sides, badges, roles."""

from fivefoot.play.replay.looks import BADGES

MAP = """
.:%,^~w_m#
.123rdsbko
.....nni..
..........
..........
..........
..........
..........
"""
LEGEND = """
[board.legend]
w = { water = 1 }
m = { terrain = "difficult", water = 1, floor = -1 }
r = { floor = 2, ramp = true }
n = { width = 2.5 }
i = { light = "dim" }
k = { damage = "1d6", light = "dark" }
b = { damage = "2d8" }
"""
EDGES = (
    ("[0, 0], [0, 1]", 'kind = "obstacle"'), ("[2, 2], [3, 2]", 'kind = "wall"'),
    ("[0, 2], [1, 2]", 'kind = "wall"\neffect = false'), ("[4, 1], [4, 2]", 'kind = "wall"\neffect = false'),
    ("[1, 2], [1, 3]", 'kind = "curtain"'), ("[4, 2], [5, 2]", 'kind = "obstacle"'),
)  # fmt: skip
FIGURES = (
    ("Sword", "red", "[0, 2]", 'damage = "1d6"'),
    ("Bow", "blue", "[1, 3]", 'damage = "1d6"\nrange = 60\nthreatens = false'),
    ("Shield", "green", "[2, 3]", 'ac = 19\ndamage = "1d6"'),
    ("Wing", "orange", "[3, 3, 3]", "speed = { walk = 20, fly = 60 }"),
    ("Fin", "purple", "[5, 0, -1]", "speed = { walk = 20, swim = 40 }"),
    ("Paw", "yellow", "[4, 3]", 'size = "small"\nhp = 10\ndamage = "1d4"\nthreatens = false'),
    ("Digger", "red", "[7, 2, -1]", "speed = { walk = 20, burrow = 20 }"),
    ("Ogre", "blue", "[0, 4]", 'size = "large"\ndamage = "1d8"'),
    ("Giant", "other", "[2, 4]", 'size = "huge"\ndamage = "1d8"'),
    ("Lying", "red", "[8, 2]", 'conditions = ["prone"]'),
    ("Fallen", "red", "[9, 2]", 'conditions = ["dead"]'),
    ("Rat 1", "green", "[9, 3]", 'size = "tiny"'),
    ("Rat 2", "green", "[9, 3]", 'size = "tiny"'),
    ("Fly", "green", "[8, 3]", 'size = "fine"'),
    ("Chest", "none", "[7, 3]", 'traits = ["object"]'),
)


def text(ruleset: str) -> str:
    """The board as a scenario of a ruleset; some creatures carry the common conditions."""
    lines = ["format = 1", 'title = "Everything"', f'ruleset = "{ruleset}"', "[board]", f"map = '''{MAP}'''", LEGEND]
    lines += [f"[[board.edges]]\nbetween = [{between}]\n{more}" for between, more in EDGES]
    for name, side, at, more in FIGURES:
        hp = "" if "hp" in more or side == "none" else "hp = 20\n"
        lines.append(f'[[creatures]]\nname = "{name}"\nside = "{side}"\nat = {at}\n{hp}{more}')
    return "\n".join(lines)


HELD = [name for name in BADGES if name not in ("dead", "voluntary-prone")]
"""The conditions that are shown by badges."""
