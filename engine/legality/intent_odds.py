"""The odds of an intent, per creature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...components.effect_acts import (
    TARGET,
    DealDamage,
    GiveCondition,
    GrantMovement,
    StrikeTarget,
    TeleportCreature,
)
from ...components.intents import IntentBase
from ...components.ordinary_class import ordinary_class
from ...components.plan import AbilityUse, Act, Check, Harm, PlannedDecision, Strike, Walk
from ..combat.aims import affected, chooses, picked, target_of
from ..combat.forecast import spread
from ..combat.threat import reacted_already, who_reacts
from ..field.zone_harm import Border, crossed
from ..rules.ruleset import World
from ..state.creature import Creature
from ..state.verdict import Plan, Refusal
from .ability_acts import moved
from .damage_odds import LEAST, Branch, Spread, reduced, states_of, sums
from .judge import judge
from .use_odds import UseCourse


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
    """The chance of each condition gained, or gained once more if it counts each time apart."""
    saves: bool = False
    """True if that roll is the creature's own save."""
    checked_by: str = ""
    """The user of an ability whose check that roll is."""


@dataclass(slots=True)
class _Fate:
    """Collects what an intent may do to one creature, with chances."""

    outcomes: dict[str, float] = field(default_factory=dict)
    damage: dict[int, float] = field(default_factory=lambda: {0: 1.0})
    healed: float = 0.0
    conditions: dict[str, float] = field(default_factory=dict)
    falls: float | None = None
    """The chance to be downed, if the damage alone does not say it."""
    saves: bool = False
    checked_by: str = ""


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
    return all(isinstance(act, AbilityUse) and not _steers(world, act) for act in plan.acts)


def _steers(world: World, use: AbilityUse) -> bool:
    steps = world.abilities[use.ability].whole
    if any(isinstance(one, _STEERING) for step in steps for one in step.acts):
        return True
    if len(world.rules.attacks.multiple) < 2:
        return False
    rolled = [(step, aim) for step, aim in zip(steps, use.aims, strict=True) if step.roll and step.roll.strike]
    return len(rolled) > 1 or any(step.area is not None or len(aim.names) != 1 for step, aim in rolled)


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
    amounts = [amount for amount, chance in fate.damage.items() if chance > LEAST]
    falls = fate.falls or 0.0
    if fate.falls is None and hp is not None and hp > 0:
        falls = sum(chance for amount, chance in fate.damage.items() if amount >= hp)
    return CreatureOdds(
        outcomes=fate.outcomes,
        least=min(amounts, default=0),
        mean=sum(amount * chance for amount, chance in fate.damage.items()),
        most=max(amounts, default=0),
        falls=min(falls, 1.0),
        healed=fate.healed,
        conditions=fate.conditions,
        saves=fate.saves,
        checked_by=fate.checked_by,
    )


# --- the acts of a plan ------------------------------------------------------------------------------


def _follow(world: World, actor: Creature, acts: Sequence[Act], fates: dict[str, _Fate], chance: float) -> None:
    for act in acts:
        match act:
            case Strike():
                _add(fates, act.target, *_struck(world, act), chance=chance)
                _count_strike(world, act.by)
            case Harm():
                _add(fates, act.who, {}, reduced(world, act.who, spread(act.dice), act.kind), chance=chance)
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
    fate = fates.get(name)
    if fate is None:
        fate = fates[name] = _Fate()
        if chance >= 1:
            fate.outcomes, fate.damage = dict(outcomes), dict(damage)
            return
    if not fate.outcomes:
        fate.outcomes = dict(outcomes)
    if chance < 1:
        damage = {amount: share * chance for amount, share in damage.items()}
        damage[0] = damage.get(0, 0.0) + 1 - chance
    ended = {amount: share for amount, share in fate.damage.items() if most is not None and amount >= most}
    fate.damage = sums({amount: share for amount, share in fate.damage.items() if amount not in ended}, damage)
    for amount, share in ended.items():
        fate.damage[amount] = fate.damage.get(amount, 0.0) + share


def _struck(world: World, strike: Strike) -> tuple[dict[str, float], dict[int, float]]:
    forecast = world.rules.attacks.forecast(world, strike)
    text = strike.dice or world.named[strike.by].body.damage
    rolled: Spread = {0: 1.0} if text is None or strike.harmless else spread(text)
    damage: dict[int, float] = {}
    for _, chance, halves in forecast.outcomes:
        dealt: dict[int, float] = {}
        for amount, share in rolled.items():
            dealt[amount * halves // 2] = dealt.get(amount * halves // 2, 0.0) + share
        for amount, share in (reduced(world, strike.target, dealt, strike.kind) if halves else {0: 1.0}).items():
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
                reduced(world, mover.name, spread(str(tile.damage)), "terrain"),
                chance=chance,
                most=hp,
            )
        for act in crossed(world, mover, came, stride.to, met):
            if isinstance(act, DealDamage) and act.target == TARGET:
                rolled = _halved(spread(str(act.amount)), act.half)
                _add(fates, mover.name, {}, reduced(world, mover.name, rolled, act.kind), chance=chance, most=hp)
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
    course = UseCourse(world, user, world.abilities[use.ability])
    before: list[Creature] = []
    for number, (step, aim) in enumerate(zip(course.ability.whole, use.aims, strict=True)):
        own = number == 0 or step.target is not None
        names = [one.name for one in before]
        before = affected(world, user, course.ability, step, aim, own=own, before=names)
        course.take(number, step, picked(world.rules, user, step, before) if chooses(step, number) else before)
        there = moved(world, user, step.acts, aim, itself=target_of(course.ability, step).kind == "self")
        if there is not user:
            user.place(there.cube)
            world.creature_changed(user)
    course.add_aside()
    for name, ways in course.branches.items():
        if name:
            fresh = name not in fates or not fates[name].outcomes
            _gather(world, fates, name, ways, course.first.get(name, {}))
            if fresh:
                fates[name].saves = name in course.saved
                fates[name].checked_by = user.name if name in course.checked and name != user.name else ""


def _gather(
    world: World, fates: dict[str, _Fate], name: str, ways: list[Branch], outcomes: Mapping[str, float]
) -> None:
    damage: dict[int, float] = {}
    conditions: dict[str, float] = {}
    healed, fallen, in_turn = 0.0, 0.0, False
    for way in ways:
        chance = way.chance
        if way.states is None:
            for amount, share in way.damage.items():
                damage[amount] = damage.get(amount, 0.0) + share * chance
            healed += way.healed * chance
        in_turn = in_turn or way.states is not None
        for condition in way.conditions:
            conditions[condition] = conditions.get(condition, 0.0) + chance
    for way in ways if in_turn else ():
        for (taken, regained, fell), share in states_of(way, world.named[name].health.hp).items():
            if way.states is not None:
                damage[taken] = damage.get(taken, 0.0) + share * way.chance
                healed += regained * share * way.chance
            if fell:
                fallen += share * way.chance
    _add(fates, name, outcomes, damage)
    fate = fates[name]
    fate.healed += healed
    fate.falls = fallen if in_turn else None
    for condition, chance in conditions.items():
        fate.conditions[condition] = fate.conditions.get(condition, 0.0) + chance
