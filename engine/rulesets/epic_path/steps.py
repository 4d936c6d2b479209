"""The 5-foot step and its four routes."""

from dataclasses import dataclass, field
from functools import partial

from ....components.intents import Square, Step
from ....components.plan import Act, TurnUpdate
from ....components.position import Cube, Mode
from ...geometry.boxes import contains, footprint
from ...legality.maneuver import able_to_move, on_its_feet
from ...legality.pathing import LawfulPath, find_way, modes_of
from ...legality.planners.ordinary_moves import neighbour, one_square
from ...legality.request import attempt, first_lawful, payment_for, resolve_height
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import budget_for
from ...rules.payment import affordable
from ...rules.ruleset import Request
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from .components import OpenFullAttack, OtherMovement, Training
from .full_attack import FullAttackBudget, opening
from .moves import pay_with_point, spend_point, steps_over
from .space import is_ground
from .speeds import weighed_down

SEES: dict[str, frozenset[str]] = {
    "dim": frozenset({"darkvision", "low-light", "low-light-vision", "blindsight", "truesight"}),
    "dark": frozenset({"darkvision", "blindsight", "truesight"}),
}
"""The senses that see normally in dim light or darkness. (ep.step.no-concealed)"""


@dataclass(slots=True)
class Title:
    """What entitles a creature to a step, and the step's cost."""

    acts: list[Act] = field(default_factory=list)
    pays: tuple[str, ...] = ()


def step(request: Request) -> Plan:
    """Plans one square without opportunity attacks, by one of the four routes.

    Rules: ep.step.free-step, ep.step.timing, ep.step.four-routes.
    """
    intent: Step = request.intent
    creature = request.creature
    able_to_move(request)
    if isinstance(attempt(lambda: on_its_feet(request)), Forbidden):
        raise request.refuse(f"{creature.name} lies on the ground, and crawling has no listed speed", "step.listed")
    title = ROUTES[intent.by](request)
    way = square(request, intent)
    way.pays = title.pays
    way.walk.quiet = True
    way.walk.own = False
    return way.plan(request, "step", f"step.{intent.by}", before=title.acts)


def by_rest(request: Request) -> Title:
    """The step by rest: no other movement by its own will in the round, and no second step of this kind.

    Rules: ep.step.rest-condition, ep.step.rest-own-will, ep.step.rest-once, ep.run.no-step, ep.withdraw.no-step.
    """
    creature, turn = request.creature, request.creature.turn
    other = creature.own(OtherMovement)
    if turn.stepped:
        raise request.refuse(f"{creature.name} has taken its 5-foot step this turn", "step.once", "step")
    if turn.moved or turn.teleported or turn.ran or other != OtherMovement():
        topics = [f"step.after-{kind}" for kind, done in (("ran", turn.ran), ("withdrew", other.withdrew)) if done]
        raise request.refuse(f"{creature.name} has moved this turn and cannot take a 5-foot step", *topics, "step.rest")
    if turn.stood and request.rules.setting("step-after-standing") == "barred":
        raise request.refuse(f"{creature.name} has stood up this turn and cannot take a 5-foot step", "step.rest")
    return Title([TurnUpdate(creature.name, stepped=True)])


def by_full_attack(request: Request) -> Title:
    """The step for an attack of the full attack, the worst first.

    The step declares the full attack if none is open yet and both actions are available. Rules:
    ep.step.full-attack-trade, ep.step.full-attack-shared-budget, ep.step.full-attack-any-order,
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
                f"{creature.name} has no full attack to trade attacks from", "step.full-attack", "step.routes"
            )
        pays = paid
        acts.append(opening(creature))
    if budget.tradable < 1:
        raise request.refuse(
            f"{creature.name} has no attack left to trade for a step", "step.budget", "step.full-attack"
        )
    acts.append(TurnUpdate(creature.name, remember=OpenFullAttack(traded=1)))
    return Title(acts, pays)


def by_feature(request: Request) -> Title:
    """The step that a feature grants, at the feature's own cost and number of uses. (ep.step.feature)"""
    creature = request.creature
    used = creature.own(OtherMovement).features
    left = request.rules.actions.per_turn if request.free else creature.turn.actions
    for number, (uses, cost) in enumerate(creature.own(Training).step_features):
        way = () if cost in ("free", "none", "") else (cost,)
        if used.count(number) < uses and affordable(left, way):
            return Title(
                [TurnUpdate(creature.name, remember=OtherMovement(steps=1, features=(number,)))],
                () if request.free else way,
            )
    raise request.refuse(
        f"{creature.name} has no feature left that grants a 5-foot step", "step.feature", "step.routes"
    )


