"""Random content for random battles: abilities of every kind, items, conditions, zones, terrain, riders."""

import random
from typing import Any

from fivefoot.components.intents import Equip, Intent, StepAim, Use
from fivefoot.engine.geometry.boxes import AROUND
from fivefoot.engine.legality.likely_uses import thinkable_aims
from fivefoot.engine.legality.planners.abilities import usable
from fivefoot.engine.rules.ruleset import World
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.creature import Creature

PAYS: dict[str, tuple[object, ...]] = {
    "epic-path": ("standard", "move", "swift", "full-round"),
    "d20-srd": ("standard", "move", "swift", "full-round"),
    "ascension": ("attack", "movement"),
    "draw-steel": ("main", "maneuver", "move"),
    "pathfinder-2e": (1, 2, 3),
}
"""The words of each ruleset for what a use costs."""

SAVES = ("reflex", "fortitude", "agility", "might", "acrobatics")
OUTCOMES = ("hit", "miss", "success", "failure", "critical-hit", "tier-1", "tier-2", "tier-3")
ITEMS: dict[str, Any] = {
    "bow": {"weapon": {"attack": 4, "damage": "1d6", "range": 30}},
    "pike": {"weapon": {"damage": "1d8", "reach": 10}},
    "knife": {"weapon": {"attack": 6, "damage": 2}},
    "shield": {"slot": "arm", "adds": {"ac": 2}},
    "boots": {"slot": "feet", "adds": {"speed": 10}},
    "wand": {"can": ["power-1"], "uses": 2},
}
"""Items of random battles; distances in feet."""
CONDITIONS: dict[str, Any] = {
    "burning": {
        "acts": [{"do": "damage", "amount": "1d4", "kind": "fire"}],
        "ends": {"save": "reflex", "dc": 11},
        "adds": {"ac": -1},
    },
    "hasted": {"speed": 5, "adds": {"attack": 1}, "stack": "refresh"},
    "mired": {"speed": "half", "bars": ["react"]},
    "rooted": {"bars": ["move"], "ends": {"save": "might", "dc": 8, "when": "turn-start"}},
    "dazed-out": {"bars": ["act"], "stack": "add"},
}
"""Conditions of random battles."""
TERRAIN: dict[str, Any] = {"forest": {"cost": 2, "by": {"beast": 1}}, "swamp": {"cost": 3}}
LEGEND: dict[str, dict[str, Any]] = {"f": {"tags": ["forest"]}, "m": {"tags": ["swamp", "forest"]}}


def add_content(dice: random.Random, tree: dict[str, Any]) -> None:
    """Adds abilities, items, conditions, terrain and riders to a random battle's tree."""
    ruleset = tree["ruleset"]
    rules = RULESETS[ruleset]
    unit = rules.unit
    tree["abilities"] = {f"power-{number}": ability(dice, ruleset, number) for number in range(1, dice.randint(3, 7))}
    names = sorted(tree["abilities"])
    tree["items"] = {name: scaled(spec, unit) for name, spec in ITEMS.items()}
    tree["conditions"] = {
        name: spec | ({"speed": unit} if spec.get("speed") == 5 else {}) for name, spec in CONDITIONS.items()
    }
    tree["terrain"] = TERRAIN
    board = tree["board"]
    board["legend"] = {**board["legend"], **LEGEND}
    rows = [list(row) for row in board["map"].split("\n")]
    for _ in range(dice.choice((0, 0, 4, 10))):
        row = dice.choice(rows)
        row[dice.randrange(len(row))] = dice.choice("fm")
    board["map"] = "\n".join("".join(row) for row in rows)
    if dice.random() < 0.3:
        tree["rules"]["cover"] = "board"
    placed: list[dict[str, Any]] = []
    for made in tree["creatures"]:
        if dice.random() < 0.8:
            made["can"] = dice.sample(names, min(len(names), dice.randint(1, 3)))
            made["resources"] = {"mana": dice.randint(0, 6)}
        if dice.random() < 0.4:
            made["items"] = dice.sample(sorted(ITEMS), dice.randint(1, 3))
            weapons = [item for item in made["items"] if "weapon" in ITEMS[item]]
            if weapons and dice.random() < 0.6:
                made["wields"] = weapons[0]
        if dice.random() < 0.3:
            made["kind"] = dice.choice(("beast", "undead"))
        if dice.random() < 0.2:
            made["range"] = dice.randint(2, 8) * unit
        if placed and "mount" not in made and "object" not in made.get("traits", ()) and dice.random() < 0.15:
            under = dice.choice(placed)
            made |= {"mount": under["name"], "at": under["at"], "side": under["side"], "size": "small"}
        placed.append(made)


