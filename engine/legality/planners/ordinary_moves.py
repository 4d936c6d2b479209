"""Plans ordinary movement: moves, crawls, steps, shifts, leaps down, one square of a full round."""

from collections.abc import Callable

from ....components.intents import Crawl, Leap, Minimum, Move, Shift, Square, Step
from ....components.plan import ORDINARY, Act, Drop, MoveOptions, TurnUpdate, Walk
from ....components.position import Cube
from ...field.field import field_of
from ...field.support import resting_height
from ...geometry.boxes import step_of
from ...messages import Message, _
from ...rules.budget import ENDLESS, MovementBudget, budget_for, start_parity
from ...rules.ruleset import Request
from ...rules.step_costs import BODY, DIFFICULT, FEATURES, IMPEDED
from ...state.verdict import Forbidden, Plan, Refusal
from ..request import attempt, begin_movement, limit_topics, payment_for, resolve_height
from ..route import descent, modes_of, paid_route, route


def move(request: Request) -> Plan:
    """Plans the ordinary move action."""
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    if creature.is_any(rules.movement.crawlers) and rules.movement.prone_move == "crawl":
        return crawl(request)
    begin_movement(request, "double" if intent.double else "move", upright=True)
    modes = modes_of(request, intent.mode)
    options = MoveOptions(modes=modes, stepover=not intent.double)
    return pooled(request, options, kind="move", double=intent.double)


def pooled(request: Request, options: MoveOptions, *, kind: str, double: bool = False) -> Plan:
    """Plans a move paid from the remainder of an open move action, else by a new action."""
    creature, rules, intent = request.creature, request.rules, request.intent
    granted = getattr(intent, "distance", None)
    quiet = kind == "move" and rules.movement.moves_quietly(rules, getattr(intent, "movement_kind", None))
    turn = creature.turn
    if rules.movement.split_moves and turn.pool_open and not request.free and not double and granted is None:
        limit = budget_for(rules, creature, factor=turn.pool_factor, spent=turn.pool_spent)
        rest = attempt(lambda: route(request, options, limit, kind=kind, quiet=quiet))
        if isinstance(rest, Walk):
            rest.pools = True
            return Plan([rest], rules=rules.cite(kind))
        paid = attempt(lambda: payment_for(request, key=kind if kind in rules.actions.costs else None))
        if isinstance(paid, Forbidden):
            raise rest
    key = "double" if double else ("granted" if granted is not None and "granted" in rules.actions.costs else None)
    pays = payment_for(request, key=key)
    most = rules.squares(granted) if granted is not None else None
    limit = budget_for(
        rules,
        creature,
        factor=2 if double else 1,
        most=most,
        exceeds=getattr(intent, "exceeds", False),
    )
    way = route(request, options, limit, kind=kind, quiet=quiet)
    way.pools = rules.movement.split_moves and granted is None
    acts: list[Act] = [way]
    if way.pools:
        acts.insert(0, TurnUpdate(creature.name, opens_pool=2 if double else 1))
    return Plan(acts, pays, rules.cite("double" if double else kind))


def crawl(request: Request) -> Plan:
    """Plans movement while prone."""
    intent: Crawl | Move = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "crawl")
    if not creature.is_any(rules.movement.crawlers):
        raise request.refuse("{name} is standing and cannot crawl", "crawl")
    options = MoveOptions(modes=("walk",), crawling=True)
    if rules.movement.crawl_squares is None:
        double = getattr(intent, "double", False)
        return pooled(request, options, kind="crawl", double=double)
    budget = MovementBudget((("walk", rules.movement.crawl_squares),), parity=start_parity(rules, creature))
    walk, pays = paid_route(request, options, budget, kind="crawl", key="crawl")
    return Plan([walk], pays, rules.cite("crawl"))


def step(request: Request, square: Callable[[Request, Step], Walk] | None = None) -> Plan:
    """Plans a 5-foot step: no other movement in the round. `square` finds its one square."""
    intent: Step = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "step", upright=rules.movement.prone_move == "refuse")
    pays = payment_for(request)
    walk = one_square(request, intent.to, intent.mode) if square is None else square(request, intent)
    walk.quiet, walk.own = True, False
    return Plan([walk, TurnUpdate(creature.name, stepped=True)], pays, rules.cite("step"))


def neighbour(request: Request, to: Square) -> Cube:
    """The anchor that a step to a square means; refuses one that is not next to the creature."""
    here = request.creature.cube
    there = resolve_height(request, to, here)
    if max(abs(d) for d in step_of(here, there)) == 1:
        return there
    raise request.refuse(
        "a 5-foot step moves to a neighbouring square; {place} is not one",
        "step.one-square",
        "step",
        place=request.shown(there),
    )


