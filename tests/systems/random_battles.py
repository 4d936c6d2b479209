"""Random battles: boards of every terrain, creatures of every size and ability, house rules, shipped scenarios."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from tests.systems.random_content import add_content, widen

from fivefoot.components import intents
from fivefoot.components.intents import Intent
from fivefoot.engine.brains import Play, View
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.field.shapes import may_rest
from fivefoot.engine.field.support import holds_at
from fivefoot.engine.geometry.boxes import AROUND, overlap
from fivefoot.engine.rules.ruleset import World
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import read as files
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import parse
from fivefoot.engine.state.creature import Creature
from fivefoot.play.battle import Battle
from fivefoot.play.players import arranged

SHIPPED = sorted((Path(__file__).parents[2] / "assets" / "scenarios").glob("*.toml"))

STYLES = (
    "." * 24 + "::%,~^_oo##123",
    "." * 9 + "::%%,,^~~_oo##123ndsNRSFKUC",
    "." * 6 + "#" * 5 + "NNMo",
    "." * 4 + "123459_CRRSST",
    "~~~~WWW...21^v",
    "dddss...G_^2",
)
"""What boards are sown from: meadow, everything, cave, heights, water, earth."""
LEGEND: dict[str, dict[str, Any]] = {
    "N": {"width": 2.5},
    "M": {"width": 1.5},
    "n": {"kind": "low-wall", "terrain": "difficult"},
    "R": {"floor": 1, "ramp": True},
    "S": {"floor": 2, "stairs": True, "terrain": "difficult"},
    "T": {"floor": 3, "test": True},
    "F": {"damage": "1d4", "hazard": True},
    "K": {"light": "dark"},
    "U": {"terrain": "blocked", "unseen": True},
    "C": {"floor": -9, "surface": 1},
    "W": {"water": 5, "terrain": "difficult"},
    "v": {"water": 1, "damage": 1},
    "G": {"ground": "dirt"},
}
SIZES = (
    "fine", "diminutive", "tiny", "tiny", "tiny", "small", "small", "medium", "medium", "medium", "medium", "medium",
    "large", "large", "large", "huge", "gargantuan", "colossal", "titanic", "1T", "1L", "4",
)  # fmt: skip
TRAITS = (
    "incorporeal", "fills-space", "unhampered", "swarm", "immune-prone", "unwieldy", "cumbersome",
    "cannot-stand", "swim-only", "shareable",
)  # fmt: skip
FEATS = ("run", "runner", "mobility", "dodge", "combat-reflexes", "nimble-moves")
MODES = ("fly", "climb", "swim", "burrow", "teleport")
SKILLS = ("acrobatics", "might", "movement", "tumble", "climb", "athletics", "escape-artist", "initiative", "jump")
ABILITIES = ("constitution", "dexterity", "strength", "agility", "might", "reflex", "fortitude")
UNABLE = frozenset({"asleep", "bound", "dead", "helpless", "paralyzed", "unconscious"})
"""Conditions that would only make for battles in which nothing happens."""


def random_battle(dice: random.Random, ruleset: str, *, content: bool = False, wide: bool = False) -> Scenario | None:
    """A battle on a random board, with random house rules; None if fewer than two sides are left.

    With `content` it has abilities, items, conditions, zones and more riders as well, rarer ones if it is `wide`.
    """
    tree = drawn(dice, ruleset)
    if content:
        add_content(dice, tree)
    if content and wide:
        widen(dice, tree)
    while True:
        misplaced: int | None = None
        try:
            made = parse(json.dumps(tree))
            with Battle(made) as battle:
                world = battle.world
                misplaced = next((i for i, c in enumerate(world.creatures) if astray(world, c)), None)
        except ScenarioError as error:
            if not error.place.startswith("creatures["):
                raise
            misplaced = int(error.place.removeprefix("creatures[").partition("]")[0])
        if misplaced is None:
            sides = {spec.side for spec in made.creatures if "object" not in spec.traits}
            return made if len(sides) > 1 else None
        leave_out(tree, misplaced)


def astray(world: World, c: Creature) -> bool:
    """Whether a creature's place or mount in the file is impossible."""
    if holds_at(world, c, c.cube) is None:
        return True
    if c.condition.mount is None:
        return not may_rest(world, c)
    mount = world.named[c.condition.mount]
    return mount.condition.mount is not None or not overlap(c.space, mount.space)


