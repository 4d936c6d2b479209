"""Squeezing by a check of Dexterity through places between a quarter and half of a creature's width."""

from ....components.plan import Act, Check, Halt, TurnUpdate, Walk
from ...legality.maneuver import begin_movement
from ...legality.planners import ordinary_moves as moving
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request
from ...state.verdict import Plan
from ..d20_srd.squeezing import under_half
from ..shared.abilities import ability_modifier
from .components import TightPlaces

DC = 10
"""The total that the check must reach. (asc.squeeze.under-half-check)"""
LEAST = 4
"""The divisor of the width that gives the least gap: a quarter of it. (asc.squeeze.quarter-limit)"""


def squeeze(request: Request) -> Plan:
    """Plans a move through such gaps, with one check for each action spent on it.

    A failure spends the action and leaves the creature where the narrow part began. (asc.squeeze.under-half-check,
    asc.squeeze.quarter-limit)
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "move")
    options = MoveOptions(least=creature.size.room / LEAST, crawling=creature.prone, stepover=False)
    plan = moving.pooled(request, options, kind="squeeze")
    walk = next(act for act in plan.acts if isinstance(act, Walk))
    opens = any(isinstance(act, TurnUpdate) and act.opens_pool for act in plan.acts)
    action = creature.turn.pools + (1 if opens else 0)
    if action in creature.own(TightPlaces).passed and not request.free:
        return plan
    cited = rules.cite("squeeze.skill")
    inside = under_half(request.world, creature, creature.cube)
    for stride in walk.strides:
        if not inside and not under_half(request.world, creature, stride.to):
            continue
        follow: list[Act] = [] if stride.check is None else [stride.check]
        stride.check = Check(
            creature.name,
            "dexterity",
            ability_modifier(creature, "dexterity"),
            DC,
            cited,
            success=[TurnUpdate(creature.name, remember=TightPlaces(frozenset({action}))), *follow],
            failure=[
                TurnUpdate(creature.name, closes_pool=True),
                Halt(f"{creature.name} does not get into {request.shown(stride.to)}", cited),
            ],
        )
        break
    plan.rules = cited
    return plan
