"""Imports parts of installed programs."""

from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any

from .errors import ScenarioError, printable

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "fivefoot.parts"
"""Its entry points name modules that call `fivefoot.register`."""


class _State:
    loading = False


_ALONE = RLock()
"""For one import at a time; parts may load others."""


def being_loaded() -> bool:
    return _State.loading


@cache
def load_parts() -> tuple[ScenarioError, ...]:
    """Imports the modules of installed plugins once. Returns the errors."""
    found, faults = _points(GROUP)
    with _ALONE:
        for point in found:
            _State.loading = True
            try:
                part_of(point, "modules that register their parts as they are imported")
            except ScenarioError as error:
                faults.append(error)
            finally:
                _State.loading = False
    return tuple(faults)


def blame_parts() -> None:
    """Raises the error of an installed plugin that could not be imported, if there is one."""
    for fault in load_parts():
        raise fault


@cache
def points_of(group: str) -> "tuple[EntryPoint, ...]":
    return tuple(_points(group)[0])


def _points(group: str) -> "tuple[list[EntryPoint], list[ScenarioError]]":
    from importlib.metadata import distributions, entry_points  # slow to import

    try:
        return list(entry_points(group=group)), []
    except Exception:  # a damaged file, and no word about its program
        found: list[EntryPoint] = []
        faults: list[ScenarioError] = []
        for program in distributions():
            try:
                found += program.entry_points.select(group=group)
            except Exception as error:
                unreadable = f"a file that cannot be read ({_told(error)})"
                faults.append(ScenarioError(f"entry points of {_name(program)}", "", unreadable, "entry points"))
        return found, faults


def _name(program: "Distribution") -> str:
    try:
        return str(program.metadata["Name"])
    except Exception:
        return "a program"


def _told(error: BaseException) -> str:
    try:
        return printable(f"{type(error).__name__}: {error}").rstrip(": ")
    except Exception:
        return type(error).__name__


def part_of(point: "EntryPoint", allowed: str) -> Any:
    """Imports the object that an entry point of an installed package names."""
    try:
        return point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever somebody else's module raises
        found = f"an object that cannot be imported ({_told(error)})"
        raise ScenarioError(f"entry point {point.name} of {point.group}", "", found, allowed) from error
