"""Willing movement: moves, runs, steps, shifts, crawls, charges and the one square of a full round."""

from dataclasses import dataclass, field, replace

from ...components.intents import Charge, Crawl, Leap, Minimum, Move, Run, Shift, Square, Step
from ...components.motion import Act, Drop, Note, Pose, Strike, Walk
from ...components.position import Cube
from .. import straightness
from ..distance import overlap
from ..footing import Footing, Manner, footing_of
from ..geometry import step_of
from ..policies.speeds import allowance
from ..pricing import Allowance
from ..reach import reach_of
from .ask import Ask, Plan, Refusal
from .crossing import crossed
from .tracing import Trace, follow


@dataclass(slots=True)
class Way:
    """A path found lawful, and the walk it makes."""

    walk: Walk
    trace: Trace
    footing: Footing
    path: list[Cube] = field(default_factory=list)
    start: Cube = (0, 0, 0)


def modes_of(ask: Ask, mode: str | None) -> tuple[str, ...] | Refusal | None:
    """The modes that an intent restricts itself to."""
    if mode is None:
        return None
    if mode not in ask.rules.modes:
        known = ", ".join(sorted(ask.rules.modes))
        return ask.refuse(f"{mode!r} is no way of moving; there are {known}", "mode")
    usable = dict(ask.rules.usable_modes(ask.rules, ask.creature))
    if mode not in usable:
        return ask.refuse(f"{ask.creature.name} has no {mode} speed", f"mode.{mode}", "mode")
    return (mode,)


def able_to_move(ask: Ask) -> Refusal | None:
    """Why the creature cannot move at all, if it cannot."""
    creature, rules = ask.creature, ask.rules
    if creature.out:
        return ask.refuse(f"{creature.name} is out of the fight", "downed")
    for condition in sorted(creature.condition.held & (rules.immobile | rules.unable)):
        return ask.refuse(f"{creature.name} is {condition} and cannot move", "immobile", f"condition.{condition}")
    return None


def find_way(
    ask: Ask,
    limit: Allowance,
    manner: Manner,
    path: tuple[Square, ...] | None,
    to: Square | None,
    *,
    kind: str,
    quiet: bool = False,
    silenced: frozenset[str] = frozenset(),
    ends_anywhere: bool = False,
    start: Cube | None = None,
) -> Way | Refusal:
    """The lawful walk along `path`, or the preferred one to `to`, from where the mover is or from `start`."""
    creature, rules = ask.creature, ask.rules
    footing = footing_of(ask.world, creature, manner)
    here = creature.cube if start is None else start
    cubes: list[Cube] = []
    if path is not None:
        if not path and kind != "move":
            return ask.refuse(f"{ask.intent.do} needs a path", "path")
        for square in path:
            here = ask.settle(square, here)
            cubes.append(here)
    elif to is not None:
        found = choose_path(ask, footing, limit, to, quiet=quiet, silenced=silenced)
        if isinstance(found, Refusal):
            return found
        cubes = found
    else:
        return ask.refuse(f"{ask.intent.do} needs a path or a place to go to", "path")
    trace = follow(ask, footing, limit, cubes, start)
    if isinstance(trace, Refusal):
        return trace
    walk = Walk(trace.squares, kind=kind, quiet=quiet, silenced=set(silenced))
    way = Way(walk, trace, footing, cubes, creature.cube if start is None else start)
    if rules.crossing_checks:
        ask_checks(ask, way)
    if rules.entering_provokes and not quiet:
        lay_open(ask, way)
    if not ends_anywhere:
        refused = ending(ask, way, limit)
        if refused is not None:
            return refused
    return way


def ask_checks(ask: Ask, way: Way) -> None:
    """Put the checks that edges and tiles ask for on the steps that cross them."""
    here = way.start
    for stride in way.walk.strides:
        if stride.mode != "fly" and stride.check is None and not way.footing.ground.frame.ghostly:
            stride.check = crossed(ask, here, stride.to)
        here = stride.to


