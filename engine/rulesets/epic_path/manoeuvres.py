"""Movement away from, past and through enemies; the 5-foot step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from ....components.intents import Clamber, Jump, Overrun, Square, Step, Withdraw
from ....components.plan import Act, Check, Halt, MoveOptions, PassOutcome, Stride, TurnUpdate, Walk
from ....components.position import Cube, Mode
from ...combat.threat import can_threaten, has_reaction, perceives, reaches_box, threatens
from ...field.field import Field, field_of
from ...field.forced_steps import forced_room
from ...field.reach import Reach
from ...geometry.bitboard import Bitboard
from ...geometry.boxes import SOLID, Box, contains, footprint, overlap
from ...legality.planners import moves as moving
from ...legality.planners.moves import neighbour, one_square
from ...legality.request import able_to_move, attempt, first_lawful, on_its_feet, payment_for, resolve_height
from ...legality.route import arrival_of, goal, modes_of, route
from ...messages import Message, _, english
from ...rules.budget import MovementBudget, affordable, budget_for, squares_between
from ...rules.ruleset import Request
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..memories import Maneuvers, OpenFullAttack, OtherMovement, Training
from ..shared.spaces import Meeting, PassRule, helpless, size_gap
from .harm import FullAttackBudget, opening
from .moves import is_ground, pay_with_point, ready, spend_point, steps_over, weighed_down

# ---------------------------------------------------------------- past enemies

EXTRA = 2
"""The DC's rise per further enemy. (ep.withdraw.extra-enemies)"""


def withdraw(request: Request) -> Plan:
    """Plans a withdrawal from one enemy. A check may also prevent other enemies' reactions.

    Rules: ep.withdraw.action, ep.withdraw.primary, ep.withdraw.primary-silenced, ep.withdraw.always-farther,
    ep.withdraw.direction-only-for-primary, ep.withdraw.listed-speed, ep.withdraw.need-not-leave.
    """
    intent: Withdraw = request.intent
    creature, rules = request.creature, request.rules
    ready(request, "withdraw")
    primary = request.other(intent.from_)
    if creature.ally(primary) or primary is creature:
        raise request.refuse("{primary} is not an enemy of {name}", "withdraw.primary", primary=primary.name)
    if not perceives(creature, primary):
        raise request.refuse("{name} does not perceive {primary}", "withdraw.primary", primary=primary.name)
    if not threatens(request.world, primary, creature):
        raise request.refuse("{primary} does not threaten {name}", "withdraw.primary", primary=primary.name)
    pays = payment_for(request)
    modes = modes_of(request, intent.mode)
    limit = budget_for(rules, creature)
    options = MoveOptions(modes=modes, stepover=steps_over(request, False))
    path: tuple[Square, ...] | None = intent.path
    if path is None and intent.to is not None:
        path = away(request, primary, field_of(request.world, creature, options), limit, goal(request, intent.to))
    way = route(request, options, limit, path=path, kind="withdraw", silenced=frozenset({primary.name}))
    far = squares_between(rules, primary.box, creature.box)
    for stride in way.strides:
        now = squares_between(rules, primary.box, creature.at(stride.to))
        if now <= far:
            raise request.refuse(
                "each step of a withdrawal must lead away from {primary}; {place} does not",
                "withdraw.farther",
                place=request.shown(stride.to),
                primary=primary.name,
            )
        far = now
    noted = TurnUpdate(creature.name, remember=OtherMovement(withdrew=True))
    check = slipping(request, primary, way)
    return Plan([noted, check, way] if check is not None else [noted, way], pays, rules.cite("withdraw"))


def away(request: Request, primary: Creature, grid: Field, limit: MovementBudget, goal_cube: Cube) -> tuple[Cube, ...]:
    """Returns the preferred path with every step away from the enemy `primary`."""
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
            "every path to {place} has a step that does not move away from {primary}",
            "withdraw.farther",
            "withdraw",
            place=request.shown(goal_cube),
            primary=primary.name,
        )
    return arrival.path


