"""The odds of an intent, per creature."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import (
    TARGET,
    DealDamage,
    EffectAct,
    GiveCondition,
    GrantMovement,
    RestoreHealth,
    StrikeTarget,
    TeleportCreature,
)
from ...components.intents import IntentBase
from ...components.ordinary_class import ordinary_class
from ...components.plan import AbilityUse, Act, Check, Harm, PlannedDecision, Strike, Walk
from ..combat.aims import affected, by_shot, check_modifiers, range_of, target_of
from ..combat.forecast import spread
from ..combat.threat import reacted_already, who_reacts
from ..field.zone_harm import Border, crossed
from ..rules.defined import fits
from ..rules.odds import chosen, words_for
from ..rules.ruleset import World
from ..state.creature import Creature
from ..state.verdict import Plan, Refusal
from .ability_acts import moved
from .judge import judge

Spread = Mapping[int, float]
"""The chance of each amount of damage."""

MOST_AMOUNTS = 4000
"""Most amounts per distribution; the rarest are dropped."""


@ordinary_class
@dataclass(frozen=True, slots=True)
class CreatureOdds:
    """What an intent may do to one creature, with chances: hits, damage, conditions."""

    outcomes: Mapping[str, float]
    """Outcomes of the creature's first roll, with chances."""
    least: int
    mean: float
    """The average damage."""
    most: int
    falls: float
    """The chance to be downed; 0 without hit points."""
    healed: float = 0.0
    """The hit points healed on average."""
    conditions: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Fate:
    """Collects what an intent may do to one creature, with chances."""

    outcomes: dict[str, float] = field(default_factory=dict)
    damage: dict[int, float] = field(default_factory=lambda: {0: 1.0})
    healed: float = 0.0
    conditions: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Branch:
    """One possible series of results of the rolls for a target, with its chance."""

    chance: float
    words: tuple[str, ...] = ()
    """The words for the last step's outcome."""
    damage: dict[int, float] = field(default_factory=lambda: {0: 1.0})
    healed: float = 0.0
    conditions: tuple[str, ...] = ()


def odds(world: World, creature: Creature, intent: IntentBase) -> dict[str, CreatureOdds] | Refusal:
    """Returns what an intent may do to each creature, with chances, or its refusal.

    Strikes, reactions, harmful ground and rolls of abilities count, each independently.
    """
    plan = judge(world, creature, intent)
    return plan if isinstance(plan, Refusal) else odds_of_plan(world, creature, plan)


def odds_of_plan(world: World, creature: Creature, plan: Plan) -> dict[str, CreatureOdds]:
    twin = world
    if not _reads_only(world, creature, plan):
        twin = world.copy()
        if creature.turn.open:
            twin.active = creature.name  # at the start of a turn that is not open yet as well
    fates: dict[str, _Fate] = {}
    _follow(twin, twin.named[creature.name], plan.acts, fates, 1.0)
    return {name: _told(world.named[name], fate) for name, fate in fates.items() if name in world.named}


_STEERING = (StrikeTarget, GrantMovement, TeleportCreature)
"""Acts that change the odds of later ones."""


def _reads_only(world: World, creature: Creature, plan: Plan) -> bool:
    if creature.turn.open and world.active != creature.name:
        return False
    return all(
        isinstance(act, AbilityUse)
        and not any(isinstance(one, _STEERING) for step in world.abilities[act.ability].whole for one in step.acts)
        for act in plan.acts
    )


def whole(plan: Plan) -> bool:
    """True if the chances of a plan can be computed exactly, without a simulation."""
    return all(isinstance(act, _KNOWN) or _quiet(act) for act in plan.acts)


_KNOWN = (Strike, AbilityUse, Harm)


def _quiet(act: Act) -> bool:
    kind = type(act).__name__
    if isinstance(act, Walk):
        return not any(stride.check or stride.drops or stride.collides for stride in act.strides)
    return kind in ("TurnUpdate", "ConditionChange", "Halt", "SetDown", "Relocation", "PassOutcome")


def _told(creature: Creature, fate: _Fate) -> CreatureOdds:
    hp = creature.health.hp
    amounts = [amount for amount, chance in fate.damage.items() if chance > 1e-12]
    falls = 0.0
    if hp is not None and hp > 0:
        falls = sum(chance for amount, chance in fate.damage.items() if amount >= hp)
    return CreatureOdds(
        outcomes=fate.outcomes,
        least=min(amounts, default=0),
        mean=sum(amount * chance for amount, chance in fate.damage.items()),
        most=max(amounts, default=0),
        falls=min(falls, 1.0),
        healed=fate.healed,
        conditions=fate.conditions,
    )