def lay_open(ask: Ask, way: Way) -> None:
    """Note on each step the enemies whose space a very small mover enters with it."""
    mover = ask.creature
    if mover.size.room >= 5:
        return
    here = way.start
    for stride in way.walk.strides:
        stride.entering = tuple(
            other.name
            for other in ask.world.creatures
            if other.side != mover.side
            and overlap(other.box, mover.at(stride.to))
            and not overlap(other.box, mover.at(here))
        )
        here = stride.to


def choose_path(
    ask: Ask,
    footing: Footing,
    limit: Allowance,
    to: Square,
    *,
    quiet: bool = False,
    silenced: frozenset[str] = frozenset(),
) -> list[Cube] | Refusal:
    """The preferred path to a place, by the contract's order of ties."""
    creature = ask.creature
    reach = reach_of(footing, limit, quiet, silenced)
    place = goal(ask, to)
    arrival = reach.get_arrival(place)
    if arrival is None:
        endless = replace(limit, limits=tuple((mode, 4096) for mode, _ in limit.limits))
        if reach_of(footing, endless, True).get_arrival(place) is not None:
            return ask.refuse(f"{creature.name} has not enough movement to get to {list(place)}", "speed.limit")
        return ask.refuse(f"there is no way for {creature.name} to {list(place)}", *why_closed(footing, place), "path")
    return list(arrival.path)


def why_closed(footing: Footing, place: Cube) -> tuple[str, ...]:
    """Topics that say why a place cannot be entered from anywhere."""
    from ..footing import anchors_over

    bit = footing.lattice.bit(place)
    for other, passing in footing.passings:
        if not passing.enter and anchors_over(footing.lattice, other.box, footing.creature.size.side) & bit:
            return (passing.rule,)
    return () if bit & footing.ground.enterable else ("terrain.blocked",)


def goal(ask: Ask, to: Square) -> Cube:
    """The anchor that a `to` without height means."""
    if len(to) == 3:
        return (to[0], to[1], to[2])
    here = ask.creature.cube
    return ask.settle((to[0], to[1], 0), here) if len(to) == 3 else level_goal(ask, to, here)


def level_goal(ask: Ask, to: Square, here: Cube) -> Cube:
    """The anchor at rest over a square, or at the mover's own height if it is in the air or underground."""
    from .ask import lifted, resting_height

    x, y = to[0], to[1]
    if (x, y) not in ask.world.board or lifted(ask.world, ask.creature, here):
        return (x, y, here[2])
    return (x, y, resting_height(ask.world, ask.creature, x, y, 4096))


def ending(ask: Ask, way: Way, limit: Allowance) -> Refusal | None:
    """Why the walk may not end where it ends, if it may not; what stopping there costs is put on it."""
    footing, trace, rules = way.footing, way.trace, ask.rules
    if not trace.squares:
        return None
    last = trace.squares[-1]
    if last.drops or last.collides:
        return None
    bit = footing.lattice.bit(last.to)
    if not bit & footing.stoppable():
        left = max((squares for _, squares in limit.limits), default=0) - trace.cost
        if rules.pause is not None and rules.pause(ask, footing, last.to, left):
            way.walk.resting = False
            return None
        for other, passing in footing.passings:
            from ..footing import anchors_over

            if anchors_over(footing.lattice, other.box, ask.creature.size.side) & bit and not passing.stop:
                return ask.refuse(
                    f"{ask.creature.name} may not stop in the space of {other.name}",
                    "space.no-stop",
                    passing.rule,
                )
        if bit & footing.ground.air:
            return ask.refuse(f"nothing holds {ask.creature.name} up at {list(last.to)}", "mode.fly", "mode")
        return ask.refuse(f"{list(last.to)} holds as many creatures as it can", "space.capacity", "space.no-stop")
    if not rules.stop_in_obstacle and bit & footing.obstructed():
        onward = footing.leaving(last.to, trace.parity)
        if onward is not None and trace.cost + onward > max((most for _, most in limit.limits), default=0):
            return ask.refuse(
                f"{ask.creature.name} may not stop in the obstacle at {list(last.to)} without the movement to leave it",
                "obstacle.stop",
            )
    if bit & footing.crowd.shared and rules.sharing_surcharge and last.squares < 1 + rules.sharing_surcharge:
        extra = 1 + rules.sharing_surcharge - last.squares
        bound = max((squares for _, squares in limit.limits), default=0)
        if trace.cost + extra > bound:
            return ask.refuse(
                f"{ask.creature.name} has not enough movement left to squeeze in at {list(last.to)}",
                "squeeze.cost",
                "speed.limit",
            )
        last.squares += extra
        trace.cost += extra
    return None


