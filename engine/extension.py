"""The extension module in C, if it is built: searches and lines of effect with the answers of those in Python."""

import os
import sys
from functools import cache
from importlib import import_module
from types import ModuleType

INTERFACE = 3
"""The signatures that these modules call; an extension built from other sources is left alone."""


def asked_for_pure() -> bool:
    """Whether the environment demands pure Python."""
    return os.environ.get("FIVEFOOT_PURE", "0") not in ("", "0")


def without_lock() -> bool:
    """True on a Python built without the interpreter's lock, on which the extension's tables are not safe."""
    return "free-threading build" in sys.version


@cache
def native() -> ModuleType | None:
    """The extension module; None if it is not installed or outdated, not safe here, or not wanted."""
    if asked_for_pure() or without_lock():
        return None
    try:
        found = import_module(".search._native", __package__)
    except ImportError:
        return None
    return found if getattr(found, "INTERFACE", 0) == INTERFACE else None
