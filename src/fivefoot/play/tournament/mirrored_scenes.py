"""Scenes for brains to meet on: generated maps whose east mirrors their west, with bands of several sorts.

A scene is known by its number: the same number gives the same scene in every ruleset and on every machine. The sorts
take turns: plain fighters, with shooters among them, with abilities and items, and a fight for the middle of the map.
"""

import tomllib
from functools import lru_cache
from typing import Any, Final

from ...engine.generator.generate import LANDSCAPES, generate
from ...engine.generator.sketch import Chance
from ...engine.rulesets import RULESETS
from ...engine.scenario.read import scenario_of
from ...engine.scenario.toml_text import text_of

SORTS: Final = ("plain", "shooters", "abilities", "middle")
"""The sorts of scenes, in turn."""
CLASSES: Final = ("fighter", "archer", "priest", "mage", "scout", "ogre", "wolf", "goblin-shaman")
"""The shipped creatures of scenes with abilities."""
SHOT = 12
"""The range of shooters, in squares."""
KEPT = 2
"""Rounds for which a side has to keep the middle."""


@lru_cache(maxsize=256)
def scene(number: int, ruleset: str, sort: str | None = None, size: tuple[int, int] = (16, 10), side: int = 3) -> str:
    """The text of a scene's file; a `sort` takes the place of the number's own.

    Raises:
        ScenarioError: no map of that size has space for such sides.
    """
    kinds = tuple(LANDSCAPES)
    kind = kinds[number // len(SORTS) % len(kinds)]
    made = generate(number, kind=kind, size=size, sides=(side, side), ruleset=ruleset, mirror=True)
    tree: dict[str, Any] = tomllib.loads(text_of(made))
    sort = sort or SORTS[number % len(SORTS)]
    chance = Chance(f"scene {number} {sort}")
    by_side: dict[str, list[dict[str, Any]]] = {}
    for table in tree["creatures"]:
        by_side.setdefault(table["side"], []).append(table)
    for numbered in by_side.values():
        numbered.sort(key=lambda table: (table["at"][1], min(table["at"][0], size[0] - 1 - table["at"][0])))
    if sort == "shooters":
        unit = RULESETS[ruleset].unit
        for band in by_side.values():
            for table in [one for one in band if one.get("size", "medium") != "large"][: max(side - 1, 1)]:
                table |= {"range": SHOT * unit, "threatens": False}
    elif sort == "abilities":
        drawn = [chance.pick(CLASSES[:5]) for _ in range(side - 1)] + [chance.pick(CLASSES)]
        for band in by_side.values():
            for number_, (table, base) in enumerate(zip(band, drawn, strict=True), 1):
                base = "fighter" if base == "ogre" and table.get("size", "medium") != "large" else base
                at, team = table["at"], table["side"]
                grown = {"size": "medium"} if table.get("size") == "large" and base != "ogre" else {}
                if grown and at[0] > size[0] // 2:
                    at = [at[0] + 1, *at[1:]]  # a smaller creature in the mirror of a large one's space
                table.clear()
                table |= {"name": f"{base} {team} {number_}", "side": team, "at": at, "base": base, **grown}
    elif sort == "middle":
        x, y = size[0] // 2 - 1, size[1] // 2 - 1
        squares = [[x + east, y + south] for south in (0, 1) for east in (0, 1)]
        tree["objectives"] = [{"kind": "hold", "side": team, "squares": squares, "rounds": KEPT} for team in by_side]
    tree.pop("title", None)
    for table in tree["creatures"]:
        table.pop("ai", None)
    return text_of(scenario_of({"title": f"scene {number}", **tree}, f"scene {number}"))
