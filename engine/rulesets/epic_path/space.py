"""Access to other creatures' spaces, and squeezing in shared ones."""

from ...geometry.boxes import overlap
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Ruleset
from ...rules.step_costs import SpaceAccess
from ...state.creature import Creature
from ..shared.d20 import alone
from ..shared.space_sharing import helpless, object_passing, size_gap, willing


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Access for a mover: allies and the helpless are passed, enemies bar, giants step over small creatures.

    A creature that is already inside a foe, under it or by clambering, may move about there, and does not walk
    back in after leaving.
    Rules: ep.walk.through, ep.walk.ends-in-free-space, ep.stepover.size, ep.stepover.no-squeezing,
    ep.stepover.smaller-may-stay, ep.stepover.smaller-may-leave, ep.stepover.smaller-cannot-enter,
    ep.reach.entering-hostile-space, ep.reach.passing-through-hostile-space, ep.occupied.not-terrain,
    ep.squeeze.sharing, ep.squeeze.consent, ep.squeeze.dead, ep.internal-flank.no-squeezing.
    """
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if "dead" in other.condition.held:
        rough = rules.setting("corpse-terrain") == "difficult" and rules.terrain.hampered(rules, mover)
        return SpaceAccess(True, True, costly=rough, rule="squeeze.dead")
    if other.has("fills-space"):
        return SpaceAccess(False, rule="walk.through")
    gap = size_gap(mover, other)
    if gap <= -2 and options.stepover:
        return SpaceAccess(True, True, rule="stepover")
    lying = helpless(rules, other)
    consents = willing(rules, mover, other)
    if not lying:
        within = overlap(mover.box, other.box) and (abs(gap) >= 2 or not options.arriving)
        friendly = mover.ally(other) or consents
        if within and not friendly:
            return SpaceAccess(True, True, squeeze=crowds(rules, mover, other), rule="internal", one_way=True)
        if not friendly and gap <= -2:
            return SpaceAccess(False, rule="stepover.action")
        if not friendly:
            rule = "stepover.enter" if gap >= 2 else "walk.through"
            return SpaceAccess(False, squeeze=crowds(rules, mover, other), rule=rule)
        if gap >= 1 and not within and rules.setting("enter-larger-ally") == "clamber":
            return SpaceAccess(False, squeeze=crowds(rules, mover, other), rule="stepover.enter")
    if not crowds(rules, mover, other):
        return SpaceAccess(True, True, rule="space.packing")
    agrees = lying or (consents and rules.setting("sharing-consent") == "allies")
    return SpaceAccess(True, agrees, squeeze=agrees, rule="squeeze.sharing" if agrees else "squeeze.consent")


def crowds(rules: Ruleset, one: Creature, other: Creature) -> bool:
    """Whether two creatures in one space both squeeze.

    Two categories apart they do not, nor do two that take up part of a square each, nor where one of them is dead.
    Rules: ep.internal-flank.no-squeezing, ep.space.packing, ep.3d.packing, ep.squeeze.prone-sharer, ep.squeeze.dead.
    """
    if is_ground(rules, one) or is_ground(rules, other):
        return False
    if abs(size_gap(one, other)) >= 2:
        return False
    if one.size.room < 5 and other.size.room < 5:
        return False
    small = one.size.name == other.size.name == "small"
    return not (small and rules.setting("small-share-cube") == "two-free")


def capacity(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """Whether a square holds one more small creature: four of any size, or as many as fit.

    Rules: ep.space.packing, ep.space.practical-cap, ep.3d.packing.
    """
    if rules.setting("square-capacity") == "four" and len(others) >= 4:
        return False
    return alone(rules, creature, others)


def goes_over(rules: Ruleset, target: Creature, other: Creature) -> bool:
    """Whether a creature moved by force steps over another instead of being stopped. (ep.stepover.forced)"""
    return size_gap(target, other) <= -2 and not other.has("fills-space")


def is_ground(rules: Ruleset, other: Creature) -> bool:
    """Whether a body is mere ground: dead creatures are. (ep.squeeze.dead)"""
    return "dead" in other.condition.held
