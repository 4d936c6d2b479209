"""Melee reach and reactions."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from ...components.plan import Stride
from ...components.position import Cube
from ..board.board import WORLD_BOTTOM, Board
from ..board.terrain_layers import layers_of
from ..geometry.bitboard import Bitboard, BitboardLayout
from ..geometry.boxes import Box, Span, cubes, differences
from ..geometry.flank_lines import Outline, Point, flank_line, flanks
from ..memo import Memo
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature

# ---------------------------------------------------------------- melee reach


MOST_KEPT = 50_000
"""Most answers per board."""


def span_of(rules: Ruleset, creature: Creature) -> Span:
    """Returns how far a creature's strikes reach, in squares.

    A reach weapon doubles the distance and cannot strike adjacent squares.

    (srd.reach.natural-threatens-adjacent, srd.reach.reach-weapon-gap, srd.reach.large-reach-weapon)
    """
    if creature.span is None:
        natural = natural_reach(rules, creature)
        creature.span = Span(natural, 2 * natural) if creature.body.reach_weapon else Span(-1, natural)
    return creature.span


def natural_reach(rules: Ruleset, creature: Creature) -> int:
    """Returns a creature's reach in squares without a weapon, given by the creature or its size."""
    if creature.body.reach is not None:
        return rules.squares(creature.body.reach)
    row = rules.sizes.rows[creature.size.name]
    return rules.squares(row.tall_reach if creature.size.tall else row.long_reach)


def threatened_plane(
    board: Board, rules: Ruleset, layout: BitboardLayout, box: Box, span: Span, *, buried: bool = False
) -> Bitboard:
    """Returns the cubes that strikes from the space `box` can hit; with `buried`, only solid cubes.

    (ep.threat.area, ep.3d.reach)
    """
    x0, y0, z0, x1, y1, z1 = box
    most = span.most
    around = layout.box(x0 - most, y0 - most, z0 - most, x1 + most, y1 + most, z1 + most)
    region = around if most <= 1 and span.least < 0 else _by_rows(rules, layout, box, span)
    if most == 0 and not rules.threat.own_space_threat:
        region = 0
    if not rules.threat.through_walls:
        layers = layers_of(board, layout)
        if not buried:
            region &= ~layers.hard
        opaque = around & layers.opaque
        if opaque and not buried:  # a line to an open cube goes below the space or below every floor, not below both
            opaque &= layout.box(0, 0, min(z0, board.floors[0]), layout.width - 1, layout.height - 1, layout.high)
        if opaque or board.edges or z0 < layout.low:  # what lies below the layout is not in it
            region = layout.bitboard(
                cube for cube in layout.cubes(region) if rules.threat.line(rules, board, box, Box(*cube, *cube))
            )
    return region


def reach_around(rules: Ruleset, layout: BitboardLayout, box: Box, span: Span) -> Bitboard:
    """Returns the cubes within the reach `span` of a space. Walls are ignored."""
    if span.most > 1 or span.least >= 0:
        return _by_rows(rules, layout, box, span)
    x0, y0, z0, x1, y1, z1 = box
    most = span.most
    return layout.box(x0 - most, y0 - most, z0 - most, x1 + most, y1 + most, z1 + most)


def _by_rows(rules: Ruleset, layout: BitboardLayout, box: Box, span: Span) -> Bitboard:
    stretches: dict[tuple[int, int], int] = {}

    def stretch(dy: int, dz: int) -> int:
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
    """True if a melee strike from the space `at` can hit `target`. Default: the creature's own space."""
    return _lands_on(world, at or creature.box, target.box, creature.span or span_of(world.rules, creature))


def struck_from(world: World, creature: Creature, others: Iterable[Creature]) -> list[Creature]:
    """Returns the creatures among `others` that the creature's melee strikes can hit."""
    box, span = creature.box, creature.span or span_of(world.rules, creature)
    return [other for other in others if _lands_on(world, box, other.box, span)]


def reaches_box(world: World, creature: Creature, target: Box, at: Box | None = None, span: Span | None = None) -> bool:
    """True if a creature's melee strikes can hit the space `target`. `span` replaces its reach."""
    return _lands_on(world, at or creature.box, target, span or creature.span or span_of(world.rules, creature))


def _lands_on(world: World, own: Box, target: Box, span: Span) -> bool:
    most = span.most  # most spaces are far off, which is seen at once
    if target[0] - own[3] > most or own[0] - target[3] > most or target[1] - own[4] > most or own[1] - target[4] > most:
        return False
    rules, board = world.rules, world.board
    memory: Memo[object, bool] = board.caches.get(rules) or board.memo(rules, MOST_KEPT)
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
    """True if the target is within a creature's reach. Walls are ignored."""
    return _lands(rules, span_of(rules, creature), differences(creature.box, target.box))


def menaces(world: World, creature: Creature, target: Box, span: Span | None = None) -> bool:
    """True if a creature can strike the space `target`. Whether it can react is not checked."""
    rules = world.rules
    own = span or creature.span or span_of(rules, creature)
    if own.most == 0 and not rules.threat.own_space_threat:
        return False
    return _lands_on(world, creature.box, target, own)


