"""Areas of effect as blocks of cubes."""

from collections.abc import Callable

import pytest

from fivefoot.components.position import Cube
from fivefoot.engine.geometry.boxes import Box, area, area_on_cube, area_on_point, cubes


def test_an_odd_side_is_centred_on_a_cube() -> None:
    # ep.3d.areas
    assert area((5, 5, 1), 3) == Box(4, 4, 0, 6, 6, 2)
    assert area((5, 5, 1), 1) == Box(5, 5, 1, 5, 5, 1)


def test_an_even_side_is_centred_on_the_point_where_eight_cubes_meet() -> None:
    # ep.3d.areas
    assert area((5, 5, 2), 4) == Box(3, 3, 0, 6, 6, 3)
    assert len(list(cubes(area((0, 0, 0), 2)))) == 8


@pytest.mark.parametrize(
    ("centred", "side"),
    [(area_on_cube, 2), (area_on_cube, -1), (area_on_point, 3), (area_on_point, 0), (area, 0), (area, -3)],
)
def test_a_side_must_fit_its_centre(centred: Callable[[Cube, int], Box], side: int) -> None:
    with pytest.raises(ValueError, match=f"not {side}"):
        centred((0, 0, 0), side)
