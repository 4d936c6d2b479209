"""Plans a move with another creature carried in the mover's own space and set down beside it at the end."""

from ....components.intents import Carry
from ....components.plan import Act, MoveOptions, SetDown
from ....components.position import Cube
from ...combat.threat import natural_reach
from ...field.forced_steps import dangerous, harmful, settle_forced
from ...field.places import may_be_set_down, place_for
from ...geometry.boxes import Box
from ...rules.distances import squares_between
from ...rules.movement_budget import budget_for
from ...rules.ruleset import Request
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..request import begin_movement, on_its_feet, payment_for
from ..route import modes_of, route, start_parity
from .single_actions import unseen


def carry(request: Request) -> Plan:
    """Plans a move with another creature in the mover's space, whoever it is."""
    begin_movement(request, "carry")
    on_its_feet(request)
    return take_along(request, request.other(request.intent.target))


def take_along(request: Request, carried: Creature) -> Plan:
    """The plan of carrying, once the mover may move and the carried creature accepts it.

    The carried creature must be within reach, moves with the carrier square by square, and is set down in the first
    adjacent square in row order that is clear and safe, or in the one that `set_down` names. (pf2.carried.same-path,
    pf2.carried.no-split-danger)
    """
    intent: Carry = request.intent
    creature, rules = request.creature, request.rules
    if carried is creature:
        raise request.refuse("{name} cannot carry itself", "carry")
    if squares_between(rules, creature.box, carried.box) > max(natural_reach(rules, creature), 1):
        raise request.refuse("{carried} is out of {name}'s reach", "reach", carried=carried.name)
    if not rules.threat.line(rules, request.world.board, creature.box, carried.box):
        raise unseen(request, carried)
    pays = payment_for(request)
    options = MoveOptions(modes=modes_of(request, intent.mode), without=frozenset({carried.name}))
    budget = budget_for(rules, creature, parity=start_parity(request))
    if intent.speed is not None:
        budget = budget._replace(limits=tuple((mode, rules.squares(intent.speed)) for mode, _ in budget.limits))
    walk = route(request, options, budget, path=intent.path, kind="carry")
    walk.carries, walk.inside = carried.name, True
    walk.silenced.add(carried.name)
    acts: list[Act] = [walk]
    rides = carried.condition.mount == creature.name
    reached = [stride.to for stride in walk.strides if not stride.collides]
    if reached and not rides:
        to = set_down_at(request, carried, creature.at(reached[-1]))
        acts.append(SetDown(creature.name, to, named=intent.set_down is not None))
    return Plan(acts, pays, rules.cite_any("carry"))


def set_down_at(request: Request, carried: Creature, space: Box) -> Cube:
    """The place where the carried creature will be set down."""
    intent: Carry = request.intent
    creature, world = request.creature, request.world
    if intent.set_down is None:
        place = place_for(world, creature, space, carried)
        if place is None:
            raise request.refuse("there is no room to set {carried} down", "carry.set-down", carried=carried.name)
        if harmful(world, carried, place):
            raise alone_in_danger(request, carried, place)
        return place
    x, y, *level = intent.set_down
    z = level[0] if level else settle_forced(world, carried, (x, y), (*carried.cube[:2], space.z0))[2]
    there = (x, y, z)
    if squares_between(request.rules, space, carried.at(there)) != 1:
        raise request.refuse("{place} is not beside {name}", "carry.set-down", place=request.shown(there))
    if not may_be_set_down(world, creature, space, carried, there):
        raise request.refuse(
            "there is no room for {carried} at {place}",
            "carry.set-down",
            carried=carried.name,
            place=request.shown(there),
        )
    if dangerous(world, carried, there):
        raise alone_in_danger(request, carried, there)
    return there


def alone_in_danger(request: Request, carried: Creature, there: Cube) -> Forbidden:
    """The refusal to set the carried creature down where it alone would come to harm. (pf2.carried.no-split-danger)"""
    name, place = request.creature.name, request.shown(there)
    return request.refuse(
        "{name} cannot set {carried} down in danger at {place} and stay out of it",
        "carry.danger",
        name=name,
        carried=carried.name,
        place=place,
    )


__all__ = ["carry", "take_along"]
