"""Says published abilities in the format of scenario files, from facts alone, and plays each in a battle.

python -m tests.published_abilities        how many are said and run, and what the others lack

The facts are numbers, kinds, shapes and acts of 100 abilities drawn by chance (seed 31) from each of two packs of data;
none of their text is kept. Names are the identifiers of the packs.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tests.fights import drawn

import fivefoot

Fact: TypeAlias = Mapping[str, Any]
Table: TypeAlias = dict[str, Any]
FACTS = Path(__file__).parent / "published"
CHARACTERISTIC = 2
"""The characteristic, or modifier, of the user."""


class CannotSay(Exception):
    """The format has no words for a fact."""


class Said(NamedTuple):
    """What has come of one published ability."""

    name: str
    lacks: str | None
    """What the format lacks for it; None if it is said and runs."""
    more: bool
    """True if its page says more in words, which nobody has judged here."""


def amount(text: str) -> int | str:
    """A formula as a number or dice, with the user's figures put in."""
    plain = re.sub(r"@(chr|mod)\b", str(CHARACTERISTIC), text).replace(" ", "")
    plain = re.sub(r"@scale\.[a-z.-]+", "d6", plain)
    plain = re.sub(r"@(level|prof|classes\.[a-z]+\.levels)\b", "1", plain)
    if product := re.fullmatch(r"(\d+)\*(\d+)", plain):
        return int(product[1]) * int(product[2])
    if re.fullmatch(r"-?\d+(\+\d+)*", plain):
        return sum(map(int, plain.split("+")))
    dice = re.fullmatch(r"(\d+d\d+)((?:\+\d+)*)", plain)
    if dice is None:
        raise CannotSay(f"an amount such as {re.sub('[0-9]+', 'N', text)}")
    plus = sum(map(int, dice[2].split("+")[1:]))
    return dice[1] + (f"+{plus}" if plus else "")


# --- draw-steel ---------------------------------------------------------------------------------------------

DRAW_STEEL_PAYS = {"main": "main", "action": "main", "maneuver": "maneuver", "freeManeuver": "free", "move": "move"}
DRAW_STEEL_PAYS["none"] = "free"
DRAW_STEEL_WHO = {
    "creature": "any", "creatureObject": "any", "enemy": "enemy", "enemyObject": "enemy", "ally": "ally",
    "selfAlly": "any", "selfOrAlly": "any", "selfOrCreature": "any", "object": "any", "self": "any",
}  # fmt: skip
MANY = {"enemy": "enemies", "ally": "allies", "any": "any"}
POTENCY = {"@potency.weak": 0, "@potency.average": 1, "@potency.strong": 2}
TIERS = ("tier1", "tier2", "tier3")


def draw_steel(fact: Fact) -> dict[str, Table]:
    """One ability, by its name."""
    made: Table = {"pays": _looked_up(DRAW_STEEL_PAYS, fact["pays"], "a use on another's turn")}
    if fact.get("resource"):
        made["spends"] = {"store": fact["resource"]}
    made |= _distance(fact)
    if any(act["do"] == "words" for tier in TIERS for act in fact["tiers"][tier]):
        raise CannotSay("an outcome that the data gives in words")
    own = fact["characteristics"] or ["might"]
    made["roll"] = {"save" if fact["reactive"] else "check": own[0]}
    on: Table = {}
    before: Table = {}
    for number, tier in enumerate(TIERS, 1):
        on[f"tier-{number}"] = acts = []
        for act in _of_tier(fact, tier, before):
            if act["do"] == "condition":
                what, figure = _potency(fact, act, number)
                given = _condition(act)
                if act["when"] == "failure":
                    given["where"] = {"below": {what: figure}}
                acts.append(given)
            elif act["do"] == "damage":
                acts.append(
                    {"do": "damage", "amount": amount(str(act["value"])), "kind": (act["types"] or ["untyped"])[0]}
                )
            else:
                acts += _forced(act)
    made["on"] = {word: acts for word, acts in on.items() if acts}
    return {"published": made}


def _looked_up(table: Mapping[str, Any], word: str, lacking: str) -> Any:
    if word not in table:
        raise CannotSay(lacking)
    return table[word]