def widen(dice: random.Random, tree: dict[str, Any]) -> None:
    """Adds what is rarer: walls, edges, corners, summons, several targets, predicates, targets of steps."""
    rules = RULESETS[tree["ruleset"]]
    unit, names = rules.unit, sorted(tree["abilities"])
    for number, name in enumerate(names):
        made = tree["abilities"][name]
        chance = dice.random()
        if chance < 0.12:
            squares = dice.randint(1, 4)
            made |= {"target": {"kind": "square", "range": 8 * unit}, "area": {"shape": "wall", "size": squares * unit}}
            wall = {"do": "tile", "at": "area", "tile": dice.choice("#o:^%")}
            zone = {
                "do": "zone",
                "name": f"wall-{number}",
                "squares": "area",
                "rounds": 2,
                "tile": {"terrain": "blocked"},
            }
            made["does"] = [dice.choice((wall, zone))]
        elif chance < 0.2:
            made.pop("area", None)
            made |= {"target": {"kind": "edge", "range": 6 * unit}}
            made |= {"does": [{"do": "edge", "between": "at", "kind": dice.choice(("wall", "obstacle", None))}]}
            for key in ("each", "on", "roll", "steps", "affects"):
                made.pop(key, None)
        elif chance < 0.3 and made.get("area", {}).get("shape") == "burst":
            made["area"]["from"] = "corner"
        elif chance < 0.4 and made["target"]["kind"] == "creature":
            made["target"]["count"] = 2
        elif chance < 0.55:
            imp = {"name": f"imp-{number}", "side": dice.choice(("red", "blue")), "hp": 3, "at": [0, 0]}
            made["does"] = [*made.get("does", ()), {"do": "join", "creature": imp}]
            made |= {"lasts": {"rounds": dice.randint(1, 2)}, "concentration": dice.random() < 0.5}
        if dice.random() < 0.2:
            asked = (
                {"hp_below": 0.7},
                {"lacks": ["prone"]},
                {"has": ["burning"]},
                {"kind": "beast"},
                {"size": "medium"},
            )
            made["requires"] = {dice.choice(("self", "target")): dice.choice(asked)}
        if dice.random() < 0.25 and made["target"]["kind"] == "creature" and "area" not in made:
            after = dice.choice((None, "hit", "failure", "success"))
            step: dict[str, Any] = {"each": [act(dice, tree["ruleset"], at="self", area=False, number=number)]}
            if after is not None and made.get("roll"):
                step["after"] = after
            else:
                step["target"] = {"kind": "creature", "range": 6 * unit, "who": dice.choice(("enemy", "ally", "any"))}
            made["steps"] = [*made.get("steps", ()), step]


