"""How the d20 games roll attacks, checks and the damage of falls."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from ....components.events import Rolled, Struck
from ....components.plan import Check, Drop, Strike
from ....components.position import Cube
from ...combat.sight import cover_of
from ...combat.threat import flanked
from ...dice import Roll, parse
from ...effects.hit_points import gain, hurt, roll
from ...field.support import depth_below
from ...rules.defined import damage_kind
from ...rules.odds import StrikeOdds, d20_odds
from ...rules.ruleset import AttackRoll, World
from ...state.creature import Creature


def d20_check(world: World, check: Check) -> str:
    """Rolls 1d20 plus the bonus against a DC; both parties of an opposed check roll, the actor first and winning
    ties. In a save a natural 1 fails and a natural 20 succeeds."""
    (natural,) = world.dice.roll(1, 20)
    total, dc = natural + check.bonus, check.dc
    if check.against is not None:
        (other,) = world.dice.roll(1, 20)
        dc = other + check.against_bonus
    met = dc is None or total >= dc
    if check.save and natural in (1, 20):
        met = natural == 20
    outcome = "success" if met else "failure"
    check.margin = total - dc if dc is not None else 0
    logged(world, check, natural, outcome, dc)
    if check.against is not None:
        world.emit(
            Rolled(
                who=check.against,
                for_=check.what,
                dice="1d20",
                results=(other,),
                total=other + check.against_bonus,
                dc=total,
                outcome="failure" if met else "success",
                rules=check.rules,
            )
        )
    return outcome


def logged(world: World, check: Check, natural: int, outcome: str, dc: int | None) -> None:
    """Logs the roll of a check by its actor."""
    world.emit(
        Rolled(
            who=check.who,
            for_=check.what,
            dice="1d20",
            results=(natural,),
            total=natural + check.bonus,
            dc=dc,
            outcome=outcome,
            rules=check.rules,
            modifiers=check.modifiers,
        )
    )


def surface_modifier(world: World, creature: Creature, place: Cube) -> int:
    """The modifier of the ground landed on, for each die."""
    x, y, _ = place
    return world.board.tile(x, y).surface if (x, y) in world.board else 0


def d6_per_10_feet(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Deals 1d6 for each full 10 feet, up to twenty dice; a creature that takes damage is prone."""
    rules = world.rules
    dice = min(squares * 5 // 10, 20)
    if depth_below(world, creature, place) >= 2:
        dice = max(dice - 2, 0)
    if not dice:
        return
    cited = rules.cite_any("fall.damage")
    amount = roll(
        world,
        creature,
        "falling",
        Roll(dice, 6),
        per_die=surface_modifier(world, creature, place),
        rules=cited,
    )
    if hurt(world, creature, amount, "falling", rules=cited):
        gain(world, creature, "prone", rules=rules.cite_any("fall.prone"))


def weighed(world: World, strike: Strike) -> AttackRoll:
    """A strike with all its modifiers, by the ruleset's own list."""
    blow = AttackRoll(world, strike, world.named[strike.by], world.named[strike.target])
    for why, amount in strike.modifiers:
        if isinstance(amount, int):
            blow.to_hit.append((why, amount))
    if world.rules.threat.counts_cover:
        strike = blow.strike = replace(strike, cover=cover_of(world, strike))
    if strike.cover:
        blow.to_defence.append(("cover", strike.cover))
    for modifier in world.rules.attacks.modifiers:
        modifier(blow)
    return blow


def strike_by(
    outcome_of: Callable[[int, int, int], str], factors: Mapping[str, int]
) -> Callable[[World, Strike], None]:
    """How strikes are rolled by a die of 20 sides: the outcome of (natural, total, defence), and each hit's damage."""

    def strike(world: World, act: Strike) -> None:
        blow = weighed(world, act)
        if len(world.rules.attacks.multiple) > 1 and world.active == act.by:
            blow.striker.turn.attacks += 1
        (natural,) = world.dice.roll(1, 20)
        total = natural + blow.bonus
        outcome = outcome_of(natural, total, blow.against)
        factor = factors.get(outcome, 0)
        hurts = factor > 0 and not act.harmless
        damage = strike_damage(world, act, blow.striker, blow.target) * factor if hurts else 0
        world.emit(
            Struck(
                by=act.by,
                target=act.target,
                hit=factor > 0,
                total=total,
                against=blow.against,
                damage=damage,
                outcome=outcome,
                modifiers=blow.modifiers,
                rules=blow.cited,
            )
        )
        if hurts:
            kind = damage_kind(act, blow.striker)
            hurt(world, blow.target, damage, kind, rules=() if act.dice is None else act.rules)

    return strike


d20_strike = strike_by(lambda natural, total, against: "hit" if total >= against else "miss", {"hit": 1})
"""1d20 plus the attack bonus against the target's defence; damage is rolled only on a hit."""


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