def _distance(fact: Fact) -> Table:
    distance, target = fact["distance"], fact["target"]
    kind, size = distance.get("type"), distance.get("primary")
    if kind == "special" or target["type"] == "special":
        raise CannotSay("a distance or target that the data gives in words")
    who = DRAW_STEEL_WHO[target["type"]]
    if kind != "self" and size is None:
        raise CannotSay("a distance that the data leaves open")
    if kind == "self":
        return {"target": {"kind": "self"}}
    if kind in ("melee", "ranged", "meleeRanged"):
        reach = max(int(size), int(distance.get("secondary") or 0)) if kind == "meleeRanged" else int(size)
        spec: Table = {"kind": "creature", "who": who, "range": reach}
        if target["value"]:
            spec["count"] = target["value"]
        return {"target": spec}
    affects = {"affects": {"who": MANY[who]}}
    if kind in ("burst", "aura"):
        return {
            "target": {"kind": "self"},
            "area": {"shape": "emanation", "size": int(size), "from": "self"},
            **affects,
        }
    within = distance.get("tertiary") if kind == "line" else distance.get("secondary")
    if kind == "line":
        area = {"shape": "line", "size": int(size), "width": int(distance.get("secondary") or 1), "from": "self"}
        return {"target": {"kind": "direction"}, "area": area, **affects}
    area = {"shape": "wall" if kind == "wall" else "cube", "size": int(size)}
    return {"target": {"kind": "square", "range": int(within or 1)}, "area": area, **affects}


def _of_tier(fact: Fact, tier: str, before: dict[str, Any]) -> Iterator[Table]:
    """The acts of a tier; what a tier leaves out is as in the tier below it."""
    for act in fact["tiers"][tier]:
        key = act["do"] + act.get("condition", "")
        kept = before.setdefault(key, {})
        kept |= {name: value for name, value in act.items() if value not in (None, "", [])}
        yield {**act, **kept}


def _potency(fact: Fact, act: Table, tier: int) -> tuple[str, int]:
    value, what = act["potency"].get("value"), act["potency"].get("characteristic")
    first = next(
        (one["potency"] for one in fact["tiers"]["tier1"] if one.get("condition") == act["condition"]),
        {"characteristic": None},
    )
    what = what or first.get("characteristic")
    if what in (None, "none"):
        what = "might"
    figure = tier - 1 if value in (None, "") else POTENCY.get(value)
    return what, int(value) if figure is None else figure


def _condition(act: Table) -> Table:
    name = act["condition"]
    if name == "own":
        keys = ", ".join(sorted({one["key"] for one in act["changes"]})) or "words"
        raise CannotSay(f"an effect of its own: {keys}")
    if act["end"] == "save":
        return {"do": "condition", "condition": f"{name}-save"}
    return {"do": "condition", "condition": name, **({"until": "turn-end"} if act["end"] == "turn" else {})}


def _forced(act: Table) -> list[Table]:
    kinds, squares = act["movement"] or ["push"], str(act["distance"] or "")
    if not squares:
        return []
    made: Table = {"do": "force", "distance": amount(squares)}
    return [made | ({"towards": "self"} if kinds == ["pull"] else {})]


# --- SRD ------------------------------------------------------------------------------------------------------

SRD_PAYS = {"action": "standard", "bonus": "swift", "": "free", "special": "free", "none": "free"}
SRD_SHAPES = {"sphere": "burst", "radius": "burst", "cylinder": "burst", "circle": "burst", "square": "cube"}
SRD_WHO = {"enemy": "enemy", "ally": "ally", "willing": "ally"}
ROUNDS = {"round": 1, "turn": 1, "minute": 10, "hour": 600}


def srd(fact: Fact) -> dict[str, Table]:
    """The uses of an ability: one for each activity of the data that rolls, harms, heals or brings creatures."""
    return {
        f"published-{number}": _activity(fact, act)
        for number, act in enumerate(fact["acts"])
        if act["type"] not in ("utility", "check", "enchant", "transform")
    }


