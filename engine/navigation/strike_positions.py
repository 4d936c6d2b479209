"""Anchors from which a creature could strike a space."""

from ..combat.melee_reach import reaches_box, span_of
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import Box
from ..rules.ruleset import World
from ..state.creature import Creature
from .nav_grid import NavGrid


def strike_anchors(world: World, creature: Creature, made: NavGrid, target: Box) -> Bitboard:
    """Anchors of the creature's ground from which its melee strikes land on a space."""
    span = span_of(world.rules, creature)
    key = (span, target)
    found = made.strikes.get(key)
    if found is None:
        if len(made.strikes) > made.layout.most_kept():
            made.strikes.clear()
        high = max(span.most, 0)
        low = high + made.profile.side - 1
        x0, y0, z0, x1, y1, z1 = target
        near = made.layout.box(x0 - low, y0 - low, z0 - low, x1 + high, y1 + high, z1 + high) & made.enterable
        found = made.strikes[key] = made.layout.bitboard(
            cube for cube in made.layout.cubes(near) if reaches_box(world, creature, target, creature.at(cube))
        )
    return found
