"""Checks before any plan: acting, moving, paying."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from ...components.intents import IntentBase, Square, Use
from ...components.position import Cube
from ..field.support import keeps_height, resting_height
from ..messages import Message, Value, _, both, counted, either
from ..rules.budget import affordable
from ..rules.ruleset import ActionCost, Request, Ruleset
from ..state.verdict import Forbidden

T = TypeVar("T")


def ability_title(request: Request, name: str | None = None) -> Message:
    """Returns what people call an ability: its label, else its id. By default it is the intent's."""
    known = request.world.abilities.get(name or request.intent.ability)
    return Message((known.label if known is not None else "") or name or request.intent.ability)


def item_title(request: Request, name: str) -> Message:
    """Returns what people call an item: its label, else its id."""
    known = request.rules.defined.items.get(name)
    return Message((known.label if known is not None else "") or name)


def condition_title(rules: Ruleset, name: str) -> Message:
    """Returns what follows "is" for a creature with a condition: its label, else its id."""
    known = rules.defined.conditions.get(name)
    if known is None or not known.label:
        return Message(name)
    return Message(_("affected by {label}"), {"label": known.label})


def able_to_act(request: Request) -> None:
    """Refuses every intent of a creature that is defeated or cannot act."""
    creature, rules = request.creature, request.rules
    if creature.out:
        raise request.refuse("{name} is out of the fight", "downed")
    if not creature.is_any(rules.conditions.unable):
        return
    for condition in sorted(creature.condition.held & rules.conditions.unable):
        raise request.refuse(
            "{name} is {condition} and cannot act",
            f"condition.{condition}",
            "unable",
            condition=condition_title(rules, condition),
        )


def able_to_move(request: Request) -> None:
    """Refuses the movement of a creature that is defeated, or is held by a condition."""
    creature, rules = request.creature, request.rules
    if creature.out:
        raise request.refuse("{name} is out of the fight", "downed")
    if not creature.condition.held:
        return
    for condition in sorted(creature.condition.held & (rules.conditions.immobile | rules.conditions.unable)):
        raise request.refuse(
            "{name} is {condition} and cannot move",
            "immobile",
            f"condition.{condition}",
            condition=condition_title(rules, condition),
        )


POSTURES = frozenset({"stand", "drop-prone", "crouch"})
"""Count as movement if only movement is allowed."""


def free_to_act(request: Request) -> None:
    """Refuses actions of a creature that a condition allows only to move."""
    creature, rules = request.creature, request.rules
    if not creature.condition.held:
        return
    for condition in sorted(creature.condition.held & rules.conditions.inactive):
        raise request.refuse(
            _("{name} is {condition} and can only move"),
            f"condition.{condition}",
            "unable",
            name=creature.name,
            condition=condition_title(rules, condition),
        )


def begin_action(request: Request, kind: str) -> None:
    """Refuses an action of this kind if a condition or an earlier act forbids it."""
    creature = request.creature
    if creature.condition.held or creature.health.downed:
        able_to_act(request)
        if kind not in POSTURES:
            free_to_act(request)
    request.rules.movement.gate(request, kind)


def begin_movement(request: Request, kind: str, *, upright: bool = False) -> None:
    """Refuses a movement that a condition or an earlier act forbids.

    With `upright`, refuses a creature that must crawl.
    """
    creature = request.creature
    hindered = bool(creature.condition.held) or creature.health.downed
    if hindered:
        able_to_move(request)
    request.rules.movement.gate(request, kind)
    if hindered and upright:
        on_its_feet(request)


def on_its_feet(request: Request) -> None:
    """Refuses a creature that lies prone and can only crawl."""
    creature, crawlers = request.creature, request.rules.movement.crawlers
    for held in sorted(creature.condition.held & crawlers):
        told = condition_title(request.rules, held)
        raise request.refuse("{name} is {condition}: it can only crawl", "crawl", f"condition.{held}", condition=told)


def limit_topics(request: Request) -> tuple[str, ...]:
    """Returns the rule topics that explain how far a creature may move, such as its load."""
    kind = "double" if getattr(request.intent, "double", False) else request.intent.do
    creature = request.creature
    held = sorted(creature.condition.held)
    feats = sorted(creature.body.feats)
    worn = (f"{kind}.{creature.speed.load}", f"armor-{creature.speed.armor}")
    stood = ("stood",) if creature.turn.stood else ()
    own = (kind, *worn, *(f"{kind}.{feat}" for feat in feats), *held, *stood)
    return (*(f"speed.limit.{name}" for name in own), "speed.limit")