def _activity(fact: Fact, act: Fact) -> Table:
    pays = act.get("pays", fact["pays"])
    made: Table = {
        "pays": _looked_up(SRD_PAYS, pays, f"a use that takes {pays}s" if pays != "reaction" else "a reaction")
    }
    made |= _aimed(act.get("range", fact["range"]), act.get("target", fact["target"]) or {}, act["type"])
    lasts = fact["lasts"]
    if lasts["units"] in ROUNDS and str(lasts["value"] or 1).isdigit():
        made["lasts"] = {"rounds": ROUNDS[lasts["units"]] * int(lasts["value"] or 1)}
    if lasts["concentration"]:
        made["concentration"] = True
    if fact["uses"]["max"].isdigit():
        made["uses"] = int(fact["uses"]["max"])
    harm = [_damage(part) for part in act["damage"]]
    harm += [{"do": "strike"}] if act.get("weapon") and act["type"] != "attack" else []
    given = [one for effect in act["effects"] for one in _effect(effect)]
    if act["type"] == "save":
        made["roll"] = {"save": (act["save"] or ["dex"])[0], "dc": int(act["dc"]) if str(act["dc"]).isdigit() else 14}
        made["on"] = {"failure": harm + given}
        if act["half"] in ("half", "full"):
            made["on"]["success"] = [{**one, **({"half": True} if act["half"] == "half" else {})} for one in harm]
    elif act["type"] == "attack":
        made["roll"] = {"strike": True}
        made["on"] = {"hit": harm + given}
    elif act["type"] == "heal":
        made["each"] = [{"do": "heal", "amount": _dice(act["healing"])}]
    elif act["type"] == "summon":
        made["does"] = [{"do": "join", "creature": {"name": "summoned", "side": "red", "at": [1, 5], "hp": 5}}]
    else:
        made["each"] = harm + given
    return made


def _dice(part: Fact) -> int | str:
    text = part.get("formula") or (part["dice"] if part["dice"] != "0d0" else "")
    plus = part["bonus"]
    return amount("+".join(one for one in (text, plus) if one) or "0")


def _damage(part: Fact) -> Table:
    return {"do": "damage", "amount": _dice(part), "kind": (part["types"] or ["untyped"])[0]}


def _effect(effect: Fact) -> Iterator[Table]:
    for key, value, _ in effect["changes"]:
        if key == "system.attributes.ac.bonus" and value.lstrip("+-").isdigit():
            continue
        raise CannotSay("a change of " + re.sub(r"\.(str|dex|con|int|wis|cha|walk|fly|swim|climb|burrow)\b", "", key))
    for name in effect["conditions"]:
        yield {"do": "condition", "condition": name}


def _aimed(range_: Fact, target: Fact, kind: str) -> Table:
    feet = {"ft": 1, "mi": 5280}.get(range_["units"])
    reach: Table = {}
    if feet is not None and range_["value"]:
        reach = {"range": min(int(float(range_["value"])) * feet, 10_000)}
    elif range_["units"] == "touch":
        reach = {"range": "reach"}
    shape = target.get("shape")
    who = SRD_WHO.get(target.get("affects", ""), "any")
    if not shape:
        if target.get("affects") == "self" or kind == "summon" or range_["units"] == "self":
            return {"target": {"kind": "self"}}
        spec: Table = {"kind": "creature", "who": who, **reach}
        if str(target.get("number") or "").isdigit():
            spec["count"] = int(target["number"])
        return {"target": spec}
    if not re.fullmatch(r"\d+(\.\d+)?", str(target["size"])):
        raise CannotSay("an area whose size is a formula")
    size = int(float(target["size"])) * (5280 if target["units"] == "mi" else 1)
    if size > 300:
        raise CannotSay("an area of more than 300 ft")
    shape = SRD_SHAPES.get(shape, shape)
    area: Table = {"shape": shape, "size": size}
    affects = {"affects": {"who": MANY[who]}}
    if shape in ("cone", "line"):
        if shape == "line" and target["width"]:
            area["width"] = int(target["width"])
        return {"target": {"kind": "direction"}, "area": {**area, "from": "self"}, **affects}
    if range_["units"] in ("self", "", "spec") and shape == "burst":
        return {"target": {"kind": "self"}, "area": {**area, "shape": "emanation", "from": "self"}, **affects}
    return {"target": {"kind": "square", **reach}, "area": area, **affects}


