"""A creature and its queries."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ...components.condition import Condition, Health, Turn
from ...components.plan import Act, ActionQueue
from ...components.position import Cube, Mode, Position
from ...components.stats import Size, Speed, Stats, Team
from ..geometry.boxes import Box, Span
from .component_types import compiled_clone, compiled_copy, component_type, copied_parts, register_component

_T = TypeVar("_T")

ATTRIBUTES: dict[type, str] = {
    Team: "allegiance",
    Position: "position",
    Size: "size",
    Speed: "speed",
    Condition: "condition",
    Health: "health",
    Stats: "body",
    Turn: "turn",
    ActionQueue: "queue",
}
"""Every creature's components, by attribute."""

for _kind in ATTRIBUTES:
    register_component(_kind)


@dataclass(slots=True)
class Creature:
    """A creature with its components; `parts` holds the components that a game has added."""

    entity: int
    allegiance: Team
    position: Position
    size: Size
    speed: Speed
    condition: Condition
    health: Health
    body: Stats
    turn: Turn
    queue: ActionQueue
    name: str = field(init=False)
    side: str = field(init=False)
    parts: dict[type, Any] = field(default_factory=dict, metadata={"copied": copied_parts})
    shape: Box | None = None
    """The cubes filled while squeezed; None: the whole space."""
    box: Box = field(init=False)
    """The space it fills. Only `place` writes it."""
    cube: Cube = field(init=False)
    """North-west and lowest. Only `place` writes it."""
    span: Span | None = None
    """The reach, cached."""
    changes: int = 0
    memory: dict[object, object] = field(default_factory=dict, metadata={"copied": "shared"})
    """Cached from its state, shared with copies."""
    kept: dict[object, object] = field(default_factory=dict, metadata={"copied": "fresh"})
    """Cached answers in this battle, each with the value of `changes`."""
    act: Act | None = field(default=None, metadata={"copied": "fresh"})
    """Its current act, for systems."""

    def __post_init__(self) -> None:
        self.name = self.allegiance.name
        self.side = self.allegiance.side
        self.place(self.position.cube, self.shape)

    def place(self, anchor: Cube, shape: Box | None = None) -> None:
        """Moves the creature: `anchor` is its lowest corner, `shape` a smaller space to fill.

        Only this method changes places.
        """
        position, reach = self.position, self.size.side - 1
        x, y, z = position.x, position.y, position.z = anchor
        self.cube = anchor
        self.shape = shape
        self.box = Box(x, y, z, x + reach, y + reach, z + reach) if shape is None else shape

    def component(self, kind: type[_T]) -> _T | None:
        attribute = ATTRIBUTES.get(kind)
        if attribute is not None:
            found: _T | None = getattr(self, attribute)
            return found
        if kind is type(self.act):
            return self.act
        return cast(_T, self) if kind is Creature else self.parts.get(kind)

    def components(self) -> dict[type, Any]:
        return {kind: getattr(self, name) for kind, name in ATTRIBUTES.items()} | self.parts

    def put(self, component: object) -> None:
        """Sets a component of the creature and replaces one of the same type.

        Raises:
            TypeError: the component cannot be copied plainly.
        """
        kind = type(component)
        attribute = ATTRIBUTES.get(kind)
        if attribute is not None:
            setattr(self, attribute, component)
            if isinstance(component, Team):
                self.side = component.side
            elif isinstance(component, (Position, Size)):
                self.place(self.position.cube, self.shape)
            return
        component_type(kind)
        self.parts[kind] = component

    def own(self, kind: type[_T]) -> _T:
        """Returns the creature's component of a type, by default a new one. A ruleset or game adds the type."""
        found: _T | None = self.parts.get(kind)
        return kind() if found is None else found

    @property
    def state(self) -> tuple[frozenset[str] | None, bool, str | None, tuple[tuple[Mode, int], ...] | None]:
        """A cache key of what decides movement: conditions, defeat, mount, imposed speeds."""
        condition, imposed = self.condition, self.speed.imposed
        held = frozenset(condition.held) if condition.held else None
        return held, self.health.downed, condition.mount, None if imposed is None else tuple(imposed.items())

    @property
    def space(self) -> Box:
        return self.box if self.shape is None else self.at(self.cube)

    def far_from(self, box: Box, squares: int) -> bool:
        """True if the creature is more than `squares` away from `box`, along x or y."""
        own = self.box
        return (
            own[0] - box[3] > squares
            or box[0] - own[3] > squares
            or own[1] - box[4] > squares
            or box[1] - own[4] > squares
        )

    def at(self, anchor: Cube) -> Box:
        x, y, z = anchor
        side = self.size.side
        return Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)

    def standing_at(self, anchor: Cube) -> "Creature":
        """Returns a copy of the creature that stands at `anchor` and fills its whole space."""
        if anchor == self.cube:
            return self
        there = _clone(self)
        there.position = Position(*anchor, self.position.held)
        there.place(anchor)
        return there

    @property
    def out(self) -> bool:
        """True if the creature is defeated."""
        return self.health.downed or "dead" in self.condition.held

    @property
    def prone(self) -> bool:
        return "prone" in self.condition.held

    def has(self, trait: str) -> bool:
        return trait in self.body.traits

    def is_any(self, conditions: frozenset[str]) -> bool:
        held = self.condition.held
        return not held.isdisjoint(conditions) if held else False

    def ally(self, other: "Creature") -> bool:
        return self.side == other.side

    def lets(self, other: "Creature") -> bool:
        """True if the creature accepts acts of `other`, such as being carried. Default: of its allies."""
        willing = self.allegiance.willing
        return self.side == other.side if willing is None else willing

    def skill(self, *names: str) -> int:
        """Returns the creature's bonus for the first of these skills that it has; 0 if none."""
        for name in names:
            if name in self.body.skills:
                return self.body.skills[name]
            if name in self.body.abilities:
                return self.body.abilities[name]
        return 0


def nobody(name: str) -> Creature:
    """Creates a stand-in for the actor of an effect that has no creature."""
    return Creature(
        0,
        Team(name, ""),
        Position(0, 0, 0),
        Size("", 0, 1, 5.0),
        Speed({}),
        Condition(),
        Health(),
        Stats(threatens=False, traits=frozenset({"object"})),
        Turn(),
        ActionQueue(),
    )


_clone = compiled_clone(Creature)
copy_creature: Callable[[Creature], Creature] = compiled_copy(Creature)


def _compiled_same() -> Callable[[Creature, Creature], bool]:
    kinds = [kind for kind in ATTRIBUTES if kind is not ActionQueue]
    space: dict[str, Any] = {f"same_{kind.__name__}": component_type(kind).same for kind in kinds}
    space["same_parts"] = same_parts
    terms = [f"same_{kind.__name__}(a.{ATTRIBUTES[kind]}, b.{ATTRIBUTES[kind]})" for kind in kinds]
    terms.append("(not a.parts and not b.parts or same_parts(a.parts, b.parts))")
    exec(f"def same(a, b): return {' and '.join(terms)}", space)
    made: Callable[[Creature, Creature], bool] = space["same"]
    return made


def same_parts(a: dict[type, Any], b: dict[type, Any]) -> bool:
    if a.keys() != b.keys():
        return False
    for kind, part in a.items():  # a plain loop, because every undo runs it
        other = b[kind]
        if part is not other and not component_type(kind).same(part, other):
            return False
    return True


same_creature: Callable[[Creature, Creature], bool] = _compiled_same()
