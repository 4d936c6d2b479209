"""Checks of a whole scenario: map, names, edges."""

import types
import typing
from collections.abc import Collection, Iterator, Mapping

import msgspec

from ...components import events, intents
from ...components.position import MODES, Cube
from ..board.board import WORLD_BOTTOM
from ..board.tiles import Tile
from ..decoding import convert
from ..errors import Fault, fault_in, joined, names, spelled
from ..rules.own_intents import OWN_INTENTS
from .definition_checks import check_abilities, check_definitions, newcomers, words_of
from .format import AIMS, LARGEST_MAP, BoardSpec, ExpectSpec, ObjectiveSpec, Scenario

LARGEST_WORLD = 2**24


HIGHEST_STACK = 32
"""Most mounts on one another."""


def check(scenario: Scenario) -> None:
    """Raises ScenarioError if a scenario contradicts itself, for example with a creature off the board."""
    fault = fault_in(scenario.source)
    _check_board(scenario.board, fault)
    _check_creatures(scenario, fault)
    for index, objective in enumerate(scenario.objectives):
        _check_objective(objective, scenario, f"objectives[{index}]", fault)
    known = {creature.name: None for creature in scenario.creatures}
    known.update(dict.fromkeys(newcomers(scenario)))
    check_abilities(scenario, known, fault)
    check_definitions(scenario, known, fault)
    for index, step in enumerate(scenario.lesson):
        if step.event is not None:
            _check_event(step.event, known, f"lesson[{index}].event", fault, words_of(scenario))
    for index, turn in enumerate(scenario.turns):
        place = f"turns[{index}]"
        _check_name(turn.actor, known, f"{place}.actor", fault)
        for number, intent in enumerate(turn.intents):
            _check_item(intent, scenario.items, f"{place}.intents[{number}]", fault)
            _check_intent(intent, known, f"{place}.intents[{number}]", fault, scenario.abilities)
    for index, expect in enumerate(scenario.expect):
        sides = list(dict.fromkeys(creature.side for creature in scenario.creatures))
        _check_expect(expect, known, sides, f"expect[{index}]", fault, words_of(scenario))


def _check_name(name: str, known: Mapping[str, None], place: str, fault: Fault) -> None:
    if name not in known:
        listed = list(known)
        shown = names(listed[:20], name) + (f" and {len(listed) - 20} more" if len(listed) > 20 else "")
        fault(place, spelled(name), f"the name of a creature: {shown}")


# ---------------------------------------------------------------- the board


def _check_board(board: BoardSpec, fault: Fault) -> None:
    for char in board.legend:
        if len(char) != 1 or not char.isprintable():
            fault(f"board.legend.{spelled(char)}", spelled(char), "one printable character")
    for char, spec in board.legend.items():
        if (spec.dc is None) != (spec.skill is None):
            missing = "dc" if spec.dc is None else "skill"
            fault(
                joined(f"board.legend.{spelled(char)}", missing),
                "nothing",
                "skill and dc together, or neither",
            )
    tiles = board.tiles
    rows = board.rows
    width = len(rows[0])
    if width == 0:
        fault("board.map", "no squares", f"1 to {LARGEST_MAP} rows of 1 to {LARGEST_MAP} characters")
    if width > LARGEST_MAP or len(rows) > LARGEST_MAP:
        found = f"a map of {width} by {len(rows)} squares"
        fault("board.map", found, f"at most {LARGEST_MAP} by {LARGEST_MAP}")
    for y, row in enumerate(rows):
        if len(row) != width:
            fault("board.map", f"{len(row)} characters in row {y} ({spelled(row)})", f"{width}, as in row 0")
        if not tiles.keys() >= set(row):
            x, char = next((x, char) for x, char in enumerate(row) if char not in tiles)
            fault("board.map", f"{spelled(char)} at [{x}, {y}]", f"{' '.join(tiles)} and what board.legend adds")
    _check_depth(board, tiles, fault)
    _check_edges(board, fault)


def _check_depth(board: BoardSpec, tiles: Mapping[str, Tile], fault: Fault) -> None:
    rows = board.rows
    used = [tiles[char] for char in sorted(set().union(*rows))]
    for tile in used:
        if tile.top > board.ceiling and not (tile.solid or tile.blocked):
            allowed = f"{tile.top} or more, the height of the tile {spelled(tile.char)}"
            fault("board.ceiling", str(board.ceiling), allowed)
    levels = board.ceiling - min(_lowest_floor(board), 0) + 1
    if levels * len(rows) * len(rows[0]) > LARGEST_WORLD:
        found = f"a world of {len(rows[0])} by {len(rows)} by {levels} cubes"
        fault("board", found, f"at most {LARGEST_WORLD} cubes; lower the ceiling or raise the lowest floor")