def leave_out(tree: dict[str, Any], index: int) -> None:
    """A creature that may not be there is left out."""
    gone = tree["creatures"].pop(index)["name"]
    for creature in tree["creatures"]:
        for key in ("mount", "grabbed_by"):
            if creature.get(key) == gone:
                del creature[key]
        creature["hidden_from"] = [name for name in creature.get("hidden_from", ()) if name != gone]


def drawn(dice: random.Random, ruleset: str) -> dict[str, Any]:
    """A scenario as a tree. Who is put where it may not be is not looked at."""
    rules, unit = RULESETS[ruleset], RULESETS[ruleset].unit
    tiles = dice.choice(STYLES)
    width, height = dice.randint(4, 12), dice.randint(4, 12)
    rows = ["".join(dice.choice(tiles) for _ in range(width)) for _ in range(height)]
    ceiling = dice.choice((9, 12, 20))
    board: dict[str, Any] = {"map": "\n".join(rows), "ceiling": ceiling, "legend": LEGEND, "edges": []}
    taken: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for _ in range(dice.choice((0, 0, 0, 3, 6))):
        x, y = dice.randrange(width - 1), dice.randrange(height - 1)
        other = dice.choice(((x + 1, y), (x, y + 1)))
        if ((x, y), other) not in taken:
            taken.add(((x, y), other))
            edge: dict[str, Any] = {"between": [(x, y), other], "kind": dice.choice(("wall", "obstacle"))}
            board["edges"].append(edge | ({"skill": "climb", "dc": 12} if dice.random() < 0.3 else {}))
    switches = {}
    if dice.random() < 0.4:
        for name in dice.sample(sorted(rules.switches), dice.randint(1, 4)):
            switches[name] = dice.choice(rules.switches[name].values)
    creatures: list[dict[str, Any]] = []
    for number in range(dice.randint(2, 8)):
        creatures.append(creature(dice, ruleset, number, [c["name"] for c in creatures]))
        at = [dice.randrange(width), dice.randrange(height)]
        modes = creatures[-1]["speed"]
        if "fly" in modes and dice.random() < 0.5:
            at.append(dice.randint(1, ceiling))
        elif "burrow" in modes and dice.random() < 0.5:
            at.append(-dice.randint(1, 4))
        creatures[-1]["at"] = at
        mount = creatures[-1].get("mount")
        if mount is not None:
            under = next(c for c in creatures if c["name"] == mount)
            creatures[-1]["at"] = under["at"]
    return {
        "ruleset": ruleset,
        "seed": dice.randrange(10**6),
        "rules": switches,
        "board": board,
        "creatures": creatures,
        "scene": "encounter" if dice.random() < 0.97 or unit == 1 else "exploration",
    }


