"""Movement away from enemies, past them, into their space and through it."""

from itertools import pairwise

from ....components.intents import Clamber, Jump, Overrun, Square, Withdraw
from ....components.plan import Act, Check, Halt, PassOutcome, PlannedStep, TurnUpdate, Walk
from ....components.position import Cube
from ...combat.melee_reach import reaches_box
from ...combat.reactions import can_threaten, has_reaction, perceives, threatens
from ...geometry.bitboard import Bitboard
from ...geometry.boxes import Box, overlap
from ...geometry.directions import SOLID
from ...legality.maneuver import Maneuver, pay_and_find
from ...legality.pathing import LawfulPath, arrival_of, find_way, goal, modes_of, start_parity
from ...legality.planners import ordinary_moves as moving
from ...legality.request import payment_for, resolve_height
from ...navigation.occupied_grid import OccupiedGrid
from ...navigation.reach import Reach
from ...rules.distances import squares_between
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import MovementBudget, budget_for
from ...rules.ruleset import Request
from ...space.forced_steps import forced_room
from ...state.creature import Creature
from ...state.verdict import Plan
from ..shared.space_sharing import helpless, size_gap
from .components import Maneuvers, OtherMovement
from .moves import ready, steps_over

EXTRA = 2
"""Points above the DC that silence one more enemy. (ep.withdraw.extra-enemies)"""


def withdraw(request: Request) -> Plan:
    """Plans a withdrawal from one enemy, which does not react; a check may silence others as well.

    Rules: ep.withdraw.action, ep.withdraw.primary, ep.withdraw.primary-silenced, ep.withdraw.always-farther,
    ep.withdraw.direction-only-for-primary, ep.withdraw.listed-speed, ep.withdraw.need-not-leave.
    """
    intent: Withdraw = request.intent
    creature, rules = request.creature, request.rules
    ready(request, "withdraw")
    primary = request.other(intent.from_)
    if creature.ally(primary) or primary is creature:
        raise request.refuse(f"{primary.name} is no enemy of {creature.name}", "withdraw.primary")
    if not perceives(creature, primary):
        raise request.refuse(f"{creature.name} does not perceive {primary.name}", "withdraw.primary")
    if not threatens(request.world, primary, creature):
        raise request.refuse(f"{primary.name} does not threaten {creature.name}", "withdraw.primary")
    pays = payment_for(request)
    modes = modes_of(request, intent.mode)
    limit = budget_for(rules, creature, parity=start_parity(request))
    options = MoveOptions(modes=modes, stepover=steps_over(request, False))
    path: tuple[Square, ...] | None = intent.path
    if path is None and intent.to is not None:
        path = away(request, primary, OccupiedGrid(request.world, creature, options), limit, goal(request, intent.to))
    way = find_way(request, limit, options, path, None, kind="withdraw", silenced=frozenset({primary.name}))
    far = squares_between(rules, primary.box, creature.box)
    for stride in way.walk.strides:
        now = squares_between(rules, primary.box, creature.at(stride.to))
        if now <= far:
            raise request.refuse(f"{request.shown(stride.to)} is no farther from {primary.name}", "withdraw.farther")
        far = now
    noted = TurnUpdate(creature.name, remember=OtherMovement(withdrew=True))
    check = slipping(request, primary, way.walk)
    return Plan([noted, check, way.walk] if check is not None else [noted, way.walk], pays, rules.cite("withdraw"))


def away(
    request: Request, primary: Creature, grid: OccupiedGrid, limit: MovementBudget, goal_cube: Cube
) -> tuple[Cube, ...]:
    """The preferred path to a place whose every square leads away from the primary enemy."""
    store = request.world.cache()
    key = ("away", request.creature.entity, primary.entity, grid.options, limit)
    reach = store.get(key)
    if not isinstance(reach, Reach):
        farther = farther_by_step(request, primary, grid, limit.most)
        leading = grid.narrowed(lambda kind: farther.get(kind.step, 0))
        reach = store[key] = Reach(leading, limit, silenced=frozenset({primary.name}))
    arrival = reach.get_arrival(goal_cube)
    if arrival is None:
        arrival_of(request, grid, limit, goal_cube)  # refuses a place that no walk comes to either
        raise request.refuse(
            f"no way to {request.shown(goal_cube)} leads away from {primary.name} all along",
            "withdraw.farther",
            "withdraw",
        )
    return arrival.path


