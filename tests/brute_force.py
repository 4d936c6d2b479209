"""A second opinion on reach: the slowest search that could be right, written from the scenario format alone.

It shares nothing with the engine but the file: plain dictionaries for tiles and creatures, one heap over
(cube, diagonals used), every rule looked up step by step. What it knows of the five games is the table
`BOOKS` and the functions that the table names, written from the contract and the catalogue.
"""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any, TypeAlias

Cube: TypeAlias = tuple[int, int, int]
Square: TypeAlias = tuple[int, int]
Table: TypeAlias = dict[str, Any]

OUTSIDE: Table = {"blocked": True, "fills": False, "floor": 0, "outside": True}

TILES: dict[str, Table] = {
    ".": {},
    "#": {"blocked": True, "fills": True},
    "o": {"blocked": True},
    ":": {"terrain": "difficult"},
    "%": {"terrain": "impeded"},
    "~": {"floor": -2, "water": 2},
    "_": {"floor": -4, "hazard": True},
    ",": {"obstacle": True},
    "d": {"earth": "dirt"},
    "s": {"earth": "stone"},
    **{str(level): {"floor": level} for level in range(1, 10)},
}
"""The built-in tiles that the contract lists, by what matters to a mover."""

DOWN = {"fine": -4, "diminutive": -3, "tiny": -2, "small": -1, "medium": 0}
UP = {"large": 1, "huge": 2, "gargantuan": 3, "colossal": 4, "titanic": 5}
RANK = DOWN | UP
D20_SIDE = {**dict.fromkeys(DOWN, 1), "large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
EPIC_SIDE = {**dict.fromkeys(DOWN, 1), "large": 2, "huge": 3, "gargantuan": 4, "colossal": 5, "titanic": 6}
STEEL_SIDE = {**dict.fromkeys(DOWN, 1), "large": 2, "huge": 3, "gargantuan": 4, "colossal": 5}
STEEL_RANK = {"tiny": -2, "small": -1, "medium": 0, "large": 2, "huge": 3, "gargantuan": 4, "colossal": 5}
ROOM = {"fine": 0.5, "diminutive": 1.0, "tiny": 2.5}
HELPLESS = {"unconscious", "dead", "paralyzed", "bound"}


def harm(scenario: Table, name: str, path: list[Cube]) -> float:
    """The average damage of the ground along a way from a creature's place: of each square newly covered, each time."""
    mover = Mover(scenario, name)

    def covered(cube: Cube) -> set[Square]:
        x, y, z = cube
        found = set()
        for square in product(range(x, x + mover.side), range(y, y + mover.side)):
            low = mover.floor(*square)
            if low <= z < low + max(mover.tile(*square).get("water", 0), 1):
                found.add(square)
        return found

    def average(damage: Any) -> float:
        if isinstance(damage, int):
            return damage
        dice, _, plus = damage.partition("+")
        count, _, sides = dice.partition("d")
        return int(count) * (int(sides) + 1) / 2 + int(plus or 0)

    total = 0.0
    for here, there in pairwise(path):
        for square in covered(there) - covered(here):
            total += average(mover.tile(*square).get("damage", 0))
    return total


@dataclass
class Step:
    """One step that a body could take, whatever its cost."""

    mode: str
    diagonal: bool
    hindrances: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Book:
    """What one game says, in squares."""

    unit: int
    sides: dict[str, int]
    diagonals: tuple[int, ...]
    price: Callable[[Step, "Mover"], tuple[int, bool] | None]
    """(squares without the turn of the diagonals, whether the step is a diagonal to be counted)."""
    footprint: str
    corners: str
    passing: Callable[["Mover", Table], tuple[bool, bool, bool]]
    """(may be entered, may be stopped in, counts as hard going)."""
    squeezes: Callable[["Mover", float], bool] | None
    pits_closed: bool = False
    hardest_square: bool = False
    """Whether only the hardest square under a body counts."""
    untrained: dict[str, int] = field(default_factory=dict)
    flyers_hampered: bool = True
    burrow_level: bool = False
    everybody_walks: bool = False
    ceilings_climbed: bool = False
    digs: tuple[str, ...] = ("dirt",)
    corners_in_space: bool = False
    """Whether a slanting step is also barred by what fills the cubes above and below it."""
    bodies_entered: bool = False
    """Whether another's space is hard going only where it is newly entered."""
    crowds: Callable[["Mover", Table], bool] = lambda mover, other: False
    """Whether stopping in the other's space makes both squeeze, at the price of a narrow square."""


class Mover:
    """The creature that is asked about, and the file it stands in."""

    def __init__(self, scenario: Table, name: str) -> None:
        self.scenario = scenario
        self.book = BOOKS[scenario["ruleset"]]
        self.rows = scenario["board"]["map"].strip("\n").split("\n")
        self.legend = {**TILES, **scenario["board"].get("legend", {})}
        self.ceiling = scenario["board"].get("ceiling", 20)
        self.me = next(c for c in scenario["creatures"] if c["name"] == name)
        self.others = [c for c in scenario["creatures"] if c["name"] != name]
        self.size = self.me.get("size", "medium")
        self.side = self.book.sides[self.size]
        speed = self.me["speed"]
        speeds = {"walk": speed} if isinstance(speed, int) else dict(speed)
        self.speeds = {mode: value // self.book.unit for mode, value in speeds.items() if value}
        self.listed = set(self.speeds)
        if self.book.everybody_walks and "walk" not in self.speeds:
            self.speeds["walk"] = max(self.speeds.values(), default=0)
            self.listed.add("walk")
        walk = self.speeds.get("walk", 0)
        for mode in self.book.untrained:
            if walk and mode not in self.speeds:
                self.speeds[mode] = walk
        self.spaces: list[tuple[Table, set[Cube]]] | None = None
        self.known: dict[object, Any] = {}
        self.edges = {frozenset(map(tuple, e["between"])): e["kind"] for e in scenario["board"].get("edges", ())}

    # --- the board, square by square ---------------------------------------------------------------

    def tile(self, x: int, y: int) -> Table:
        """What the file says of a square."""
        if not (0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])):
            return OUTSIDE
        found: Table = self.legend[self.rows[y][x]]
        return found

    def floor(self, x: int, y: int) -> int:
        """The level of the floor or the bed."""
        return int(self.tile(x, y).get("floor", 0))

    def full(self, x: int, y: int, z: int) -> bool:
        """Whether a body of flesh cannot be in a cube."""
        tile = self.tile(x, y)
        if tile.get("blocked") or z > self.ceiling:
            return True
        if tile.get("earth"):
            return not self.digs(tile["earth"])
        return z < self.floor(x, y) and not self.digs(str(tile.get("ground", "stone")))

    def filled(self, x: int, y: int, z: int) -> bool:
        """Whether something fills a cube to its corners."""
        tile = self.tile(x, y)
        if tile.get("outside"):
            return False
        if tile.get("blocked"):
            return bool(tile.get("fills"))
        return bool(tile.get("earth")) or z < self.floor(x, y)

    def hard(self, x: int, y: int, z: int) -> bool:
        """Whether there is something in a cube that one could climb beside."""
        tile = self.tile(x, y)
        if tile.get("outside"):
            return False
        return bool(tile.get("blocked") or tile.get("earth")) or z < self.floor(x, y)

    def digs(self, ground: str) -> bool:
        """Whether the mover can be in such ground."""
        return "burrow" in self.speeds and ground in self.book.digs

    def wet(self, x: int, y: int, z: int) -> bool:
        """Whether a cube is under water."""
        tile = self.tile(x, y)
        return self.floor(x, y) <= z < self.floor(x, y) + int(tile.get("water", 0))

    def squares(self, at: Cube) -> list[Square]:
        """The squares under a space."""
        return [(at[0] + i, at[1] + j) for j in range(self.side) for i in range(self.side)]

    # --- standing ------------------------------------------------------------------------------------

    def once(self, question: Callable[[Cube], Any], at: Cube) -> Any:
        """An answer that is worked out once for each place."""
        key = (question.__name__, at)
        if key not in self.known:
            self.known[key] = question(at)
        return self.known[key]

    def room(self, at: Cube) -> str | None:
        """'free' or 'tight' where the body has room at an anchor, None where it has not."""
        z = at[2]
        if any(self.tile(*square).get("outside") for square in self.squares(at)):
            return None
        if self.walled(at) or z + self.side - 1 > self.ceiling:
            return None
        shut = [square for square in self.squares(at) if self.full(*square, z)]
        width = min((self.tile(*s).get("width", 5.0) for s in self.squares(at) if s not in shut), default=0.0)
        wanted = 5.0 if self.book.sides is STEEL_SIDE else ROOM.get(self.size, 5.0)
        if not shut and width >= min(wanted, 5.0):
            return "free"
        if self.book.squeezes is None:
            return None
        if self.side == 1:
            return "tight" if not shut and self.book.squeezes(self, width) else None
        return "tight" if self.runs(at) else None

    def runs(self, at: Cube) -> set[tuple[int, int, int]]:
        """(axis, first, last) of the rows or columns of the board, side by side, in which the body fits.

        They must be open along the whole length of the space; each is as wide as its narrowest square.
        """
        x, y, z = at
        found = set()
        for axis, low in ((0, y), (1, x)):
            for first in range(low, low + self.side):
                width = 0.0
                for last in range(first, low + self.side):
                    line = [(x + m, last) if axis == 0 else (last, y + m) for m in range(self.side)]
                    if any(self.full(*square, z) for square in line):
                        break
                    width += min(self.tile(*square).get("width", 5.0) for square in line)
                    if self.book.squeezes is not None and self.book.squeezes(self, width):
                        found.add((axis, first, last))
        return found

    def slips(self, here: Cube, there: Cube) -> bool:
        """Whether a squeezed body keeps to the same rows or columns, so that it goes through no wall."""
        if self.side == 1 or {self.once(self.room, here), self.once(self.room, there)} == {"free"}:
            return True
        return bool(self.once(self.runs, here) & self.once(self.runs, there))

    def goes(self, here: Cube, there: Cube) -> list[tuple[Square, list[Square]]]:
        """How far a body comes by a step and which squares it fills then: whole, or in its widest rows or columns."""
        dx, dy = there[0] - here[0], there[1] - here[1]
        if self.side == 1 or {self.once(self.room, here), self.once(self.room, there)} == {"free"}:
            return [((dx, dy), self.squares(there))]
        x, y, _ = there
        found: dict[tuple[bool, int], list[tuple[Square, list[Square]]]] = {}
        for axis, first, last in self.once(self.runs, here) & self.once(self.runs, there):
            lines = [
                (x + m, line) if axis == 0 else (line, y + m)
                for line in range(first, last + 1)
                for m in range(self.side)
            ]
            across = bool(dy and not dx) if axis == 0 else bool(dx and not dy)
            found.setdefault((across, first - last), []).append(((dx, 0) if axis == 0 else (0, dy), lines))
        return found[min(found)]

    def fenced(self, a: Square, b: Square) -> bool:
        """Whether an obstacle lies between two squares that a body goes from and to."""
        if a[0] != b[0] and a[1] != b[1]:
            ways = ((b[0], a[1]), (a[0], b[1]))
            return all("obstacle" in (self.edge(a, s), self.edge(s, b)) for s in ways)
        return self.edge(a, b) == "obstacle"

    def walled(self, at: Cube) -> bool:
        """Whether a wall edge runs through the space."""
        inside = set(self.squares(at))
        return any(kind == "wall" and pair <= inside for pair, kind in self.edges.items())

    def open_squares(self, at: Cube) -> list[Square]:
        """The squares of the space that the body could really be in."""
        return [square for square in self.squares(at) if not self.full(*square, at[2])]

    def state(self, at: Cube) -> str | None:
        """What holds a body at an anchor: floor, water, earth; 'air' if nothing; None without room."""
        if self.once(self.room, at) is None:
            return None
        z = at[2]
        floors = wets = earth = False
        for square in self.open_squares(at):
            tile = self.tile(*square)
            if tile.get("earth") or z < self.floor(*square):
                earth = True
            elif self.wet(*square, z):
                wets = True
            elif z == self.floor(*square) and not tile.get("water"):
                floors = True
        if earth:
            return "earth"
        if floors:
            return "floor"
        return "water" if wets else "air"

    def clings(self, at: Cube) -> bool:
        """Whether something stands beside the body that it could climb."""
        if self.book.ceilings_climbed and "climb" in self.listed and at[2] + self.side - 1 == self.ceiling:
            return True
        return any(
            self.hard(x + dx, y + dy, at[2])
            for x, y in self.open_squares(at)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )

    def pit(self, at: Cube) -> bool:
        """Whether a walker would be in a pit there."""
        return any(
            self.tile(x, y).get("hazard") and self.floor(x, y) <= -2 and at[2] == self.floor(x, y)
            for x, y in self.open_squares(at)
        )

    # --- stepping ------------------------------------------------------------------------------------

    def ways(self, here: Cube, there: Cube) -> Iterator[Step]:
        """Every mode in which one step could be taken."""
        if self.once(self.room, here) is None or self.once(self.room, there) is None or not self.slips(here, there):
            return
        if not self.cut(here, there):
            yield from self.open_ways(here, there)
        if not self.cut(here, there, digging=True):
            yield from self.burrowing(here, there)

    def open_ways(self, here: Cube, there: Cube) -> Iterator[Step]:
        """Every mode but burrowing."""
        dx, dy, dz = (b - a for a, b in zip(here, there, strict=True))
        before, after = self.once(self.state, here), self.once(self.state, there)
        if before is None or after is None:
            return
        level = bool(dx or dy)
        slant = bool(dx and dy)
        lofty = slant or bool(level and dz)
        shut = self.book.pits_closed and after == "floor" and self.pit(there) and not self.pit(here)
        tight = bool(self.book.corners_in_space and level and dz and self.grazes(here, there))
        down_the_edge = dz < 0 and before == "floor"
        # A ramp helps a creature on it, not one over it on a higher floor.
        ways = [(s, place[2]) for place in (here, there) for s in self.open_squares(place)]
        sloped = any(self.tile(*s).get("ramp") and (self.floor(*s) == z or self.wet(*s, z)) for s, z in ways)
        if "walk" in self.speeds and level and after == "floor" and not shut:
            surfaced = before == "water" and any(
                self.wet(*s, here[2]) and not self.wet(*s, here[2] + 1) for s in self.open_squares(here)
            )
            if (
                dz == 0
                or (dz == -1 and before == "floor")
                or (dz == 1 and (surfaced or (before == "floor" and sloped)))
            ):
                yield Step("walk", slant)
        if "swim" in self.speeds and after == "water" and before != "earth" and (down_the_edge or not tight):
            # The surface lies level with the floor about it.
            wades = (
                before == "floor"
                and dz == -1
                and any(self.wet(*s, there[2]) and not self.wet(*s, there[2] + 1) for s in self.open_squares(there))
            )
            yield Step("swim", slant if wades else lofty)
        if "fly" in self.speeds and after in ("air", "floor") and before != "earth" and not tight:
            yield Step("fly", lofty)
        if "climb" in self.speeds and before != "earth":
            if after == "air" and self.clings(there) and (down_the_edge or not tight):
                yield Step("climb", lofty)
            if after == "floor" and dz == 1 and level and before != "water" and not (before == "floor" and sloped):
                yield Step("climb", slant)
            if after == "floor" and dz == -1 and before == "air" and self.clings(here) and not tight:
                yield Step("climb", lofty)

    def burrowing(self, here: Cube, there: Cube) -> Iterator[Step]:
        """The step through the ground, or out of it."""
        dx, dy, dz = (b - a for a, b in zip(here, there, strict=True))
        before, after = self.once(self.state, here), self.once(self.state, there)
        burrows = "burrow" in self.speeds and (dz == 0 or not self.book.burrow_level)
        if burrows and (after == "earth" or (after == "floor" and before == "earth" and dz)):
            yield Step("burrow", bool(dx and dy) or bool((dx or dy) and dz))

    def cut(self, here: Cube, there: Cube, digging: bool = False) -> bool:
        """Whether a corner or a wall forbids one step; ground that one digs through has no corners."""
        dx, dy = there[0] - here[0], there[1] - here[1]
        high = max(here[2], there[2])
        for x, y in self.squares(there):
            a, b = (x - dx, y - dy), (x, y)
            if dx and dy:
                if self.full(*a, here[2]) or self.full(*b, there[2]):
                    continue
                beside = ((b[0], a[1]), (a[0], b[1]))
                full = [
                    self.filled(*square, high) and not (digging and not self.full(*square, high)) for square in beside
                ]
                walls = [[self.edge(a, square), self.edge(square, b)] for square in beside]
                if self.book.corners == "any" and (any(full) or any("wall" in pair for pair in walls)):
                    return True
                if self.book.corners == "both" and all(
                    filled or "wall" in pair for filled, pair in zip(full, walls, strict=True)
                ):
                    return True
            elif (dx or dy) and self.edge(a, b) == "wall":
                return True
        return False

    def grazes(self, here: Cube, there: Cube) -> bool:
        """Whether something fills a cube that a step cuts across on the way from cube to cube."""
        step = tuple(b - a for a, b in zip(here, there, strict=True))
        parts = [part for part in product(*({0, d} for d in step)) if any(part) and part != step]
        return any(
            self.filled(x + i + dx, y + j + dy, z + k + dz)
            for x, y, z in [here]
            for i, j, k in product(range(self.side), repeat=3)
            for dx, dy, dz in parts
        )

    def edge(self, a: Square, b: Square) -> str:
        """What stands between two neighbours."""
        return str(self.edges.get(frozenset((a, b)), ""))

    def hindrances(self, here: Cube, there: Cube, mode: str) -> list[str]:
        """All that makes a step harder, each once."""
        dz = there[2] - here[2]
        found: list[str] = []
        under = self.open_squares(there)
        if self.book.footprint == "entered" and not dz:
            under = [square for square in under if square not in self.squares(here)]
        if mode != "burrow" and (mode != "fly" or self.book.flyers_hampered):
            squares: list[list[str]] = []
            for square in under:
                here_hard: list[str] = []
                squares.append(here_hard)
                tile = self.tile(*square)
                touched = self.floor(*square) <= there[2] < self.floor(*square) + max(tile.get("water", 0), 1)
                if touched and not tile.get("earth"):
                    here_hard += [str(tile["terrain"])] if "terrain" in tile else []
                    here_hard += ["obstacle"] if tile.get("obstacle") else []
            if self.book.hardest_square:
                squares.sort(key=lambda causes: -len(causes))
                del squares[1:]
            found += [cause for causes in squares for cause in causes]
            if all(
                any(self.fenced((x - along[0], y - along[1]), (x, y)) for x, y in squares)
                for along, squares in self.goes(here, there)
            ):
                found.append("barrier")
        if self.once(self.room, there) == "tight":
            found.append("narrow")
        for other in self.once(self.met, there):
            entered = not self.book.bodies_entered or self.comes_upon(other, here, there)
            if entered and self.book.passing(self, other)[2]:
                found.append("body")
        return sorted(set(found))

    def comes_upon(self, other: Table, here: Cube, there: Cube) -> bool:
        """Whether a step leads into a cube of another's space that the mover was not in before."""
        before = set(product(*(range(c, c + self.side) for c in here)))
        after = set(product(*(range(c, c + self.side) for c in there)))
        return bool((after - before) & set(self.cubes_of(other)))

    def met(self, there: Cube) -> list[Table]:
        """The other creatures in a space."""
        if self.spaces is None:
            self.spaces = [(other, set(self.cubes_of(other))) for other in self.others]
        mine = list(product(*(range(c, c + self.side) for c in there)))
        return [other for other, space in self.spaces if any(cube in space for cube in mine)]

    def cubes_of(self, other: Table) -> Iterator[Cube]:
        """The cubes of another's space."""
        side = self.book.sides[other.get("size", "medium")]
        x, y = other["at"][0], other["at"][1]
        z = other["at"][2] if len(other["at"]) == 3 else self.resting(x, y, side)
        yield from product(range(x, x + side), range(y, y + side), range(z, z + side))

    def resting(self, x: int, y: int, side: int) -> int:
        """Where a body without a given height stands: the highest floor under it, or the top of water."""
        tops = []
        for i, j in product(range(side), range(side)):
            tile = self.tile(x + i, y + j)
            if not tile.get("blocked") and not tile.get("earth"):
                tops.append(self.floor(x + i, y + j) + max(tile.get("water", 0) - 1, 0))
        return max(tops, default=0)

    def rank(self, creature: Table) -> int:
        """The step of the ladder of sizes."""
        ladder = STEEL_RANK if self.book.sides is STEEL_SIDE else RANK
        return ladder[creature.get("size", "medium")]

    def stops(self, at: Cube) -> bool:
        """Whether the mover may end its movement at an anchor."""
        state = self.once(self.state, at)
        if state == "air" and "fly" not in self.speeds and not ("climb" in self.speeds and self.clings(at)):
            return False
        here = self.once(self.met, at)
        if not all(self.book.passing(self, other)[1] for other in here):
            return False
        tiny = [other for other in here if other.get("size", "medium") in ROOM]
        if self.size in ROOM and tiny:
            if self.scenario["ruleset"] == "pathfinder-2e":
                return len(tiny) < 4
            area = sum(ROOM[c["size"]] ** 2 for c in tiny) + ROOM[self.size] ** 2
            return area <= 25
        return True