def creature(dice: random.Random, ruleset: str, number: int, others: list[str]) -> dict[str, Any]:
    """A creature of any size, with gifts and troubles of any kind; `at` is left to the caller."""
    rules, unit = RULESETS[ruleset], RULESETS[ruleset].unit
    modes = {mode: dice.randint(1, 6) * unit for mode in MODES if dice.random() < 0.15}
    if dice.random() < 0.95:
        modes["walk"] = dice.randint(1, 6) * unit
    made: dict[str, Any] = {
        "name": f"c{number}",
        "side": ("red", "blue", "red", "blue", "green")[number % dice.choice((2, 2, 2, 5))],
        "size": dice.choice([size for size in SIZES if size in rules.sizes.rows]),
        "speed": modes,
        "attack": dice.randint(0, 8),
        "ac": dice.randint(8, 16),
        "attacks": dice.randint(1, 3),
        "threatens": dice.random() < 0.85,
        "hover": dice.random() < 0.5,
        "body": dice.choice(("tall", "long")),
    }
    if dice.random() < 0.95:
        made["hp"] = dice.randint(4, 25)
    if dice.random() < 0.9:
        made["damage"] = dice.choice(("1d6+1", "2d4", 3))
    conditions = sorted(rules.conditions.known - rules.conditions.unable - UNABLE)
    rare: dict[str, Any] = {
        "reach": dice.choice((0, 1, 2, 3)) * unit,
        "reach_weapon": True,
        "conditions": dice.sample(conditions, 1),
        "armor": dice.choice(("medium", "heavy")),
        "load": dice.choice(("medium", "heavy")),
        "feats": dice.sample(FEATS, 2),
        "traits": dice.sample(TRAITS, dice.randint(1, 2)),
        "senses": ["darkvision"],
        "forced_reduction": dice.randint(1, 2) * unit,
        "elects_prone": dice.choice(("always", "hazard")),
        "willing": dice.random() < 0.5,
        "trained": dice.sample(SKILLS, 2),
        "step_features": [{"uses": dice.randint(1, 2), "cost": "free"}],
        "speed_bonuses": [{"type": "haste", "amount": dice.choice((-1, 1, 2)) * unit}],
        "maneuver": {"offense": dice.randint(0, 9), "defense": dice.randint(8, 18)},
        "action_points": 1,
        "recoil": dice.randint(0, 6),
        "space": dice.choice((2.5, 7, 10)),
        "head": dice.choice((0.5, 2, 4)),
        "burrows": ["stone"],
    }
    made |= {key: value for key, value in rare.items() if dice.random() < 0.08}
    if dice.random() < 0.3:
        made["skills"] = {skill: dice.randint(-2, 12) for skill in dice.sample(SKILLS, 3)}
        made["abilities"] = {ability: dice.randint(0, 5) for ability in dice.sample(ABILITIES, 3)}
    if number >= 2 and dice.random() < 0.04:
        made["traits"] = ["object", *made.get("traits", ())]
    if others and dice.random() < 0.06:
        made["mount"] = dice.choice(others)
        made["size"] = "small"
    if others and dice.random() < 0.05:
        made["grabbed_by"] = dice.choice(others)
        made["conditions"] = ["grabbed"]
    if others and dice.random() < 0.08:
        made["hidden_from"] = [dice.choice(others)]
    return made


@cache
def shipped(file: Path, ruleset: str) -> Scenario | None:
    """A shipped scenario under any ruleset; None where that one cannot play it."""
    try:
        return arranged(files.read(file), ruleset).scenario
    except ScenarioError:
        return None


def shipped_battle(dice: random.Random, ruleset: str) -> Scenario | None:
    """A shipped scenario, its seed, its brains and maybe a house rule drawn."""
    made = shipped(dice.choice(SHIPPED), ruleset)
    if made is None:
        return None
    if dice.random() < 0.3:
        switches = RULESETS[ruleset].switches
        name = dice.choice(sorted(switches))
        varied = msgspec.structs.replace(made, rules={**made.rules, name: dice.choice(switches[name].values)})
        try:
            Battle(varied).close()
        except ScenarioError:
            return made
        return varied
    return made


# ---------------------------------------------------------------- a brain that asks for anything


class Wild:
    """A brain that asks for whatever an intent can say, lawful or not."""

    name = "wild"

    def turn(self, view: View) -> Play:
        """A few intents of any kind."""
        for attempt in range(5):
            yield wild_intent(random.Random(f"{view.world.dice.seed}/{len(view.world.log)}/{attempt}"), view)


KINDS = [str(kind.__struct_config__.tag) for kind in intents.KINDS if kind not in (intents.Use, intents.Equip)]