def start_parity(ask: Ask) -> int:
    """The place in the diagonal cycle at which a movement starts."""
    return ask.creature.turn.parity if ask.rules.count_scope == "turn" else 0


def move(ask: Ask) -> Plan | Refusal:
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
    manner = Manner(modes=modes, stepover=not intent.double)  # type: ignore[arg-type]
    return pooled(ask, manner, intent.path, intent.to, kind="move", double=intent.double)


def pooled(
    ask: Ask,
    manner: Manner,
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
        limit = allowance(rules, creature, factor=turn.pool_factor, parity=start_parity(ask), spent=turn.pool_spent)
        way = find_way(ask, limit, manner, path, to, kind=kind)
        if isinstance(way, Way):
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
    limit = allowance(
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
        acts.insert(0, Note(creature.name, facts={"opens-pool": 2 if double else 1}))
    return Plan(acts, pays, rules.cite("double" if double else kind))


def run(ask: Ask, *, stepover: bool = False) -> Plan | Refusal:
    """An all-out run; with `stepover` a bigger runner goes over small ones."""
    intent: Run = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "run")
    if refused is not None:
        return refused
    for condition in sorted(creature.condition.held & rules.run_bar):
        return ask.refuse(f"{creature.name} is {condition} and cannot run", "run.posture", "run")
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    factor = rules.run_factor(rules, creature)
    limit = allowance(rules, creature, factor=factor, parity=start_parity(ask))
    manner = Manner(modes=modes or ("walk",), stepover=stepover)  # type: ignore[arg-type]
    line = str(rules.setting("run-line", rules.setting("run-path", rules.run_line)))
    here = creature.cube
    straight = line in ("eight", "straight") or (line == "any" and rules.run_line != "any")
    way: Way | Refusal
    if intent.path is None and intent.to is not None and straight:
        there = ask.settle(intent.to, here)
        paths = [straight_path(here, there)]
        if line == "any":
            paths = [straightness.segment(here, there, half) for half in (0, 1)]
        way = ask.refuse("a run goes in one straight line", "run.line")
        for path in paths:
            if path is not None and not isinstance(way, Way):
                way = find_way(ask, limit, manner, path, None, kind="run")
    else:
        way = find_way(ask, limit, manner, intent.path, intent.to, kind="run")
    if isinstance(way, Refusal):
        return way
    refused = run_ground(ask, way) or run_straight(ask, way, line)
    if refused is not None:
        return refused
    speeds = rules.speeds(rules, creature)
    way.walk.careless = True
    way.walk.rate = speeds.get("walk", 0) * factor
    # The line of the run counts from its start, so that it is known even if the run is cut short.
    acts: list[Act] = [way.walk, Note(creature.name, facts={"ran": 1})]
    if way.walk.strides:
        end = way.walk.strides[-1].to
        acts.insert(0, Note(creature.name, bearing=(end[0] - here[0], end[1] - here[1])))
    return Plan(acts, pays, rules.cite("run"))


def straight_path(here: Cube, there: Cube) -> tuple[Cube, ...] | None:
    """The squares of the straight way along one of the eight directions, None where there is none."""
    dx, dy, _ = step_of(here, there)
    if dx and dy and abs(dx) != abs(dy):
        return None
    count = max(abs(dx), abs(dy))
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    return tuple((here[0] + sx * i, here[1] + sy * i, here[2]) for i in range(1, count + 1))


def run_ground(ask: Ask, way: Way) -> Refusal | None:
    """Nobody runs or charges over hampering ground."""
    from ..pricing import DIFFICULT, IMPEDED

    if way.trace.features & (DIFFICULT | IMPEDED):
        return ask.refuse(
            f"{ask.creature.name} cannot {ask.intent.do} across difficult terrain",
            f"{ask.intent.do}.difficult",
        )
    return None


def run_straight(ask: Ask, way: Way, line: str) -> Refusal | None:
    """Whether a run keeps to the line that its ruleset asks for."""
    squares = [stride.to for stride in way.walk.strides]
    if line == "straight":
        line = "eight"
    elif line == "any" and ask.rules.run_line == "any":
        line = "free"
    if not straightness.is_straight(ask.creature.cube, squares, line):  # type: ignore[arg-type]
        return ask.refuse(f"a {ask.intent.do} goes in one straight line", f"{ask.intent.do}.line", "run.line")
    return None


def crawl(ask: Ask) -> Plan | Refusal:
    """Movement while prone."""
    intent: Crawl | Move = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "crawl")
    if refused is not None:
        return refused
    if not creature.is_any(rules.crawlers):
        return ask.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    manner = Manner(modes=("walk",), crawling=True, stepover=False)
    if rules.crawl_squares is None:
        double = getattr(intent, "double", False)
        return pooled(ask, manner, intent.path, intent.to, kind="crawl", double=double)
    pays = ask.pay(key="crawl")
    if isinstance(pays, Refusal):
        return pays
    limit = Allowance((("walk", rules.crawl_squares),), parity=start_parity(ask))
    way = find_way(ask, limit, manner, intent.path, intent.to, kind="crawl")
    if isinstance(way, Refusal):
        return way
    return Plan([way.walk], pays, rules.cite("crawl"))


