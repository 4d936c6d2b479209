"""Turns a click on a square into an aim and an intent.

The battle judges the intent.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...components.position import Cube
from ...engine.field.reach import Reach
from ...engine.legality.legal_intents import shoots_at
from ...engine.messages import Message, _, counted, language_in_use, tr
from ...engine.rules.ruleset import Ruleset
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal
from ..battle import Battle
from .actions import ANYBODY, ActionChoice, ActionEntry, Kind
from .session import Session
from .uses import many, used

Square = tuple[int, int]
NEAREST = 10
"""The most creatures tried, nearest first, when an entry is tested."""
TOWED = 3
"""The most creatures tried for carrying, each in every direction."""
ONE_PLACE = frozenset({"step", "leap", "minimum", "jump", "teleport", "claw-dirt"})
"""Intents that name only their destination."""
MODED = frozenset({"move", "step", "shift", "run", "charge", "withdraw", "carry"})
"""Intents that can name a mode."""
CLICKED: Mapping[Kind, str] = {
    "square": _("click a square"),
    "creature": _("click a creature"),
    "shove": _("click a creature in reach"),
    "tow": _("click a creature to take along"),
    "direction": _("click a direction"),
    "edge": _("click the two squares beside an edge"),
}
STEPS: tuple[str, ...] = ("rest", "full-attack", "feature", "action-point")
"""Sources of a careful step, in order."""


@dataclass(slots=True)
class Aim:
    """The action that a player is aiming, with the targets clicked so far."""

    entry: ActionEntry | None = None
    choice: ActionChoice | None = None
    """The choice from the entry's list."""
    distance: int = 0
    """The distance of forced movement or a fall, in the ruleset's unit."""
    target: str | None = None
    also: list[str] = field(default_factory=list)
    """Further enemies to withdraw from."""
    path: list[Cube] = field(default_factory=list)
    """The path drawn by hand."""
    height: int | None = None
    """The height aimed at; None: where the target rests."""
    mode: str | None = None
    """The movement mode; None: the engine's choice."""
    cover: int = 0
    """The target's cover bonus."""
    rolled: bool = True
    """True if forced movement is contested."""

    def key(self) -> tuple[object, ...]:
        """Returns a cache key from all that decides the intent of the aimed action."""
        choice = self.choice.label if self.choice is not None else None
        return (
            self.entry, choice, self.distance, self.target, tuple(self.also), tuple(self.path), self.height,
            self.mode, self.cover, self.rolled,
        )  # fmt: skip

    def words(self, battle: Battle, *, referee: bool = False) -> str:
        """Describes the aimed action in words, for a referee with the keys that change the distance."""
        told = (
            [tr(self.entry.label) + (f" ({self.choice.label})" if self.choice is not None else "")]
            if self.entry
            else []
        )
        if self.entry is not None and self.entry.aim == "shove":
            told.append(told_distance(battle.rules, self.distance) + (tr(" ([ and ])") if referee else ""))
            told += [] if self.rolled else [tr("without a roll")]
        if self.entry is not None and self.entry.name == "fall":
            far = told_distance(battle.rules, self.distance)
            told.append(tr("{far} ([ and ])", far=far) if self.distance else tr("to the ground ([ and ])"))
        if self.target is not None:
            towed = self.entry is not None and self.entry.aim == "tow"
            left = self.entry is not None and self.entry.name == "withdraw"
            whom = tr(" and ").join((self.target, *self.also))
            told.append(tr("with {whom}", whom=whom) if towed else tr("from {whom}", whom=whom) if left else whom)
        told += [tr("at height {height}", height=self.height)] if self.height is not None else []
        told += [tr("by {mode}", mode=self.mode)] if self.mode is not None else []
        told += [tr("cover +{cover} ([ and ])", cover=self.cover)] if self.cover else []
        return ", ".join(told)

    @property
    def picked(self) -> tuple[str, ...]:
        """The names of the targets chosen for an ability."""
        using = self.entry is not None and self.entry.do == "use" and self.target is not None
        return (self.target or "", *self.also) if using else ()

    @property
    def drawn(self) -> tuple[Square, ...]:
        """The squares clicked so far for an ability: of a wall, or the first beside an edge."""
        if self.entry is None or self.entry.do != "use":
            return ()
        return tuple((x, y) for x, y, _ in (self.path[-1:] if self.entry.aim == "edge" else self.path))

    @property
    def awaited(self) -> str:
        """Says what the player must click next, such as "click a square"; empty without an action."""
        if self.entry is None or self.entry.aim == "nothing":
            return ""
        if self.entry.name == "withdraw":
            return tr("click enemies to get away from, then a square") if self.target is None else tr("click a square")
        return tr(CLICKED["square" if self.target is not None and self.entry.do != "use" else self.entry.aim])


