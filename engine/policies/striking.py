"""How strikes are rolled, and what weighs on them."""

from collections.abc import Callable

from ...components.events import Struck
from ...components.motion import Strike
from ..creature import Creature
from ..dice import parse
from ..effects import hurt, roll
from ..flanked import flanked
from ..world import World

Modifiers = list[tuple[str, int]]


def modifiers_of(world: World, strike: Strike) -> tuple[Modifiers, Modifiers]:
    """(modifiers to the roll, modifiers to the defence) of a strike, by the ruleset's own list."""
    to_hit: Modifiers = []
    to_defence: Modifiers = []
    striker, target = world.named[strike.by], world.named[strike.target]
    for why, amount in strike.modifiers:
        if isinstance(amount, int):
            to_hit.append((why, amount))
    if strike.cover:
        to_defence.append(("cover", strike.cover))
    for modifier in world.rules.strike_modifiers:
        modifier(world, strike, striker, target, to_hit, to_defence)
    return to_hit, to_defence


def d20_strike(world: World, strike: Strike) -> None:
    """1d20 plus the attack bonus against the target's defence; damage is rolled only on a hit."""
    striker, target = world.named[strike.by], world.named[strike.target]
    to_hit, to_defence = modifiers_of(world, strike)
    bonus = striker.body.attack if strike.bonus is None else strike.bonus
    total_bonus = bonus + sum(amount for _, amount in to_hit)
    against = target.body.ac + sum(amount for _, amount in to_defence)
    (result,) = world.dice.roll(1, 20)
    total = result + total_bonus
    hit = total >= against
    damage = strike_damage(world, strike, striker, target) if hit else 0
    world.emit(
        Struck(
            by=striker.name,
            target=target.name,
            hit=hit,
            total=total,
            against=against,
            damage=damage,
            outcome="hit" if hit else "miss",
            modifiers=tuple(to_hit) + tuple((f"defence: {why}", amount) for why, amount in to_defence),
            rules=strike.rules,
        )
    )
    if hit:
        hurt(world, target, damage, strike.kind)


def strike_damage(world: World, strike: Strike, striker: Creature, target: Creature) -> int:
    """The damage of a hit: the strike's own dice, logged as a roll of their kind, else the striker's."""
    if strike.dice is None:
        return damage_of(world, striker)
    return roll(world, target, strike.kind, parse(strike.dice), per_die=strike.per_die, rules=strike.rules)


def damage_of(world: World, striker: Creature) -> int:
    """The damage of a hit: the striker's dice, at least 0."""
    if striker.body.damage is None:
        return 0
    roll = parse(striker.body.damage)
    results = world.dice.roll(roll.count, roll.sides) if roll.count else ()
    return max(sum(results) + roll.plus, 0)


StrikeModifier = Callable[[World, Strike, Creature, Creature, Modifiers, Modifiers], None]


def squeezed(
    world: World,
    strike: Strike,
    striker: Creature,
    target: Creature,
    to_hit: Modifiers,
    to_defence: Modifiers,
) -> None:
    """Whoever squeezes strikes at -4 and is struck at -4. (ep.squeeze.penalties)"""
    if "squeezing" in striker.condition.held:
        to_hit.append(("squeezing", -4))
    if "squeezing" in target.condition.held:
        to_defence.append(("squeezing", -4))


def flanking(
    world: World,
    strike: Strike,
    striker: Creature,
    target: Creature,
    to_hit: Modifiers,
    to_defence: Modifiers,
) -> None:
    """A melee strike at a flanked enemy has the flanking bonus. (ep.flank.bonus, ep.flank.melee-within-threat)"""
    if not strike.ranged and world.rules.flanking and flanked(world, target, striker):
        to_hit.append(("flanking", world.rules.flank_bonus))
