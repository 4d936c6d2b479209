"""Falls, climbing onto creatures, riding."""

from collections.abc import Callable, Iterator

from ....components.decision import place_key, whether, which_place
from ....components.intents import ClimbCreature, KnockOff
from ....components.plan import (
    ORDINARY,
    Act,
    Check,
    ConditionChange,
    Drop,
    FreeStrike,
    Halt,
    PlannedDecision,
    Relocation,
    Stride,
    TurnUpdate,
    Walk,
)
from ....components.position import Cube
from ...effects.placement import fall_beside, put_back, squeeze_together
from ...effects.verbs import agrees, choose_place, gain, hurt
from ...field.forced_steps import by_distance, closed_by_objects, leads_beside, loose_ground, open_grid, opens_onto
from ...field.shapes import may_rest, sharers, sharing_tightly
from ...field.support import depth_below, holds_at, resting_height
from ...geometry.boxes import AROUND, Box, cubes, differences, overlap, row_order, step_of
from ...legality.request import begin_action, limit_topics, payment_for
from ...messages import _, counted, english
from ...rules.budget import modes_now, squares_between
from ...rules.ruleset import Request, World
from ...state.creature import Creature
from ...state.verdict import Plan
from ..memories import Movements
from ..shared.spaces import willing
from .basics import budget, burrows, free, gap, kinds, number, soil
from .jumps import able

# ---------------------------------------------------------------- falls

HARMLESS = 2
"""Falls shorter than this many squares do no damage."""

MOST = 50

CUSHION = 4
"""Squares that liquid takes off a fall."""

FARTHEST = 4000
"""Places tried beside a landing."""


def lightness(world: World, creature: Creature, drop: Drop, squares: int) -> int:
    """Returns by how many squares a creature's Agility shortens its fall. (ds.fall.agility-reduction)"""
    rules = world.rules
    agility = max(creature.body.abilities.get("agility", 0), 0)
    if drop.driven and rules.setting("forced_down_agility") == "ignored":
        agility = 0
    if not agility or squares < HARMLESS or rules.setting("agility_reduction") != "ask":
        return agility
    text = str(
        counted(
            "{who} falls: does Agility shorten the fall by {count} square?",
            "{who} falls: does Agility shorten the fall by {count} squares?",
            agility,
            who=creature.name,
        )
    )
    yes, no, cited = _("Shorten the fall"), _("Take the whole fall"), rules.cite("fall.agility")
    question = whether("agility", creature.name, text, yes, no, cited, at=creature.cube)
    return agility if agrees(world, question) else 0


def effective(world: World, creature: Creature, squares: int, place: Cube, agility: int) -> int:
    """Returns the effective height of a fall in squares: less by Agility and by water. (ds.fall.order-of-operations)"""
    cushion = CUSHION if depth_below(world, creature, place) >= 1 else 0
    return max(squares - agility - cushion, 0)


def damage(world: World, squares: int, height: int) -> int:
    """Returns the damage of a fall: 2 per square, at most 50; none below two squares. (ds.fall.cap)"""
    measured = squares if world.rules.setting("fall_threshold_uses") == "actual" else height
    return min(height * 2, MOST) if measured >= HARMLESS else 0


