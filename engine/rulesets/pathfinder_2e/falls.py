"""Falls: half the feet fallen as damage, and prone; deep water softens the landing."""

from ....components.plan import Drop
from ....components.position import Cube
from ...effects.hit_points import gain, hurt
from ...effects.placement import displaced
from ...rules.ruleset import World
from ...space.occupancy import may_rest
from ...space.support import depth_below
from ...state.creature import Creature

SOFT_FALL = 4
"""Squares that deep water subtracts from a fall."""


def fall(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Deals half the feet fallen as damage, and prone; 5 feet or less do nothing, deep water softens.

    A creature that lands in another's square is there by accident. (pf2.forced.falling-included, pf2.pass.accident)
    """
    felt = squares - min(depth_below(world, creature, place), SOFT_FALL)
    if felt > 1:
        cited = world.rules.cite("fall.damage", "fall")
        if hurt(world, creature, felt * 5 // 2, "falling", rules=cited) and drop.prone is not False:
            gain(world, creature, "prone", rules=cited)
    if not may_rest(world, creature):
        displaced(world, creature)