def by_action_point(request: Request) -> Title:
    """The step for an action point, and for the move action that the point would have given. (ep.step.action-point)"""
    if isinstance(attempt(lambda: pay_with_point(request)), Forbidden):
        raise request.refuse(f"{request.creature.name} has no action point left", "step.action-point", "step.routes")
    return Title([spend_point(request.creature), TurnUpdate(request.creature.name, remember=OtherMovement(steps=1))])


ROUTES = {"rest": by_rest, "full-attack": by_full_attack, "feature": by_feature, "action-point": by_action_point}


def square(request: Request, intent: Step) -> LawfulPath:
    """The square of a step: adjacent, not difficult, in sight, by a mode that is fast enough.

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
        raise request.refuse(f"{creature.name} is too slow for 5-foot steps", "step.slow", *heavy)
    if rough(request, creature, there):
        return quick_enough(request, hovering(request, there, modes))
    others = tuple(speeds) if modes is None and rules.setting("slow-step") == "type-used" else ()
    ways = (partial(by_mode, request, intent.to, mode) for mode in (intent.mode, *others))
    return first_lawful(ways, request.refuse(f"{creature.name} is too slow for 5-foot steps", "step.slow"))


def by_mode(request: Request, to: Square, mode: str | None) -> LawfulPath:
    """The square of a step by a mode, or by whatever serves best."""
    return quick_enough(request, one_square(request, to, mode, stepover=steps_over(request, False)))


def quick_enough(request: Request, way: LawfulPath) -> LawfulPath:
    """The way of a step, unless the mode used is too slow for steps. (ep.step.slow-creatures)"""
    creature, rules = request.creature, request.rules
    speeds = rules.movement.speeds(rules, creature)
    for stride in way.walk.strides:
        stride.squares = 1
        slow = speeds.get(stride.mode, 0) <= 5
        if slow and not stride.collides and rules.setting("slow-step") == "type-used":
            raise request.refuse(f"{creature.name} is too slow for 5-foot steps", "step.slow")
    return way


def light(request: Request, there: Cube) -> None:
    """Refuses a step into a square that the creature cannot see into."""
    senses = request.creature.body.senses
    for x, y in entered(request.creature, there):
        if (x, y) in request.world.board:
            seen = SEES.get(request.world.board.tile(x, y).light)
            if seen is not None and not senses & seen:
                raise request.refuse(f"{[x, y]} is concealed from {request.creature.name}", "step.concealed")


def grid(request: Request, creature: Creature, there: Cube) -> None:
    """Refuses a step onto difficult ground, and by a switch off it."""
    hovers = creature.speed.hover
    if rough(request, creature, there) and not hovers:
        dead = the_dead_lie(request, entered(creature, there), there[2])
        raise request.refuse(
            f"no 5-foot step leads onto the difficult ground at {request.shown(there)}",
            "step.difficult",
            *(("squeeze.dead",) if dead else ()),
        )
    leaves = hard(request, footprint(creature.size.side, creature.cube), creature.cube[2])
    if leaves and not hovers and request.rules.setting("step-out-of-difficult") == "barred":
        raise request.refuse("no 5-foot step leads off difficult ground", "step.difficult")


def rough(request: Request, creature: Creature, there: Cube) -> bool:
    """Whether the squares entered hamper a creature on the ground."""
    return not creature.has("incorporeal") and hard(request, entered(creature, there), there[2])


def hard(request: Request, squares: list[tuple[int, int]], z: int) -> bool:
    """Whether any of some squares is difficult or impeded at a height, obstacles and the dead included."""
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
    """Whether a dead creature makes any of some squares rough ground at a height. (ep.squeeze.dead)"""
    if request.rules.setting("corpse-terrain") != "difficult":
        return False
    bodies = (other.box for other in request.world.creatures if is_ground(request.rules, other))
    return any(contains(box, (x, y, z)) for box in bodies for x, y in squares)


def hovering(request: Request, there: Cube, modes: tuple[Mode, ...] | None) -> LawfulPath:
    """The step of a creature that hovers over ground that hampers others."""
    neighbour(request, there)
    base = budget_for(request.rules, request.creature)
    limit = base._replace(limits=tuple((mode, 9) for mode, squares in base.limits if squares))
    options = MoveOptions(modes=modes, stepover=steps_over(request, False), unhurried=True)
    return find_way(request, limit, options, (there,), None, kind="step")


def entered(creature: Creature, there: Cube) -> list[tuple[int, int]]:
    """The squares under a space at `there` that the creature does not occupy yet."""
    side = creature.size.side
    held = footprint(side, creature.cube)
    return [square for square in footprint(side, there) if square not in held]
