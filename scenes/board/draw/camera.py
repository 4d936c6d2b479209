"""The camera: the visible part of the board, and the zoom."""

from collections.abc import Iterable
from dataclasses import dataclass

ZOOMS: tuple[int, ...] = (3, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 80, 96, 112, 128)
"""Pixels per square; whole numbers, for cached chunks."""


@dataclass(slots=True)
class Camera:
    """The visible part of the board: its top left corner in pixels, its zoom."""

    board: tuple[int, int]
    """Squares across and down."""
    view: tuple[int, int, int, int]
    """Left, top, width and height in the window."""
    x: float = 0.0
    y: float = 0.0
    zoom: int = 32
    moved: bool = False
    """True after manual moves since the last fit."""

    def look_through(self, window: Iterable[int]) -> None:
        left, top, width, height = window
        self.view = (left, top, width, height)

    def fit(self) -> None:
        width, height = self.board
        room = [zoom for zoom in ZOOMS if zoom * width <= self.view[2] and zoom * height <= self.view[3]]
        self.zoom = room[-1] if room else ZOOMS[0]
        self.centre(width / 2, height / 2)
        self.moved = False

    def centre(self, x: float, y: float) -> None:
        self.x = x * self.zoom - self.view[2] / 2
        self.y = y * self.zoom - self.view[3] / 2
        self.keep()

    def pan(self, dx: float, dy: float) -> None:
        self.moved = True
        self.x += dx
        self.y += dy
        self.keep()

    def zoom_by(self, steps: int, at: tuple[int, int]) -> None:
        index = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self.zoom))
        self.zoom_to(ZOOMS[max(0, min(index + steps, len(ZOOMS) - 1))], at)

    def zoom_to(self, zoom: int, at: tuple[int, int]) -> None:
        self.moved = True
        bx, by = self.place(at)
        self.zoom = zoom
        self.x = bx * zoom - (at[0] - self.view[0])
        self.y = by * zoom - (at[1] - self.view[1])
        self.keep()

    def keep(self) -> None:
        """Moves the view back if it shows too much beyond the board. A small board is centred."""
        for axis, (cells, room) in enumerate(zip(self.board, self.view[2:], strict=True)):
            size = cells * self.zoom
            here = self.y if axis else self.x
            slack = room * 0.4
            kept = (size - room) / 2 if size <= room else max(-slack, min(here, size - room + slack))
            if axis:
                self.y = kept
            else:
                self.x = kept

    def place(self, at: tuple[int, int]) -> tuple[float, float]:
        """Returns the point of the board, in squares, that is under a pixel of the window."""
        return ((at[0] - self.view[0] + self.x) / self.zoom, (at[1] - self.view[1] + self.y) / self.zoom)

    def square(self, at: tuple[int, int]) -> tuple[int, int] | None:
        """Returns the square under a pixel of the window; None outside the board."""
        left, top, width, height = self.view
        if not (left <= at[0] < left + width and top <= at[1] < top + height):
            return None
        x, y = self.place(at)
        if 0 <= x < self.board[0] and 0 <= y < self.board[1]:
            return (int(x), int(y))
        return None

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        return (round(x * self.zoom - self.x) + self.view[0], round(y * self.zoom - self.y) + self.view[1])

    @property
    def full(self) -> bool:
        return (
            self.x >= 0
            and self.y >= 0
            and self.x + self.view[2] <= self.board[0] * self.zoom
            and self.y + self.view[3] <= self.board[1] * self.zoom
        )

    def visible(self) -> tuple[int, int, int, int]:
        """Returns the columns and rows in view as (x0, y0, x1, y1). With none in view, x1 < x0."""
        x0, y0 = self.place((self.view[0], self.view[1]))
        x1, y1 = self.place((self.view[0] + self.view[2] - 1, self.view[1] + self.view[3] - 1))
        return (
            max(int(x0), 0),
            max(int(y0), 0),
            min(int(x1), self.board[0] - 1),
            min(int(y1), self.board[1] - 1),
        )
