"""Whether a creature is flanked: who counts as a flanker; where they must stand is in `geometry/flank_lines.py`."""

from dataclasses import dataclass

from ...components.position import Cube
from ..geometry.flank_lines import Outline, Point, flank_line, flanks
from ..rules.ruleset import World
from ..state.creature import Creature
from .melee_reach import span_of
from .reactions import threatens


def flanked(world: World, target: Creature, by: Creature) -> bool:
    """Whether `by` has a flank on `target` together with some ally of its own.

    Each of several creatures in one square is asked about by itself. (ep.flank.shared-square)
    """
    return partner(world, target, by) is not None


def partner(world: World, target: Creature, by: Creature) -> Creature | None:
    """The first ally with whom `by` flanks `target`."""
    rules = world.rules
    if not rules.threat.flanking or by.side == target.side or not threatens(world, by, target):
        return None
    for ally in world.creatures:
        if ally.name == by.name or ally.side != by.side or not threatens(world, ally, target):
            continue
        if rules.threat.flanks(world, by, ally, target):
            return ally
    return None


@dataclass(frozen=True, slots=True)
class Flank:
    """How a creature is flanked."""

    ally: str
    """With whom."""
    line: tuple[Point, Point] | None
    """From the flanker to the ally through the target, in half squares; None where no line is needed."""


def flank(world: World, target: Creature, by: Creature, at: Cube | None = None) -> Flank | None:
    """How `by` flanks `target` from where it is, or would from `at`; None where it does not."""
    if at is not None:
        by = by.standing_at(at)
    ally = partner(world, target, by)
    if ally is None:
        return None
    ends = world.rules.threat.flank_line_ends
    line = flank_line(figure(world, by), figure(world, ally), target.box, ends)
    return Flank(ally.name, line)


def figure(world: World, creature: Creature) -> Outline:
    """A creature as the flanking geometry sees it. (ep.reach-flank.not-adjacent)"""
    return Outline(creature.box, creature.size.rank, span_of(world.rules, creature).most > 1)


def by_lines(world: World, by: Creature, ally: Creature, target: Creature) -> bool:
    """Flanking by lines through opposite sides or corners, corner lines and internal flanks included."""
    threat = world.rules.threat
    return flanks(
        figure(world, by),
        figure(world, ally),
        figure(world, target),
        ends=threat.flank_line_ends,
        partner=threat.reach_flank_partner,
    )
