"""Rules of the d20 games."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ....components.events import Rolled, Struck
from ....components.plan import Check, Drop, Strike
from ....components.position import Cube
from ....components.stats import Weight
from ...board.board import Board
from ...board.obstruction import buried, by_clear, clear
from ...combat.sight import cover_of
from ...combat.threat import partner
from ...dice import Roll, parse
from ...effects.verbs import gain, hurt, roll
from ...field.support import depth_below
from ...geometry.boxes import Box, adjacent, overlap
from ...rules.defined import damage_kind
from ...rules.odds import Odds, StrikeOdds, d20_odds
from ...rules.ruleset import ActionCost, AttackRoll, RolledCheck, RolledStrike, Ruleset, SizeRow, World
from ...state.creature import Creature

if TYPE_CHECKING:
    from ...rules.ruleset import Ruleset

SCORE = 8
"""Figures from here are scores, lower ones modifiers."""


def ability_modifier(creature: Creature, ability: str) -> int:
    """Returns the modifier of an ability score: half of what exceeds 10, rounded down."""
    if ability in creature.body.skills:
        return creature.body.skills[ability]
    figure = creature.body.abilities.get(ability)
    if figure is None:
        return 0
    return (figure - 10) // 2 if figure >= SCORE else figure


@dataclass(frozen=True, slots=True)
class SpeedModifier:
    """A bonus or penalty to a speed.

    Rules: srd.speed.bonus-spells-and-items.
    """

    amount: int
    type: str = "untyped"
    lost_in: frozenset[Weight] = frozenset()


def total_modifier(modifiers: Iterable[SpeedModifier]) -> int:
    """Returns the sum of modifiers; of bonuses with the same type, only the best counts.

    Rules: srd.speed.same-type-no-stack.
    """
    best: dict[str, int] = {}
    total = 0
    for modifier in modifiers:
        if modifier.type == "untyped" or modifier.amount < 0:
            total += modifier.amount
        else:
            best[modifier.type] = max(best.get(modifier.type, 0), modifier.amount)
    return total + sum(best.values())


@by_clear
def open_line(rules: "Ruleset", board: Board, a: Box, b: Box) -> bool:
    """True if no wall and no filled cube blocks the line of effect between two spaces.

    (ep.blocked.sight, ep.threat.area)
    """
    inside = buried(board, a)
    if inside != buried(board, b):
        return False
    if inside:
        return adjacent(a, b) or overlap(a, b)
    return clear(board, a, b)


D20_CONDITIONS = frozenset(
    {
        "prone", "flat-footed", "fatigued", "squeezing", "helpless", "unconscious", "dead", "paralyzed",
        "stunned", "blinded", "slowed", "weakened", "grabbed", "restrained", "bound", "climbing",
        "falling", "charging", "running", "asleep", "pinned", "held", "voluntary-prone", "hidden", "stance",
        "crouched", "quelled", "splayed",
    }
)  # fmt: skip


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """True if the creature stays in the air: hovering, or flying and able to act."""
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return rules.movement.speeds(rules, creature).get("fly", 0) > 0


def sees(world: World, creature: Creature, target: Creature) -> bool:
    return world.rules.threat.line(world.rules, world.board, creature.box, target.box)


def free(*intents: str) -> dict[str, ActionCost]:
    return {intent: ActionCost(((),)) for intent in intents}


def costing(ways: tuple[tuple[str, ...], ...], *intents: str) -> dict[str, ActionCost]:
    return {intent: ActionCost(ways) for intent in intents}


def alone(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """True if a square that holds other small creatures has room for this one."""
    area = sum(1 / rules.sizes.rows[other.size.name].per_square for other in others)
    return area + 1 / rules.sizes.rows[creature.size.name].per_square <= 1 + 1e-9


D20_SIZES: Mapping[str, SizeRow] = {
    "fine": SizeRow(-4, 1, 0.5, 0, 0, 100),
    "diminutive": SizeRow(-3, 1, 1, 0, 0, 25),
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 5),
    "huge": SizeRow(2, 3, 15, 15, 10),
    "gargantuan": SizeRow(3, 4, 20, 20, 15),
    "colossal": SizeRow(4, 6, 30, 30, 20),
}
"""Sizes in feet.

