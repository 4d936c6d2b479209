"""The gate of the d20 games: a step and other movement exclude each other within a turn."""

from ...rules.ruleset import Request

TRAVEL = frozenset({"move", "double", "run", "crawl", "withdraw", "charge", "minimum"})
"""Kinds of movement that take an action."""


def one_step_or_movement(request: Request, kind: str) -> None:
    """Refuses a 5-foot step after other movement, other movement after a step, and a second step."""
    turn, rules, name = request.creature.turn, request.rules, request.creature.name
    if kind in TRAVEL and turn.stepped:
        raise request.refuse(f"{name} has taken a 5-foot step this turn and cannot move besides", "step.closes")
    if kind == "step":
        if turn.moved:
            raise request.refuse(f"{name} has moved this turn and cannot take a 5-foot step", "step.rest", "step")
        if turn.stepped >= int(rules.setting("steps-per-turn", 1)):
            raise request.refuse(f"{name} has taken its 5-foot step this turn", "step.once", "step")
    return
