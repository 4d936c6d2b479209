"""Willing movement at its ordinary pace: moves, crawls, steps, shifts, leaps and the one square of a full round."""

from ....components.intents import Crawl, Leap, Minimum, Move, Shift, Square, Step
from ....components.plan import Act, Drop, TurnUpdate
from ...navigation.occupied_grid import MoveOptions
from ...rules.distances import step_of
from ...rules.movement_budget import budget_for
from ...rules.step_costs import BODY, DIFFICULT, ENDLESS, IMPEDED, MovementBudget
from ...space.elevation import resting_height
from ..pathing import LawfulPath, able_to_move, find_way, modes_of, start_parity
from ..request import Plan, Refusal, Request


def move(ask: Request) -> Plan | Refusal:
    """The ordinary move action."""
    intent: Move = ask.intent
    creature, rules = ask.creature, ask.rules
    if creature.is_any(rules.crawlers) and rules.prone_move == "crawl":
        return crawl(ask)
    refused = able_to_move(ask) or rules.gate(ask, "double" if intent.double else "move")
    if refused is not None:
        return refused
    if creature.is_any(rules.crawlers):
        held = sorted(creature.condition.held & rules.crawlers)[0]
        return ask.refuse(f"{creature.name} is {held}: it can only crawl", "crawl", f"condition.{held}")
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    manner = MoveOptions(modes=modes, stepover=not intent.double)
    return pooled(ask, manner, intent.path, intent.to, kind="move", double=intent.double)


def pooled(
    ask: Request,
    manner: MoveOptions,
    path: tuple[Square, ...] | None,
    to: Square | None,
    *,
    kind: str,
    double: bool = False,
) -> Plan | Refusal:
    """A move that pays for itself: from what an open move action has left, else by a new action."""
    creature, rules, intent = ask.creature, ask.rules, ask.intent
    granted = getattr(intent, "distance", None)
    turn = creature.turn
    if rules.split_moves and turn.pool_open and not ask.free and not double and granted is None:
        limit = budget_for(rules, creature, factor=turn.pool_factor, parity=start_parity(ask), spent=turn.pool_spent)
        way = find_way(ask, limit, manner, path, to, kind=kind)
        if isinstance(way, LawfulPath):
            way.walk.pools = True
            return Plan([way.walk], rules=rules.cite(kind))
        pays = ask.pay(key=kind if kind in rules.costs else None)
        if isinstance(pays, Refusal):
            return way
    key = "double" if double else ("granted" if granted is not None and "granted" in rules.costs else None)
    pays = ask.pay(key=key)
    if isinstance(pays, Refusal):
        return pays
    most = rules.squares(granted) if granted is not None else None
    limit = budget_for(
        rules,
        creature,
        factor=2 if double else 1,
        most=most,
        exceeds=getattr(intent, "exceeds", False),
        parity=start_parity(ask),
    )
    way = find_way(ask, limit, manner, path, to, kind=kind)
    if isinstance(way, Refusal):
        return way
    way.walk.pools = rules.split_moves and granted is None
    acts: list[Act] = [way.walk]
    if way.walk.pools:
        acts.insert(0, TurnUpdate(creature.name, facts={"opens-pool": 2 if double else 1}))
    return Plan(acts, pays, rules.cite("double" if double else kind))


def crawl(ask: Request) -> Plan | Refusal:
    """Movement while prone."""
    intent: Crawl | Move = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "crawl")
    if refused is not None:
        return refused
    if not creature.is_any(rules.crawlers):
        return ask.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    manner = MoveOptions(modes=("walk",), crawling=True, stepover=False)
    if rules.crawl_squares is None:
        double = getattr(intent, "double", False)
        return pooled(ask, manner, intent.path, intent.to, kind="crawl", double=double)
    pays = ask.pay(key="crawl")
    if isinstance(pays, Refusal):
        return pays
    limit = MovementBudget((("walk", rules.crawl_squares),), parity=start_parity(ask))
    way = find_way(ask, limit, manner, intent.path, intent.to, kind="crawl")
    if isinstance(way, Refusal):
        return way
    return Plan([way.walk], pays, rules.cite("crawl"))


def step(ask: Request) -> Plan | Refusal:
    """A 5-foot step by its common route: no other movement in the round."""
    intent: Step = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "step")
    if refused is not None:
        return refused
    if creature.is_any(rules.crawlers) and rules.prone_move == "refuse":
        held = sorted(creature.condition.held & rules.crawlers)[0]
        return ask.refuse(f"{creature.name} is {held}: it can only crawl", "crawl", f"condition.{held}")
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    found = one_square(ask, intent.to, intent.mode)
    if isinstance(found, Refusal):
        return found
    found.walk.quiet = True
    found.walk.own = False
    return Plan([found.walk, TurnUpdate(creature.name, facts={"stepped": 1})], pays, rules.cite("step"))


