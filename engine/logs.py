"""Loggers below `fivefoot`."""

import logging


def logger(name: str) -> logging.Logger:
    """Returns a module's logger. It is silent until the program adds a handler."""
    root = logging.getLogger(__name__.partition(".")[0])
    if not root.handlers:
        root.addHandler(logging.NullHandler())  # without it Python prints warnings by itself
    return logging.getLogger(name)


__all__ = ["logger"]
