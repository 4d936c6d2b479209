"""Edits of a scenario's tree; each returns a new tree."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import msgspec

from ...engine.board.tiles import BUILT_IN_SPECS, TileSpec
from ...engine.rulesets import RULESETS
from ...engine.scenario.format import LARGEST_MAP
from ...engine.scenario.shipped import shipped

Tree: TypeAlias = dict[str, Any]
"""A scenario file as plain tables; its map is a list of rows."""
Square: TypeAlias = tuple[int, int]
Area: TypeAlias = tuple[int, int, int, int]
"""The first and last column and row: x0, y0, x1, y1."""


class Clip(NamedTuple):
    rows: tuple[str, ...]
    edges: tuple[Tree, ...]
    """Edges; their squares count from the clip's corner."""
    creatures: tuple[Tree, ...]


def rows_of(tree: Tree) -> tuple[str, ...]:
    """Returns the rows of a scenario's map, filled up to equal length."""
    text = str(tree.get("board", {}).get("map", "."))
    rows = [line.removesuffix("\r") for line in text.strip("\r\n").split("\n")]
    width = max(map(len, rows)) or 1
    return tuple(row.ljust(width, ".") for row in rows)


def with_rows(tree: Tree, rows: Sequence[str]) -> Tree:
    return {**tree, "board": {**tree.get("board", {}), "map": "\n".join(rows) + "\n"}}


def paint(tree: Tree, squares: Iterable[Square], char: str) -> Tree:
    rows = [list(row) for row in rows_of(tree)]
    changed = False
    for x, y in squares:
        if 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] != char:
            rows[y][x] = char
            changed = True
    return with_rows(tree, ["".join(row) for row in rows]) if changed else tree


