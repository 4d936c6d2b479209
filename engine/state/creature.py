"""A creature: its components side by side, and the questions that need nothing else."""

from dataclasses import dataclass, field

from ...components.condition import Condition
from ...components.health import Health
from ...components.plan import ActionQueue
from ...components.position import Cube, Position
from ...components.size import Size
from ...components.speed import Speed
from ...components.stats import Stats
from ...components.team import Team
from ...components.turn import Turn
from ..geometry.boxes import Box, Span


@dataclass(slots=True)
class Creature:
    """One entity's components, fetched once. They are the very objects that esper holds."""

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
    shape: Box | None = None
    """The box of the cubes it really fills while drawn in; None: its full space."""
    last_space: Box | None = None
    """The full space where it was when last asked."""
    span: Span | None = None
    """The reach of its strikes, once it has been asked for (see `engine.combat.reactions`)."""
    changes: int = 0
    """How often its state has changed (conditions, up or down, mount, speeds)."""
    memory: dict[object, object] = field(default_factory=dict)
    """What has been worked out for it, by the state that it was worked out in."""

    def __post_init__(self) -> None:
        self.name = self.allegiance.name
        self.side = self.allegiance.side

    @property
    def cube(self) -> Cube:
        """The anchor: the north-west, lowest cube of its full space."""
        position = self.position
        return (position.x, position.y, position.z)

    @property
    def state(self) -> tuple[frozenset[str] | None, bool, str | None]:
        """Conditions, downed or not, and mount: what passing, speeds and modes depend on."""
        condition = self.condition
        return (frozenset(condition.held) if condition.held else None, self.health.downed, condition.mount)

    @property
    def space(self) -> Box:
        """Its full space, at the anchor."""
        position, last = self.position, self.last_space
        x, y, z = position.x, position.y, position.z
        if last is None or last[0] != x or last[1] != y or last[2] != z:
            reach = self.size.side - 1
            last = self.last_space = Box(x, y, z, x + reach, y + reach, z + reach)
        return last

    @property
    def box(self) -> Box:
        """The space that it fills now: drawn in where it squeezes into less than its full space."""
        if self.shape is not None:
            return self.shape
        # what `space` does first, written out: this is asked more often than anything else
        position, last = self.position, self.last_space
        if last is not None and last[0] == position.x and last[1] == position.y and last[2] == position.z:
            return last
        return self.space

    def at(self, anchor: Cube) -> Box:
        """Its full space, were it at `anchor`."""
        x, y, z = anchor
        side = self.size.side
        return Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)

    @property
    def out(self) -> bool:
        """Downed or dead: out of the fight, though its body may lie about."""
        return self.health.downed or "dead" in self.condition.held

    @property
    def prone(self) -> bool:
        """Lying down, by choice or not."""
        return "prone" in self.condition.held

    def has(self, trait: str) -> bool:
        """Whether it has a trait."""
        return trait in self.body.traits

    def is_any(self, conditions: frozenset[str]) -> bool:
        """Whether any of `conditions` holds."""
        held = self.condition.held
        return not held.isdisjoint(conditions) if held else False

    def ally(self, other: "Creature") -> bool:
        """Whether the two are of one side."""
        return self.side == other.side

    def skill(self, *names: str) -> int:
        """The bonus of the first of `names` that its data list among skills or abilities, else 0."""
        for name in names:
            if name in self.body.skills:
                return self.body.skills[name]
            if name in self.body.abilities:
                return self.body.abilities[name]
        return 0