def _lowest_floor(board: BoardSpec) -> int:
    tiles = board.tiles
    return min(tiles[char].floor for char in set().union(*board.rows))


def _on_board(width: int, height: int) -> str:
    return f"a square from [0, 0] to [{width - 1}, {height - 1}]"


def _check_edges(board: BoardSpec, fault: Fault) -> None:
    height, width = len(board.rows), len(board.rows[0])
    seen: dict[frozenset[tuple[int, int]], int] = {}
    for index, edge in enumerate(board.edges):
        place = f"board.edges[{index}]"
        for end, (x, y) in enumerate(edge.between):
            if not (0 <= x < width and 0 <= y < height):
                fault(f"{place}.between[{end}]", f"[{x}, {y}]", _on_board(width, height))
        (ax, ay), (bx, by) = edge.between
        if abs(ax - bx) + abs(ay - by) != 1:
            fault(f"{place}.between", f"[{ax}, {ay}] and [{bx}, {by}]", "two squares that share a side")
        if (edge.dc is None) != (edge.skill is None):
            missing = "dc" if edge.dc is None else "skill"
            fault(f"{place}.{missing}", "nothing", "skill and dc together, or neither")
        first = seen.setdefault(frozenset(edge.between), index)
        if first != index:
            fault(
                f"{place}.between",
                f"the same squares as in board.edges[{first}]",
                "one edge between two squares",
            )


# ---------------------------------------------------------------- creatures


def _check_creatures(scenario: Scenario, fault: Fault) -> None:
    board = scenario.board
    height, width = len(board.rows), len(board.rows[0])
    bottom = _lowest_floor(board) - WORLD_BOTTOM
    first: dict[str, int] = {}
    for index, creature in enumerate(scenario.creatures):
        if creature.name in first:
            earlier = f"creatures[{first[creature.name]}]"
            fault(
                f"creatures[{index}].name",
                spelled(creature.name),
                f"a name of its own; {earlier} has this one",
            )
        first[creature.name] = index
    known = dict.fromkeys(first)
    for index, creature in enumerate(scenario.creatures):
        place = f"creatures[{index}]"
        x, y, *level = creature.at
        if not (0 <= x < width and 0 <= y < height):
            fault(f"{place}.at", f"[{x}, {y}]", _on_board(width, height))
        if level and not bottom <= level[0] <= board.ceiling:
            found, allowed = str(level[0]), f"{bottom} (the world's bottom) to {board.ceiling} (its ceiling)"
            fault(f"{place}.at[2]", found, allowed)
        if isinstance(creature.speed, dict):
            walks = [mode for mode in creature.speed if mode in ("walk", "land", "move")]
            if len(walks) > 1:
                fault(f"{place}.speed", " and ".join(walks), "one of walk, land and move, which mean the same")
        for key, other in (("grabbed_by", creature.grabbed_by), ("mount", creature.mount)):
            if other is not None:
                _check_name(other, known, f"{place}.{key}", fault)
                if other == creature.name:
                    fault(f"{place}.{key}", spelled(other), "another creature's name")
        for number, other in enumerate(creature.hidden_from):
            _check_name(other, known, f"{place}.hidden_from[{number}]", fault)
        for number, tactic in enumerate(creature.tactics):
            if tactic.do == "guard" or tactic.target not in AIMS:
                _check_name(tactic.target, known, f"{place}.tactics[{number}].target", fault)
    _check_mounts(scenario, first, fault)


def _check_mounts(scenario: Scenario, index: Mapping[str, int], fault: Fault) -> None:
    mounts = {creature.name: creature.mount for creature in scenario.creatures}
    height: dict[str, int] = {}
    """The number of creatures below each mounted one."""
    for rider in mounts:
        chain: dict[str, None] = {}
        ridden: str | None = rider
        while ridden is not None and ridden not in height:
            if ridden in chain:
                circle = list(chain)[list(chain).index(ridden) :]
                number = min(index[name] for name in circle)
                found = f"{spelled(scenario.creatures[number].mount)}, which rides on it"
                fault(f"creatures[{number}].mount", found, "no circle of mounts")
            chain[ridden] = None
            ridden = mounts[ridden]
        below = 0 if ridden is None else height[ridden] + 1
        for above in reversed(chain):
            height[above] = below
            below += 1
            if height[above] > HIGHEST_STACK:
                found = f"a creature on a stack of more than {HIGHEST_STACK} mounts"
                fault(f"creatures[{index[above]}].mount", found, f"at most {HIGHEST_STACK} mounts, one on another")


