"""Events: what happened, one struct for each kind of line in the log."""

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from .position import Cube


class EventBase(msgspec.Struct, kw_only=True, tag_field="event"):
    """What all events share."""

    seq: int = 0
    """Its place in the log, from 0."""
    round: int = 0
    """The round, from 1; 0 before the first turn."""
    turn: int = 0
    """How many turns have begun, whosever they were."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that decided it."""

    @property
    def event(self) -> str:
        """The event's kind, as the log spells it."""
        return str(self.__struct_config__.tag)

    def __getattr__(self, name: str) -> Any:
        """`by` of an event that an effect brought about; events that a creature is behind have no such attribute."""
        if name == "by":
            by = getattr(self, "by_", UNSET)
            if by is not UNSET:
                return by
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    def to_dict(self) -> dict[str, Any]:
        """The event as its line of the log reads."""
        line: dict[str, Any] = msgspec.to_builtins(self)
        # What every line has comes first, whatever order the fields are kept in.
        return {"event": line["event"], "seq": self.seq, "round": self.round, "turn": self.turn, **line}


class BattleStarted(EventBase, tag="battle-started"):
    """The first event."""

    ruleset: str
    """The ruleset's name."""
    seed: int
    """The seed of the dice."""
    version: int = 1
    """The version of the log's form."""


class BattleEnded(EventBase, tag="battle-ended"):
    """The last event of a battle that brains played to its end."""

    winner: str | None
    """The side left standing; None: nobody has won."""
    why: str
    """What ended it."""


class TurnStarted(EventBase, tag="turn-started"):
    """A creature's turn opens."""

    actor: str
    """Whose turn it is."""


class TurnEnded(EventBase, tag="turn-ended"):
    """A creature's turn closes."""

    actor: str
    """Whose turn it is."""


class Refused(EventBase, tag="refused"):
    """An intent that the rules forbid; nothing has changed."""

    actor: str
    """Whose turn it is."""
    intent: str
    """Its `do`."""
    reason: str
    """A sentence for a person."""
    data: dict[str, Any] | UnsetType = UNSET
    """Its fields, where it is an intent of a game's own."""


class Done(EventBase, tag="done"):
    """An intent carried out."""

    actor: str
    """Whose turn it is."""
    intent: str
    """Its `do`."""
    spent: float
    """The movement that it cost, in the ruleset's unit."""
    at: Cube
    """Where the creature is now."""
    data: dict[str, Any] | UnsetType = UNSET
    """Its fields, where it is an intent of a game's own."""


class Stopped(EventBase, tag="stopped"):
    """An intent begun and ended early."""

    actor: str
    """Whose turn it is."""
    intent: str
    """Its `do`."""
    spent: float
    """The movement that it cost, in the ruleset's unit."""
    at: Cube
    """Where the creature is now."""
    reason: str
    """A sentence for a person."""
    data: dict[str, Any] | UnsetType = UNSET
    """Its fields, where it is an intent of a game's own."""


class Moved(EventBase, tag="moved", rename={"from_": "from", "by_": "by"}):
    """One square of willing movement."""

    who: str
    """Whom it happens to."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    cost: float
    """What the square cost, in the ruleset's unit."""
    mode: str
    """The way of moving, or put-back for a mover that may not stay where it was."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class ForcedMoved(EventBase, tag="forced", rename={"from_": "from"}):
    """One square of forced movement."""

    who: str
    """Whom it happens to."""
    by: str | None
    """Who forced it; None where nobody did."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    kind: str
    """push, pull, slide or carry."""


class Teleported(EventBase, tag="teleported", rename={"from_": "from", "by_": "by"}):
    """From one space to another with nothing between."""

    who: str
    """Whom it happens to."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Fell(EventBase, tag="fell", rename={"from_": "from", "by_": "by"}):
    """A fall, or one round's part of it."""

    who: str
    """Whom it happens to."""
    from_: Cube
    """Where it was."""
    to: Cube
    """Where it is now."""
    squares: int
    """How far, in squares."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Opportunity(EventBase, tag="opportunity"):
    """A reaction attack is triggered at the square being left."""

    by: str
    """Who reacts."""
    against: str
    """Who has provoked it."""
    at: Cube
    """The square that is being left."""


class Struck(EventBase, tag="struck"):
    """One strike, hit or miss."""

    by: str
    """Who strikes."""
    target: str
    """Who is struck at."""
    hit: bool
    """Whether it lands."""
    total: int
    """The roll with all that is added to it."""
    against: int
    """What it had to come to."""
    damage: int
    """What it deals, before what the target takes off."""
    outcome: str = ""
    """hit or miss, or the ruleset's degree or tier."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """[why, amount] of all that weighed on the roll; some amounts are words, such as edge and bane."""


