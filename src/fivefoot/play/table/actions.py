"""The action bar: the ruleset's intents as buttons. The battle decides what is legal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ...components.position import Mode
from ...engine.messages import _, tr
from ...engine.state.creature import Creature
from ..battle import Battle

Kind = Literal["nothing", "square", "creature", "shove", "tow", "direction", "edge"]
"""The kind of aim of an entry.

Nothing, a square, a creature, a creature and a direction of force or carrying, a direction, or an edge between two
squares.
"""


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """One of several choices that a button of the action bar offers."""

    label: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """A button of the action bar: its intent, its label and how it is aimed."""

    name: str
    label: str
    aim: Kind
    key: str
    """The key that chooses it, with `ctrl+` if needed."""
    tip: str
    fields: tuple[tuple[str, Any], ...] = ()
    """Fixed fields of the intent, with `do` if it differs from the entry's name."""
    cost: str | None = None
    """The ruleset cost that decides whether the entry exists, if not the intent's own."""
    choices: Callable[[Battle], list[ActionChoice]] | None = None
    referee: bool = False
    """True if the entry is for a referee: it happens to the creature."""
    icon: str = ""
    """Its picture in the atlas, such as `icon/fire`."""
    group: str = ""
    """Its group in the bar; empty: a button of its own."""
    able: Callable[[Battle, Creature], bool] = lambda battle, creature: True
    """True if a creature can ever do it."""

    @property
    def do(self) -> str:
        return str(dict(self.fields).get("do", self.name))

    def intent(self, **aimed: Any) -> dict[str, Any]:
        return {"do": self.name, **dict(self.fields), **aimed}


def _afflictions(battle: Battle) -> list[ActionChoice]:
    rules = battle.rules
    conditions = sorted(rules.conditions.known)
    held = {condition for one in battle.creatures for condition in one.condition.held}
    unit = "ft" if rules.feet else "squares"
    speeds = [squares * rules.unit for squares in (0, 1, 2, 3, 4, 6, 8, 12)]
    return [
        *(ActionChoice(condition, {"condition": condition}) for condition in conditions),
        *(
            ActionChoice(tr("no longer {condition}", condition=condition), {"lose": condition})
            for condition in conditions
            if condition in held
        ),
        *(ActionChoice(tr("speed {speed} {unit}", speed=speed, unit=unit), {"speed": speed}) for speed in speeds),
    ]


def _sizes(battle: Battle) -> list[ActionChoice]:
    return [ActionChoice(size, {"size": size}) for size in battle.rules.sizes.rows]


def _doings(battle: Battle) -> list[ActionChoice]:
    words = ("draw-weapon", "sheathe-weapon", "pick-up", "open", "use", "cast", "ready", "other")
    return [ActionChoice(word.replace("-", " "), {"what": word}) for word in words]


LISTED: tuple[ActionEntry, ...] = (
    ActionEntry("move", _("Move"), "square", "m", _("Go to a square by the cheapest way")),
    ActionEntry(
        "double",
        _("Double move"),
        "square",
        "d",
        _("Two moves in one path"),
        (("do", "move"), ("double", True)),
        "double",
    ),
    ActionEntry("run", _("Run"), "square", "r", _("An all-out run")),
    ActionEntry("step", _("Step"), "square", "s", _("A single careful square")),
    ActionEntry("shift", _("Shift"), "square", "f", _("Careful movement that provokes no attacks")),
    ActionEntry("crawl", _("Crawl"), "square", "w", _("Movement while prone")),
    ActionEntry("attack", _("Attack"), "creature", "a", _("One strike")),
    ActionEntry("full-attack", _("Full attack"), "creature", "g", _("All of a creature's strikes")),
    ActionEntry("shoot", _("Shoot"), "creature", "", _("One strike from afar"), (("do", "attack"), ("ranged", True))),
    ActionEntry("charge", _("Charge"), "creature", "c", _("A run at an enemy with a strike at its end")),
    ActionEntry("push", _("Push"), "shove", "p", _("Move another creature away")),
    ActionEntry("pull", _("Pull"), "shove", "l", _("Move another creature nearer")),
    ActionEntry("slide", _("Slide"), "shove", "i", _("Move another creature in any direction")),
    ActionEntry(
        "withdraw", _("Withdraw"), "square", "v", _("Leave an enemy without its attack; click enemies to choose whom")
    ),
    ActionEntry("tumble", _("Tumble"), "square", "b", _("Past or through enemies by skill")),
    ActionEntry("overrun", _("Overrun"), "square", "o", _("Force the way through an enemy's space")),
    ActionEntry("clamber", _("Clamber"), "square", "", _("Climb into an enemy's space")),
    ActionEntry("squeeze", _("Squeeze"), "square", "q", _("Through a gap that is too narrow otherwise")),
    ActionEntry("jump", _("Jump"), "square", "j", _("A long or high jump")),
    ActionEntry("leap", _("Leap down"), "square", "k", _("A deliberate jump down")),
    ActionEntry("minimum", _("One square"), "square", "", _("The one square that a full round always pays for")),
    ActionEntry(
        "teleport", _("Teleport"), "square", "t", _("At once to another space; click somebody else to send them")
    ),
    ActionEntry("carry", _("Carry"), "tow", "", _("Take another creature along: click it, then the goal")),
    ActionEntry("climb-creature", _("Climb on"), "creature", "", _("Onto a bigger creature")),
    ActionEntry("knock-off", _("Knock off"), "creature", "", _("Shake a climber off")),
    ActionEntry("pull-up", _("Pull up"), "creature", "", _("Pull a willing burrower out of the ground")),
    ActionEntry("dig-up", _("Dig up"), "nothing", "", _("Burrow one square up"), (("do", "dig"), ("squares", 1))),
    ActionEntry(
        "dig-down", _("Dig down"), "nothing", "", _("Burrow one square down"), (("do", "dig"), ("squares", -1))
    ),
    ActionEntry("claw-dirt", _("Claw dirt"), "square", "", _("Through one square of dirt")),
    ActionEntry("stand", _("Stand"), "nothing", "u", _("Get up")),
    ActionEntry("drop-prone", _("Drop prone"), "nothing", "x", _("Go prone")),
    ActionEntry("crouch", _("Crouch"), "nothing", "h", _("Go into a crouch")),
    ActionEntry(
        "interact",
        _("Interact"),
        "nothing",
        "0",
        _("Spends an action; nothing changes on the board"),
        choices=_doings,
    ),
    ActionEntry(
        "drop-object",
        _("Drop object"),
        "square",
        "ctrl+o",
        _("A heavy object falls"),
        choices=_sizes,
        referee=True,
    ),
    ActionEntry("fall", _("Fall"), "creature", "ctrl+f", _("The floor under a creature disappears"), referee=True),
    ActionEntry(
        "afflict",
        _("Afflict"),
        "creature",
        "ctrl+a",
        _("An effect outside the rules"),
        choices=_afflictions,
        referee=True,
    ),
)

