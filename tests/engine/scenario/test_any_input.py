"""Any input at all is either played or refused, without other consequences."""

import contextlib
import copy
import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.scenario.bad_input import ANN, BOARD, TURN

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.scenario.read import Scenario, parse, read


def tolerated(text: str) -> Scenario | None:
    """The scenario in a text, or nothing if it is refused; any other error is a fault of ours."""
    scenario, sentence = None, ""
    try:
        scenario = parse(text, "fuzz")
    except ScenarioError as refused:
        sentence = str(refused)
    assert sentence.isprintable()
    return scenario


@given(st.text())
def test_any_text_loads_or_is_refused(text: str) -> None:
    tolerated(text)


@given(st.binary(max_size=400))
def test_any_bytes_load_or_are_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "any.toml"
    path.write_bytes(raw)
    with contextlib.suppress(ScenarioError):
        read(path)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["ann", "move", "moved", "wall", "prone", "2d6", "medium", "walk", "...\n...", "1M"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)

TREE = tomllib.loads(
    BOARD
    + "edges = [{ between = [[0, 0], [1, 0]], kind = 'obstacle', skill = 'climb', dc = 5 }]\n"
    + "[board.legend]\nL = { damage = '2d6', width = 2.5 }\n"
    + ANN
    + "speed = { walk = 30 }\nskills = { tumble = 3 }\nmaneuver = { offense = 3 }\nforced_reduction = [5]\n"
    + "speed_bonuses = [{ type = 'luck', amount = 5 }]\n"
    + TURN
    + "intents = [{ do = 'move', path = [[1, 0]] }, { do = 'push', target = 'ann', distance = 5 }]\n"
    + "[[expect]]\nat = { ann = [0, 0] }\nreach = { creature = 'ann', includes = [[1, 0, 5]] }\n"
    + "event = { event = 'moved', who = 'ann', to = [1, 0], count = 1 }\n"
)


def places(tree: object) -> list[tuple[object, ...]]:
    """Every place in a tree, as the keys and indices that lead to it."""
    if isinstance(tree, dict):
        steps = list(tree.items())
    elif isinstance(tree, list):
        steps = list(enumerate(tree))
    else:
        return [()]
    return [(), *((key, *rest) for key, inner in steps for rest in places(inner))]


@pytest.mark.slow
@settings(max_examples=400)
@given(st.sampled_from([place for place in places(TREE) if place]), VALUES, st.text(max_size=3))
def test_a_file_with_one_change_loads_or_is_refused(place: tuple[str | int, ...], value: object, key: str) -> None:
    tree = copy.deepcopy(TREE)
    inner: object = tree
    for step in place[:-1]:
        assert isinstance(inner, (dict, list))
        inner = inner[step]  # type: ignore[index]
    if isinstance(inner, dict):
        inner[key or str(place[-1])] = value
    else:
        assert isinstance(inner, list)
        inner.insert(int(place[-1]), value)
    scenario = tolerated(json.dumps(tree))
    if scenario is not None:
        assert parse(json.dumps(scenario.tree()), "fuzz") == scenario