# ---------------------------------------------------------------- objectives

_ASKED = {
    "defeat": frozenset[str](),
    "reach": frozenset({"squares", "area", "count"}),
    "hold": frozenset({"squares", "area", "count", "rounds"}),
    "survive": frozenset({"rounds"}),
    "protect": frozenset({"who"}),
}


def _check_objective(objective: ObjectiveSpec, scenario: Scenario, place: str, fault: Fault) -> None:
    sides = list(dict.fromkeys(creature.side for creature in scenario.creatures))
    if objective.side not in sides:
        fault(f"{place}.side", spelled(objective.side), f"the side of a creature: {names(sides, objective.side)}")
    given = {
        "squares": bool(objective.squares),
        "area": objective.area is not None,
        "count": objective.count != 1,
        "rounds": objective.rounds is not None,
        "who": objective.who is not None,
    }
    taken = _ASKED[objective.kind]
    for name, there in given.items():
        if there and name not in taken:
            allowed = ", ".join(key for key in given if key in taken) or "nothing more"
            fault(f"{place}.{name}", f"{name} for an objective of the kind {objective.kind}", allowed)
    if "area" in taken and not objective.covered:
        fault(f"{place}.area", "no squares", "area = [x0, y0, x1, y1] or squares = [[x, y], ...]")
    for name in ("rounds", "who"):
        if name in taken and not given[name]:
            fault(f"{place}.{name}", "nothing", "a number of rounds" if name == "rounds" else "a creature's name")
    height, width = len(scenario.board.rows), len(scenario.board.rows[0])
    for x, y in sorted(objective.covered):
        if not (0 <= x < width and 0 <= y < height):
            named = "squares" if (x, y) in objective.squares else "area"
            fault(f"{place}.{named}", f"[{x}, {y}]", _on_board(width, height))
    if objective.who is not None:
        known = {creature.name: None for creature in scenario.creatures}
        _check_name(objective.who, known, f"{place}.who", fault)


# ---------------------------------------------------------------- the script

_NAMED = ("target", "from_")

WAYS = (*MODES, "crawl", "jump")
"""The last two have no speed."""


def _check_item(intent: intents.Intent, items: Collection[str], place: str, fault: Fault) -> None:
    weapon = intent.with_ if isinstance(intent, (intents.Attack, intents.FullAttack)) else None
    for key, item in (("item", getattr(intent, "item", None)), ("with", weapon)):
        if item is not None and item not in items:
            allowed = names(items, item) if items else "none, as the file defines none"
            fault(f"{place}.{key}", spelled(item), f"an item: {allowed}")


def _check_intent(
    intent: intents.Intent, known: Mapping[str, None], place: str, fault: Fault, abilities: Collection[str]
) -> None:
    if isinstance(intent, intents.Use):
        if intent.ability not in abilities:
            fault(
                f"{place}.ability",
                spelled(intent.ability),
                f"an ability of the file: {names(abilities, intent.ability)}",
            )
        for at, aim in (("", intent.aim), *((f".choices[{number}]", aim) for number, aim in enumerate(intent.choices))):
            for key, name in (("target", aim.target), *((f"targets[{n}]", name) for n, name in enumerate(aim.targets))):
                if name is not None:
                    _check_name(name, known, f"{place}{at}.{key}", fault)
        return
    for field in msgspec.structs.fields(intent):
        value = getattr(intent, field.name)
        at = f"{place}.{field.encode_name}"
        if field.name in _NAMED and isinstance(value, str):
            _check_name(value, known, at, fault)
        elif field.name == "also":
            for number, other in enumerate(value):
                _check_name(other, known, f"{at}[{number}]", fault)
        elif field.name == "mode" and value is not None and value not in WAYS:
            fault(at, spelled(value), names(WAYS, value))
        elif field.name == "speed" and isinstance(value, dict):
            for mode in value:
                if mode not in MODES:
                    fault(joined(at, mode), f"the unknown key {spelled(mode)}", names(MODES, mode))


# ---------------------------------------------------------------- expectations

EVENTS: dict[str, type[events.EventBase]] = {
    str(kind.__struct_config__.tag): kind for kind in typing.get_args(events.Event)
}

_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("forced", "kind"): ("push", "pull", "slide", "carry"),
    ("damaged", "kind"): ("strike", "falling", "collision", "terrain", "object", "underground", "primal"),
    **{
        (event, "intent"): tuple(str(kind.__struct_config__.tag) for kind in intents.KINDS)
        for event in ("refused", "done", "stopped")
    },
}

_WHO = ("who", "actor", "by", "against", "target")


