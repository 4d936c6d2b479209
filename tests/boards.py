"""Small random boards, one theme of the rules at a time: the same seed always draws the same board."""

import random
from typing import Any

Table = dict[str, Any]

RULESETS = ("epic-path", "d20-srd", "ascension", "draw-steel", "pathfinder-2e")

THEMES = (
    "ground",
    "edges",
    "narrow",
    "crowd",
    "big",
    "corridors",
    "heights",
    "water",
    "air",
    "climbing",
    "earth",
    "harm",
)

HAMPERING = {
    "epic-path": ":,%",
    "d20-srd": ":,",
    "ascension": ":,",
    "draw-steel": ":",
    "pathfinder-2e": ":%",
}
"""Tiles that hamper, as far as the game says what they cost."""

TILES: dict[str, str] = {
    "ground": "#o",
    "edges": "#",
    "narrow": "#nvw",
    "crowd": "#",
    "big": "#o",
    "corridors": "##",
    "heights": "12R#3",
    "water": "~~~#",
    "air": "#12",
    "climbing": "#1o24",
    "earth": "dds#",
    "harm": "LLMWP#",
}

SPEEDS: dict[str, list[dict[str, int]]] = {
    "water": [{"walk": 4, "swim": 6}, {"walk": 6, "swim": 3}, {"walk": 5}, {"swim": 5}],
    "air": [{"walk": 3, "fly": 4}, {"fly": 4}, {"walk": 5, "fly": 2}],
    "harm": [{"walk": 4}, {"walk": 7}, {"walk": 5, "swim": 5}, {"walk": 3, "fly": 4}],
    "climbing": [{"walk": 5, "climb": 5}, {"walk": 6, "climb": 3}, {"climb": 5}],
    "earth": [{"walk": 4, "burrow": 4}, {"walk": 6, "burrow": 2}],
}

LEGEND: Table = {
    "R": {"floor": 1, "ramp": True},
    "n": {"width": 3},
    "v": {"width": 2.5},
    "w": {"width": 2},
    "L": {"damage": "2d6"},
    "M": {"damage": 3},
    "W": {"floor": -2, "water": 2, "damage": "1d4"},
    "P": {"damage": "1d6", "hazard": True},
}


def scenario(ruleset: str, theme: str, seed: int) -> Table:
    """A board of the theme, with a mover called `ann`."""
    dice = random.Random(f"{ruleset} {theme} {seed}")
    width, height = dice.randint(3, 6), dice.randint(2, 5)
    hampering = HAMPERING[ruleset] if theme not in ("air", "climbing", "earth", "water", "harm") else ""
    tiles = "." * dice.randint(3, 14) + TILES[theme] + hampering
    rows = [[dice.choice(tiles) for _ in range(width)] for _ in range(height)]
    unit = 1 if ruleset == "draw-steel" else 5
    speed = dice.choice(SPEEDS.get(theme, [{"walk": 4}, {"walk": 6}, {"walk": 7}]))
    size = "medium"
    if theme in ("big", "corridors"):
        size = dice.choice(("large", "large", "huge"))
    elif theme in ("narrow", "crowd"):
        size = dice.choice(("tiny", "small", "medium", "medium"))
    elif theme in ("water", "air", "heights", "harm") and dice.random() < 0.3:
        size = "large"
    side = {"large": 2, "huge": 3}.get(size, 1)
    x, y = dice.randint(0, max(width - side, 0)), dice.randint(0, max(height - side, 0))
    for i in range(side):
        for j in range(side):
            if y + j < height and x + i < width:
                rows[y + j][x + i] = "." if theme != "harm" or dice.random() < 0.8 else "L"
    made: Table = {
        "ruleset": ruleset,
        "board": {
            "map": "\n".join("".join(row) for row in rows),
            "ceiling": 3 if theme == "air" else 4,
            "legend": LEGEND,
        },
        "creatures": [
            {
                "name": "ann",
                "side": "red",
                "at": [x, y],
                "size": size,
                "speed": {mode: squares * unit for mode, squares in speed.items()},
            }
        ],
    }
    if theme == "edges":
        made["board"]["edges"] = edges(dice, width, height, ruleset)
    if theme in ("crowd", "big") and (theme == "crowd" or ruleset in ("draw-steel", "pathfinder-2e")):
        crowd(dice, made, rows)
    if theme == "harm":
        if size == "medium" and "fly" not in speed:
            crowd(dice, made, rows)
        for other in made["creatures"][1:]:
            other["threatens"] = True
    return made


