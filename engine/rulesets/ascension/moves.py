"""Moves and steps, and what its page knows only by a switch."""

from ....components.position import Cube
from ...legality.path_check import footprint
from ...legality.planners import ordinary_moves as moving
from ...rules.ruleset import Request
from ...state.verdict import Plan, Refusal
from ..d20_srd import moves as d20_moving
from ..d20_srd import past_enemies, turns


def gate(request: Request, kind: str) -> Refusal | None:
    """A step and moving by an action rule each other out; a switch keeps the prone from stepping.

    (asc.step.bars-later-moves, asc.step.not-after-moving, asc.move.no-step, asc.prone.speed)
    """
    refused = turns.gate(request, kind)
    if refused is not None:
        return refused
    if kind == "step" and request.creature.prone and request.rules.setting("step-while-prone") == "forbidden":
        return request.refuse(f"{request.creature.name} is prone and cannot take a 5-foot step", "prone")
    if kind == "double" and request.rules.setting("second-move") == "forbidden":
        return request.refuse("there is one movement action in a turn, and no second", "second-move")
    return None


def move(request: Request) -> Plan | Refusal:
    """The movement action, of which what is left stays for later in the turn (asc.move.normal)."""
    if request.creature.prone:
        refused = request.rules.movement.gate(request, "double") if getattr(request.intent, "double", False) else None
        return refused if refused is not None else moving.crawl(request)
    if request.intent.do == "crawl":
        return moving.crawl(request)
    return moving.move(request)


def step(request: Request) -> Plan | Refusal:
    """A 5-foot step: it costs no action, and leads neither into difficult terrain nor about inside it.

    (asc.step.no-action, asc.step.no-difficult-terrain)
    """
    if request.rules.setting("step-out-of-difficult") == "forbidden" and difficult(request, request.creature.cube):
        return request.refuse(f"{request.creature.name} cannot step out of difficult terrain", "step.difficult")
    return d20_moving.step(request)


def difficult(request: Request, anchor: Cube) -> bool:
    """Whether a space has difficult ground under it."""
    board = request.world.board
    return any(
        board.tile(x, y).terrain in ("difficult", "impeded") and board.tile(x, y).floor == anchor[2]
        for x, y in footprint(request.creature.size.side, anchor)
        if (x, y) in board
    )


def minimum(request: Request) -> Plan | Refusal:
    """One square for a whole round, where the switch `minimum-movement` grants it."""
    if request.rules.setting("minimum-movement") == "off":
        return request.refuse("no movement is granted to those whose speed falls short", "minimum")
    return moving.minimum(request)


def tumble(request: Request) -> Plan | Refusal:
    """The SRD's tumbling, where the switch `srd-passage` has it."""
    return _no_passage(request) or past_enemies.tumble(request)


def overrun(request: Request) -> Plan | Refusal:
    """The SRD's overrun, where the switch `srd-passage` has it."""
    return _no_passage(request) or past_enemies.overrun(request)


def _no_passage(request: Request) -> Refusal | None:
    if request.rules.setting("srd-passage") == "on":
        return None
    return request.refuse(f"nobody gets through an opponent's square by {request.intent.do}", "srd-passage")