# --- the acts of a plan ------------------------------------------------------------------------------


def _follow(world: World, actor: Creature, acts: Sequence[Act], fates: dict[str, _Fate], chance: float) -> None:
    for act in acts:
        match act:
            case Strike():
                _add(fates, act.target, *_struck(world, act), chance=chance)
                _count_strike(world, act.by)
            case Harm():
                _add(fates, act.who, {}, _after(world, act.who, spread(act.dice), act.kind), chance=chance)
            case Walk():
                _walked(world, actor, act, fates, chance)
            case AbilityUse():
                _used(world, actor, act, fates)
            case Check() if act.against is None:
                for outcome, share in world.rules.attacks.check_odds(world, act):
                    fates.setdefault(act.who, _Fate()).outcomes.setdefault(outcome, share)
                    met = outcome in ("success", "critical-success")
                    follow = act.tiers.get(outcome, act.success if met else act.failure)
                    _follow(world, actor, follow, fates, chance * share)
            case PlannedDecision():
                _follow(world, actor, act.ways[act.question.default], fates, chance)


def _count_strike(world: World, name: str) -> None:
    if world.active == name:
        world.named[name].turn.attacks += 1


def _add(
    fates: dict[str, _Fate],
    name: str,
    outcomes: Mapping[str, float],
    damage: Spread,
    *,
    chance: float = 1.0,
    most: int | None = None,
) -> None:
    fate = fates.setdefault(name, _Fate())
    if not fate.outcomes:
        fate.outcomes = dict(outcomes)
    if chance < 1:
        damage = {amount: share * chance for amount, share in damage.items()}
        damage[0] = damage.get(0, 0.0) + 1 - chance
    ended = {amount: share for amount, share in fate.damage.items() if most is not None and amount >= most}
    fate.damage = sums({amount: share for amount, share in fate.damage.items() if amount not in ended}, damage)
    for amount, share in ended.items():
        fate.damage[amount] = fate.damage.get(amount, 0.0) + share


def sums(one: Spread, other: Spread) -> dict[int, float]:
    """Returns the probabilities of the sum of two independent random amounts."""
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    if len(found) > MOST_AMOUNTS:
        likely = sorted(found, key=lambda amount: -found[amount])[:MOST_AMOUNTS]
        found = {amount: found[amount] for amount in likely}
    return found


def _after(world: World, name: str, amounts: Spread, kind: str) -> dict[int, float]:
    body = world.named[name].body
    if f"immune-{kind}" in body.traits:
        return {0: 1.0}
    off = 0 if kind in world.rules.attacks.unreduced else body.damage_reduction
    found: dict[int, float] = {}
    for amount, chance in amounts.items():
        left = max(amount - off, 0)
        found[left] = found.get(left, 0.0) + chance
    return found


