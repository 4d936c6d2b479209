"""From the command line to the first scene: opens the window, runs the stage, shuts down."""

import pygame

from . import fonts
from .board import overlays, tokens
from .board.scene import BoardScene
from .record import Record
from .replaying import ReplayScene
from .stage import NoDisplay, Scene, Stage, open_window
from .table import Table

SIZE = (1280, 720)
"""The window's size when it first opens."""


def open_and_run(table: Table | None, *, scale: float | None = None) -> None:
    """Open the window and play until it is closed.

    Raises:
        NoDisplay: there is no display.
    """
    window = open_window(SIZE, "fivefoot")
    try:
        Stage(window, first_scene(table, scale)).run()
    finally:
        close()


def open_replay(record: Record, *, scale: float | None = None) -> None:
    """Open the window and show a record.

    Raises:
        NoDisplay: there is no display.
    """
    window = open_window(SIZE, "fivefoot")
    try:
        Stage(window, ReplayScene(record, scale=scale or 1.0)).run()
    finally:
        close()


def first_scene(table: Table | None, scale: float | None) -> Scene:
    """The board where there is a battle to play."""
    assert table is not None
    return BoardScene(table, scale=scale or 1.0)


def close() -> None:
    """Shut pygame down, and drop what does not outlive it."""
    fonts.forget()
    tokens.forget()
    overlays.forget()
    pygame.quit()


__all__ = ["NoDisplay", "close", "first_scene", "open_and_run", "open_replay"]
