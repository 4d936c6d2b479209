"""Sizes, speeds and room: how big a creature is, how fast, and who may be in whose space.

Nothing here draws breath: whoever can burrow can do so for as long as it likes (ds.burrow.breathing).
"""

from collections.abc import Mapping

from ....components.position import Mode
from ...effects.hit_points import gain
from ...effects.placement import displaced
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import base_speeds
from ...rules.pause_place import PausePlace
from ...rules.ruleset import Request, Ruleset, World
from ...rules.sizes import SizeRow
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
    SpaceAccess,
    StepCost,
    StepQuery,
)
from ...space.occupancy import may_rest, sharers
from ...state.creature import Creature
from ..shared.space_sharing import object_passing

SIZES: dict[str, SizeRow] = {
    "1T": SizeRow(-2, 1, 5, 1, 1),
    "1S": SizeRow(-1, 1, 5, 1, 1),
    "1M": SizeRow(0, 1, 5, 1, 1),
    "1L": SizeRow(1, 1, 5, 1, 1),
    **{str(n): SizeRow(n, n, 5.0 * n, 1, 1) for n in range(2, 11)},
}
SIZES |= {
    "fine": SIZES["1T"],
    "diminutive": SIZES["1T"],
    "tiny": SIZES["1T"],
    "small": SIZES["1S"],
    "medium": SIZES["1M"],
    "large": SIZES["2"],
    "huge": SIZES["3"],
    "gargantuan": SIZES["4"],
    "colossal": SIZES["5"],
    "titanic": SIZES["6"],
}
"""The ladder of sizes: four letters of size 1, then the numbers (ds.space.two-size-exception)."""

BASE_SPEED = 5
"""Squares of a creature whose data list no speed (ds.move.base-speed)."""

SQUEEZED = "squeezing"
"""The condition of those who share a space that is too small for them."""

SENSELESS = frozenset({"unconscious", "dead", "asleep", "paralyzed", "helpless"})
"""Conditions whose bearer does nothing and goes nowhere."""

HELD_FAST = frozenset({"grabbed", "restrained", "bound", "held", "pinned"})
"""Conditions that leave their bearer no speed (ds.fly.zero-speed-falls)."""

NEUTRAL = frozenset({"neutral", "neutrals", "bystander", "bystanders", "none", "nobody"})
"""Sides, and traits, of those who are neither friend nor foe (ds.space.ally-through)."""

HAMPERED = DIFFICULT | IMPEDED | OBSTACLE | BARRIER | CORPSE | NARROW
"""What makes a square hard going, other than whose it is (ds.terrain.difficult-kinds)."""

INSIDE = frozenset(
    {"attack", "push", "pull", "slide", "dig", "claw-dirt", "knock-off", "pull-up", "interact", "carry", "drop-object"}
    | {"shift"}
)
"""What takes a main action or a maneuver, or is a movement of its own: never done in another's space in mid-move."""


# --- size ----------------------------------------------------------------------------------------


def number(creature: Creature) -> int:
    """The number of a creature's size; the letters all count as 1."""
    return creature.size.side


def rank(rules: Ruleset, creature: Creature) -> int:
    """The step on the ladder of sizes, each letter a step of its own unless whole numbers count."""
    return creature.size.rank if rules.setting("size_ladder") == "lettered" else number(creature)


def gap(rules: Ruleset, creature: Creature, other: Creature) -> int:
    """Sizes by which `other` is larger; negative where it is smaller."""
    return rank(rules, other) - rank(rules, creature)


def no_squeezing(rules: Ruleset, row: SizeRow) -> float:
    """Nobody draws in: a space is the room it needs."""
    return row.room


# --- speed ---------------------------------------------------------------------------------------


