"""Component types: copying and comparison, compiled."""

import types
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import MISSING, dataclass, is_dataclass
from dataclasses import fields as dataclass_fields
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

PLAIN = (bool, int, float, complex, str, bytes, type(None), Enum, type)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ComponentType(Generic[_T]):
    """How to copy and compare the values of one type of component."""

    kind: type[_T]
    name: str
    copy: Callable[[_T], _T]
    same: Callable[[_T, _T], bool]
    fields: tuple[str, ...] = ()
    """Fields that can be set singly."""


class Uncopyable(TypeError):
    """Raised for a component type whose fields cannot be copied."""


_REGISTERED: dict[type, ComponentType[Any]] = {}
_NAMED: dict[str, ComponentType[Any]] = {}


def register_component(kind: type[_T], *, name: str | None = None) -> type[_T]:
    """Registers a component type: battles can then copy, compare, undo and save its values.

    Fields may be plain values, frozen records, or lists, sets and dictionaries of them. A class with `copy()` and
    `==` is used as it is.

    Raises:
        TypeError: the type cannot be copied plainly, or another type has the name.
    """
    if kind in _REGISTERED:
        return kind
    called = name or kind.__name__
    if called in _NAMED and _identity(_NAMED[called].kind) != _identity(kind):
        raise TypeError(f"a component called {called!r} is registered already: {_NAMED[called].kind!r}")
    if callable(getattr(kind, "copy", None)) and kind.__eq__ is not object.__eq__:
        made = ComponentType(kind, called, lambda one: cast(_T, cast(Any, one).copy()), lambda a, b: a == b)
    else:
        made = _compiled(kind, called)
    _REGISTERED[kind] = _NAMED[called] = made
    return kind


def component_type(kind: type[_T]) -> ComponentType[_T]:
    """Returns how to copy and compare a component type; registers a new type."""
    found = _REGISTERED.get(kind)
    if found is None:
        register_component(kind)
        found = _REGISTERED[kind]
    return found


def copied_parts(parts: dict[type, Any]) -> dict[type, Any]:
    return {kind: (_REGISTERED.get(kind) or component_type(kind)).copy(part) for kind, part in parts.items()}


def component_named(name: str) -> ComponentType[Any] | None:
    return _NAMED.get(name)


def _identity(kind: type) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__


# --- compiling ----------------------------------------------------------------------------------


def _compiled(kind: type[_T], called: str) -> ComponentType[_T]:
    if is_frozen(kind):
        for name, hint in field_types(kind).items():
            check_deep(hint, f"{kind.__name__}.{name}", set())
        return ComponentType(kind, called, lambda one: one, lambda a, b: a is b or a == b)
    return ComponentType(kind, called, compiled_copy(kind), compiled_comparison(kind), tuple(field_types(kind)))


def compiled_clone(kind: type[_T]) -> Callable[[_T], _T]:
    space: dict[str, Any] = {"kind": kind, "new": kind.__new__}
    lines = [f"    twin.{name} = one.{name}" for name in field_types(kind)]
    exec("\n".join(["def clone(one):", "    twin = new(kind)", *lines, "    return twin"]), space)
    made: Callable[[_T], _T] = space["clone"]
    return made


def compiled_copy(kind: type[_T]) -> Callable[[_T], _T]:
    """Creates a function that copies components of a type.

    Metadata `copied` of a field overrides how it is copied: "shared", "fresh" or a function.
    """
    space: dict[str, Any] = {"kind": kind, "new": kind.__new__, "deepcopy": deepcopy}
    special = special_fields(kind)
    lines = ["def copy(one):", "    twin = new(kind)"]
    for number, (name, hint) in enumerate(field_types(kind).items()):
        way = special.get(name)
        if way is None:
            value = copied(f"one.{name}", hint, f"{kind.__name__}.{name}", space)
        elif way == "shared":
            value = f"one.{name}"
        elif isinstance(way, Constant):
            space[f"way_{number}"] = way.value
            value = f"way_{number}"
        else:
            space[f"way_{number}"] = way
            value = f"way_{number}()" if name in _fresh_fields(kind) else f"way_{number}(one.{name})"
        lines.append(f"    twin.{name} = {value}")
    lines.append("    return twin")
    exec("\n".join(lines), space)
    made: Callable[[_T], _T] = space["copy"]
    return made


def compiled_comparison(kind: type[_T]) -> Callable[[_T, _T], bool]:
    lines = [f"a.{name} == b.{name}" for name in field_types(kind)]
    space: dict[str, Any] = {}
    exec(f"def same(a, b): return {' and '.join(lines) or 'True'}", space)
    made: Callable[[_T, _T], bool] = space["same"]
    return made


