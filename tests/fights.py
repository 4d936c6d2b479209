"""Scenario files on drawn boards, and the smallest battle there is: two fighters."""

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

Table: TypeAlias = Mapping[str, Any]


def drawn(
    ruleset: str, drawing: str, creatures: Mapping[str, Table], *, board: Table | None = None, **more: Any
) -> str:
    """A scenario file, as JSON, in which creatures stand where the drawing has the capital of their name.

    So `ann` stands at `A`, on plain floor, or at the `at` of her table. The first creature is red and the others blue,
    unless their tables say. `board` adds to the board, `more` to the file.
    """
    rows = drawing.split()
    at = {char: [x, y] for y, row in enumerate(rows) for x, char in enumerate(row)}
    listed: list[Table] = []
    for name, table in creatures.items():
        place = {} if "at" in table else {"at": at[name[0].upper()]}
        listed.append({"name": name, "side": "blue" if listed else "red", **place, **table})
    floor = "\n".join(rows)
    for name in creatures:
        floor = floor.replace(name[0].upper(), ".")
    return json.dumps({"ruleset": ruleset, "board": {"map": floor, **(board or {})}, "creatures": listed, **more})


def fight(drawing: str, *, ruleset: str = "d20-srd", both: str = "", ann: str = "", bob: str = "") -> str:
    """A scenario file in which ann (red) stands where the drawing has an `a`, and bob (blue) where it has a `b`.

    Both stand on plain floor. `both`, `ann` and `bob` are further lines of their tables.
    """
    rows = drawing.split()
    at = {char: [x, y] for y, row in enumerate(rows) for x, char in enumerate(row) if char in "ab"}
    floor = "\n".join(rows).replace("a", ".").replace("b", ".")
    text = f"ruleset = \"{ruleset}\"\n[board]\nmap = '''\n{floor}\n'''\n"
    for char, name, side, own in (("a", "ann", "red", ann), ("b", "bob", "blue", bob)):
        text += f'[[creatures]]\nname = "{name}"\nside = "{side}"\nat = {at[char]}\n'
        text += "".join(f"{line.strip()}\n" for lines in (both, own) for line in lines.splitlines() if line.strip())
    return text
