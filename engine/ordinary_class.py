"""A mark for classes that stay ordinary ones where modules are compiled."""

from typing import TypeVar

_Kind = TypeVar("_Kind")


def ordinary_class(kind: type[_Kind]) -> type[_Kind]:
    """Marks a class that a game may extend, or that is referred to weakly, or that is an exception.

    mypyc compiles the methods of a class with a decorator that it does not know, but leaves the class itself as Python
    makes it; what it makes of all others allows none of these.
    """
    return kind
