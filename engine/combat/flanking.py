"""Flanking: which pairs of creatures flank a target; the geometry is in `geometry/flank_lines.py`."""

from dataclasses import dataclass

from ...components.position import Cube
from ..geometry.flank_lines import Outline, Point, flank_line, flanks
from ..rules.ruleset import World
from ..state.creature import Creature
from .melee_reach import span_of
from .reactions import threatens


def flanked(world: World, target: Creature, by: Creature) -> bool:
    """True if `by` flanks `target` together with some ally of its own.

    Of several creatures in one square each is a target by itself. (ep.flank.shared-square)
    """
    return partner(world, target, by) is not None


def partner(world: World, target: Creature, by: Creature) -> Creature | None:
    """The first ally with which `by` flanks `target`."""
    rules = world.rules
    if not rules.threat.flanking or by.side == target.side:
        return None
    box, side, name = target.box, by.side, by.name
    near = [
        ally
        for ally in world.creatures  # mostly none, which is quickly seen
        if ally.side == side and ally.name != name and not ally.far_from(box, span_of(rules, ally).most)
    ]
    if not near or not threatens(world, by, target):
        return None
    for ally in near:
        if threatens(world, ally, target) and rules.threat.flanks(world, by, ally, target):
            return ally
    return None


@dataclass(frozen=True, slots=True)
class Flank:
    """How a creature is flanked."""

    ally: str
    """The ally's name."""
    line: tuple[Point, Point] | None
    """From the flanker to the ally through the target, in half squares; None if they flank without a line."""


def flank(world: World, target: Creature, by: Creature, at: Cube | None = None) -> Flank | None:
    """How `by` flanks `target` from its anchor, or would from `at`."""
    if at is not None:
        by = by.standing_at(at)
    ally = partner(world, target, by)
    if ally is None:
        return None
    ends = world.rules.threat.flank_line_ends
    line = flank_line(figure(world, by), figure(world, ally), target.box, ends)
    return Flank(ally.name, line)


def figure(world: World, creature: Creature) -> Outline:
    """A creature as the flanking geometry needs it. (ep.reach-flank.not-adjacent)"""
    return Outline(creature.box, creature.size.rank, span_of(world.rules, creature).most > 1)


def by_lines(world: World, by: Creature, ally: Creature, target: Creature) -> bool:
    """True if two creatures flank by lines through opposite sides or corners, corner lines and internal flanks
    included."""
    threat = world.rules.threat
    return flanks(
        figure(world, by),
        figure(world, ally),
        figure(world, target),
        ends=threat.flank_line_ends,
        partner=threat.reach_flank_partner,
    )