ANYBODY = frozenset({"fall", "afflict"})
"""Entries whose target may be the acting creature itself."""


def _shoots(battle: Battle, creature: Creature) -> bool:
    return creature.body.range is not None


def _strikes(battle: Battle, creature: Creature) -> bool:
    return creature.body.threatens or creature.body.range is None


def _has(mode: Mode) -> Callable[[Battle, Creature], bool]:
    return lambda battle, creature: creature.speed.listed.get(mode, 0) > 0


def _many(battle: Battle, creature: Creature) -> bool:
    return battle.rules.attacks.whole(creature) > 1


def _bigger(battle: Battle, creature: Creature) -> bool:
    return any(one.size.rank > creature.size.rank for one in battle.creatures if not one.out)


def _ridden(battle: Battle, creature: Creature) -> bool:
    return any(one.condition.mount == creature.name for one in battle.creatures)


EARTH = "earth or rock fills some square"
"""The board's cache key for the bar."""


def _earth(battle: Battle, creature: Creature) -> bool:
    board = battle.world.board
    if EARTH not in board.caches:
        board.caches[EARTH] = any(tile.solid for row in board.tiles for tile in row)
    return bool(board.caches[EARTH])


def _burrowing_friend(battle: Battle, creature: Creature) -> bool:
    return any(one.speed.listed.get("burrow") and one.side == creature.side for one in battle.creatures)


def _ledges(battle: Battle, creature: Creature) -> bool:
    return battle.world.board.traits.uneven


def _companion(battle: Battle, creature: Creature) -> bool:
    return any(one is not creature and one.side == creature.side and not one.out for one in battle.creatures)


GROUPS: Mapping[str, tuple[str, str]] = {
    "moves": (_("Moves …"), _("Other kinds of movement")),
    "fights": (_("Fights …"), _("Other ways of fighting")),
    "abilities": (_("Abilities …"), _("What this creature can use")),
    "stances": (_("Stances …"), _("Postures, and actions without movement")),
    "referee": (_("Referee …"), _("Effects on a creature at any time")),
}
PLACES = {
    "moves": ("double", "run", "crawl", "withdraw", "tumble", "overrun", "clamber", "squeeze", "jump", "leap",
              "minimum", "teleport", "carry", "dig-up", "dig-down", "claw-dirt"),
    "fights": ("full-attack", "pull", "slide", "climb-creature", "knock-off"),
    "stances": ("stand", "drop-prone", "crouch", "interact", "pull-up"),
    "referee": ("drop-object", "fall", "afflict"),
}  # fmt: skip
"""Entries by group."""
ABLE: Mapping[str, Callable[[Battle, Creature], bool]] = {
    "attack": _strikes, "shoot": _shoots, "full-attack": _many, "teleport": _has("teleport"), "dig-up": _has("burrow"),
    "dig-down": _has("burrow"), "claw-dirt": _earth, "climb-creature": _bigger, "knock-off": _ridden,
    "pull-up": _burrowing_friend, "clamber": _bigger, "leap": _ledges, "carry": _companion,
    "interact": lambda battle, creature: False,
}  # fmt: skip
"""The requirement of an entry on creature or board."""
ENTRIES: tuple[ActionEntry, ...] = tuple(
    replace(
        entry,
        group=next((group for group, names in PLACES.items() if entry.name in names), ""),
        able=ABLE.get(entry.name, entry.able),
    )
    for entry in LISTED
)


def key_name(entry: ActionEntry) -> str:
    return "+".join(part.capitalize() for part in entry.key.split("+")) if entry.key else ""


def by_key(listed: Sequence[ActionEntry]) -> Mapping[str, ActionEntry]:
    return {entry.key: entry for entry in listed if entry.key}
