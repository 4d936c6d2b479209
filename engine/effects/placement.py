"""Moves creatures to places, with their riders."""

from msgspec import UNSET, UnsetType

from ...components.events import Fell, ForcedMoved, Moved
from ...components.plan import ARRIVING, ORDINARY, Drop, Walk
from ...components.position import Cube
from ..field.field import Field
from ..field.forced_steps import carried_by, dangerous, may_be_set_down, nearest_places, place_for, places_for
from ..field.shapes import cramped, has_room, may_rest, present_ground, shape_at, sharers, sharing_tightly
from ..field.support import holds_at, lands_in_water
from ..geometry.bitboard import Offset
from ..geometry.boxes import Box, differences, far_off, overlap, step_of
from ..messages import english
from ..rules.ruleset import World
from ..state.creature import Creature
from .verbs import choose_place, draw, gain, lose


def release(world: World, carrier: Creature, wanted: Cube | None = None, *, named: bool = True) -> None:
    """Sets down the creatures that `carrier` carries, at `wanted` or at the first free place.

    (pf2.carried.same-path)
    """
    for carried in carried_by(world, carrier):
        carried.condition.carried_by = None
        world.creature_changed(carried)
        there = wanted
        if there is not None and max(differences(carrier.box, carried.at(there))) > 1:
            there = None  # the carrier has stopped elsewhere than planned
        if there is None or not may_be_set_down(world, carrier, carrier.box, carried, there):
            there = place_for(world, carrier, carrier.box, carried)
        if there is None or there == carried.cube:
            continue
        topics = ("carry.set-down", "carry")
        if not named and world.asking is not None:
            others = places_for(world, carrier, carrier.box, carried)
            safe = [place for place in others if place != there and not dangerous(world, carried, place)]
            text = english("Where does {carrier} set {carried} down?", carrier=carrier.name, carried=carried.name)
            there = choose_place(world, carrier, [there, *safe], "set-down", text, world.rules.cite_any(*topics))
        here = carried.cube
        carry_to(world, carried, carrier, there, *topics)
        world.support_checks.add(carried.name)
        world.entered.append((carried.name, here))


def settle_squeeze(world: World, creature: Creature) -> None:
    """Gives or removes the condition squeezing, by the width of the creature's place."""
    condition = world.rules.sizes.squeeze_condition
    narrow = creature.size.side > 1 or world.board.traits.narrow
    if condition is None or not (narrow or condition in creature.condition.held):
        return
    if narrow and in_tight_place(world, creature):
        gain(world, creature, condition, rules=world.rules.cite("squeeze", f"squeeze.{creature.size.name}"))
    elif condition in creature.condition.held and not sharing_tightly(world, creature):
        lose(world, creature, condition, rules=world.rules.cite("squeeze"))


def in_tight_place(world: World, creature: Creature) -> bool:
    made = present_ground(world, creature)
    bit = made.layout.bit(creature.cube)
    drawn_in = creature.shape is not None and creature.condition.mount is None and not bit & made.enterable
    if bit & made.tight or drawn_in or cramped(world, creature):
        return True
    square = creature.cube[:2]
    narrow = creature.size.side == 1 and square in world.board
    return narrow and world.board.tile(*square).width < min(creature.size.room, 5.0)


def settle_others(world: World, creature: Creature) -> None:
    """Updates the condition squeezing of creatures near places that changed."""
    condition, disturbed = world.rules.sizes.squeeze_condition, tuple(world.disturbed)
    world.disturbed.clear()
    if condition not in world.concerns.conditions:
        return
    for other in world.creatures:
        if other is not creature and condition in other.condition.held:
            space, near = other.space, other.size.side + 1
            if any(not far_off(space, box, near) for box in disturbed):
                settle_squeeze(world, other)


def squeeze_together(world: World, creature: Creature) -> None:
    condition = world.rules.sizes.squeeze_condition
    if condition is None:
        return
    present = [other for other in sharers(world, creature) if sharing_tightly(world, other)]
    for one in (creature, *present):
        gain(world, one, condition, rules=world.rules.cite("squeeze.sharing", "squeeze"))


def settle_shape(world: World, creature: Creature, came: Cube | None = None) -> None:
    """Makes a large squeezing creature fill only the open cubes of its space.

    (srd.squeeze.large-in-one-wide, srd.squeeze.bigger-centred)
    (asc.squeeze.large-in-one-wide, asc.squeeze.bigger-centred)
    """
    mount = world.mount_of(creature)
    if mount is not None and world.rules.space.riders_merge:
        creature.place(creature.cube, mount.box)
    else:
        walks = creature.position.held != "fly"
        creature.place(creature.cube, shape_at(world, creature, creature.cube, came, walks=walks))


