"""A scenario in the making."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

import msgspec

from ...components.names import PictureName
from .. import messages
from ..board.tiles import BUILT_IN_SPECS, TileSpec, tile
from ..decoding import convert
from ..errors import ScenarioError, printable, spelled
from ..messages import ENGLISH, Message, _, english, translated
from ..rules.ruleset import Ruleset
from ..rulesets import RULESETS
from ..scenario import validate
from ..scenario.convert import settled
from ..scenario.cross_checks import check
from ..scenario.format import LARGEST_MAP, LARGEST_PICTURE, BoardSpec, CreatureSpec, Scenario, ScenarioFile
from ..scenario.ruleset_checks import check_ruleset
from ..scenario.toml_text import value_of
from .meanings import CREATURE_KEYS, EDGE_KEYS, TILE_KEYS, Fields, Meanings
from .source_folder import MOST_PIXELS, pixels_of
from .walls import Edge, Point, WallTracer, on_grid_line, rows_of, squares_within


class Remark(NamedTuple):
    """A note that something in a map was ignored or changed."""

    place: str
    """The layer, object or square concerned."""
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"

    def told(self, language: str) -> str:
        return f"{self.place}: {translated(self.what, language)}"


MOST_ALIKE = 20
"""Remarks of a kind shown singly."""


def shown(remarks: Iterable[Remark], language: str = ENGLISH) -> list[str]:
    """Returns notes about an import as lines of text. Repeated notes become one with a count."""
    counts: Counter[str] = Counter()
    lines: list[str] = []
    for remark in remarks:
        counts[remark.what] += 1
        if counts[remark.what] <= MOST_ALIKE:
            lines.append(remark.told(language))
    more = [(what, count - MOST_ALIKE) for what, count in counts.items() if count > MOST_ALIKE]
    return lines + [
        Message(_("and {count} more: {what}"), {"count": count, "what": translated(what, language)}).told(language)
        for what, count in more
    ]


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun, such as `1 tile` or `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {PLURALS.get(noun, noun + 's')}"


PLURALS = {"obstacle or curtain": "obstacles or curtains"}
_NOUNS = (
    messages.counted("{count} tile", "{count} tiles", 1),
    messages.counted("{count} edge", "{count} edges", 1),
    messages.counted("{count} creature", "{count} creatures", 1),
    messages.counted("{count} remark", "{count} remarks", 1),
    messages.counted("{count} more remark", "{count} more remarks", 1),
    messages.counted("{count} light", "{count} lights", 1),
    messages.counted("{count} sound", "{count} sounds", 1),
    messages.counted("{count} note", "{count} notes", 1),
    messages.counted("{count} template", "{count} templates", 1),
    messages.counted("{count} wall", "{count} walls", 1),
    messages.counted("{count} obstacle or curtain", "{count} obstacles or curtains", 1),
)


MOST_REMARKS = 2000
"""Most remarks listed; the total is given."""
_CHARS = "abcefghijklmnpqrtuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0=+*-|/!?@$&<>;`{}()[]" + "".join(
    chr(code) for code in range(0xC0, 0x250) if chr(code).isalpha()
)
MOST_CREATURES = 500
MOST_KINDS = 4000
"""Most kinds of squares in a map."""
MOST_AREA_WORK = 4_000_000
"""Limits squares in areas, and rows times corners."""
FARTHEST_MOVE = 12
"""Most squares a creature is moved."""
MOST_TRIES = 10_000
"""Most squares tried for all creatures."""
NOT_OF_A_MAP = frozenset({"format", "board", "creatures", "turns", "expect", "dice"})
_KINDS: tuple[type[msgspec.Struct], ...] = (TileSpec, CreatureSpec, ScenarioFile)


class Door(NamedTuple):
    """A door of an imported map: a wall until `battle.effect` opens it."""

    between: Edge
    state: str
    """`closed`, `open`, `locked` or `secret`."""


class MapPicture(NamedTuple):
    suffix: str
    """`.png`, `.jpg` or `.webp`."""
    raw: bytes


_HEADS = ((".png", b"\x89PNG\r\n\x1a\n"), (".jpg", b"\xff\xd8\xff"), (".webp", b"RIFF"))


class ImportedMap(NamedTuple):
    """A scenario made from another program's map."""

    scenario: Scenario
    remarks: tuple[Remark, ...]
    doors: tuple[Door, ...]
    picture: MapPicture | None = None