def edges(dice: random.Random, width: int, height: int, ruleset: str) -> list[Table]:
    """Walls between squares, and barriers where the game says what they cost."""
    kinds = ["wall", "obstacle"] if ruleset in ("d20-srd", "ascension", "epic-path") else ["wall"]
    found: dict[tuple[tuple[int, int], tuple[int, int]], str] = {}
    for _ in range(dice.randint(2, 8)):
        x, y = dice.randrange(width), dice.randrange(height)
        i, j = dice.choice(((1, 0), (0, 1)))
        if x + i < width and y + j < height:
            found[(x, y), (x + i, y + j)] = dice.choice(kinds)
    return [{"between": [list(a), list(b)], "kind": kind} for (a, b), kind in found.items()]


def crowd(dice: random.Random, made: Table, rows: list[list[str]]) -> None:
    """Others about the board, in squares of their own: friends and foes, helpless and well, small and big."""
    side = {"large": 2, "huge": 3}.get(made["creatures"][0]["size"], 1)
    x0, y0 = made["creatures"][0]["at"]
    taken = {(x0 + i, y0 + j) for i in range(side) for j in range(side)}
    for number in range(dice.randint(1, 5)):
        size = dice.choice(("tiny", "small", "medium", "medium", "medium", "large", "huge", "gargantuan"))
        span = {"large": 2, "huge": 3, "gargantuan": 4}.get(size, 1)
        x, y = dice.randrange(len(rows[0])), dice.randrange(len(rows))
        space = {(x + i, y + j) for i in range(span) for j in range(span)}
        inside = all(i < len(rows[0]) and j < len(rows) and rows[j][i] not in "#o" for i, j in space)
        if not inside or space & taken:
            continue
        taken |= space
        held = dice.choice(([], [], [], ["unconscious", "prone"], ["dead", "prone"], ["unconscious"], ["prone"]))
        made["creatures"].append(
            {
                "name": f"other{number}",
                "side": dice.choice(("red", "blue")),
                "at": [x, y],
                "size": size,
                "speed": {"walk": 5},
                "threatens": False,
                "conditions": held,
            }
        )


def turned(made: Table) -> Table:
    """The same board with x and y changed for one another."""
    rows = made["board"]["map"].split("\n")
    board = {**made["board"], "map": "\n".join("".join(column) for column in zip(*rows, strict=True))}
    if "edges" in board:
        board["edges"] = [{**e, "between": [[y, x] for x, y in e["between"]]} for e in board["edges"]]
    creatures = [{**c, "at": [c["at"][1], c["at"][0], *c["at"][2:]]} for c in made["creatures"]]
    return {**made, "board": board, "creatures": creatures}


def mirrored(made: Table) -> Table:
    """The same board with west and east changed; big creatures keep their north-west corner."""
    rows = made["board"]["map"].split("\n")
    width = len(rows[0])
    board = {**made["board"], "map": "\n".join(row[::-1] for row in rows)}
    if "edges" in board:
        board["edges"] = [{**e, "between": [[width - 1 - x, y] for x, y in e["between"]]} for e in board["edges"]]
    sides = {"large": 2, "huge": 3, "gargantuan": 4}
    creatures = [{**c, "at": [width - sides.get(c["size"], 1) - c["at"][0], *c["at"][1:]]} for c in made["creatures"]]
    return {**made, "board": board, "creatures": creatures}
