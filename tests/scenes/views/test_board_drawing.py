"""The board in a window of a game's own: what is drawn, and which square was clicked on."""

from typing import Any

import pytest

pytest.importorskip("pygame")

import pygame

from fivefoot import Battle
from fivefoot.drawing import BoardDrawing

pytestmark = pytest.mark.usefixtures("drawing")

YARD: dict[str, Any] = {
    "ruleset": "d20-srd",
    "board": {"map": "......\n......\n......"},
    "creatures": [
        {"name": "ann", "side": "red", "at": [1, 1], "speed": 10, "hp": 9},
        {"name": "orc", "side": "blue", "at": [5, 0], "hp": 9},
    ],
}
AREA = (40, 10, 300, 200)


def drawn(board: BoardDrawing, **lays: Any) -> Any:
    """A window with the drawing, magenta where nothing was drawn."""
    window = pygame.Surface((400, 300))
    window.fill((255, 0, 255))
    board.draw(window, **lays)
    return window


def at(window: Any, board: BoardDrawing, square: tuple[int, int]) -> bytes:
    """The pixels of a square."""
    found: bytes = pygame.image.tobytes(window.subsurface(board.frame(square)), "RGB")
    return found


def middle(board: BoardDrawing, square: tuple[int, int]) -> tuple[int, int]:
    """The pixel in the middle of a square."""
    left, top, width, height = board.frame(square)
    return left + width // 2, top + height // 2


def test_the_whole_board_is_drawn_as_large_as_it_fits_and_nothing_beside_it() -> None:
    with Battle.of(YARD) as battle:
        board = BoardDrawing(battle, AREA)
        window = drawn(board)
        assert board.frame((0, 0))[2:] == (48, 48), "six squares in 300 pixels"
        area = pygame.Rect(AREA)
        for x in range(0, 400, 5):
            for y in range(0, 300, 5):
                assert (window.get_at((x, y))[:3] == (255, 0, 255)) is not area.collidepoint(x, y)


def test_a_pixel_is_in_the_square_that_is_drawn_there() -> None:
    with Battle.of(YARD) as battle:
        board = BoardDrawing(battle, AREA)
        for square in ((0, 0), (5, 2), (3, 1)):
            left, top, width, height = board.frame(square)
            for pixel in ((left, top), (left + width - 1, top + height - 1)):
                assert board.square(pixel) == square
        assert board.square((39, 100)) is None
        board.area = (0, 0, 600, 300)
        assert board.frame((0, 0))[2] > 48


def test_the_drawing_shows_terrain_and_creatures() -> None:
    with Battle.of(YARD) as battle:
        board = BoardDrawing(battle, AREA)
        before = drawn(board)
        battle.act("ann", {"do": "move", "to": [2, 1]})
        battle.effect([{"do": "tile", "at": [[0, 2]], "tile": "#"}], by="a test")
        after = drawn(board)
        for square, changed in (((1, 1), True), ((2, 1), True), ((0, 2), True), ((5, 2), False)):
            assert (at(before, board, square) != at(after, board, square)) is changed, square
        battle.undo()
        battle.undo()
        assert pygame.image.tobytes(drawn(board), "RGB") == pygame.image.tobytes(before, "RGB")


def test_reach_threat_and_marks_are_laid_over_their_squares() -> None:
    with Battle.of(YARD) as battle:
        board = BoardDrawing(battle, AREA)
        plain = drawn(board)
        for lays, inside, outside in (
            ({"reach": "ann"}, (3, 1), (5, 2)),
            ({"threat": "orc"}, (4, 1), (0, 2)),
            ({"marked": [(0, 2)]}, (0, 2), (4, 2)),
        ):
            window = drawn(board, **lays)
            assert at(window, board, inside) != at(plain, board, inside)
            assert at(window, board, outside) == at(plain, board, outside)
        with pytest.raises(KeyError, match="nobody"):
            drawn(board, reach="nobody")


def test_an_unknown_palette_is_refused() -> None:
    with Battle.of(YARD) as battle, pytest.raises(ValueError, match=r'found "dsk"; allowed: .*did you mean "dusk"'):
        BoardDrawing(battle, AREA, palette="dsk")


def test_a_game_draws_its_own_squares_and_creatures() -> None:
    """Pictures of the game's own stand where it gives them, and fivefoot's where it does not."""
    with Battle.of(YARD) as battle:
        moss, knight = pygame.Surface((8, 8)), pygame.Surface((10, 10))
        moss.fill((10, 200, 30))
        knight.fill((250, 10, 240))
        board = BoardDrawing(
            battle, AREA, tile=lambda tile, square: moss if square == (3, 0) else None,
            figure=lambda one: knight if one.name == "ann" else None,
        )  # fmt: skip
        window = drawn(board)
        assert window.get_at(middle(board, (3, 0)))[:3] == (10, 200, 30)
        assert window.get_at(middle(board, battle.creature("ann").cube[:2]))[:3] == (250, 10, 240)
        x, y = battle.creature("ann").cube[:2]
        between = drawn(board, at={"ann": (x + 1.0, y)})
        assert between.get_at(middle(board, (x + 1, y)))[:3] == (250, 10, 240)
        assert between.get_at(middle(board, (x, y)))[:3] != (250, 10, 240)
        board.hidden = frozenset({"ann"})
        assert drawn(board).get_at(middle(board, (x, y)))[:3] != (250, 10, 240)
        board.camera = (3.5, 0.5, 80)
        left, _, width, height = board.frame((3, 0))
        assert (width, height) == (80, 80)
        assert abs(left + 40 - (AREA[0] + AREA[2] / 2)) <= 1
        with pytest.raises(KeyError, match="side"):
            BoardDrawing(battle, AREA, side="green")
        with pytest.raises(KeyError, match="creature"):
            drawn(board, at={"nobody": (1, 1)})


def test_a_side_sees_fog_and_where_others_were_last() -> None:
    """Squares out of sight are darker, and who has gone there leaves a mark."""
    hall = {
        "ruleset": "ascension", "rules": {"sight": "side"},
        "board": {"map": "....#....\n....#....\n....#....\n.........\n"},
        "creatures": [
            {"name": "Ann", "side": "red", "at": [1, 1]}, {"name": "Bea", "side": "blue", "at": [4, 3]},
        ],
    }  # fmt: skip
    with Battle.of(hall) as battle:
        board, whole = BoardDrawing(battle, AREA, side="red"), BoardDrawing(battle, AREA)
        assert battle.side("red").state()["lost"] == []
        assert drawn(board).get_at(middle(board, (8, 0))) != drawn(whole).get_at(middle(whole, (8, 0)))
        assert drawn(board).get_at(middle(board, (0, 0))) == drawn(whole).get_at(middle(whole, (0, 0)))
        battle.act("Bea", {"do": "move", "path": [[5, 3], [6, 2]]})
        (lost,) = battle.side("red").state()["lost"]
        assert lost["name"] == "Bea"
        assert lost["at"][:2] in ([4, 3], [5, 3])
        x, y = lost["at"][:2]
        marked = drawn(board)
        assert at(marked, board, (x, y)) != at(drawn(whole), whole, (x, y))
        rows = battle.side("red").state()["dark"]
        assert rows[0][8] == "1"
        assert rows[1][1] == "0"