def farther_by_step(request: Request, primary: Creature, grid: Field, most: int) -> dict[Cube, Bitboard]:
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
    """Returns the check against reactions of the enemies in `also`; None without any.

    Rules: ep.withdraw.others-check, ep.withdraw.extra-enemies, ep.withdraw.unperceived.
    """
    intent: Withdraw = request.intent
    creature, rules = request.creature, request.rules
    spaces = [creature.box, *(creature.at(stride.to) for stride in walk.strides)]
    others = [request.other(name) for name in dict.fromkeys(intent.also)]
    for other in others:
        reason = not_to_be_slipped(request, primary, other, spaces)
        if reason is not None:
            raise request.refuse(
                "{name} cannot slip away from {other}: {why}", "withdraw.others", other=other.name, why=Message(reason)
            )
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
        creature.name, "movement", creature.skill("movement"), dc, rules.cite("withdraw.others"), margins=margins
    )


def not_to_be_slipped(request: Request, primary: Creature, other: Creature, spaces: list[Box]) -> str | None:
    """Returns why no check prevents the reaction of `other` to a withdrawal; else None.

    (ep.withdraw.unperceived)
    """
    creature = request.creature
    if other is primary:
        return _("that is the enemy to withdraw from")
    if other is creature or creature.ally(other):
        return _("that is not an enemy")
    if perceives(creature, other) and not any(reaches_box(request.world, other, space) for space in spaces):
        return _("that enemy does not threaten the path")
    return None


def reacts(request: Request, enemy: Creature, here: Cube) -> bool:
    """True if the enemy could make an opportunity attack on the mover at `here`."""
    world, mover = request.world, request.creature
    if enemy.side == mover.side or not can_threaten(world, enemy) or not has_reaction(world, enemy):
        return False
    return perceives(enemy, mover) and reaches_box(world, enemy, mover.at(here))


def acrobatics(request: Request, met: Meeting) -> Check:
    """Returns the Acrobatics check to pass an enemy without its reaction."""
    creature = request.creature
    bonus = creature.skill("acrobatics", "tumble")
    silenced = PassOutcome(met.walk, met.foe.name, silenced=True)
    cited = request.rules.cite("tumble")
    return Check(creature.name, "acrobatics", bonus, met.foe.own(Maneuvers).defense, cited, success=[silenced])


TUMBLE = PassRule(
    "tumble", lambda request: ready(request, "tumble"), lambda request: [], acrobatics, answers=reacts, ahead=True
)
"""A check against each reacting enemy.

(ep.internal-flank.tumble, ep.stepover.smaller-may-leave)
"""


def closed_to(request: Request) -> list[Creature]:
    creature, rules = request.creature, request.rules
    return [
        other
        for other in request.world.creatures
        if other is not creature
        and not helpless(rules, other)
        and size_gap(creature, other) > -2
        and not overlap(creature.box, other.box)
        and not rules.space.access(rules, creature, other, MoveOptions()).enter
    ]


def at_the_end(request: Request) -> list[Creature]:
    end = last_square(request)
    if end is None:
        return []
    return [other for other in closed_to(request) if overlap(request.creature.at(end), other.box)]


def forcing_in(kind: str, what: str, bonus: Callable[[Creature], int]) -> Callable[[Request, Meeting], Check]:

    def check(request: Request, met: Meeting) -> Check:
        creature, cited = request.creature, request.rules.cite(kind)
        halt = Halt(english("{name} fails to enter the space of {foe}", name=creature.name, foe=met.foe.name), cited)
        return Check(creature.name, what, bonus(creature), met.foe.own(Maneuvers).defense, cited, failure=[halt])

    return check


CLAMBER = PassRule(
    "clamber",
    lambda request: ready(request, "clamber"),
    at_the_end,
    forcing_in("clamber", "might", lambda creature: creature.skill("might")),
    MoveOptions(stop_among=True),
    nobody=_("there is no creature on that path for {name} to clamber onto"),
)
"""Into an enemy's space to stay. (ep.reach.entering-hostile-space, ep.stepover.smaller-cannot-enter,
ep.reach.passing-through-hostile-space)"""