def step(ask: Ask) -> Plan | Refusal:
    """A 5-foot step by its common route: no other movement in the round."""
    intent: Step = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able_to_move(ask) or rules.gate(ask, "step")
    if refused is not None:
        return refused
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    found = one_square(ask, intent.to, intent.mode)
    if isinstance(found, Refusal):
        return found
    found.walk.quiet = True
    found.walk.own = False
    return Plan([found.walk, Note(creature.name, facts={"stepped": 1})], pays, rules.cite("step"))


def one_square(
    ask: Ask, to: Square, mode: str | None, *, costly: str = "step.difficult", crawling: bool = False
) -> Way | Refusal:
    """One square at an ordinary square's price, for steps."""
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
    base = allowance(rules, creature, parity=start_parity(ask))
    limit = replace(
        base,
        limits=tuple((m, 1 if listed_square(squares) else squares) for m, squares in base.limits),
        last=False,
    )
    manner = Manner(modes=modes, crawling=crawling, stepover=False)  # type: ignore[arg-type]
    way = find_way(ask, limit, manner, ((*there,),), None, kind="step")
    if isinstance(way, Refusal) and rules.cite("speed.limit") == way.rules:
        return ask.refuse(f"a 5-foot step cannot go into the costly square {list(there)}", costly, "step")
    return way


def listed_square(squares: int) -> bool:
    """Whether an allowance covers a square at all."""
    return squares >= 1


def shift(ask: Ask) -> Plan | Refusal:
    """Careful movement that draws no opportunity attacks."""
    from ..pricing import BODY, DIFFICULT, IMPEDED

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
    limit = allowance(rules, creature, most=squares, exceeds=intent.exceeds)
    manner = Manner(modes=modes, crawling=creature.prone)  # type: ignore[arg-type]
    way = find_way(ask, limit, manner, intent.path, intent.to, kind="shift", quiet=True)
    if isinstance(way, Refusal):
        return way
    if way.trace.features & (DIFFICULT | IMPEDED | BODY):
        return ask.refuse("a shift cannot go into difficult terrain", "shift.difficult")
    return Plan([way.walk], pays, rules.cite("shift"))


