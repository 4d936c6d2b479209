"""Moves and steps, and the SRD's movements that a switch adds."""

from ....components.position import Cube
from ...geometry.boxes import footprint
from ...legality.planners import ordinary_moves as moving
from ...rules.ruleset import Request
from ...state.verdict import Plan
from ..d20_srd import moves as d20_moving
from ..d20_srd import past_enemies


def move(request: Request) -> Plan:
    """Plans the movement action, whose remainder stays usable later in the turn. (asc.move.normal)"""
    if request.creature.prone:
        if getattr(request.intent, "double", False):
            request.rules.movement.gate(request, "double")
        return moving.crawl(request)
    if request.intent.do == "crawl":
        return moving.crawl(request)
    return moving.move(request)


def step(request: Request) -> Plan:
    """Plans a 5-foot step: it costs no action, and leads neither into difficult terrain nor within it.

    (asc.step.no-action, asc.step.no-difficult-terrain)
    """
    if request.rules.setting("step-out-of-difficult") == "forbidden" and difficult(request, request.creature.cube):
        raise request.refuse(f"{request.creature.name} cannot step out of difficult terrain", "step.difficult")
    return d20_moving.step(request)


def difficult(request: Request, anchor: Cube) -> bool:
    """Whether a space has difficult ground under it."""
    board = request.world.board
    return any(
        board.tile(x, y).terrain in ("difficult", "impeded") and board.tile(x, y).floor == anchor[2]
        for x, y in footprint(request.creature.size.side, anchor)
        if (x, y) in board
    )


def minimum(request: Request) -> Plan:
    """Plans one square for a whole round, if the switch `minimum-movement` allows it."""
    if request.rules.setting("minimum-movement") == "off":
        raise request.refuse("no movement is granted to those whose speed falls short", "minimum")
    return moving.minimum(request)


def tumble(request: Request) -> Plan:
    """Plans the SRD's tumbling, if the switch `srd-passage` allows it."""
    _passage(request)
    return past_enemies.tumble(request)


def overrun(request: Request) -> Plan:
    """Plans the SRD's overrun, if the switch `srd-passage` allows it."""
    _passage(request)
    return past_enemies.overrun(request)


def _passage(request: Request) -> None:
    if request.rules.setting("srd-passage") != "on":
        raise request.refuse(f"nobody gets through an opponent's square by {request.intent.do}", "srd-passage")
