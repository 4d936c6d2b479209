"""A save whose commands no longer give the same log opens by its state; one that still does is proved."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.systems.random_battles import random_battle

import fivefoot
from fivefoot.components.ordinary_class import ordinary_class
from fivefoot.components.plan import ActionQueue
from fivefoot.engine.scenario.read import _STEPS
from fivefoot.play.match import Match, brains_for

SHIPPED = sorted((Path(__file__).parents[2] / "assets" / "scenarios").glob("*.toml"))
BOARD = """
format = 1
ruleset = "{ruleset}"
seed = 5
game = "ember"
version = {version}
[board]
map = '''
..........
..:::.....
..........
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 20
[[creatures]]
name = "orc"
side = "blue"
at = [1, 0]
hp = 20
attack = 9
damage = "1d6"
"""


def started(version: int = 1, ruleset: str = "epic-path", **options: Any) -> fivefoot.Battle:
    return fivefoot.loads(BOARD.format(version=version, ruleset=ruleset), **options)


def spoilt(text: str) -> str:
    """A save whose log cannot be reached by its commands, as after a patch of the rules."""
    tree = json.loads(text)
    tree["digest"] = "0" * 64
    return json.dumps(tree)


def told(battle: fivefoot.Battle) -> list[dict[str, Any]]:
    return [event.to_dict() for event in battle.events]


def test_a_save_of_the_same_rules_is_proved() -> None:
    battle = started()
    battle.act("ann", {"do": "move", "to": [5, 2]})
    assert fivefoot.Battle.restore(battle.save()).proved


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_state_goes_on_as_the_battle_would(path: Path) -> None:
    battle = fivefoot.load(path)
    battle.run()
    taken = fivefoot.Battle.restore(spoilt(battle.save()))
    assert not taken.proved
    assert told(taken) == told(battle)
    again = fivefoot.Battle.restore(taken.save())
    assert again.proved  # from the state on
    for one in (battle, taken, again):
        fivefoot.play_on(one)
    assert told(taken) == told(battle) == told(again)


def components(battle: fivefoot.Battle) -> list[object]:
    """All components of a battle, without the empty queues."""
    held: list[object] = [battle.world.things]
    for creature in battle.creatures:
        parts = {kind: part for kind, part in creature.components().items() if kind is not ActionQueue}
        held.append((creature.entity, creature.shape, parts))
    return held


@pytest.mark.parametrize("ruleset", fivefoot.RULESETS)
def test_a_state_is_whole_though_it_holds_only_differences(ruleset: str) -> None:
    made = next(filter(None, (random_battle(random.Random(n), ruleset, content=True, wide=True) for n in range(3, 99))))
    with fivefoot.Battle(made) as battle:
        match = Match(battle, brains_for(made, "random"))
        for _ in range(8):
            match.play_turn()
        taken = fivefoot.Battle.restore(spoilt(battle.save()))
        assert not taken.proved
        assert components(taken) == components(battle)
        assert told(taken) == told(battle)


def test_a_state_holds_no_value_of_the_start_and_no_default() -> None:
    battle = started()
    battle.effect([{"do": "condition", "target": "ann", "condition": "prone"}], by="a trap")
    saved = json.loads(battle.save())["state"]
    ann, orc = (one["components"] for one in saved["creatures"])
    assert ann["Condition"]["held"] == ["prone"]
    assert "Stats" not in ann
    assert orc.keys() == {"Team", "Position", "Health"}
    assert "log" not in saved


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda table: table["order"].append(99), "state.table: found 2 events; allowed: 3, as in its order"),
        (lambda table: table["kinds"][0]["fields"].update(seed=[]), "state.table: found 0 events; allowed: 2, as"),
        (lambda table: table["kinds"][0]["fields"].update(ruleset=[1]), "state.table, event 0"),
        (lambda table: table["kinds"][1].update(event="sneezed"), "sneezed"),
        (lambda table: table.update(rounds=[]), "state.table: found 0 events"),
    ],
)
def test_a_spoilt_log_is_one_sentence(change: Any, sentence: str) -> None:
    battle = started()
    battle.effect([{"do": "condition", "target": "ann", "condition": "prone"}], by="a trap")
    tree = json.loads(spoilt(battle.save()))
    change(tree["state"]["table"])
    with pytest.raises(fivefoot.ScenarioError, match=sentence):
        fivefoot.Battle.restore(json.dumps(tree))


def test_a_save_in_mid_move_opens_before_its_last_command() -> None:
    battle = started()
    battle.act("ann", {"do": "move", "to": [0, 2]})
    battle.undo(len(battle.events) - 2)
    taken = fivefoot.Battle.restore(spoilt(battle.save()))
    assert not taken.proved
    assert taken.creature("ann").cube == (0, 0, 0)
    assert taken.why("ann", {"do": "move", "to": [0, 2]}) is None


def test_queued_intents_and_changes_of_the_board_are_kept() -> None:
    battle = started()
    battle.effect([{"do": "tile", "at": [[4, 0]], "tile": "#"}], by="a trap")
    battle.effect([{"do": "edge", "between": [[6, 1], [7, 1]], "kind": "wall"}], by="a trap")
    battle.submit("ann", {"do": "move", "to": [0, 2]})
    taken = fivefoot.Battle.restore(spoilt(battle.save()))
    assert taken.world.board.tile(4, 0).terrain == "blocked"
    assert taken.world.board.wall_between((6, 1, 0), (7, 1, 0))
    assert [event.to_dict() for event in taken.process()] == [event.to_dict() for event in battle.process()]


@ordinary_class
@dataclass
class Mana:
    """A component of a game's own."""

    left: int = 5
    school: str = "none"


def test_components_are_kept_by_name_and_new_fields_get_their_default() -> None:
    fivefoot.register(Mana)
    battle = started(components=lambda creature: [Mana(3, "fire")])
    tree = json.loads(spoilt(battle.save()))
    for creature in tree["state"]["creatures"]:
        assert creature["components"]["Mana"] == {"left": 3, "school": "fire"}
        del creature["components"]["Mana"]["school"]
    del tree["parts"]
    taken = fivefoot.Battle.restore(json.dumps(tree))
    assert taken.world.component("ann", Mana) == Mana(3, "none")


@pytest.mark.parametrize("tile", [{"terrain": "difficult"}, {"floor": 2}, {"floor": -2, "water": 2}])
def test_the_ground_under_a_zone_is_kept(tile: dict[str, Any]) -> None:
    battle = started()
    battle.effect([{"do": "zone", "name": "mud", "squares": [[2, 1], [3, 0]], "tile": tile}], by="the story")
    for text in (battle.save(), spoilt(battle.save())):
        taken = fivefoot.Battle.restore(text)
        assert taken.world.board.tiles == battle.world.board.tiles
        taken.effect([{"do": "end-zone", "name": "mud"}], by="the story")
        assert taken.world.board.tiles == started().world.board.tiles


@ordinary_class
@dataclass
class Tracks:
    """A component of a game's own whose keys are no words."""

    seen: dict[tuple[int, int], int] = field(default_factory=dict)


def test_a_component_keyed_by_squares_is_kept() -> None:
    fivefoot.register(Tracks)
    battle = started(components=lambda creature: [Tracks({(1, 2): 3})])
    for text in (battle.save(), spoilt(battle.save())):
        taken = fivefoot.Battle.restore(text, components=lambda creature: [Tracks({(1, 2): 3})])
        assert taken.world.component("ann", Tracks) == Tracks({(1, 2): 3})


@pytest.fixture
def forgotten() -> Iterator[None]:
    """The migrations of the test are gone after it."""
    yield
    _STEPS.clear()


@pytest.mark.usefixtures("forgotten")
def test_migrations_are_chained_for_scenarios_and_saves() -> None:
    old = started().save()

    @fivefoot.migration("ember", to=2)
    def stronger(tree: dict[str, Any]) -> dict[str, Any]:
        for creature in tree.get("creatures", ()):
            creature["hp"] += 1
        for creature in tree.get("state", {}).get("creatures", ()):
            creature["components"]["Health"]["hp"] += 1
        return tree

    @fivefoot.migration("ember", to=3)
    def again(tree: dict[str, Any]) -> dict[str, Any]:
        stronger(tree)
        return tree

    assert started().creature("ann").health.hp == 22
    assert started(version=3).creature("ann").health.hp == 20
    assert fivefoot.Battle.restore(spoilt(old)).creature("ann").health.hp == 22
    with pytest.raises(fivefoot.ScenarioError, match="version: found 4; allowed: at most 3"):
        started(version=4)
    with pytest.raises(ValueError, match="already"):
        fivefoot.migration("ember", to=2)(lambda tree: tree)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda state: state["creatures"][0]["components"].update(Spell={}), "Spell"),
        (lambda state: state["creatures"][0]["components"].update(Health=None), "no Health"),
        (lambda state: state["creatures"][0]["components"]["Health"].update(hp="many"), "hp"),
        (lambda state: state["creatures"][0]["components"]["Health"].update(soul=1), "soul"),
        (lambda state: state["creatures"][0]["components"]["Position"].update(x=99), "squares of the board"),
        (lambda state: state["creatures"].append(state["creatures"][0]), "twice"),
        (lambda state: state.update(active="nobody"), "nobody"),
        (lambda state: state.update(dice={"kind": "loaded"}), "loaded"),
    ],
)
def test_a_spoilt_state_is_one_sentence(change: Any, sentence: str) -> None:
    tree = json.loads(spoilt(started().save()))
    change(tree["state"])
    with pytest.raises(fivefoot.ScenarioError, match=sentence):
        fivefoot.Battle.restore(json.dumps(tree))


def documented_migration() -> Any:
    """The example of docs/in-your-game.md."""
    page = (Path(__file__).parents[2] / "docs" / "in-your-game.md").read_text(encoding="utf-8")
    code = page.split("```py\n@fivefoot.migration", 1)[1].split("```", 1)[0]
    found: dict[str, Any] = {}
    exec("def migration" + "(tree):\n" + code.split("(tree):\n", 1)[1], found)
    return found["migration"]


def test_the_documented_migration_reads_scenarios_and_saves() -> None:
    """A scenario, a save's scenario, and the states in it all have the new field."""
    migrate = documented_migration()

    def level() -> dict[str, Any]:
        return {"creatures": [{"name": "mia", "components": {"Mana": {"left": 7}}}, {"name": "orc"}]}

    assert migrate(level())["creatures"][0]["components"]["Mana"] == {"points": 7}
    save = migrate({"save": 1, "scenario": level(), "start": level(), "state": level()})
    for part in ("scenario", "start", "state"):
        assert save[part]["creatures"][0]["components"]["Mana"] == {"points": 7}
