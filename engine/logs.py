"""Loggers of the standard library, all of them below `fivefoot`, for programs that embed it."""

import logging


def logger(name: str) -> logging.Logger:
    """The logger of a module; silent until the program gives `fivefoot` or the root logger a handler."""
    root = logging.getLogger(__name__.partition(".")[0])
    if not root.handlers:
        root.addHandler(logging.NullHandler())  # without it Python prints warnings by itself
    return logging.getLogger(name)


__all__ = ["logger"]
