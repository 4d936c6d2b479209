"""How the sides of a battle stand: the evaluation of states that trials end in."""

from typing import NamedTuple

from ..rules.ruleset import World
from ..state.objectives import present, rounds_held, standing
from .combat_profile import figures_of, roll_of

LEAST = 0.5
"""The least worth of a creature in a round."""
ALIVE = 0.25
"""The part of its worth that a creature keeps until it is down."""
POWER = 0.5
"""The exponent of its share of hit points."""
LYING = 0.1
"""The part that it loses while it lies."""
GOAL = 0.3
"""The weight of objectives."""
UNCOUNTED = 30
"""The hit points of a creature without any."""


class Worth(NamedTuple):
    """What a creature counts for."""

    side: str
    full: float
    """Its worth unhurt."""


class SideWorth:
    """The worth of a battle's creatures: damage in a round by the root of their hit points."""

    def __init__(self, world: World) -> None:
        rules = world.rules
        self._worth: dict[str, Worth] = {}
        for one in world.creatures:
            if one.has("object"):
                continue
            foes = [foe for foe in world.creatures if foe.side != one.side and not foe.has("object")]
            strikes = max(figures_of(rules, one).volleys, default=0)
            landed = 0.0
            for foe in foes:
                odds = rules.attacks.odds(one.body.attack, foe.body.ac)
                landed += odds.hit * odds.times / len(foes)
            dealt = max(strikes * landed * roll_of(one.body.damage)[0], LEAST)
            self._worth[one.name] = Worth(one.side, dealt * (one.health.full or UNCOUNTED) ** 0.5)

    def of(self, world: World, side: str) -> float:
        """How a side stands, from -1 to 1: its share of what still stands, and its objectives."""
        mine = theirs = 0.0
        for one in world.creatures:
            known = self._worth.get(one.name)
            if known is None or one.out:
                continue
            hp, full = one.health.hp, one.health.full
            share = 1.0 if hp is None or not full else max(hp, 0) / full
            worth = known.full * (ALIVE + (1 - ALIVE) * share**POWER)
            if "prone" in one.condition.held:
                worth *= 1 - LYING
            if one.side == side:
                mine += worth
            else:
                theirs += worth
        found = (mine - theirs) / (mine + theirs) if mine or theirs else 0.0
        return (1 - GOAL) * found + GOAL * _goals(world, side) if world.objectives else found


def _goals(world: World, side: str) -> float:
    """How far a side is with its objectives, less the others: from -1 to 1."""
    best: dict[str, float] = {}
    for goal in world.objectives:
        if goal.kind not in ("reach", "hold") or not goal.squares:
            continue
        mine = [one for one in world.creatures if one.side == goal.side and standing(one)]
        if not mine:
            continue
        near = min(
            max(abs(one.cube[0] - square[0]), abs(one.cube[1] - square[1])) for one in mine for square in goal.squares
        )
        far = max(world.board.width, world.board.height)
        value = 0.4 * (1 - near / far) + 0.3 * min(present(world, goal) / goal.count, 1)
        if goal.rounds:
            value += 0.3 * min(rounds_held(world, goal, round_over=False) / goal.rounds, 1)
        best[goal.side] = max(best.get(goal.side, 0.0), value)
    return best.get(side, 0.0) - max((value for name, value in best.items() if name != side), default=0.0)
