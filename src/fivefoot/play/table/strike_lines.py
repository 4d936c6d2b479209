"""The preview of a strike: position, intents, line of effect, flankers, range bands."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...components.position import Cube
from ...engine.brains.view import View
from ...engine.combat.sight import Sightline
from ...engine.combat.threat import Flank
from ...engine.field.reach import Reach
from ...engine.field.support import holds_at
from ...engine.geometry.boxes import overlap
from ...engine.legality.planners.single_actions import out_of_range
from ...engine.legality.preview import Preview
from ...engine.rules.budget import affordable, squares_between
from ...engine.rules.ruleset import Ruleset
from ...engine.state.creature import Creature
from ..battle import Battle

LOOKED_AT = 24
"""The most places tried, cheapest first; ground before walls."""


def go_and_strike(battle: Battle, me: Creature, target: str, reach: Reach | None) -> tuple[dict[str, Any], ...]:
    """Returns the intents to walk to a target and strike, or to charge; empty if impossible."""
    foe = battle.creature(target)
    if foe.out or foe.side == me.side:
        return ()
    view = View(battle.world, me)
    if reach is not None and me.body.range is not None and pays_for(battle.rules, me, "move", "attack"):
        stand = _stand_to_shoot(battle, me, foe, view, reach)
        if stand is not None:
            return ({"do": "move", "to": list(stand)}, {"do": "attack", "target": target, "ranged": True})
    if reach is not None and me.body.threatens and pays_for(battle.rules, me, "move", "attack"):
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


def posts_against(battle: Battle, me: Creature, target: str, reach: Reach) -> list[Cube]:
    """Returns where a creature could strike a target from, the best of them."""
    found = islice(View(battle.world, me).posts(reach, battle.creature(target)), LOOKED_AT)
    return [cube for cube, _ in found if cube != me.cube and not _awkward(battle, me, cube)]


def _stand_to_shoot(battle: Battle, me: Creature, foe: Creature, view: View, reach: Reach) -> Cube | None:
    world, rules = battle.world, battle.rules
    threatened = {cube for one in view.enemies for cube in battle.threat(one.name)}
    priced: list[tuple[tuple[int, bool, bool, int], int, Cube]] = []
    for number, (cube, arrival) in enumerate(reach.arrivals()):
        if cube == me.cube or not arrival.can_stop or not view.in_range(foe, cube):
            continue
        price = len(arrival.opportunities), cube in threatened, _awkward(battle, me, cube), arrival.cost
        priced.append((price, number, cube))
    for _, _, cube in sorted(priced)[:LOOKED_AT]:
        seen = rules.threat.line(rules, world.board, me.at(cube), foe.box)
        if seen and battle.why(me.name, {"do": "move", "to": list(cube)}) is None:
            return cube
    return None


def _careful(battle: Battle, me: Creature, posts: Sequence[Cube]) -> dict[str, Any] | None:
    for cube in posts:
        if max(abs(a - b) for a, b in zip(cube, me.cube, strict=True)) != 1 or _awkward(battle, me, cube):
            continue
        for kind, wanted in (
            ("step", {"do": "step", "to": list(cube)}),
            ("shift", {"do": "shift", "path": [list(cube)]}),
        ):
            if pays_for(battle.rules, me, kind, "attack") and battle.why(me.name, wanted) is None:
                return wanted
    return None


def _awkward(battle: Battle, me: Creature, cube: Cube) -> bool:
    space = me.at(cube)
    if any(other is not me and not other.out and overlap(other.box, space) for other in battle.creatures):
        return True
    return holds_at(battle.world, me, cube) in (None, "climb")


def pays_for(rules: Ruleset, creature: Creature, *kinds: str) -> bool:
    """True if the creature can pay for all these kinds of intents together. A begun move pays for the first."""
    if rules.setting("actions") == "free":
        return True
    left, costs = dict(creature.turn.actions), rules.actions.costs
    if any(kind not in costs for kind in kinds):
        return False
    for kind in kinds[1:] if creature.turn.pool_open else kinds:
        way = next((way for way in costs[kind].ways if affordable(left, way)), None)
        if way is None:
            return False
        for name in way:
            left[name] -= 1
    return True


Square = tuple[int, int]
BAND = 6
"""Squares per range band: 30 feet."""
BANDS = 4
BEYOND = 99
STRIKES = frozenset({"attack", "full-attack", "charge"})


@dataclass(frozen=True, slots=True)
class StrikeLines:
    """The lines to draw for a possible strike."""

    target: str | None = None
    """The strikable creature under the pointer."""
    sight: Sightline | None = None
    flanks: tuple[tuple[str, Flank], ...] = ()
    """Creatures flanked now or after the movement."""


NO_LINES = StrikeLines()


def strike_lines(battle: Battle, who: str, target: str | None, seen: object) -> StrikeLines:
    me = battle.creature(who)
    if target is not None:
        flank = battle.flank(target, who)
        return StrikeLines(target, battle.sightline(who, target), ((target, flank),) if flank is not None else ())
    if not isinstance(seen, Preview) or not battle.rules.threat.flanking:
        return NO_LINES
    own = [step for step in seen.steps if step.who == who and step.collides is None]
    if not own:
        return NO_LINES
    foes = [one.name for one in battle.creatures if one.side != me.side and not one.out]
    found = [(name, battle.flank(name, who, own[-1].at)) for name in foes]
    return StrikeLines(None, None, tuple((name, flank) for name, flank in found if flank is not None))


def bands(battle: Battle, who: str, *, ranged: bool) -> dict[Square, int]:
    """Returns {square: range increment} for a shooter; 0 is the nearest."""
    me, board, rules = battle.creature(who), battle.world.board, battle.rules
    box, most = me.box, BAND * BANDS
    if not ranged:
        found = {(x, y): 0 for x, y, _ in battle.in_reach(who)}
        around = {(x + i, y + j) for x, y in found for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return found | {square: BEYOND for square in around if square not in found and square in board}
    found = {}
    for y in range(max(box.y0 - most - 1, 0), min(box.y1 + most + 1, board.height - 1) + 1):
        for x in range(max(box.x0 - most - 1, 0), min(box.x1 + most + 1, board.width - 1) + 1):
            squares = squares_between(rules, box, box._replace(x0=x, x1=x, y0=y, y1=y))
            found[x, y] = max(squares - 1, 0) // BAND if squares <= most else BEYOND
    return found
