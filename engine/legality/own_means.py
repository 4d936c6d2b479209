"""Refuses intents beyond a creature's own means (a shot without a bow) to players, not to scripts.

A script, a referee and an effect of a story may do more than any creature can by itself: a shot without a bow, a push
from afar, a condition out of nowhere. Nothing here changes what `judge` allows.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from ...components.intents import (
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
from ..combat.threat import strikes_reach
from ..messages import Message, Value, _, length
from ..rules.distances import squares_between
from ..rules.ruleset import Request, World
from ..state.creature import Creature
from ..state.verdict import Refusal


def beyond_means(world: World, creature: Creature, intent: IntentBase) -> Refusal | None:
    """Why an intent is beyond the creature's own means. Its legality is not checked."""
    kind = type(intent)
    question = _by_kind.get(kind)
    if question is None:
        question = next((asked for kinds, asked in _QUESTIONS if issubclass(kind, kinds)), _nothing)
        _by_kind[kind] = question
    return question(world, creature, intent)


def _nothing(world: World, creature: Creature, intent: IntentBase) -> Refusal | None:
    return None


def _referee(world: World, creature: Creature, intent: IntentBase) -> Refusal | None:
    return _unforeseen(world, _("only a referee can do this"))


def _shot(world: World, creature: Creature, intent: Attack | FullAttack) -> Refusal | None:
    aimed = intent.target if intent.ranged else None
    spec = None if intent.with_ is None else world.rules.defined.items.get(intent.with_)
    drawn = None if spec is None or spec.weapon is None else spec.weapon.range
    return None if aimed is None else out_of_range(world, creature, aimed, drawn)


def _sending(world: World, creature: Creature, intent: Teleport) -> Refusal | None:
    if intent.target is not None:
        return _unforeseen(world, _("only an effect teleports another creature"))
    return _granted(world, creature, intent)


def _tow(world: World, creature: Creature, intent: Carry) -> Refusal | None:
    if intent.speed is not None:
        return _unforeseen(world, _("only an effect sweeps another creature along"))
    rules, other = world.rules, world.named.get(intent.target)
    if other is None or other.lets(creature) or other.has("object") or other.condition.mount == creature.name:
        return None
    if other.health.downed or other.is_any(rules.conditions.helpless):
        return None
    text = _("{other} refuses to be taken along by {name}")
    return Refusal(rules.cite_any("carry"), Message(text, {"other": other.name, "name": creature.name}))


def _excess(world: World, creature: Creature, intent: Move | Shift) -> Refusal | None:
    if intent.exceeds:
        return _unforeseen(world, _("only an effect lets a movement exceed the speed"))
    return _granted(world, creature, intent)


def _granted(world: World, creature: Creature, intent: Move | Shift | Crawl | Jump | Teleport) -> Refusal | None:
    return None if intent.distance is None else _unforeseen(world, _("only an effect grants a distance"))


def _unforeseen(world: World, reason: str) -> Refusal:
    return Refusal(world.rules.cite_any("unforeseen"), Message(reason))


def out_of_range(world: World, creature: Creature, target: str, drawn: int | None = None) -> Refusal | None:
    """Why a shot is out of the shooter's range, or that of a weapon to be `drawn`; None if it is in range."""
    rules, most = world.rules, creature.body.range if drawn is None else drawn
    if most is None:
        return Refusal(rules.cite_any("reach"), Message(_("{name} has no ranged attack"), {"name": creature.name}))
    other = world.named.get(target)
    if other is None:
        return None
    squares = squares_between(rules, creature.box, other.box)
    if squares <= rules.squares(most):
        return None
    text = _("{target} is {far} away; the range of {name} is {most}")
    values: dict[str, Value] = {
        "target": target,
        "far": rules.length(squares),
        "name": creature.name,
        "most": length(most, rules.feet),
    }
    return Refusal(rules.cite_any("reach"), Message(text, values))


def _shove(world: World, creature: Creature, intent: Forced) -> Refusal | None:
    """Why a push, pull or slide is beyond what a creature can do by itself."""
    rules = world.rules
    target = world.named.get(intent.target)
    if target is None or target is creature:
        return None
    cited = rules.cite(intent.kind, "forced")
    names: dict[str, Value] = {"target": target.name, "name": creature.name}
    if not strikes_reach(world, creature, target):
        return Refusal(rules.cite("reach"), Message(_("{target} is out of reach of {name}"), names))
    if intent.override or intent.hazards or intent.changes_height:
        return Refusal(cited, Message(_("only an effect makes such a {kind}"), {"kind": intent.kind}))
    if rules.squares(intent.distance) > 1:
        text = _("without an effect {name} moves another creature at most {far}")
        return Refusal(cited, Message(text, {"name": creature.name, "far": rules.length(1)}))
    if not intent.contest and rules.forced.contest(Request(world, creature, intent), target, intent.kind) is not None:
        return Refusal(cited, Message(_("a {kind} needs a contest roll"), {"kind": intent.kind}))
    return None


_Question: TypeAlias = Callable[[World, Creature, Any], Refusal | None]
_QUESTIONS: tuple[tuple[tuple[type[IntentBase], ...], _Question], ...] = (
    ((Afflict, Fall, DropObject), _referee),
    ((Attack, FullAttack), _shot),
    ((Forced,), _shove),
    ((Teleport,), _sending),
    ((Carry,), _tow),
    ((Move, Shift), _excess),
    ((Crawl, Jump), _granted),
)
"""What may be beyond the means of any creature, by the kind of intent."""
_by_kind: dict[type[IntentBase], _Question] = {}
"""The question about each kind met so far: it is asked several times a turn."""