def line(a: Square, b: Square) -> list[Square]:
    (ax, ay), (bx, by) = a, b
    steps = max(abs(bx - ax), abs(by - ay), 1)
    return [
        (ax + (2 * (bx - ax) * step + steps) // (2 * steps), ay + (2 * (by - ay) * step + steps) // (2 * steps))
        for step in range(steps + 1)
    ]


def alike(tree: Tree, start: Square) -> list[Square]:
    rows = rows_of(tree)
    char, found, waiting = rows[start[1]][start[0]], {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for i, j in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= j < len(rows) and 0 <= i < len(rows[0]) and (i, j) not in found and rows[j][i] == char:
                found.add((i, j))
                waiting.append((i, j))
    return sorted(found)


def squares_in(area: Area) -> list[Square]:
    x0, y0, x1, y1 = area
    return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def resize(tree: Tree, width: int, height: int) -> Tree:
    width, height = min(max(width, 1), LARGEST_MAP), min(max(height, 1), LARGEST_MAP)
    rows = [row[:width].ljust(width, ".") for row in rows_of(tree)[:height]]
    rows += ["." * width] * (height - len(rows))
    return _kept(with_rows(tree, rows), lambda x, y: 0 <= x < width and 0 <= y < height)


def _kept(tree: Tree, inside: Callable[[int, int], bool]) -> Tree:
    edges = [edge for edge in edges_of(tree) if all(inside(*square) for square in edge["between"])]
    creatures = [one for one in tree.get("creatures", []) if inside(*one["at"][:2])]
    return with_edges({**tree, "creatures": creatures}, edges)


# ---------------------------------------------------------------- edges


def edges_of(tree: Tree) -> list[Tree]:
    return cast(list[Tree], tree.get("board", {}).get("edges", []))


def with_edges(tree: Tree, edges: Sequence[Tree]) -> Tree:
    board = {key: value for key, value in tree.get("board", {}).items() if key != "edges"}
    return {**tree, "board": {**board, "edges": list(edges)} if edges else board}


def set_edge(tree: Tree, a: Square, b: Square, fields: Mapping[str, Any] | None) -> Tree:
    pair = sorted((a, b))
    left = [edge for edge in edges_of(tree) if sorted(map(tuple, edge["between"])) != pair]
    if fields is not None:
        left.append({"between": [list(square) for square in pair], **fields})
    return with_edges(tree, left)


# ---------------------------------------------------------------- creatures


def space_of(tree: Tree, creature: Tree) -> int:
    rules = RULESETS.get(str(tree.get("ruleset")))
    base = shipped("creatures").get(str(creature.get("base")), {})
    size = str(creature.get("size", base.get("size", "medium")))
    row = None if rules is None else rules.sizes.rows.get(size)
    return 1 if row is None else row.side


def creature_at(tree: Tree, square: Square) -> int | None:
    for number in reversed(range(len(tree.get("creatures", [])))):
        one = tree["creatures"][number]
        side, (x, y) = space_of(tree, one), one["at"][:2]
        if x <= square[0] < x + side and y <= square[1] < y + side:
            return number
    return None


def with_creature(tree: Tree, number: int, creature: Tree | None) -> Tree:
    creatures = list(tree.get("creatures", []))
    creatures[number : number + 1] = [] if creature is None else [creature]
    return {**tree, "creatures": creatures}


def add_creature(tree: Tree, at: Square, like: Tree | None = None, side: str | None = None) -> Tree:
    """Adds a new creature to a scenario, or a copy of `like`. Its name is unique."""
    made = dict(like or {"name": "creature", "side": "red", "hp": 20, "attack": 4, "damage": "1d8+2"})
    made |= {"side": side} if side is not None else {}
    stem = str(made.get("name", "creature")).rstrip("0123456789 ") or "creature"
    known = {one.get("name") for one in tree.get("creatures", [])}
    name, number = stem, 1
    while name in known:
        number += 1
        name = f"{stem} {number}"
    plain = {key: value for key, value in made.items() if key not in ("name", "at")}
    creature = {"name": name, "side": plain.pop("side", "red"), "at": list(at), **plain}
    return {**tree, "creatures": [*tree.get("creatures", []), creature]}


def turn_over(tree: Tree, number: int) -> Tree:
    """Moves a creature of a scenario to the next side, such as from red to blue."""
    creature = tree["creatures"][number]
    sides = list(dict.fromkeys([*(one.get("side", "red") for one in tree["creatures"]), "red", "blue"]))
    here = sides.index(creature.get("side", "red"))
    return with_creature(tree, number, {**creature, "side": sides[(here + 1) % len(sides)]})


# ---------------------------------------------------------------- pieces


def copied(tree: Tree, area: Area) -> Clip:
    x0, y0, x1, y1 = area

    def inside(square: Sequence[int]) -> bool:
        return x0 <= square[0] <= x1 and y0 <= square[1] <= y1

    def moved(square: Sequence[int]) -> list[int]:
        return [square[0] - x0, square[1] - y0, *square[2:]]

    return Clip(
        tuple(row[x0 : x1 + 1] for row in rows_of(tree)[y0 : y1 + 1]),
        tuple(
            {**edge, "between": [moved(square) for square in edge["between"]]}
            for edge in edges_of(tree)
            if all(inside(square) for square in edge["between"])
        ),
        tuple({**one, "at": moved(one["at"])} for one in tree.get("creatures", []) if inside(one["at"])),
    )


def pasted(tree: Tree, clip: Clip, at: Square) -> Tree:
    """Puts a copied area of a map at another place; its creatures get unique names."""
    rows = [list(row) for row in rows_of(tree)]
    width, height = len(rows[0]), len(rows)
    for j, row in enumerate(clip.rows):
        for i, char in enumerate(row):
            if at[1] + j < height and at[0] + i < width:
                rows[at[1] + j][at[0] + i] = char
    made = with_rows(tree, ["".join(row) for row in rows])

    def moved(square: Sequence[int]) -> tuple[int, int]:
        return square[0] + at[0], square[1] + at[1]

    for edge in clip.edges:
        a, b = (moved(square) for square in edge["between"])
        if all(x < width and y < height for x, y in (a, b)):
            made = set_edge(made, a, b, {key: value for key, value in edge.items() if key != "between"})
    for one in clip.creatures:
        x, y = moved(one["at"])
        if x < width and y < height:
            made = add_creature(made, (x, y), one)
    return made


def mirrored(tree: Tree, area: Area, *, across: bool) -> Tree:
    x0, y0, x1, y1 = area
    rows = [list(row) for row in rows_of(tree)]
    for x, y in squares_in(area):
        source = (x0 + x1 - x, y) if across else (x, y0 + y1 - y)
        rows[y][x] = rows_of(tree)[source[1]][source[0]]

    def turned(square: Sequence[int], side: int = 1) -> list[int]:
        x, y, *level = square
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            return list(square)
        return [x0 + x1 - x - side + 1, y, *level] if across else [x, y0 + y1 - y - side + 1, *level]

    made = with_rows(tree, ["".join(row) for row in rows])
    edges = [{**edge, "between": sorted(turned(square) for square in edge["between"])} for edge in edges_of(tree)]
    inside = {(x, y) for x, y in squares_in(area)}
    for edge, old in zip(edges, edges_of(tree), strict=True):
        if len({tuple(square[:2]) in inside for square in old["between"]}) > 1:
            edge["between"] = old["between"]  # an edge on the rim stays
    creatures = [{**one, "at": turned(one["at"], space_of(tree, one))} for one in tree.get("creatures", [])]
    return with_edges({**made, "creatures": creatures}, edges)


def legend_of(tree: Tree) -> dict[str, Tree | None]:
    """Returns {character: its legend entry} of a map; None for built-in characters."""
    own = cast(dict[str, Tree], tree.get("board", {}).get("legend", {}))
    return {**dict.fromkeys(BUILT_IN_SPECS), **own}


def with_tile(tree: Tree, char: str, fields: Tree) -> Tree:
    board = tree.get("board", {})
    return {**tree, "board": {**board, "legend": {**board.get("legend", {}), char: fields}}}


def free_character(tree: Tree) -> str:
    known = legend_of(tree)
    return next(char for char in "abcefghijklmnpqrtuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ=+*-|!?@$&" if char not in known)


def spelled_out(char: str) -> Tree:
    """Returns the legend entry that a built-in character stands for."""
    fields: Tree = msgspec.to_builtins(BUILT_IN_SPECS.get(char, TileSpec()))
    return fields


def cleared(tree: Tree, area: Area) -> Tree:
    x0, y0, x1, y1 = area

    def within(square: Sequence[int]) -> bool:
        return x0 <= square[0] <= x1 and y0 <= square[1] <= y1

    made = paint(tree, squares_in(area), ".")
    inside = [number for number, one in enumerate(made.get("creatures", [])) if within(one["at"])]
    for number in reversed(inside):
        made = with_creature(made, number, None)
    return with_edges(made, [edge for edge in edges_of(made) if not all(within(end) for end in edge["between"])])
