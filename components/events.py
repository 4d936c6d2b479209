"""Events: one struct for each kind of line in the log."""

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from .position import Cube


class EventBase(msgspec.Struct, kw_only=True, tag_field="event", gc=False):
    """The base class of all events."""

    seq: int = 0
    """Its place in the log, from 0."""
    round: int = 0
    """The round, from 1; 0 before the first turn."""
    turn: int = 0
    """Number of turns begun in the battle."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that decided the event."""

    @property
    def event(self) -> str:
        """The event's kind as written in the log, such as `moved`."""
        return str(self.__struct_config__.tag)

    def __getattr__(self, name: str) -> Any:
        """Lets code read a field such as `by_` under the name `by`."""
        if name == "by":
            by = getattr(self, "by_", UNSET)
            if by is not UNSET:
                return by
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    def to_dict(self) -> dict[str, Any]:
        """Converts the event to a dictionary, as in a line of the log."""
        line: dict[str, Any] = msgspec.to_builtins(self)
        # What every line has comes first, whatever order the fields are kept in.
        return {"event": line["event"], "seq": self.seq, "round": self.round, "turn": self.turn, **line}


class BattleStarted(EventBase, tag="battle-started"):
    """The battle starts."""

    ruleset: str
    """The ruleset's name."""
    seed: int
    version: int = 1
    """The version of the log's form."""


class BattleEnded(EventBase, tag="battle-ended"):
    """The battle ends."""

    winner: str | None
    """The side left standing; None: no side has won."""
    why: str
    """The reason for the end."""


class TurnStarted(EventBase, tag="turn-started"):
    """A creature's turn starts."""

    actor: str


class TurnEnded(EventBase, tag="turn-ended"):
    """A creature's turn ends."""

    actor: str


class Refused(EventBase, tag="refused"):
    """The rules forbid an intent. Nothing changes."""

    actor: str
    """The creature whose turn it is."""
    intent: str
    """The `do` of the intent."""
    reason: str
    """A sentence for a person."""
    data: dict[str, Any] | UnsetType = UNSET
    """The intent's fields, if a game defines the intent."""


class Done(EventBase, tag="done"):
    """An intent is carried out."""

    actor: str
    """The creature whose turn it is."""
    intent: str
    """The `do` of the intent."""
    spent: float
    """Movement spent, in the ruleset's unit."""
    at: Cube
    """Where the creature is now."""
    data: dict[str, Any] | UnsetType = UNSET
    """The intent's fields, if a game defines the intent."""


class Stopped(EventBase, tag="stopped"):
    """An intent is started but ends early."""

    actor: str
    """The creature whose turn it is."""
    intent: str
    """The `do` of the intent."""
    spent: float
    """Movement spent, in the ruleset's unit."""
    at: Cube
    """Where the creature is now."""
    reason: str
    """A sentence for a person."""
    data: dict[str, Any] | UnsetType = UNSET
    """The intent's fields, if a game defines the intent."""


class Moved(EventBase, tag="moved", rename={"from_": "from", "by_": "by"}):
    """A creature moves one square by its own will."""

    who: str
    """The creature."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    cost: float
    """What the square cost, in the ruleset's unit."""
    mode: str
    """The mode of movement; `put-back` if returned to an allowed place."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class ForcedMoved(EventBase, tag="forced", rename={"from_": "from"}):
    """Forced movement: another creature or an effect moves a creature one square."""

    who: str
    """The creature."""
    by: str | None
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    kind: str
    """push, pull, slide or carry."""


class Teleported(EventBase, tag="teleported", rename={"from_": "from", "by_": "by"}):
    """A creature is teleported from one space to another."""

    who: str
    """The creature."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Fell(EventBase, tag="fell", rename={"from_": "from", "by_": "by"}):
    """A creature falls. A long fall has one event each round."""

    who: str
    """The creature."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    squares: int
    """How far, in squares."""
    onto: tuple[str, ...] | UnsetType = UNSET
    """The creatures below."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Opportunity(EventBase, tag="opportunity"):
    """A creature leaves a square and provokes a reaction attack."""

    by: str
    """The creature that reacts."""
    against: str
    """The creature that provoked it."""
    at: Cube
    """The square that is being left."""


class Struck(EventBase, tag="struck"):
    """A creature makes one strike that hits or misses."""

    by: str
    """The creature that strikes."""
    target: str
    hit: bool
    total: int
    """The roll with all modifiers."""
    against: int
    """The defence to reach."""
    damage: int
    """Damage before reductions."""
    outcome: str = ""
    """hit or miss, or the ruleset's degree or tier."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """[reason, amount] of each modifier; some amounts are words, such as edge."""


class Rolled(EventBase, tag="rolled", rename={"for_": "for", "by_": "by"}):
    """A creature rolls a check."""

    who: str
    for_: str
    """The skill or intent that the roll is for."""
    dice: str
    """What is rolled, such as 1d20."""
    results: tuple[int, ...]
    """What each die shows."""
    total: int
    """The results with all modifiers."""
    dc: int | None
    """The total to reach; None: not fixed."""
    outcome: str
    """success or failure, or the ruleset's degree or tier."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """[reason, amount] of each modifier; some amounts are words, such as edge."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Damaged(EventBase, tag="damaged", rename={"by_": "by"}):
    """A creature takes damage."""

    who: str
    """The creature."""
    amount: int
    """Hit points lost, after reductions."""
    kind: str
    """strike, falling, collision, terrain, object, underground or primal."""
    hp: int | None
    """Hit points left; None: it has none."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Gained(EventBase, tag="gained", rename={"by_": "by"}):
    """A creature gains a condition."""

    who: str
    """The creature."""
    condition: str
    """Its name, in the ruleset's words."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Lost(EventBase, tag="lost", rename={"by_": "by"}):
    """A creature loses a condition."""

    who: str
    """The creature."""
    condition: str
    """Its name, in the ruleset's words."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Renewed(EventBase, tag="renewed", rename={"by_": "by"}):
    """A creature gains a condition again, or loses one of several sources."""

    who: str
    """The creature."""
    condition: str
    """Its name, in the ruleset's words."""
    until: str | UnsetType = UNSET
    """When it may end: turn-start, turn-end or round-end."""
    times: int | UnsetType = UNSET
    """Number of such moments until the end."""
    stacks: int | UnsetType = UNSET
    """How many times the creature has the condition, if they add up."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Blocked(EventBase, tag="blocked"):
    """An obstacle stops forced movement."""

    who: str
    """The creature moved."""
    by: str | None
    """The creature or effect that moves it."""
    at: Cube
    """The anchor where it stops."""
    into: str
    """The obstacle: a creature's name, `terrain`, `wall` or `border` (the board's edge)."""
    left: int
    """The distance left, in the ruleset's unit."""


