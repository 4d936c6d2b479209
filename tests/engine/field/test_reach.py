"""Reach, compared with a brute force that knows only the file, and with the properties of any search."""

import itertools
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import boards, brute_force

from fivefoot import Battle, ScenarioError, loads

SEEDS = int(os.environ.get("FIVEFOOT_BOARDS", "14"))
"""Boards for each ruleset and theme; raise it for a long night."""

THINGS = [(ruleset, theme) for ruleset in boards.RULESETS for theme in boards.THEMES]


def battle_of(scenario: boards.Table) -> Battle | None:
    """The battle, None where the rules do not let the creatures stand where chance has put them."""
    try:
        return loads(json.dumps(scenario))
    except ScenarioError:
        return None


def answers(battle: Battle) -> dict[tuple[int, int, int], tuple[int, bool]]:
    """(cost, may stop) by cube."""
    return {cube: (arrival.cost, arrival.can_stop) for cube, arrival in battle.reach("ann").items()}


def told_apart(scenario: boards.Table) -> str:
    """What the two searches disagree about, as a person would want to see it; empty if nothing."""
    battle = battle_of(scenario)
    if battle is None:
        return ""
    with battle:
        found = answers(battle)
    wanted = brute_force.reach(scenario, "ann")
    differ = sorted(cube for cube in found.keys() | wanted.keys() if found.get(cube) != wanted.get(cube))
    if not differ:
        return ""
    lines = [f"{cube}: brute force {wanted.get(cube)}, engine {found.get(cube)}" for cube in differ[:6]]
    creatures = [{key: c[key] for key in c if key != "threatens"} for c in scenario["creatures"]]
    return "\n".join([scenario["ruleset"], scenario["board"]["map"], *map(str, creatures), *lines])


@pytest.mark.parametrize(("ruleset", "theme"), THINGS)
def test_reach_agrees_with_the_brute_force(ruleset: str, theme: str) -> None:
    for seed in range(SEEDS if theme not in ("air", "earth") else max(SEEDS // 3, 1)):
        difference = told_apart(boards.scenario(ruleset, theme, seed))
        assert difference == "", f"seed {seed}\n{difference}"


drawn = st.builds(
    boards.scenario, st.sampled_from(boards.RULESETS), st.sampled_from(boards.THEMES), st.integers(1000, 10**9)
)


@settings(max_examples=50)
@given(drawn)
def test_reach_agrees_on_boards_that_hypothesis_draws(scenario: boards.Table) -> None:
    assert told_apart(scenario) == ""


# ---------------------------------------------------------------- what must hold of any search


@settings(max_examples=60)
@given(drawn, st.integers(0, 10**6), st.booleans())
def test_a_path_costs_what_its_steps_cost(scenario: boards.Table, pick: int, preferred: bool) -> None:
    battle = battle_of(scenario)
    if battle is None:
        return
    with battle:
        places = sorted(cube for cube, arrival in battle.reach("ann").items() if arrival.can_stop and arrival.path)
        if not places:
            return
        cube = places[pick % len(places)]
        arrival = battle.reach("ann")[cube]
        cost, path = arrival.cost, arrival.path if preferred else arrival.some_path
        assert path[-1] == cube
        intent = {"do": "move", "path": [list(step) for step in path]}
        assert battle.why("ann", intent) is None
        battle.submit("ann", intent)
        events = [event.to_dict() for event in battle.process()]
        steps = [e for e in events if e["event"] == "moved" and e["who"] == "ann"]
        done = [e for e in events if e["event"] == "done"]
        assert [tuple(e["to"]) for e in steps] == list(path)
        assert sum(e["cost"] for e in steps) == cost
        assert [e["spent"] for e in done] == [cost]
        assert battle.creature("ann").cube == cube


@settings(max_examples=40)
@given(drawn, st.integers(1, 3))
def test_more_speed_never_reaches_less(scenario: boards.Table, more: int) -> None:
    unit = brute_force.BOOKS[scenario["ruleset"]].unit
    mover = scenario["creatures"][0]
    faster = {**mover, "speed": {mode: speed + more * unit for mode, speed in mover["speed"].items()}}
    quick = {**scenario, "creatures": [faster, *scenario["creatures"][1:]]}
    before, after = battle_of(scenario), battle_of(quick)
    if before is None or after is None:
        return
    with before, after:
        slow, fast = answers(before), answers(after)
    assert slow.keys() <= fast.keys()
    for cube, (cost, stops) in slow.items():
        assert fast[cube][0] <= cost or (fast[cube][1] and not stops)
        assert fast[cube][1] >= stops


@settings(max_examples=40)
@given(drawn)
def test_a_turned_or_mirrored_board_costs_the_same(scenario: boards.Table) -> None:
    width = len(scenario["board"]["map"].split("\n")[0])
    side = {"large": 2, "huge": 3}.get(scenario["creatures"][0]["size"], 1)
    battles = [battle_of(made) for made in (scenario, boards.turned(scenario), boards.mirrored(scenario))]
    if battles[0] is None:
        return
    plain, turned, mirrored = (answers(battle) for battle in battles if battle is not None)
    assert turned == {(y, x, z): answer for (x, y, z), answer in plain.items()}
    assert mirrored == {(width - side - x, y, z): answer for (x, y, z), answer in plain.items()}
    for battle in battles:
        if battle is not None:
            battle.close()


STEPS = st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=1, max_size=7)


def state_of(battle: Battle) -> str:
    """Everything about the creatures, as text."""
    return "\n".join(
        repr((c.name, c.position, c.condition, c.health, c.turn, c.speed, c.shape)) for c in battle.creatures
    )


@settings(max_examples=40)
@given(drawn, STEPS)
def test_why_agrees_with_what_happens_and_refused_means_unchanged(
    scenario: boards.Table, steps: list[tuple[int, int]]
) -> None:
    battle = battle_of(scenario)
    if battle is None:
        return
    with battle:
        battle.begin_turn("ann")
        x, y, _ = battle.creature("ann").cube
        path = []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            path.append([x, y])
        intent = {"do": "move", "path": path}
        before = state_of(battle)
        reason = battle.why("ann", intent)
        assert state_of(battle) == before
        battle.submit("ann", intent)
        events = battle.process()
        refused = [event for event in events if event.event == "refused"]
        assert bool(refused) == (reason is not None)
        if reason is not None:
            assert refused[0].to_dict()["reason"] == reason.reason
            assert [event.event for event in events] == ["refused"]
            assert state_of(battle) == before


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(("ascension", "draw-steel")), st.integers(0, 10**6))
def test_a_split_move_equals_the_whole(seed: int, ruleset: str, pick: int) -> None:
    """Where what is left of a move stays for later, the parts cost what the whole costs."""
    scenario = boards.scenario(ruleset, "ground", seed)
    battle = battle_of(scenario)
    if battle is None:
        return
    with battle:
        reached = battle.reach("ann")
        places = sorted(cube for cube, arrival in reached.items() if len(arrival.path) > 1 and arrival.can_stop)
        if not places:
            return
        arrival = reached[places[pick % len(places)]]
        path, cost = [list(step) for step in arrival.path], arrival.cost
        if ruleset == "ascension" and any(a[0] != b[0] and a[1] != b[1] for a, b in itertools.pairwise(path)):
            return  # diagonals are counted anew for each movement
        for part in (path[:1], path[1:]):
            battle.submit("ann", {"do": "move", "path": part})
        spent = [event.to_dict()["spent"] for event in battle.process() if event.event == "done"]
        assert len(spent) == 2
        assert sum(spent) == cost


