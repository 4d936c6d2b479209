"""What bars an intent at a point of the turn: the SRD's bars, a step while prone, a second movement action."""

from ...rules.ruleset import Request
from ..d20_srd import turns


def gate(request: Request, kind: str) -> None:
    """Refuses a step besides moving by an action and the reverse; a switch bars steps while prone.

    (asc.step.bars-later-moves, asc.step.not-after-moving, asc.move.no-step, asc.prone.speed)
    """
    turns.gate(request, kind)
    if kind == "step" and request.creature.prone and request.rules.setting("step-while-prone") == "forbidden":
        raise request.refuse(f"{request.creature.name} is prone and cannot take a 5-foot step", "prone")
    if kind == "double" and request.rules.setting("second-move") == "forbidden":
        raise request.refuse("there is one movement action in a turn, and no second", "second-move")
