"""Moves, steps, attacks, tumbling, overrunning and squeezing."""

from functools import partial

from ....components.intents import Move, Square, Step
from ....components.plan import Act, Check, ConditionChange, Halt, MoveOptions, PassOutcome, Strike, TurnUpdate, Walk
from ....components.position import Cube
from ...combat.threat import can_threaten, has_reaction, menaces, perceives
from ...field.field import field_of
from ...field.reach import Reach
from ...field.shapes import LEAST, cramped
from ...legality import route as pathing
from ...legality.planners import moves as moving
from ...legality.request import attempt, begin_movement, limit_topics, payment_for
from ...legality.route import paid_route
from ...messages import _, english
from ...rules.budget import ENDLESS, MovementBudget, budget_for
from ...rules.ruleset import AttackRoll, Request, World
from ...search.best_path import Rank, Route, rank_of
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..memories import Build, FullRound, OverrunAttempt
from ..shared.d20 import ability_modifier
from ..shared.spaces import Meeting, PassRule, barred_foes, size_gap, through

# ---------------------------------------------------------------- moves and steps


def move(request: Request) -> Plan:
    """Plans a move. The house rule `double-move` says whether a double move is one movement or two.

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
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "double")
    modes = pathing.modes_of(request, intent.mode)
    pays = payment_for(request, key="double")
    options = MoveOptions(modes=modes, stepover=False)
    limit = budget_for(rules, creature)
    path = intent.path
    if path is None:
        if intent.to is None:
            raise request.refuse("a move needs a path or a destination", "path")
        path = best_halfway(request, options, limit, pathing.goal(request, intent.to))
        if path is None:
            raise request.refuse(
                "{name} cannot reach {place} with two moves", *limit_topics(request), place=request.shown(intent.to)
            )
    walks = split(request, options, limit, path)
    return Plan([*walks], pays, rules.cite("double"))


def split(request: Request, options: MoveOptions, limit: MovementBudget, path: tuple[Square, ...]) -> list[Walk]:
    """Splits a double move's path into two walks, the first as long as possible."""
    rules = request.rules
    refused: Forbidden | None = None
    for count in range(len(path), -1, -1):
        first = attempt(partial(pathing.route, request, options, limit, path=path[:count], kind="move"))
        if isinstance(first, Forbidden):
            refused = refused or first
            continue
        if count == len(path):
            return [first]
        parity = (limit.parity + first.flips) % len(rules.grid.diagonal_cycle)
        parity = parity if rules.grid.count_scope == "turn" else 0
        start = first.path[-1] if first.path else request.creature.cube
        again = limit._replace(parity=parity)
        second = attempt(partial(pathing.route, request, options, again, path=path[count:], kind="move", start=start))
        if not isinstance(second, Forbidden):
            return [first, second]
        refused = second if count else refused
    raise refused or request.refuse("the path is longer than two moves", *limit_topics(request))


def best_halfway(request: Request, options: MoveOptions, limit: MovementBudget, place: Cube) -> tuple[Cube, ...] | None:
    grid = field_of(request.world, request.creature, options)
    whole = Reach(grid, limit)
    direct = whole.get_arrival(place)
    if direct is not None:
        return direct.path
    best: tuple[int, Rank] | None = None
    found: tuple[Cube, ...] | None = None
    for cube, arrival in whole.arrivals():
        if not arrival.can_stop:
            continue
        onward = Reach(grid, limit, start=cube).get_arrival(place)
        if onward is None or (best is not None and arrival.squares + onward.squares > best[0]):
            continue
        path = arrival.path + onward.path
        drawn = tuple(dict.fromkeys((*arrival.opportunities, *onward.opportunities)))
        rank = (
            arrival.squares + onward.squares,
            rank_of(Route(path, drawn), request.creature.cube, whole.harm),
        )
        if best is None or rank < best:
            best, found = rank, path
    return found


def step(request: Request) -> Plan:
    """Plans a 5-foot step in a round without other movement.

    (srd.step.one-square, srd.step.no-opportunity, srd.step.difficult-terrain, srd.reach.approach-by-step)
    """
    return moving.step(request, square)


