"""The features that an engine needs for a scenario, as tags, so that it may claim a part of the suite."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

TILES = {
    "#": "tile.wall",
    "o": "tile.pillar",
    ":": "tile.difficult",
    "%": "tile.impeded",
    "~": "tile.water",
    "_": "tile.pit",
    "^": "tile.hazard",
    ",": "tile.obstacle",
    "d": "tile.earth",
    "s": "tile.earth",
    **dict.fromkeys("123456789", "tile.height"),
}
"""Tags of the built-in tiles; every engine knows floor."""
GRANTED = {"name", "side", "at", "size", "speed", "conditions"}
"""Fields of a creature that every engine knows, or that have tags of their own."""

Table = Mapping[str, Any]


def features(tree: Table) -> list[str]:
    """The tags of a scenario, given as plain tables, sorted."""
    return sorted({*_board(tree), *_creatures(tree), *_script(tree), *_expected(tree)})


def _board(tree: Table) -> Iterator[str]:
    board = tree["board"]
    legend = board.get("legend", {})
    for tile in set(board["map"]) - set(legend):
        if tile in TILES:
            yield TILES[tile]
    for meaning in legend.values():
        yield from (f"tile.{key}" for key in meaning)
    yield from (key for key in ("edges", "ceiling") if board.get(key) is not None and board[key] != [])
    yield from (f"rules.{switch}" for switch in tree.get("rules", {}))
    told = ("dice", "scene", "precise", "objectives", "abilities", "conditions", "items", "terrain")
    yield from (key for key in told if tree.get(key))


def _creatures(tree: Table) -> Iterator[str]:
    creatures: Sequence[Table] = tree.get("creatures", ())
    if len(creatures) > 1:
        yield "others"
    for creature in creatures:
        yield f"size.{creature.get('size', 'medium')}"
        speed = creature.get("speed")
        yield from (f"mode.{mode}" for mode in (speed if isinstance(speed, Mapping) else ("walk",)))
        yield from (f"condition.{condition}" for condition in creature.get("conditions", ()))
        yield from (f"creature.{key}" for key in creature if key not in GRANTED)
        if len(creature["at"]) > 2:
            yield "level"


def _script(tree: Table) -> Iterator[str]:
    for turn in tree.get("turns", ()):
        for intent in turn.get("intents", ()):
            yield f"do.{intent['do']}"
            yield from (f"do.{intent['do']}.{key}" for key in intent if key != "do")
            squares = [*intent.get("path", ()), *([intent["to"]] if "to" in intent else ())]
            if any(len(square) > 2 for square in squares):
                yield "level"


def _expected(tree: Table) -> Iterator[str]:
    for expect in tree.get("expect", ()):
        yield from (f"expect.{key}" for key in expect)
        if _raised(list(expect.values())):
            yield "level"
        if "event" in expect:
            yield f"event.{expect['event']['event']}"
            if "rules" in expect["event"]:
                yield "cites"


def _raised(value: object) -> bool:
    """Whether a cube off the ground level is named anywhere in it."""
    if isinstance(value, Mapping):
        return any(map(_raised, value.values()))
    if not isinstance(value, (list, tuple)):
        return False
    if len(value) == 3 and all(isinstance(one, int) for one in value):
        return bool(value[2])
    return any(map(_raised, value))
