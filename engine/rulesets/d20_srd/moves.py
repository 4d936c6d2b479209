"""Plans moves and 5-foot steps, and a double move as one movement or two; there is no long jump."""

from functools import partial

from ....components.intents import Move, Square, Step
from ....components.plan import TurnUpdate, Walk
from ....components.position import Cube
from ...geometry.directions import row_order
from ...legality import pathing
from ...legality.maneuver import begin_movement
from ...legality.planners import ordinary_moves as moving
from ...legality.request import attempt, limit_topics, payment_for
from ...navigation.occupied_grid import occupied_grid_of
from ...navigation.reach import Reach
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import ENDLESS, MovementBudget, budget_for
from ...rules.ruleset import Request
from ...state.verdict import Forbidden, Plan


def move(request: Request) -> Plan:
    """The move action; a double move is one movement of twice the speed, or two (switch `double-move`).

    (srd.actions.double-move)
    """
    intent: Move = request.intent
    if (
        intent.double
        and request.rules.setting("double-move") == "separate"
        and not request.creature.is_any(request.rules.movement.crawlers)
    ):
        return two_moves(request)
    return moving.move(request)


def two_moves(request: Request) -> Plan:
    """A double move as two movements, each within the speed and ending where the creature may stay."""
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "double")
    modes = pathing.modes_of(request, intent.mode)
    pays = payment_for(request, key="double")
    options = MoveOptions(modes=modes, stepover=False)
    limit = budget_for(rules, creature, parity=pathing.start_parity(request))
    path = intent.path
    if path is None:
        if intent.to is None:
            raise request.refuse("move needs a path or a place to go to", "path")
        path = best_halfway(request, options, limit, pathing.goal(request, intent.to))
        if path is None:
            raise request.refuse(
                f"two moves do not get {creature.name} to {request.shown(intent.to)}", *limit_topics(request)
            )
    walks = split(request, options, limit, path)
    return Plan([*walks], pays, rules.cite("double"))


def split(request: Request, options: MoveOptions, limit: MovementBudget, path: tuple[Square, ...]) -> list[Walk]:
    """The path as two walks: the first is the longest that leaves the second lawful."""
    rules = request.rules
    refused: Forbidden | None = None
    for count in range(len(path), -1, -1):
        first = attempt(partial(pathing.find_way, request, limit, options, path[:count], None, kind="move"))
        if isinstance(first, Forbidden):
            refused = refused or first
            continue
        if count == len(path):
            return [first.walk]
        parity = first.trace.parity if rules.grid.count_scope == "turn" else 0
        start = first.path[-1] if first.path else request.creature.cube
        again = limit._replace(parity=parity)
        second = attempt(
            partial(pathing.find_way, request, again, options, path[count:], None, kind="move", start=start)
        )
        if not isinstance(second, Forbidden):
            return [first.walk, second.walk]
        refused = second if count else refused
    raise refused or request.refuse("two moves do not cover that path", *limit_topics(request))


def best_halfway(request: Request, options: MoveOptions, limit: MovementBudget, place: Cube) -> tuple[Cube, ...] | None:
    """The cheapest way of two moves to a place; ties go to the fewest squares, then to row order."""
    grid = occupied_grid_of(request.world, request.creature, options)
    whole = Reach(grid, limit)
    direct = whole.get_arrival(place)
    if direct is not None:
        return direct.path
    best: tuple[int, int, list[tuple[int, int, int]]] | None = None
    found: tuple[Cube, ...] | None = None
    for cube, arrival in whole.arrivals():
        if not arrival.can_stop:
            continue
        onward = Reach(grid, limit, start=cube).get_arrival(place)
        if onward is None or (best is not None and arrival.squares + onward.squares > best[0]):
            continue
        path = arrival.path + onward.path
        rank = (arrival.squares + onward.squares, len(path), [row_order(at) for at in path])
        if best is None or rank < best:
            best, found = rank, path
    return found


def step(request: Request) -> Plan:
    """Plans a 5-foot step: one square that draws no attacks, in a round without other movement.

    Costly squares are closed to it unless the switch `step-into-difficult` opens them; very small
    creatures are safe on entering an enemy's square unless `tiny-entry-by-step` says otherwise.
    (srd.step.one-square, srd.step.no-opportunity, srd.step.difficult-terrain, srd.reach.approach-by-step)
    """
    intent: Step = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "step")
    pays = payment_for(request)
    try:
        found = moving.one_square(request, intent.to, intent.mode)
    except Forbidden:
        if rules.setting("step-into-difficult") != "allowed":
            raise
        costly = attempt(lambda: at_any_price(request, intent))
        if isinstance(costly, Forbidden):
            raise
        found = costly
    for stride in found.walk.strides:
        stride.squares = 1
        if rules.setting("tiny-entry-by-step") != "provokes":
            stride.entering = ()
    found.walk.quiet = True
    found.walk.own = False
    found.pays = pays
    return found.plan(request, "step", after=[TurnUpdate(creature.name, stepped=True)])


def at_any_price(request: Request, intent: Step) -> pathing.LawfulPath:
    """The one square of a step, at any cost."""
    base = budget_for(request.rules, request.creature)
    modes = pathing.modes_of(request, intent.mode)
    there = moving.neighbour(request, intent.to)
    limit = base._replace(limits=tuple((mode, ENDLESS if squares else 0) for mode, squares in base.limits))
    options = MoveOptions(modes=modes, stepover=False)
    return pathing.find_way(request, limit, options, (there,), None, kind="step")