def reach(scenario: Table, name: str) -> dict[Cube, tuple[int, bool]]:
    """(cost in the ruleset's unit, may stop there) of every cube that one move comes to."""
    mover = Mover(scenario, name)
    book = mover.book
    at = mover.me["at"]
    start = (at[0], at[1], at[2] if len(at) == 3 else mover.resting(at[0], at[1], mover.side))
    best: dict[tuple[Cube, int], int] = {}
    found: dict[Cube, int] = {}
    crammed: dict[Cube, int] = {}
    heap: list[tuple[int, Cube, int]] = [(0, start, 0)]
    steps = [step for step in product((-1, 0, 1), repeat=3) if any(step)]
    while heap:
        spent, here, turn = heapq.heappop(heap)
        if (here, turn) in best:
            continue
        best[here, turn] = spent
        found.setdefault(here, spent)
        for dx, dy, dz in steps:
            there = (here[0] + dx, here[1] + dy, here[2] + dz)
            if any(not book.passing(mover, other)[0] for other in mover.once(mover.met, there)):
                continue
            for step in mover.ways(here, there):
                step.hindrances = mover.hindrances(here, there, step.mode)
                priced = book.price(step, mover)
                if priced is None:
                    continue
                squares, counted = priced
                squares += book.diagonals[turn] - 1 if counted else 0
                if any(book.crowds(mover, other) for other in mover.once(mover.met, there)):
                    least = spent + max(squares, 2)
                    if least <= mover.speeds[step.mode]:
                        crammed[there] = min(crammed.get(there, least), least)
                if spent + squares <= mover.speeds[step.mode]:
                    after = (turn + 1) % len(book.diagonals) if counted else turn
                    heapq.heappush(heap, (spent + squares, there, after))
    answers: dict[Cube, tuple[int, bool]] = {}
    for cube, spent in found.items():
        stops = cube == start or mover.stops(cube)
        if stops and cube != start and any(book.crowds(mover, o) for o in mover.once(mover.met, cube)):
            # Squeezing in beside another costs more than passing through.
            stops = cube in crammed
            spent = crammed.get(cube, spent)
        answers[cube] = (spent * book.unit, stops)
    return answers