def farther_by_step(request: Request, primary: Creature, grid: OccupiedGrid, most: int) -> dict[Cube, Bitboard]:
    """For each direction the anchors that a step enters farther from the primary enemy than the one it leaves.

    Only anchors within `most` squares of the mover count.
    """
    creature, layout = request.creature, grid.layout
    x, y, z = creature.cube
    near = layout.box(x - most, y - most, z - most, x + most, y + most, z + most)
    rings: dict[int, Bitboard] = {}
    for cube in layout.cubes(near):
        distance = squares_between(request.rules, primary.box, creature.at(cube))
        rings[distance] = rings.get(distance, 0) | layout.bit(cube)
    farther: dict[Cube, Bitboard] = {}
    nearer = 0
    for distance in sorted(rings):
        for step in SOLID:
            farther[step] = farther.get(step, 0) | (rings[distance] & layout.shift(nearer, step))
        nearer |= rings[distance]
    return farther


def slipping(request: Request, primary: Creature, walk: Walk) -> Check | None:
    """The one check, made before moving, that silences further enemies.

    Only those that are perceived and threaten the path count, in the order in which they are named. Rules:
    ep.withdraw.others-check, ep.withdraw.extra-enemies, ep.withdraw.unperceived.
    """
    intent: Withdraw = request.intent
    creature, rules = request.creature, request.rules
    spaces = [creature.box, *(creature.at(stride.to) for stride in walk.strides)]
    others = [request.other(name) for name in dict.fromkeys(intent.also)]
    for other in others:
        reason = not_to_be_slipped(request, primary, other, spaces)
        if reason is not None:
            raise request.refuse(f"{creature.name} cannot slip away from {other.name}: {reason}", "withdraw.others")
    if not others:
        return None
    dc = primary.own(Maneuvers).defense
    if rules.setting("withdraw-defense") == "highest-other":
        dc = max(other.own(Maneuvers).defense for other in others)
    slipped = [other.name for other in others if perceives(creature, other)]
    margins: dict[int, list[Act]] = {
        EXTRA * number: [PassOutcome(walk, name, silenced=True) for name in slipped[: number + 1]]
        for number in range(max(len(slipped), 1))
    }
    return Check(
        creature.name,
        "movement",
        creature.skill("movement"),
        dc,
        rules.cite("withdraw.others"),
        margins=margins,
    )


def not_to_be_slipped(request: Request, primary: Creature, other: Creature, spaces: list[Box]) -> str | None:
    """Why a withdrawal cannot silence a further creature; None if it can.

    One that is not perceived may be named and reacts nevertheless. (ep.withdraw.unperceived)
    """
    creature = request.creature
    if other is primary:
        return "it is the primary enemy"
    if other is creature or creature.ally(other):
        return "it is no enemy"
    if perceives(creature, other) and not any(reaches_box(request.world, other, space) for space in spaces):
        return "it threatens nothing on the way"
    return None


def tumble(request: Request) -> Plan:
    """Plans a move on which a check against each enemy that would react silences it.

    Rules: ep.internal-flank.tumble, ep.stepover.smaller-may-leave.
    """
    creature, rules, world = request.creature, request.rules, request.world
    ready(request, "tumble")
    way = pay_and_find(request, Maneuver(kind="tumble"))
    left = [creature.cube, *(stride.to for stride in way.walk.strides)][:-1]
    acts: list[Act] = []
    for enemy in world.creatures:
        if enemy.side == creature.side or not can_threaten(world, enemy) or not has_reaction(world, enemy):
            continue
        if perceives(enemy, creature) and any(reaches_box(world, enemy, creature.at(cube)) for cube in left):
            acts.append(
                Check(
                    creature.name,
                    "acrobatics",
                    creature.skill("acrobatics", "tumble"),
                    enemy.own(Maneuvers).defense,
                    rules.cite("tumble"),
                    success=[PassOutcome(way.walk, enemy.name, silenced=True)],
                )
            )
    return way.plan(request, "tumble", before=acts)


def clamber(request: Request) -> Plan:
    """Plans climbing into an enemy's space to stay there; leaving on the far side takes an overrun.

    Rules: ep.reach.entering-hostile-space, ep.stepover.smaller-cannot-enter, ep.reach.passing-through-hostile-space.
    """
    return forced_entry(request, "clamber", "might", request.creature.skill("might"), stop=True)


def overrun(request: Request) -> Plan:
    """Plans a way through an enemy's space to a free one beyond.

    Rules: ep.reach.passing-through-hostile-space, ep.stepover.smaller-cannot-enter, ep.collision.deliberate-ramming.
    """
    return forced_entry(request, "overrun", "overrun", request.creature.own(Maneuvers).offense, stop=False)


