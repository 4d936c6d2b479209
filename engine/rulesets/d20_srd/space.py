"""Access to other creatures' squares, the least width for squeezing, and opposite squares for flanking."""

from ...combat.flanking import figure
from ...combat.melee_reach import natural_reach
from ...geometry.boxes import cubes
from ...geometry.flank_lines import line_flanks
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Ruleset, World
from ...rules.sizes import SizeRow
from ...rules.step_costs import SpaceAccess
from ...space.occupancy import cramped
from ...state.creature import Creature
from ..shared.abilities import ability_modifier
from ..shared.space_sharing import helpless, object_passing, size_gap, willing


def half_width(rules: Ruleset, row: SizeRow) -> float:
    """The least width for squeezing: half the space's width. (srd.squeeze.half-width, asc.squeeze.half-width)"""
    return row.room / 2


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Access for a mover: friends and the helpless are passed, foes bar, three sizes apart pass each other.

    (srd.occupancy.friend-pass, srd.occupancy.opponent-blocks, srd.occupancy.very-small-pass,
    srd.occupancy.three-sizes-larger, srd.occupancy.three-sizes-smaller)
    """
    plain = open_passing(rules, mover, other, options)
    if plain is not None:
        return plain
    return apart_in_size(rules, mover, other) or barred(rules)


def open_passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess | None:
    """Access to objects and to filling, helpless, very small and friendly creatures; None for a foe in the way."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if other.has("fills-space"):
        return SpaceAccess(False, rule="space.fills", corner=rules.setting("filling-creature-corners") == "hard")
    if options.charging and willing(rules, mover, other):
        return SpaceAccess(False, rule="space.charging")
    if helpless(rules, other):
        return SpaceAccess(True, True, costly=hampering(rules, other), rule="space.helpless")
    if mover.size.room < 5:
        return SpaceAccess(True, True, rule="space.tiny")
    if willing(rules, mover, other):
        if rules.setting("friends") == "block":
            return SpaceAccess(False, rule="space.friend")
        return SpaceAccess(True, False, rule="space.friend")
    return None


def apart_in_size(rules: Ruleset, mover: Creature, other: Creature) -> SpaceAccess | None:
    """Access by three sizes of difference; None if the two are closer in size.

    (srd.occupancy.three-sizes-larger, srd.occupancy.three-sizes-smaller)
    """
    gap = size_gap(mover, other)
    big = rules.setting("big-passer") != "large" or mover.size.rank >= 1
    if gap >= 3 or (gap <= -3 and big):
        return SpaceAccess(True, False, rule="space.three-sizes")
    return None


def barred(rules: Ruleset) -> SpaceAccess:
    """Access to a foe in the way: closed, though a large body may draw in to pass. (srd.squeeze.past-opponent,
    asc.squeeze.past-opponent)

    With the switch `squeeze-past` at "through" its own squares may be squeezed through.
    """
    if rules.setting("squeeze-past") == "through":
        return SpaceAccess(True, False, costly=True, rule="space.foe")
    return SpaceAccess(False, rule="space.foe", drawn_in=True)


def hampering(rules: Ruleset, other: Creature) -> bool:
    """Whether a helpless body is big enough to hamper a mover.

    (srd.occupancy.helpless-obstacle, asc.occupancy.helpless-obstacle)
    """
    least = rules.setting("helpless-obstacle", "off")
    return least != "off" and other.size.rank >= rules.sizes.rows[str(least)].rank


def free_to_strike(world: World, creature: Creature) -> bool:
    """Whether a creature may strike: not in a place under half its width."""
    return not cramped(world, creature)


def reactions_of(rules: Ruleset, creature: Creature) -> int | None:
    """Opportunity attacks a round: one; with combat reflexes one more for each point of Dexterity bonus."""
    if rules.threat.reactions is None or "combat-reflexes" not in creature.body.feats:
        return rules.threat.reactions
    return rules.threat.reactions + max(ability_modifier(creature, "dexterity"), 0)


def opposite(world: World, by: Creature, ally: Creature, target: Creature) -> bool:
    """Whether a line from a square of one to a square of the other passes opposite borders of the target.

    A creature without reach cannot flank. (srd.small.no-flank)
    """
    rules = world.rules
    if not natural_reach(rules, by) or not natural_reach(rules, ally):
        return False
    return any(line_flanks(p, q, target.box) for p in _centres(world, by) for q in _centres(world, ally))


def _centres(world: World, creature: Creature) -> list[tuple[int, int, int]]:
    """The middles of the cubes that a creature fills, in half squares."""
    return [(2 * x + 1, 2 * y + 1, 2 * z + 1) for x, y, z in cubes(figure(world, creature).space)]