def take_place(world: World, creature: Creature, there: Cube) -> None:
    """Moves a creature to `there` and updates the cubes that it fills."""
    here = creature.cube
    world.disturbed.add(creature.box)
    creature.place(there)
    if creature.size.side > 1 or creature.condition.mount is not None:
        settle_shape(world, creature, here)
    world.disturbed.add(creature.box)
    world.place_changed(creature)


def note_entry(world: World, creature: Creature, left: Cube) -> None:
    """Records that a creature has entered a place, if terrain or zones there could affect it."""
    board, squeezed = world.board, world.rules.sizes.squeeze_condition
    if (
        creature.size.side > 1
        or board.traits.harms
        or board.traits.narrow
        or world.things
        or squeezed in world.concerns.conditions
    ):
        world.entered.append((creature.name, left))
    else:
        world.disturbed.clear()


def let_go(world: World, creature: Creature) -> None:
    mount = world.mount_of(creature) if creature.condition.mount is not None else None
    if mount is None:
        return
    box, under = creature.space, seats(world, mount)
    if overlap(box._replace(z0=box.z0 - 1), under):
        return
    dismount(world, creature)


def seats(world: World, mount: Creature) -> Box:
    """Returns the space of a mount. The place of its rider must be inside."""
    return mount.space if world.rules.space.riders_merge else mount.box


def dismount(world: World, rider: Creature) -> None:
    """Moves a rider from its mount to the nearest free place."""
    rider.condition.mount = None
    rider.place(rider.cube)
    settle_shape(world, rider)
    lose(world, rider, "climbing")
    world.unsettle(rider)
    if not has_room(world, rider, rider.cube):
        there = nearest_place(world, rider)
        if there != rider.cube:
            put_back(world, rider, there)


def riders_follow(
    world: World, mount: Creature, step: Offset, *, but: str | None = None, falls: bool = False
) -> list[tuple[Creature, Cube]]:
    """Moves the riders of `mount` by the same step; returns (rider, old place) of each.

    If it `falls`, carried creatures move too. The creature `but` stays behind.
    """
    if not world.concerns.joined:
        return []
    riding: dict[str, list[Creature]] = {}
    for rider in world.creatures:
        carrier = rider.condition.mount or (rider.condition.carried_by if falls else None)
        if carrier is not None and rider.name != but and rider is not mount:
            riding.setdefault(carrier, []).append(rider)
    gone: list[tuple[Creature, Cube]] = []
    dx, dy, dz = step
    under = [mount] if riding else []
    while under:
        beneath = under.pop()
        for rider in riding.pop(beneath.name, ()):
            x, y, z = here = rider.cube
            box, reach, board = seats(world, beneath), rider.size.side - 1, world.board
            there = (
                min(max(x + dx, box.x0), max(box.x1 - reach, box.x0), board.width - 1 - reach),
                min(max(y + dy, box.y0), max(box.y1 - reach, box.y0), board.height - 1 - reach),
                min(max(z + dz, box.z0), box.z1 + 1, board.ceiling - reach),
            )
            take_place(world, rider, there)
            if there != here and not falls:
                log_put(world, rider, here, world.rules.cite_any("ride", "carry"), beneath)
            gone.append((rider, here))
            under.append(rider)
    return gone


def carry_to(world: World, carried: Creature, carrier: Creature, there: Cube, *topics: str) -> None:
    """Moves a carried creature to where its carrier is and logs the movement."""
    here = carried.cube
    take_place(world, carried, there)
    if there != here:
        log_put(world, carried, here, world.rules.cite_any(*topics), carrier)
    riders_follow(world, carried, step_of(here, there))


def log_put(
    world: World, creature: Creature, here: Cube, rules: tuple[str, ...], carrier: Creature | None = None
) -> None:
    who, there = creature.name, creature.cube
    event: Moved | ForcedMoved
    if carrier is None:
        event = Moved(who=who, from_=here, to=there, cost=0, mode="put-back", rules=rules)
    else:
        event = ForcedMoved(who=who, by=carrier.name, from_=here, to=there, kind="carry", rules=rules)
    world.emit(event)


def displaced(world: World, creature: Creature, start: Cube | None = None) -> None:
    """Moves a creature that may not stay at its place to an allowed place near `start`."""
    rules = world.rules
    if rules.space.overlap(world, creature):
        return
    here = creature.cube
    if rules.space.put_back == "stay":
        squeeze_together(world, creature)
        return
    legal, mode = last_legal(world, creature), rules.space.put_back
    gone = taken(world, creature, legal)
    last = None if mode == "nearest" or gone else legal
    if last is not None and mode == "last":
        there = last
    else:
        # Where the place to which it would go back is gone, its side of an enemy still counts.
        side = legal if gone and mode == "last" else None
        there = nearest_place(world, creature, last, start=start, side=side)
    if there != here:
        put_back(world, creature, there)


def last_legal(world: World, creature: Creature) -> Cube:
    """Returns the last place on the creature's path where it may stop."""
    for anchor, space in reversed(creature.queue.trail):
        if may_rest(world, creature, ARRIVING, Box(*space)) and not lost(world, creature, anchor):
            return anchor
    return creature.queue.legal