def payment_for(
    request: Request,
    *,
    named: str | None = None,
    key: str | None = None,
    topic: str | None = None,
    cost: ActionCost | None = None,
) -> tuple[str, ...]:
    """Returns the actions that the intent costs. Refuses a cost that the creature cannot pay.

    `cost` replaces the intent's cost. `topic` or `key` names the rule to cite.
    """
    intent: IntentBase = request.intent
    cost = cost or request.rules.actions.costs.get(key or intent.do)
    if cost is None:
        text = _("{game} has no action called {do}")
        if key == "double":
            text = _("{game} has no double {do}")
        raise request.refuse(text, "unknown-intent", game=request.rules.title, do=intent.do)
    named = named or intent.action
    ways = cost.ways if named is None else ways_to_pay(request, cost, named)
    free = request.rules.economy_is_off
    left = request.rules.actions.per_turn if free else request.creature.turn.actions
    for way in ways:
        if left.get(way[0], 0) if len(way) == 1 else affordable(left, way):
            return () if free else way
    used = isinstance(intent, Use)
    values: dict[str, Value] = {"what": _paid_for(request)}
    if any(len(set(way)) < len(way) for way in ways):
        text = _("{name} has too few actions left; {what} takes {needed}")
        values["needed"] = either([both([_counted(*item) for item in Counter(way).items()]) for way in ways])
    else:
        text = _("{name} has no {action} action left for {what}") if used else _("{name} has no {action} action left")
        kinds = dict.fromkeys(tuple(dict.fromkeys(way)) for way in ways if way)
        spent = [both([Message(word) for word in kind]) for kind in kinds if kind != ("action",)]
        if spent:
            values["action"] = either(spent)
        else:
            text = _("{name} has no action left for {what}") if used else _("{name} has no action left")
    turn = request.creature.turn
    before = [f"spent.{on}" for on, done in (("run", turn.ran), ("stand", turn.stood)) if done]
    pay = (topic,) if topic else (f"pay.{key or intent.do}", f"pay.{intent.do}")
    raise request.refuse(text, *pay, cost.rule or "actions", *before, "actions", **values)


def _paid_for(request: Request) -> Message:
    return ability_title(request) if isinstance(request.intent, Use) else Message(request.intent.do)


def ways_to_pay(request: Request, cost: ActionCost, named: str) -> tuple[tuple[str, ...], ...]:
    """Returns the alternative payments of a cost that use the action `named`. Refuses one that pays for none."""
    chosen = request.rules.actions.words.get(named, named)
    ways = tuple(way for way in cost.ways if way == (chosen,) or chosen in way)
    if not ways:
        text = _("an action cannot pay for {what}")
        if chosen != "action":
            text = _("{action} actions cannot pay for {what}")
        raise request.refuse(text, cost.rule or "actions", what=_paid_for(request), action=chosen)
    return ways


def pays_anew(request: Request, key: str | None = None) -> bool:
    """True if the intent names an action that can still pay. The rest of an earlier action does not count.

    Refuses the name of an action that cannot pay for the intent.
    """
    named: str | None = request.intent.action
    cost = request.rules.actions.costs.get(key or request.intent.do)
    if named is None or cost is None:
        return False
    return any(affordable(request.creature.turn.actions, way) for way in ways_to_pay(request, cost, named))


def _counted(action: str, count: int) -> Message:
    if action == "action":
        return counted("{count} action", "{count} actions", count)
    return counted("{count} {action} action", "{count} {action} actions", count, action=action)


def resolve_height(request: Request, square: Square, origin: Cube) -> Cube:
    """Returns the cube on `square` that a walk from `origin` enters."""
    if len(square) == 3:
        return (square[0], square[1], square[2])
    x, y = square[0], square[1]
    creature, board = request.creature, request.world.board
    if (x, y) not in board or origin[2] == board.traits.level:
        return (x, y, origin[2])
    if keeps_height(request.world, creature, origin, (x, y)):
        return (x, y, origin[2])
    ground = resting_height(request.world, creature, x, y, origin[2])
    if ground < origin[2] - 1:
        return (x, y, origin[2])
    return over_water(request, (x, y, ground), origin[2])


def over_water(request: Request, place: Cube, height: int) -> Cube:
    """Returns `place`; but for a flier over water below `height`, the cube above it."""
    x, y, z = place
    if z < height and request.world.board.watery(x, y, z) and flies_there(request):
        return (x, y, z + 1)
    return place


def flies_there(request: Request) -> bool:
    creature, rules = request.creature, request.rules
    mode = getattr(request.intent, "mode", None)
    if mode is not None:
        return bool(mode == "fly")
    if creature.is_any(rules.movement.crawlers):
        return False
    usable = {way for way, _ in rules.movement.usable_modes(rules, creature)}
    return "fly" in usable and "swim" not in usable


def over_ground(request: Request, squares: Iterable[Cube]) -> tuple[Cube, ...]:
    here = request.creature.cube
    if here[2] == request.world.board.traits.level:
        return tuple([(x, y, here[2]) for x, y, _ in squares])
    found: list[Cube] = []
    for x, y, _z in squares:
        here = resolve_height(request, (x, y), here)
        found.append(here)
    return tuple(found)


def attempt(find: Callable[[], T]) -> T | Forbidden:
    """Calls `find` and returns its result; a refusal is returned, not raised."""
    try:
        return find()
    except Forbidden as refused:
        return refused


def first_lawful(ways: Iterable[Callable[[], T]], otherwise: Forbidden) -> T:
    """Returns the plan of the first of several ways that is legal.

    Raises:
        Forbidden: no plan is legal. The first refusal is raised, or `otherwise`.
    """
    first: Forbidden | None = None
    for find in ways:
        found = attempt(find)
        if not isinstance(found, Forbidden):
            return found
        first = first or found
    raise first or otherwise
