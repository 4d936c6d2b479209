"""Anchors from which a creature could strike a space."""

from ..combat.melee_reach import reach_around, reaches_box, span_of
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import Box, cubes
from ..rules.ruleset import World
from ..state.creature import Creature
from .nav_grid import NavGrid


def strike_anchors(world: World, creature: Creature, made: NavGrid, target: Box) -> Bitboard:
    """Anchors of the creature's nav grid from which its melee strikes land on a space."""
    span = span_of(world.rules, creature)
    key = (span, target)
    found = made.strikes.get(key)
    if found is None:
        layout, back = made.layout, made.profile.side - 1
        found = 0
        # A weapon with a gap lands on any cube of a big space beyond the gap.
        for x0, y0, z0, x1, y1, z1 in [Box(*cube, *cube) for cube in cubes(target)] if span.least >= 0 else [target]:
            found |= reach_around(world.rules, layout, Box(x0 - back, y0 - back, z0 - back, x1, y1, z1), span)
        found &= made.enterable
        if not world.rules.threat.through_walls and _walled(world, made, target, span.most):
            found = layout.bitboard(
                cube for cube in layout.cubes(found) if reaches_box(world, creature, target, creature.at(cube))
            )
        made.strikes.keep(key, found)
    return found


def _walled(world: World, made: NavGrid, target: Box, most: int) -> bool:
    """Whether anything that could cut a line stands near a space and its attackers."""
    board, layout, back = world.board, made.layout, made.profile.side - 1
    if board.edges or target.z0 < max(layout.low, board.floors[0]):
        return True
    x0, y0, _, x1, y1, _ = target
    near = layout.box(x0 - most - back, y0 - most - back, layout.low, x1 + most + back, y1 + most + back, layout.high)
    return bool(near & made.layers.opaque)
