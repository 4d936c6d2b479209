"""Changes of the board, and of who is on it: what follows from them for those who are there."""

from collections.abc import Mapping

from ...components.events import Left
from ..board.board import Board, Edge
from ..board.tiles import Tile
from ..rules.ruleset import World
from ..state.creature import Creature
from .placement import let_go, nearest_place, put_back, settle_shape
from .setting_down import release
from .squeezing import settle_squeeze


def change_tiles(world: World, changed: Mapping[tuple[int, int], Tile]) -> None:
    """Squares become something else: whom nothing holds there will fall, who is in the way is put beside."""
    _put_board(world, world.board.with_tiles(changed))
    for creature in tuple(world.creatures):
        box = creature.space
        under = {(x, y) for x in range(box.x0, box.x1 + 1) for y in range(box.y0, box.y1 + 1)}
        if under.isdisjoint(changed):
            continue
        settle_shape(world, creature)
        if all(world.board.blocked(x, y, creature.position.z) for x, y in under) and not creature.has("incorporeal"):
            there = nearest_place(world, creature, None)
            if there != creature.cube:
                put_back(world, creature, there)
        settle_squeeze(world, creature)


def change_edge(world: World, a: tuple[int, int], b: tuple[int, int], edge: Edge | None) -> None:
    """Something begins or ceases to stand between two squares."""
    _put_board(world, world.board.with_edge(a, b, edge))


def _put_board(world: World, board: Board) -> None:
    world.board = board
    for creature in world.creatures:
        creature.kept.clear()
        world.creature_changed(creature)
        world.stirred.add(creature.name)


def leave(world: World, creature: Creature, rules: tuple[str, ...] = ()) -> None:
    """A creature is gone: whoever rides or is held by it is free, and nothing that waited for it waits any more."""
    name, at = creature.name, creature.cube
    release(world, creature)
    world.creatures.remove(creature)
    del world.named[name]
    for other in world.creatures:
        state = other.condition
        if state.mount == name:
            let_go_of(world, other)
        if state.grabbed_by == name:
            state.grabbed_by = None
        if state.carried_by == name:
            state.carried_by = None
        other.turn.provoked.discard(name)
        for condition, lasts in state.lasting.items():
            if lasts.whose == name:
                state.lasting[condition] = lasts._replace(whose=other.name)
        world.creature_changed(other)
        world.stirred.add(other.name)
    world.order[:] = [one for one in world.order if one != name]
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


def let_go_of(world: World, rider: Creature) -> None:
    """A rider whose mount is no longer there."""
    rider.condition.mount = None
    rider.shape = None
    settle_shape(world, rider)
    let_go(world, rider)