def charge(ask: Ask) -> Plan | Refusal:
    """A straight move of up to twice the speed to a square in reach, then one strike."""
    from ..threat import strikes_reach

    intent: Charge = ask.intent
    creature, rules = ask.creature, ask.rules
    target = ask.other(intent.target)
    if isinstance(target, Refusal):
        return target
    refused = able_to_move(ask) or rules.gate(ask, "charge")
    if refused is not None:
        return refused
    if creature.prone:
        return ask.refuse(f"{creature.name} is prone and cannot charge", "charge")
    if target.side == creature.side:
        return ask.refuse(f"{target.name} is no enemy of {creature.name}", "charge")
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    limit = allowance(rules, creature, factor=2, parity=start_parity(ask))
    manner = Manner(modes=modes, charging=True, stepover=False)  # type: ignore[arg-type]
    path = intent.path if intent.path is not None else charge_path(ask, target.name)
    if isinstance(path, Refusal):
        return path
    way = find_way(ask, limit, manner, path, None, kind="charge")
    if isinstance(way, Refusal):
        return way
    refused = run_ground(ask, way) or run_straight(ask, way, "eight" if intent.path is not None else "free")
    if refused is not None:
        return refused
    last = way.walk.strides[-1] if way.walk.strides else None
    end = last.to if last is not None else creature.cube
    if not (last is not None and last.collides) and not strikes_reach(ask.world, creature, target, creature.at(end)):
        return ask.refuse(f"{target.name} is not in reach from {list(end)}", "charge")
    way.walk.careless = True
    way.walk.rate = 2 * rules.speeds(rules, creature).get("walk", 0)
    acts: list[Act] = [
        way.walk,
        Strike(creature.name, target.name, rules=rules.cite("charge")),
        Note(creature.name, facts={"charged": 1}),
    ]
    return Plan(acts, pays, rules.cite("charge"))


def charge_path(ask: Ask, name: str) -> tuple[Cube, ...] | Refusal:
    """The shortest of the eight straight ways at whose end the target is in reach."""
    from ..threat import span_of, strikes_reach

    creature, target = ask.creature, ask.world.named[name]
    here = creature.cube
    farthest = max((squares for _, squares in allowance(ask.rules, creature, factor=2).limits), default=0)
    most, side, box = max(span_of(ask.rules, creature).most, 0), creature.size.side, target.box
    west, east = box.x0 - most - side + 1, box.x1 + most
    north, south = box.y0 - most - side + 1, box.y1 + most
    for count in range(1, farthest + 1):
        for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            there = (here[0] + dx * count, here[1] + dy * count, here[2])
            # whatever way reach is counted, no axis may lie beyond it
            if not (west <= there[0] <= east and north <= there[1] <= south):
                continue
            if strikes_reach(ask.world, creature, target, creature.at(there)):
                found = straight_path(here, there)
                if found is not None:
                    return found
    return ask.refuse(f"no straight line brings {creature.name} to {name}", "charge")


def minimum(ask: Ask) -> Plan | Refusal:
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
    usable = rules.usable_modes(rules, creature) or [("walk", True)]
    limit = Allowance(tuple((mode, 4096) for mode, _ in usable))
    manner = Manner(crawling=creature.prone, stepover=False)
    way = find_way(ask, limit, manner, ((*there,),), None, kind="minimum")
    if isinstance(way, Refusal):
        return way
    for stride in way.walk.strides:
        stride.squares = 1
    return Plan([way.walk], pays, rules.cite("minimum"))


def leap(ask: Ask) -> Plan | Refusal:
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
    acts: list[Act] = []
    if (x, y) != here[:2]:
        over = (x, y, here[2])
        limit = Allowance((("walk", 3), ("fly", 3)))
        way = find_way(ask, limit, Manner(modes=("walk",), pits=True, stepover=False), (over,), None, kind="leap")
        if isinstance(way, Refusal):
            return way
        for stride in way.walk.strides:
            stride.squares = 0
            stride.drops = False
        acts.append(way.walk)
    acts.append(Drop(creature.name, leaping=True, rules=rules.cite("leap")))
    return Plan(acts, pays, rules.cite("leap"))


def fell_prone(name: str) -> Pose:
    """The act of landing flat."""
    return Pose(name, gains=("prone",))