(srd.size.fine, srd.size.diminutive, srd.size.tiny, srd.size.small, srd.size.medium, srd.size.large, srd.size.huge,
srd.size.gargantuan, srd.size.colossal)
"""


# ---------------------------------------------------------------- rolls


def d20_check(world: World, check: Check) -> RolledCheck:
    """Rolls 1d20 plus a bonus against a DC or an opposing roll.

    The actor wins ties. A saving throw fails on 1 and succeeds on 20.
    """
    dice, dc = world.dice, check.dc
    if check.against is not None or check.margins:
        (natural,) = dice.roll(1, 20)
    else:
        (natural,) = dice.roll_for(1, 20, lambda results: _met(check, results[0], check.dc))
    if check.against is not None:
        plus = check.against_bonus
        if check.margins:
            (other,) = dice.roll(1, 20)
        else:
            (other,) = dice.roll_for(1, 20, lambda results: _met(check, natural, results[0] + plus))
        dc = other + plus
    total, met = natural + check.bonus, _met(check, natural, dc)
    outcome = "success" if met else "failure"
    check.margin = total - dc if dc is not None else 0
    own = own_roll(check, natural, outcome, dc)
    if check.against is None:
        return RolledCheck(outcome, (own,))
    answer = Rolled(
        who=check.against,
        for_=check.what,
        dice="1d20",
        results=(other,),
        total=other + check.against_bonus,
        dc=total,
        outcome="failure" if met else "success",
        rules=check.rules,
    )
    return RolledCheck(outcome, (own, answer))


def _met(check: Check, natural: int, dc: int | None) -> bool:
    if check.save and natural in (1, 20):
        return natural == 20
    return dc is None or natural + check.bonus >= dc


def own_roll(check: Check, natural: int, outcome: str, dc: int | None) -> Rolled:
    return Rolled(
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


def surface_modifier(world: World, creature: Creature, place: Cube) -> int:
    """Returns the number that the ground adds to each die of falling damage."""
    x, y, _ = place
    return world.board.tile(x, y).surface if (x, y) in world.board else 0


def d6_per_10_feet(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Applies the end of a fall: 1d6 per 10 feet, at most twenty dice. A damaged creature falls prone."""
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
) -> Callable[[World, Strike], RolledStrike]:
    """Returns a function that rolls a d20 strike.

    `outcome_of` names the outcome, `factors` multiply the damage of each outcome.
    """

    def strike(world: World, act: Strike) -> RolledStrike:
        blow = weighed(world, act)
        if len(world.rules.attacks.multiple) > 1 and world.active == act.by:
            blow.striker.turn.attacks += 1
        bonus, against = blow.bonus, blow.against
        (natural,) = world.dice.roll_for(1, 20, lambda results: outcome_of(results[0], results[0] + bonus, against))
        total = natural + bonus
        outcome = outcome_of(natural, total, against)
        factor = factors.get(outcome, 0)
        hurts = factor > 0 and not act.harmless
        damage = strike_damage(world, act, blow.striker, blow.target) * factor if hurts else 0
        struck = Struck(
            by=act.by,
            target=act.target,
            hit=factor > 0,
            total=total,
            against=against,
            damage=damage,
            outcome=outcome,
            modifiers=blow.modifiers,
            rules=blow.cited,
        )
        kind = damage_kind(act, blow.striker) if hurts else None
        return RolledStrike(struck, kind, () if act.dice is None else act.rules)

    return strike


d20_strike = strike_by(lambda natural, total, against: "hit" if total >= against else "miss", {"hit": 1})
"""Rolls a d20 strike; only a hit deals damage."""


def d20_forecast(world: World, strike: Strike) -> StrikeOdds:
    blow = weighed(world, strike)
    chance = d20_odds(blow.bonus, blow.against).hit
    return StrikeOdds(blow.bonus, blow.against, blow.modifiers, (("hit", chance, 2), ("miss", 1 - chance, 0)))


def strike_damage(world: World, strike: Strike, striker: Creature, target: Creature) -> int:
    if strike.dice is None:
        return damage_of(world, striker)
    return roll(world, target, strike.kind, parse(strike.dice), per_die=strike.per_die, rules=strike.rules)


def damage_of(world: World, striker: Creature) -> int:
    if striker.body.damage is None:
        return 0
    roll = parse(striker.body.damage)
    results = world.dice.roll_sum(roll.count, roll.sides) if roll.count else ()
    return max(sum(results) + roll.plus, 0)


