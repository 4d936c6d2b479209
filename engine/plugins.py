"""Imports parts of installed programs by entry points."""

from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import ScenarioError, printable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "fivefoot.parts"
"""The group; each entry point names a module that calls `fivefoot.register`."""


class _State:
    loading = False


def being_loaded() -> bool:
    """True while an entry point is being imported."""
    return _State.loading


@cache
def load_parts() -> None:
    """Imports the parts of installed programs, once.

    Raises:
        ScenarioError: an import fails.
    """
    from importlib.metadata import entry_points  # slow to import

    for found in entry_points(group=GROUP):
        _State.loading = True
        try:
            part_of(found, "modules that register their parts as they are imported")
        finally:
            _State.loading = False


@cache
def points_of(group: str) -> "tuple[EntryPoint, ...]":
    """The entry points of a group."""
    from importlib.metadata import entry_points  # slow, and needed only for an unknown name

    return tuple(entry_points(group=group))


def part_of(point: "EntryPoint", allowed: str) -> Any:
    """The object of an entry point.

    Raises:
        ScenarioError: it cannot be imported.
    """
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        why = printable(f"{type(error).__name__}: {error}")
        found = f"an object that cannot be imported ({why})"
        raise ScenarioError(f"entry point {point.name} of {point.group}", "", found, allowed) from error
