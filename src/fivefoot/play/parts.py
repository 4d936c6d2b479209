"""A game's own parts: systems, components and intents, given to a battle or registered for all of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import isclass
from typing import TypeAlias, TypeVar

from ..components.intents import BY_NAME, IntentBase
from ..engine.brains.shipped import BRAINS
from ..engine.errors import ScenarioError
from ..engine.rules.own_intents import OwnIntent
from ..engine.rules.ruleset import ActionCost, Ruleset
from ..engine.rulesets import register_ruleset
from ..engine.state.component_types import register_component
from ..engine.state.creature import Creature
from ..systems import SCHEDULE
from ..systems.system import Processor, SystemType

_T = TypeVar("_T")

Equip: TypeAlias = Callable[[Creature], Iterable[object]]
"""The components of a game's own that a creature starts with."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a game adds to a battle."""

    systems: tuple[SystemType, ...] = ()
    """Classes of systems; `before` or `after` in the class names the one of ours beside which it runs."""
    components: Equip | None = None
    intents: tuple[OwnIntent, ...] = ()

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """What the parts are called, so that a save can say what it needs."""
        found = {
            "systems": tuple(sorted(map(name_of, self.systems))),
            "components": (name_of(self.components),) if self.components is not None else (),
            "intents": tuple(sorted(own.do for own in self.intents)),
        }
        return {key: names for key, names in found.items() if names}

    def check(self, needed: Mapping[str, Sequence[str]], source: str) -> None:
        """Make sure that all parts are here that a saved battle was played with.

        Raises:
            ScenarioError: one is missing; the message names it.
        """
        for key, here in {"systems": (), "components": (), "intents": (), **self.names}.items():
            missing = [str(name) for name in needed.get(key, ()) if name not in here]
            if missing:
                raise ScenarioError(
                    source=source,
                    place=f"parts.{key}",
                    found=f"{', '.join(missing)}, which this game does not give",
                    allowed=f"{key} that are given to restore({key}=...) or registered",
                )


@dataclass(slots=True)
class Registry:
    """What is registered for all battles."""

    systems: list[SystemType] = field(default_factory=list)
    intents: dict[str, OwnIntent] = field(default_factory=dict)


REGISTERED = Registry()


def register(part: _T, *, name: str | None = None) -> _T:
    """Make a part known to every battle from now on, and to files, saves, workers and bots of this process.

    A `Ruleset` by its name; a brain by `name`; an `OwnIntent`; a class of a system; a class of a component. Returns
    the part, so that it serves as a decorator of classes.

    Raises:
        TypeError: it is none of these, or a component that cannot be copied plainly.
        ValueError: its name is taken.
    """
    match part:
        case Ruleset():
            register_ruleset(part)
        case OwnIntent():
            REGISTERED.intents[part.do] = own_intent(part)
        case _ if isclass(part) and issubclass(part, Processor):
            if part not in REGISTERED.systems:
                REGISTERED.systems.append(part)
        case _ if isclass(part):
            register_component(part, name=name)
        case _ if callable(getattr(part, "turn", None)):
            called = name or str(getattr(part, "name", ""))
            if not called or (called in BRAINS and BRAINS[called] is not part):
                raise ValueError(
                    f"a brain needs a name of its own; {called!r} is taken" if called else "name the brain"
                )
            BRAINS[called] = part  # type: ignore[assignment]
        case _:
            raise TypeError(f"{part!r} is no ruleset, brain, intent, system or component")
    return part


def parts_of(
    systems: Iterable[SystemType] = (),
    components: Equip | Iterable[type] | None = None,
    intents: Iterable[OwnIntent] = (),
) -> Parts:
    """The parts of one battle: those that it is given and those that are registered.

    Raises:
        TypeError, ValueError: they are no such parts.
    """
    equip: Equip | None = None
    if callable(components):
        equip = components
    else:
        for kind in components or ():
            register_component(kind)
    known = dict(REGISTERED.intents)
    for own in intents:
        known[own_intent(own).do] = own
    kinds: dict[SystemType, None] = dict.fromkeys((*REGISTERED.systems, *systems))
    arranged(tuple(kinds))
    return Parts(tuple(kinds), equip, tuple(known.values()))


def own_intent(own: object) -> OwnIntent:
    """The same, once it is known to be an intent of a game's own.

    Raises:
        TypeError: it is none.
        ValueError: its name is that of one of ours.
    """
    if not isinstance(own, OwnIntent) or not (issubclass(own.kind, IntentBase)):
        raise TypeError(f"{own!r} is no OwnIntent of a frozen msgspec.Struct that extends IntentBase")
    if own.do in BY_NAME:
        raise ValueError(f"there is an intent called {own.do!r} already")
    return own


def arranged(own: Sequence[SystemType]) -> tuple[SystemType, ...]:
    """All systems in their order: a game's own where they say, those that do not say at the end.

    Raises:
        ValueError: one is to run beside a system that is not there.
    """
    order: list[SystemType] = list(SCHEDULE)
    for kind in own:
        before, after = getattr(kind, "before", None), getattr(kind, "after", None)
        beside = before if before is not None else after
        if beside is None:
            order.append(kind)
        elif beside not in order:
            raise ValueError(f"{name_of(kind)} is to run beside {beside!r}, which is no system of this battle")
        else:
            order.insert(order.index(beside) + (before is None), kind)
    return tuple(order)


def with_intents(rules: Ruleset, intents: Sequence[OwnIntent]) -> Ruleset:
    """A ruleset that knows intents of a game's own as well."""
    if not intents:
        return rules
    actions = rules.actions
    return rules.with_answers(
        {
            "actions.own": {**actions.own, **{own.do: own for own in intents}},
            "actions.planners": {**actions.planners, **{own.do: own.plan for own in intents}},
            "actions.costs": {**actions.costs, **{own.do: ActionCost(own.ways) for own in intents}},
        }
    )


def intents_of(rules: Ruleset) -> Mapping[str, type[IntentBase]]:
    """All intents that a ruleset can be asked for, by what files and logs call them."""
    own = rules.actions.own
    return {**BY_NAME, **{do: intent.kind for do, intent in own.items()}} if own else BY_NAME


def name_of(part: object) -> str:
    """What a class or a function is called, wherever it is."""
    return f"{getattr(part, '__module__', '')}.{getattr(part, '__qualname__', repr(part))}"


__all__ = ["OwnIntent", "Parts", "arranged", "intents_of", "parts_of", "register", "with_intents"]