def one_square(
    request: Request,
    to: Square,
    mode: str | None,
    *,
    crawling: bool = False,
    stepover: bool = False,
) -> Walk:
    """The path of one square at an ordinary square's cost, for steps; with `stepover` a bigger mover passes over small
    ones."""
    creature, rules = request.creature, request.rules
    modes = modes_of(request, mode)
    there = neighbour(request, to)
    # A step covers a first square's cost; ground that costs more is closed to it.
    base = budget_for(rules, creature)
    limit = base._replace(
        limits=tuple((m, min(squares, 1)) for m, squares in base.limits),
        last=False,
    )
    options = MoveOptions(modes=modes, crawling=crawling, stepover=stepover)
    try:
        return route(request, options, limit, path=((*there,),), kind="step")
    except Forbidden as refused:
        short = rules.cite(*limit_topics(request))
        able = any(squares for _, squares in base.limits)
        if able and short and refused.refusal.rules[: len(short)] == short:
            dearer = refused.refusal.rules[len(short) :]
            rough = not set(dearer).isdisjoint(rules.cite("cost.difficult", "cost.impeded"))
            met = [word for word in FEATURES if (cited := rules.cite(f"cost.{word}")) and set(cited) <= set(dearer)]
            named = rules.cite("step.difficult" if rough else "step.dear", *(f"step.{word}" for word in met)) or dearer
            if not set(dearer).isdisjoint(rules.cite("cost.later-diagonal")):  # by earlier movement of the turn
                named += rules.cite("step.later-diagonal")
            cited = tuple(dict.fromkeys((*named, *rules.cite("step"))))
            text = _("a 5-foot step cannot enter {place}: the square costs more than 5 feet")
            sentence = Message(text, {"place": request.shown(there)})
            raise Forbidden(Refusal(cited, sentence)) from None
        raise


def shift(request: Request) -> Plan:
    """Plans careful movement that draws no opportunity attacks."""
    intent: Shift = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "shift")
    squares = 1 if intent.distance is None else rules.squares(intent.distance)
    options = MoveOptions(modes=modes_of(request, intent.mode), crawling=creature.prone)
    budget = budget_for(rules, creature, most=squares, exceeds=intent.exceeds)
    key = "granted" if intent.distance is not None else None
    way, pays = paid_route(request, options, budget, kind="shift", key=key, quiet=True)
    if way.features & (DIFFICULT | IMPEDED | BODY):
        raise request.refuse("a shift cannot go into difficult terrain", "shift.difficult")
    return Plan([way], pays, rules.cite("shift"))


def minimum(request: Request) -> Plan:
    """Plans the one square that a full-round action always pays for."""
    intent: Minimum = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "minimum")
    pays = payment_for(request)
    there = resolve_height(request, intent.to, creature.cube)
    if max(abs(d) for d in step_of(creature.cube, there)) != 1:
        raise request.refuse(
            "a full round of movement reaches a neighbouring square; {place} is not one",
            "minimum",
            place=request.shown(there),
        )
    usable = rules.movement.usable_modes(rules, creature) or [("walk", True)]
    limit = MovementBudget(tuple((mode, ENDLESS) for mode, _ in usable))
    options = MoveOptions(crawling=creature.prone, stepover=False)
    way = route(request, options, limit, path=((*there,),), kind="minimum")
    way.alter(squares=1)
    return Plan([way], pays, rules.cite("minimum"))


def leap(request: Request) -> Plan:
    """Plans a deliberate jump down: out over the edge, then the fall."""
    intent: Leap = request.intent
    creature, rules, board = request.creature, request.rules, request.world.board
    begin_movement(request, "leap", upright=True)
    pays = payment_for(request)
    here = creature.cube
    x, y = intent.to[0], intent.to[1]
    if (x, y) not in board:
        raise request.refuse("{place} is not on the board", "path", place=[x, y])
    wall = creature.size.side == 1 and board.blocked(x, y, here[2])
    if not wall and resting_height(request.world, creature, x, y, here[2]) >= here[2]:
        raise request.refuse("a leap must go down; {place} is not lower", "leap", place=[x, y])
    acts: list[Act] = []
    over = (x, y, here[2])
    if (x, y) != here[:2]:
        limit = MovementBudget((("walk", 3), ("fly", 3)))
        way = route(request, MoveOptions(modes=("walk",), pits=True, stepover=False), limit, path=(over,), kind="leap")
        way.alter(squares=0, drops=False)
        acts.append(way)
    descent(request, field_of(request.world, creature, ORDINARY), over)
    acts.append(Drop(creature.name, leaping=True, rules=rules.cite("leap")))
    return Plan(acts, pays, rules.cite("leap"))
