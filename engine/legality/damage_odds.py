"""Distributions of damage, and of hit points over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from ...components.effect_acts import DealDamage, EffectAct, GiveCondition, RestoreHealth
from ..combat.forecast import spread
from ..rules.defined import fits
from ..rules.ruleset import World
from ..state.creature import Creature

Spread = Mapping[int, float]
"""The chance of each amount of damage."""

State: TypeAlias = tuple[int, int, bool]
"""(damage taken, hit points healed, whether the creature ever went down)."""

States: TypeAlias = dict[State, float]
"""The chance of each state."""

LEAST = 1e-12
"""Least chance; smaller ones are errors of rounding."""
MOST_AMOUNTS = 4000
"""Most amounts per distribution; the rarest are dropped."""


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


def reduced(world: World, name: str, amounts: Spread, kind: str) -> dict[int, float]:
    body = world.named[name].body
    if f"immune-{kind}" in body.traits:
        return {0: 1.0}
    off = 0 if kind in world.rules.attacks.unreduced else body.damage_reduction
    found: dict[int, float] = {}
    for amount, chance in amounts.items():
        left = max(amount - off, 0)
        found[left] = found.get(left, 0.0) + chance
    return found


_NONE: dict[int, float] = {0: 1.0}
"""No damage for certain. It may be shared, so nothing is added to it."""


@dataclass(slots=True)
class Branch:
    """One possible series of results of the rolls for a target, with its chance."""

    chance: float
    words: tuple[str, ...] = ()
    """The words for the last step's outcome."""
    damage: dict[int, float] = field(default_factory=lambda: _NONE)
    healed: float = 0.0
    conditions: tuple[str, ...] = ()
    states: States | None = None
    """Damage and healing together, if one changes what the other does; else None."""
    idle: bool = False
    """True if the present step leaves the target out."""
    strikes: int = 0
    """Strikes at the target so far."""
    aside: tuple[int, ...] = ()
    """Acts on others, as numbers in `UseCourse.aside`."""
    met: tuple[int, ...] = ()
    """Steps that the target was left for, of those that do something once."""

    def copy(self, share: float) -> "Branch":
        chance = self.chance * share
        return Branch(
            chance,
            self.words,
            self.damage,
            self.healed,
            self.conditions,
            self.states,
            self.idle,
            self.strikes,
            self.aside,
            self.met,
        )


# --- amounts -----------------------------------------------------------------------------------------