# ---------------------------------------------------------------- counts

COUNTS = Path(__file__).parents[2] / "counts"


def table(name: str) -> list[list[str]]:
    """The rows of a count file, words apart."""
    lines = (COUNTS / name).read_text(encoding="utf-8").splitlines()
    return [line.replace(", ", ",").split() for line in lines if line and not line.startswith("#")]


OPEN = [
    (prices, feet, int(count))
    for prices, *counts in table("open-board.txt")
    for feet, count in zip(range(5, 35, 5), counts, strict=True)
]


@pytest.mark.parametrize(("prices", "feet", "count"), OPEN)
@pytest.mark.parametrize("ruleset", boards.RULESETS)
def test_reachable_squares_on_an_open_board_have_known_counts(ruleset: str, prices: str, feet: int, count: int) -> None:
    unit = brute_force.BOOKS[ruleset].unit
    scenario = {
        "ruleset": ruleset,
        "rules": {"diagonals": "one" if prices == "(5,)" else "alternating"},
        "board": {"map": "\n".join(["." * 13] * 13)},
        "creatures": [{"name": "ann", "side": "red", "at": [6, 6], "speed": feet // 5 * unit}],
    }
    with loads(json.dumps(scenario)) as battle:
        assert len(battle.reach("ann")) == count


MAZE = """
...........
.#.:..#..:.
.#.:.,#....
...:..#.o..
.##.....o#.
.....,.....
.:..o..##..
.:::......_
..#...~~...
"""


@pytest.mark.parametrize(("ruleset", "counts"), [(name, [int(n) for n in rest]) for name, *rest in table("maze.txt")])
def test_reachable_squares_in_a_maze_are_counted_as_by_brute_force(ruleset: str, counts: list[int]) -> None:
    unit = brute_force.BOOKS[ruleset].unit
    found = []
    for squares in range(1, len(counts) + 1):
        scenario = {
            "ruleset": ruleset,
            "board": {"map": MAZE},
            "creatures": [{"name": "ann", "side": "red", "at": [5, 5], "speed": squares * unit}],
        }
        with loads(json.dumps(scenario)) as battle:
            found.append(len(battle.reach("ann")))
    assert found == counts
