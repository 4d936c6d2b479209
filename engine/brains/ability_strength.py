"""The damage per turn that abilities add to strikes."""

from collections.abc import Iterator
from typing import NamedTuple

from ...components.ability import Repertoire
from ...components.definitions import ConditionSpec
from ...components.effect_acts import DealDamage, EffectAct, GiveCondition, RestoreHealth, StrikeTarget
from ..memo import Memo
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .ability_profile import AbilityProfile, known_to
from .estimates import average

LANDS = 0.6
"""Estimated chance of the wanted outcome."""
AHEAD = 3
"""Turns that a store of resources should last."""
MET = 2
"""Estimated enemies in an area."""
DENIED = 4.0
"""The value of one lost action, in hit points."""
WORSENED = 1.5
"""The value of another condition, in hit points."""
MOST_KEPT = 1 << 12
"""Cache size."""


class AbilityStrength(NamedTuple):
    far: int
    """Range in squares after a move."""
    harm: float
    """Hit points per turn, one target."""
    total: float
    """Hit points per turn, all targets; healing counts."""
    width: int = 0
    """Greatest distance of two creatures in its best area; 0: no area."""
    burst: float = 0.0
    """Hit points per turn and creature in that area."""


NONE = AbilityStrength(0, 0.0, 0.0)


def strength_of(world: World, creature: Creature, pace: int) -> AbilityStrength:
    """Estimates how strong a creature's abilities are, without those that it can no longer pay for."""
    own: Repertoire | None = creature.parts.get(Repertoire)
    if own is None or creature.is_any(world.rules.conditions.unable):
        return NONE
    shares = _shares(world, creature)
    store: Memo[object, AbilityStrength] = world.board.lasting_memo("ability strengths", MOST_KEPT)
    key = (shares, pace, *own.resources.items(), *own.used.items())
    found = store.get(key)
    return store.keep(key, _best(shares, own, pace)) if found is None else found


def best_total(world: World, creature: Creature) -> float:
    """Estimates the hit points per turn of a creature's best own ability. All resources count as full."""
    own: Repertoire | None = creature.parts.get(Repertoire)
    if own is None or creature.is_any(world.rules.conditions.unable):
        return 0.0
    best = 0.0
    for ability, _, total, _ in _shares(world, creature):
        rate = ability.rate if ability.name in own.can else 0.0
        for what, amount in ability.spends:
            rate = min(rate, own.most.get(what, 0) // amount / AHEAD)
        if ability.ability.uses is not None:
            rate = min(rate, ability.ability.uses / AHEAD)
        if rate * total > best:
            best = rate * total
    return best


def met_by(world: World, creature: Creature) -> list[tuple[AbilityProfile, int, float]]:
    """Returns (ability, creatures that it meets, hit points that each is worth) of a creature's abilities."""
    found: list[tuple[AbilityProfile, int, float]] = []
    for ability, _, total, _ in _shares(world, creature):
        met = met_usually(ability)
        found.append((ability, met, total / met))
    return found


class Share(NamedTuple):
    ability: AbilityProfile
    harm: float
    """Hit points, one target."""
    total: float
    """Hit points, all targets; healing and conditions count."""
    far: int
    """Range in squares."""


def _best(shares: tuple[Share, ...], own: Repertoire, pace: int) -> AbilityStrength:
    best, far, hurts, width, burst = 0.0, 0, 0.0, 0, 0.0
    resources, used = own.resources, own.used
    for ability, harm, total, reach in shares:
        rate, uses = ability.rate, ability.ability.uses
        for what, amount in ability.spends:
            rate = min(rate, resources.get(what, 0) // amount / AHEAD)
        if uses is not None:
            rate = min(rate, max(uses - used.get(ability.name, 0), 0) / AHEAD)
        if rate * total > best:
            best = rate * total
        harm *= rate
        if harm > hurts:
            hurts, far = harm, pace + reach
        if harm > burst and ability.wide and ability.wanted == "enemies":
            width, burst = 2 * ability.size, harm
    return AbilityStrength(far, hurts, best, width, burst)


def _shares(world: World, creature: Creature) -> tuple[Share, ...]:
    known, damage = known_to(world, creature), creature.body.damage
    key = ("shares", known, damage)
    found: tuple[Share, ...] | None = creature.memory.get(key)  # type: ignore[assignment]
    if found is None:
        rules = world.rules
        found = creature.memory[key] = tuple([_share(rules, ability, damage) for ability in known])
    return found


def _share(rules: Ruleset, ability: AbilityProfile, damage: str | None) -> Share:
    found = ability.strengths.get(damage)
    if isinstance(found, Share):
        return found
    harm, other = _means(rules, ability, damage)
    met = met_usually(ability)
    reach = ability.size if ability.kind in ("around", "turned") else ability.reach
    made = Share(ability, harm, met * (harm + other), reach if isinstance(reach, int) else 0)
    ability.strengths.keep(damage, made)
    return made


def met_usually(ability: AbilityProfile) -> int:
    return MET if ability.wide else max(min(ability.most, MET), 1)


def _means(rules: Ruleset, profile: AbilityProfile, damage: str | None) -> tuple[float, float]:
    harm = other = 0.0
    for chance, act in _acts(profile):
        match act:
            case DealDamage():
                harm += chance * average(act.amount) * (0.5 if act.half else 1.0)
            case StrikeTarget():
                harm += LANDS * average(act.damage if act.damage is not None else damage)
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