def told_distance(rules: Ruleset, amount: int) -> str:
    if rules.feet:
        return tr("{amount} ft", amount=amount)
    return counted("{count} square", "{count} squares", amount).told(language_in_use())


def nearest_enemy(battle: Battle, name: str) -> str | None:
    me = battle.creature(name)
    foes = [one for one in battle.creatures if one.side != me.side and not one.out and not one.has("object")]
    return min(foes, key=lambda one: battle.distance(name, one.name)).name if foes else None


def wanted(
    battle: Battle,
    name: str,
    aim: Aim,
    square: Square,
    who: str | None,
    reach: Reach | None,
    farther: Reach | None = None,
) -> dict[str, Any] | None:
    """Returns the intent of a click on `square` or on the creature `who`.

    `reach` is that of one move, `farther` that of two.
    """
    entry, me = aim.entry, battle.creature(name)
    other = who if who != name else None
    if entry is None:
        if other is not None:
            foe = battle.creature(other)
            if foe.side != me.side and not foe.out:
                shot = shoots_at(battle.world, me, foe)
                return {"do": "attack", "target": other, **({"ranged": True} if shot else {})}
            if not foe.out and not foe.has("object") and not aim.path:
                return None  # pointing at a friend is looking at it; into its square leads a move from the bar
        if aim.path:
            return _by(aim, {"do": "move", "path": _listed(aim.path)})
        there = anchor(battle, name, aim, square, reach)
        if there is None and (far := anchor(battle, name, aim, square, farther)) is not None:
            return _by(aim, {"do": "move", "to": list(far), "double": True})
        return None if there == me.cube else _by(aim, {"do": "move", "to": list(there or _at(aim, square))})
    if entry.do == "use":
        chosen = [name for name in (aim.target, *aim.also) if name is not None]
        return used(battle.world, me, entry, chosen, [(x, y) for x, y, _ in aim.path], square, who)
    match entry.aim:
        case "nothing":
            return None
        case "creature":
            target = who if entry.name in ANYBODY else other
            return aimed_at_creature(battle, name, aim, target) if target is not None else None
        case "shove":
            return _shove(battle, aim, square, other)
        case "tow":
            return _tow(battle, name, aim, square, reach) if aim.target is not None else None
        case "square":
            if other is not None and picks(battle, name, aim, other):
                return None
            there = anchor(battle, name, aim, square, reach) if entry.name in ("move", "crawl", "withdraw") else None
            return aimed_at_square(battle, name, aim, there or _at(aim, square))
        case "direction" | "edge":
            return None  # abilities alone are aimed so


def picks(battle: Battle, name: str, aim: Aim, who: str) -> bool:
    """True if a click on the creature `who` chooses it as one of several targets."""
    entry = aim.entry
    if entry is None:
        return False
    if entry.do == "use":
        chosen = {aim.target, *aim.also} - {None}
        return who not in chosen and len(chosen) + 1 < many(battle.world, entry)
    if entry.name == "withdraw":
        return battle.creature(who).side != battle.creature(name).side
    return (entry.name == "teleport" or entry.aim == "tow") and aim.target is None


def pick(aim: Aim, who: str) -> None:
    """Adds a clicked creature to the targets of the aimed action; a second click removes it."""
    if who == aim.target or who in aim.also:
        aim.also = [name for name in aim.also if name != who]
        if who == aim.target:
            aim.target = aim.also.pop(0) if aim.also else None
    elif aim.target is None:
        aim.target = who
    else:
        aim.also.append(who)


def anchor(battle: Battle, name: str, aim: Aim, square: Square, reach: Reach | None) -> Cube | None:
    """Returns the place in reach (its north-west, lowest cube) that a click most likely means."""
    if reach is None:
        return None
    me = battle.creature(name)
    stand = int(battle.floor_at(*square))
    aloft = me.position.held in ("fly", "swim", "burrow")
    usual = (me.cube[2], stand) if aloft else (stand, me.cube[2])
    heights = dict.fromkeys((*usual, *range(stand, stand + 4))) if aim.height is None else (aim.height,)
    for z in heights:
        for dy in range(me.size.side):
            for dx in range(me.size.side):
                cube = (square[0] - dx, square[1] - dy, z)
                arrival = reach.get_arrival(cube)
                if arrival is not None and arrival.can_stop:
                    return cube
    return None


