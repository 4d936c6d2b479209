"""Carrying: who is inside a carrier's space while it moves, and where the carried is set down."""

from collections.abc import Iterator

from ...components.events import ForcedMoved
from ...components.position import Cube
from ..effects.choosing import choose_place
from ..geometry.boxes import Box, differences, overlap
from ..rules.ruleset import World
from ..state.creature import Creature
from .forced_steps import dangerous, forced_room, settle_forced
from .occupancy import riders_follow, take_place


def carried_by(world: World, carrier: Creature) -> list[Creature]:
    """Whoever is in the carrier's space for being carried."""
    return [other for other in world.creatures if other.condition.carried_by == carrier.name]


def around(carrier: Box, side: int) -> Iterator[tuple[int, int]]:
    """The squares at which a space of that side touches the carrier's, in row order."""
    for y in range(carrier.y0 - side, carrier.y1 + 2):
        for x in range(carrier.x0 - side, carrier.x1 + 2):
            apart = x + side - 1 < carrier.x0 or x > carrier.x1 or y + side - 1 < carrier.y0 or y > carrier.y1
            if apart:
                yield x, y


def may_be_set_down(world: World, carrier: Creature, space: Box, carried: Creature, there: Cube) -> bool:
    """Whether a place has room for the carried, with nobody in it, once the carrier fills `space`."""
    if not forced_room(world, carried, there) or overlap(space, carried.at(there)):
        return False
    return not any(
        overlap(other.box, carried.at(there))
        for other in world.creatures
        if other is not carrier and other is not carried and not other.has("shareable")
    )


def place_for(world: World, carrier: Creature, space: Box, carried: Creature) -> Cube | None:
    """The first safe place in row order beside the carrier's space; any with room if none is safe."""
    found = list(places_for(world, carrier, space, carried))
    return next((there for there in found if not dangerous(world, carried, there)), found[0] if found else None)


def places_for(world: World, carrier: Creature, space: Box, carried: Creature) -> Iterator[Cube]:
    """The places with room beside the carrier's space, in row order."""
    for x, y in around(space, carried.size.side):
        there = settle_forced(world, carried, (x, y), (carried.cube[0], carried.cube[1], space.z0))
        if may_be_set_down(world, carrier, space, carried, there):
            yield there


def release(world: World, carrier: Creature, wanted: Cube | None = None, *, named: bool = True) -> None:
    """Set down whoever is carried: at `wanted` if it has room, else at the first place that has.

    Where nobody has `named` the place, the carrier may choose another safe one. (pf2.carried.same-path)
    """
    for carried in carried_by(world, carrier):
        carried.condition.carried_by = None
        there = wanted
        if there is not None and max(differences(carrier.box, carried.at(there))) > 1:
            there = None  # the carrier has come to lie elsewhere than it meant to
        if there is None or not may_be_set_down(world, carrier, carrier.box, carried, there):
            there = place_for(world, carrier, carrier.box, carried)
        if there is None or there == carried.cube:
            continue
        cited = world.rules.cite("carry.set-down", "carry")
        if not named and world.asking is not None:
            others = places_for(world, carrier, carrier.box, carried)
            safe = [place for place in others if place != there and not dangerous(world, carried, place)]
            text = f"Where does {carrier.name} set {carried.name} down?"
            there = choose_place(world, carrier, [there, *safe], "set-down", text, cited)
        here = carried.cube
        take_place(world, carried, there)
        riders_follow(world, carried, (there[0] - here[0], there[1] - here[1], there[2] - here[2]))
        world.emit(
            ForcedMoved(
                who=carried.name,
                by=carrier.name,
                from_=here,
                to=there,
                kind="carry",
                rules=cited,
            )
        )
        world.stirred.add(carried.name)
        world.entered.append((carried.name, here))


__all__ = ["around", "carried_by", "may_be_set_down", "place_for", "release"]