def square(request: Request, intent: Step) -> Walk:
    """Returns the walk of a 5-foot step onto a neighbouring square."""
    try:
        found = moving.one_square(request, intent.to, intent.mode)
    except Forbidden:
        if request.rules.setting("step-into-difficult") != "allowed":
            raise
        costly = attempt(lambda: at_any_price(request, intent))
        if isinstance(costly, Forbidden):
            raise
        found = costly
    found.alter(squares=1)
    if request.rules.setting("tiny-entry-by-step") != "provokes":
        found.alter(entering=())
    return found


def at_any_price(request: Request, intent: Step) -> Walk:
    base = budget_for(request.rules, request.creature)
    modes = pathing.modes_of(request, intent.mode)
    there = moving.neighbour(request, intent.to)
    limit = base._replace(limits=tuple((mode, ENDLESS if squares else 0) for mode, squares in base.limits))
    options = MoveOptions(modes=modes, stepover=False)
    return pathing.route(request, options, limit, path=(there,), kind="step")


# ---------------------------------------------------------------- squeezing by skill

ESCAPE_DC = 30
"""Per square under half the width."""


def under_half(world: World, creature: Creature, anchor: Cube) -> bool:
    """True if the place is narrower than half the creature's width. An ordinary squeeze needs more."""
    made = field_of(world, creature, MoveOptions(stepover=False)).ground
    return not made.layout.bit(anchor) & made.enterable


def squeeze(request: Request) -> Plan:
    """Plans a move through narrow gaps, with a check for each very narrow square.

    (srd.squeeze.under-half-escape-artist)
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "move")
    if creature.is_any(rules.movement.crawlers):
        raise request.refuse("{name} is not standing and cannot squeeze by skill", "squeeze.skill")
    way, pays = paid_route(request, MoveOptions(least=LEAST, stepover=False), kind="squeeze")
    cited = rules.cite("squeeze.skill")
    bonus = creature.body.skills.get("escape-artist", ability_modifier(creature, "dexterity"))
    for number, stride in enumerate(way.strides):
        if not under_half(request.world, creature, stride.to):
            continue
        follow: list[Act] = [] if stride.check is None else [stride.check]
        failure = Halt(
            english("{name} fails to enter {place}", name=creature.name, place=request.shown(stride.to)), cited
        )
        check = Check(creature.name, "escape-artist", bonus, ESCAPE_DC, cited, success=follow, failure=[failure])
        way.strides[number] = stride._replace(check=check)
    return Plan([way], pays, rules.cite("squeeze.skill"))


# ---------------------------------------------------------------- attacks


def prepaid(creature: Creature, do: str) -> bool:
    return do == "attack" and creature.own(FullRound).strikes_left > 0


def drawn(request: Request) -> tuple[Act, int | None] | None:
    """Returns (act that counts a strike, None) in an open full attack; else None.

    (srd.small.attack-own-square, srd.small.enter-to-attack, srd.occupancy.friend-no-cover)
    """
    creature = request.creature
    if not prepaid(creature, "attack"):
        return None
    return TurnUpdate(creature.name, remember=FullRound(strikes_left=-1)), None


def opening(request: Request, first: Strike | None) -> list[Act]:
    """Returns the acts that begin a full attack, with its first strike. (srd.actions.full-round-leaves-step)"""
    left = request.rules.attacks.whole(request.creature) - (first is not None)
    taken = TurnUpdate(request.creature.name, remember=FullRound(taken=True, strikes_left=max(left, 0)))
    return [taken] if first is None else [taken, first]


def no_dexterity(blow: AttackRoll) -> None:
    """Removes the Dexterity bonus from the defence of a target in a very narrow place.

    (srd.squeeze.under-half-ac, asc.squeeze.under-half-penalties)
    """
    bonus = ability_modifier(blow.target, "dexterity")
    if bonus > 0 and cramped(blow.world, blow.target):
        blow.to_defence.append(("no dexterity", -bonus))


# ---------------------------------------------------------------- tumbling and overruns

STRAIGHT = MoveOptions(stepover=False)
THROUGH = 25
"""The DC to tumble through an opponent's square."""
PAST = 15
"""Past an opponent without its attack."""
FURTHER = 2
SIZE_STEP = 4
"""Per size above medium, in an overrun."""
STABLE = 4
"""For more than two legs."""


