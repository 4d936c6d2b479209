"""How strikes are rolled, their odds, and their modifiers: named cover, flanking, conditions."""

from ....components.events import Struck
from ....components.plan import Strike
from ...combat.flanking import flanked
from ...dice import parse
from ...effects.hit_points import hurt, roll
from ...rules.odds import StrikeOdds, d20_odds
from ...rules.ruleset import AttackRoll, World
from ...state.creature import Creature


def weighed(world: World, strike: Strike) -> AttackRoll:
    """A strike with all its modifiers, by the ruleset's own list."""
    blow = AttackRoll(world, strike, world.named[strike.by], world.named[strike.target])
    for why, amount in strike.modifiers:
        if isinstance(amount, int):
            blow.to_hit.append((why, amount))
    if strike.cover:
        blow.to_defence.append(("cover", strike.cover))
    for modifier in world.rules.attacks.modifiers:
        modifier(blow)
    return blow


def d20_strike(world: World, strike: Strike) -> None:
    """Rolls 1d20 plus the attack bonus against the target's defence; damage is rolled only on a hit."""
    blow = weighed(world, strike)
    (result,) = world.dice.roll(1, 20)
    total = result + blow.bonus
    hit = total >= blow.against
    damage = strike_damage(world, strike, blow.striker, blow.target) if hit else 0
    world.emit(
        Struck(
            by=strike.by,
            target=strike.target,
            hit=hit,
            total=total,
            against=blow.against,
            damage=damage,
            outcome="hit" if hit else "miss",
            modifiers=blow.modifiers,
            rules=blow.cited,
        )
    )
    if hit:
        hurt(world, blow.target, damage, strike.kind, rules=() if strike.dice is None else strike.rules)


def d20_forecast(world: World, strike: Strike) -> StrikeOdds:
    """The outcomes of a strike of 1d20 against the defence."""
    blow = weighed(world, strike)
    chance = d20_odds(blow.bonus, blow.against).hit
    return StrikeOdds(blow.bonus, blow.against, blow.modifiers, (("hit", chance, 2), ("miss", 1 - chance, 0)))


def strike_damage(world: World, strike: Strike, striker: Creature, target: Creature) -> int:
    """Rolls the damage of a hit: the strike's own dice, logged as a roll of their kind, else the striker's."""
    if strike.dice is None:
        return damage_of(world, striker)
    return roll(world, target, strike.kind, parse(strike.dice), per_die=strike.per_die, rules=strike.rules)


def damage_of(world: World, striker: Creature) -> int:
    """Rolls the damage of a hit: the striker's dice, at least 0."""
    if striker.body.damage is None:
        return 0
    roll = parse(striker.body.damage)
    results = world.dice.roll(roll.count, roll.sides) if roll.count else ()
    return max(sum(results) + roll.plus, 0)


def multiple_attacks(blow: AttackRoll) -> None:
    """Adds the penalty for the attacks that the striker's turn has held already; reactions have none."""
    world, striker = blow.world, blow.striker
    if world.active != striker.name:
        return
    steps = world.rules.attacks.multiple
    penalty = steps[min(striker.turn.attacks, len(steps) - 1)]
    if penalty:
        blow.to_hit.append(("multiple attacks", penalty))


def count_attack(world: World, creature: Creature) -> None:
    """Counts an attack of the creature, if it is in its own turn."""
    if world.active == creature.name:
        creature.turn.attacks += 1


def squeezed(blow: AttackRoll) -> None:
    """Gives a squeezing striker -4, and its attackers a target at -4. (ep.squeeze.penalties)"""
    if "squeezing" in blow.striker.condition.held:
        blow.to_hit.append(("squeezing", -4))
    if "squeezing" in blow.target.condition.held:
        blow.to_defence.append(("squeezing", -4))


def flanking(blow: AttackRoll) -> None:
    """Adds the flanking bonus to a melee strike at a flanked enemy. (ep.flank.bonus, ep.flank.melee-within-threat)"""
    rules = blow.world.rules
    if not blow.strike.ranged and rules.threat.flanking and flanked(blow.world, blow.target, blow.striker):
        blow.to_hit.append(("flanking", rules.threat.flank_bonus))
