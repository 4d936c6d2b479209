"""The start and the end of a turn for a creature's conditions: their acts, their saves, and the end of their time."""

import msgspec

from ...components.definitions import ConditionSpec
from ...components.effect_acts import SELF, TARGET, Effect, EffectAct, TurnMoment
from ...components.plan import Check
from ..rules.figures import stacks
from ..rules.ruleset import World
from ..state.creature import Creature
from .hit_points import lose, run_out
from .zones import at_turn

SUCCESSES = frozenset({"success", "critical-success", "tier-2", "tier-3"})
"""The outcomes of a save that end a condition."""


def begin_moment(world: World, creature: Creature, moment: TurnMoment) -> list[Effect]:
    """What the conditions of a creature do at a moment of its turn, each as an effect of its own."""
    own = world.rules.defined.conditions
    found = at_turn(world, creature, "start" if moment == "turn-start" else "end") if world.things else []
    for condition in sorted(creature.condition.held & own.keys()) if own else ():
        spec = own[condition]
        acts = [aimed(act, creature.name) for act in spec.acts if (act.when or spec.when) == moment]
        if acts:
            found += [Effect(acts=tuple(acts), by=condition)] * stacks(creature, condition)
    return found


def aimed(act: EffectAct, name: str) -> EffectAct:
    """An act of a condition, with its bearer in the place of `target` and `self`."""
    changes = {
        key: name for key in ("target", "who", "whose", "by", "moves_with") if getattr(act, key, None) in (TARGET, SELF)
    }
    return msgspec.structs.replace(act, **changes, when=None)


def end_moment(world: World, creature: Creature, moment: TurnMoment) -> None:
    """Rolls the saves of a creature's conditions at a moment of its turn, and ends what runs out then."""
    own = world.rules.defined.conditions
    for condition in sorted(creature.condition.held & own.keys()) if own else ():
        spec = own[condition]
        if spec.ends is not None and spec.ends.when == moment and not creature.out:
            _save(world, creature, condition, spec)
    run_out(world, moment, creature.name)


def _save(world: World, creature: Creature, condition: str, spec: ConditionSpec) -> None:
    ends, attacks = spec.ends, world.rules.attacks
    assert ends is not None
    dc = None if attacks.tiers else ends.dc
    check = Check(creature.name, ends.save, attacks.save_bonus(creature, ends.save), dc, save=True)
    if attacks.check(world, check) in SUCCESSES:
        lose(world, creature, condition)
