"""Replaces tiles and edges in mid-battle, and takes creatures off the board."""

from collections.abc import Iterable, Mapping

from ..components.events import Changed, Left
from ..components.plan import ARRIVING, Act, Check, Halt, PlannedDecision, Walk
from ..components.position import Cube
from ..engine.board.board import Board, Edge
from ..engine.board.tiles import Tile
from ..engine.effects.placement import (
    dismount,
    make_way,
    nearest_place,
    put_back,
    release,
    riders_follow,
    settle_shape,
    settle_squeeze,
)
from ..engine.effects.verbs import lose
from ..engine.field.shapes import has_room
from ..engine.geometry.boxes import overlap
from ..engine.messages import english
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature


def change_tiles(world: World, changed: Mapping[tuple[int, int], Tile], told: Iterable[Changed]) -> None:
    """Replaces tiles, logs `told`, moves creatures in the way aside."""
    before = world.board
    _put_board(world, before.with_tiles(changed), told)
    _find_room(world, changed, before)


def change_edge(world: World, a: tuple[int, int], b: tuple[int, int], edge: Edge | None, told: Changed) -> None:
    """Replaces or removes an edge, and logs `told`."""
    before = world.board
    _put_board(world, before.with_edge(a, b, edge), (told,))
    _find_room(world, (a, b), before)


def _find_room(world: World, changed: Iterable[tuple[int, int]], before: Board) -> None:
    """Refits creatures on changed squares, by ways open on the board `before`."""
    for creature in tuple(world.creatures):
        under = set(creature.space.footprint)
        if under.isdisjoint(changed):
            continue
        shape = creature.shape
        settle_shape(world, creature)
        riders_follow(world, creature, (0, 0, 0))  # onto the shape that it has drawn in to
        filled = all(world.board.blocked(x, y, creature.position.z) for x, y in under) and not creature.has(
            "incorporeal"
        )
        if creature.condition.mount is None and (filled or not has_room(world, creature, creature.cube)):
            there = nearest_place(world, creature, ways=before, drawn=False)
            if there != creature.cube:
                put_back(world, creature, there)
        elif creature.shape != shape:
            make_way(world, creature)  # another may stand where it is drawn in now
        settle_squeeze(world, creature)


def put_at(world: World, creature: Creature, there: Cube, *, fits: bool) -> Cube:
    """`there` if it fits and others let it stay, else the nearest open place."""
    rules, space = world.rules, creature.at(there)
    present = [other for other in world.creatures if other is not creature and overlap(other.box, space)]
    welcome = all(
        world.together(other, creature) or rules.space.access(rules, creature, other, ARRIVING).stop
        for other in present
    )
    return there if welcome and fits else nearest_place(world, creature, start=there, drawn=False)


def _put_board(world: World, board: Board, told: Iterable[Changed]) -> None:
    world.board = board
    for creature in world.creatures:
        creature.kept.clear()
        world.creature_changed(creature)
        world.stirred.add(creature.name)
    for event in told:
        world.emit(event)


def leave(world: World, creature: Creature, rules: tuple[str, ...] = ()) -> None:
    """Removes a creature and all that waits for it."""
    name, at = creature.name, creature.cube
    release(world, creature)
    world.creatures.remove(creature)
    del world.named[name]
    for other in world.creatures:
        state = other.condition
        if state.mount == name:
            dismount(world, other)
        if state.grabbed_by == name:
            lose(world, other, "grabbed", rules=rules)
            state.grabbed_by = None
        if state.carried_by == name:
            state.carried_by = None
        other.turn.provoked.discard(name)
        for condition, lasts in state.lasting.items():
            if lasts.whose == name:
                state.lasting[condition] = lasts._replace(whose=other.name)
        other.queue.acts[:] = without(other.queue.acts, name)
        world.creature_changed(other)
        world.stirred.add(other.name)
    world.order[:] = [one for one in world.order if one != name]
    if world.slots is not None:
        world.slots = tuple(one for one in world.slots if one != name)
    world.falling[:] = [one for one in world.falling if one != name]
    world.begun[:] = [one for one in world.begun if one != name]
    world.entered[:] = [(one, there) for one, there in world.entered if one != name]
    world.reactions[:] = [strike for strike in world.reactions if name not in (strike.by, strike.target)]
    world.stirred.discard(name)
    world.acted.discard(name)
    if world.active == name:
        world.active = None
    world.states += 1
    world.touch()
    world.emit(Left(who=name, at=at, rules=rules))


def without(acts: list[Act], name: str) -> list[Act]:
    """Cuts a plan before the first act that names a removed creature."""
    for number, act in enumerate(acts):
        if concerns(act, name):
            return [*acts[:number], Halt(english("{name} is gone", name=name))]
        if isinstance(act, Check):
            act.success, act.failure = without(act.success, name), without(act.failure, name)
            act.margins = {margin: without(follow, name) for margin, follow in act.margins.items()}
            act.tiers = {tier: without(follow, name) for tier, follow in act.tiers.items()}
        elif isinstance(act, PlannedDecision):
            act.ways = {answer: without(follow, name) for answer, follow in act.ways.items()}
        elif isinstance(act, Walk):
            for place, stride in enumerate(act.strides):
                check = stride.check
                while check is not None and concerns(check, name):
                    check = next((then for then in check.success if isinstance(then, Check)), None)
                act.strides[place] = stride._replace(check=check)
    return acts


def concerns(act: Act, name: str) -> bool:
    """True if the act names the creature."""
    return any(getattr(act, party, None) == name for party in ("who", "target", "by", "against"))
