"""Falls: how far, into water or onto a floor, over several rounds; the ruleset decides what a landing does."""

from dataclasses import replace

from msgspec import UNSET

from ...components.condition import FarFall
from ...components.events import Fell, Moved
from ...components.plan import ARRIVING, Drop
from ...components.position import Cube, Mode
from ..field.shapes import may_rest, sharers
from ..field.support import holds_at, landing, lands_in_water
from ..geometry.boxes import step_of
from ..rules.ruleset import World
from ..state.creature import Creature
from .hit_points import lose
from .placement import let_go, nearest_place, put_back, riders_follow, settle_squeeze, take_place


def fall(world: World, creature: Creature, drop: Drop) -> None:
    """Lets a creature fall, as far as one round allows."""
    here = creature.cube
    if drop.to is not None:
        fall_beside(world, creature, drop, drop.to)
        return
    if drop.squares is not None:
        whole = drop.squares
        bottom = here[2] - whole
    else:
        bottom = landing(world, creature, here)
        whole = here[2] - bottom
    if whole <= 0:
        if drop.squares is None and lands_in_water(world, creature, here):
            enter_water(world, creature, drop)
        return
    drop.fallen = creature.condition.fallen
    limit = world.rules.falling.squares_a_round
    if limit is not None and drop.fallen >= limit[0]:
        _join_falling(world, creature)  # off a mount that has fallen as far as a round allows
        return
    if limit is not None and whole > limit[0]:
        if holds_at(world, creature, here) == "fly":
            condition = creature.condition
            condition.far_fall = replace(condition.far_fall, despite_wings=True)
        _part(world, creature, drop, limit[0], whole)
        return
    _land(world, creature, drop, whole, bottom)


def enter_water(world: World, creature: Creature, drop: Drop) -> None:
    """Moves a creature from just above the water's surface into its top cube: no fall, and no consequences of one."""
    here = creature.cube
    there = (here[0], here[1], here[2] - 1)
    creature.position.held = "swim"
    take_place(world, creature, there)
    rules = drop.rules or world.rules.cite_any("fall")
    world.emit(Fell(who=creature.name, from_=here, to=there, squares=0, rules=rules))
    riders_follow(world, creature, (0, 0, -1))
    for condition in ("climbing", "falling"):
        lose(world, creature, condition)
    let_go(world, creature)
    settle_squeeze(world, creature)
    world.entered.append((creature.name, here))
    make_way(world, creature)


def fall_beside(world: World, creature: Creature, drop: Drop, to: Cube) -> None:
    """Drops a creature off something into a place beside it, by the difference in height, in water to its surface.

    Where all places beside it are higher, as around a creature in the ground, it is put there and does not fall.
    """
    here = creature.cube
    surface: Cube = (to[0], to[1], to[2] + 1)
    wet = lands_in_water(world, creature, surface)
    if not wet:
        surface = to
    squares = max(here[2] - surface[2], 0)
    creature.condition.mount = None
    creature.position.held = "swim" if wet else "walk"
    take_place(world, creature, to)
    world.creature_changed(creature)
    cited = drop.rules or world.rules.cite_any("fall")
    falls = to[2] <= here[2]
    if falls:
        world.emit(Fell(who=creature.name, from_=here, to=to, squares=squares, rules=cited))
    else:
        world.emit(Moved(who=creature.name, from_=here, to=to, cost=0, mode="put-back", rules=cited))
    riders = riders_follow(world, creature, step_of(here, to), falls=falls)
    if not falls:
        riders = []  # they are carried up, and that is all
    for rider, left in riders:
        world.emit(Fell(who=rider.name, from_=left, to=rider.cube, squares=squares, rules=cited))
    landings = _landings(riders, squares)
    for condition in ("climbing", "falling"):
        lose(world, creature, condition)
    world.stirred.add(creature.name)
    world.entered.append((creature.name, here))
    world.rules.falling.land(world, creature, drop, squares, surface)
    for rider, place in landings:
        _land_with(world, rider, place, drop, squares)


def go_on_falling(world: World, creature: Creature) -> None:
    """Continues a far fall by one round, towards the surface that is below now."""
    limit = world.rules.falling.squares_a_round
    x, y, z = creature.cube
    far = creature.condition.far_fall
    whole = z - landing(world, creature, (x, y, z))
    if far.told is not None and far.at == (x, y, z):
        whole = far.told  # whatever the map shows
    drop = Drop(creature.name, rules=world.rules.cite_any("fall.far", "fall"), fallen=creature.condition.fallen)
    if limit is not None and whole > limit[1]:
        _part(world, creature, drop, limit[1], whole)
        return
    _land(world, creature, drop, whole, z - whole)


