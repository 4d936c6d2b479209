"""Places a map's areas, lines and creatures."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from ..errors import spelled
from ..messages import _, english
from .draft import Draft
from .meanings import EDGE_KEYS, TILE_KEYS, Fields, plain_name
from .walls import Point

MARKERS = frozenset({"name", "class", "type"})


class PlacedObject(NamedTuple):
    place: str
    kinds: tuple[str, ...]
    name: str
    properties: Mapping[str, object]
    shape: Literal["point", "line", "area"]
    points: tuple[Point, ...]
    """The point, line or corners."""


def put(draft: Draft, found: PlacedObject) -> None:
    """Adds an object of the map to the board. An unknown object is left out, with a note."""
    if not found.points:
        draft.remark(found.place, _("has no place; it is left out"))
        return
    kinds = (*found.kinds, *(str(found.properties[key]) for key in ("class", "type") if key in found.properties))
    properties = {key: value for key, value in found.properties.items() if key.lower() not in MARKERS}
    keys = {key.lower().replace("-", "_").replace(" ", "_") for key in properties}
    if found.shape == "line":
        _put_line(draft, found, kinds, properties)
        return
    creature = _first(draft.meanings.creature, kinds)
    if creature is not None or "side" in keys:
        _put_creature(draft, found, kinds, {**(creature or {}), **properties})
        return
    square = _first(draft.meanings.tile, kinds)
    if square is None and not keys & TILE_KEYS:
        draft.remark(found.place, english("{what}; it is left out", what=_called(kinds)))
        return
    fields = {**(square or {}), **draft.tile_fields(properties, found.place)}
    if found.shape == "area":
        if not draft.paint_area(found.points, fields):
            draft.remark(found.place, _("covers the centre of no square; it is left out"))
    else:
        x, y = found.points[0]
        draft.paint(int(x // 1), int(y // 1), draft.brush(fields))


def _first(meaning: Callable[[str], Fields | None], kinds: tuple[str, ...]) -> Fields | None:
    for kind in kinds:
        fields = meaning(kind) if plain_name(kind) else None
        if fields is not None:
            return fields
    return None


def _called(kinds: tuple[str, ...]) -> str:
    called = " and ".join(spelled(kind) for kind in kinds if kind)
    return (
        english("is called {called}, a name unknown to the rules", called=called)
        if called
        else _("has no class or name")
    )


def _put_line(draft: Draft, found: PlacedObject, kinds: tuple[str, ...], properties: Mapping[str, object]) -> None:
    fields = dict(_first(draft.meanings.edge, kinds) or {})
    known = False
    for key, value in properties.items():
        plain = key.lower()
        if plain in EDGE_KEYS or plain == "door":
            fields[plain] = value
            known = True
        else:
            draft.remark(found.place, english("the property {word} is unknown; it is left out", word=spelled(key)))
    if not fields and not known:
        draft.remark(found.place, english("{what} as a line; it is left out", what=_called(kinds)))
        return
    draft.line(found.points, fields, found.place)


def _put_creature(draft: Draft, found: PlacedObject, kinds: tuple[str, ...], fields: Fields) -> None:
    xs, ys = [point[0] for point in found.points], [point[1] for point in found.points]
    x, y = min(xs) + (0 if found.shape == "point" else 1e-6), min(ys) + (0 if found.shape == "point" else 1e-6)
    at: tuple[int, ...] = (int(x // 1), int(y // 1))
    if isinstance(level := fields.pop("z", None), int | float | str):
        try:
            at = (*at, int(float(level)))
        except (ValueError, OverflowError):
            draft.remark(found.place, english("stands at the height {word}, which is no number", word=spelled(level)))
    side = max(max(xs) - min(xs), max(ys) - min(ys)) if found.shape == "area" else 1.0
    draft.creature(at, found.name or next((kind for kind in kinds if kind), ""), fields, found.place, side)
