"""Move actions: Strides, Tumble Through, standing up, carrying."""

from ....components.intents import Carry, Move
from ....components.plan import Check, Halt, Walk
from ...geometry.boxes import overlap
from ...legality.maneuver import Maneuver, able_to_move, begin_movement, pay_and_find
from ...legality.pathing import LawfulPath, find_way, modes_of
from ...legality.planners import carrying_along
from ...legality.planners import ordinary_moves as moving
from ...legality.planners import single_actions as acting
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import ENDLESS, MovementBudget, modes_now
from ...rules.ruleset import Request, Ruleset
from ...rules.step_costs import BODY
from ...space.occupancy import sharers
from ...state.creature import Creature
from ...state.verdict import Plan
from .space import TINY, paused


def precise(rules: Ruleset, scene: str, flagged: bool) -> bool:
    """Whether squares are counted: in encounters, and in exploration flagged as precise. (pf2.move.when-precise)"""
    if scene == "encounter":
        return True
    return flagged and rules.setting("precise_movement", "scene_flag") == "scene_flag"


def stride(request: Request) -> Plan:
    """Plans a Stride, Fly, Swim, Climb or Burrow: up to the speed, with the creature's modes."""
    intent: Move = request.intent
    if not intent.path and intent.to is None and paused(request.world, request.creature):
        raise request.refuse(f"{request.creature.name} must leave the space that it shares", "pass.end-action")
    if not request.world.precise:
        return wander(request)
    plan = moving.move(request)
    if forced(request.rules, intent.movement_kind):
        for act in plan.acts:
            if isinstance(act, Walk):
                act.own = False
        plan.rules = (*plan.rules, *request.rules.cite("forced.unclear"))
    return plan


def forced(rules: Ruleset, kind: str | None) -> bool:
    """Whether a move counts as forced and draws no reactions: by its intent, else by the switch.

    (pf2.forced.unclear)
    """
    return (kind or rules.setting("movement_kind", "voluntary")) == "forced"


def wander(request: Request) -> Plan:
    """Plans movement where squares are not counted: it costs nothing and goes as far as a way leads."""
    intent: Move = request.intent
    able_to_move(request)
    if request.creature.prone:
        raise request.refuse(f"{request.creature.name} is prone: it can only crawl", "crawl")
    modes = modes_of(request, intent.mode)
    limit = MovementBudget(tuple((mode, ENDLESS) for mode, _ in modes_now(request.rules, request.creature)))
    way = find_way(request, limit, MoveOptions(modes=modes), intent.path, intent.to, kind="move")
    for square in way.walk.strides:
        square.squares, square.flips, square.rules = 0, False, request.rules.cite("precise")
    return Plan([way.walk], (), request.rules.cite("precise"))


def stand(request: Request) -> Plan:
    """Plans getting up, with no other creature in the space.

    Tiny creatures do not count unless the switch tiny_blocks_standing says so; riders and mounts, and shared objects,
    never do. (pf2.prone.no-stand)
    """
    tiny_count = request.rules.setting("tiny_blocks_standing", False) is True
    creature = request.creature
    if creature.prone:
        for other in sharers(request.world, creature):
            small = other.size.rank <= TINY or creature.size.rank <= TINY
            if not other.has("object") and (tiny_count or not small):
                raise request.refuse(
                    f"{creature.name} cannot stand up while {other.name} is in its space", "stand.room"
                )
    return acting.stand(request)


# ---------------------------------------------------------------- tumbling


def tumble(request: Request) -> Plan:
    """Plans a Tumble Through: a Stride through enemies' squares, each entered by an Acrobatics check.

    The squares are difficult terrain; on a failure the movement ends before them. (pf2.pass.unwilling)
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "tumble")
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone: it can only crawl", "crawl")
    hindering = [other for other in request.world.creatures if other is not creature and bars(rules, creature, other)]
    options = MoveOptions(through=frozenset(other.name for other in hindering))
    way = pay_and_find(request, Maneuver(kind="tumble", options=options))
    ask_for_checks(request, way, hindering)
    return way.plan(request, "tumble")


def bars(rules: Ruleset, creature: Creature, other: Creature) -> bool:
    """Whether only tumbling leads through the other's squares."""
    if other.has("object") or other.has("fills-space"):
        return False
    return not rules.space.access(rules, creature, other, MoveOptions()).enter


def ask_for_checks(request: Request, way: LawfulPath, hindering: list[Creature]) -> None:
    """Put a check on each step that first enters the space of an unwilling creature."""
    creature, rules = request.creature, request.rules
    here = creature.cube
    for square in way.walk.strides:
        first: Check | None = None
        last: Check | None = None
        for other in hindering:
            if overlap(creature.at(square.to), other.box) and not overlap(creature.at(here), other.box):
                cited = rules.cite("tumble")
                check = Check(
                    creature.name,
                    "acrobatics",
                    creature.skill("acrobatics"),
                    10 + other.skill("reflex"),
                    cited,
                    failure=[Halt(f"{creature.name} does not get through the space of {other.name}", cited)],
                )
                if last is not None:
                    last.success = [check]
                first, last = first or check, check
        if first is not None and last is not None:
            if square.check is not None:
                last.success = [square.check]
            square.check = first
        if square.features & BODY and any(overlap(creature.at(square.to), other.box) for other in hindering):
            of_things = rules.cite("cost.body")  # the mover pays for the creature passed, not for a body
            square.rules = tuple(rule for rule in square.rules if rule not in of_things)
        here = square.to


# ---------------------------------------------------------------- carrying


def carry(request: Request) -> Plan:
    """Plans a move with another creature in the mover's space, set down beside it at the end.

    (pf2.carried.is-forced)
    """
    intent: Carry = request.intent
    creature = request.creature
    begin_movement(request, "carry")
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone: it can only crawl", "crawl")
    carried = request.other(intent.target)
    return carrying_along.take_along(request, carried)
