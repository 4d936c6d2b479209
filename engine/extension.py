"""The C extension, if built: faster searches and lines of effect."""

import os
import sys
from functools import cache
from importlib import import_module
from types import ModuleType

INTERFACE = 3
"""Builds with another interface version are ignored."""


def asked_for_pure() -> bool:
    return os.environ.get("FIVEFOOT_PURE", "0") not in ("", "0")


def without_lock() -> bool:
    """True if Python runs without the GIL; the C extension is not safe there."""
    return "free-threading build" in sys.version


@cache
def native() -> ModuleType | None:
    """Returns the C extension; None if it is missing, outdated, unsafe or switched off."""
    if asked_for_pure() or without_lock():
        return None
    try:
        found = import_module(".search._native", __package__)
    except ImportError:
        return None
    return found if getattr(found, "INTERFACE", 0) == INTERFACE else None