def _part(world: World, creature: Creature, drop: Drop, squares: int, whole: int) -> None:
    here = creature.cube
    there = (here[0], here[1], here[2] - squares)
    far = creature.condition.far_fall
    told = drop.squares is not None or far.told is not None
    world.disturbed.add(creature.box)
    creature.place(there, creature.shape)
    world.disturbed.add(creature.box)
    creature.condition.fallen += squares
    creature.condition.far_fall = replace(far, told=whole - squares if told else None, at=there if told else None)
    _join_falling(world, creature)
    world.place_changed(creature)
    cited = world.rules.cite_any("fall.far", "fall")
    world.emit(Fell(who=creature.name, from_=here, to=there, squares=squares, rules=cited))
    for rider, left in riders_follow(world, creature, (0, 0, -squares), falls=True):
        rider.condition.fallen += squares
        world.emit(Fell(who=rider.name, from_=left, to=rider.cube, squares=squares, rules=cited))


def _join_falling(world: World, creature: Creature) -> None:
    if creature.name not in world.falling:
        world.falling.append(creature.name)
        creature.condition.far_fall = replace(creature.condition.far_fall, since=max(world.round, 1))


def caught(world: World, creature: Creature) -> int:
    """Ends a creature's fall; returns the squares that it has fallen."""
    squares = creature.condition.fallen
    if creature.name in world.falling:
        world.falling.remove(creature.name)
    creature.condition.fallen = 0
    creature.condition.far_fall = FarFall()
    return squares


def touch_down(world: World, creature: Creature, held: Mode) -> None:
    """Lands a creature in a far fall where something holds it, unless its wings bear it.

    A fall of so many squares goes on wherever the map has a floor.
    """
    far = creature.condition.far_fall
    if (held == "fly" and far.despite_wings) or (far.told is not None and far.at == creature.cube):
        return
    riders = [other for other in world.creatures if other.condition.mount == creature.name]
    for who in (creature, *riders):
        squares = caught(world, who)
        lose(world, who, "falling")
        if held not in ("walk", "swim") or not squares:
            continue
        x, y, z = who.cube
        place = (x, y, world.board.surface(x, y) if held == "swim" and who is creature else z)
        cited = world.rules.cite_any("fall.caught", "fall.far", "fall")
        drop = Drop(who.name, caught=True, rules=cited)
        world.rules.falling.land(world, who, drop, squares, place)
        if who is creature and not drop.settled:
            make_way(world, creature)


def _land(world: World, creature: Creature, drop: Drop, squares: int, bottom: int) -> None:
    here = creature.cube
    x, y, _ = here
    whole = squares + drop.fallen
    caught(world, creature)
    surface: Cube = (x, y, bottom)
    rest = surface
    if lands_in_water(world, creature, surface):
        rest = (x, y, bottom - 1)
        creature.position.held = "swim"
    else:
        creature.position.held = "walk"
    take_place(world, creature, rest)
    cited = drop.rules or world.rules.cite_any("fall")
    onto = tuple(other.name for other in sharers(world, creature)) or UNSET
    world.emit(Fell(who=creature.name, from_=here, to=rest, squares=squares, onto=onto, rules=cited))
    riders = riders_follow(world, creature, (0, 0, rest[2] - here[2]), falls=True)
    for rider, left in riders:
        world.emit(Fell(who=rider.name, from_=left, to=rider.cube, squares=squares, rules=cited))
    landings = _landings(riders, squares)
    for condition in ("climbing", "falling"):
        lose(world, creature, condition)
    let_go(world, creature)
    settle_squeeze(world, creature)
    world.entered.append((creature.name, here))
    world.rules.falling.land(world, creature, drop, whole, surface)
    for rider, place in landings:
        _land_with(world, rider, place, drop, squares)
    if not drop.settled:
        make_way(world, creature)


def _landings(riders: list[tuple[Creature, Cube]], squares: int) -> list[tuple[Creature, Cube]]:
    return [(rider, (rider.cube[0], rider.cube[1], left[2] - squares)) for rider, left in riders]


def _land_with(world: World, rider: Creature, place: Cube, drop: Drop, squares: int) -> None:
    own = Drop(rider.name, fallen=rider.condition.fallen, driven=drop.driven, rules=drop.rules)
    rider.condition.fallen = 0
    world.rules.falling.land(world, rider, own, squares + own.fallen, place)


def make_way(world: World, creature: Creature) -> None:
    """Moves a creature that landed in an occupied space to the nearest place where it may stay.

    The ruleset's own `overlap` comes first; a downed or falling creature stays.
    """
    if creature.out or creature.name in world.falling or may_rest(world, creature, ARRIVING):
        return
    if not world.rules.space.overlap(world, creature):
        there = nearest_place(world, creature)
        if there != creature.cube:
            put_back(world, creature, there)