OVERRUN = PassRule(
    "overrun",
    lambda request: ready(request, "overrun"),
    closed_to,
    forcing_in("overrun", "overrun", lambda creature: creature.own(Maneuvers).offense),
    nobody=_("there is no creature on that path for {name} to overrun"),
)
"""Through an enemy's space.

(ep.reach.passing-through-hostile-space, ep.stepover.smaller-cannot-enter, ep.collision.deliberate-ramming)
"""


def last_square(request: Request) -> Cube | None:
    """Returns the cube where the intent's path or destination ends; None if it has neither."""
    intent: Clamber | Overrun = request.intent
    if intent.path is None:
        return None if intent.to is None else goal(request, intent.to)
    here: Cube | None = None
    for square in intent.path:
        here = resolve_height(request, square, request.creature.cube if here is None else here)
    return here


def jump(request: Request) -> Plan:
    """Plans a jump onto the back of a bigger creature. (ep.3d.standing-on-creature)"""
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
        raise request.refuse("there is no creature at {place} to jump onto", "jump", place=[x, y])
    to: Cube = (x, y, max(other.box.z1 for other in beneath) + 1)
    squares = squares_between(rules, creature.box, creature.at(to))
    limit = budget_for(rules, creature)
    if squares > limit.of("walk"):
        raise request.refuse("{name} cannot jump {squares} feet", "speed.limit", squares=squares * rules.unit)
    if any(overlap(creature.at(to), other.box) for other in world.creatures if other is not creature):
        raise request.refuse("there is no room at {place}", "ceiling", "walk.through", place=request.shown(to))
    walk = Walk([], kind="jump", airborne=True)
    here = creature.cube
    for number in range(1, squares + 1):
        there = between(here, to, number, squares)
        if not forced_room(world, creature, there):
            raise request.refuse(
                "there is no room at {place}", "ceiling", "terrain.blocked", place=request.shown(there)
            )
        walk.strides.append(Stride(there, 1, "walk", shown="jump", rules=rules.cite("jump")))
    return Plan([walk], pays, rules.cite("jump"))


def between(here: Cube, to: Cube, number: int, squares: int) -> Cube:
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
    """Plans a jump down from a height. (ep.fall.jump-first-ten, ep.fall.jump-check, ep.water.dive)"""
    ready(request, "leap")
    plan = moving.leap(request)
    plan.acts.insert(0, TurnUpdate(request.creature.name, remember=OtherMovement(leapt=True)))
    return plan


# ---------------------------------------------------------------- the 5-foot step

SEES: dict[str, frozenset[str]] = {
    "dim": frozenset({"darkvision", "low-light", "low-light-vision", "blindsight", "truesight"}),
    "dark": frozenset({"darkvision", "blindsight", "truesight"}),
}
"""Senses that see in each light. (ep.step.no-concealed)"""


@dataclass(slots=True)
class Entitlement:
    """The right to a 5-foot step: its cost, and the acts that use it."""

    acts: list[Act] = field(default_factory=list)
    pays: tuple[str, ...] = ()


def step(request: Request) -> Plan:
    """Plans a 5-foot step, by the first of four rules that allows it.

    Rules: ep.step.free-step, ep.step.timing, ep.step.four-routes.
    """
    intent: Step = request.intent
    able_to_move(request)
    if isinstance(attempt(lambda: on_its_feet(request)), Forbidden):
        raise request.refuse("{name} is prone; crawling allows no 5-foot step", "step.listed")
    entitlement = ROUTES[intent.by](request)
    way = square(request, intent)
    way.quiet = True
    way.own = False
    return Plan([*entitlement.acts, way], entitlement.pays, request.rules.cite("step", f"step.{intent.by}"))


def by_rest(request: Request) -> Entitlement:
    """Returns the right to a 5-foot step without other movement in the turn.

    Rules: ep.step.rest-condition, ep.step.rest-own-will, ep.step.rest-once, ep.run.no-step, ep.withdraw.no-step.
    """
    creature, turn = request.creature, request.creature.turn
    other = creature.own(OtherMovement)
    if turn.stepped:
        raise request.refuse("{name} already took its 5-foot step this turn", "step.once", "step")
    if turn.moved or turn.teleported or turn.ran or other != OtherMovement():
        topics = [f"step.after-{kind}" for kind, done in (("ran", turn.ran), ("withdrew", other.withdrew)) if done]
        raise request.refuse("{name} already moved this turn and cannot take a 5-foot step", *topics, "step.rest")
    if turn.stood and request.rules.setting("step-after-standing") == "barred":
        raise request.refuse("{name} already stood up this turn and cannot take a 5-foot step", "step.rest")
    return Entitlement([TurnUpdate(creature.name, stepped=True)])


