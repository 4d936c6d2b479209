"""What a person can ask for: the intents of the ruleset as entries of the action bar.

Nothing is decided here. What there is at all, and whether it can be used, is asked of the battle.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ....engine.legality.judge import known
from ....play.battle import Battle

Kind = Literal["nothing", "square", "creature", "shove", "tow"]
"""What an entry is aimed at: nothing, a square, a creature, a creature and the way it is moved, or a
creature and the way one goes with it."""


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """One of several ways of asking for an entry."""

    label: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """One thing that a creature may be asked to do."""

    name: str
    label: str
    aim: Kind
    key: str
    """The key that chooses it; `ctrl+` before it where that is held down."""
    tip: str
    fields: tuple[tuple[str, Any], ...] = ()
    """Fields that the intent always has, `do` among them where it is not the name."""
    cost: str | None = None
    """The entry of the ruleset's prices that tells whether it exists, where that is not the intent's own."""
    choices: Callable[[Battle], list[ActionChoice]] | None = None
    """What is to be chosen before it is aimed."""
    referee: bool = False
    """Whether it stands for what happens to somebody rather than for what somebody does."""

    @property
    def do(self) -> str:
        """The intent's name."""
        return str(dict(self.fields).get("do", self.name))

    def intent(self, **aimed: Any) -> dict[str, Any]:
        """The intent as a table."""
        return {"do": self.name, **dict(self.fields), **aimed}


def _afflictions(battle: Battle) -> list[ActionChoice]:
    """Conditions to gain and to lose, and speeds."""
    rules = battle.rules
    conditions = sorted(rules.conditions.known)
    held = {condition for one in battle.creatures for condition in one.condition.held}
    unit = "ft" if rules.feet else "squares"
    speeds = [squares * rules.unit for squares in (0, 1, 2, 3, 4, 6, 8, 12)]
    return [
        *(ActionChoice(condition, {"condition": condition}) for condition in conditions),
        *(ActionChoice(f"no longer {condition}", {"lose": condition}) for condition in conditions if condition in held),
        *(ActionChoice(f"speed {speed} {unit}", {"speed": speed}) for speed in speeds),
    ]


def _sizes(battle: Battle) -> list[ActionChoice]:
    return [ActionChoice(size, {"size": size}) for size in battle.rules.sizes.rows]


def _doings(battle: Battle) -> list[ActionChoice]:
    words = ("draw-weapon", "sheathe-weapon", "pick-up", "open", "use", "cast", "ready", "other")
    return [ActionChoice(word.replace("-", " "), {"what": word}) for word in words]


ENTRIES: tuple[ActionEntry, ...] = (
    ActionEntry("move", "Move", "square", "m", "Go to a square by the cheapest way"),
    ActionEntry(
        "double", "Double move", "square", "d", "Two moves in one path", (("do", "move"), ("double", True)), "double"
    ),
    ActionEntry("run", "Run", "square", "r", "An all-out run"),
    ActionEntry("step", "Step", "square", "s", "A single careful square"),
    ActionEntry("shift", "Shift", "square", "f", "Careful movement that draws no attacks"),
    ActionEntry("crawl", "Crawl", "square", "w", "Movement while prone"),
    ActionEntry("attack", "Attack", "creature", "a", "One strike"),
    ActionEntry("full-attack", "Full attack", "creature", "g", "All of a creature's strikes"),
    ActionEntry("shoot", "Shoot", "creature", "8", "One strike from afar", (("do", "attack"), ("ranged", True))),
    ActionEntry("charge", "Charge", "creature", "c", "A run at an enemy with a strike at its end"),
    ActionEntry("push", "Push", "shove", "p", "Move another away"),
    ActionEntry("pull", "Pull", "shove", "l", "Move another nearer"),
    ActionEntry("slide", "Slide", "shove", "i", "Move another any way"),
    ActionEntry(
        "withdraw", "Withdraw", "square", "v", "Leave an enemy without its attack; click enemies to choose whom"
    ),
    ActionEntry("tumble", "Tumble", "square", "b", "Past or through enemies by skill"),
    ActionEntry("overrun", "Overrun", "square", "o", "Force the way through an enemy's space"),
    ActionEntry("clamber", "Clamber", "square", "2", "Climb into an enemy's space"),
    ActionEntry("squeeze", "Squeeze", "square", "q", "Through a gap that is too narrow otherwise"),
    ActionEntry("jump", "Jump", "square", "j", "A long or high jump"),
    ActionEntry("leap", "Leap down", "square", "k", "A deliberate jump down"),
    ActionEntry("minimum", "One square", "square", "1", "The square that a full round always buys"),
    ActionEntry("teleport", "Teleport", "square", "t", "At once to another space; click somebody else to send them"),
    ActionEntry("carry", "Carry", "tow", "9", "Move with another in tow: click whom, then where to"),
    ActionEntry("climb-creature", "Climb on", "creature", "2", "Onto a bigger creature"),
    ActionEntry("knock-off", "Knock off", "creature", "3", "Shake a climber off"),
    ActionEntry("pull-up", "Pull up", "creature", "4", "Pull a willing burrower out of the ground"),
    ActionEntry("dig-up", "Dig up", "nothing", "5", "Burrow one square up", (("do", "dig"), ("squares", 1))),
    ActionEntry("dig-down", "Dig down", "nothing", "6", "Burrow one square down", (("do", "dig"), ("squares", -1))),
    ActionEntry("claw-dirt", "Claw dirt", "square", "7", "Through one square of dirt"),
    ActionEntry("stand", "Stand", "nothing", "u", "Get up"),
    ActionEntry("drop-prone", "Drop prone", "nothing", "x", "Go prone"),
    ActionEntry("crouch", "Crouch", "nothing", "h", "Go into a crouch"),
    ActionEntry("interact", "Interact", "nothing", "0", "An action spent on the spot", choices=_doings),
    ActionEntry(
        "drop-object", "Drop object", "square", "ctrl+o", "Something heavy comes down", choices=_sizes, referee=True
    ),
    ActionEntry("fall", "Fall", "creature", "ctrl+f", "The floor under somebody is taken away", referee=True),
    ActionEntry(
        "afflict", "Afflict", "creature", "ctrl+a", "An effect outside the rules", choices=_afflictions, referee=True
    ),
)
"""Everything that the action bar can hold, in its order."""

ANYBODY = frozenset({"fall", "afflict"})
"""Entries that can be aimed at oneself too."""


def entries(battle: Battle) -> list[ActionEntry]:
    """What there is in the battle's ruleset."""
    rules = battle.rules
    return [entry for entry in ENTRIES if known(rules, entry.do) and (entry.cost or entry.do) in rules.actions.costs]


def key_name(entry: ActionEntry) -> str:
    """The key of an entry as a person reads it."""
    return "+".join(part.capitalize() for part in entry.key.split("+"))


def by_key(listed: Sequence[ActionEntry]) -> Mapping[str, ActionEntry]:
    """The entries by their keys."""
    return {entry.key: entry for entry in listed}