def one_square(
    ask: Request,
    to: Square,
    mode: str | None,
    *,
    costly: str = "step.difficult",
    crawling: bool = False,
    stepover: bool = False,
) -> LawfulPath | Refusal:
    """One square at an ordinary square's price, for steps; with `stepover` a bigger mover goes over small ones."""
    creature, rules = ask.creature, ask.rules
    modes = modes_of(ask, mode)
    if isinstance(modes, Refusal):
        return modes
    there = ask.settle(to, creature.cube)
    if max(abs(d) for d in step_of(creature.cube, there)) != 1:
        return ask.refuse(
            f"a 5-foot step goes to a neighbouring square, and {list(there)} is none",
            "step.one-square",
            "step",
        )
    # A step costs what a first square costs; ground that asks for more closes itself to it.
    base = budget_for(rules, creature, parity=start_parity(ask))
    limit = base._replace(
        limits=tuple((m, min(squares, 1)) for m, squares in base.limits),
        last=False,
    )
    manner = MoveOptions(modes=modes, crawling=crawling, stepover=stepover)
    way = find_way(ask, limit, manner, ((*there,),), None, kind="step")
    short = rules.cite(*ask.limits())
    able = any(squares for _, squares in base.limits)
    if isinstance(way, Refusal) and able and short and way.rules[: len(short)] == short:
        return ask.refuse(f"a 5-foot step cannot go into the costly square {list(there)}", costly, "step")
    return way


def shift(ask: Request) -> Plan | Refusal:
    """Careful movement that draws no opportunity attacks."""
    intent: Shift = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "shift")
    if refused is not None:
        return refused
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    pays = ask.pay(key="granted" if intent.distance is not None else None)
    if isinstance(pays, Refusal):
        return pays
    squares = 1 if intent.distance is None else rules.squares(intent.distance)
    limit = budget_for(rules, creature, most=squares, exceeds=intent.exceeds)
    manner = MoveOptions(modes=modes, crawling=creature.prone)
    way = find_way(ask, limit, manner, intent.path, intent.to, kind="shift", quiet=True)
    if isinstance(way, Refusal):
        return way
    if way.trace.features & (DIFFICULT | IMPEDED | BODY):
        return ask.refuse("a shift cannot go into difficult terrain", "shift.difficult")
    return Plan([way.walk], pays, rules.cite("shift"))


def minimum(ask: Request) -> Plan | Refusal:
    """The one square that a full-round action always buys."""
    intent: Minimum = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "minimum")
    if refused is not None:
        return refused
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    there = ask.settle(intent.to, creature.cube)
    if max(abs(d) for d in step_of(creature.cube, there)) != 1:
        return ask.refuse(f"a full round buys a neighbouring square, and {list(there)} is none", "minimum")
    usable = rules.usable_modes(rules, creature) or [("walk", True)]
    limit = MovementBudget(tuple((mode, ENDLESS) for mode, _ in usable))
    manner = MoveOptions(crawling=creature.prone, stepover=False)
    way = find_way(ask, limit, manner, ((*there,),), None, kind="minimum")
    if isinstance(way, Refusal):
        return way
    for stride in way.walk.strides:
        stride.squares = 1
    return Plan([way.walk], pays, rules.cite("minimum"))


def leap(ask: Request) -> Plan | Refusal:
    """A deliberate jump down: out over the edge, then the fall."""
    intent: Leap = ask.intent
    creature, rules, board = ask.creature, ask.rules, ask.world.board
    refused = able_to_move(ask) or rules.gate(ask, "leap")
    if refused is not None:
        return refused
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    here = creature.cube
    x, y = intent.to[0], intent.to[1]
    if (x, y) not in board:
        return ask.refuse(f"{[x, y]} is not on the board", "terrain.blocked")
    if not board.blocked(x, y, here[2]) and resting_height(ask.world, creature, x, y, here[2]) >= here[2]:
        return ask.refuse(f"a leap leads down, and nothing is lower at {[x, y]}", "leap")
    acts: list[Act] = []
    if (x, y) != here[:2]:
        over = (x, y, here[2])
        limit = MovementBudget((("walk", 3), ("fly", 3)))
        way = find_way(ask, limit, MoveOptions(modes=("walk",), pits=True, stepover=False), (over,), None, kind="leap")
        if isinstance(way, Refusal):
            return way
        for stride in way.walk.strides:
            stride.squares = 0
            stride.drops = False
        acts.append(way.walk)
    acts.append(Drop(creature.name, leaping=True, rules=rules.cite("leap")))
    return Plan(acts, pays, rules.cite("leap"))
