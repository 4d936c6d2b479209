"""The damage that abilities add to a creature's turn."""

from collections.abc import Iterator
from typing import NamedTuple

from ...components.ability import Ability, Repertoire
from ...components.definitions import ConditionSpec
from ...components.effect_acts import DealDamage, EffectAct, GiveCondition, RestoreHealth, StrikeTarget
from ..legality.planners.abilities import usable
from ..rules.budget import affordable
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .ability_profile import AbilityProfile, profile_of
from .estimates import average

LANDS = 0.6
"""Estimated chance of the wanted outcome."""
AHEAD = 3
"""Turns that resources should last."""
MET = 2
"""Estimated enemies in an area."""
DENIED = 4.0
"""Value of lost actions, in hit points."""
WORSENED = 1.5
"""Value of other conditions, in hit points."""
MOST_TIMES = 3
"""Most uses counted per turn."""


class AbilityStrength(NamedTuple):
    """The strongest ability: its damage a turn."""

    far: int
    """Range in squares after a move."""
    harm: float
    """Hit points per turn, one target."""
    total: float
    """Hit points per turn, all targets; healing counts."""
    width: int = 0
    """Greatest distance, in squares, of two creatures in its best area; 0: no area."""
    burst: float = 0.0
    """Hit points per turn for each creature in that area."""


NONE = AbilityStrength(0, 0.0, 0.0)
"""The strength of a creature without abilities."""


def strength_of(world: World, creature: Creature, pace: int) -> AbilityStrength:
    """The strength that a creature's resources allow, cached per state."""
    own: Repertoire | None = creature.parts.get(Repertoire)
    if own is None:
        return NONE
    key = ("ability strength", creature.state, pace, *own.resources.values(), *own.used.items())
    found = creature.memory.get(key)
    if not isinstance(found, AbilityStrength):
        found = NONE if creature.is_any(world.rules.conditions.unable) else _best(world, creature, own, pace)
        creature.memory[key] = found
    return found


def _best(world: World, creature: Creature, own: Repertoire, pace: int) -> AbilityStrength:
    rules, best, far, hurts = world.rules, 0.0, 0, 0.0
    width, burst = 0, 0.0
    for name in usable(creature):
        ability = world.abilities.get(name)
        rate = _rate(rules, own, name, ability) if ability is not None else 0.0
        if ability is None or not rate:
            continue
        profile = profile_of(rules, name, ability)
        key = ("ability means", name, creature.body.damage)
        means = creature.memory.get(key)
        if not isinstance(means, tuple):
            means = creature.memory[key] = _means(rules, profile, creature)
        harm, other = means
        met = MET if profile.wide else min(profile.most, MET)
        best = max(best, rate * met * (harm + other))
        if profile.wide and rate * harm > burst and profile.wanted == "enemies":
            width, burst = 2 * profile.size, rate * harm
        if rate * harm > hurts:
            hurts = rate * harm
            reach = profile.reach if isinstance(profile.reach, int) else 0
            far = pace + (profile.size if profile.kind in ("around", "turned") else reach)
    return AbilityStrength(far, hurts, best, width, burst)


def _rate(rules: Ruleset, own: Repertoire, name: str, ability: Ability) -> float:
    left, times = dict(rules.actions.per_turn), 0
    ways = profile_of(rules, name, ability).ways
    while times < MOST_TIMES and (way := next((one for one in ways if affordable(left, one)), None)) is not None:
        times += 1
        for action in way:
            left[action] -= 1
        if not way:
            break
    rate = times / (ability.cooldown + 1) if ability.cooldown else float(times)
    stores = [own.resources.get(what, 0) // amount for what, amount in ability.spends.items() if amount]
    if ability.uses is not None:
        stores.append(max(ability.uses - own.used.get(name, 0), 0))
    return min(rate, *(store / AHEAD for store in stores)) if stores else rate


def _means(rules: Ruleset, profile: AbilityProfile, creature: Creature) -> tuple[float, float]:
    harm = other = 0.0
    for chance, act in _acts(profile):
        match act:
            case DealDamage():
                harm += chance * average(act.amount) * (0.5 if act.half else 1.0)
            case StrikeTarget():
                harm += LANDS * average(act.damage if act.damage is not None else creature.body.damage)
            case RestoreHealth():
                other += chance * average(act.amount)
            case GiveCondition() if profile.harms or profile.who == "enemies":
                other += chance * _weight(rules.defined.conditions.get(act.condition), act.condition, rules)
    return harm, other


def _weight(spec: ConditionSpec | None, name: str, rules: Ruleset) -> float:
    unable = name in rules.conditions.unable or (spec is not None and "act" in spec.bars)
    return DENIED if unable else WORSENED


def _acts(profile: AbilityProfile) -> Iterator[tuple[float, EffectAct]]:
    for step in profile.ability.whole:
        yield from ((1.0, act) for act in (*step.does, *step.each) if getattr(act, "target", "") == "target")
        share = 1 / max(len(step.on), 2)
        for acts in step.on.values():
            yield from ((share, act) for act in acts if getattr(act, "target", "") == "target")