def multiple_attacks(blow: AttackRoll) -> None:
    """Adds the penalty for earlier attacks of the turn to a strike. Reactions have no penalty."""
    world, striker = blow.world, blow.striker
    if world.active != striker.name:
        return
    steps = world.rules.attacks.multiple
    penalty = steps[min(striker.turn.attacks, len(steps) - 1)]
    if penalty:
        blow.to_hit.append(("multiple attacks", penalty))


def squeezed(blow: AttackRoll) -> None:
    """Adds -4 to a squeezing creature's strikes, and -4 to its defence. (ep.squeeze.penalties)"""
    if "squeezing" in blow.striker.condition.held:
        blow.to_hit.append(("squeezing", -4))
    if "squeezing" in blow.target.condition.held:
        blow.to_defence.append(("squeezing", -4))


def flanking(blow: AttackRoll) -> None:
    """Adds the bonus to a melee attack on a flanked enemy. (ep.flank.bonus, ep.flank.melee-within-threat)"""
    rules = blow.world.rules
    if rules.threat.flanking and not blow.strike.ranged and partner(blow.world, blow.target, blow.striker):
        blow.to_hit.append(("flanking", rules.threat.flank_bonus))


# ---------------------------------------------------------------- four degrees of success


DEGREES = ("critical-failure", "failure", "success", "critical-success")
STRIKE_DEGREES = ("critical-miss", "miss", "hit", "critical-hit")
"""The same degrees, in the words of a strike."""


def degree_of(natural: int, total: int, dc: int) -> str:
    """Returns the degree of success of a check, such as `critical-success`."""
    return DEGREES[_number_of(natural, total, dc)]


def strike_degree_of(natural: int, total: int, against: int) -> str:
    """Returns the degree of success of a strike, such as `critical-hit`."""
    return STRIKE_DEGREES[_number_of(natural, total, against)]


def _number_of(natural: int, total: int, dc: int) -> int:
    degree = 3 if total >= dc + 10 else 2 if total >= dc else 0 if total <= dc - 10 else 1
    shift = (natural == 20) - (natural == 1)
    return min(max(degree + shift, 0), 3)


@lru_cache(maxsize=1 << 10)
def degrees(bonus: int, dc: int) -> tuple[int, ...]:
    """Returns the degree of each d20 result, from 0 for a critical failure to 3."""
    return tuple([_number_of(natural, natural + bonus, dc) for natural in range(1, 21)])


@lru_cache(maxsize=1 << 10)
def degree_odds(bonus: int, against: int) -> Odds:
    """Returns the odds of a strike with degrees of success: a critical hit deals double damage."""
    rolled = degrees(bonus, against)
    critical = rolled.count(3)
    hits = rolled.count(2) + critical
    return Odds(hits / 20, 1 + critical / hits if hits else 1.0)


def degree_check(world: World, asked: Check) -> RolledCheck:
    """Rolls 1d20 plus a bonus and returns the degree of success. Without a DC it is a success."""
    (natural,) = world.dice.roll_for(1, 20, lambda results: _degree(asked, results[0]))
    outcome = _degree(asked, natural)
    return RolledCheck(outcome, (own_roll(asked, natural, outcome, asked.dc),))


def _degree(asked: Check, natural: int) -> str:
    return "success" if asked.dc is None else degree_of(natural, natural + asked.bonus, asked.dc)


degree_strike = strike_by(strike_degree_of, {"hit": 1, "critical-hit": 2})
"""A critical hit doubles the damage."""


def degree_check_odds(world: World, asked: Check) -> tuple[tuple[str, float], ...]:
    if asked.dc is None:
        return (("success", 1.0),)
    return _degree_odds(asked.bonus, asked.dc)


@lru_cache(maxsize=1 << 10)
def _degree_odds(bonus: int, dc: int) -> tuple[tuple[str, float], ...]:
    rolled = degrees(bonus, dc)
    return tuple((DEGREES[number], rolled.count(number) / 20) for number in (3, 2, 1, 0))


def degree_forecast(world: World, act: Strike) -> StrikeOdds:
    blow = weighed(world, act)
    rolled, halves = degrees(blow.bonus, blow.against), (0, 0, 2, 4)
    outcomes = tuple((STRIKE_DEGREES[number], rolled.count(number) / 20, halves[number]) for number in (3, 2, 1, 0))
    return StrikeOdds(blow.bonus, blow.against, blow.modifiers, outcomes)