def in_reach(world: World, creature: Creature) -> frozenset[Cube]:
    box, span = creature.box, span_of(world.rules, creature)
    ground = world.board.floors[0]
    low = max(min(box.z0 - span.most, ground), min(box.z0, ground - WORLD_BOTTOM))
    high = min(box.z1 + span.most, world.board.ceiling)
    layout = world.board.layout(low, max(low, high))
    return frozenset(layout.cubes(threatened_plane(world.board, world.rules, layout, box, span)))


# ---------------------------------------------------------------- reactions


def can_threaten(world: World, creature: Creature) -> bool:
    """True if the creature is able to make opportunity attacks.

    (ep.threat.able-to-react, ep.threat.melee, ep.threat.ranged)
    """
    rules = world.rules
    body, held = creature.body, creature.condition.held
    if not body.threatens or creature.health.downed or "dead" in held or "object" in body.traits:
        return False
    if held and (
        creature.is_any(rules.conditions.unable)
        or creature.is_any(rules.conditions.helpless)
        or creature.is_any(rules.conditions.unready)
    ):
        return False
    return rules.threat.may_react(world, creature)


def perceives(creature: Creature, other: Creature) -> bool:
    sees = "blinded" not in creature.condition.held or not creature.body.senses.isdisjoint(SENSES_BEYOND_SIGHT)
    return sees and creature.name not in other.body.hidden_from


def locates(creature: Creature) -> bool:
    """True if the creature can find out where others are, by sight or by another sense."""
    return "blinded" not in creature.condition.held or bool(creature.body.senses & SENSES_BEYOND_SIGHT)


SENSES_BEYOND_SIGHT = frozenset({"blindsense", "blindsight", "tremorsense", "scent"})
"""Senses that work while blinded."""


def threatened(world: World, creature: Creature) -> frozenset[Cube]:
    """Returns the cubes that a creature threatens; none if it cannot make opportunity attacks."""
    return in_reach(world, creature) if can_threaten(world, creature) and locates(creature) else frozenset()


def threatens(world: World, creature: Creature, target: Creature) -> bool:
    """True if the creature threatens and perceives `target`. (ep.flank.what-threatens)"""
    # the place first: most creatures are far away
    return menaces(world, creature, target.box) and can_threaten(world, creature) and perceives(creature, target)


def has_reaction(world: World, creature: Creature) -> bool:
    allowed = world.rules.threat.reactions_of(world.rules, creature)
    return allowed is None or creature.turn.reactions < allowed


def able_to_react(world: World, enemy: Creature, mover: Creature) -> bool:
    """True if `enemy` could react to `mover`. A rider does not react to its own mount."""
    if not has_reaction(world, enemy) or not world.rules.threat.may_react(world, enemy):
        return False
    return perceives(enemy, mover) and not (world.concerns.joined and goes_along(world, enemy, mover))


def goes_along(world: World, rider: Creature, mover: Creature) -> bool:
    """True if `rider` is on `mover`, directly or on a creature that `mover` carries."""
    below = world.mount_of(rider)
    while below is not None and below is not mover:
        below = world.mount_of(below)
    return below is mover


def leaves_reach(world: World, enemy: Creature, here: Box, there: Box) -> bool:
    """True if a step from the space `here` to `there` leaves squares that the enemy threatens."""
    if world.rules.threat.provokes == "leaving":
        return menaces(world, enemy, here)
    return menaces(world, enemy, here, span=ADJACENT) and not menaces(world, enemy, there, span=ADJACENT)


ADJACENT = Span(-1, 1)
"""A reach of one square, in games where only leaving all reach provokes."""


class Guard(NamedTuple):
    """A creature that can make opportunity attacks, with its side and its reach."""

    creature: Creature
    side: str
    span: Span


def guards(world: World) -> list[Guard]:
    """Returns all creatures that can make opportunity attacks, from a cache."""
    store = world.cache_of_states()
    found: list[Guard] | None = store.get("guards")
    if found is None:
        rules = world.rules
        bars = rules.conditions.unable | rules.conditions.helpless | rules.conditions.unready
        parting = rules.threat.provokes == "parting"
        found = store["guards"] = [
            Guard(one, one.side, ADJACENT if parting else span_of(rules, one))
            for one in world.creatures
            if one.body.threatens and not one.out and not one.has("object") and not one.is_any(bars)
        ]
    return found


def unreached(world: World, side: str, space: Box) -> bool:
    """True if no enemy of `side` that can react reaches the space."""
    return all(its == side or enemy.far_from(space, span.most) for enemy, its, span in guards(world))


