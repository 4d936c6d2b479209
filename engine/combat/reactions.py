"""Reactions to movement: which enemies may react, how often in a round, and to which steps."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ...components.plan import Stride
from ...components.position import Cube
from ..board.board import Board
from ..geometry.bitboard import Bitboard, BitboardLayout
from ..geometry.boxes import Box, Span
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .melee_reach import in_reach, menaces, reaches_box, span_of, threatened_plane, wide


class Source(NamedTuple):
    """An enemy that would react, with its space and reach."""

    name: str
    box: Box
    span: Span


def reaction_span(rules: Ruleset, creature: Creature) -> Span:
    """The reach of reaction attacks: that to adjacent squares, where only parting provokes."""
    return Span(-1, 1) if rules.threat.provokes == "parting" else span_of(rules, creature)


def can_threaten(world: World, creature: Creature) -> bool:
    """Whether a creature could make a reaction attack at all.

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
    """Whether `creature` has some means of knowing the place of `other`."""
    return creature.name not in other.body.hidden_from and locates(creature)


def locates(creature: Creature) -> bool:
    """True if it sees, or has a sense besides sight that tells where others are."""
    return "blinded" not in creature.condition.held or bool(creature.body.senses & SENSES_BEYOND_SIGHT)


SENSES_BEYOND_SIGHT = frozenset({"blindsense", "blindsight", "tremorsense", "scent"})
"""Senses that tell a blinded creature where others are."""


def threatened(world: World, creature: Creature) -> frozenset[Cube]:
    """All cubes that a creature threatens; none if it can make no reaction attack, or is aware of nobody."""
    return in_reach(world, creature) if can_threaten(world, creature) and locates(creature) else frozenset()


def threatens(world: World, creature: Creature, target: Creature) -> bool:
    """Whether a creature threatens the space of `target`, and knows the place. (ep.flank.what-threatens)"""
    # the place first: most creatures are far away
    return menaces(world, creature, target.box) and can_threaten(world, creature) and perceives(creature, target)


def can_meet(world: World, creature: Creature, here: Box, there: Box) -> bool:
    """Whether a creature could strike at another that steps from one space into a second, its own.

    A reach weapon lands on neither.
    """
    return reaches_box(world, creature, there) or reaches_box(world, creature, here)


def has_reaction(world: World, creature: Creature) -> bool:
    """Whether a creature has a reaction attack left this round."""
    allowed = world.rules.threat.reactions_of(world.rules, creature)
    return allowed is None or creature.turn.reactions < allowed


def able_to_react(world: World, enemy: Creature, mover: Creature) -> bool:
    """Whether a creature could react to another's movement now, wherever it leads.

    A rider or climber moves along with the mover and does not part from it.
    """
    return (
        enemy.side != mover.side
        and not goes_along(world, enemy, mover)
        and can_threaten(world, enemy)
        and has_reaction(world, enemy)
        and perceives(enemy, mover)
    )


def goes_along(world: World, rider: Creature, mover: Creature) -> bool:
    """Whether a creature rides or climbs another, directly or on top of a third."""
    if not world.concerns.joined:
        return False
    below = world.mount_of(rider)
    while below is not None and below is not mover:
        below = world.mount_of(below)
    return below is mover


def leaves_reach(world: World, enemy: Creature, here: Box, there: Box) -> bool:
    """Whether a step from one space to another leaves what the enemy threatens, as the ruleset counts leaving."""
    span = reaction_span(world.rules, enemy)
    if not menaces(world, enemy, here, span=span):
        return False
    return world.rules.threat.provokes == "leaving" or not menaces(world, enemy, there, span=span)


class Guard(NamedTuple):
    """A creature whose conditions let it make reaction attacks."""

    creature: Creature
    side: str
    most: int
    """Squares beyond which it reacts to nothing."""


def guards(world: World) -> list[Guard]:
    """The creatures whose conditions let them react, in the order of entities; kept until a state changes."""
    store = world.cache_of_states()
    found: list[Guard] | None = store.get("guards")
    if found is None:
        rules = world.rules
        bars = rules.conditions.unable | rules.conditions.helpless
        found = store["guards"] = [
            Guard(one, one.side, reaction_span(rules, one).most)
            for one in world.creatures
            if one.body.threatens and not one.out and not one.has("object") and not one.is_any(bars)
        ]
    return found


def who_reacts(
    world: World,
    mover: Creature,
    here: Box,
    step: Stride,
    *,
    quiet: bool = False,
    but: AbstractSet[str] = frozenset(),
) -> Iterator[Creature]:
    """The enemies that may react to a step of the mover out of the space `here`, in the order of entities.

    A quiet movement provokes only where the step enters an enemy's own space (srd.reach.approach-by-step); the enemies
    in `but` have reacted already or cannot.
    """
    if step.collides or (quiet and not step.entering):
        return
    side, entering = mover.side, bool(step.entering)
    x0, y0, _, x1, y1, _ = here
    for enemy, its_side, most in guards(world):
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
    """Whether a step enters the enemy's own space in a way that provokes it."""
    return enemy.name in step.entering and can_meet(world, enemy, here, there)


def sources(world: World, mover: Creature, space: Box, squares: int) -> list[Source]:
    """Every enemy that would react to the mover leaving its reach within so many squares of a space."""
    reacted = reacted_already(world.rules, mover)
    return [
        Source(enemy.name, enemy.box, reaction_span(world.rules, enemy))
        for enemy, side, most in guards(world)
        if side != mover.side
        and not enemy.far_from(space, squares + most)
        and enemy.name not in reacted
        and able_to_react(world, enemy, mover)
    ]


def reacted_already(rules: Ruleset, mover: Creature) -> AbstractSet[str]:
    """Enemies that react to none of the mover's further movements this turn. (srd.reach.approach-provokes)"""
    return mover.turn.provoked if rules.threat.reaction_scope == "turn" and mover.turn.open else frozenset()


def anchors_threatened(
    board: Board, rules: Ruleset, layout: BitboardLayout, source: Source, side: int, *, buried: bool = False
) -> Bitboard:
    """Anchors of a mover of a side at which some cube of it lies in the source's reach.

    `buried`: the mover may have cubes in filled cubes, as burrowers and ghosts do.
    """
    if source.span == Span(-1, 1) and rules.threat.through_walls:
        box = source.box
        return layout.box(box.x0 - side, box.y0 - side, box.z0 - side, box.x1 + 1, box.y1 + 1, box.z1 + 1)
    region = threatened_plane(board, rules, wide(layout, side), source.box, source.span, buried=buried)
    if side > 1:
        tall = wide(layout, side)
        return layout.bitboard(tall.cubes(tall.any_over(region, side, side)))
    return region