def bonus(creature: Creature, *, lasting: bool = False) -> int:
    """What kits and other options add to the speed: the best of each type (ds.move.speed-bonuses).

    With `lasting`, what is only temporary is left out.
    """
    best: dict[str, int] = {}
    for kind, amount in creature.speed.bonuses:
        if not (lasting and kind == "temporary"):
            best[kind] = max(best.get(kind, amount), amount)
    return sum(best.values())


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Speeds as they are now: bonuses added, no more than 2 while slowed, 0 while held fast.

    Everybody can cross solid ground unless it only swims (ds.walk.default-mode, ds.walk.solid-ground).
    """
    found = base_speeds(creature)
    if creature.speed.imposed is None:
        more = bonus(creature)
        found = {mode: max(speed + more, 0) if speed else 0 for mode, speed in found.items()}
    if creature.has("swim-only"):
        found.pop("walk", None)
    elif "walk" not in found and found:
        found["walk"] = max(found.values())
    if creature.is_any(HELD_FAST):
        return dict.fromkeys(found, 0)
    if "slowed" in creature.condition.held:
        return {mode: min(speed, 2) for mode, speed in found.items()}
    return found


def climbs(rules: Ruleset, creature: Creature) -> bool:
    """Whether it climbs at full speed, by its entry or for the time being (ds.climb.full-speed)."""
    return speeds(rules, creature).get("climb", 0) > 0


def burrows(rules: Ruleset, creature: Creature) -> bool:
    """Whether it can burrow now, by its entry or for the time being (ds.burrow.permission)."""
    return creature.speed.listed.get("burrow", 0) > 0 or speeds(rules, creature).get("burrow", 0) > 0


def clings_overhead(rules: Ruleset, creature: Creature) -> bool:
    """Whether it crosses ceilings."""
    return climbs(rules, creature) or rules.setting("untrained_ceiling") is True


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """A flier stays up unless it is prone or has no speed; one that hovers stays up all the same.

    (ds.fly.stay-aloft, ds.hover.motionless, ds.hover.prone-no-fall, ds.hover.zero-speed-no-fall)
    """
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return speeds(rules, creature).get("fly", 0) > 0 and not creature.prone


# --- others' spaces ------------------------------------------------------------------------------


def neutral(creature: Creature) -> bool:
    """Whether it takes nobody's part: by the side it is on, or by a trait."""
    return creature.side in NEUTRAL or not NEUTRAL.isdisjoint(creature.body.traits)


def foe(rules: Ruleset, mover: Creature, other: Creature) -> bool:
    """Whether the other's space is an enemy's as far as going through it is concerned."""
    if mover.ally(other) and neutral(other) == neutral(mover):
        return False
    if neutral(other) or neutral(mover):
        return rules.setting("neutral_space") == "enemy"
    return True


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Everyone is passed, enemies at a cost; one stops only where two sizes lie between."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if other.has("fills-space"):
        return SpaceAccess(False, rule="space.filled")
    if other.out:
        return SpaceAccess(True, True, rule="space.down")
    apart = abs(gap(rules, mover, other)) >= 2
    hostile = foe(rules, mover, other)
    rule = "space.two-sizes" if apart else "space.no-stop"
    return SpaceAccess(True, apart, costly=hostile, squeeze=not apart, rule=rule)


def price(rules: Ruleset, stretch: StepQuery) -> StepCost | None:
    """Squares of movement for one step: additions sum, one surcharge for all that makes a square hard.

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
    """A move may be broken off in another's space only while movement is left to go on with.

    What an effect grants is a movement of its own, which nothing goes on with. (ds.space.no-stop)
    """
    if getattr(request.intent, "distance", None) is not None:
        return False
    return place.fits and (request.free or place.left > 0)


def inside(world: World, creature: Creature) -> bool:
    """Whether it has paused in mid-move where it may not stop."""
    return creature.turn.pausing and not may_rest(world, creature)


def gate(request: Request, kind: str) -> None:
    """In mid-move in another's space nothing is done but moving on (ds.space.no-acting-inside)."""
    creature, rules = request.creature, request.rules
    free = kind == "drop-prone" or (kind == "stand" and creature.condition.prone_by_choice)
    barred = kind in INSIDE or kind == "stand" or free
    if free and rules.setting("free_maneuver_inside") == "allow":
        barred = False
    if barred and inside(request.world, creature):
        raise request.refuse(
            f"{creature.name} has paused in another creature's space and can only move on", "space.no-acting"
        )
    return


def set_up(world: World, creature: Creature) -> None:
    """Those whom the file puts into one space too small for them squeeze from the start."""
    for other in sharers(world, creature):
        if passing(world.rules, creature, other, MoveOptions()).squeeze and not other.out and not creature.out:
            gain(world, creature, SQUEEZED, rules=world.rules.cite("squeeze"))


def turn_end(world: World, creature: Creature) -> None:
    """Nobody ends its turn where it has only paused."""
    if inside(world, creature) and not creature.out:
        displaced(world, creature)
    creature.turn.pausing = False