def who_reacts(
    world: World,
    mover: Creature,
    here: Box,
    step: Stride,
    *,
    quiet: bool = False,
    but: AbstractSet[str] = frozenset(),
) -> Iterator[Creature]:
    """Yields the enemies that may react to a step of `mover`, in a fixed order.

    Movement that is `quiet` provokes only when it enters a space. Enemies in `but` are left out.

    (srd.reach.approach-by-step)
    """
    if step.collides or (quiet and not step.entering):
        return
    side, entering = mover.side, bool(step.entering)
    x0, y0, _, x1, y1, _ = here
    for enemy, its_side, (_, most) in guards(world):
        if its_side == side:
            continue
        its = enemy.box  # `far_from`, written out: it is asked of every enemy at every square
        far = its[0] - x1 > most or x0 - its[3] > most or its[1] - y1 > most or y0 - its[4] > most
        if (far and not entering) or enemy.name in but:
            continue
        there = mover.at(step.to)
        provoked = entering and enters_space_of(world, enemy, here, there, step)
        if not (provoked or quiet or far):
            provoked = leaves_reach(world, enemy, here, there)
        if provoked and able_to_react(world, enemy, mover):
            yield enemy


def enters_space_of(world: World, enemy: Creature, here: Box, there: Box, step: Stride) -> bool:
    """True if the step enters the enemy's space and the enemy can strike the mover there."""
    if enemy.name not in step.entering:
        return False
    return reaches_box(world, enemy, there) or reaches_box(world, enemy, here)  # a reach weapon lands on neither


def wary(world: World, mover: Creature, space: Box, squares: int) -> list[Guard]:
    """Returns the enemies that may react to the mover within `squares` of a space."""
    reacted = reacted_already(world.rules, mover)
    return [
        guard
        for guard in guards(world)
        if guard.side != mover.side
        and not guard.creature.far_from(space, squares + guard.span.most)
        and guard.creature.name not in reacted
        and able_to_react(world, guard.creature, mover)
    ]


def reacted_already(rules: Ruleset, mover: Creature) -> AbstractSet[str]:
    """Returns the names of enemies that have already reacted to `mover` this turn and cannot again.

    (srd.reach.approach-provokes)
    """
    return mover.turn.provoked if rules.threat.reaction_scope == "turn" and mover.turn.open else frozenset()


def anchors_threatened(
    board: Board, rules: Ruleset, layout: BitboardLayout, box: Box, span: Span, side: int, *, buried: bool = False
) -> Bitboard:
    """Returns the places where a creature `side` squares wide is within an enemy's reach."""
    if span == ADJACENT and rules.threat.through_walls:
        return layout.box(box.x0 - side, box.y0 - side, box.z0 - side, box.x1 + 1, box.y1 + 1, box.z1 + 1)
    if side == 1:
        return threatened_plane(board, rules, layout, box, span, buried=buried)
    tall = BitboardLayout(layout.width, layout.height, layout.low, layout.high + side - 1)  # holds the whole space
    region = threatened_plane(board, rules, tall, box, span, buried=buried)
    return layout.bitboard(tall.cubes(tall.any_over(region, side, side)))


# ---------------------------------------------------------------- flanking


def flanked(world: World, target: Creature, by: Creature) -> bool:
    """True if `by` and an ally flank the target. (ep.flank.shared-square)"""
    return partner(world, target, by) is not None


def partner(world: World, target: Creature, by: Creature) -> Creature | None:
    """Returns the first ally that flanks the target together with `by`."""
    rules = world.rules
    if not rules.threat.flanking or by.side == target.side:
        return None
    box, side, name = target.box, by.side, by.name
    near = [
        ally
        for ally in world.creatures  # mostly none, which is quickly seen
        if ally.side == side and ally.name != name and not ally.far_from(box, (ally.span or span_of(rules, ally)).most)
    ]
    if not near or not threatens(world, by, target):
        return None
    for ally in near:
        if threatens(world, ally, target) and rules.threat.flanks(world, by, ally, target):
            return ally
    return None


@dataclass(frozen=True, slots=True)
class Flank:
    """The ally that flanks a target, and the line between the two flankers."""

    ally: str
    line: tuple[Point, Point] | None
    """The line's ends in half squares; None if no line decides."""


def flank(world: World, target: Creature, by: Creature, at: Cube | None = None) -> Flank | None:
    """Returns the ally that flanks `target` with `by`, and their line; else None.

    `at` replaces the place of `by`.
    """
    if at is not None:
        by = by.standing_at(at)
    ally = partner(world, target, by)
    if ally is None:
        return None
    ends = world.rules.threat.flank_line_ends
    line = flank_line(figure(world, by), figure(world, ally), target.box, ends)
    return Flank(ally.name, line)


def figure(world: World, creature: Creature) -> Outline:
    """Returns a creature's facts for flanking: its space, its size, if its reach is long.

    (ep.reach-flank.not-adjacent)
    """
    span = creature.span or span_of(world.rules, creature)
    return Outline(creature.box, creature.size.rank, span.most > 1)


def by_lines(world: World, by: Creature, ally: Creature, target: Creature) -> bool:
    """True if `by` and `ally` flank `target` by lines or from inside its space."""
    threat = world.rules.threat
    return flanks(
        figure(world, by),
        figure(world, ally),
        figure(world, target),
        ends=threat.flank_line_ends,
        partner=threat.reach_flank_partner,
    )
