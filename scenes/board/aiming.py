"""What a person can ask for: the intents of the ruleset as entries of the action bar, and their aiming.

Nothing is decided here. Whether an entry can be used, and on whom, is asked of the battle.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...components.position import Cube
from ...engine.legality.ask import Refusal
from ...systems.battle import Battle

Aim = Literal["nothing", "square", "creature", "shove"]
NEAREST = 10
"""Creatures, from the nearest on, that are tried to find out whether an entry can be used at all."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a creature may be asked to do."""

    name: str
    label: str
    aim: Aim
    key: str
    """The key that chooses it."""
    tip: str
    fields: tuple[tuple[str, Any], ...] = ()
    """Fields that the intent always has, `do` among them where it is not the name."""
    cost: str | None = None
    """The entry of the ruleset's prices that tells whether it exists, where that is not the name."""

    def intent(self, **aimed: Any) -> dict[str, Any]:
        """The intent as a table."""
        return {"do": self.name, **dict(self.fields), **aimed}


ENTRIES: tuple[Entry, ...] = (
    Entry("move", "Move", "square", "m", "Go to a square by the cheapest way"),
    Entry(
        "double", "Double move", "square", "d", "Two moves in one path", (("do", "move"), ("double", True)), "double"
    ),
    Entry("run", "Run", "square", "r", "An all-out run"),
    Entry("step", "Step", "square", "s", "A single careful square"),
    Entry("shift", "Shift", "square", "f", "Careful movement that draws no attacks"),
    Entry("crawl", "Crawl", "square", "w", "Movement while prone"),
    Entry("attack", "Attack", "creature", "a", "One strike"),
    Entry("full-attack", "Full attack", "creature", "g", "All of a creature's strikes"),
    Entry("charge", "Charge", "creature", "c", "A run at an enemy with a strike at its end"),
    Entry("push", "Push", "shove", "p", "Move another away; [ and ] set how far"),
    Entry("pull", "Pull", "shove", "l", "Move another nearer; [ and ] set how far"),
    Entry("slide", "Slide", "shove", "i", "Move another any way; [ and ] set how far"),
    Entry("withdraw", "Withdraw", "square", "v", "Leave the nearest enemy without its attack"),
    Entry("tumble", "Tumble", "square", "b", "Past or through enemies by skill"),
    Entry("overrun", "Overrun", "square", "o", "Force the way through an enemy's space"),
    Entry("clamber", "Clamber", "square", "", "Climb into an enemy's space"),
    Entry("squeeze", "Squeeze", "square", "q", "Through a gap that is too narrow otherwise"),
    Entry("jump", "Jump", "square", "j", "A long or high jump"),
    Entry("leap", "Leap down", "square", "k", "A deliberate jump down"),
    Entry("minimum", "One square", "square", "1", "The square that a full round always buys"),
    Entry("teleport", "Teleport", "square", "t", "From one space to another at once"),
    Entry("climb-creature", "Climb on", "creature", "", "Onto a bigger creature"),
    Entry("knock-off", "Knock off", "creature", "", "Shake a climber off"),
    Entry("pull-up", "Pull up", "creature", "", "Pull a willing burrower out of the ground"),
    Entry("dig-up", "Dig up", "nothing", "", "Burrow one square up", (("do", "dig"), ("squares", 1)), "dig"),
    Entry("dig-down", "Dig down", "nothing", "", "Burrow one square down", (("do", "dig"), ("squares", -1)), "dig"),
    Entry("claw-dirt", "Claw dirt", "square", "", "Through one square of dirt"),
    Entry("stand", "Stand", "nothing", "u", "Get up"),
    Entry("drop-prone", "Drop prone", "nothing", "x", "Go prone"),
    Entry("crouch", "Crouch", "nothing", "h", "Go into a crouch"),
)
"""Everything that the action bar can hold, in its order."""


def entries(battle: Battle) -> list[Entry]:
    """What there is in the battle's ruleset."""
    costs = battle.rules.costs
    return [entry for entry in ENTRIES if (entry.cost or entry.name) in costs]


