"""Power rolls: 2d10 and a score, three tiers, edges and banes.

Strikes are power rolls too. The `damage` in a creature's data is that of the middle tier; the lowest deals half of it
and the highest half as much again, both rounded down. A total below the target's `ac`, which the movement chapter does
not know, misses.
"""

from functools import lru_cache
from typing import NamedTuple

from ....components.events import Rolled, Struck
from ....components.plan import Check, Strike
from ...dice import parse
from ...effects.hit_points import hurt
from ...rules.odds import Odds, StrikeOdds
from ...rules.ruleset import World
from ...space.support import holds_at
from ...state.creature import Creature
from .line_of_effect import buried
from .space import SQUEEZED
from .speeds import climbs

MIDDLE, TOP = 12, 17
"""The totals at which the middle and the top tier begin."""

Modifiers = tuple[tuple[str, int | str], ...]


class Power(NamedTuple):
    """The result of a power roll."""

    results: tuple[int, ...]
    total: int
    tier: int


def tier_of(total: int) -> int:
    """1 on 11 or lower, 2 on 12 to 16, 3 on 17 or higher."""
    return 1 + (total >= MIDDLE) + (total >= TOP)


def power_roll(world: World, score: int, modifiers: Modifiers) -> Power:
    """Rolls 2d10 plus a score: one edge or bane left over adds or subtracts 2, two shift the tier instead."""
    plus, shift = plus_and_shift(modifiers)
    results = world.dice.roll(2, 10)
    total = sum(results) + score + plus
    return Power(results, total, min(max(tier_of(total) + shift, 1), 3))


def plus_and_shift(modifiers: Modifiers) -> tuple[int, int]:
    """(the amount added to a power roll, the tiers by which it is shifted) for its modifiers."""
    edges = sum(1 for _, amount in modifiers if amount == "edge")
    banes = sum(1 for _, amount in modifiers if amount == "bane")
    left = min(edges, 2) - min(banes, 2)
    plus = sum(amount for _, amount in modifiers if isinstance(amount, int))
    return (plus, left // 2) if abs(left) == 2 else (plus + 2 * left, 0)


def squeeze_bane(creature: Creature) -> Modifiers:
    """The bane of a creature squeezed into a shared space. (ds.space.squeeze-bane)"""
    return ((SQUEEZED, "bane"),) if SQUEEZED in creature.condition.held else ()


def check(world: World, roll: Check) -> str:
    """Rolls a test: against a difficulty it succeeds or fails, else its tier is the outcome."""
    creature = world.named[roll.who]
    modifiers = (*roll.modifiers, *squeeze_bane(creature))
    power = power_roll(world, roll.bonus, modifiers)
    outcome = f"tier-{power.tier}"
    if roll.dc is not None:
        # At a difficulty where a tier begins, tiers are compared, because two edges or banes shift them.
        by_tier = roll.dc in (MIDDLE, TOP)
        met = power.tier >= tier_of(roll.dc) if by_tier else power.total >= roll.dc
        outcome = "success" if met else "failure"
    world.emit(
        Rolled(
            who=roll.who,
            for_=roll.what,
            dice="2d10",
            results=power.results,
            total=power.total,
            dc=roll.dc,
            outcome=outcome,
            rules=roll.rules + tuple(r for r in _cited(world, modifiers) if r not in roll.rules),
            modifiers=modifiers,
        )
    )
    return outcome


def _cited(world: World, modifiers: Modifiers) -> tuple[str, ...]:
    """The ids of a roll's modifiers."""
    return world.rules.cite(*(f"roll.{str(why).replace(' ', '-')}" for why, _ in modifiers))


def weights(world: World, strike: Strike) -> Modifiers:
    """The modifiers of a strike: high ground and climbing are edges, cover and squeezing banes."""
    striker, target = world.named[strike.by], world.named[strike.target]
    found: list[tuple[str, int | str]] = list(strike.modifiers)
    if high_ground(world, striker, target):
        found.append(("high ground", "edge"))
    if not strike.ranged and striker.condition.mount == target.name:
        found.append(("climbing", "edge"))
    if strike.cover or covered(world, target):
        found.append(("cover", "bane"))
    return (*found, *squeeze_bane(striker))


def covered(world: World, target: Creature) -> bool:
    """Whether the ground covers a creature beneath it, from above and from beside.

    (ds.burrow.cover-from-surface, ds.burrow.cover-between-adjacent)
    """
    return buried(world, target)


def high_ground(world: World, striker: Creature, target: Creature) -> bool:
    """Whether a striker stands fully above its target.

    (ds.high-ground.edge, ds.high-ground.fully-above, ds.high-ground.standing-only, ds.high-ground.climbing,
    ds.burrow.no-high-ground)
    """
    rules = world.rules
    if striker.box.z0 <= target.box.z1 or buried(world, target) or buried(world, striker):
        return False
    if striker.prone and rules.setting("prone_high_ground") is not True:
        return False
    if striker.condition.mount is not None or striker.speed.hover:
        return False
    held = holds_at(world, striker, striker.cube)
    if held == "climb":
        return climbs(rules, striker)
    return held == "walk"


def damage_in(tier: int, damage: int) -> int:
    """The damage of a strike in a tier, from the damage rolled."""
    return damage * tier // 2


@lru_cache(maxsize=1 << 10)
def odds(bonus: int, against: int) -> Odds:
    """The odds of a strike: the lowest tier deals half, the highest half as much again."""
    totals = [one + other + bonus for one in range(1, 11) for other in range(1, 11)]
    tiers = [tier_of(total) for total in totals if total >= against]
    return Odds(len(tiers) / len(totals), sum(tiers) / len(tiers) / 2 if tiers else 1.0)


def forecast(world: World, act: Strike) -> StrikeOdds:
    """The outcomes of a strike by the tiers of its power roll."""
    striker, target = world.named[act.by], world.named[act.target]
    modifiers = weights(world, act)
    bonus, shift = plus_and_shift(modifiers)
    bonus += striker.body.attack if act.bonus is None else act.bonus
    rolls = [one + other + bonus for one in range(1, 11) for other in range(1, 11)]
    tiers = [min(max(tier_of(total) + shift, 1), 3) if total >= target.body.ac else 0 for total in rolls]
    named = tuple((f"tier-{tier}" if tier else "miss", tiers.count(tier) / 100, tier) for tier in (3, 2, 1, 0))
    return StrikeOdds(bonus, target.body.ac, modifiers, named)


def strike(world: World, act: Strike) -> None:
    """Rolls a strike as a power roll; its damage is rolled only on a hit."""
    striker, target = world.named[act.by], world.named[act.target]
    modifiers = weights(world, act)
    cited = _cited(world, modifiers)
    if covered(world, target):
        cited += world.rules.cite("cover.between" if buried(world, striker) else "cover.from-surface")
    score = striker.body.attack if act.bonus is None else act.bonus
    power = power_roll(world, score, modifiers)
    hit = power.total >= target.body.ac
    damage = 0
    text = act.dice or striker.body.damage
    if hit and text is not None:
        dice = parse(text)
        results = world.dice.roll(dice.count, dice.sides) if dice.count else ()
        damage = damage_in(power.tier, max(sum(results) + dice.plus, 0))
    world.emit(
        Struck(
            by=striker.name,
            target=target.name,
            hit=hit,
            total=power.total,
            against=target.body.ac,
            damage=damage,
            outcome=f"tier-{power.tier}" if hit else "miss",
            modifiers=modifiers,
            rules=act.rules + tuple(r for r in cited if r not in act.rules),
        )
    )
    if hit:
        hurt(world, target, damage, act.kind)
