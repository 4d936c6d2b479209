"""Parts that installed programs bring along: the modules behind the entry points of one group, imported once."""

from functools import cache

from .errors import ScenarioError, printable

GROUP = "fivefoot.parts"
"""The entry points; each names a module that registers its parts (`fivefoot.register`) as it is imported."""


class _State:
    loading = False


def being_loaded() -> bool:
    """Whether what is registered now comes from an entry point, so that every process on this machine finds it."""
    return _State.loading


@cache
def load_parts() -> None:
    """Import what installed programs bring along; done once, where a command starts or a name is not known.

    Raises:
        ScenarioError: one of them cannot be imported.
    """
    from importlib.metadata import entry_points  # dear

    for found in entry_points(group=GROUP):
        _State.loading = True
        try:
            found.load()
        except Exception as error:
            why = printable(f"{type(error).__name__}: {error}")
            raise ScenarioError(
                source=f"entry point {found.name} of {GROUP}",
                place="",
                found=f"a module that cannot be imported ({why})",
                allowed="modules that register their parts as they are imported",
            ) from error
        finally:
            _State.loading = False
