"""Choices from lists: abilities, items, objectives, steps of a lesson."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ...components.definitions import ObjectiveKind
from ...engine.messages import _
from ...engine.scenario.shipped import shipped
from .board_edits import Area, Square, Tree, with_creature

OWNED: Mapping[str, str] = {"can": "abilities", "items": "items"}
"""The list keys of a creature, each with the table of its choices."""
TITLES: Mapping[str, str] = {
    "can": _("abilities …"),
    "items": _("items …"),
    "objectives": _("objectives …"),
    "lesson": _("lesson steps …"),
}
MORE, LESS, OPEN = "+ ", "− ", "✎ "
"""Signs of an option that adds, removes, or opens a form."""
BEGUN = 24
"""Characters of a step's text in a list."""
ROUNDS = 5
"""Rounds of a new objective to hold or survive."""


def known(tree: Tree, kind: str) -> list[str]:
    """Returns the names of a kind of thing (such as items) that the scenario may use."""
    return list(dict.fromkeys([*tree.get(kind, {}), *shipped(kind)]))


def owned_options(tree: Tree, creature: Tree, key: str) -> list[str]:
    """Returns options to remove what a creature has and add what it lacks.

    `key` is "items" or "can" (abilities).
    """
    own = [*map(str, creature.get(key, ()))]
    return [*(LESS + name for name in own), *(MORE + name for name in known(tree, OWNED[key]) if name not in own)]


def with_owned(tree: Tree, number: int, key: str, option: str) -> Tree:
    """Returns the scenario after a creature's item or ability was added or removed."""
    creature, name = tree["creatures"][number], option.removeprefix(MORE).removeprefix(LESS)
    base: Mapping[str, Any] = shipped("creatures").get(str(creature.get("base")), {})
    own = [*creature.get(key, base.get(key, ()))]
    made = [*own, name] if option.startswith(MORE) else [one for one in own if one != name]
    changed = {**creature, key: made}
    if key == "items" and changed.get("wields") == name and name not in made:
        del changed["wields"]
    return with_creature(tree, number, changed)


def objective_options(tree: Tree) -> list[str]:
    """Returns options to remove an objective and to add one of each kind."""
    there = [f"{LESS}{at + 1} {one.get('kind', 'defeat')} ({one.get('side', '?')})" for at, one in _objectives(tree)]
    return [*there, *(MORE + kind for kind in get_args(ObjectiveKind))]


def with_objective(tree: Tree, option: str, side: str, area: Area) -> Tree:
    """Returns the scenario with an objective added or removed, as the list's `option` says."""
    listed = [*tree.get("objectives", ())]
    if option.startswith(LESS):
        del listed[int(option.removeprefix(LESS).split()[0]) - 1]
        return {**tree, "objectives": listed}
    kind = option.removeprefix(MORE)
    made: Tree = {"side": side, "kind": kind}
    if kind in ("reach", "hold"):
        made["area"] = [*area]
    if kind in ("hold", "survive"):
        made["rounds"] = ROUNDS
    if kind == "protect":
        made["who"] = next((one["name"] for one in tree.get("creatures", ()) if one.get("side") == side), "")
    return {**tree, "objectives": [*listed, made]}


def step_options(tree: Tree) -> list[str]:
    """Returns the options of a list: to open, remove or add a step of the lesson."""
    there = [f"{at} {str(one.get('say', ''))[:BEGUN]}" for at, one in enumerate(steps_of(tree), 1)]
    return [*(OPEN + one for one in there), *(LESS + one for one in there), f"{MORE}{len(there) + 1}"]


def with_step(tree: Tree, option: str) -> tuple[Tree, int]:
    """Adds or removes a step of the lesson, as `option` says.

    Returns (scenario, number of the step to open in the form).
    """
    number, steps = int(option[len(MORE) :].split()[0]) - 1, steps_of(tree)
    if option.startswith(MORE):
        steps.append({"say": "…"})
    elif option.startswith(LESS):
        del steps[number]
    made = {key: value for key, value in tree.items() if key != "lesson"} if not steps else {**tree, "lesson": steps}
    return made, min(number, len(steps) - 1)


def steps_of(tree: Tree) -> list[Tree]:
    listed = tree.get("lesson", ())
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def objective_squares(tree: Tree) -> list[Square]:
    found: dict[Square, None] = {}
    for _at, one in _objectives(tree):
        for square in one.get("squares", ()):
            if isinstance(square, list) and len(square) == 2 and all(isinstance(part, int) for part in square):
                found[square[0], square[1]] = None
        area = one.get("area")
        if isinstance(area, list) and len(area) == 4 and all(isinstance(part, int) for part in area):
            x0, y0, x1, y1 = area
            found |= {(x, y): None for y in range(y0, min(y1, y0 + 300) + 1) for x in range(x0, min(x1, x0 + 300) + 1)}
    return list(found)


def _objectives(tree: Tree) -> Sequence[tuple[int, Tree]]:
    listed = tree.get("objectives", ())
    return [(at, one) for at, one in enumerate(listed) if isinstance(one, dict)] if isinstance(listed, list) else []
