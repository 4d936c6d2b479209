"""Moves and steps, and what its page knows only by a switch."""

from ....components.position import Cube
from ...legality.path_check import footprint
from ...legality.planners import ordinary_moves as moving
from ...legality.request import Plan, Refusal, Request
from ..d20_srd import moves as d20_moving
from ..d20_srd import past_enemies, turns


def gate(ask: Request, kind: str) -> Refusal | None:
    """A step and moving by an action rule each other out; a switch keeps the prone from stepping.

    (asc.step.bars-later-moves, asc.step.not-after-moving, asc.move.no-step, asc.prone.speed)
    """
    refused = turns.gate(ask, kind)
    if refused is not None:
        return refused
    if kind == "step" and ask.creature.prone and ask.rules.setting("step-while-prone") == "forbidden":
        return ask.refuse(f"{ask.creature.name} is prone and cannot take a 5-foot step", "prone")
    if kind == "double" and ask.rules.setting("second-move") == "forbidden":
        return ask.refuse("there is one movement action in a turn, and no second", "second-move")
    return None


def move(ask: Request) -> Plan | Refusal:
    """The movement action, of which what is left stays for later in the turn (asc.move.normal)."""
    if ask.creature.prone:
        refused = ask.rules.gate(ask, "double") if getattr(ask.intent, "double", False) else None
        return refused if refused is not None else moving.crawl(ask)
    if ask.intent.do == "crawl":
        return moving.crawl(ask)
    return moving.move(ask)


def step(ask: Request) -> Plan | Refusal:
    """A 5-foot step: it costs no action, and leads neither into difficult terrain nor about inside it.

    (asc.step.no-action, asc.step.no-difficult-terrain)
    """
    if ask.rules.setting("step-out-of-difficult") == "forbidden" and difficult(ask, ask.creature.cube):
        return ask.refuse(f"{ask.creature.name} cannot step out of difficult terrain", "step.difficult")
    return d20_moving.step(ask)


def difficult(ask: Request, anchor: Cube) -> bool:
    """Whether a space has difficult ground under it."""
    board = ask.world.board
    return any(
        board.tile(x, y).terrain in ("difficult", "impeded") and board.tile(x, y).floor == anchor[2]
        for x, y in footprint(ask.creature.size.side, anchor)
        if (x, y) in board
    )


def minimum(ask: Request) -> Plan | Refusal:
    """One square for a whole round, where the switch `minimum-movement` grants it."""
    if ask.rules.setting("minimum-movement") == "off":
        return ask.refuse("no movement is granted to those whose speed falls short", "minimum")
    return moving.minimum(ask)


def tumble(ask: Request) -> Plan | Refusal:
    """The SRD's tumbling, where the switch `srd-passage` has it."""
    return _no_passage(ask) or past_enemies.tumble(ask)


def overrun(ask: Request) -> Plan | Refusal:
    """The SRD's overrun, where the switch `srd-passage` has it."""
    return _no_passage(ask) or past_enemies.overrun(ask)


def _no_passage(ask: Request) -> Refusal | None:
    if ask.rules.setting("srd-passage") == "on":
        return None
    return ask.refuse(f"nobody gets through an opponent's square by {ask.intent.do}", "srd-passage")
