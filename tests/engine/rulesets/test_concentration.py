"""Casting during a fall."""

import pytest

from fivefoot.engine.rulesets.epic_path.harm import falling_casting_dc, may_cast_falling


def test_a_fall_over_500_feet_leaves_time_to_cast() -> None:
    """ep.fall.casting."""
    assert not may_cast_falling(500, "standard")
    assert may_cast_falling(505, "standard")
    assert may_cast_falling(10, "immediate")


def test_the_concentration_dc_rises_with_the_spell_level() -> None:
    """ep.fall.casting-check."""
    assert [falling_casting_dc(level) for level in (1, 3, 9)] == [14, 22, 46]
    assert falling_casting_dc(0) == 10
    with pytest.raises(ValueError, match="0 or more"):
        falling_casting_dc(-1)