def fall(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Applies the end of a fall: damage, prone, and damage to creatures underneath."""
    rules = world.rules
    struck = landed_on(world, creature)
    if struck and rules.setting("fall_onto_height") == "creature_top":
        squares = max(squares - max(other.box.z1 + 1 - place[2] for other in struck), 0)
    agility = lightness(world, creature, drop, squares)
    height = effective(world, creature, squares, place, agility)
    measured = squares if rules.setting("fall_threshold_uses") == "actual" else height
    hard = measured >= HARMLESS
    wet = depth_below(world, creature, place) >= 1
    amount = damage(world, squares, height)
    for other in struck:
        _land_on(world, creature, other, amount, height)
    if amount:
        topics = {
            "fall.caught": drop.caught,
            "fall.forced": drop.driven,
            "fall.damage": True,
            "fall.agility": agility > 0,
            "fall.liquid": wet,
            "fall.cap": amount == MOST,
            "fall.order": squares * 2 > MOST and (agility > 0 or wet),
        }
        cited = rules.cite(*(topic for topic, counts in topics.items() if counts))
        hurt(world, creature, amount, "falling", rules=cited)
    lies = drop.prone
    if lies is None:
        lies = bool(struck) or (hard and not (wet and rules.setting("prone_in_liquid") == "never"))
    if lies:
        gain(world, creature, "prone", rules=rules.cite("fall.onto.placement" if struck else "fall.prone"))
    if struck:
        _find_room(world, creature)
        drop.settled = True


def landed_on(world: World, creature: Creature) -> list[Creature]:
    box, met = creature.box, {other.name for other in sharers(world, creature)}
    under = [
        other
        for other in world.creatures
        if other.condition.mount and overlap(box._replace(z1=other.box.z1), other.box)
    ]
    while found := [other.name for other in under if other.name not in met and other.condition.mount in met]:
        met.update(found)
    return [one for one in world.creatures if one.name in met and not one.out and not one.has("object")]


def _land_on(world: World, creature: Creature, other: Creature, amount: int, height: int) -> None:
    """Damages the creature `other` under a fallen creature. It may fall prone.

    (ds.fall.onto-creature-damage, ds.fall.onto-creature-knockdown)
    """
    rules = world.rules
    if amount:
        hurt(world, other, amount, "falling", rules=rules.cite("fall.onto"))
    short = height < HARMLESS and rules.setting("knockdown_on_short_fall") is not True
    if number(creature) > other.body.abilities.get("might", 0) and not short:
        gain(world, other, "prone", rules=rules.cite("fall.onto.knockdown"))


def _find_room(world: World, creature: Creature) -> None:
    """Moves a creature that fell onto others to the nearest free space.

    If there is none, both creatures squeeze.

    (ds.fall.onto-creature-placement, ds.space.forced-together)
    """
    rules = world.rules
    near = next(rings(world, creature, creature.box), [])
    tight = sharing_tightly(world, creature)  # two sizes apart, creatures share without squeezing
    if not near and not ((tight or may_rest(world, creature)) and _shares(world, creature)):
        near = out_of_here(world, creature)
    if not near:
        if tight:
            squeeze_together(world, creature)
        return
    text = english(
        "{who} lies on another creature: into which of the nearest free places does it roll?", who=creature.name
    )
    place = choose_place(world, creature, near, "landing", text, rules.cite("fall.onto.placement"))
    put_back(world, creature, place, "fall.onto.placement")


def _shares(world: World, creature: Creature) -> bool:
    how = world.rules.setting("allow_forced_sharing")
    if how != "ask":
        return how != "never"
    text = english("{who} has no free place in reach: does it share the space where it fell?", who=creature.name)
    yes, no = _("Share the space"), _("Move to the nearest free place")
    cited = world.rules.cite("squeeze.sharing", "squeeze")
    return agrees(world, whether("share", creature.name, text, yes, no, cited, at=creature.cube, referee=True))


def rings(world: World, creature: Creature, start: Box) -> Iterator[list[Cube]]:
    """Yields the free places around a space, as lists of equal distance, nearest first.

    Each step from the space leads to the same height or one lower.
    """
    here = creature.cube if creature.box == start else (start.x0, start.y0, start.z0)
    made, grid = loose_ground(world, creature), open_grid(world, creature)
    layout = made.layout
    shut = closed_by_objects(world, creature, grid)
    seen: set[Cube] = {here}
    ring = [here]
    while ring and len(seen) < FARTHEST:
        found: set[Cube] = set()
        for x, y, z in ring:
            for dx, dy in AROUND:
                there = _beside(world, creature, (x, y, z), (x + dx, y + dy))
                if there is None or not layout.bit(there) & made.enterable & ~made.tight:
                    continue
                bit = grid.layout.bit(there) & ~shut
                if any(bit & stride.into for stride in grid.by_step.get((dx, dy, there[2] - z), ())):
                    found.add(there)
        found -= seen
        seen |= found
        ring = sorted(found, key=row_order)
        room = [there for there in ring if _has_room(world, creature, there)]
        if room:
            yield room


def _has_room(world: World, creature: Creature, there: Cube) -> bool:
    x, y, z = there
    reach = creature.size.side - 1
    if not free(world, creature, Box(x, y, z, x + reach, y + reach, z + reach)):
        return False
    return holds_at(world, creature, there) in ("walk", "swim")


def _beside(world: World, creature: Creature, here: Cube, square: tuple[int, int]) -> Cube | None:
    x, y = square
    if (x, y) not in world.board:
        return None
    stand = resting_height(world, creature, x, y, here[2])
    return (x, y, stand) if stand in (here[2], here[2] - 1) else None


def out_of_here(world: World, creature: Creature) -> list[Cube]:
    for _far, places in by_distance(world, creature, creature.cube, FARTHEST):
        room = [there for there in places if there != creature.cube and _has_room(world, creature, there)]
        if room:
            return sorted(room, key=row_order)
    return []


# ---------------------------------------------------------------- climbing and riding

SCORES = ("might", "agility")
"""Scores that a climber may hold on with."""
WHERE = _("{who} leaves its mount: where does it land?")


def score(creature: Creature, chosen: str | None) -> int:
    scores = creature.body.abilities
    if chosen in SCORES:
        return scores.get(chosen, 0)
    return max(scores.get(name, 0) for name in SCORES)


def climb_creature(request: Request) -> Plan:
    """Plans to climb onto a bigger creature.

    (ds.climb-creature.larger-only, ds.climb-creature.willing, ds.climb-creature.unwilling-test, ds.burrow.no-tunnel)
    """
    intent: ClimbCreature = request.intent
    creature, rules = request.creature, request.rules
    carrier = request.other(intent.target)
    able(request, "climb-creature")
    unclimbable(request, carrier)
    found = budget(request)
    agrees = willing(rules, creature, carrier)
    if not agrees and (found.number, carrier.name) in found.earlier.climbed:
        raise request.refuse(
            "{name} already tried to climb {carrier} in this movement", "climb-creature.test", carrier=carrier.name
        )
    cost = 1 if dict(modes_now(rules, creature)).get("climb") else 2
    if agrees and rules.setting("mounting_cost") == "free":
        cost = 0
    if cost > max(found.left("climb"), 0):
        raise request.refuse(
            "{name} has too little movement left to climb {carrier}", *limit_topics(request), carrier=carrier.name
        )
    topic = "climb-creature.willing" if agrees else "climb-creature.tier-3"
    cited = rules.cite(topic, "climb-creature")
    stride = Stride(hold(request, carrier), cost, "climb", rules=cited)
    up: list[Act] = [
        TurnUpdate(creature.name, mount=carrier.name),
        Walk([stride], kind="climb-creature", pools=found.pools, resting=False, rules=cited),
        ConditionChange(creature.name, gains=("climbing",), rules=cited),
    ]
    if agrees:
        return Plan([*found.opening, *up], found.pays, cited)
    fails = english("{name} fails to climb {carrier}", name=creature.name, carrier=carrier.name)
    struck = Halt(fails, rules.cite("climb-creature.tier-1"))
    failed = Halt(fails, rules.cite("climb-creature.tier-2"))
    free_strike = FreeStrike(carrier.name, creature.name, rules.cite("climb-creature.tier-1"))
    check = Check(
        creature.name,
        "climb-creature",
        score(creature, intent.with_),
        None,
        rules.cite("climb-creature.test"),
        tiers={"tier-1": [free_strike, struck], "tier-2": [failed], "tier-3": up},
    )
    tried = found.note(Movements(climbed=frozenset({(found.number, carrier.name)})))
    return Plan([*found.opening, *tried, check], found.pays, cited)


def unclimbable(request: Request, carrier: Creature) -> None:
    intent: ClimbCreature = request.intent
    creature, rules = request.creature, request.rules
    if intent.with_ is not None and intent.with_ not in SCORES:
        raise request.refuse(
            "{trait} cannot be used for this; might and agility can", "climb-creature.test", trait=repr(intent.with_)
        )
    if carrier is creature or gap(rules, creature, carrier) <= 0:
        raise request.refuse(
            "{name} can only climb a larger creature; {carrier} is not larger",
            "climb-creature.larger",
            carrier=carrier.name,
        )
    if creature.condition.mount == carrier.name:
        raise request.refuse("{name} is already on {carrier}", "ride", carrier=carrier.name)
    if carries(request.world, creature, carrier):
        raise request.refuse(
            "{name} cannot climb {carrier}, its own rider", "climb-creature.larger", carrier=carrier.name
        )
    if creature.prone:
        raise request.refuse("{name} is prone and cannot climb", "crawl")
    if squares_between(rules, creature.box, carrier.box) > 1:
        raise request.refuse("{carrier} is not next to {name}", "climb-creature.beside", carrier=carrier.name)
    if not earth_lets_in(request, hold(request, carrier)):
        raise request.refuse("earth lies between {name} and {carrier}", "earth", carrier=carrier.name)
    beside = differences(creature.box, carrier.box)
    if max(beside) and not leads_beside(request.world, creature, carrier.box, creature.cube):
        topic = "corner" if beside[0] and beside[1] else "terrain.blocked"
        raise request.refuse("a wall or its corner stands between {name} and {carrier}", topic, carrier=carrier.name)


def carries(world: World, creature: Creature, other: Creature) -> bool:
    """True if `other` is on the creature's back, directly or on another rider."""
    below = world.mount_of(other)
    while below is not None and below is not creature:
        below = world.mount_of(below)
    return below is creature


def hold(request: Request, carrier: Creature) -> Cube:
    """Returns the free place inside the carrier's space that is nearest to the climber. (ds.space.no-stop)"""
    creature, box, side = request.creature, carrier.box, request.creature.size.side
    held = [
        (x, y, z)
        for z in range(box.z0, max(box.z1 - side + 1, box.z0) + 1)
        for y in range(box.y0, max(box.y1 - side + 1, box.y0) + 1)
        for x in range(box.x0, max(box.x1 - side + 1, box.x0) + 1)
        if max(differences(creature.box, creature.at((x, y, z)))) <= 1
        and all(square in request.world.board for square in creature.at((x, y, z)).footprint)
        and not any(overlap(creature.at((x, y, z)), other.box) for other in in_the_way(request, carrier))
    ]
    if not held:
        raise request.refuse("there is no free place for {name} on {carrier}", "space.no-stop", carrier=carrier.name)
    return min(held, key=lambda cube: (sum(abs(d) for d in step_of(creature.cube, cube)), row_order(cube)))


def in_the_way(request: Request, carrier: Creature) -> list[Creature]:
    creature, rules = request.creature, request.rules
    return [
        other
        for other in request.world.creatures
        if other not in (creature, carrier)
        and overlap(other.box, carrier.box)
        and not rules.space.access(rules, creature, other, ORDINARY).stop
    ]


def earth_lets_in(request: Request, place: Cube) -> bool:
    """True if no earth stops a climber at `place`, or it can dig there.

    (ds.burrow.no-tunnel, ds.burrow.permission)
    """
    creature, board = request.creature, request.world.board
    filled = [cube for cube in cubes(creature.at(place)) if (cube[0], cube[1]) in board and board.solid(*cube)]
    if not filled:
        return True
    digs = burrows(request.rules, creature) and place[2] == creature.cube[2]
    return digs and all(soil(board, cube, kinds(creature)) for cube in filled)


def knock_off(request: Request) -> Plan:
    """Plans a maneuver that throws a climber off the creature's back.

    (ds.climb-creature.knock-off-maneuver, ds.climb-creature.knock-off-tier-1, ds.climb-creature.knock-off-tier-2,
    ds.climb-creature.knock-off-tier-3)
    """
    intent: KnockOff = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    climber = request.other(intent.target)
    begin_action(request, "knock-off")
    if climber.condition.mount != creature.name:
        raise request.refuse("{climber} is not on {name}", "knock-off", climber=climber.name)
    if intent.with_ is not None and intent.with_ not in SCORES:
        raise request.refuse(
            "{trait} cannot be used for this; might and agility can", "knock-off", trait=repr(intent.with_)
        )
    pays = payment_for(request)
    found = beside(world, climber, creature)
    if intent.to is not None:
        x, y = intent.to[0], intent.to[1]
        if (x, y) not in world.board:
            raise request.refuse("{place} is not on the board", "path", place=[x, y])
        chosen = (x, y, intent.to[2] if len(intent.to) == 3 else resting_height(world, climber, x, y, creature.cube[2]))
        free = [*places(world, climber, creature), *places(world, climber, creature, below=True)]
        if chosen not in free:
            raise request.refuse("{place} is not a free space next to {name}", "knock-off", place=request.shown(chosen))
        found = [chosen, *(place for place in found if place != chosen)]
    always = True if rules.setting("knock_off_prone") == "always" else None
    thrown, slid = rules.cite("knock-off.tier-1"), rules.cite("knock-off.tier-2")

    def falls(to: Cube) -> list[Act]:
        return [Drop(climber.name, to=to, prone=always, rules=thrown)]

    def slides(to: Cube) -> list[Act]:
        end = (to[0], to[1], max(to[2], creature.box.z0 - 1))  # no lower than the carrier's feet, where it is let go
        return [
            TurnUpdate(climber.name, mount=""),
            Relocation(climber.name, end, "climb", slid),
            ConditionChange(climber.name, loses=("climbing",), rules=slid),
        ]

    tiers = {
        "tier-1": _picked(climber, found, falls, thrown),
        "tier-2": _picked(climber, found, slides, slid),
        "tier-3": [],
    }
    check = Check(climber.name, "knock-off", score(climber, intent.with_), None, rules.cite("knock-off"), tiers=tiers)
    return Plan([check], pays, rules.cite("knock-off"))


def _picked(
    climber: Creature, found: list[Cube], going: Callable[[Cube], list[Act]], rules: tuple[str, ...]
) -> list[Act]:
    if len(found) < 2:
        return going(found[0]) if found else []
    question = which_place("off-mount", climber.name, WHERE.format(who=climber.name), found, rules)
    return [PlannedDecision(question, {place_key(place): going(place) for place in found})]


def places(world: World, climber: Creature, carrier: Creature, *, below: bool = False) -> list[Cube]:
    """Returns free places beside a carrier for its climber; with `below`, places lower down."""
    box, side = carrier.box, climber.size.side
    made = loose_ground(world, climber)
    found: list[Cube] = []
    for y in range(box.y0 - side, box.y1 + 2):
        for x in range(box.x0 - side, box.x1 + 2):
            if (x, y) not in world.board:
                continue
            place = (x, y, resting_height(world, climber, x, y, box.z0))
            space = Box(*place, x + side - 1, y + side - 1, place[2] + side - 1)
            if overlap(space, box) or (space.z1 < box.z0 - 1) is not below or space.z0 > box.z1 + 1:
                continue
            bit = made.layout.bit(place)
            held = holds_at(world, climber, place) in ("walk", "swim")
            clear = held and bit & made.enterable and free(world, climber, space)
            if clear and opens_onto(world, climber, box, (x, y)):
                found.append(place)
    return sorted(found, key=lambda place: (place[2] > climber.cube[2], row_order(place)))


def beside(world: World, climber: Creature, carrier: Creature) -> list[Cube]:
    """Returns where a thrown-off climber can land. It is beside the carrier, else near, else below."""
    x, y, _ = climber.cube
    foot = Box(x, y, carrier.box.z0, x, y, carrier.box.z0)
    near = places(world, climber, carrier) or next(rings(world, climber, foot), [])
    return near or places(world, climber, carrier, below=True)


def knocked_prone(world: World, creature: Creature, condition: str) -> None:
    """Throws a rider off its mount when one of them falls prone.

    (ds.climb-creature.knocked-prone)
    """
    carrier = world.mount_of(creature)
    if condition != "prone" or carrier is None:
        return
    found = beside(world, creature, carrier)
    if found:
        cited = world.rules.cite("climb-creature.prone")
        to = choose_place(world, creature, found, "off-mount", WHERE.format(who=creature.name), cited)
        fall_beside(world, creature, Drop(creature.name, to=to, rules=cited), to)
