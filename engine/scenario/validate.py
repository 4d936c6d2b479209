"""Checks the values of tables, and decodes them to structs."""

import math
import re
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

from ..decoding import PREPARED, prepare
from ..errors import ScenarioError, joined, names, spelled

T = TypeVar("T")

# ---------------------------------------------------------------- possible values

DEEPEST = 32
TOO_DEEP = "tables or arrays nested too deep", f"at most {DEEPEST} levels"
LARGEST_NUMBER = 2**63 - 1

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""A terminal obeys or hides them."""


Place: TypeAlias = tuple[Any, str | int] | None
"""A place in a tree: (the container, its own `Place`, key or number)."""


def check_sound(grown: object, source: str, place: str = "") -> None:
    """Raises ScenarioError for a value that no file may contain, such as NaN."""
    fault = _first_fault(grown, None, 0)
    if fault is not None:
        at, found, allowed = fault
        raise ScenarioError(source, spelled_out(place, at), found, allowed)


def _first_fault(value: object, at: Place, depth: int) -> tuple[Place, str, str] | None:
    if depth > DEEPEST:
        return (at, *TOO_DEEP)
    if isinstance(value, str):
        if wrong := _CONTROL.search(value):
            return at, f"the character {spelled(wrong[0])}", "text without control characters"
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or _CONTROL.search(key):
                return at, f"the key {spelled(key)}", "keys without control characters"
            kind = type(item)
            plain = item is None or kind is bool or (kind is str and not _CONTROL.search(item))
            plain = plain or (kind is int and -LARGEST_NUMBER <= item <= LARGEST_NUMBER)
            if depth == DEEPEST or not plain:
                fault = _first_fault(item, (at, key), depth + 1)
                if fault is not None:
                    return fault
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            if type(item) is not int or not -LARGEST_NUMBER <= item <= LARGEST_NUMBER:
                fault = _first_fault(item, (at, index), depth + 1)
                if fault is not None:
                    return fault
    elif isinstance(value, float):
        if not math.isfinite(value):
            return at, spelled(value), "a finite number"
    elif isinstance(value, int) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        return at, spelled(value), f"numbers between {-LARGEST_NUMBER} and {LARGEST_NUMBER}"
    return None


def spelled_out(outer: str, at: Place) -> str:
    """Returns the place of a value in a file as text, such as `creatures[2].at`."""
    if at is None:
        return outer
    holder, key = at
    within = spelled_out(outer, holder)
    return joined(within, key) if isinstance(key, str) else f"{within}[{key}]"


# ---------------------------------------------------------------- decoding


def decode(value: object, kind: type[T], source: str, place: str = "") -> T:
    """Converts plain values to the type `kind`. Unknown keys and wrong types are errors."""
    try:
        if kind not in PREPARED:  # looked up here, for every intent comes this way
            prepare(kind)
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        try:
            _examine(value, _type_of(kind), place)
        except _Fault as fault:
            found = fault
        else:  # msgspec refuses a value that _examine accepts: its own words, then
            found = _Fault(place, spelled(value), str(error))
        raise ScenarioError(source, found.place, found.found, found.allowed) from None


_TYPES: dict[object, inspect.Type] = {}
"""Cached, since msgspec builds them each time."""


def _type_of(kind: object) -> inspect.Type:
    found = _TYPES.get(kind)
    if found is None:
        found = _TYPES[kind] = inspect.type_info(kind)
    return found


class _Fault(Exception):
    """Raised for a value that a file may not contain, with its place in the file."""

    def __init__(self, place: str, found: str, allowed: str) -> None:
        super().__init__(place, found, allowed)
        self.place = place
        self.found = found
        self.allowed = allowed


def _examine(value: object, kind: inspect.Type, place: str) -> None:
    match kind:
        case inspect.Metadata():
            try:
                _examine(value, kind.type, place)
            except _Fault as fault:
                if fault.place == place:
                    fault.allowed = (kind.extra or {}).get("allowed", fault.allowed)
                raise
        case inspect.StructType() | inspect.DataclassType():
            _examine_table(value, kind, place)
        case inspect.UnionType():
            _examine_union(value, kind.types, place)
        case inspect.DictType() if isinstance(value, dict):
            for key, item in value.items():
                try:
                    _examine(key, kind.key_type, place)
                except _Fault as fault:
                    wanted = _options(kind.key_type)
                    found = f"the unknown key {spelled(key)}" if wanted else f"the key {spelled(key)}"
                    allowed = names(wanted, key) if wanted else fault.allowed
                    raise _Fault(joined(place, key), found, allowed) from None
                _examine(item, kind.value_type, joined(place, key))
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, (list, tuple)):
            if len(value) < (kind.min_length or 0) or len(value) > _most(kind.max_length):
                raise _Fault(place, spelled(value), _allowed(kind))
            for index, item in enumerate(value):
                _examine(item, kind.item_type, f"{place}[{index}]")
        case inspect.TupleType() if isinstance(value, (list, tuple)):
            if len(value) != len(kind.item_types):
                raise _Fault(place, spelled(value), _allowed(kind))
            for index, (item, inner) in enumerate(zip(value, kind.item_types, strict=True)):
                _examine(item, inner, f"{place}[{index}]")
        case _:
            if not _fits(value, kind):
                wanted = _options(kind)
                close = names(wanted, value) if wanted and isinstance(value, str) else _allowed(kind)
                raise _Fault(place, spelled(value), _unquoted(value, [kind]) or close)


def _most(limit: int | None) -> float:
    return math.inf if limit is None else limit


def _examine_table(value: object, kind: inspect.StructType | inspect.DataclassType, place: str) -> None:
    if not isinstance(value, dict):
        raise _Fault(place, spelled(value), _allowed(kind))
    fields = {field.encode_name: field for field in kind.fields}
    tag = kind.tag_field if isinstance(kind, inspect.StructType) else None
    known = [*([tag] if tag else []), *fields]
    for key in value:
        if key not in known and (not isinstance(kind, inspect.StructType) or kind.forbid_unknown_fields):
            raise _Fault(joined(place, str(key)), f"the unknown key {spelled(key)}", names(known, str(key)))
    for name, field in fields.items():
        if name in value:
            _examine(value[name], field.type, joined(place, name))
        elif field.required:
            raise _Fault(joined(place, name), "nothing", _allowed(field.type))


def _examine_union(value: object, kinds: Sequence[inspect.Type], place: str) -> None:
    if isinstance(value, dict):
        tagged = {kind.tag: kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag}
        if tagged:
            field = next(iter(tagged.values())).tag_field or "type"
            tag = value.get(field)
            if not isinstance(tag, str) or tag not in tagged:
                found = spelled(tag) if field in value else "nothing"
                allowed = names(map(str, tagged), tag if isinstance(tag, str) else None)
                raise _Fault(joined(place, field), found, allowed)
            _examine_table(value, tagged[tag], place)
            return
    faults: list[_Fault] = []
    for kind in kinds:
        try:
            _examine(value, kind, place)
        except _Fault as fault:
            faults.append(fault)
        else:
            return
    inner = [fault for fault in faults if fault.place != place]
    if inner:
        raise inner[0]
    possible = [kind for kind in kinds if not isinstance(kind, inspect.NoneType)]
    raise _Fault(place, spelled(value), _unquoted(value, possible) or _alternatives(possible))


def _fits(value: object, kind: inspect.Type) -> bool:
    match kind:
        case inspect.AnyType():
            return True
        case inspect.CustomType():
            return isinstance(value, kind.cls)
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _within(value, kind)
        case inspect.FloatType():
            return isinstance(value, (int, float)) and not isinstance(value, bool) and _within(value, kind)
        case inspect.StrType() if isinstance(value, str):
            if len(value) < (kind.min_length or 0) or len(value) > _most(kind.max_length):
                return False
            return kind.pattern is None or re.search(kind.pattern, value) is not None
        case inspect.LiteralType():
            return any(type(value) is type(option) and value == option for option in kind.values)
        case _:
            return False


def _unquoted(value: object, kinds: Sequence[inspect.Type]) -> str:
    """Returns what is allowed for a fitting number in quotes; empty for other texts."""
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", value):
        return ""
    number = float(value) if "." in value else int(value)
    bare = [kind.type if isinstance(kind, inspect.Metadata) else kind for kind in kinds]
    return f"the number {value} without quotes" if any(_fits(number, kind) for kind in bare) else ""


def _within(value: object, kind: inspect.IntType | inspect.FloatType) -> bool:
    assert isinstance(value, (int, float))
    return not (
        (kind.ge is not None and value < kind.ge)
        or (kind.le is not None and value > kind.le)
        or (kind.gt is not None and value <= kind.gt)
        or (kind.lt is not None and value >= kind.lt)
    )


def _options(kind: inspect.Type) -> list[str]:
    if isinstance(kind, inspect.UnionType):
        return [option for inner in kind.types for option in _options(inner)]
    return [str(option) for option in kind.values] if isinstance(kind, inspect.LiteralType) else []


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            said = (kind.extra or {}).get("allowed")
            return str(said) if said else _allowed(kind.type)
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number" + _limits(kind)
        case inspect.FloatType():
            return "a number" + _limits(kind)
        case inspect.StrType():
            most = kind.max_length
            return "text" if most is None else f"text of {kind.min_length or 0} to {most} characters"
        case inspect.LiteralType():
            return ", ".join(spelled(option) for option in kind.values)
        case inspect.UnionType():
            return _alternatives([inner for inner in kind.types if not isinstance(inner, inspect.NoneType)])
        case inspect.VarTupleType() | inspect.ListType():
            least, most = kind.min_length or 0, kind.max_length
            amount = f"{least} to {most}" if most is not None else f"{least} or more" if least else "any number of"
            return f"an array of {amount} items, each {_allowed(kind.item_type)}"
        case inspect.TupleType():
            alike = dict.fromkeys(map(_allowed, kind.item_types))
            if len(alike) == 1:
                return f"an array of {len(kind.item_types)} items, each {next(iter(alike))}"
            return "an array of " + ", ".join(alike)
        case inspect.AnyType():
            return "any value"
        case inspect.DictType(value_type=inspect.AnyType()):
            return "a table"
        case inspect.DictType():
            return f"a table of names, each with {_allowed(kind.value_type)}"
        case inspect.StructType() | inspect.DataclassType():
            return "a table with " + ", ".join(field.encode_name for field in kind.fields)
        case inspect.CustomType() if kind.cls is object:
            return "any value"
        case _:
            return "another kind of value"


def _alternatives(kinds: Sequence[inspect.Type]) -> str:
    tagged = [kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag]
    others = dict.fromkeys(_allowed(kind) for kind in kinds if kind not in tagged)
    if tagged:
        words = ", ".join(str(kind.tag) for kind in tagged)
        others[f"a table whose {tagged[0].tag_field} is one of {words}"] = None
    return " or ".join(others)


def _limits(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:g} to {kind.le:g}" if abs(kind.le) < 1e6 else f" from {kind.ge} to {kind.le}"
    if kind.ge is not None:
        return f" of {kind.ge} or more"
    return "" if kind.le is None else f" of at most {kind.le}"
