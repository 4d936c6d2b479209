"""Squeezing by skill through places under half a creature's width."""

from ....components.plan import Act, Check, Halt
from ....components.position import Cube
from ...legality.maneuver import Maneuver, begin_movement, pay_and_find
from ...navigation.occupied_grid import occupied_grid_of
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request, World
from ...space.occupancy import LEAST
from ...state.creature import Creature
from ...state.verdict import Plan
from ..shared.abilities import ability_modifier

ESCAPE = 30
"""The DC of entering each square under half the width."""


def under_half(world: World, creature: Creature, anchor: Cube) -> bool:
    """Whether a place is too narrow for the creature to squeeze into by an ordinary move."""
    made = occupied_grid_of(world, creature, MoveOptions(stepover=False)).nav_grid
    return not made.layout.bit(anchor) & made.enterable


def escape_artist(creature: Creature) -> int:
    """The bonus to the check: the skill's own, else Dexterity's."""
    if "escape-artist" in creature.body.skills:
        return creature.body.skills["escape-artist"]
    return ability_modifier(creature, "dexterity")


def squeeze(request: Request) -> Plan:
    """Plans a move into gaps of any width, with a check for each square under half the creature's width.

    (srd.squeeze.under-half-escape-artist)
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "move")
    if creature.is_any(rules.movement.crawlers):
        raise request.refuse(f"{creature.name} is not on its feet and cannot squeeze by skill", "squeeze.skill")
    way = pay_and_find(request, Maneuver(kind="squeeze", options=MoveOptions(least=LEAST, stepover=False)))
    cited = rules.cite("squeeze.skill")
    for stride in way.walk.strides:
        if not under_half(request.world, creature, stride.to):
            continue
        follow: list[Act] = [] if stride.check is None else [stride.check]
        failure = Halt(f"{creature.name} does not get into {request.shown(stride.to)}", cited)
        stride.check = Check(
            creature.name, "escape-artist", escape_artist(creature), ESCAPE, cited, success=follow, failure=[failure]
        )
    return way.plan(request, "squeeze.skill")