def _check_expect(
    expect: ExpectSpec,
    known: Mapping[str, None],
    sides: list[str],
    place: str,
    fault: Fault,
    more: Mapping[str, Collection[str]],
) -> None:
    keys = [key for key in expect.__struct_fields__ if getattr(expect, key) is not None]
    if not keys or keys == ["count"]:
        allowed = [key for key in expect.__struct_fields__ if key != "count"]
        fault(place, "no expectation", "one or more of " + ", ".join(allowed))
    for key in ("at", "conditions", "has", "lacks", "hp", "hp_between", "spent"):
        for name in getattr(expect, key) or ():
            if name not in known:
                _check_name(name, known, joined(f"{place}.{key}", name), fault)
    for number, name in enumerate(expect.refused or ()):
        _check_name(name, known, f"{place}.refused[{number}]", fault)
    for name, (least, most) in (expect.hp_between or {}).items():
        if least > most:
            fault(joined(f"{place}.hp_between", name), f"[{least}, {most}]", "the smaller number first")
    for at, name in _subjects(expect):
        _check_name(name, known, f"{place}.{at}", fault)
    if expect.winner and expect.winner not in sides:
        fault(
            f"{place}.winner",
            spelled(expect.winner),
            f"a side, or an empty name for a draw: {names(sides, expect.winner)}",
        )
    if expect.event is not None:
        _check_event(expect.event, known, f"{place}.event", fault, more)
        if expect.count is not None and "count" in expect.event:
            fault(f"{place}.count", "a second count", "count beside event or inside it, not both")
    elif expect.count is not None:
        fault(f"{place}.count", "a count of nothing", "count beside an event")


def _subjects(expect: ExpectSpec) -> Iterator[tuple[str, str]]:
    if expect.reach:
        yield "reach.creature", expect.reach.creature
    if expect.threat:
        yield "threat.creature", expect.threat.creature
    if expect.flanked:
        yield "flanked.target", expect.flanked.target
        yield "flanked.by", expect.flanked.by
    if expect.distance:
        yield "distance.from", expect.distance.from_
        yield "distance.to", expect.distance.to


def _check_event(
    wanted: Mapping[str, object],
    known: Mapping[str, None],
    place: str,
    fault: Fault,
    more: Mapping[str, Collection[str]],
) -> None:
    kind = wanted.get("event")
    if not isinstance(kind, str) or kind not in EVENTS:
        found = spelled(kind) if "event" in wanted else "nothing"
        fault(f"{place}.event", found, names(EVENTS, kind if isinstance(kind, str) else None))
    fields = {field.encode_name: field for field in msgspec.structs.fields(EVENTS[kind])}
    for key, value in wanted.items():
        at = joined(place, key)
        if key == "event":
            continue
        if key == "count":
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1_000_000:
                fault(at, spelled(value), "a whole number from 0 to 1000000")
            continue
        if key not in fields:
            fault(at, f"the unknown key {spelled(key)}", names(["event", *fields, "count"], key))
        _check_event_value(kind, key, value, fields[key].type, known, at, fault, more)


def _check_event_value(
    kind: str,
    key: str,
    value: object,
    wanted: object,
    known: Mapping[str, None],
    place: str,
    fault: Fault,
    more: Mapping[str, Collection[str]],
) -> None:
    if wanted == Cube:
        whole = isinstance(value, list) and all(type(ordinate) is int for ordinate in value)
        if not whole or len(typing.cast(list[int], value)) not in (2, 3):
            fault(place, spelled(value), "[x, y] or [x, y, z]")
        return
    try:
        convert(value, wanted)
    except msgspec.ValidationError:
        fault(place, spelled(value), _kind_of_value(wanted))
    if isinstance(value, str):
        if key in _WHO:
            # events of a game's own intents may name anything
            if key != "by" or not (OWN_INTENTS or value in more["by"]):
                _check_name(value, known, place, fault)
        elif value not in (words := _words_for(kind, key, value, more)):
            fault(place, spelled(value), names(words, value))


def _words_for(kind: str, key: str, value: str, more: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    if (kind, key) in (("used", "ability"), ("used", "item"), ("equipped", "item")):
        return tuple(more[key])
    listed = _WORDS.get((kind, key), (value,))
    return (*listed, *(OWN_INTENTS if key == "intent" else ()), *(more["kind"] if kind == "damaged" else ()))


def _kind_of_value(wanted: object) -> str:
    plain = {int: "a whole number", float: "a number", str: "text", bool: "true or false", type(None): "null"}
    options = typing.get_args(wanted) if isinstance(wanted, types.UnionType) else (wanted,)
    return " or ".join(plain.get(typing.cast(type, option), "an array") for option in options)