def _struck(world: World, strike: Strike) -> tuple[dict[str, float], dict[int, float]]:
    forecast = world.rules.attacks.forecast(world, strike)
    text = strike.dice or world.named[strike.by].body.damage
    rolled: Spread = {0: 1.0} if text is None or strike.harmless else spread(text)
    damage: dict[int, float] = {}
    for _, chance, halves in forecast.outcomes:
        dealt: dict[int, float] = {}
        for amount, share in rolled.items():
            dealt[amount * halves // 2] = dealt.get(amount * halves // 2, 0.0) + share
        for amount, share in (_after(world, strike.target, dealt, strike.kind) if halves else {0: 1.0}).items():
            damage[amount] = damage.get(amount, 0.0) + share * chance
    return {name: chance for name, chance, _ in forecast.outcomes if chance}, damage


def _walked(world: World, mover: Creature, walk: Walk, fates: dict[str, _Fate], chance: float) -> None:
    rules, board = world.rules, world.board
    hp = mover.health.hp if (mover.health.hp or 0) > 0 else None
    drawn = set(reacted_already(rules, mover))
    met: set[tuple[int, Border]] = set()
    here = mover.box
    came = mover.cube
    for stride in walk.strides:
        for enemy in who_reacts(world, mover, here, stride, quiet=walk.quiet, but=walk.silenced | drawn):
            if rules.threat.reaction_scope != "step":
                drawn.add(enemy.name)
            if enemy.body.damage is not None:
                _add(fates, mover.name, *_struck(world, Strike(enemy.name, mover.name)), chance=chance, most=hp)
        there = mover.at(stride.to)
        before = set(here.footprint)
        for x, y in there.footprint:
            tile = board.tile(x, y) if (x, y) in board else None
            if tile is None or tile.damage is None or (x, y) in before or stride.to[2] > tile.top:
                continue
            _add(
                fates,
                mover.name,
                {},
                _after(world, mover.name, spread(str(tile.damage)), "terrain"),
                chance=chance,
                most=hp,
            )
        for act in crossed(world, mover, came, stride.to, met):
            if isinstance(act, DealDamage) and act.target == TARGET:
                rolled = _halved(spread(str(act.amount)), act.half)
                _add(fates, mover.name, {}, _after(world, mover.name, rolled, act.kind), chance=chance, most=hp)
            elif isinstance(act, GiveCondition) and act.target == TARGET:
                held = fates.setdefault(mover.name, _Fate()).conditions
                held[act.condition] = max(held.get(act.condition, 0.0), chance)
        here, came = there, stride.to


def _halved(amounts: Spread, half: bool) -> Spread:
    if not half:
        return amounts
    found: dict[int, float] = {}
    for amount, chance in amounts.items():
        found[amount // 2] = found.get(amount // 2, 0.0) + chance
    return found


# --- abilities ---------------------------------------------------------------------------------------


def _used(world: World, user: Creature, use: AbilityUse, fates: dict[str, _Fate]) -> None:
    ability = world.abilities[use.ability]
    branches: dict[str, list[_Branch]] = {}
    first: dict[str, dict[str, float]] = {}
    before: list[str] = []
    for number, (step, aim) in enumerate(zip(ability.whole, use.aims, strict=True)):
        own = number == 0 or step.target is not None
        targets = affected(world, user, ability, step, aim, own=own, before=before)
        before = [one.name for one in targets]
        for target in targets:
            ways = branches.setdefault(target.name, [_Branch(1.0)])
            branches[target.name] = [
                branch for way in ways for branch in _stepped(world, user, ability, step, target, way, first)
            ]
        for name, ways in branches.items():
            if name not in before:
                for way in ways:
                    way.words = ()
        there = moved(world, user, step.acts, aim, itself=target_of(ability, step).kind == "self")
        if there is not user:
            user.place(there.cube)
            world.creature_changed(user)
    for act, name in _own_acts(ability, user):
        branches.setdefault(name, [_Branch(1.0)])
        for way in branches[name]:
            _happen(world, user, world.named[name], act, way, {})
    for name, ways in branches.items():
        _gather(fates, name, ways, first.get(name, {}))


def _own_acts(ability: Ability, user: Creature) -> Iterator[tuple[EffectAct, str]]:
    for step in ability.whole:
        for act in step.does:
            if getattr(act, "target", "") == "self":
                yield act, user.name


def _gather(fates: dict[str, _Fate], name: str, ways: list[_Branch], outcomes: Mapping[str, float]) -> None:
    damage: dict[int, float] = {}
    for way in ways:
        for amount, share in way.damage.items():
            damage[amount] = damage.get(amount, 0.0) + share * way.chance
    _add(fates, name, outcomes, damage)
    fate = fates[name]
    fate.healed += sum(way.healed * way.chance for way in ways)
    for way in ways:
        for condition in way.conditions:
            fate.conditions[condition] = fate.conditions.get(condition, 0.0) + way.chance


def _stepped(
    world: World,
    user: Creature,
    ability: Ability,
    step: StepSpec,
    target: Creature,
    way: _Branch,
    first: dict[str, dict[str, float]],
) -> Iterator[_Branch]:
    if step.after is not None and step.after not in way.words:
        yield _Branch(way.chance, (), way.damage, way.healed, way.conditions)
        return
    rolled = list(_outcomes(world, user, ability, step, target))
    if step.roll is not None and target.name not in first:
        first[target.name] = {outcome: chance for outcome, _, chance in rolled if chance}
    for _, words, chance in rolled:
        if not chance:
            continue
        branch = _Branch(way.chance * chance, words, dict(way.damage), way.healed, way.conditions)
        acts = [act for act in step.does if getattr(act, "target", "") == "target"]
        acts += [act for act in (*step.each, *chosen(step.on, words, ())) if getattr(act, "target", "") == "target"]
        yield from _branched(world, user, ability, step, target, acts, branch, first)


def _outcomes(
    world: World, user: Creature, ability: Ability, step: StepSpec, target: Creature
) -> Iterator[tuple[str, tuple[str, ...], float]]:
    roll, attacks = step.roll, world.rules.attacks
    if roll is None:
        yield "", (), 1.0
    elif roll.strike:
        strike = Strike(user.name, target.name, bonus=roll.bonus)
        strike.ranged = by_shot(world, user, range_of(target_of(ability, step), step), target)
        for outcome, chance, halves in attacks.forecast(world, strike).outcomes:
            yield outcome, words_for(outcome, struck=True, hit=bool(halves)), chance
    else:
        dc = None if attacks.tiers else roll.dc
        if roll.save is not None:
            made = Check(target.name, roll.save, attacks.save_bonus(target, roll.save), dc, save=True)
        else:
            what = roll.check or ""
            own = attacks.check_bonus(user, what) if roll.bonus is None else roll.bonus
            made = Check(user.name, what, own, dc, modifiers=check_modifiers(world, user, ability, step, target))
        for outcome, chance in attacks.check_odds(world, made):
            yield outcome, words_for(outcome, struck=False), chance


def _branched(
    world: World,
    user: Creature,
    ability: Ability,
    step: StepSpec,
    target: Creature,
    acts: Sequence[EffectAct],
    branch: _Branch,
    first: dict[str, dict[str, float]],
) -> Iterator[_Branch]:
    shared: dict[str, list[Callable[[int], int]]] = {}
    for number, act in enumerate(acts):
        if not isinstance(act, StrikeTarget):
            _happen(world, user, target, act, branch, shared)
            continue
        strike = Strike(user.name, target.name, bonus=act.attack)
        strike.ranged = (
            by_shot(world, user, range_of(target_of(ability, step), step), target) if act.ranged is None else act.ranged
        )
        strike.dice = None if act.damage is None else str(act.damage)
        strike.kind = act.kind or strike.kind
        text = strike.dice or user.body.damage
        rolled: Spread = {0: 1.0} if text is None else spread(text)
        outcomes = world.rules.attacks.forecast(world, strike).outcomes
        first.setdefault(target.name, {outcome: chance for outcome, chance, _ in outcomes if chance})
        _share(world, target, branch, shared)
        _count_strike(world, user.name)
        for outcome, chance, halves in outcomes:
            if not chance:
                continue
            words = words_for(outcome, struck=True, hit=bool(halves))
            dealt: dict[int, float] = {}
            for amount, share in rolled.items():
                dealt[amount * halves // 2] = dealt.get(amount * halves // 2, 0.0) + share
            damage = _after(world, target.name, dealt, strike.kind) if halves else {0: 1.0}
            way = _Branch(
                branch.chance * chance, branch.words, sums(branch.damage, damage), branch.healed, branch.conditions
            )
            follow = [one for one in chosen(act.on, words, ()) if getattr(one, "target", "") == "target"]
            yield from _branched(world, user, ability, step, target, (*follow, *acts[number + 1 :]), way, first)
        if world.active == user.name:
            user.turn.attacks -= 1
        return
    _share(world, target, branch, shared)
    yield branch


def _happen(
    world: World,
    user: Creature,
    target: Creature,
    act: EffectAct,
    branch: _Branch,
    shared: dict[str, list[Callable[[int], int]]],
) -> None:
    match act:
        case DealDamage():
            body = target.body
            off = 0 if act.kind in world.rules.attacks.unreduced else body.damage_reduction
            immune = f"immune-{act.kind}" in body.traits

            def dealt(amount: int, half: bool = act.half, off: int = off, immune: bool = immune) -> int:
                return 0 if immune else max((amount // 2 if half else amount) - off, 0)

            if act.roll == "each":
                alone: dict[int, float] = {}
                for amount, chance in spread(str(act.amount)).items():
                    alone[dealt(amount)] = alone.get(dealt(amount), 0.0) + chance
                branch.damage = sums(branch.damage, alone)
            else:
                shared.setdefault(str(act.amount).replace(" ", ""), []).append(dealt)
                if target is user:
                    _share(world, target, branch, shared)
        case RestoreHealth():
            health = target.health
            missing = 0 if health.hp is None or health.full is None else max(health.full - health.hp, 0)
            branch.healed += sum(
                min(amount // 2 if act.half else amount, missing) * chance
                for amount, chance in spread(str(act.amount)).items()
            )
        case GiveCondition() if act.condition not in target.condition.held and act.condition not in branch.conditions:
            if f"immune-{act.condition}" not in target.body.traits and fits(world.rules, act.where, target, user):
                branch.conditions += (act.condition,)


def _share(world: World, target: Creature, branch: _Branch, shared: dict[str, list[Callable[[int], int]]]) -> None:
    for text, parts in shared.items():
        dealt: dict[int, float] = {}
        for amount, chance in spread(text).items():
            total = sum(part(amount) for part in parts)
            dealt[total] = dealt.get(total, 0.0) + chance
        branch.damage = sums(branch.damage, dealt)
    shared.clear()
