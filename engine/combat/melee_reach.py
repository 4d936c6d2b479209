"""Melee reach: the cubes on which a creature's strikes land, and whether they land on a space."""

from collections.abc import Iterable

from ...components.position import Cube
from ..board.board import WORLD_BOTTOM, Board
from ..board.terrain_layers import layers_of
from ..geometry.bitboard import Bitboard, BitboardLayout
from ..geometry.boxes import Box, Span, cubes, differences, far_off
from ..memo import Memo
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature

MOST_KEPT = 50_000
"""Answers kept for a board."""


def span_of(rules: Ruleset, creature: Creature) -> Span:
    """The reach of its strikes, in squares (weapon included).

    Natural reach leaves no gap; a reach weapon doubles it and leaves one. (srd.reach.natural-threatens-adjacent,
    srd.reach.reach-weapon-gap, srd.reach.large-reach-weapon)
    """
    if creature.span is None:
        natural = natural_reach(rules, creature)
        creature.span = Span(natural, 2 * natural) if creature.body.reach_weapon else Span(-1, natural)
    return creature.span


def natural_reach(rules: Ruleset, creature: Creature) -> int:
    """Natural reach in squares: the creature's own figure, else that of the size table."""
    if creature.body.reach is not None:
        return rules.squares(creature.body.reach)
    row = rules.sizes.rows[creature.size.name]
    return rules.squares(row.tall_reach if creature.size.tall else row.long_reach)


def threatened_plane(
    board: Board, rules: Ruleset, layout: BitboardLayout, box: Box, span: Span, *, buried: bool = False
) -> Bitboard:
    """The cubes of `layout` on which strikes of a span from a space land. (ep.threat.area, ep.3d.reach)

    Filled cubes, which are seldom occupied, are left out unless `buried`: then those that a line reaches are in it.
    """
    key = (rules, buried, layout, box, span)
    planes: Memo[object, Bitboard] = board.memo("threatened", layout.most_kept(20_000))
    found = planes.get(key)
    if found is not None:
        return found
    region = reach_around(rules, layout, box, span)
    if span.most == 0 and not rules.threat.own_space_threat:
        region = 0
    if not rules.threat.through_walls:
        hard = layers_of(board, layout).hard
        open_to_all = region if buried else region & ~hard
        opaque = layers_of(board, layout).opaque
        beneath = box.z0 < layout.low  # what lies between is not in the layout
        if (
            beneath
            or board.edges
            or _around(layout, box, span.most) & opaque & (opaque if buried else _above_ground(board, layout, box))
        ):
            region = layout.bitboard(
                cube for cube in layout.cubes(open_to_all) if rules.threat.line(rules, board, box, Box(*cube, *cube))
            )
        else:
            region = open_to_all
    return planes.keep(key, region)


def _around(layout: BitboardLayout, box: Box, squares: int) -> Bitboard:
    """A space and so many squares on all sides of it."""
    x0, y0, z0, x1, y1, z1 = box
    return layout.box(x0 - squares, y0 - squares, z0 - squares, x1 + squares, y1 + squares, z1 + squares)


def _above_ground(board: Board, layout: BitboardLayout, box: Box) -> Bitboard:
    """The levels of lines from a space to open cubes: none goes below both the space and every floor."""
    low = min(box.z0, board.floors[0])
    return layout.box(0, 0, low, layout.width - 1, layout.height - 1, layout.high)


def reach_around(rules: Ruleset, layout: BitboardLayout, box: Box, span: Span) -> Bitboard:
    """The cubes within the reach of strikes from a space, walls left aside, row of squares by row.

    Along a row reach is one run of squares on either side of the space.
    """
    if span.most <= 1 and span.least < 0:
        return _around(layout, box, span.most)
    stretches: dict[tuple[int, int], int] = {}

    def stretch(dy: int, dz: int) -> int:
        """The bits of one row at a distance along y and z, the lowest bit for the lowest x."""
        found = stretches.get((dy, dz))
        if found is None:
            far = [_farthest(rules, squares, dy, dz) for squares in (span.most, span.least)]
            bits = [layout.line(box.x0 - dx, box.x1 + dx) if dx >= 0 else 0 for dx in far]
            found = stretches[dy, dz] = bits[0] & ~bits[1]
        return found

    region = layout.box(*box) if span.least < 0 or rules.threat.own_space_in_reach else 0
    for y in range(max(box.y0 - span.most, 0), min(box.y1 + span.most, layout.height - 1) + 1):
        dy = max(box.y0 - y, y - box.y1, 0)
        layer = 0
        for z in range(max(box.z0 - span.most, layout.low), min(box.z1 + span.most, layout.high) + 1):
            layer |= stretch(dy, max(box.z0 - z, z - box.z1, 0)) << ((z - layout.low) * layout.row)
        region |= layer << (y * layout.block)
    return region


