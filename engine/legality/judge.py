"""The one source of legality: turns an intent into a plan or a refusal. Changes nothing."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ...components.intents import IntentBase
from ..rules.ruleset import Request, Ruleset, World
from ..state.creature import Creature
from ..state.verdict import Forbidden, Plan, Refusal
from .planners import abilities as using
from .planners import equipping
from .planners import ordinary_moves as moving
from .planners import pushes as forcing
from .planners import runs_and_charges as running
from .planners import single_actions as acting
from .route import keeps_to_its_way

Planner: TypeAlias = Callable[[Request], Plan]
"""Judges one kind of intent: returns its plan, or raises `Forbidden`."""

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
    "full-attack": acting.full_attack,
    "teleport": acting.teleport,
    "push": forcing.force,
    "pull": forcing.force,
    "slide": forcing.force,
    "fall": acting.fall,
    "afflict": acting.afflict,
    "interact": acting.interact,
    "use": using.use,
    "equip": equipping.equip,
    "end": acting.end,
}
"""The shared planner of each intent, which a ruleset may replace."""


WITH_WEAPON = frozenset({"attack", "full-attack"})
"""Intents that may name a weapon."""


def known(rules: Ruleset, do: str) -> bool:
    """True if a ruleset has an intent of that name."""
    return do in rules.actions.costs and (do in rules.actions.planners or do in PLANNERS)


def judge(world: World, creature: Creature, intent: IntentBase) -> Plan | Refusal:
    """The plan of the intent for this creature now, or the refusal that forbids it. Changes nothing.

    The answer is computed once for each state of the world: an intent that a brain has tried is not planned again when
    it is carried out.
    """
    store, key = world.cache(), ("judged", creature.entity, intent)
    try:
        kept: tuple[Creature, int, Plan | Refusal] | None = store.get(key)
    except TypeError:  # the intent holds a table, which is not hashable
        return _judged(world, creature, intent)
    if kept is not None:
        asked, length, known = kept
        if asked is creature and length == world.log.length:
            return known
    answer = _judged(world, creature, intent)
    store[key] = creature, world.log.length, answer
    return answer


def _judged(world: World, creature: Creature, intent: IntentBase) -> Plan | Refusal:
    request = Request(world, creature, intent)
    rules, do = world.rules, intent.do
    planner = rules.actions.planners.get(do) or PLANNERS.get(do)
    try:
        if planner is None or do not in rules.actions.costs:
            raise request.refuse("{game} has no intent {do}", "unknown-intent", game=rules.title, do=do)
        keeps_to_its_way(request)
        armed = do in WITH_WEAPON and intent.with_ is not None  # type: ignore[attr-defined]
        plan = equipping.armed(request, planner) if armed else planner(request)
        return rules.actions.part(request, plan) if intent.part else plan
    except Forbidden as forbidden:
        return forbidden.refusal


__all__ = ["PLANNERS", "Plan", "Refusal", "Request", "judge", "known"]