def wild_intent(dice: random.Random, view: View) -> Intent:
    """An intent of any kind; what it says is drawn near enough to be lawful now and then.

    Left out is what only a referee may ask for and what sets rules aside: falls of a given depth, overrides.
    """
    world, me, unit = view.world, view.me, view.rules.unit
    here = me.cube

    def square(far: int = 2) -> list[int]:
        spot = [here[0] + dice.randint(-far, far), here[1] + dice.randint(-far, far)]
        return spot if dice.random() < 0.8 else [*spot, here[2] + dice.randint(-2, 2)]

    def path() -> list[list[int]]:
        x, y, z = here
        found = []
        for _ in range(dice.randint(1, 5)):
            x, y = x + dice.randint(-1, 1), y + dice.randint(-1, 1)
            z += dice.choice((0, 0, 0, -1, 1))
            found.append([x, y] if dice.random() < 0.8 else [x, y, z])
        return found

    who = [c.name for c in world.creatures]
    kind = dice.choice(KINDS)
    asked: dict[str, Any] = {"do": kind}
    fields: dict[str, Any] = {
        "target": dice.choice(who),
        "from": dice.choice(who),
        "also": dice.sample(who, 1),
        "to": square(4),
        "at": square(4),
        "set_down": square(),
        "path": path(),
        "distance": dice.randint(0, 4) * unit,
        "squares": dice.choice((-2, -1, 1, 2)),
        "vertical": dice.choice((True, 1, 2, -1)),
        "mode": dice.choice(("walk", "climb", "swim", "fly", "burrow")),
        "by": dice.choice(("rest", "full-attack", "feature", "action-point")),
        "condition": dice.choice(("prone", "grabbed", "slowed", "restrained")),
        "lose": "prone",
        "size": dice.choice(("tiny", "medium", "large")),
        "what": "draw-weapon",
        "with": dice.choice(("might", "agility")),
    }
    flags = ("contest", "double", "hazards", "squeeze", "stand", "ranged")
    for field in _fields(kind):
        name = field.encode_name
        if name in ("override", "exceeds", "speed") or (kind == "fall" and name == "squares"):
            continue
        wanted = field.required or dice.random() < (0.6 if name in ("to", "path", "contest") else 0.2)
        if wanted and (name in fields or name in flags):
            asked[name] = fields.get(name, True)
    if "to" in asked and "path" in asked:
        del asked[dice.choice(("to", "path"))]
    return intents.intent(asked)


@cache
def _fields(kind: str) -> tuple[msgspec.structs.FieldInfo, ...]:
    """What an intent of a kind can say."""
    return msgspec.structs.fields(next(k for k in intents.KINDS if k.__struct_config__.tag == kind))


# ---------------------------------------------------------------- effects


def wild_effect(dice: random.Random, world: World) -> list[dict[str, Any]]:
    """One or two acts of an effect: on creatures anywhere, on squares of the board, a newcomer, a leave-taking."""
    board, ruleset = world.board, world.rules.name
    names = [c.name for c in world.creatures]
    known = sorted(world.rules.conditions.known - UNABLE)
    x, y = dice.randrange(board.width), dice.randrange(board.height)
    beside = dice.choice([(i, j) for i, j in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)) if (i, j) in board])
    newcomer = creature(dice, ruleset, len(names), []) | {"name": f"n{len(world.log)}", "at": [x, y], "space": None}
    timed = {"until": dice.choice(("turn-start", "turn-end", "round-end")), "times": dice.randint(1, 2)}
    who = {"target": dice.choice(names)}
    acts: list[dict[str, Any]] = [
        {"do": "damage", **who, "amount": dice.choice((1, 3, "1d6"))},
        {"do": "heal", **who, "amount": dice.choice((1, "1d6"))},
        {"do": "condition", **who, "condition": dice.choice(known), **(timed if dice.random() < 0.7 else {})},
        {"do": "condition", **who, "condition": dice.choice(known), **timed},
        {"do": "end-condition", **who, "condition": dice.choice(known)},
        {"do": "force", **who, "distance": dice.randint(1, 4) * world.rules.unit, "away": [x, y]},
        {"do": "force", **who, "distance": dice.randint(1, 4) * world.rules.unit, "direction": dice.choice(AROUND)},
        {"do": "teleport", **who, "to": [x, y]},
        {"do": "fall", **who},
        {"do": "tile", "at": [[x, y], beside], "tile": dice.choice(".::%,~^_##o123")},
        {"do": "edge", "between": [[x, y], beside], "kind": dice.choice(("wall", "obstacle", None))},
        {"do": "join", "creature": newcomer},
        {"do": "leave", "who": dice.choice(names)},
    ]
    some = dice.sample(acts, dice.choice((1, 1, 2)))
    some.sort(key=lambda act: act["do"] != "join")  # there is room for it or none; other acts might make or take some
    return some[:1] if some[0]["do"] == "leave" else some