# ---------------------------------------------------------------- the five books


def one_or_two(step: Step, mover: Mover) -> tuple[int, bool] | None:
    """epic-path: 5 feet whatever the direction, 10 if anything hampers, impeded ground not by a move."""
    if "impeded" in step.hindrances:
        return None
    return (2 if step.hindrances else 1), False


def doublings(step: Step, mover: Mover) -> tuple[int, bool] | None:
    """d20-srd and ascension: each cause doubles, half as much again on a diagonal that does not count."""
    causes = {"difficult" if cause == "impeded" else cause for cause in step.hindrances} - {"barrier"}
    barrier = 2 if "barrier" in step.hindrances else 0
    if not causes:
        return 1 + barrier, step.diagonal
    squares = 2 ** len(causes)
    return squares + (squares // 2 if step.diagonal else 0) + barrier, False


def one_more(step: Step, mover: Mover) -> tuple[int, bool] | None:
    """pathfinder-2e: 5 feet more for difficult ground, 10 for greater; the surcharge leaves diagonals alone."""
    extra = 2 if "impeded" in step.hindrances else 1 if step.hindrances else 0
    return 1 + extra, step.diagonal


def steel(step: Step, mover: Mover) -> tuple[int, bool] | None:
    """draw-steel: one square, two where a mode is not its own, one more for difficult ground."""
    base = 1 if step.mode in mover.listed else mover.book.untrained[step.mode]
    return base + (1 if step.hindrances else 0), False


def ally(mover: Mover, other: Table) -> bool:
    """Whether the two are of one side."""
    return bool(mover.me["side"] == other["side"])


def out(other: Table) -> bool:
    """Whether the other cannot hinder creatures in its space."""
    return bool(set(other.get("conditions", ())) & HELPLESS)


def epic_passing(mover: Mover, other: Table) -> tuple[bool, bool, bool]:
    """Allies are passed and, with their consent, shared with; giants step over; the dead are rough ground."""
    if "dead" in other.get("conditions", ()):
        return True, True, True
    if mover.rank(mover.me) - mover.rank(other) >= 2:
        return True, True, False
    if ally(mover, other) or out(other):
        return True, True, False
    return False, False, False


def epic_crowds(mover: Mover, other: Table) -> bool:
    """Two that each fill the space, less than two sizes apart, squeeze; the dead do not count."""
    if "dead" in other.get("conditions", ()) or abs(mover.rank(mover.me) - mover.rank(other)) >= 2:
        return False
    return mover.size not in ROOM or other.get("size", "medium") not in ROOM


def d20_passing(mover: Mover, other: Table) -> tuple[bool, bool, bool]:
    """Friends and the helpless are passed, the helpless stopped on; tiny ones go anywhere; three sizes pass."""
    if out(other) or mover.size in ROOM:
        return True, True, False
    if ally(mover, other) or abs(mover.rank(mover.me) - mover.rank(other)) >= 3:
        return True, False, False
    return False, False, False


def ascension_passing(mover: Mover, other: Table) -> tuple[bool, bool, bool]:
    """As in the game it comes from, but for the rule of three sizes, of which it says nothing."""
    if out(other) or mover.size in ROOM:
        return True, True, False
    return ally(mover, other), False, False


def steel_passing(mover: Mover, other: Table) -> tuple[bool, bool, bool]:
    """Every creature is passed, enemies as difficult ground; two sizes apart one may stop. The dead do not count."""
    if "dead" in other.get("conditions", ()):
        return True, True, False
    return True, abs(mover.rank(mover.me) - mover.rank(other)) >= 2, not ally(mover, other)


def pathfinder_passing(mover: Mover, other: Table) -> tuple[bool, bool, bool]:
    """The willing pass; tiny ones share; three sizes pass; prone bodies that let one are shared."""
    held = set(other.get("conditions", ()))
    senseless = bool(held & {"unconscious", "dead"})
    gap = mover.rank(other) - mover.rank(mover.me)
    if "prone" in held and (senseless or ally(mover, other)) and gap <= 0:
        return True, True, False
    if mover.size == "tiny" or other.get("size") == "tiny":
        return True, True, False
    return ally(mover, other) or senseless or abs(gap) >= 3, False, False


def half(mover: Mover, width: float) -> bool:
    """d20-srd and ascension: room for half the space."""
    return width >= (5.0 * mover.side if mover.side > 1 else ROOM.get(mover.size, 5.0)) / 2


def next_smaller(mover: Mover, width: float) -> bool:
    """epic-path: room for the next smaller size."""
    least = {"tiny": 1.0, "small": 2.5, "medium": 2.5, "large": 5.0, "huge": 10.0, "gargantuan": 15.0}
    return width > 2.5 if mover.size == "medium" else width >= least[mover.size]


BOOKS = {
    "epic-path": Book(
        5,
        EPIC_SIDE,
        (1,),
        one_or_two,
        "entered",
        "any",
        epic_passing,
        next_smaller,
        crowds=epic_crowds,
        digs=("dirt", "stone"),
    ),
    "d20-srd": Book(
        5,
        D20_SIDE,
        (1, 2),
        doublings,
        "arrival",
        "any",
        d20_passing,
        half,
        pits_closed=True,
        hardest_square=True,
        flyers_hampered=False,
    ),
    "ascension": Book(
        5, D20_SIDE, (1, 2), doublings, "arrival", "any", ascension_passing, half, pits_closed=True, hardest_square=True
    ),
    "draw-steel": Book(
        1,
        STEEL_SIDE,
        (1,),
        steel,
        "entered",
        "any",
        steel_passing,
        None,
        untrained={"climb": 2, "swim": 2},
        burrow_level=True,
        everybody_walks=True,
        corners_in_space=True,
        ceilings_climbed=True,
        bodies_entered=True,
    ),
    "pathfinder-2e": Book(5, D20_SIDE, (1, 2), one_more, "entered", "both", pathfinder_passing, None),
}
"""The five games."""
