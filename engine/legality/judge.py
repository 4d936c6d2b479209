"""The one source of legality: intents in, plans or refusals out, nothing changed."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ...components.intents import IntentBase
from ..rules.ruleset import Request, Ruleset, World
from ..state.creature import Creature
from ..state.verdict import Forbidden, Plan, Refusal
from .planners import ordinary_moves as moving
from .planners import pushes as forcing
from .planners import runs_and_charges as running
from .planners import single_actions as acting

Planner: TypeAlias = Callable[[Request], Plan]
"""Judges one kind of intent."""

PLANNERS: Mapping[str, Planner] = {
    "move": moving.move,
    "step": moving.step,
    "shift": moving.shift,
    "run": running.run,
    "charge": running.charge,
    "minimum": moving.minimum,
    "crawl": moving.crawl,
    "leap": moving.leap,
    "stand": acting.stand,
    "drop-prone": acting.drop_prone,
    "attack": acting.attack,
    "teleport": acting.teleport,
    "push": forcing.force,
    "pull": forcing.force,
    "slide": forcing.force,
    "fall": acting.fall,
    "afflict": acting.afflict,
    "interact": acting.interact,
    "end": acting.end,
}
"""How each intent is judged unless the ruleset judges it itself."""


def known(rules: Ruleset, do: str) -> bool:
    """Whether a ruleset has such an intent at all."""
    return do in rules.actions.costs and (do in rules.actions.planners or do in PLANNERS)


def judge(world: World, creature: Creature, intent: IntentBase) -> Plan | Refusal:
    """What the intent comes to for this creature now, or the rule that forbids it. Changes nothing.

    The answer is worked out once for each state of the world: what a brain has asked about before it chose is not
    planned again when it is carried out.
    """
    store, key = world.cache(), ("judged", creature.entity, intent)
    try:
        kept = store.get(key)
    except TypeError:  # it holds a table, which cannot be looked up
        return _judged(world, creature, intent)
    match kept:
        case (asked, length, Plan() | Refusal() as answer) if asked is creature and length == len(world.log):
            return answer
    answer = _judged(world, creature, intent)
    store[key] = creature, len(world.log), answer
    return answer


def _judged(world: World, creature: Creature, intent: IntentBase) -> Plan | Refusal:
    request = Request(world, creature, intent)
    rules = world.rules
    planner = rules.actions.planners.get(intent.do) or PLANNERS.get(intent.do)
    try:
        if planner is None or not known(rules, intent.do):
            raise request.refuse(f"{rules.title} has no such thing as {intent.do}", "unknown-intent")
        plan = planner(request)
        return rules.actions.part(request, plan) if intent.part else plan
    except Forbidden as forbidden:
        return forbidden.refusal


__all__ = ["PLANNERS", "Plan", "Refusal", "Request", "judge", "known"]
