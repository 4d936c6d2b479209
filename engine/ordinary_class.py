"""Marks for classes where modules are compiled: which stay ordinary ones, and which games may extend."""

from typing import TYPE_CHECKING, TypeVar

_Kind = TypeVar("_Kind")

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # what mypyc knows it by; nothing needs it at run time
else:

    def mypyc_attr(**attributes: bool) -> object:
        """Says how mypyc is to compile a class; with `allow_interpreted_subclasses` games may extend it."""
        return lambda kind: kind


def ordinary_class(kind: type[_Kind]) -> type[_Kind]:
    """Marks a class that is referred to weakly, an exception, or a frozen value that is copied and pickled.

    mypyc compiles the methods of a class with a decorator that it does not know, but leaves the class itself as Python
    makes it; what it makes of all others allows none of these.
    """
    return kind
