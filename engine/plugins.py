"""Imports the parts that installed programs contribute: the modules behind the entry points of one group."""

from functools import cache

from .errors import ScenarioError, printable

GROUP = "fivefoot.parts"
"""The group of entry points; each names a module that registers its parts (`fivefoot.register`) when imported."""


class _State:
    loading = False


def being_loaded() -> bool:
    """Whether an entry point is being imported, whose registrations every process on this machine repeats."""
    return _State.loading


@cache
def load_parts() -> None:
    """Imports the parts of installed programs, once.

    Raises:
        ScenarioError: one of them cannot be imported.
    """
    from importlib.metadata import entry_points  # slow to import

    for found in entry_points(group=GROUP):
        _State.loading = True
        try:
            found.load()
        except Exception as error:
            why = printable(f"{type(error).__name__}: {error}")
            raise ScenarioError(
                f"entry point {found.name} of {GROUP}",
                "",
                f"a module that cannot be imported ({why})",
                "modules that register their parts as they are imported",
            ) from error
        finally:
            _State.loading = False
