"""Falls: their start, depth and rounds; the ruleset handles the landing."""

from dataclasses import replace
from typing import ClassVar

from msgspec import UNSET

from ..components.condition import FarFall
from ..components.events import Fell
from ..components.plan import Drop, ForcedMove, Walk
from ..components.position import Cube, Mode
from ..engine.effects.placement import (
    fall_along,
    fall_beside,
    land_with,
    let_go,
    make_way,
    places_under,
    riders_follow,
    settle_squeeze,
    take_place,
)
from ..engine.effects.verbs import lose
from ..engine.field.shapes import sharers
from ..engine.field.support import holds_at, landing, lands_in_water
from ..engine.messages import english
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .system import System, halt


def lost_hold(creature: Creature, *, shoved: bool) -> tuple[str, ...]:
    if shoved:
        return ("fall", "fall.shoved")
    if not creature.speed.listed.get("fly", 0):
        return ("fall",)
    return ("fall.flier-prone" if creature.prone else "fall.flier-slow", "fall")


class FallingSystem(System):
    """Makes creatures without support fall."""

    acts: ClassVar[tuple[type, ...] | None] = (Drop,)
    waits: ClassVar[tuple[str, ...] | None] = ("support_checks",)

    def process(self) -> None:
        world = self.world
        if world.reactions:
            return
        if world.support_checks:
            self._check_support()
        for _, (drop, actor) in world.each(Drop, Creature):
            self.done(actor)
            if drop.target not in world.falling:  # one in a far fall has no floor left
                self._fall(world.named[drop.target], drop)

    def _check_support(self) -> None:
        world = self.world
        shoved = carried = None
        match self.at_hand(object):
            case (_, ForcedMove() as forced_move):
                shoved = forced_move.target
                carried = shoved if forced_move.airborne else None
            case (jumper, Walk(airborne=True) as walk) if walk.next < len(walk.strides):
                carried = jumper.name
        waiting: set[str] = set()
        self._shake()
        while world.support_checks:
            waking = [c for c in world.creatures if c.name in world.support_checks]
            world.support_checks.clear()
            for creature in waking:
                if creature.name == carried or self._leaps(creature.name):
                    waiting.add(creature.name)
                    continue
                held, condition = holds_at(world, creature, creature.cube), creature.condition
                if creature.name in world.falling:
                    if held is not None:
                        touch_down(world, creature, held)
                    continue
                if held is not None:
                    if condition.mount is None and condition.carried_by is None:
                        condition.fallen = 0
                    continue
                world.busy = True
                self._cut_walk(creature.name)
                topics = lost_hold(creature, shoved=creature.name == shoved)
                self._fall(creature, Drop(creature.name, rules=world.rules.cite_any(*topics)))
        world.support_checks |= waiting

    def _fall(self, creature: Creature, drop: Drop) -> None:
        here = creature.cube
        fall(self.world, creature, drop)
        if creature.cube != here:
            self._shake()

    def _shake(self) -> None:
        world, level = self.world, self.world.board.traits.level
        for creature in world.creatures:
            position = creature.position
            floor = world.board.stand(position.x, position.y) if level is None else level
            if position.z > floor and position.held != "fly":
                world.support_checks.add(creature.name)

    def _leaps(self, name: str) -> bool:
        world = self.world
        for one in (world.nobody, world.named.get(world.active or "")):
            for act in one.queue.acts if one is not None else ():
                if isinstance(act, Drop) and act.target == name:
                    return True
        return False

    def _cut_walk(self, name: str) -> None:
        world = self.world
        for actor in (world.nobody, world.named.get(world.active or "")):
            if actor is not None and actor.queue.acts:
                self._cut(actor, name)

    def _cut(self, actor: Creature, name: str) -> None:
        world = self.world
        act = actor.queue.acts[0]
        if isinstance(act, Walk) and name == actor.name:
            if act.next < len(act.strides):
                halt(world, actor, english("{name} falls", name=name), world.rules.cite_any("fall"))
            else:
                act.resting = False
        elif (
            (world.nobody is None or actor is world.nobody)
            and getattr(act, "target", None) == name
            and not isinstance(act, Drop)
        ):
            self.done(actor)
            world.take_up(world.actor)


def fall(world: World, creature: Creature, drop: Drop) -> None:
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
        elif drop.squares is None and not whole and creature.position.held == "fly":
            creature.position.held = "walk"  # it comes to rest on the body below
            world.creature_changed(creature)
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


def go_on_falling(world: World, creature: Creature) -> None:
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
    for rider, _ in fall_along(world, creature, here, squares, cited):
        rider.condition.fallen += squares


def _join_falling(world: World, creature: Creature) -> None:
    if creature.name not in world.falling:
        world.falling.append(creature.name)
        creature.condition.far_fall = replace(creature.condition.far_fall, since=max(world.round, 1))


def caught(world: World, creature: Creature) -> int:
    """Stops a creature's fall and returns how many squares it has fallen."""
    squares = creature.condition.fallen
    if creature.name in world.falling:
        world.falling.remove(creature.name)
    creature.condition.fallen = 0
    creature.condition.far_fall = FarFall()
    return squares


def touch_down(world: World, creature: Creature, held: Mode) -> None:
    """Ends a fall that has lasted several rounds, if the creature now stands, flies or swims."""
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
    riders = fall_along(world, creature, here, squares, cited, onto)
    landings = places_under(riders, squares)
    for condition in ("climbing", "falling"):
        lose(world, creature, condition)
    let_go(world, creature)
    settle_squeeze(world, creature)
    world.entered.append((creature.name, here))
    world.rules.falling.land(world, creature, drop, whole, surface)
    for rider, place in landings:
        land_with(world, rider, place, drop, squares)
    if not drop.settled:
        make_way(world, creature)