def by_full_attack(request: Request) -> Entitlement:
    """Returns the right to a 5-foot step for one attack of a full attack. It is the worst attack.

    Rules: ep.step.full-attack-trade, ep.step.full-attack-shared-budget, ep.step.full-attack-any-order,
    ep.step.full-attack-not-movement, ep.step.full-attack-class-cap.
    """
    creature = request.creature
    budget = FullAttackBudget.of(request.rules, creature)
    pays: tuple[str, ...] = ()
    acts: list[Act] = []
    if not budget.is_open:
        paid = attempt(lambda: payment_for(request, key="full-attack"))
        if isinstance(paid, Forbidden):
            raise request.refuse(
                "{name} cannot pay for a full attack, so it cannot trade one attack for a 5-foot step",
                "step.full-attack",
                "step.routes",
            )
        pays = paid
        acts.append(opening(creature))
    if budget.tradable < 1:
        raise request.refuse("{name} has no attack left to trade for a 5-foot step", "step.budget", "step.full-attack")
    acts.append(TurnUpdate(creature.name, remember=OpenFullAttack(traded=1)))
    return Entitlement(acts, pays)


def by_feature(request: Request) -> Entitlement:
    """Returns the right to a 5-foot step that one of the creature's features grants. (ep.step.feature)"""
    creature = request.creature
    used = creature.own(OtherMovement).features
    left = request.rules.actions.per_turn if request.free else creature.turn.actions
    for number, (uses, cost) in enumerate(creature.own(Training).step_features):
        way = () if cost in ("free", "none", "") else (cost,)
        if used.count(number) < uses and affordable(left, way):
            return Entitlement(
                [TurnUpdate(creature.name, remember=OtherMovement(steps=1, features=(number,)))],
                () if request.free else way,
            )
    raise request.refuse("{name} has no unused feature that grants a 5-foot step", "step.feature", "step.routes")


def by_action_point(request: Request) -> Entitlement:
    """Returns the right to a 5-foot step for one action point. (ep.step.action-point)"""
    if isinstance(attempt(lambda: pay_with_point(request)), Forbidden):
        raise request.refuse("{name} has no action point left", "step.action-point", "step.routes")
    return Entitlement(
        [spend_point(request.creature), TurnUpdate(request.creature.name, remember=OtherMovement(steps=1))]
    )


ROUTES = {"rest": by_rest, "full-attack": by_full_attack, "feature": by_feature, "action-point": by_action_point}


def square(request: Request, intent: Step) -> Walk:
    """Returns the walk of a 5-foot step onto a neighbouring square, visible and not difficult.

    Rules: ep.step.no-difficult, ep.step.no-concealed, ep.step.slow-creatures, ep.step.listed-speed,
    ep.difficult.no-step.
    """
    creature, rules = request.creature, request.rules
    there = resolve_height(request, intent.to, creature.cube)
    light(request, there)
    grid(request, creature, there)
    modes = modes_of(request, intent.mode)
    speeds = rules.movement.speeds(rules, creature)
    asked = ("walk",) if rules.setting("slow-step") == "walk-speed" else modes or tuple(speeds)
    if all(speeds.get(mode, 0) <= 5 for mode in asked):
        heavy = ("load.zero",) if weighed_down(rules, creature) else ()
        raise request.refuse("{name} is too slow: a 5-foot step needs a speed above 5 feet", "step.slow", *heavy)
    if rough(request, creature, there):
        return quick_enough(request, hovering(request, there, modes))
    others = tuple(speeds) if modes is None and rules.setting("slow-step") == "type-used" else ()
    ways = (partial(by_mode, request, intent.to, mode) for mode in (intent.mode, *others))
    return first_lawful(
        ways, request.refuse("{name} is too slow: a 5-foot step needs a speed above 5 feet", "step.slow")
    )


