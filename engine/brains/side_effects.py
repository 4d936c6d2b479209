"""The worth of a use beyond its targets: zones, forced movement, places, resources."""

from collections.abc import Iterable, Sequence

from ...components.ability import Repertoire
from ...components.effect_acts import (
    ChangeResource,
    ForceMovement,
    GrantMovement,
    HideCreature,
    JoinBattle,
    MakeZone,
    TeleportCreature,
)
from ...components.intents import Use
from ...components.position import Cube
from ..combat.aims import most
from ..combat.areas import place_of
from ..dice import parse
from ..field.forced_steps import forced_fits
from ..geometry.boxes import Box
from ..legality.likely_uses import area
from ..state.creature import Creature
from .ability_profile import NUISANCE, AbilityProfile, Digest, Fate, ZoneFigures
from .combat_profile import CombatProfile, gap
from .estimates import harm_about, place_harm
from .use_worth import UseWorth

CHANCED = 0.6
"""Assumed chance of an outcome."""
LINGERS = 0.6
"""Chance of another turn in a zone."""
UNSEEN = 0.5
"""Danger removed by hiding."""
DRAINED = 0.05
"""Cost of one unit of a resource, in turns."""
NOTHING = Digest()


def aside(
    sums: UseWorth,
    ability: AbilityProfile,
    met: Sequence[CombatProfile],
    intent: Use,
    covered: Sequence[CombatProfile] | None,
) -> float:
    """Estimates what using an ability is worth for the creatures that are not its targets."""
    total = 0.0
    if ability.own != NOTHING:
        fate = sums.fates.swayed(
            ability, ability.own, sums.me, 1.0, Fate(*sums.fates.wounds(sums.me, ability.own.damage), [], [])
        )
        total -= sums.me.worth * fate.share
        total -= sum(chance * sums.sway(sums.me, burden) for chance, burden in fate.conditions)
    return total + (beside(sums, intent, ability, met, covered) if ability.beside else 0.0)


def beside(
    sums: UseWorth,
    intent: Use,
    ability: AbilityProfile,
    met: Sequence[CombatProfile],
    covered: Sequence[CombatProfile] | None,
) -> float:
    total = 0.0
    for act, certain in ability.beside:
        chance = 1.0 if certain else CHANCED
        match act:
            case ForceMovement():
                if harm_about(sums.view):
                    total += chance * _forced(sums, met, intent, act)
            case MakeZone():
                total += chance * _zone(sums, ability, intent, act, covered)
            case HideCreature() if act.target == "self" or sums.me in met:
                if sums.view.me.body.hidden_from.issuperset(foe.creature.name for foe in sums.foes):
                    continue
                total += chance * UNSEEN * _feared(sums, sums.me.box)
            case TeleportCreature() | GrantMovement() if act.to == "at" and intent.at is not None:
                total += _moved(sums, place_of(sums.view.world, intent.at))
            case JoinBattle():
                total += sums.me.worth
            case ChangeResource():
                total += chance * _drained(sums, met, act)
    return total


def _forced(sums: UseWorth, met: Iterable[CombatProfile], intent: Use, act: ForceMovement) -> float:
    view, total = sums.view, 0.0
    for one in met:
        if one is sums.me or act.target == "self":
            continue
        way = _direction(view.me, one.creature, act, intent)
        here, harm = one.creature.cube, 0.0
        for _ in range(view.rules.squares(most(act.distance)) if way != (0, 0) else 0):
            there = (here[0] + way[0], here[1] + way[1], here[2])
            if forced_fits(view.world, one.creature, here, there) is not None:
                break
            harm = max(harm, place_harm(view, one.creature, there))
            here = there
        total += sums.hurt(one, harm) * (1 if one.hostile else -1)
    return total


def _zone(
    sums: UseWorth, ability: AbilityProfile, intent: Use, zone: MakeZone, covered: Sequence[CombatProfile] | None
) -> float:
    if covered is None:
        view, everybody = sums.view, (sums.me, *sums.friends, *sums.foes)
        inside = area(view.world, view.me, intent).squares
        covered = [one for one in everybody if not inside.isdisjoint(one.box.footprint)]
    total, figures = 0.0, ability.zones[id(zone)]
    for one in covered:
        loss = zoned(sums, figures, one)
        total += loss if one.hostile else -loss
    return total


def zoned(sums: UseWorth, zone: ZoneFigures, one: CombatProfile) -> float:
    """Estimates the loss of one creature because of a zone."""
    loss = LINGERS * sums.hurt(one, zone.harm)
    if zone.slows:
        loss += NUISANCE * sums.turn(one) * sums.kept_off(one)
    return loss


def _moved(sums: UseWorth, at: Cube) -> float:
    box = sums.view.me.at(at)
    safer = UNSEEN * (_feared(sums, sums.me.box) - _feared(sums, box))
    if sums.me.far or not sums.me.volleys or sums.kept_off(sums.me) != 1.0:
        return safer
    blows = [sums.me.harms(foe, 1)[0] for foe in sums.foes if gap(foe.box, box) <= sums.me.reach]
    return safer + UNSEEN * max(blows, default=0.0)


def _feared(sums: UseWorth, box: Box) -> float:
    total = sums.feared.get(box)
    if total is None:
        total = 0.0
        for foe in sums.foes:
            strikes = foe.strikes_over(gap(foe.box, box))
            total += foe.harms(sums.me, strikes)[0] if strikes else 0.0
        sums.feared[box] = total
    return total


def _drained(sums: UseWorth, met: Sequence[CombatProfile], act: ChangeResource) -> float:
    amount = act.amount if isinstance(act.amount, int) else parse(act.amount).mean
    total = 0.0
    for one in (sums.me,) if act.target == "self" else met:
        own: Repertoire | None = one.creature.parts.get(Repertoire)
        if own is not None and act.name in own.resources:
            left = own.resources[act.name]
            change = min(amount, own.most.get(act.name, left) - left) if amount > 0 else max(amount, -left)
            total += DRAINED * sums.turn(one) * change * (-1 if one.hostile else 1)
    return total


def _direction(user: Creature, target: Creature, act: ForceMovement, intent: Use) -> tuple[int, int]:
    if act.direction is not None:
        return act.direction
    point = act.away if act.away is not None else act.towards if act.towards is not None else "self"
    if point == "at" and intent.at is not None:
        x, y = intent.at[0], intent.at[1]
    elif isinstance(point, tuple):
        x, y = point[0], point[1]
    else:
        x, y = user.cube[0], user.cube[1]
    east, south = target.cube[0] - x, target.cube[1] - y
    step = ((east > 0) - (east < 0), (south > 0) - (south < 0))
    return step if act.towards is None else (-step[0], -step[1])