def in_the_way(request: Request) -> list[Creature]:
    return [foe for foe in barred_foes(request, STRAIGHT) if not foe.ally(request.creature)]


def cannot_tumble(request: Request) -> None:
    creature = request.creature
    if request.rules.setting("tumble", "check") == "off":
        raise request.refuse("the house rules do not allow tumbling past opponents", "tumble")
    begin_movement(request, "move")
    if creature.prone:
        raise request.refuse("{name} is prone and cannot tumble", "tumble")
    if "tumble" not in creature.body.skills and "tumble" not in creature.body.trained:
        raise request.refuse("{name} is not trained in tumble", "tumble")


def answers(request: Request, foe: Creature, here: Cube) -> bool:
    """True if the enemy `foe` could make an opportunity attack on the mover at `here`."""
    world, mover = request.world, request.creature
    return (
        foe.side != mover.side
        and can_threaten(world, foe)
        and perceives(foe, mover)
        and has_reaction(world, foe)
        and foe.name not in mover.turn.provoked
        and menaces(world, foe, mover.at(here))
    )


def tumbling(request: Request, met: Meeting) -> Check:
    """Returns the check to tumble past an enemy without its opportunity attack."""
    mover, name = request.creature, met.foe.name
    return Check(
        mover.name,
        "tumble",
        mover.skill("tumble"),
        (THROUGH if met.through else PAST) + FURTHER * met.before,
        request.rules.cite("tumble"),
        success=[PassOutcome(met.walk, name, silenced=True)],
        failure=[PassOutcome(met.walk, name, barred=True)] if met.through else [],
    )


TUMBLE = PassRule(
    "tumble",
    cannot_tumble,
    in_the_way,
    tumbling,
    STRAIGHT._replace(modes=("walk",), slow=1),
    answers=answers,
    provokes=True,
)
"""Past or through opponents at half speed, one check each. (srd.occupancy.tumble)"""


def cannot_overrun(request: Request) -> None:
    creature = request.creature
    if request.rules.setting("overrun", "contest") == "off":
        raise request.refuse("the house rules do not allow overruns", "overrun")
    begin_movement(request, "move")
    if creature.prone:
        raise request.refuse("{name} is prone and cannot overrun anyone", "overrun")
    if creature.own(OverrunAttempt).made:
        raise request.refuse("{name} already tried an overrun this round", "overrun")


def strength_contest(request: Request, met: Meeting) -> Check:
    """Returns the check to overrun an enemy: Strength against Strength or Dexterity."""
    mover, foe, cited = request.creature, met.foe, request.rules.cite("overrun")
    stable = STABLE if (foe.own(Build).legs or 0) > 2 else 0
    defence = max(ability_modifier(foe, "strength"), ability_modifier(foe, "dexterity"))
    return Check(
        mover.name,
        "overrun",
        ability_modifier(mover, "strength") + SIZE_STEP * mover.size.rank,
        None,
        cited,
        success=[ConditionChange(foe.name, gains=("prone",), rules=cited)],
        failure=[Halt(english("{foe} stands firm", foe=foe.name), cited)],
        against=foe.name,
        against_bonus=defence + SIZE_STEP * foe.size.rank + stable,
    )


OVERRUN = PassRule(
    "overrun",
    cannot_overrun,
    lambda request: [foe for foe in in_the_way(request) if size_gap(request.creature, foe) <= 1],
    strength_contest,
    STRAIGHT,
    once=False,
    provokes=True,
    late=True,
    most=1,
    too_many=_("an overrun goes through one opponent"),
    nobody=_("an overrun leads through the square of an opponent in the way"),
    opening=lambda request: [TurnUpdate(request.creature.name, remember=OverrunAttempt(made=True))],
)
"""Through one opponent: it strikes, then both roll. Success throws it down; failure ends the movement. A willing
opponent steps aside. (srd.occupancy.overrun)"""

tumble, overrun = through(TUMBLE), through(OVERRUN)
