"""Line of effect through the open cubes of the board, the same for every ruleset."""

from typing import TYPE_CHECKING

from ...board.board import Board
from ...board.obstruction import buried, by_clear, clear, wide_open
from ...geometry.boxes import Box, adjacent, overlap

if TYPE_CHECKING:
    from ...rules.ruleset import Ruleset


@by_clear
def open_line(rules: "Ruleset", board: Board, a: Box, b: Box) -> bool:
    """Whether the board's cubes and walls leave a line of effect open between two spaces.

    What fills a cube separates a creature wholly inside from those outside; two within it reach what they touch.
    (ep.blocked.sight, ep.threat.area)
    """
    if wide_open(board, a, b):
        return True
    inside = buried(board, a)
    if inside != buried(board, b):
        return False
    if inside:
        return adjacent(a, b) or overlap(a, b)
    return clear(board, a, b)
