"""Whether every intent of one kind is refused now, decided by one trial instead of one for each of them.

The trial is an intent of the kind without goal, way and target. A planner that refuses it without reading any of
these refuses all of the kind alike; if the planner reads one of them, the trial decides nothing.
"""

import types
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...components.intents import BY_NAME, IntentBase
from ..rules.ruleset import World
from ..rules.turn_actions import at_start
from ..state.creature import Creature
from ..state.verdict import Refusal
from .judge import judge

OPEN = ("path", "to", "target", "from_", "squares", "ranged")
"""The fields in which the candidates of a kind differ."""
SHOVED = ("distance", "contest")
"""Further such fields of forced movement."""
VARIETIES: Mapping[str, Sequence[Mapping[str, Any]]] = {"move": ({}, {"double": True})}
"""Kinds with several varieties, each with a trial of its own."""


class LeftOpen(Exception):
    """Raised by a trial when a planner reads one of its open fields."""


def barred(world: World, creature: Creature, kind: str) -> bool:
    """True if all candidates of a kind are refused, for any goal and target.

    False also if one trial does not decide it.
    """
    world, creature = at_start(world, creature)
    store, key = world.cache(), ("barred", creature.entity, kind)
    match store.get(key):
        case (asked, length, bool() as kept) if asked is creature and length == world.log.length:
            return kept
    answer = kind in BY_NAME and kind not in world.rules.actions.own
    for question in _questions(kind) if answer else ():
        answer = answer and _refused(world, creature, question)
    store[key] = creature, world.log.length, answer
    return answer


def _refused(world: World, creature: Creature, question: IntentBase) -> bool:
    try:
        return isinstance(judge(world, creature, question), Refusal)
    except LeftOpen:
        return False


@cache
def _questions(kind: str) -> tuple[IntentBase, ...]:
    """The intents of a kind that leave open what it is aimed at."""
    asked = BY_NAME[kind]
    left_open = (*OPEN, *SHOVED) if "contest" in asked.__struct_fields__ else OPEN
    named = [name for name in left_open if name in asked.__struct_fields__]
    if not named:
        return (asked(),)
    body = dict.fromkeys(named, property(_look))
    settings = {"frozen": True, "tag": kind}
    question = types.new_class(f"{asked.__name__}LeftOpen", (asked,), settings, lambda own: own.update(body))
    return tuple(question(**dict.fromkeys(named), **fixed) for fixed in VARIETIES.get(kind, ({},)))


def _look(_: IntentBase) -> Any:
    raise LeftOpen
