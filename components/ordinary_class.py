"""Marks for classes that mypyc must leave ordinary, or that games may extend."""

import copyreg
from typing import TYPE_CHECKING, Any, TypeVar

_Kind = TypeVar("_Kind")

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # what mypyc knows it by; nothing needs it at run time
else:

    def mypyc_attr(**attributes: bool) -> object:
        """Sets options of the mypyc compiler for a class, such as `allow_interpreted_subclasses`."""
        return lambda kind: kind


def ordinary_class(kind: type[_Kind]) -> type[_Kind]:
    """Marks a class that mypyc must not compile, such as an exception.

    mypyc compiles the methods of such a class, but not the class.
    """
    return kind


def as_data_class(kind: type, names: tuple[str, ...]) -> None:
    """Lets a compiled dataclass be subclassed, copied and pickled like an ordinary one.

    Only the build of a compiled wheel calls this function.
    """
    made: Any = kind
    made.__slots__ = names
    made.__getstate__ = _state_of
    del made.__setstate__  # Python itself sets what `_state_of` says


def _state_of(record: object) -> tuple[object, dict[str, object]]:
    slots: list[str] = copyreg._slotnames(type(record))  # type: ignore[attr-defined]
    return getattr(record, "__dict__", None), {name: getattr(record, name) for name in slots if hasattr(record, name)}