def by_mode(request: Request, to: Square, mode: str | None) -> Walk:
    """Returns the walk of a 5-foot step in `mode`, by default the best."""
    return quick_enough(request, one_square(request, to, mode, stepover=steps_over(request, False)))


def quick_enough(request: Request, way: Walk) -> Walk:
    """Returns the walk. A 5-foot step needs a mode with a speed above 5 feet.

    (ep.step.slow-creatures)
    """
    creature, rules = request.creature, request.rules
    speeds = rules.movement.speeds(rules, creature)
    way.alter(squares=1)
    for stride in way.strides:
        slow = speeds.get(stride.mode, 0) <= 5
        if slow and not stride.collides and rules.setting("slow-step") == "type-used":
            raise request.refuse("{name} is too slow: a 5-foot step needs a speed above 5 feet", "step.slow")
    return way


def light(request: Request, there: Cube) -> None:
    """Refuses a 5-foot step into a square that is too dark for the creature to see."""
    senses = request.creature.body.senses
    for x, y in entered(request.creature, there):
        if (x, y) in request.world.board:
            seen = SEES.get(request.world.board.tile(x, y).light)
            if seen is not None and not senses & seen:
                raise request.refuse(
                    "a 5-foot step cannot enter {place}: {name} cannot see it", "step.concealed", place=[x, y]
                )


def grid(request: Request, creature: Creature, there: Cube) -> None:
    """Refuses a 5-foot step into difficult terrain or, by a house rule, out of it."""
    hovers = creature.speed.hover
    if rough(request, creature, there) and not hovers:
        dead = the_dead_lie(request, entered(creature, there), there[2])
        raise request.refuse(
            "a 5-foot step cannot enter the difficult ground at {place}",
            "step.difficult",
            *(("squeeze.dead",) if dead else ()),
            place=request.shown(there),
        )
    leaves = hard(request, footprint(creature.size.side, creature.cube), creature.cube[2])
    if leaves and not hovers and request.rules.setting("step-out-of-difficult") == "barred":
        raise request.refuse("a 5-foot step cannot start on difficult ground", "step.difficult")


def rough(request: Request, creature: Creature, there: Cube) -> bool:
    """True if a step to `there` enters squares that are difficult terrain for the creature."""
    return not creature.has("incorporeal") and hard(request, entered(creature, there), there[2])


def hard(request: Request, squares: list[tuple[int, int]], z: int) -> bool:
    """True if one of the squares is difficult or impeded at the height `z`."""
    board = request.world.board
    if the_dead_lie(request, squares, z):
        return True
    for x, y in squares:
        if (x, y) in board:
            tile = board.tile(x, y)
            low = tile.floor <= z < tile.floor + max(tile.water, 1)
            if low and (tile.terrain in ("difficult", "impeded") or tile.obstacle):
                return True
    return False


def the_dead_lie(request: Request, squares: list[tuple[int, int]], z: int) -> bool:
    """True if a corpse makes one of the squares difficult terrain. (ep.squeeze.dead)"""
    if request.rules.setting("corpse-terrain") != "difficult":
        return False
    bodies = (other.box for other in request.world.creatures if is_ground(request.rules, other))
    return any(contains(box, (x, y, z)) for box in bodies for x, y in squares)


def hovering(request: Request, there: Cube, modes: tuple[Mode, ...] | None) -> Walk:
    """Returns the walk of a 5-foot step of a hovering creature over difficult terrain."""
    neighbour(request, there)
    base = budget_for(request.rules, request.creature)
    limit = base._replace(limits=tuple((mode, 9) for mode, squares in base.limits if squares))
    options = MoveOptions(modes=modes, stepover=steps_over(request, False), unhurried=True)
    return route(request, options, limit, path=(there,), kind="step")


def entered(creature: Creature, there: Cube) -> list[tuple[int, int]]:
    side = creature.size.side
    held = footprint(side, creature.cube)
    return [square for square in footprint(side, there) if square not in held]
