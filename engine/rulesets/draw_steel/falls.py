"""Falls: what a landing does to the faller and to the creatures beneath."""

from collections.abc import Iterator

from ....components.decision import whether
from ....components.plan import Drop
from ....components.position import Cube
from ...effects.choosing import agrees, choose_place
from ...effects.hit_points import gain, hurt
from ...effects.placement import put_back
from ...effects.squeezing import squeeze_together
from ...geometry.boxes import Box, overlap
from ...geometry.directions import AROUND, row_order
from ...rules.ruleset import World
from ...space.elevation import resting_height
from ...space.forced_steps import loose_ground
from ...space.occupancy import may_rest, sharers, sharing_tightly
from ...space.open_ways import by_distance, closed_by_objects, open_grid
from ...space.support import depth_below, holds_at
from ...state.creature import Creature
from .sizes import number

HARMLESS = 2
"""Squares at which a fall begins to have consequences."""

MOST = 50
"""The most damage one fall deals."""

CUSHION = 4
"""Squares that liquid subtracts from a fall."""

FARTHEST = 4000
"""Places tried as a free space beside a landing."""


def lightness(world: World, creature: Creature, drop: Drop, squares: int) -> int:
    """Squares that the faller's Agility subtracts from the fall; with `agility_reduction = "ask"` its player decides.

    (ds.fall.agility-reduction)
    """
    rules = world.rules
    agility = max(creature.body.abilities.get("agility", 0), 0)
    if drop.driven and rules.setting("forced_down_agility") == "ignored":
        agility = 0
    if not agility or squares < HARMLESS or rules.setting("agility_reduction") != "ask":
        return agility
    text = f"{creature.name} comes down: does Agility make the fall {agility} squares less?"
    yes, no, cited = "Lessen the fall", "Take it whole", rules.cite("fall.agility")
    question = whether("agility", creature.name, text, yes, no, cited, at=creature.cube)
    return agility if agrees(world, question) else 0


def effective(world: World, creature: Creature, squares: int, place: Cube, agility: int) -> int:
    """The height that counts, after Agility and liquid together (ds.fall.order-of-operations)."""
    cushion = CUSHION if depth_below(world, creature, place) >= 1 else 0
    return max(squares - agility - cushion, 0)


def damage(world: World, squares: int, height: int) -> int:
    """2 a square of the height that counts, at most 50, nothing below two squares (ds.fall.cap)."""
    measured = squares if world.rules.setting("fall_threshold_uses") == "actual" else height
    return min(height * 2, MOST) if measured >= HARMLESS else 0