def _at(aim: Aim, square: Square) -> tuple[int, ...]:
    return square if aim.height is None else (*square, aim.height)


def _listed(path: Sequence[Cube]) -> list[list[int]]:
    return [list(cube) for cube in path]


def _by(aim: Aim, made: dict[str, Any]) -> dict[str, Any]:
    return {**made, "mode": aim.mode} if aim.mode is not None and made["do"] in MODED else made


def aimed_at_square(battle: Battle, name: str, aim: Aim, there: Sequence[int]) -> dict[str, Any]:
    """Returns the intent of the aimed action with the square `there` as its target."""
    entry = aim.entry
    assert entry is not None
    chosen = dict(aim.choice.fields) if aim.choice is not None else {}
    if entry.name == "drop-object":
        x, y = there[0], there[1]
        up = max((aim.height if aim.height is not None else battle.floor_at(x, y) + 4) - battle.floor_at(x, y), 0)
        return entry.intent(at=[x, y], height=up * battle.rules.unit, **chosen)
    where: dict[str, Any] = {"path": _listed(aim.path)} if aim.path else {"to": list(there)}
    if entry.name in ONE_PLACE and aim.path:
        where = {"to": list(aim.path[-1])}
    match entry.name:
        case "withdraw":
            where["from"] = aim.target or nearest_enemy(battle, name) or name
            where |= {"also": list(aim.also)} if aim.also else {}
        case "shift":
            where.setdefault("path", [where.pop("to")] if "to" in where else [])
        case "teleport" if aim.target is not None:
            where["target"] = aim.target
        case "step":
            made = [_by(aim, entry.intent(**where, by=way)) for way in STEPS]
            return next((one for one in made if battle.why(name, one) is None), made[0])
    return _by(aim, entry.intent(**where))


def aimed_at_creature(battle: Battle, name: str, aim: Aim, target: str) -> dict[str, Any]:
    entry = aim.entry
    assert entry is not None
    made = entry.intent(target=target, **(aim.choice.fields if aim.choice is not None else {}))
    if aim.cover:
        made["cover"] = aim.cover
    match entry.name:
        case "fall" if aim.distance:
            made["squares"] = aim.distance // battle.rules.unit
        case "charge":
            made = _by(aim, made)
            if aim.path:
                made["path"] = _listed(aim.path)
        case "full-attack" if shoots_at(battle.world, battle.creature(name), battle.creature(target)):
            made["ranged"] = True
    return made


def shoved(battle: Battle, aim: Aim, target: str, path: Sequence[Cube] = ()) -> dict[str, Any]:
    """Returns the intent to push, pull or slide a target. It follows `path` if one is drawn."""
    assert aim.entry is not None
    made = aim.entry.intent(target=target, distance=aim.distance)
    if aim.rolled:
        made["contest"] = True
    if path:
        made["path"] = _listed(path)
    if aim.height is not None:
        made["vertical"] = True if path else aim.height - battle.creature(target).cube[2]
    return made


def _shove(battle: Battle, aim: Aim, square: Square, other: str | None) -> dict[str, Any] | None:
    if aim.target is None:
        return shoved(battle, aim, other) if other is not None else None
    here = aim.path[-1] if aim.path else battle.creature(aim.target).cube
    if square == here[:2] or other == aim.target:
        return shoved(battle, aim, aim.target, aim.path)
    return shoved(battle, aim, aim.target, [*aim.path, next_on(aim, square, here)])


def next_on(aim: Aim, square: Square, here: Cube) -> Cube:
    return (*square, here[2] if aim.height is None else aim.height)


def _tow(battle: Battle, name: str, aim: Aim, square: Square, reach: Reach | None) -> dict[str, Any] | None:
    assert aim.entry is not None
    path: Sequence[Cube] = aim.path
    if not path:
        there = anchor(battle, name, aim, square, reach)
        arrival = reach.get_arrival(there) if reach is not None and there is not None else None
        path = arrival.path if arrival is not None else [(*square, battle.floor_at(*square))]
    return _by(aim, aim.entry.intent(target=aim.target, path=_listed(path)))


# --- whether an entry is usable --------------------------------------------------------------------------