class Equipped(EventBase, tag="equipped", rename={"by_": "by"}):
    """A creature equips an item or puts it away."""

    who: str
    """The creature."""
    item: str
    away: bool | UnsetType = UNSET
    by_: str | UnsetType = UNSET
    """The causing effect."""


class ZoneMade(EventBase, tag="zone-made", rename={"by_": "by"}):
    """A zone is created."""

    zone: str
    squares: tuple[tuple[int, int], ...]
    """Its squares, row by row."""
    who: str | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    """Its duration in turns of its maker, or in rounds."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class ZoneEnded(EventBase, tag="zone-ended", rename={"by_": "by"}):
    """A zone ends."""

    zone: str
    squares: tuple[tuple[int, int], ...]
    """Its squares at its end, row by row."""
    who: str | UnsetType = UNSET
    """The creature that made it."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Hidden(EventBase, tag="hidden", rename={"from_": "from", "by_": "by"}):
    """A creature becomes hidden from others."""

    who: str
    """The creature."""
    from_: tuple[str, ...] = ()
    """The creatures that do not perceive it."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Revealed(EventBase, tag="revealed", rename={"by_": "by"}):
    """A hidden creature is perceived again."""

    who: str
    """The creature."""
    to: tuple[str, ...] = ()
    """The creatures that perceive it again."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Downed(EventBase, tag="downed", rename={"by_": "by"}):
    """A creature is put out of the fight."""

    who: str
    """The creature."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Healed(EventBase, tag="healed", rename={"by_": "by"}):
    """A creature regains hit points."""

    who: str
    """The creature."""
    amount: int
    """The hit points restored."""
    hp: int | None
    """Hit points now; None: it has none."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Changed(EventBase, tag="changed", rename={"by_": "by"}):
    """A square or an edge of the board changes."""

    at: tuple[int, int] | UnsetType = UNSET
    """The square that has changed."""
    tile: dict[str, Any] | UnsetType = UNSET
    """The new tile, in the form of a legend entry."""
    between: tuple[tuple[int, int], tuple[int, int]] | UnsetType = UNSET
    """The two squares beside the edge."""
    kind: str | UnsetType = UNSET
    """What stands there now: wall, obstacle or nothing."""
    skill: str | UnsetType = UNSET
    """The check to cross it."""
    dc: int | UnsetType = UNSET
    """The difficulty of that check."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Joined(EventBase, tag="joined", rename={"by_": "by"}):
    """A creature joins the battle."""

    who: str
    """The creature's name."""
    side: str
    """The creature's side."""
    at: Cube
    """The creature's anchor."""
    hp: int | None
    """Its hit points; None: it has none."""
    creature: dict[str, Any] | UnsetType = UNSET
    """The creature as in a scenario file."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Left(EventBase, tag="left", rename={"by_": "by"}):
    """A creature leaves the battle."""

    who: str
    """The creature's name."""
    at: Cube
    """The creature's anchor before."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


class Used(EventBase, tag="used"):
    """A creature uses an ability."""

    who: str
    ability: str
    targets: tuple[str, ...]
    """The creatures that its first step affects, in order."""
    at: Cube
    """The square aimed at, else the first target's or the user's place."""
    item: str | UnsetType = UNSET
    """The item that lends the ability."""


class ResourceChanged(EventBase, tag="resource", rename={"by_": "by"}):
    """The amount of a creature's resource changes."""

    who: str
    """The creature."""
    name: str
    amount: int
    """The change; negative for a cost."""
    left: int
    """The amount now."""
    by_: str | UnsetType = UNSET
    """The causing effect."""


Event: TypeAlias = (
    BattleStarted | BattleEnded | TurnStarted | TurnEnded | Refused | Done | Stopped | Moved
    | ForcedMoved | Teleported | Fell | Opportunity | Struck | Rolled | Damaged | Gained | Lost
    | Downed | Healed | Changed | Joined | Left | Used | ResourceChanged
    | Renewed | Blocked | Equipped | ZoneMade | ZoneEnded | Hidden | Revealed
)  # fmt: skip
"""Any event."""

# `from` and `for` are words of Python, so that these two fields cannot be declared under the names that
# the log gives them. They can be read by them all the same: getattr(event, "from").
for _kind in (Moved, ForcedMoved, Teleported, Fell, Hidden):
    setattr(_kind, "from", property(lambda event: event.from_))
setattr(Rolled, "for", property(lambda event: event.for_))