def forced_entry(request: Request, kind: str, what: str, bonus: int, *, stop: bool) -> Plan:
    """Plans a move into enemies' spaces, by a roll against each one's Maneuver Defense."""
    creature, rules, world = request.creature, request.rules, request.world
    ready(request, kind)
    closed = [
        other
        for other in world.creatures
        if other is not creature
        and not helpless(rules, other)
        and not (size_gap(creature, other) <= -2)
        and not overlap(creature.box, other.box)
        and not rules.space.access(rules, creature, other, MoveOptions()).enter
    ]
    if stop:
        end = last_square(request)
        closed = [other for other in closed if end is not None and overlap(creature.at(end), other.box)]
    options = MoveOptions(through=frozenset(other.name for other in closed), stop_among=stop)
    way = pay_and_find(request, Maneuver(kind=kind, options=options))
    entered = [other for other in closed if any(overlap(creature.at(to.to), other.box) for to in way.walk.strides)]
    if not entered:
        raise request.refuse(f"nobody is in the way of {creature.name} who would have to be met by a {kind}", kind)
    rolls(request, way, closed, what, bonus, kind)
    return way.plan(request, kind)


def last_square(request: Request) -> Cube | None:
    """The end of the intended movement; None if it has none."""
    intent: Clamber | Overrun = request.intent
    if intent.path is None:
        return None if intent.to is None else goal(request, intent.to)
    here: Cube | None = None
    for square in intent.path:
        here = resolve_height(request, square, request.creature.cube if here is None else here)
    return here


def rolls(request: Request, way: LawfulPath, closed: list[Creature], what: str, bonus: int, kind: str) -> None:
    """Put the roll against each enemy on the step that enters its space."""
    creature, rules = request.creature, request.rules
    met: set[str] = set()
    for stride in way.walk.strides:
        checks: list[Check] = []
        for other in closed:
            if other.name not in met and overlap(creature.at(stride.to), other.box):
                met.add(other.name)
                halt = Halt(f"{creature.name} does not get into the space of {other.name}", rules.cite(kind))
                checks.append(
                    Check(creature.name, what, bonus, other.own(Maneuvers).defense, rules.cite(kind), failure=[halt])
                )
        if stride.check is not None:
            checks.append(stride.check)
        for first, then in pairwise(checks):
            first.success = [then]
        stride.check = checks[0] if checks else None


def jump(request: Request) -> Plan:
    """Plans a jump onto the back of a bigger creature, at the cost of the distance. (ep.3d.standing-on-creature)"""
    intent: Jump = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    ready(request, "jump")
    pays = payment_for(request)
    x, y = intent.to[0], intent.to[1]
    beneath = [
        other
        for other in world.creatures
        if other is not creature
        and rules.space.stands_on(rules, creature, other)
        and overlap(creature.at((x, y, other.box.z1)), other.box)
    ]
    if not beneath or (x, y) not in world.board:
        raise request.refuse(f"there is no creature at {[x, y]} to jump onto", "jump")
    to: Cube = (x, y, max(other.box.z1 for other in beneath) + 1)
    squares = squares_between(rules, creature.box, creature.at(to))
    limit = budget_for(rules, creature, parity=start_parity(request))
    if squares > limit.of("walk"):
        raise request.refuse(f"{creature.name} cannot jump {squares * rules.unit} feet", "speed.limit")
    if any(overlap(creature.at(to), other.box) for other in world.creatures if other is not creature):
        raise request.refuse(f"there is no room at {request.shown(to)}", "ceiling", "walk.through")
    walk = Walk([], kind="jump", airborne=True)
    here = creature.cube
    for number in range(1, squares + 1):
        there = between(here, to, number, squares)
        if not forced_room(world, creature, there):
            raise request.refuse(f"there is no room at {request.shown(there)}", "ceiling", "terrain.blocked")
        walk.strides.append(PlannedStep(there, 1, "walk", shown="jump", rules=rules.cite("jump")))
    return Plan([walk], pays, rules.cite("jump"))


def between(here: Cube, to: Cube, number: int, squares: int) -> Cube:
    """The cube after a number of squares of a leap upwards: height first, then over."""
    left = squares - number
    x, y, z = to
    for_axis = []
    for start, end in zip(here[:2], (x, y), strict=True):
        gap = end - start
        gone = max(abs(gap) - left, 0)
        for_axis.append(start + (gone if gap > 0 else -gone))
    rise = z - here[2]
    risen = min(number, abs(rise))
    return (for_axis[0], for_axis[1], here[2] + (risen if rise > 0 else -risen))


def leap(request: Request) -> Plan:
    """Plans a deliberate jump down. (ep.fall.jump-first-ten, ep.fall.jump-check, ep.water.dive)"""
    ready(request, "leap")
    plan = moving.leap(request)
    plan.acts.insert(0, TurnUpdate(request.creature.name, remember=OtherMovement(leapt=True)))
    return plan
