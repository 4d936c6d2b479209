"""Plans forced movement: its cap by speed, and what a push does to creatures in the ground."""

from ....components.intents import Forced
from ....components.plan import Act, ForcedMove, Harm
from ...legality.planners.pushes import force as ordinary
from ...rules.movement_budget import speeds_now
from ...rules.ruleset import Request
from ...space.forced_steps import squares_left
from ...state.verdict import Plan
from .line_of_effect import beneath


def force(request: Request) -> Plan:
    """Plans a push, pull or slide, with its effects through ground and falls.

    (ds.burrow.forced-not-moved, ds.burrow.forced-damage, ds.burrow.forced-vertical, ds.fall.forced-down)
    """
    intent: Forced = request.intent
    rules, world = request.rules, request.world
    plan = ordinary(request)
    target = world.named[intent.target]
    for act in plan.acts:
        if isinstance(act, ForcedMove):
            act.airborne = intent.changes_height
            most = max(speeds_now(rules, target).values(), default=0)
            if act.distance > most and rules.setting("cap_binds_forced_movement") is True:
                act.distance = most
                plan.rules += rules.cite("cap")
    if not beneath(world.board, target.box):
        return plan
    upright = intent.changes_height
    if rules.setting("vertical_means") == "direction":
        steps = [act.steps for act in plan.acts if isinstance(act, ForcedMove)]
        upright = bool(steps) and all(cube[:2] == target.cube[:2] for way in steps for cube in way)
    if upright:
        plan.rules += rules.cite("forced.upright")
        for act in plan.acts:
            if isinstance(act, ForcedMove):
                act.rules += rules.cite("forced.upright")
        return plan
    squares = len(intent.path) if intent.path is not None else rules.squares(intent.distance)
    if rules.setting("underground_push_ignores_stability") is not True:
        squares = min(squares, squares_left(rules, target, intent.distance))
    cited = rules.cite("forced.underground")
    acts: list[Act] = [Harm(target.name, str(squares), "underground", rules=cited)] if squares else []
    return Plan(acts, plan.pays, cited)