def cut_off(world: World, mover: Creature, walk: Walk | None = None) -> bool:
    """Moves a walker whose walk is interrupted out of a forbidden place. Returns False if the place is allowed."""
    if mover.cube == mover.queue.origin and not mover.turn.pausing:
        return False
    if may_rest(world, mover, ARRIVING):
        return False
    displaced(world, mover, None if walk is None else near_side(world, mover, walk))
    return True


def near_side(world: World, mover: Creature, walk: Walk) -> Cube:
    """Returns the last place on the walk outside spaces that the mover may not enter."""
    rules, way = world.rules, (mover.queue.origin, *(stride.to for stride in walk.strides[: walk.next]))
    closed = [
        other.box
        for other in world.creatures
        if other is not mover
        and not world.together(other, mover)
        and not rules.space.access(rules, mover, other, ORDINARY).enter
    ]
    clear = (cube for cube in reversed(way) if not any(overlap(mover.at(cube), box) for box in closed))
    return next(clear, mover.cube)


def taken(world: World, creature: Creature, there: Cube) -> bool:
    """True if the creature may not stay at `there`: occupied, too narrow or unsupported."""
    crowd = (grid := Field(world, creature, ARRIVING)).crowd
    return bool(grid.layout.bit(there) & (crowd.closed | crowd.no_stop)) or lost(world, creature, there)


def lost(world: World, creature: Creature, there: Cube) -> bool:
    """True if the place `there` is too narrow for the creature, or lets it fall."""
    return not has_room(world, creature, there) or holds_at(world, creature, there) is None


def put_back(world: World, creature: Creature, there: Cube, topic: str = "put-back") -> None:
    here = creature.cube
    take_place(world, creature, there)
    log_put(world, creature, here, world.rules.cite(topic))
    riders_follow(world, creature, step_of(here, there))
    let_go(world, creature)
    world.support_checks.add(creature.name)


# --- falls -------------------------------------------------------------------------------------------


def fall_along(
    world: World,
    creature: Creature,
    here: Cube,
    squares: int,
    rules: tuple[str, ...],
    onto: tuple[str, ...] | UnsetType = UNSET,
) -> list[tuple[Creature, Cube]]:
    """Logs the fall of a creature and moves its riders. Returns (rider, old place) of each."""
    world.emit(Fell(who=creature.name, from_=here, to=creature.cube, squares=squares, onto=onto, rules=rules))
    riders = riders_follow(world, creature, step_of(here, creature.cube), falls=True)
    for rider, left in riders:
        world.emit(Fell(who=rider.name, from_=left, to=rider.cube, squares=squares, rules=rules))
    return riders


def fall_beside(world: World, creature: Creature, drop: Drop, to: Cube) -> None:
    """Makes a rider or carried creature fall into the place `to` beside it."""
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
    riders: list[tuple[Creature, Cube]] = []
    if falls:
        riders = fall_along(world, creature, here, squares, cited)
    else:  # riders are carried up, and that is all
        log_put(world, creature, here, cited)
        riders_follow(world, creature, step_of(here, to))
    landings = places_under(riders, squares)
    for condition in ("climbing", "falling"):
        lose(world, creature, condition)
    world.support_checks.add(creature.name)
    world.entered.append((creature.name, here))
    world.rules.falling.land(world, creature, drop, squares, surface)
    for rider, place in landings:
        land_with(world, rider, place, drop, squares)


def places_under(riders: list[tuple[Creature, Cube]], squares: int) -> list[tuple[Creature, Cube]]:
    return [(rider, (rider.cube[0], rider.cube[1], left[2] - squares)) for rider, left in riders]


def land_with(world: World, rider: Creature, place: Cube, drop: Drop, squares: int) -> None:
    own = Drop(rider.name, fallen=rider.condition.fallen, driven=drop.driven, rules=drop.rules)
    rider.condition.fallen = 0
    world.rules.falling.land(world, rider, own, squares + own.fallen, place)


def make_way(world: World, creature: Creature) -> None:
    """Moves a creature that fell onto others to the nearest allowed place."""
    if creature.name in world.falling:
        return
    if has_room(world, creature, creature.cube, pits=True) and (creature.out or may_rest(world, creature, ARRIVING)):
        return
    if not world.rules.space.overlap(world, creature):
        there = nearest_place(world, creature)
        if there != creature.cube:
            put_back(world, creature, there)


def nearest_place(
    world: World,
    creature: Creature,
    last: Cube | None = None,
    *,
    start: Cube | None = None,
    side: Cube | None = None,
) -> Cube:
    """Returns the nearest place to `start` where the creature may stay. A die picks among several."""
    near = nearest_places(world, creature, last, start=start, side=side)
    return near[draw(world, creature, len(near))] if world.rules.space.nearest_by_die else near[0]
