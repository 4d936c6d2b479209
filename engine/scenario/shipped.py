"""Merges shipped tables into files that name them."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from ..errors import ScenarioError, names, spelled
from ..files import DATA_FILES
from ..rulesets import RULESETS
from .parse import Tree

Plain = dict[str, Any]

FEET = 5
DISTANCES = frozenset(
    {"speed", "reach", "range", "size", "width", "distance", "within", "walk", "fly", "swim", "climb"}
)
SAVES = {"fortitude": "might", "reflex": "agility", "will": "presence"}
KINDS = ("abilities", "items", "conditions")


DEFINED: dict[str, dict[str, Plain]] = {}
"""For every file, by kind."""


def define(kind: str, name: str, table: Plain) -> None:
    DEFINED.setdefault(kind, {})[name] = table


def plain_table(value: msgspec.Struct) -> Plain:
    plain: Plain = {} if value.__struct_config__.tag is None else {"do": value.__struct_config__.tag}
    for field in msgspec.structs.fields(value):
        given = getattr(value, field.name)
        usual = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if given != usual:
            plain[field.encode_name] = _plain(given)
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return plain_table(value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def shipped(kind: str) -> Mapping[str, Plain]:
    """Returns the definitions of a kind, such as "creatures" or "items", by name."""
    own = DEFINED.get(kind)
    return {**_shipped(kind), **own} if own else _shipped(kind)


def labelled(name: str, label: object) -> str:
    """Returns the label that players see: the given one, or one made from the name."""
    return str(label or name.replace("-", " ").capitalize())


def label_of(kind: str, name: str) -> str:
    return labelled(name, shipped(kind).get(name, {}).get("label"))


@cache
def _shipped(kind: str) -> Mapping[str, Plain]:
    file = "creatures.toml" if kind == "creatures" else "abilities.toml"
    found: Mapping[str, Plain] = tomllib.loads((DATA_FILES / file).read_text(encoding="utf-8"))[kind]
    return found


def with_shipped(tree: object, source: str) -> object:
    """Adds the definitions of shipped creatures, abilities and items that a file mentions."""
    if not isinstance(tree, dict) or not _may_name(tree):
        return tree
    named = tree.get("ruleset")
    rules = RULESETS[named] if isinstance(named, str) and named in RULESETS else None
    squares = rules is not None and not rules.feet
    made: Tree = dict(tree)
    for kind in ("creatures", *KINDS):
        if kind in made:
            made[kind] = _based(made[kind], squares, source, kind)
    if not all(isinstance(made.get(kind, {}), dict) for kind in KINDS):
        return made
    own = {kind: dict(made.get(kind) or {}) for kind in KINDS}  # type: ignore[call-overload]
    waiting = [*_named(made.get("creatures")), *(name for kind in KINDS for name in _named(own[kind]))]
    waiting += _named(made.get("turns"))
    while waiting:
        key, name = waiting.pop()
        if name not in own[key] and name in shipped(key):
            own[key][name] = _scaled(shipped(key)[name], squares)
            waiting += _named(own[key][name])
    for kind in KINDS:
        if own[kind]:
            made[kind] = own[kind]
    return made


def _may_name(tree: Tree) -> bool:
    creatures = tree.get("creatures")
    listed = creatures if isinstance(creatures, (list, tuple)) else ()
    marks = {"base", "can", "items"}
    return (
        any(kind in tree for kind in KINDS)
        or any(isinstance(one, dict) and not marks.isdisjoint(one) for one in listed)
        or any(isinstance(one, dict) and one.get("conditions") for one in listed)
    )


def based(table: Plain, squares: bool, source: str, place: str) -> Plain:
    """Returns a creature's table with the missing values taken from the shipped creature `base`."""
    base = table.get("base")
    if base is None:
        return table
    if not isinstance(base, str) or base not in shipped("creatures"):
        known = names(sorted(shipped("creatures")), base if isinstance(base, str) else None)
        raise ScenarioError(source, f"{place}.base", spelled(base), f"a shipped creature: {known}")
    return {**_scaled(shipped("creatures")[base], squares), **table}


def _based(value: Any, squares: bool, source: str, place: str) -> Any:
    if isinstance(value, (list, tuple)):
        return [_based(one, squares, source, f"{place}[{number}]") for number, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    creature = place.startswith("creatures[") and place.endswith("]") and "." not in place
    if creature or (place.endswith(".creature") and "base" in value):
        return based(value, squares, source, place)
    return {key: _based(one, squares, source, f"{place}.{key}") for key, one in value.items()}


def _named(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            kind = {"can": "abilities", "ability": "abilities", "items": "items", "item": "items", "with": "items"}.get(
                key
            )
            kind = "conditions" if key in ("condition", "conditions") else kind
            words = [inner] if isinstance(inner, str) else inner if isinstance(inner, (list, tuple)) else ()
            for word in words if kind is not None else ():
                if isinstance(word, str):
                    yield kind or "", word
            yield from _named(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _named(inner)


def _scaled(value: Any, squares: bool, key: str = "") -> Any:
    if not squares:
        return value
    if isinstance(value, dict):
        return {inner: _scaled(one, squares, inner) for inner, one in value.items()}
    if isinstance(value, list):
        return [_scaled(one, squares, key) for one in value]
    if key == "save":
        return SAVES.get(value, value)
    return value // FEET if key in DISTANCES and type(value) is int else value