# --- a battle for each --------------------------------------------------------------------------------------

BOARD = "............\n.A.B........\n....C.......\n..D.........\n............\n............\n............"
SAVES = dict.fromkeys(("dex", "con", "wis", "str", "int", "cha"), 1)
MIGHTS = dict.fromkeys(("might", "agility", "reason", "intuition", "presence"), 1)


def scene(ruleset: str, abilities: Mapping[str, Table]) -> str:
    """A battle in which ann has the abilities: two enemies and a friend are near."""
    known = fivefoot.RULESETS[ruleset].conditions.known
    texts = json.dumps(abilities)
    given = set(re.findall(r'"condition": "([a-z-]+)"', texts))
    conditions: Table = {
        name: {"bars": ["react"]} for name in given if name not in known and not name.endswith("-save")
    }
    for name in given:
        if name.endswith("-save"):
            conditions[name] = {"bars": ["react"], "ends": {"roll": "1d10", "dc": 6}}
    figures = {"hp": 60, "skills": SAVES, "abilities": MIGHTS, "damage": "1d6+2", "attack": 4}
    ann = {**figures, "can": list(abilities), "resources": {"store": 20}, "range": 5 if ruleset == "draw-steel" else 30}
    return drawn(
        ruleset,
        BOARD,
        {"ann": ann, "bob": figures, "cid": figures, "dan": {**figures, "side": "red"}},
        abilities=abilities,
        conditions=conditions,
        seed=5,
    )


def run(ruleset: str, abilities: Mapping[str, Table]) -> None:
    """Uses each ability once in a battle of its own.

    Raises:
        CannotSay: it cannot be loaded, finds no target, or its use is refused.
    """
    for name in abilities:
        try:
            battle = fivefoot.loads(scene(ruleset, {name: abilities[name]}))
        except fivefoot.ScenarioError as error:
            raise CannotSay(str(error)) from error
        with battle:
            battle.begin_turn("ann")
            intent = _intent(battle, name, abilities[name])
            why = battle.why("ann", intent)
            if why is not None:
                raise CannotSay(str(why))
            battle.submit("ann", intent)
            if not any(event.event == "used" for event in battle.process()):
                raise CannotSay("nothing was used")


def _intent(battle: Any, name: str, ability: Table) -> Table:
    intent: Table = {"do": "use", "ability": name}
    kind = ability.get("target", {}).get("kind", "creature")
    if kind == "self":
        return intent
    if ability.get("area", {}).get("shape") == "wall":
        return intent | {"squares": [[3, 3], [4, 3]]}
    found = battle.targets("ann", name)
    if not found:
        raise CannotSay("no target in a battle")
    if kind == "creature":
        return intent | {"target": next((one for one in found if one != "ann"), found[0])}
    return intent | ({"direction": [1, 0]} if kind == "direction" else {"at": (3, 1) if (3, 1) in found else found[0]})


SAYERS: Mapping[str, tuple[str, Callable[[Fact], dict[str, Table]]]] = {
    "draw_steel": ("draw-steel", draw_steel),
    "srd": ("d20-srd", srd),
}


def judged(pack: str) -> list[Said]:
    """What comes of each ability of a pack."""
    ruleset, say = SAYERS[pack]
    found: list[Said] = []
    for fact in json.loads((FACTS / f"{pack}.json").read_text()):
        lacks = None
        try:
            run(ruleset, say(fact))
        except CannotSay as cannot:
            lacks = str(cannot)
        found.append(Said(fact["id"], lacks, bool(fact.get("more", True))))
    return found


def main() -> None:
    """Prints how many are said, and what the others lack."""
    for pack in SAYERS:
        found = judged(pack)
        print(
            pack,
            sum(one.lacks is None for one in found),
            "of",
            len(found),
            "; more in words:",
            sum(one.more for one in found),
        )
        for one in found:
            if one.lacks is not None:
                print("  ", one.name, one.lacks)


if __name__ == "__main__":
    main()