def samples(battle: Battle, name: str, entry: ActionEntry) -> Iterator[dict[str, Any]]:
    me, board = battle.creature(name), battle.world.board
    aim = Aim(entry, distance=battle.rules.unit)
    if entry.choices is not None:
        aim.choice = entry.choices(battle)[0]
    if entry.aim == "nothing":
        yield entry.intent(**(aim.choice.fields if aim.choice is not None else {}))
        return
    x, y, _ = me.cube
    span = 2 if entry.name in ("jump", "clamber", "overrun", "tumble") else 1
    around = [(x + i, y + j) for j in range(-span, span + 1) for i in range(-span, span + 1) if i or j]
    around = [square for square in around if square in board]
    taken = {square for one in battle.creatures if not one.out for square in one.box.footprint}
    # the reason for a refusal is about a place to stand
    around.sort(key=lambda at: at in taken or board.blocked(at[0], at[1], board.stand(at[0], at[1])))
    if entry.aim == "square":
        for square in [one for one in around if _serves(battle, me, entry, one)] or around[:1]:
            yield aimed_at_square(battle, name, aim, square)
        return
    others = [one for one in battle.creatures if one.name != name and not one.out]
    if entry.do in ("attack", "full-attack", "charge"):
        others = [one for one in others if one.side != me.side]
    others.sort(key=lambda one: battle.distance(name, one.name))
    if entry.name in ANYBODY:
        others.insert(0, me)
    if entry.aim == "tow":
        for other in others[:TOWED]:
            for square in around:
                path = [[*square, battle.floor_at(*square)]]
                yield entry.intent(target=other.name, path=path)
        return
    for other in others[:NEAREST]:
        if entry.aim == "shove":
            yield shoved(battle, aim, other.name)
        else:
            aim.distance = 0
            yield aimed_at_creature(battle, name, aim, other.name)


def _serves(battle: Battle, me: Creature, entry: ActionEntry, square: Square) -> bool:
    if entry.do == "leap":
        return battle.floor_at(*square) < me.cube[2]
    if entry.do not in ("overrun", "clamber"):
        return True
    x0, x1 = min(me.box.x0, square[0]), max(me.box.x1, square[0] + me.size.side - 1)
    y0, y1 = min(me.box.y0, square[1]), max(me.box.y1, square[1] + me.size.side - 1)
    return any(
        one is not me and one.box.x0 <= x1 and one.box.x1 >= x0 and one.box.y0 <= y1 and one.box.y1 >= y0
        for one in battle.creatures
    )


@dataclass(slots=True)
class Availability:
    """Whether a player can use an action now, or why not."""

    refusal: Refusal | None
    legal: tuple[str, ...] = ()
    """Known targets."""


def standing(session: Session, name: str, entry: ActionEntry) -> Generator[None, None, Availability]:
    """Finds out whether a creature can use an action now.

    It tries several intents and yields after each, to keep the window responsive.
    """
    if entry.do == "use":
        ability = dict(entry.fields)["ability"]
        state = session.battle.abilities(name)[ability]
        yield
        aimed = session.battle.targets(name, ability) if state.usable and entry.aim == "creature" else []
        return Availability(state.why, tuple(one for one in aimed if isinstance(one, str)))
    first: Refusal | None = None
    legal: dict[str, None] = {}
    tried = False
    battle = session.battle
    for sample in samples(battle, name, entry):
        tried = True
        if sample.get("target") in legal:
            continue
        refusal = session.why_of(name, sample)
        yield
        if refusal is None:
            if entry.aim in ("nothing", "square"):
                return Availability(None)
            legal[sample["target"]] = None
        elif first is None or (refusal.rules and not first.rules):
            first = refusal
    if legal:
        return Availability(None, tuple(legal))
    if not tried:
        return Availability(
            Refusal((), Message(_("{name} has no target for: {action}"), {"name": name, "action": entry.label}))
        )
    return Availability(first)


def extensions(session: Session, name: str, aim: Aim) -> list[Cube]:
    """Returns the next possible cubes of a path drawn for forced movement."""
    battle = session.battle
    found: list[Cube] = []
    if aim.target is None or len(aim.path) * battle.rules.unit >= aim.distance:
        return found
    here = aim.path[-1] if aim.path else battle.creature(aim.target).cube
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            there = next_on(aim, (here[0] + dx, here[1] + dy), here)
            if not (dx or dy) or (there[0], there[1]) not in battle.world.board:
                continue
            if session.why_of(name, shoved(battle, aim, aim.target, [*aim.path, there])) is None:
                found.append(there)
    return found
