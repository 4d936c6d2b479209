"""The extension module in C, if it is built: searches and lines of effect with the answers of those in Python."""

import os
from functools import cache
from importlib import import_module
from types import ModuleType

INTERFACE = 2
"""The signatures that these modules call; an extension built from other sources is left alone."""


def asked_for_pure() -> bool:
    """Whether the environment demands pure Python."""
    return os.environ.get("FIVEFOOT_PURE", "0") not in ("", "0")


@cache
def native() -> ModuleType | None:
    """The extension module; None if it is not installed or outdated, or if the environment demands pure Python."""
    if asked_for_pure():
        return None
    try:
        found = import_module(".search._native", __package__)
    except ImportError:
        return None
    return found if getattr(found, "INTERFACE", 0) == INTERFACE else None