def fall(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Carries out a landing: damage, prone, and the consequences for a creature beneath."""
    rules = world.rules
    struck = [other for other in sharers(world, creature) if not other.out and not other.has("object")]
    if struck and rules.setting("fall_onto_height") == "creature_top":
        squares = max(squares - max(other.box.z1 + 1 - place[2] for other in struck), 0)
    agility = lightness(world, creature, drop, squares)
    height = effective(world, creature, squares, place, agility)
    measured = squares if rules.setting("fall_threshold_uses") == "actual" else height
    hard = measured >= HARMLESS
    wet = depth_below(world, creature, place) >= 1
    amount = damage(world, squares, height)
    for other in struck:
        _land_on(world, creature, other, amount, height)
    if amount:
        topics = {
            "fall.caught": drop.caught,
            "fall.forced": drop.driven,
            "fall.damage": True,
            "fall.agility": agility > 0,
            "fall.liquid": wet,
            "fall.cap": amount == MOST,
        }
        cited = rules.cite(*(topic for topic, counts in topics.items() if counts))
        hurt(world, creature, amount, "falling", rules=cited)
    lies = drop.prone
    if lies is None:
        lies = bool(struck) or (hard and not (wet and rules.setting("prone_in_liquid") == "never"))
    if lies:
        gain(world, creature, "prone", rules=rules.cite("fall.onto.placement" if struck else "fall.prone"))
    if struck:
        _find_room(world, creature)
        drop.settled = True


def _land_on(world: World, creature: Creature, other: Creature, amount: int, height: int) -> None:
    """Deals the same damage to the creature landed on, and may knock it prone.

    (ds.fall.onto-creature-damage, ds.fall.onto-creature-knockdown)
    """
    rules = world.rules
    if amount:
        hurt(world, other, amount, "falling", rules=rules.cite("fall.onto"))
    short = height < HARMLESS and rules.setting("knockdown_on_short_fall") is not True
    if number(creature) > other.body.abilities.get("might", 0) and not short:
        gain(world, other, "prone", rules=rules.cite("fall.onto.knockdown"))


def _find_room(world: World, creature: Creature) -> None:
    """Moves the faller off the creature landed on into the nearest free space, or makes both squeeze.

    (ds.fall.onto-creature-placement, ds.space.forced-together)
    """
    rules = world.rules
    near = next(rings(world, creature, creature.box), [])
    tight = sharing_tightly(world, creature)  # two sizes apart, creatures share without squeezing
    if not near and not ((tight or may_rest(world, creature)) and _shares(world, creature)):
        near = out_of_here(world, creature)
    if not near:
        if tight:
            squeeze_together(world, creature)
        return
    text = f"{creature.name} lies on another: which of the nearest free places does it roll into?"
    place = choose_place(world, creature, near, "landing", text, rules.cite("fall.onto.placement"))
    put_back(world, creature, place, "fall.onto.placement")


def _shares(world: World, creature: Creature) -> bool:
    """Whether creatures without a free space beside each other share one; the referee may decide.

    (ds.space.forced-together)
    """
    how = world.rules.setting("allow_forced_sharing")
    if how != "ask":
        return how != "never"
    text = f"{creature.name} has no free place in reach: does it share the space that it fell into?"
    yes, no = "Share the space", "Out to the nearest free place"
    cited = world.rules.cite("squeeze.sharing", "squeeze")
    return agrees(world, whether("share", creature.name, text, yes, no, cited, at=creature.cube, referee=True))


def rings(world: World, creature: Creature, start: Box) -> Iterator[list[Cube]]:
    """Free spaces on firm ground that a body can reach from a space: the nearest, in row order, then the next.

    Steps lead to what lies level or one lower, through nothing that blocks.
    """
    here = creature.cube if creature.box == start else (start.x0, start.y0, start.z0)
    made, grid = loose_ground(world, creature), open_grid(world, creature)
    layout = made.layout
    shut = closed_by_objects(world, creature, grid)
    seen: set[Cube] = {here}
    ring = [here]
    while ring and len(seen) < FARTHEST:
        found: set[Cube] = set()
        for x, y, z in ring:
            for dx, dy in AROUND:
                there = _beside(world, creature, (x, y, z), (x + dx, y + dy))
                if there is None or not layout.bit(there) & made.enterable & ~made.tight:
                    continue
                bit = grid.layout.bit(there) & ~shut
                if any(bit & stride.into for stride in grid.by_step.get((dx, dy, there[2] - z), ())):
                    found.add(there)
        found -= seen
        seen |= found
        ring = sorted(found, key=row_order)
        room = [there for there in ring if _has_room(world, creature, there)]
        if room:
            yield room


def _has_room(world: World, creature: Creature, there: Cube) -> bool:
    """Whether a place is free and holds the creature up without its wings."""
    x, y, z = there
    reach = creature.size.side - 1
    if not free(world, creature, Box(x, y, z, x + reach, y + reach, z + reach)):
        return False
    return holds_at(world, creature, there) in ("walk", "swim")


def _beside(world: World, creature: Creature, here: Cube, square: tuple[int, int]) -> Cube | None:
    """The place over a neighbouring square that a step from `here` leads to, if any."""
    x, y = square
    if (x, y) not in world.board:
        return None
    stand = resting_height(world, creature, x, y, here[2])
    return (x, y, stand) if stand in (here[2], here[2] - 1) else None


def out_of_here(world: World, creature: Creature) -> list[Cube]:
    """The nearest free spaces on firm ground, whatever climb leads there, in row order."""
    for _, places in by_distance(world, creature, creature.cube, FARTHEST):
        room = [there for there in places if there != creature.cube and _has_room(world, creature, there)]
        if room:
            return sorted(room, key=row_order)
    return []


def free(world: World, creature: Creature, space: Box) -> bool:
    """Whether no other creature is in a space."""
    return not any(other is not creature and overlap(other.box, space) for other in world.creatures)