def _farthest(rules: Ruleset, squares: int, dy: int, dz: int) -> int:
    """How far to the side a reach goes in a row at a distance along y and z, in squares; -1 if not at all."""
    if squares < 0 or not rules.threat.reach_cycle(rules, squares, 0, dy, dz):
        return -1
    near, beyond = 0, squares + 1
    while beyond - near > 1:
        middle = (near + beyond) // 2
        if rules.threat.reach_cycle(rules, squares, middle, dy, dz):
            near = middle
        else:
            beyond = middle
    return near


def _lands(rules: Ruleset, span: Span, gaps: tuple[int, int, int]) -> bool:
    dx, dy, dz = gaps
    if rules.threat.own_space_in_reach and dx == dy == dz == 0:
        return True
    if not rules.threat.reach_cycle(rules, span.most, dx, dy, dz):
        return False
    return span.least < 0 or not rules.threat.reach_cycle(rules, span.least, dx, dy, dz)


def strikes_reach(world: World, creature: Creature, target: Creature, at: Box | None = None) -> bool:
    """Whether a melee strike from the creature's space (or from `at`) lands on `target`."""
    return reaches_box(world, creature, target.box, at)


def struck_from(world: World, creature: Creature, others: Iterable[Creature]) -> list[Creature]:
    """The creatures on which a melee strike from the creature's space lands."""
    box, span = creature.box, span_of(world.rules, creature)
    x0, y0, _, x1, y1, _ = box
    most, found = span.most, []
    for other in others:
        its = other.box  # `far_from`, written out: a brain asks it for every enemy at every stage of a turn
        if its[0] - x1 > most or x0 - its[3] > most or its[1] - y1 > most or y0 - its[4] > most:
            continue
        if _strike_lands(world, box, its, span):
            found.append(other)
    return found


def reaches_box(world: World, creature: Creature, target: Box, at: Box | None = None, span: Span | None = None) -> bool:
    """Whether a melee strike from the creature's space (or from `at`) lands on a space.

    `span` overrides the reach of its strikes.
    """
    span, own = span or creature.span or span_of(world.rules, creature), at or creature.box
    return not far_off(own, target, span.most) and _strike_lands(world, own, target, span)


def _strike_lands(world: World, own: Box, target: Box, span: Span) -> bool:
    """Whether a strike of a span from a space lands on another one near it."""
    rules, board = world.rules, world.board
    memory: Memo[object, bool] = board.memo(rules, MOST_KEPT)
    key = (own, target, span)
    known = memory.get(key)
    if known is None:
        # The strike lands on a cube of a big space that is both in reach and in line; a weapon with a gap, beyond the
        # gap.
        lands = (span.least >= 0 or _lands(rules, span, differences(own, target))) and any(
            _lands(rules, span, differences(own, part))
            and (rules.threat.through_walls or rules.threat.line(rules, board, own, part))
            for part in (Box(*cube, *cube) for cube in cubes(target))
        )
        known = memory.keep(key, lands)
    return known


def near_enough(rules: Ruleset, creature: Creature, target: Creature) -> bool:
    """Whether a target is within a creature's melee reach, whatever stands between them."""
    return bool(_lands(rules, span_of(rules, creature), differences(creature.box, target.box)))


def menaces(world: World, creature: Creature, target: Box, span: Span | None = None) -> bool:
    """Whether a space holds a square within the creature's threat, able to react or not; `span` overrides its reach."""
    rules = world.rules
    own = span or span_of(rules, creature)
    if own.most == 0 and not rules.threat.own_space_threat:
        return False
    return reaches_box(world, creature, target, span=own)


def in_reach(world: World, creature: Creature) -> frozenset[Cube]:
    """All cubes on which its melee strikes land from its space, whether or not it can make any."""
    box, span = creature.box, span_of(world.rules, creature)
    ground = world.board.floors[0]
    low = max(min(box.z0 - span.most, ground), min(box.z0, ground - WORLD_BOTTOM))
    high = min(box.z1 + span.most, world.board.ceiling)
    layout = world.board.layout(low, max(low, high))
    return frozenset(layout.cubes(threatened_plane(world.board, world.rules, layout, box, span)))


def wide(layout: BitboardLayout, side: int) -> BitboardLayout:
    """The layout extended upwards to hold the whole space of a mover of that side."""
    if side == 1:
        return layout
    return BitboardLayout(layout.width, layout.height, layout.low, layout.high + side - 1)