class Rolled(EventBase, tag="rolled", rename={"for_": "for", "by_": "by"}):
    """A check, and what came of it."""

    who: str
    """Who rolls."""
    for_: str
    """The skill or the intent that it is for."""
    dice: str
    """What is rolled, such as 1d20."""
    results: tuple[int, ...]
    """What each die shows."""
    total: int
    """The results with all that is added to them."""
    dc: int | None
    """What it had to come to; None where nothing is fixed."""
    outcome: str
    """success or failure, or the ruleset's degree or tier."""
    modifiers: tuple[tuple[str, int | str], ...] = ()
    """[why, amount] of all that weighed on the roll; some amounts are words, such as edge and bane."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Damaged(EventBase, tag="damaged", rename={"by_": "by"}):
    """Damage taken; `hp` is what is left, null where none are counted."""

    who: str
    """Whom it happens to."""
    amount: int
    """Hit points lost, after what it takes off."""
    kind: str
    """strike, falling, collision, terrain, object, underground or primal."""
    hp: int | None
    """Hit points left; None where none are counted."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Gained(EventBase, tag="gained", rename={"by_": "by"}):
    """A condition begins."""

    who: str
    """Whom it happens to."""
    condition: str
    """Its name, in the ruleset's words."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Lost(EventBase, tag="lost", rename={"by_": "by"}):
    """A condition ends."""

    who: str
    """Whom it happens to."""
    condition: str
    """Its name, in the ruleset's words."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Downed(EventBase, tag="downed", rename={"by_": "by"}):
    """A creature is out of the fight."""

    who: str
    """Whom it happens to."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Healed(EventBase, tag="healed", rename={"by_": "by"}):
    """Hit points given back."""

    who: str
    """Whom it happens to."""
    amount: int
    """How many there are more."""
    hp: int | None
    """How many there are now; None where none are counted."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Changed(EventBase, tag="changed", rename={"by_": "by"}):
    """The board has changed: a square, or what stands between two."""

    at: tuple[int, int] | UnsetType = UNSET
    """The square that has changed."""
    tile: dict[str, Any] | UnsetType = UNSET
    """What it is now, as a legend would say it."""
    between: tuple[tuple[int, int], tuple[int, int]] | UnsetType = UNSET
    """The two squares between which something has changed."""
    kind: str | UnsetType = UNSET
    """What stands there now: wall, obstacle or nothing."""
    skill: str | UnsetType = UNSET
    """The check that crossing it asks for."""
    dc: int | UnsetType = UNSET
    """The difficulty of that check."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Joined(EventBase, tag="joined", rename={"by_": "by"}):
    """A creature has joined the battle."""

    who: str
    """Who it is."""
    side: str
    """Whose side it is on."""
    at: Cube
    """Where it is."""
    hp: int | None
    """Its hit points; None where none are counted."""
    creature: dict[str, Any] | UnsetType = UNSET
    """All of it, as a scenario file would describe it."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


class Left(EventBase, tag="left", rename={"by_": "by"}):
    """A creature has left the battle."""

    who: str
    """Who it was."""
    at: Cube
    """Where it was."""
    by_: str | UnsetType = UNSET
    """What brought it about, where an effect did that no creature is behind."""


Event: TypeAlias = (
    BattleStarted | BattleEnded | TurnStarted | TurnEnded | Refused | Done | Stopped | Moved
    | ForcedMoved | Teleported | Fell | Opportunity | Struck | Rolled | Damaged | Gained | Lost
    | Downed | Healed | Changed | Joined | Left
)  # fmt: skip
"""Any event."""

# `from` and `for` are words of Python, so that these two fields cannot be declared under the names that
# the log gives them. They can be read by them all the same: getattr(event, "from").
for _kind in (Moved, ForcedMoved, Teleported, Fell):
    setattr(_kind, "from", property(lambda event: event.from_))
setattr(Rolled, "for", property(lambda event: event.for_))
