"""Falling damage of the d20 games: a die for every ten feet, modified by the surface."""

from ....components.plan import Drop
from ....components.position import Cube
from ...dice import Roll
from ...effects.hit_points import gain, hurt, roll
from ...field.support import depth_below
from ...rules.ruleset import World
from ...state.creature import Creature


def surface_modifier(world: World, creature: Creature, place: Cube) -> int:
    """The modifier of the ground landed on, for each die."""
    x, y, _ = place
    return world.board.tile(x, y).surface if (x, y) in world.board else 0


def d6_per_10_feet(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Deals 1d6 for each full 10 feet, up to twenty dice; a creature that takes damage is prone."""
    rules = world.rules
    dice = min(squares * 5 // 10, 20)
    if depth_below(world, creature, place) >= 2:
        dice = max(dice - 2, 0)
    if not dice:
        return
    cited = rules.cite_any("fall.damage")
    amount = roll(
        world,
        creature,
        "falling",
        Roll(dice, 6),
        per_die=surface_modifier(world, creature, place),
        rules=cited,
    )
    if hurt(world, creature, amount, "falling", rules=cited):
        gain(world, creature, "prone", rules=rules.cite_any("fall.prone"))
