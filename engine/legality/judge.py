"""Decides legality: turns an intent into a plan or a refusal. Changes nothing."""

import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from ...components.intents import (
    BY_NAME,
    Afflict,
    Attack,
    Carry,
    Crawl,
    DropObject,
    Fall,
    Forced,
    FullAttack,
    IntentBase,
    Jump,
    Move,
    Shift,
    Teleport,
)
from ...components.plan import Act, Drop
from ..combat.threat import strikes_reach
from ..messages import Message, Value, _
from ..rules.budget import at_start
from ..rules.ruleset import Request, Ruleset, World
from ..state.creature import Creature
from ..state.verdict import Forbidden, Plan, Refusal
from .planners import abilities as using
from .planners import moves as moving
from .planners import moving_others as forcing
from .planners import single_actions as acting
from .planners.single_actions import out_of_range
from .route import check_mode

Planner: TypeAlias = Callable[[Request], Plan]
"""Judges one kind of intent; raises `Forbidden`."""

PLANNERS: Mapping[str, Planner] = {
    "move": moving.move,
    "step": moving.step,
    "shift": moving.shift,
    "run": moving.run,
    "charge": moving.charge,
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
    "equip": acting.equip,
    "end": acting.end,
}
"""The shared planners; a ruleset may replace them."""


WITH_WEAPON = frozenset({"attack", "full-attack"})


def known(rules: Ruleset, do: str) -> bool:
    return do in rules.actions.costs and (do in rules.actions.planners or do in PLANNERS)


def judge(world: World, creature: Creature, intent: IntentBase) -> Plan | Refusal:
    """Returns the plan of a creature's intent, or its refusal. Changes nothing."""
    store, key, keeps = world.cache(), ("judged", creature.entity, intent), True
    try:
        kept: tuple[Creature, int, Plan | Refusal] | None = store.get(key)
    except TypeError:  # the intent holds a table, which is not hashable
        kept, keeps = None, False
    if kept is not None and kept[0] is creature and kept[1] == world.log.length:
        return kept[2]
    request, rules, do = Request(world, creature, intent), world.rules, intent.do
    planner = rules.actions.planners.get(do) or PLANNERS.get(do)
    answer: Plan | Refusal
    try:
        if planner is None or do not in rules.actions.costs:
            raise request.refuse("{game} has no action called {do}", "unknown-intent", game=rules.title, do=do)
        if getattr(intent, "mode", None) is not None:
            check_mode(request)
        armed = do in WITH_WEAPON and intent.with_ is not None  # type: ignore[attr-defined]
        answer = acting.armed(request, planner) if armed else planner(request)
        if intent.part:
            answer = rules.actions.part(request, answer)
    except Forbidden as forbidden:
        answer = forbidden.refusal
    if keeps:
        store[key] = creature, world.log.length, answer
    return answer


def fall_by(world: World, source: Creature, target: Creature, squares: int | None, rules: tuple[str, ...]) -> list[Act]:
    """Returns the acts of a fall that an effect causes: those of the intent `fall`."""
    planner = world.rules.actions.planners.get("fall") or PLANNERS["fall"]
    acts = planner(Request(world, source, Fall(target=target.name, squares=squares))).acts
    for act in acts:
        if isinstance(act, Drop):
            act.rules = rules or act.rules
    return acts


# ---------------------------------------------------------------- whole kinds of intents


OPEN = ("path", "to", "target", "from_", "squares", "ranged")
"""Fields of an intent that a trial leaves open."""
SHOVED = ("distance", "contest")
"""Fields that a trial of forced movement also leaves open."""
VARIETIES: Mapping[str, Sequence[Mapping[str, Any]]] = {"move": ({}, {"double": True})}
"""Field values to try, by kind of intent."""


class LeftOpen(Exception):
    """Raised when a planner reads a field that a trial intent leaves empty."""


def barred(world: World, creature: Creature, kind: str) -> bool:
    """True if every intent of this kind would be refused for any target. False if that is uncertain."""
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


