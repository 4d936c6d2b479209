"""A map of characters, built by seed."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from ..board.tiles import TileSpec
from ..dice import Dice

T = TypeVar("T")


class Chance:
    def __init__(self, seed: str) -> None:
        self._dice = Dice(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))

    def between(self, least: int, most: int) -> int:
        return least + self._dice.roll(1, most - least + 1)[0] - 1

    def percent(self, likely: int) -> bool:
        return self._dice.roll(1, 100)[0] <= likely

    def pick(self, among: Sequence[T]) -> T:
        return among[self._dice.roll(1, len(among))[0] - 1]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left, found = list(items), []
        while left:
            found.append(left.pop(self._dice.roll(1, len(left))[0] - 1))
        return found


Square = tuple[int, int]

LEGEND: dict[str, TileSpec] = {
    "r": TileSpec(kind="cave-floor"),
    "u": TileSpec(kind="undergrowth"),
    "R": TileSpec(floor=1, ramp=True),
    "H": TileSpec(floor=2, ramp=True),
    "a": TileSpec(floor=1, stairs=True),
    "b": TileSpec(floor=2, stairs=True),
    "-": TileSpec(floor=3, width=2.5),
    "=": TileSpec(floor=3),
    "v": TileSpec(floor=-6, hazard=True),
    "p": TileSpec(floor=0),
    **{char: TileSpec(floor=-depth, stairs=True) for depth, char in enumerate("efghi", 1)},
    "c": TileSpec(terrain="blocked", floor=3),
}
TOLD = {
    "r": "rough cave floor",
    "u": "undergrowth",
    "R": "a slope",
    "H": "a hilltop",
    "a": "stairs",
    "b": "stairs, higher up",
    "-": "a plank, half a square wide",
    "=": "a bridge between roofs",
    "v": "the bottom of the gorge",
    "p": "a bridge",
    **dict.fromkeys("efghi", "stairs down into the gorge"),
    "c": "a chimney",
}


class WayOut(NamedTuple):
    """The map characters for stairs that lead out of a pit or yard."""

    inner: str
    """The characters of its bottom."""
    rim: str
    """The characters that its stairs begin at."""
    stairs: str
    """The characters of its stairs, from the rim down."""
    filling: str
    """The character of a room too small for stairs."""


class Sketch:
    """A map that is being generated: a rectangle of characters."""

    def __init__(self, width: int, height: int, chance: Chance, fill: str = ".") -> None:
        self.width, self.height, self.chance = width, height, chance
        self.rows = [[fill] * width for _ in range(height)]

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def __getitem__(self, square: Square) -> str:
        return self.rows[square[1]][square[0]]

    def __setitem__(self, square: Square, char: str) -> None:
        if square in self:
            self.rows[square[1]][square[0]] = char

    @property
    def text(self) -> str:
        return "\n".join(map("".join, self.rows))

    def squares(self) -> Iterator[Square]:
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def fill(self, x: int, y: int, width: int, height: int, char: str) -> None:
        for j in range(y, y + height):
            for i in range(x, x + width):
                self[i, j] = char

    def ring(self, x: int, y: int, width: int, height: int, char: str) -> list[Square]:
        """Draws a rectangle's border and returns its squares."""
        found = [
            (i, j)
            for j in range(y, y + height)
            for i in range(x, x + width)
            if (i in (x, x + width - 1) or j in (y, y + height - 1)) and (i, j) in self
        ]
        for square in found:
            self[square] = char
        return found

    def beside(self, square: Square) -> list[Square]:
        x, y = square
        return [there for there in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if there in self]

    def around(self, square: Square) -> list[Square]:
        x, y = square
        return [(i, j) for j in (y - 1, y, y + 1) for i in (x - 1, x, x + 1) if (i, j) in self and (i, j) != square]

    def scatter(self, char: str, count: int, on: str = ".") -> None:
        free = [square for square in self.squares() if self[square] == on]
        for square in self.chance.shuffled(free)[:count]:
            self[square] = char

    def patch(self, char: str, size: int, on: str = ".") -> list[Square]:
        """Draws an irregular patch of about `size` squares on the squares `on`."""
        free = [square for square in self.squares() if self[square] == on]
        if not free:
            return []
        found = [self.chance.pick(free)]
        edge = list(found)
        while edge and len(found) < size:
            square = self.chance.pick(edge)
            onward = [there for there in self.beside(square) if self[there] == on and there not in found]
            if onward:
                found.append(self.chance.pick(onward))
                edge.append(found[-1])
            else:
                edge.remove(square)
        for square in found:
            self[square] = char
        return found

    def rooms(self, chars: str) -> Iterator[set[Square]]:
        """Yields the connected sets of squares with one of `chars`."""
        left = {square for square in self.squares() if self[square] in chars}
        for start in self.squares():
            if start not in left:
                continue
            found, waiting = {start}, [start]
            while waiting:
                for there in self.beside(waiting.pop()):
                    if there in left and there not in found:
                        found.add(there)
                        waiting.append(there)
            left -= found
            yield found

    def largest_room(self, closed: str) -> set[Square]:
        """Returns the largest connected set of squares not in `closed`."""
        others = "".join({char for row in self.rows for char in row if char not in closed})
        return max(self.rooms(others), key=len, default=set())

    def mirror(self) -> None:
        for row in self.rows:
            for x in range(self.width // 2):
                row[self.width - 1 - x] = row[x]

    def twin(self, square: Square) -> Square:
        return self.width - 1 - square[0], square[1]

    def lead_out(self, out: WayOut, *, mirrored: bool) -> None:
        """Adds stairs to each pit or yard without an exit. One too small for stairs is filled."""
        lowest = out.stairs[-1]
        for room in list(self.rooms(out.inner + lowest)):
            if any(self[square] == lowest for square in room):
                continue
            way = self._stairs(room, out, mirrored=mirrored)
            for square, char in zip(way, out.stairs, strict=False):
                self[square] = char
                if mirrored:
                    self[self.twin(square)] = char
            if not way:
                for square in room:
                    self[square] = out.filling

    def _stairs(self, room: set[Square], out: WayOut, *, mirrored: bool) -> list[Square]:
        free = {square for square in room if not mirrored or square[0] < self.width // 2}
        for start in sorted(free):
            if any(self[there] in out.rim for there in self.beside(start)):
                way = self._walk([start], free, room, len(out.stairs))
                if way:
                    return way
        return []

    def _walk(self, way: list[Square], free: set[Square], room: set[Square], length: int) -> list[Square]:
        onward = [there for there in self.beside(way[-1]) if there in free and there not in way]
        if len(way) == length:
            beyond = [there for there in self.beside(way[-1]) if there in room and there not in way]
            return way if any(self.twin(there) not in way for there in beyond) else []
        return next((found for there in onward if (found := self._walk([*way, there], free, room, length))), [])