class Constant(NamedTuple):
    """A value that is shared by all copies, not copied."""

    value: object


def special_fields(kind: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in dataclass_fields(kind) if is_dataclass(kind) else ():
        way = field.metadata.get("copied")
        if way == "fresh":
            way = field.default_factory if field.default_factory is not MISSING else Constant(field.default)
        if way is not None:
            found[field.name] = way
    return found


def _fresh_fields(kind: type) -> frozenset[str]:
    return frozenset(
        field.name for field in dataclass_fields(cast(Any, kind)) if field.metadata.get("copied") == "fresh"
    )


def field_types(kind: type) -> Mapping[str, Any]:
    return _field_types(kind)


@cache
def _field_types(kind: Any) -> Mapping[str, Any]:
    if is_dataclass(kind):
        names = [field.name for field in dataclass_fields(kind)]
    elif issubclass(kind, msgspec.Struct):
        names = list(kind.__struct_fields__)
    else:
        raise Uncopyable(
            f"{kind.__name__} cannot be a component: make it a dataclass or a msgspec.Struct, "
            "or give it a method copy() and an =="
        )
    hints = get_type_hints(kind, include_extras=False)
    return {name: hints[name] for name in names}


def is_frozen(kind: type) -> bool:
    if is_dataclass(kind):
        return bool(cast(Any, kind).__dataclass_params__.frozen)
    return issubclass(kind, msgspec.Struct) and bool(kind.__struct_config__.frozen)


def copied(access: str, hint: Any, place: str, space: dict[str, Any]) -> str:
    """Returns Python code that copies a value of the type `hint`. Raises TypeError if impossible."""
    if is_shared(hint):
        return access
    origin = get_origin(hint) or hint
    if origin in (Union, types.UnionType):
        others = [one for one in get_args(hint) if one is not type(None)]
        if len(others) == 1:
            return f"None if {access} is None else {copied(access, others[0], place, space)}"
    elif isinstance(origin, type) and issubclass(origin, (list, set, dict, Mapping)):
        if all(is_shared(one) for one in get_args(hint)) and get_args(hint):
            return f"{access}.copy()"
        check_deep(hint, place, set())
        return f"deepcopy({access}) if {access} else {access}.copy()"
    elif origin in _REGISTERED:
        space[f"copy_{origin.__name__}"] = _REGISTERED[origin].copy
        return f"copy_{origin.__name__}({access})"
    check_deep(hint, place, set())
    return f"deepcopy({access})"


def is_shared(hint: Any) -> bool:
    """True if values of this type are immutable, hence copies can share them."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is None or origin is Literal:
        return True
    if origin is Annotated:
        return is_shared(inner[0])
    if origin in (Union, types.UnionType):
        return all(is_shared(one) for one in inner)
    if origin in (tuple, frozenset):
        return all(one is Ellipsis or is_shared(one) for one in inner)
    if not isinstance(hint, type):
        return False
    if issubclass(hint, PLAIN):
        return True
    if issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return all(is_shared(one) for one in get_type_hints(hint).values())
    return is_frozen(hint)


def check_deep(hint: Any, place: str, seen: set[Any]) -> None:
    """Raises TypeError if values of the type `hint` may not be copied by `copy.deepcopy`."""
    if is_shared(hint) or hint in seen:
        return
    seen.add(hint)
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, types.UnionType) or (
        isinstance(origin, type) and issubclass(origin, (list, set, dict, tuple, frozenset, Mapping)) and inner
    ):
        for one in inner:
            if one is not Ellipsis:
                check_deep(one, place, seen)
        return
    row = isinstance(origin, type) and issubclass(origin, tuple) and hasattr(origin, "_fields")
    if isinstance(origin, type) and (row or is_dataclass(origin) or issubclass(origin, msgspec.Struct)):
        for name, one in (get_type_hints(origin) if row else field_types(origin)).items():
            check_deep(one, f"{place}.{name}", seen)
        return
    shown = getattr(hint, "__name__", None) or str(hint)
    raise Uncopyable(
        f"{place}: a value of type {shown} cannot be copied plainly; hold plain values (of a creature its name), "
        "frozen records, or lists, sets and dictionaries of such, or give the component a method copy() and an =="
    )


__all__ = [
    "ComponentType", "Uncopyable", "component_named", "component_type", "field_types", "register_component",
]  # fmt: skip