class Draft:
    def __init__(self, width: int, height: int, source: str, meanings: Meanings) -> None:
        if not (1 <= width <= LARGEST_MAP and 1 <= height <= LARGEST_MAP):
            raise ScenarioError(
                source, "", f"a map of {width} by {height} squares", f"1 by 1 to {LARGEST_MAP} by {LARGEST_MAP} squares"
            )
        self.width, self.height, self.source, self.meanings = width, height, source, meanings
        self.tracer = WallTracer(width, height, source)
        self.title = ""
        self.properties: Fields = {}
        self.picture: tuple[str, Callable[[], bytes]] | None = None
        """The picture's key and the function that reads it."""
        self._remarks: dict[Remark, None] = {}
        self._remarks_in_all = 0
        self._kinds: list[Fields] = [{}]
        self._kind_numbers: dict[str, int] = {"{}": 0}
        self._brushes: list[Fields] = []
        self._brush_numbers: dict[str, int] = {}
        self._over: dict[tuple[int, int], int] = {}
        self._work_left = MOST_AREA_WORK
        self._squares: list[list[int | None]] = [[None] * width for _ in range(height)]
        self._edges: dict[Edge, Fields] = {}
        self._doors: dict[Edge, str] = {}
        self._creatures: list[tuple[str, Fields, float]] = []
        self._names: set[str] = set()
        self._types = {
            kind: {field.encode_name: field.type for field in msgspec.structs.fields(kind)} for kind in _KINDS
        }

    # --- the report --------------------------------------------------------------------------------

    def remark(self, place: str, what: str) -> None:
        self._remarks_in_all += 1
        if len(self._remarks) < MOST_REMARKS:
            self._remarks[Remark(printable(place), printable(what))] = None

    # --- squares -----------------------------------------------------------------------------------

    def brush(self, fields: Fields) -> int:
        """Stores fields of a tile under a number, for `paint`, and returns that number."""
        spelling = repr(fields)
        number = self._brush_numbers.get(spelling)
        if number is None:
            number = self._brush_numbers[spelling] = len(self._brushes)
            self._brushes.append(fields)
        return number

    def paint(self, x: int, y: int, brush: int) -> None:
        """Gives a square the tile fields that `brush` stored. Its other fields stay."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        row = self._squares[y]
        key = (row[x] or 0, brush)
        number = self._over.get(key)
        if number is None:
            number = self._over[key] = self._kind_of({**self._kinds[key[0]], **self._brushes[brush]})
        row[x] = number

    def _kind_of(self, fields: Fields) -> int:
        spelling = repr(sorted(fields.items(), key=lambda item: item[0])) if fields else "{}"
        number = self._kind_numbers.get(spelling)
        if number is None:
            number = self._kind_numbers[spelling] = len(self._kinds)
            self._kinds.append(fields)
            if number > MOST_KINDS:
                found, allowed = f"more than {MOST_KINDS} kinds of squares", "fewer"
                raise ScenarioError(self.source, "", found, allowed)
        return number

    def cover(self, fields: Fields) -> None:
        brush = self.brush(fields)
        for y in range(self.height):
            for x in range(self.width):
                self.paint(x, y, brush)

    def paint_area(self, polygon: Sequence[Point], fields: Fields) -> int:
        """Paints the squares with centres inside a polygon and returns their number."""
        count, brush = 0, self.brush(fields)
        self.spend(len(polygon) * rows_of(polygon, self.height))
        for x, y in squares_within(polygon, self.width, self.height):
            self.paint(x, y, brush)
            count += 1
        self.spend(count)
        return count

    def spend(self, work: int) -> None:
        """Subtracts from the limit of work for this map. Raises ScenarioError if nothing is left."""
        self._work_left -= work
        if self._work_left < 0:
            found = "too many, too big or too ragged areas"
            raise ScenarioError(self.source, "", found, "fewer")

    def tile_fields(self, properties: Mapping[str, object], place: str, *, quiet: bool = False) -> Fields:
        """Converts the properties of a map's tile to the fields of a scenario's tile.

        Unknown properties are noted.
        """
        return self._known(properties, TILE_KEYS, TileSpec, place, quiet=quiet)

    def _known(
        self,
        properties: Mapping[str, object],
        keys: Iterable[str],
        kind: type[msgspec.Struct],
        place: str,
        *,
        quiet: bool,
    ) -> Fields:
        known, found = frozenset(keys), {}
        for name, value in properties.items():
            key = re.sub(r"[\s-]+", "_", name.strip().lower())
            if key not in known:
                if not quiet:
                    self.remark(place, english("the property {word} is unknown; it is left out", word=spelled(name)))
                continue
            for read in (value, value_of(value)):  # text may stand for itself, or for a number, table or array
                try:
                    validate.decode(read, self._types[kind][key], self.source)
                except ScenarioError as error:
                    problem = english(
                        "{key} is {found}, allowed is {allowed}; it is left out",
                        key=key,
                        found=error.found,
                        allowed=error.allowed,
                    )
                else:
                    found[key] = read
                    break
            else:
                self.remark(place, problem)
        return found

    # --- edges -------------------------------------------------------------------------------------

    def line(self, points: Sequence[Point], fields: Fields, place: str) -> int:
        """Puts walls between the squares along a line of points and returns the number of walls."""
        traced = self.tracer.trace(points)
        if not traced.edges and "door" in fields and len(points) > 1 and not self._at_border(points):
            traced = self.tracer.trace(_widened(points[0], points[-1]))
            if traced.edges:
                self.remark(place, _("separates no two squares; it is moved to the nearest edge"))
        for edge in traced.edges:
            self._close(edge, fields)
        if len(points) < 2 or not traced.edges:
            if points and not self._at_border(points):
                self.remark(place, _("separates no two squares; it is left out"))
        elif not traced.snapped:
            count = len(traced.edges)
            closed = counted(count, "edge")
            self.remark(place, english("is not on the grid; it closes the nearest edges ({closed})", closed=closed))
        return len(traced.edges)

    def _at_border(self, points: Sequence[Point]) -> bool:
        return all(
            on_grid_line(a, b)
            and any(
                round(a[axis]) == round(b[axis]) and round(a[axis]) in (0, (self.width, self.height)[axis])
                for axis in (0, 1)
            )
            for a, b in pairwise(points)
        )

    def _close(self, edge: Edge, fields: Fields) -> None:
        state = fields.get("door")
        if state is not None:
            self._doors[edge] = str(state)
        closed = {key: value for key, value in fields.items() if key in EDGE_KEYS}
        standing = self._edges.get(edge)
        if state is not None or standing is None or closed.get("kind", "wall") == "wall":
            self._edges[edge] = closed

    def drop_edges_of_walls(self) -> None:
        filled = {
            number
            for number, fields in enumerate(self._kinds)
            if fields.get("terrain") == "blocked" and fields.get("fills")
        }
        for edge in list(self._edges):
            if any(self._squares[y][x] in filled for x, y in edge):
                del self._edges[edge]
                self._doors.pop(edge, None)

    # --- creatures ---------------------------------------------------------------------------------

    def creature(
        self, at: tuple[int, ...], name: str, fields: Mapping[str, object], place: str, squares: float = 1
    ) -> None:
        """Adds a creature with a unique name. One off the board is left out, with a note.

        By default it is `squares` squares wide.
        """
        if not (0 <= at[0] < self.width and 0 <= at[1] < self.height):
            self.remark(place, english("stands at {place}, off the board; it is left out", place=list(at)))
            return
        if len(self._creatures) >= MOST_CREATURES:
            raise ScenarioError(self.source, place, "too many creatures", f"at most {MOST_CREATURES}")
        plain = " ".join("".join(c for c in name if c.isprintable()).split())[:70] or "creature"
        unique, number = plain, 1
        while unique in self._names:
            number += 1
            unique = f"{plain} {number}"
        self._names.add(unique)
        found = self._known(fields, CREATURE_KEYS, CreatureSpec, place, quiet=False)
        side = str(found.get("side", "red"))
        made: Fields = {"name": unique, "side": side, "at": list(at)}
        made.update((key, value) for key, value in found.items() if key not in ("name", "side", "at"))
        self._creatures.append((place, made, squares))

    # --- the whole ---------------------------------------------------------------------------------

    def finish(self, title: str, ruleset: str | None, *, strict: bool = False, picture: bool = False) -> ImportedMap:
        """Returns the scenario, and the picture if wanted.

        Creatures in forbidden places move to the nearest allowed ones.

        Raises:
            ScenarioError: a property is invalid; if `strict`, also for any remark.
        """
        tree = self._head(title, ruleset)
        rules = RULESETS.get(str(tree["ruleset"]))
        board = self._board()
        creatures = tuple(
            validate.decode(_sized(fields, squares, rules), CreatureSpec, self.source, place)
            for place, fields, squares in self._creatures
        )
        file = validate.decode(tree, ScenarioFile, self.source)
        fields = {name: getattr(file, name) for name in ScenarioFile.__struct_fields__}
        scenario = Scenario(**{**fields, "board": board, "creatures": creatures}, source=self.source)
        check(scenario)
        check_ruleset(scenario, RULESETS)
        scenario, notes = settled(scenario, farthest=FARTHEST_MOVE, tries=MOST_TRIES)
        for note in notes:
            self.remark("creatures", note)
        drawn = self._drawn(picture)
        if self._remarks_in_all > len(self._remarks) and len(self._remarks) >= MOST_REMARKS:
            more = self._remarks_in_all - len(self._remarks)
            self._remarks[Remark("report", english("{amount} like these", amount=counted(more, "more remark")))] = None
        remarks = tuple(self._remarks)
        if strict and remarks:
            place, what = remarks[0]
            raise ScenarioError(
                self.source,
                place,
                f"{what} (the first of {counted(len(remarks), 'remark')})",
                "with --strict, maps without unknown parts",
            )
        doors = tuple(Door(edge, self._doors[edge]) for edge in sorted(self._doors, key=_row_order))
        return ImportedMap(scenario, remarks, doors, drawn)

    def _drawn(self, wanted: bool) -> MapPicture | None:
        if self.picture is None:
            return None
        place, load = self.picture
        why = _("--picture keeps it")
        if wanted:
            try:
                raw = load()
                suffix = next((suffix for suffix, head in _HEADS if raw.startswith(head)), None)
                size = pixels_of(raw) if suffix is not None and len(raw) <= LARGEST_PICTURE else None
                if suffix is not None and size is not None and 0 < size[0] * size[1] <= MOST_PIXELS:
                    return MapPicture(suffix, raw)
                why = english("it is no PNG, JPEG or WebP file of at most {value} MiB", value=LARGEST_PICTURE >> 20)
                if size is not None:
                    why = english(
                        "it has {width} by {height} pixels; allowed: at most {MOST_PIXELS} in all",
                        width=size[0],
                        height=size[1],
                        MOST_PIXELS=f"{MOST_PIXELS:,}",
                    )
            except ScenarioError as error:
                why = str(error)
        self.remark(place, english("the picture is left out ({why})", why=why))
        return None

    def _head(self, title: str, ruleset: str | None) -> Fields:
        given = {name: value for name, value in self.properties.items() if name not in ("ceiling", "picture", "format")}
        keys = frozenset(ScenarioFile.__struct_encode_fields__) - NOT_OF_A_MAP
        own = self._known(given, keys, ScenarioFile, "map", quiet=False)
        tree = {"title": title[:500], "ruleset": next(iter(RULESETS)), **own, "board": {"map": "."}}
        if ruleset is not None:
            tree["ruleset"] = ruleset
        return tree

    def _board(self) -> BoardSpec:
        empty = sum(row.count(None) for row in self._squares)
        if empty and empty < self.width * self.height:
            meant = " ".join(f"{key}={value}" for key, value in self.meanings.empty.items()) or "floor"
            self.remark(
                "map",
                english(
                    "{amount} without a tile in any layer, read as {meant}",
                    amount=counted(empty, "square"),
                    meant=meant,
                ),
            )
        if empty:
            brush = self.brush(self.meanings.empty)
            for y, row in enumerate(self._squares):
                for x, number in enumerate(row):
                    if number is None:
                        self.paint(x, y, brush)
        used = sorted({number for row in self._squares for number in row if number is not None})
        specs = {number: validate.decode(self._kinds[number], TileSpec, self.source, "tiles") for number in used}
        known = {spec: char for char, spec in reversed(BUILT_IN_SPECS.items())}
        legend: dict[str, TileSpec] = {}
        free = iter(_CHARS)
        for spec in specs.values():
            if spec not in known:
                char = next(free, None)
                if char is None:
                    found, allowed = f"{len(used)} kinds of squares", f"at most {len(_CHARS)} that are not built in"
                    raise ScenarioError(self.source, "", found, allowed)
                known[spec] = char
                legend[char] = spec
        chars = {number: known[spec] for number, spec in specs.items()}
        rows = ("".join(chars[number or 0] for number in row) for row in self._squares)
        highest = max((tile(char, spec).top for char, spec in legend.items()), default=0)
        edges = [
            {"between": edge, **fields}
            for edge, fields in sorted(self._edges.items(), key=lambda item: _row_order(item[0]))
            if self._doors.get(edge) != "open"
        ]
        board: Fields = {
            "map": "\n".join(rows),
            "ceiling": value_of(self.properties.get("ceiling", max(20, highest))),
            "edges": edges,
        }
        if (picture := self.properties.get("picture")) is not None:
            try:
                board["picture"] = convert(picture, PictureName)
            except msgspec.ValidationError:
                self.remark("map", _("its property picture names no picture beside a scenario; it is left out"))
        made = validate.decode(board, BoardSpec, self.source, "board")
        return msgspec.structs.replace(made, legend=legend)


def _widened(a: Point, b: Point) -> tuple[Point, Point]:
    (x, y), length = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), dist(a, b) or 1.0
    i, j = (b[0] - a[0]) / length / 2, (b[1] - a[1]) / length / 2
    return (x - i, y - j), (x + i, y + j)


def _sized(fields: Fields, squares: float, rules: Ruleset | None) -> Fields:
    if "size" in fields or rules is None or 0.75 <= squares < 1.5:
        return fields
    if squares < 0.75:
        return {**fields, "size": "tiny"}
    words = [word for word in rules.sizes.rows if word.isalpha()]
    return {**fields, "size": min(words, key=lambda word: abs(rules.sizes.rows[word].side - squares))}


def _row_order(edge: Edge) -> tuple[int, int, int, int]:
    (ax, ay), (bx, by) = edge
    return (ay, ax, by, bx)
