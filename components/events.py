"""Events: what happened, one struct for each kind of line in the log.

`seq` is an event's place in the log; `rules` are the catalogue ids that decided it.
"""

from typing import Any, TypeAlias

import msgspec

from .position import Cube


class EventBase(msgspec.Struct, kw_only=True, tag_field="event"):
    """What all events share."""

    seq: int = 0
    round: int = 0
    turn: int = 0
    rules: tuple[str, ...] = ()

    @property
    def event(self) -> str:
        """The event's kind, as the log spells it."""
        return str(self.__struct_config__.tag)

    def to_dict(self) -> dict[str, Any]:
        """The event as its line of the log reads."""
        line: dict[str, Any] = msgspec.to_builtins(self)
        # What every line has comes first, whatever order the fields are kept in.
        return {"event": line["event"], "seq": self.seq, "round": self.round, "turn": self.turn, **line}


class BattleStarted(EventBase, tag="battle-started"):
    """The first event."""

    ruleset: str
    seed: int
    version: int = 1


class BattleEnded(EventBase, tag="battle-ended"):
    """The last event of a battle that brains played to its end."""

    winner: str | None
    why: str


class TurnStarted(EventBase, tag="turn-started"):
    """A creature's turn opens."""

    actor: str


class TurnEnded(EventBase, tag="turn-ended"):
    """A creature's turn closes."""

    actor: str


class Refused(EventBase, tag="refused"):
    """An intent that the rules forbid; nothing has changed."""

    actor: str
    intent: str
    reason: str


class Done(EventBase, tag="done"):
    """An intent carried out."""

    actor: str
    intent: str
    spent: float
    at: Cube


class Stopped(EventBase, tag="stopped"):
    """An intent begun and ended early."""

    actor: str
    intent: str
    spent: float
    at: Cube
    reason: str


class Moved(EventBase, tag="moved", rename={"from_": "from"}):
    """One square of willing movement."""

    who: str
    from_: Cube
    to: Cube
    cost: float
    mode: str


class ForcedMoved(EventBase, tag="forced", rename={"from_": "from"}):
    """One square of forced movement."""

    who: str
    by: str | None
    from_: Cube
    to: Cube
    kind: str


class Teleported(EventBase, tag="teleported", rename={"from_": "from"}):
    """From one space to another with nothing between."""

    who: str
    from_: Cube
    to: Cube


class Fell(EventBase, tag="fell", rename={"from_": "from"}):
    """A fall, or one round's part of it."""

    who: str
    from_: Cube
    to: Cube
    squares: int


class Opportunity(EventBase, tag="opportunity"):
    """A reaction attack is triggered at the square being left."""

    by: str
    against: str
    at: Cube


class Struck(EventBase, tag="struck"):
    """One strike, hit or miss."""

    by: str
    target: str
    hit: bool
    total: int
    against: int
    damage: int
    outcome: str = ""
    modifiers: tuple[tuple[str, int | str], ...] = ()


class Rolled(EventBase, tag="rolled", rename={"for_": "for"}):
    """A check, and what came of it."""

    who: str
    for_: str
    dice: str
    results: tuple[int, ...]
    total: int
    dc: int | None
    outcome: str
    modifiers: tuple[tuple[str, int | str], ...] = ()


class Damaged(EventBase, tag="damaged"):
    """Damage taken; `hp` is what is left, null where none are counted."""

    who: str
    amount: int
    kind: str
    hp: int | None


class Gained(EventBase, tag="gained"):
    """A condition begins."""

    who: str
    condition: str


class Lost(EventBase, tag="lost"):
    """A condition ends."""

    who: str
    condition: str


class Downed(EventBase, tag="downed"):
    """A creature is out of the fight."""

    who: str


Event: TypeAlias = (
    BattleStarted | BattleEnded | TurnStarted | TurnEnded | Refused | Done | Stopped | Moved
    | ForcedMoved | Teleported | Fell | Opportunity | Struck | Rolled | Damaged | Gained | Lost
    | Downed
)  # fmt: skip
"""Any event."""

# `from` and `for` are words of Python, so that these two fields cannot be declared under the names that
# the log gives them. They can be read by them all the same: getattr(event, "from").
for _kind in (Moved, ForcedMoved, Teleported, Fell):
    setattr(_kind, "from", property(lambda event: event.from_))
setattr(Rolled, "for", property(lambda event: event.for_))
