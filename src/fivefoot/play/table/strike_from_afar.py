"""Plans to walk to an enemy and strike it: from which place, and with which intents."""

from collections.abc import Sequence
from typing import Any

from ...components.position import Cube
from ...engine.brains.view import View
from ...engine.field.reach import Reach
from ...engine.field.support import holds_at
from ...engine.geometry.boxes import overlap
from ...engine.legality.own_means import out_of_range
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.turn_actions import affordable
from ...engine.state.creature import Creature
from ..battle import Battle

LOOKED_AT = 24
"""The most places for a strike that are tried, the cheapest first; ground comes before a wall to cling to."""


def plan(battle: Battle, me: Creature, target: str, reach: Reach | None) -> tuple[dict[str, Any], ...]:
    """The walk and the strike after it, or a charge if no walk serves; empty if neither does."""
    foe = battle.creature(target)
    if foe.out or foe.side == me.side:
        return ()
    view = View(battle.world, me)
    if reach is not None and me.body.threatens and pays_after(battle.rules, me, "move", "attack"):
        found: tuple[Cube, tuple[int, bool]] | None = None
        for tried, (cube, arrival) in enumerate(view.posts(reach, foe)):
            if tried >= LOOKED_AT or (found is not None and found[1] == (0, False)):
                break
            if cube == me.cube:
                continue
            price = (len(arrival.opportunities), _awkward(battle, me, cube))
            if found is None or price < found[1]:
                found = (cube, price)
        if found is None or found[1][0]:  # a walk that draws attacks: perhaps a careful square does as well
            careful = _careful(battle, me, [cube for cube, _ in view.posts(reach, foe)])
            if careful is not None:
                return (careful, {"do": "attack", "target": target})
        if found is not None:
            walk = {"do": "move", "to": list(found[0])}
            if battle.why(me.name, walk) is None:
                return (walk, {"do": "attack", "target": target})
    run = {"do": "charge", "target": target}
    if me.body.threatens and "charge" in battle.rules.actions.costs and battle.why(me.name, run) is None:
        return (run,)
    shot = {"do": "attack", "target": target, "ranged": True}
    if out_of_range(battle.world, me, target) is None and battle.why(me.name, shot) is None:
        return (shot,)
    return ()


def _careful(battle: Battle, me: Creature, posts: Sequence[Cube]) -> dict[str, Any] | None:
    """A step or shift to one of some places beside a creature, if one can be taken and leaves a strike to pay for."""
    for cube in posts:
        if max(abs(a - b) for a, b in zip(cube, me.cube, strict=True)) != 1 or _awkward(battle, me, cube):
            continue
        for kind, wanted in (
            ("step", {"do": "step", "to": list(cube)}),
            ("shift", {"do": "shift", "path": [list(cube)]}),
        ):
            if pays_after(battle.rules, me, kind, "attack") and battle.why(me.name, wanted) is None:
                return wanted
    return None


def _awkward(battle: Battle, me: Creature, cube: Cube) -> bool:
    """Whether a place is a poor one to stand: on a wall, or in another's space."""
    space = me.at(cube)
    if any(other is not me and not other.out and overlap(other.box, space) for other in battle.creatures):
        return True
    return holds_at(battle.world, me, cube) in (None, "climb")


def pays_after(rules: Ruleset, creature: Creature, first: str, then: str) -> bool:
    """Whether the rest of a turn pays for one intent and another after it."""
    if rules.setting("actions") == "free":
        return True
    left, costs = dict(creature.turn.actions), rules.actions.costs
    if first not in costs or then not in costs:
        return False
    if not creature.turn.pool_open:
        way = next((way for way in costs[first].ways if affordable(left, way)), None)
        if way is None:
            return False
        for name in way:
            left[name] -= 1
    return any(affordable(left, way) for way in costs[then].ways)
