"""The window's layout for any size of window and text."""

from dataclasses import dataclass

import pygame


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the board screen are, as rectangles in pixels."""

    text: int
    """Pixels of normal text."""
    turns: pygame.Rect
    board: pygame.Rect
    lesson: pygame.Rect
    card: pygame.Rect
    log: pygame.Rect
    hint: pygame.Rect
    bar: pygame.Rect


USUAL = (1280, 720)
"""The reference window; sizes grow with it."""


def roomy(scale: float, size: tuple[int, int]) -> float:
    scale *= max(min(size[0] / USUAL[0], size[1] / USUAL[1]), 1.0) ** 0.75
    return min(scale, max(size[0] / 600, 0.6), max(size[1] / 360, 0.6))


def layout(size: tuple[int, int], scale: float, rows: int, lesson: int = 0) -> Layout:
    """Returns where the parts of the board screen are, for a window of this size."""
    width, height = size
    scale = roomy(scale, size)
    text = max(round(13 * scale), 9)
    top = round(38 * scale)
    side = min(round(320 * scale), width * 2 // 5)
    bar = rows * (text * 2 + 6) + 4
    hint = text * 2 + 8  # two lines, where a window is narrow
    bottom = bar + hint
    middle = max(height - top - bottom, 40)
    card = min(round(206 * scale), middle * 3 // 5)
    lesson = min(lesson, middle * 2 // 3)
    return Layout(
        text=text,
        turns=pygame.Rect(0, 0, width, top),
        board=pygame.Rect(0, top, width - side, middle - lesson),
        lesson=pygame.Rect(0, top + middle - lesson, width - side, lesson),
        card=pygame.Rect(width - side, top, side, card),
        log=pygame.Rect(width - side, top + card, side, middle - card),
        hint=pygame.Rect(0, top + middle, width, hint),
        bar=pygame.Rect(0, top + middle + hint, width, bar),
    )
