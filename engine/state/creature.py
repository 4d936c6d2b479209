"""A creature: its components side by side, and the questions that they alone answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ...components.condition import Condition, Health, Turn
from ...components.plan import Act, ActionQueue
from ...components.position import Cube, Position
from ...components.stats import Size, Speed, Stats, Team
from ..geometry.boxes import Box, Span
from .component_types import blank, compiled_clone, compiled_copy, component_type, copied_parts, register_component

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
"""The components that every creature has, and the attributes of `Creature` that hold them."""

for _kind in ATTRIBUTES:
    register_component(_kind)


@dataclass(slots=True)
class Creature:
    """One entity's components side by side: those that every creature has by name, a game's own in `parts`."""

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
    """The components that a game adds, by type."""
    shape: Box | None = None
    """The box of the cubes that it fills while drawn in; None: its full space."""
    box: Box = field(init=False)
    """The space that it fills now: less than its full space while it squeezes. Only `place` writes it."""
    cube: Cube = field(init=False)
    """The anchor: the north-west, lowest cube of its full space. Only `place` writes it."""
    span: Span | None = None
    """The reach of its strikes, computed on demand (see `engine.combat.threat`)."""
    changes: int = 0
    """Counts changes of its state (conditions, up or down, mount, speeds)."""
    memory: dict[object, object] = field(default_factory=dict, metadata={"copied": "shared"})
    """Answers that depend on its figures and its state alone, by that state: valid for its copies too."""
    kept: dict[object, object] = field(default_factory=dict, metadata={"copied": "fresh"})
    """Answers for it in this battle, by the count of changes at which they were computed."""
    act: Act | None = field(default=None, metadata={"copied": "fresh"})
    """The act at hand, the first of its plan: a component while the systems carry it out."""

    def __post_init__(self) -> None:
        self.name = self.allegiance.name
        self.side = self.allegiance.side
        self.place(self.position.cube, self.shape)

    def place(self, anchor: Cube, shape: Box | None = None) -> None:
        """Puts it at an anchor, in its full space or drawn in to a shape: the one writer of place."""
        position, reach = self.position, self.size.side - 1
        x, y, z = position.x, position.y, position.z = anchor
        self.cube = anchor
        self.shape = shape
        self.box = Box(x, y, z, x + reach, y + reach, z + reach) if shape is None else shape

    def component(self, kind: type[_T]) -> _T | None:
        """Its component of a type, if it has one."""
        attribute = ATTRIBUTES.get(kind)
        if attribute is not None:
            found: _T | None = getattr(self, attribute)
            return found
        if kind is type(self.act):
            return self.act
        return cast(_T, self) if kind is Creature else self.parts.get(kind)

    def components(self) -> dict[type, Any]:
        """All its components by type: those of every creature first, then a game's own."""
        return {kind: getattr(self, name) for kind, name in ATTRIBUTES.items()} | self.parts

    def put(self, component: object) -> None:
        """Set a component in place of the one of its type.

        Raises:
            TypeError: it is of a type that cannot be copied plainly.
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
        """Its component of a type of a game's own; a blank one if it has none."""
        found: _T | None = self.parts.get(kind)
        return blank(kind) if found is None else found

    @property
    def state(self) -> tuple[frozenset[str] | None, bool, str | None]:
        """Conditions, downed or not, and mount: access, speeds and modes depend on these."""
        condition = self.condition
        return (frozenset(condition.held) if condition.held else None, self.health.downed, condition.mount)

    @property
    def space(self) -> Box:
        """Its full space, at the anchor."""
        return self.box if self.shape is None else self.at(self.cube)

    def far_from(self, box: Box, squares: int) -> bool:
        """True if it is more than so many squares from a box along x or y, and so by any count of distance."""
        own = self.box
        return (
            own[0] - box[3] > squares
            or box[0] - own[3] > squares
            or own[1] - box[4] > squares
            or box[1] - own[4] > squares
        )

    def at(self, anchor: Cube) -> Box:
        """Its full space at `anchor`."""
        x, y, z = anchor
        side = self.size.side
        return Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)

    def standing_at(self, anchor: Cube) -> "Creature":
        """A copy of the creature at `anchor`, in its full space, for queries."""
        if anchor == self.cube:
            return self
        there = _clone(self)
        there.position = Position(*anchor, self.position.held)
        there.place(anchor)
        return there

    @property
    def out(self) -> bool:
        """True if it is downed or dead: out of the fight, even if its body lies on the board."""
        return self.health.downed or "dead" in self.condition.held

    @property
    def prone(self) -> bool:
        """True if it lies down, by choice or not."""
        return "prone" in self.condition.held

    def has(self, trait: str) -> bool:
        """True if it has a trait."""
        return trait in self.body.traits

    def is_any(self, conditions: frozenset[str]) -> bool:
        """True if any of `conditions` holds."""
        held = self.condition.held
        return not held.isdisjoint(conditions) if held else False

    def ally(self, other: "Creature") -> bool:
        """True if the two are on one side."""
        return self.side == other.side

    def lets(self, other: "Creature") -> bool:
        """True if it accepts what another does to it: as `willing` says, else allies yes and enemies no."""
        willing = self.allegiance.willing
        return self.side == other.side if willing is None else willing

    def skill(self, *names: str) -> int:
        """The bonus of the first of `names` among its skills or abilities, else 0."""
        for name in names:
            if name in self.body.skills:
                return self.body.skills[name]
            if name in self.body.abilities:
                return self.body.abilities[name]
        return 0


def nobody(name: str) -> Creature:
    """A stand-in for the doer of what no creature does: a point without a side."""
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
"""Copies a creature with all its components."""


def _compiled_same() -> Callable[[Creature, Creature], bool]:
    kinds = [kind for kind in ATTRIBUTES if kind is not ActionQueue]
    space: dict[str, Any] = {f"same_{kind.__name__}": component_type(kind).same for kind in kinds}
    terms = [f"same_{kind.__name__}(a.{ATTRIBUTES[kind]}, b.{ATTRIBUTES[kind]})" for kind in kinds]
    exec(f"def same(a, b): return {' and '.join(terms)}", space)
    made: Callable[[Creature, Creature], bool] = space["same"]
    return made


_same_components = _compiled_same()


def same_creature(a: Creature, b: Creature) -> bool:
    """True if two creatures have equal components, their queues left aside."""
    return _same_components(a, b) and same_parts(a.parts, b.parts)


def same_parts(a: dict[type, Any], b: dict[type, Any]) -> bool:
    """True if two entities have equal components of a game's own."""
    if not a and not b:
        return True
    if a.keys() != b.keys():
        return False
    for kind, part in a.items():  # a plain loop, because every undo runs it
        other = b[kind]
        if part is not other and not component_type(kind).same(part, other):
            return False
    return True