class Amount(NamedTuple):
    """Damage or healing that is about to be rolled."""

    text: str
    each: bool
    """True if its dice are its own."""
    heals: bool
    half: bool
    off: int
    """Reduction of the damage."""

    def of(self, rolled: int) -> int:
        return max((rolled // 2 if self.half else rolled) - self.off, 0)


IMMUNE = 1 << 30
"""A reduction beyond all damage."""


def happen(
    world: World, user: Creature, target: Creature, act: EffectAct, branch: Branch, amounts: list[Amount]
) -> None:
    match act:
        case DealDamage():
            body = target.body
            off = 0 if act.kind in world.rules.attacks.unreduced else body.damage_reduction
            off = IMMUNE if f"immune-{act.kind}" in body.traits else off
            amounts.append(Amount(_dice(act.amount), act.roll == "each", False, act.half, off))
        case RestoreHealth():
            amounts.append(Amount(_dice(act.amount), act.roll == "each", True, act.half, 0))
        case GiveCondition() if gains(world, target, act.condition) and act.condition not in branch.conditions:
            if f"immune-{act.condition}" not in target.body.traits and fits(world.rules, act.where, target, user):
                branch.conditions += (act.condition,)


def gains(world: World, target: Creature, condition: str) -> bool:
    """True if the creature has not got the condition, or it counts each time apart."""
    if condition not in target.condition.held:
        return True
    spec = world.rules.defined.conditions.get(condition)
    return spec is not None and spec.stack == "each"


def _dice(amount: int | str) -> str:
    return str(amount).replace(" ", "")


def add_amounts(target: Creature, branch: Branch, amounts: list[Amount], *, in_turn: bool) -> None:
    """Adds amounts to a branch; those with equal dice share one roll. `in_turn`: their order matters."""
    if in_turn:
        _take_in_turn(target, branch, amounts)
        amounts.clear()
        return
    shared: dict[str, tuple[Amount, ...]] = {}
    for one in amounts:
        if one.heals:
            branch.healed += _healed(one, target.health.hp, target.health.full)
        elif one.each:
            _hurt(branch, _dealt((one,)))
        else:
            shared[one.text] = (*shared.get(one.text, ()), one)
    for parts in shared.values():
        _hurt(branch, _dealt(parts))
    amounts.clear()


def _hurt(branch: Branch, dealt: dict[int, float]) -> None:
    branch.damage = dealt if branch.damage is _NONE else sums(branch.damage, dealt)


@lru_cache(maxsize=1 << 10)
def _healed(one: Amount, hp: int | None, full: int | None) -> float:
    if hp is None:
        return 0.0
    return sum([_gained(hp, full, one.of(amount)) * chance for amount, chance in spread(one.text).items()])


def _gained(hp: int, full: int | None, amount: int) -> int:
    return amount if full is None else min(amount, max(full - hp, 0))


@lru_cache(maxsize=1 << 10)
def _dealt(parts: tuple[Amount, ...]) -> dict[int, float]:
    dealt: dict[int, float] = {}
    for amount, chance in spread(parts[0].text).items():
        total = sum([part.of(amount) for part in parts])
        dealt[total] = dealt.get(total, 0.0) + chance
    return dealt


def take(target: Creature, branch: Branch, dealt: dict[int, float]) -> None:
    """Adds damage of its own dice to a branch."""
    if branch.states is None:
        _hurt(branch, dealt)
        return
    states: States = {}
    for state, chance in branch.states.items():
        for amount, share in dealt.items():
            now = _lose(target.health.hp, state, amount)
            states[now] = states.get(now, 0.0) + chance * share
    branch.states = states


# --- hit points over time ------------------------------------------------------------------------------

MOST_ROLLS = 500
"""Most results of dice that several amounts share; beyond them each rolls its own."""


def states_of(branch: Branch, hp: int | None) -> States:
    if branch.states is not None:
        return branch.states
    found: States = {}
    for amount, chance in branch.damage.items():
        now = _lose(hp, (0, 0, False), amount)
        found[now] = found.get(now, 0.0) + chance
    return found


def _lose(hp: int | None, state: State, amount: int) -> State:
    taken, healed, fell = state
    if hp is not None and not fell:
        left = hp - taken + healed
        fell = left > 0 >= left - amount
    return taken + amount, healed, fell


def _take_in_turn(target: Creature, branch: Branch, amounts: Sequence[Amount]) -> None:
    """Follows the hit points through damage and healing in their order."""
    texts = [one.text for one in amounts if not one.each]
    shared = {text: spread(text) for text in texts if texts.count(text) > 1}
    if prod([len(rolled) for rolled in shared.values()]) > MOST_ROLLS:
        shared = {}
    start = states_of(branch, target.health.hp)
    found: States = {}
    for rolls in product(*[list(rolled.items()) for rolled in shared.values()]):
        chance = prod([share for _, share in rolls])
        known = {text: amount for text, (amount, _) in zip(shared, rolls, strict=True)}
        states = start
        for one in amounts:
            fixed = None if one.each else known.get(one.text)
            states = _next(target, states, one, spread(one.text) if fixed is None else {fixed: 1.0})
        for state, share in states.items():
            found[state] = found.get(state, 0.0) + share * chance
    branch.states = found


def _next(target: Creature, states: States, one: Amount, rolled: Spread) -> States:
    """Returns the states after one more amount."""
    hp, full = target.health.hp, target.health.full
    found: States = {}
    for state, chance in states.items():
        for amount, share in rolled.items():
            if not one.heals:
                now = _lose(hp, state, one.of(amount))
            elif hp is not None:
                taken, healed, fell = state
                now = taken, healed + _gained(hp - taken + healed, full, one.of(amount)), fell
            else:
                now = state
            found[now] = found.get(now, 0.0) + chance * share
    return found


def apart(branch: Branch, target: Creature) -> tuple[Branch, Branch | None]:
    """Returns the branches with the target up and with it down. A downed target is not struck again."""
    hp = target.health.hp
    if hp is None or hp <= 0:
        return branch, None
    if branch.states is None:
        if max(branch.damage) < hp:
            return branch, None
        chance = sum([share for amount, share in branch.damage.items() if amount >= hp])
    else:
        chance = sum([share for (taken, healed, _), share in branch.states.items() if taken - healed >= hp])
    if chance < LEAST:
        return branch, None
    up, down = branch.copy(1 - chance), branch.copy(chance)
    if up.chance < LEAST:
        up.chance = 0.0
        return up, down
    if branch.states is None:
        down.damage = {amount: share / chance for amount, share in branch.damage.items() if amount >= hp}
        up.damage = {amount: share / (1 - chance) for amount, share in branch.damage.items() if amount < hp}
    else:
        low, high = {}, {}
        for state, share in branch.states.items():
            if state[0] - state[1] >= hp:
                low[state] = share / chance
            else:
                high[state] = share / (1 - chance)
        down.states, up.states = low, high
    return up, down