def scaled(spec: dict[str, Any], unit: int) -> dict[str, Any]:
    """An item with its distances in the ruleset's unit."""
    found = {**spec}
    if "weapon" in spec:
        distances = {key: spec["weapon"][key] * unit // 5 for key in ("range", "reach") if key in spec["weapon"]}
        found["weapon"] = spec["weapon"] | distances
    if "adds" in spec and "speed" in spec["adds"]:
        found["adds"] = spec["adds"] | {"speed": spec["adds"]["speed"] * unit // 5}
    return found


def ability(dice: random.Random, ruleset: str, number: int) -> dict[str, Any]:
    """An ability of any kind, that refers to those of a lower number only."""
    unit = RULESETS[ruleset].unit
    made: dict[str, Any] = {"pays": dice.choice((*PAYS[ruleset], "free", "attack"))}
    if made["pays"] == "free" or dice.random() < 0.3:
        made["uses"] = dice.randint(1, 3)
    if dice.random() < 0.2:
        made["spends"] = {"mana": dice.randint(1, 3)}
    if dice.random() < 0.15:
        made["cooldown"] = dice.randint(1, 2)
    kind = dice.choice(("self", "creature", "creature", "creature", "square", "square", "direction"))
    target: dict[str, Any] = {"kind": kind}
    if kind in ("creature", "square"):
        target["range"] = dice.choice((2, 4, 8)) * unit
    if kind == "creature":
        target["range"] = dice.choice((target["range"], "reach", "weapon"))
        target["who"] = dice.choice(("enemy", "ally", "other", "any"))
    made["target"] = target
    shape = {
        "self": ("emanation", None),
        "creature": (None, None, "emanation"),
        "square": ("burst", "cube", None),
        "direction": ("cone", "line"),
    }[kind]
    chosen = dice.choice(shape)
    if chosen is not None:
        made["area"] = {"shape": chosen, "size": dice.randint(1, 4) * unit}
        made["affects"] = {"who": dice.choice(("enemies", "allies", "others", "any"))}
    covered = chosen is not None or kind in ("creature", "self")
    at = "at" if kind == "square" else "self"
    made |= step(dice, ruleset, covered=covered, at=at, area=chosen is not None, number=number)
    if covered and dice.random() < 0.25:
        made["steps"] = [step(dice, ruleset, covered=True, at=at, area=chosen is not None, number=number)]
    if dice.random() < 0.2:
        made["lasts"] = {"rounds": dice.randint(1, 3)}
        made["concentration"] = dice.random() < 0.5
    return made


def step(dice: random.Random, ruleset: str, *, covered: bool, at: str, area: bool, number: int) -> dict[str, Any]:
    """The roll of a step and the acts that follow from it."""
    made: dict[str, Any] = {}
    if covered and dice.random() < 0.6:
        made["roll"] = dice.choice(
            (
                {"save": dice.choice(SAVES), "dc": dice.randint(8, 16)},
                {"check": dice.choice(SAVES), "dc": dice.randint(8, 16)},
                {"strike": True},
            )
        )
        strikes = "strike" in made["roll"]
        outcomes = ("hit", "miss") if strikes else ("success", "failure")
        if ruleset == "draw-steel" and dice.random() < 0.5:
            outcomes = ("tier-1", "tier-3")
        made["on"] = {
            outcome: [act(dice, ruleset, at=at, area=area, number=number)]
            for outcome in outcomes
            if dice.random() < 0.8
        }
    if covered and not made.get("on"):
        made["each"] = [act(dice, ruleset, at=at, area=area, number=number)]
    if not covered or dice.random() < 0.3:
        made["does"] = [act(dice, ruleset, at=at, area=area, number=number, target="self")]
    return made


def act(
    dice: random.Random, ruleset: str, *, at: str, area: bool, number: int, target: str = "target"
) -> dict[str, Any]:
    """One act on a target of an ability or on its user, or on the ground."""
    unit = RULESETS[ruleset].unit
    who = {} if target == "target" else {"target": target}
    where = "area" if area else at
    zone: dict[str, Any] = {"do": "zone", "name": f"zone-{number}", "squares": where, "rounds": dice.randint(1, 2)}
    zone |= dice.choice(
        (
            {"tile": {"terrain": "difficult"}},
            {"enter": [{"do": "damage", "amount": "1d4"}]},
            {"start": [{"do": "damage", "amount": 1}], "moves_with": "self"},
            {"end": [{"do": "condition", "condition": "burning"}], "leave": [{"do": "damage", "amount": 1}]},
            {"tile": {"damage": 1}, "enter": [{"do": "force", "distance": unit, "direction": dice.choice(AROUND)}]},
        )
    )
    acts: list[dict[str, Any]] = [
        {"do": "damage", "amount": dice.choice((2, "1d6", "2d4")), "half": dice.random() < 0.3},
        {"do": "heal", "amount": "1d6"},
        {"do": "condition", "condition": dice.choice([*CONDITIONS, "prone"])},
        {"do": "end-condition", "condition": dice.choice([*CONDITIONS, "prone"])},
        {"do": "force", "distance": dice.randint(1, 4) * unit},
        {"do": "force", "distance": dice.randint(1, 3) * unit, "towards": "self"},
        {"do": "fall"},
        {"do": "hide"},
        {"do": "reveal"},
        {"do": "equip", "item": dice.choice(sorted(ITEMS))},
        {"do": "resource", "name": "mana", "amount": dice.choice((-1, 2, "1d4"))},
    ]
    if target == "target":
        acts += [{"do": "strike"}, {"do": "strike", "damage": "1d4", "on": {"hit": [{"do": "damage", "amount": 1}]}}]
    if at == "at":
        kind = dice.choice(("move", "shift", "teleport"))
        acts += [
            {"do": "teleport", "to": "at"},
            {"do": "move", "distance": dice.randint(1, 4) * unit, "kind": kind},
            {"do": "tile", "at": "at", "tile": dice.choice(".:%,~^_#o12f")},
        ]
    if target == "self" and at == "self":
        acts = [one for one in acts if one.get("do") != "force"]
    chosen = dice.choice(acts)
    return zone if dice.random() < 0.2 else chosen if chosen["do"] in ("tile", "zone") else chosen | who


def wild_use(dice: random.Random, world: World, me: Creature, *, wide: bool = False) -> Intent | None:
    """A use of an ability, most times its own, at a thinkable aim; or an item taken up; None: it has neither."""
    items, own = sorted(world.rules.defined.items), usable(me)
    if items and dice.random() < 0.25:
        return Equip(item=dice.choice(items))
    known = sorted(own if own and dice.random() < 0.9 else world.abilities)
    if not known:
        return None
    name = dice.choice(known)
    ability = world.abilities[name]
    aims = [aim for _, aim in thinkable_aims(world, me, ability, ability.whole[0])]
    aim = dice.choice(aims) if aims and dice.random() < 0.9 else StepAim(target=me.name)
    fields = {field: getattr(aim, field) for field in aim.__struct_fields__}
    if not wide:
        return Use(ability=name, **fields)
    if aim.target is not None and dice.random() < 0.3:
        fields["targets"] = (dice.choice(world.creatures).name,)
    if aim.squares:
        (x, y), east = aim.squares[0], dice.random() < 0.5
        line = [(x + far, y) if east else (x, y + far) for far in range(dice.randint(1, 4))]
        fields["squares"] = tuple(square for square in line if square in world.board)
    choices = []
    for step in ability.whole[1:]:
        if step.target is not None:
            found = [aim for _, aim in thinkable_aims(world, me, ability, step)]
            choices.append(dice.choice(found) if found else StepAim())
    return Use(ability=name, choices=tuple(choices), **fields)
