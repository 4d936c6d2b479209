"""A game's own systems, components and intents."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import isclass, isfunction
from typing import Any, TypeAlias, TypedDict, TypeVar

import msgspec

from ..components.ability import Ability
from ..components.definitions import ConditionSpec, ItemSpec
from ..components.effect_acts import Word
from ..engine.brains.brain import Deciding
from ..engine.brains.shipped import BRAINS
from ..engine.errors import ScenarioError
from ..engine.plugins import being_loaded
from ..engine.rules.own_intents import OWN_INTENTS, known_intents, own_intent, watched
from ..engine.rules.ruleset import ActionCost, OwnIntent, Ruleset
from ..engine.rulesets import OWN
from ..engine.rulesets import register_ruleset as _register_ruleset
from ..engine.scenario.shipped import define, plain_table, shipped
from ..engine.scenario.validate import decode
from ..engine.state.component_types import register_component
from ..engine.state.creature import Creature
from ..systems import SCHEDULE
from ..systems.system import Processor, SystemType

_T = TypeVar("_T")
_S = TypeVar("_S", bound=msgspec.Struct)

Equip: TypeAlias = Callable[[Creature], Iterable[object]]


class GameParts(TypedDict, total=False):
    """Options for systems, components and intents that a game adds to a battle."""

    systems: Iterable[SystemType]
    """A game's own systems, placed `before` or `after` one of fivefoot's."""
    components: Equip | Iterable[type | Equip] | None
    """Functions that equip creatures, or classes known to saves."""
    intents: Iterable[OwnIntent]


class BattleOptions(GameParts, total=False):
    ruleset: str | None
    seed: int | None
    rules: Ruleset | None


@dataclass(frozen=True, slots=True)
class Parts:
    """The systems, components and intents that a game has added to one battle."""

    systems: tuple[SystemType, ...] = ()
    """A game's own systems, placed `before` or `after` one of fivefoot's."""
    equips: tuple[Equip, ...] = ()
    intents: tuple[OwnIntent, ...] = ()

    @property
    def equip(self) -> Equip | None:
        equips = self.equips
        if len(equips) < 2:
            return equips[0] if equips else None
        return lambda creature: [part for equip in equips for part in equip(creature)]

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        found = {
            "systems": tuple(sorted(map(saved_name, self.systems))),
            "components": tuple(sorted(map(saved_name, self.equips))),
            "intents": tuple(sorted(own.do for own in self.intents)),
        }
        return {key: names for key, names in found.items() if names}

    def missing(self, needed: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        here: dict[str, tuple[str, ...]] = {"systems": (), "components": (), "intents": (), **self.names}
        return {
            key: [
                plain_name(name) for name in needed.get(key, ()) if name not in there and plain_name(name) not in there
            ]
            for key, there in here.items()
        }

    def check(self, needed: Mapping[str, Sequence[str]], source: str) -> None:
        """Raises ScenarioError if this game lacks parts that a saved battle needs."""
        for key, missing in self.missing(needed).items():
            if missing:
                raise ScenarioError(
                    source,
                    f"parts.{key}",
                    f"{', '.join(missing)}, which this game does not give",
                    f"{key} that are given to restore({key}=...) or registered",
                )


@dataclass(slots=True)
class Registry:
    """The systems, components and other parts that games have registered for all battles."""

    systems: list[SystemType] = field(default_factory=list)
    equips: list[Equip] = field(default_factory=list)
    installed: set[str] = field(default_factory=set)
    """Names of parts from entry points; every process finds these itself."""


REGISTERED = Registry()


def register(part: _T, *, name: str | None = None) -> _T:
    """Makes a part of a game known to battles, files and saves.

    A part is a `Ruleset`, a brain, an `OwnIntent`, a class of a system or component, or a function that equips
    creatures. A function with a `name` is a brain. Entry points of the group `fivefoot.parts` name modules that
    register parts. Returns the part.

    Raises:
        TypeError: the object is no such part, or a component that cannot be copied plainly.
        ValueError: the name is taken.
    """
    match part:
        case Ruleset():
            register_ruleset(part)
        case OwnIntent():
            register_intent(part)
        case _ if isclass(part) and issubclass(part, Processor):
            register_system(part, name=name)
        case _ if isclass(part):
            register_component(part, name=name)
        case _ if callable(getattr(part, "turn", None)) or (isfunction(part) and name):
            register_brain(part, name=name)
        case _ if isfunction(part):
            if part not in REGISTERED.equips:
                REGISTERED.equips.append(part)
            _note(saved_name(part))
        case _:
            raise TypeError(f"{part!r} is no ruleset, brain, intent, system or component")
    return part


def _note(name: str) -> None:
    if being_loaded():
        REGISTERED.installed.add(name)


def register_ruleset(rules: Ruleset) -> Ruleset:
    """Makes a ruleset known by its name.

    Raises:
        TypeError: the object is not a ruleset.
        ValueError: the name is taken.
    """
    if not isinstance(rules, Ruleset):
        raise TypeError(f"{rules!r} is no Ruleset")
    known = OWN.get(rules.name)
    if known is not None and known is not rules and known != rules:
        raise ValueError(f"a ruleset needs a name of its own; {rules.name!r} is taken")
    _register_ruleset(rules)
    _note(name_of(rules))
    return rules


def register_brain(brain: _T, *, name: str | None = None) -> _T:
    """Makes a brain known by its name.

    `name` is needed unless the brain has one.

    Raises:
        TypeError: the object is not a brain.
        ValueError: the brain has no name, or the name is taken.
    """
    if isclass(brain) or not (isfunction(brain) or callable(getattr(brain, "turn", None))):
        raise TypeError(f"{brain!r} is no brain: give a function of a View, or an object with a method turn")
    called = name or ("" if isfunction(brain) else str(getattr(brain, "name", "")))
    if not called:
        raise ValueError("name the brain")
    known = BRAINS.get(called)
    if known is not None and known is not brain and not (isinstance(known, Deciding) and known.decide is brain):
        raise ValueError(f"a brain needs a name of its own; {called!r} is taken")
    if known is None:
        BRAINS[called] = Deciding(called, brain) if isfunction(brain) else brain  # type: ignore[assignment]
    _note(name_of(brain))
    return brain


def register_intent(own: OwnIntent) -> OwnIntent:
    """Makes a kind of intent known by its `do`.

    Raises:
        TypeError: the object is not an `OwnIntent`.
        ValueError: the name is taken.
    """
    known = OWN_INTENTS.get(own_intent(own).do)
    if known is not None and name_of(known.kind) != name_of(own.kind):
        raise ValueError(f"an intent needs a name of its own; {own.do!r} is that of {name_of(known.kind)}")
    OWN_INTENTS[own.do] = own
    _note(own.do)
    return own


def register_system(kind: SystemType, *, name: str | None = None) -> SystemType:
    """Adds a system to later battles. It replaces a system of the same name.

    Saved battles use `name`, or else the name of the class.

    Raises:
        TypeError: the object is not a system.
    """
    _check_system(kind)
    if name:
        SAVED_NAMES[kind] = name
    named, path = saved_name(kind), name_of(kind)
    for place, known in enumerate(REGISTERED.systems):
        if name_of(known) == path or (name and saved_name(known) == named):
            REGISTERED.systems[place] = kind
            break
    else:
        REGISTERED.systems.append(kind)
    _note(named)
    return kind


def register_ability(name: str, ability: Ability | Mapping[str, Any]) -> Ability:
    """Makes an ability known to every scenario file.

    Distances are in feet. `ability` may be a table.

    Raises:
        ScenarioError: the ability is invalid.
        ValueError: the name is taken.
    """
    return _define("abilities", name, ability, Ability)


def register_item(name: str, item: ItemSpec | Mapping[str, Any]) -> ItemSpec:
    """Makes an item known to every scenario file.

    Raises:
        ScenarioError: the item is invalid.
        ValueError: the name is taken.
    """
    return _define("items", name, item, ItemSpec)


def register_condition(name: str, condition: ConditionSpec | Mapping[str, Any]) -> ConditionSpec:
    """Makes a condition known to every scenario file.

    Raises:
        ScenarioError: the condition is invalid.
        ValueError: the name is taken.
    """
    return _define("conditions", name, condition, ConditionSpec)


def _define(kind: str, name: str, given: object, of: type[_S]) -> _S:
    decode(name, Word, "register", kind)
    made = given if isinstance(given, of) else decode(given, of, "register", f"{kind}.{name}")
    table = plain_table(made)
    if shipped(kind).get(name, table) != table:
        raise ValueError(f"{name!r} is taken: there is one among the {kind} that every file knows")
    define(kind, name, table)
    _note(name)
    return made


def parts_of(
    systems: Iterable[SystemType] = (),
    components: Equip | Iterable[type | Equip] | None = None,
    intents: Iterable[OwnIntent] = (),
) -> Parts:
    """Returns the registered systems, components and intents, with those given here added.

    Raises:
        TypeError, ValueError: a part is invalid.
    """
    equips = dict.fromkeys(REGISTERED.equips)
    for one in (components,) if callable(components) else _each(components or (), "components", "functions or classes"):
        if isclass(one):
            register_component(one)
        elif callable(one):
            equips[one] = None
        else:
            raise TypeError(f"components: {one!r} is no function that gives a creature its components")
    kinds: dict[SystemType, None] = dict.fromkeys(REGISTERED.systems)
    for kind in _each(systems, "systems", "classes of systems"):
        _check_system(kind)
        kinds[kind] = None
    arranged(tuple(kinds))
    return Parts(tuple(kinds), tuple(equips), known_intents(intents))


def _each(given: Any, option: str, what: str) -> Iterable[Any]:
    if isclass(given) or not isinstance(given, Iterable):
        raise TypeError(f"{option}: {given!r} is no list of {what}")
    return given


def _check_system(kind: object) -> None:
    fit = issubclass(kind, Processor) if isclass(kind) else callable(kind) and not isinstance(kind, Processor)
    if not fit:
        raise TypeError(f"systems: {kind!r} is no class that extends fivefoot.ecs.System")


def arranged(own: Sequence[SystemType]) -> tuple[SystemType, ...]:
    """Returns all systems in order. Each one in `own` is next to the system that it names, else last.

    Raises:
        ValueError: a system to run beside does not exist.
    """
    order: list[SystemType] = list(SCHEDULE)
    for kind in own:
        before, after = getattr(kind, "before", None), getattr(kind, "after", None)
        beside = before if before is not None else after
        if beside is None:
            order.append(kind)
        elif beside not in order:
            raise ValueError(
                f"{name_of(kind)} is to run beside {beside!r}, which is no system of this battle (give its class)"
            )
        else:
            order.insert(order.index(beside) + (before is None), kind)
    return tuple(order)


def with_intents(rules: Ruleset, intents: Sequence[OwnIntent]) -> Ruleset:
    if not intents:
        return rules
    actions = rules.actions
    return rules.with_answers(
        {
            "actions.own": {**actions.own, **{own.do: own for own in intents}},
            "actions.planners": {**actions.planners, **{own.do: watched(own) for own in intents}},
            "actions.costs": {**actions.costs, **{own.do: ActionCost(own.ways) for own in intents}},
        }
    )


SAVED_NAMES: dict[object, str] = {}


def saved_name(part: object) -> str:
    return SAVED_NAMES.get(part) or plain_name(name_of(part))


def plain_name(name: str) -> str:
    return name.rpartition(".")[2]


def name_of(part: object) -> str:
    return f"{getattr(part, '__module__', '')}.{getattr(part, '__qualname__', repr(part))}"


__all__ = [
    "BattleOptions",
    "GameParts",
    "OwnIntent",
    "Parts",
    "arranged",
    "parts_of",
    "register",
    "register_ability",
    "register_brain",
    "register_component",
    "register_condition",
    "register_intent",
    "register_item",
    "register_ruleset",
    "register_system",
    "with_intents",
]