# ---------------------------------------------------------------- means of its own


def not_granted(world: World, creature: Creature, intent: IntentBase) -> Refusal | None:
    """Returns why the intent is beyond the creature's own means; else None. For example only an effect may do it."""
    kind = type(intent)
    if kind not in _by_kind:
        _by_kind[kind] = next((asked for kinds, asked in _QUESTIONS if issubclass(kind, kinds)), None)
    question = _by_kind[kind]
    return None if question is None else question(world, creature, intent)


def _shot(world: World, creature: Creature, intent: Attack | FullAttack) -> Refusal | None:
    aimed = intent.target if intent.ranged else None
    return None if aimed is None else out_of_range(world, creature, aimed, intent.with_)


def _sending(world: World, creature: Creature, intent: Teleport) -> Refusal | None:
    if intent.target is not None:
        return _unforeseen(world, _("only an effect teleports another creature"))
    return _granted(world, creature, intent)


def _tow(world: World, creature: Creature, intent: Carry) -> Refusal | None:
    if intent.speed is not None:
        return _unforeseen(world, _("only an effect can sweep another creature along"))
    rules, other = world.rules, world.named.get(intent.target)
    if other is None or other.lets(creature) or other.has("object") or other.condition.mount == creature.name:
        return None
    if other.health.downed or other.is_any(rules.conditions.helpless):
        return None
    text = _("{other} does not agree to be carried by {name}")
    return Refusal(rules.cite_any("carry"), Message(text, {"other": other.name, "name": creature.name}))


def _excess(world: World, creature: Creature, intent: Move | Shift) -> Refusal | None:
    if intent.exceeds:
        return _unforeseen(world, _("only an effect lets a movement exceed the speed"))
    return _granted(world, creature, intent)


def _granted(world: World, creature: Creature, intent: Move | Shift | Crawl | Jump | Teleport) -> Refusal | None:
    return None if intent.distance is None else _unforeseen(world, _("only an effect can set a distance"))


def _unforeseen(world: World, reason: str) -> Refusal:
    return Refusal(world.rules.cite_any("unforeseen"), Message(reason))


def _shove(world: World, creature: Creature, intent: Forced) -> Refusal | None:
    rules = world.rules
    target = world.named.get(intent.target)
    if target is None or target is creature:
        return None
    cited = rules.cite(intent.kind, "forced")
    names: dict[str, Value] = {"target": target.name, "name": creature.name}
    if not strikes_reach(world, creature, target):
        return Refusal(rules.cite("reach"), Message(_("{target} is out of reach of {name}"), names))
    if intent.override or intent.hazards or intent.changes_height:
        return Refusal(cited, Message(_("only an effect can {kind} that way"), {"kind": intent.kind}))
    if rules.squares(intent.distance) > 1:
        text = _("{name} can move another creature at most {far}; only an effect allows more")
        return Refusal(cited, Message(text, {"name": creature.name, "far": rules.length(1)}))
    if not intent.contest and rules.forced.contest(Request(world, creature, intent), target, intent.kind) is not None:
        return Refusal(cited, Message(_("a {kind} needs a contest roll"), {"kind": intent.kind}))
    return None


_Question: TypeAlias = Callable[[World, Creature, Any], Refusal | None]
_QUESTIONS: tuple[tuple[tuple[type[IntentBase], ...], _Question], ...] = (
    (
        (Afflict, Fall, DropObject),
        lambda world, creature, intent: _unforeseen(world, _("only a referee can do this")),
    ),
    ((Attack, FullAttack), _shot),
    ((Forced,), _shove),
    ((Teleport,), _sending),
    ((Carry,), _tow),
    ((Move, Shift), _excess),
    ((Crawl, Jump), _granted),
)
_by_kind: dict[type[IntentBase], _Question | None] = {}


__all__ = ["PLANNERS", "Plan", "Refusal", "Request", "judge", "known"]