def nearest_enemy(battle: Battle, name: str) -> str | None:
    """The enemy nearest to a creature."""
    me = battle.creature(name)
    foes = [one for one in battle.creatures if one.side != me.side and not one.out and not one.has("object")]
    return min(foes, key=lambda one: battle.distance(name, one.name)).name if foes else None


def aimed_at_square(
    battle: Battle, name: str, entry: Entry, square: Sequence[int], path: Sequence[Cube] = ()
) -> dict[str, Any]:
    """The intent of an entry for a square, or for a path drawn by hand."""
    where: dict[str, Any] = {"path": [list(cube) for cube in path]} if path else {"to": list(square)}
    if entry.name == "withdraw":
        where["from"] = nearest_enemy(battle, name) or name
    if entry.name == "shift":
        where.setdefault("path", [where.pop("to")] if "to" in where else [])
    if entry.name in ("step", "leap", "minimum", "jump", "teleport", "claw-dirt") and path:
        where = {"to": list(path[-1])}
    return entry.intent(**where)


def aimed_at_creature(entry: Entry, target: str, distance: int = 0, path: Sequence[Cube] = ()) -> dict[str, Any]:
    """The intent of an entry for a creature."""
    if entry.aim != "shove":
        return entry.intent(target=target)
    made = entry.intent(target=target, distance=distance)
    if path:
        made["path"] = [list(cube) for cube in path]
    return made


def samples(battle: Battle, name: str, entry: Entry) -> Iterator[dict[str, Any]]:
    """Ways of using an entry that are worth trying to find out whether it can be used."""
    me = battle.creature(name)
    if entry.aim == "nothing":
        yield entry.intent()
        return
    if entry.aim == "square":
        box = me.box
        span = 2 if entry.name in ("jump", "clamber", "overrun", "tumble") else 1
        for dy in range(-span, span + 1):
            for dx in range(-span, span + 1):
                if (dx or dy) and (me.cube[0] + dx, me.cube[1] + dy) in battle.world.board:
                    yield aimed_at_square(battle, name, entry, (me.cube[0] + dx, me.cube[1] + dy))
        del box
        return
    others = [one for one in battle.creatures if one.name != name and not one.out]
    if entry.name in ("attack", "full-attack", "charge"):
        others = [one for one in others if one.side != me.side]
    others.sort(key=lambda one: battle.distance(name, one.name))
    for other in others[:NEAREST]:
        yield aimed_at_creature(entry, other.name, battle.rules.unit)


@dataclass(slots=True)
class Standing:
    """Whether an entry can be used now, and if not, why."""

    refusal: Refusal | None
    legal: tuple[str, ...] = ()
    """Creatures on whom it can be used, as far as that was tried."""


def standing(battle: Battle, name: str, entry: Entry) -> Generator[None, None, Standing]:
    """Whether the creature can use the entry on anything it is tried on; yields after each thing tried."""
    first: Refusal | None = None
    legal: list[str] = []
    tried = False
    for sample in samples(battle, name, entry):
        tried = True
        refusal = battle.why(name, sample)
        yield
        if refusal is None:
            if entry.aim not in ("creature", "shove"):
                return Standing(None)
            legal.append(sample["target"])
        elif first is None or (refusal.rules and not first.rules):
            first = refusal
    if legal:
        return Standing(None, tuple(legal))
    if not tried:
        return Standing(Refusal((), f"there is nothing that {name} could aim {entry.label.lower()} at"))
    return Standing(first)


def extensions(battle: Battle, name: str, entry: Entry, target: str, distance: int, path: Sequence[Cube]) -> list[Cube]:
    """The squares by which the path of a shove can lawfully be drawn on."""
    here = path[-1] if path else battle.creature(target).cube
    found: list[Cube] = []
    if len(path) * battle.rules.unit >= distance:
        return found
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            there = (here[0] + dx, here[1] + dy, here[2])
            if (dx or dy) and (there[0], there[1]) in battle.world.board:
                wanted = aimed_at_creature(entry, target, distance, [*path, there])
                if battle.why(name, wanted) is None:
                    found.append(there)
    return found


def by_key(listed: Sequence[Entry]) -> Mapping[str, Entry]:
    """The entries by their keys."""
    return {entry.key: entry for entry in listed if entry.key}
