"""Checks and strikes by four degrees of success."""

from functools import lru_cache

from ....components.events import Rolled, Struck
from ....components.plan import Check, Strike
from ...combat.melee_reach import strikes_reach
from ...effects.hit_points import hurt
from ...rules.odds import Odds, StrikeOdds
from ...rules.ruleset import World
from ...state.creature import Creature
from ..shared.attack_rolls import count_attack, damage_of, weighed

DEGREES = ("critical-failure", "failure", "success", "critical-success")


def degree_of(natural: int, total: int, dc: int) -> str:
    """The degree of a roll: ten over or under makes it critical, a natural 20 or 1 shifts it by one."""
    degree = 2 if total >= dc else 1
    if total >= dc + 10:
        degree = 3
    elif total <= dc - 10:
        degree = 0
    if natural == 20:
        degree += 1
    elif natural == 1:
        degree -= 1
    return DEGREES[min(max(degree, 0), 3)]


@lru_cache(maxsize=1 << 10)
def odds(bonus: int, against: int) -> Odds:
    """The odds of a strike by the four degrees: a critical success counts twice."""
    degrees = [degree_of(natural, natural + bonus, against) for natural in range(1, 21)]
    critical = degrees.count("critical-success")
    hits = degrees.count("success") + critical
    return Odds(hits / 20, 1 + critical / hits if hits else 1.0)


def check(world: World, asked: Check) -> str:
    """Rolls 1d20 and the bonus against a DC; without a DC it succeeds."""
    (natural,) = world.dice.roll(1, 20)
    total = natural + asked.bonus
    outcome = "success" if asked.dc is None else degree_of(natural, total, asked.dc)
    world.emit(
        Rolled(
            who=asked.who,
            for_=asked.what,
            dice="1d20",
            results=(natural,),
            total=total,
            dc=asked.dc,
            outcome=outcome,
            rules=asked.rules,
            modifiers=asked.modifiers,
        )
    )
    return outcome


def strike(world: World, act: Strike) -> None:
    """Rolls 1d20 and the attack bonus against the defence; a critical success deals double damage."""
    blow = weighed(world, act)
    count_attack(world, blow.striker)
    (natural,) = world.dice.roll(1, 20)
    total = natural + blow.bonus
    outcome = degree_of(natural, total, blow.against)
    hit = outcome in ("success", "critical-success")
    damage = damage_of(world, blow.striker) if hit else 0
    if outcome == "critical-success":
        damage *= 2
    world.emit(
        Struck(
            by=act.by,
            target=act.target,
            hit=hit,
            total=total,
            against=blow.against,
            damage=damage,
            outcome=outcome,
            modifiers=blow.modifiers,
            rules=act.rules,
        )
    )
    if hit:
        hurt(world, blow.target, damage, "strike")


def forecast(world: World, act: Strike) -> StrikeOdds:
    """The outcomes of a strike by the four degrees."""
    blow = weighed(world, act)
    degrees = [degree_of(natural, natural + blow.bonus, blow.against) for natural in range(1, 21)]
    halves = {"critical-success": 4, "success": 2}
    outcomes = tuple((degree, degrees.count(degree) / 20, halves.get(degree, 0)) for degree in reversed(DEGREES))
    return StrikeOdds(blow.bonus, blow.against, blow.modifiers, outcomes)


def part_in_reach(world: World, striker: Creature, target: Creature) -> bool:
    """Whether a strike reaches a part of the target that holds a creature. (pf2.size.extended-part)"""
    if world.rules.setting("attack_extended_parts", True) is False:
        return False
    return any(
        held.condition.grabbed_by == target.name and strikes_reach(world, striker, held) for held in world.creatures
    )
