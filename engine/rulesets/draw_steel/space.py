"""Access to other creatures' spaces, where a move may pause, and the cost of a step.

Creatures do not breathe: a burrower stays in the ground as long as it likes. (ds.burrow.breathing)
"""

from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request, Ruleset, World
from ...rules.step_costs import (
    BARRIER,
    BODY,
    CORPSE,
    DIFFICULT,
    IMPEDED,
    NARROW,
    OBSTACLE,
    SLANT,
    STEEP,
    PausePlace,
    SpaceAccess,
    StepCost,
    StepQuery,
)
from ...state.creature import Creature
from ..shared.space_sharing import object_passing
from .sizes import gap

SQUEEZED = "squeezing"
"""The condition of creatures that share a space too small for them."""

SENSELESS = frozenset({"unconscious", "dead", "asleep", "paralyzed", "helpless"})
"""Conditions whose bearer neither acts nor moves."""


MIDDLE = 0
"""The rank of 1M, from which on an object fills its square to the corners. (ds.corner.no-diagonal)"""

NEUTRAL = frozenset({"neutral", "neutrals", "bystander", "bystanders", "none", "nobody"})
"""Sides, and traits, of creatures that are neither friend nor foe. (ds.space.ally-through)"""

HAMPERED = DIFFICULT | IMPEDED | OBSTACLE | BARRIER | CORPSE | NARROW
"""The features that make a square difficult, other creatures' spaces aside. (ds.terrain.difficult-kinds)"""


def neutral(creature: Creature) -> bool:
    """Whether it is neutral, by its side or by a trait."""
    return creature.side in NEUTRAL or not NEUTRAL.isdisjoint(creature.body.traits)


def takes_part(world: World, creature: Creature) -> bool:
    """Whether it strikes at enemies that leave its side, as the neutral do not."""
    return not neutral(creature)


def foe(rules: Ruleset, mover: Creature, other: Creature) -> bool:
    """Whether the other's space counts as an enemy's to a mover that passes it."""
    if mover.ally(other) and neutral(other) == neutral(mover):
        return False
    if neutral(other) or neutral(mover):
        return rules.setting("neutral_space") == "enemy"
    return True


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Access for a mover: every creature is passed, enemies at a cost; it stops only among those two sizes apart.

    An object that cannot be entered fills its space to the corners, unless it is smaller than 1M.
    (ds.corner.full-corner-only)
    """
    thing = object_passing(rules, other)
    if thing is not None:
        return thing if thing.enter else thing._replace(corner=other.size.rank >= MIDDLE)
    if other.has("fills-space"):
        return SpaceAccess(False, rule="space.filled")
    if other.out:
        return SpaceAccess(True, True, rule="space.down")
    apart = abs(gap(rules, mover, other)) >= 2
    hostile = foe(rules, mover, other)
    rule = "space.two-sizes" if apart else "space.no-stop"
    return SpaceAccess(True, apart, costly=hostile, squeeze=not apart, rule=rule)


def price(rules: Ruleset, stretch: StepQuery) -> StepCost | None:
    """The cost of one step: additions sum, with one surcharge for everything that makes a square difficult.

    (ds.move.adjacent-cost, ds.terrain.difficult-cost, ds.space.enemy-difficult, ds.crawl.cost,
    ds.climb.untrained-cost, ds.swim.untrained-cost)
    """
    squares = 1 if stretch.listed else rules.movement.unlisted.get(stretch.mode, 1)
    if stretch.mode == "burrow":
        squares = int(rules.setting("burrow_cost", 1))
    if stretch.features & SLANT:
        squares *= 2
    elif stretch.features & STEEP:
        squares *= 3
    ground = bool(stretch.features & HAMPERED)
    held = bool(stretch.features & BODY)
    both = ground and held and rules.setting("difficult_terrain_stacks") is True
    squares += 2 if both else 1 if ground or held else 0
    squares += rules.movement.crawl_extra if stretch.crawling else 0
    turns = stretch.diagonal and len(rules.grid.diagonal_cycle) > 1
    return StepCost(squares, turns, turns)


def pause(request: Request, place: PausePlace) -> bool:
    """Whether a move may pause in another's space: only while movement is left to continue it.

    Movement that an effect grants cannot be continued. (ds.space.no-stop)
    """
    if getattr(request.intent, "distance", None) is not None:
        return False
    return place.fits and (request.free or place.left > 0)
