"""Scenario files: the values read from them, the defaults, and the checks against a ruleset."""

import json
import pickle
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from fivefoot import Battle
from fivefoot.components.intents import End, Move, Push
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rules.catalogue import switch
from fivefoot.engine.rules.ruleset import ConditionRules, SizeRow
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import json_schema, ruleset_checks
from fivefoot.engine.scenario.build import board_of
from fivefoot.engine.scenario.parse import tree
from fivefoot.engine.scenario.read import Scenario, parse, read
from fivefoot.engine.scenario.toml_text import text_of

WHOLE = """
format  = 1
title   = "Bridge over the gorge"
ruleset = "epic-path"
seed    = 7
dice    = [14, 3, 6]
[rules]
actions = "enforced"
[board]
map = '''
#########
#..::...#
#..~~.2.#
#...L...#
#########
'''
ceiling = 8
[board.legend]
"L" = { damage = "2d6", hazard = true }
[[board.edges]]
between = [[3, 3], [4, 3]]
kind = "obstacle"
skill = "climb"
dc = 15
[[creatures]]
name = "ann"
side = "red"
at   = [1, 1]
size = "medium"
speed = { walk = 30, fly = 60 }
hover = true
body = "long"
reach = 10
hp = 24
ac = 15
attack = 5
damage = "1d8+3"
attacks = 2
threatens = true
conditions = ["prone"]
armor = "none"
load  = "light"
skills = { acrobatics = 6, might = 4, escape-artist = 0 }
abilities = { constitution = 12, dexterity = 14 }
maneuver = { offense = 7, defense = 16 }
feats = ["runner"]
forced_reduction = [5, 5]
elects_prone = "hazard"
senses = ["darkvision"]
traits = ["incorporeal"]
trained = ["tumble"]
reach_weapon = true
speed_bonuses = [ { type = "enhancement", amount = 10 } ]
step_features = [ { uses = 1, cost = "swift" } ]
recoil = 4
action_points = 1
willing = false
head = 3.5
ai = "aggressive"
[[creatures]]
name = "bob"
side = "blue"
at = [5, 1, 2]
grabbed_by = "ann"
hidden_from = ["ann"]
mount = "ann"
[[turns]]
actor = "ann"
intents = [
  { do = "move", path = [[2, 1], [3, 1]] },
  { do = "push", target = "bob", distance = 5 },
  { do = "end" },
]
[[expect]]
at = { ann = [3, 1] }
"""

SMALL = 'ruleset = "draw-steel"\n[board]\nmap = """\n...\n...\n"""\n'


def small(more: str) -> Scenario:
    """A board of 3 by 2 squares, with more tables after it."""
    return parse(SMALL + more)


TESTING = replace(
    RULESETS["epic-path"],
    name="testing",
    sizes=replace(
        RULESETS["epic-path"].sizes, rows=dict.fromkeys(["small", "medium", "1M", "2"], SizeRow(0, 1, 5.0, 5, 5))
    ),
    conditions=ConditionRules(known=frozenset({"prone", "grabbed"})),
    switches={
        "diagonals": switch("one", "alternating"),
        "run-multiplier": switch(4, 3),
        "steps_per_turn": switch(1, least=1),
        "climb_larger_body": switch(False, True),
        "forced-walk": switch("stop", "pass_if_room"),
    },
)
"""A ruleset that knows little, so that its lists are short."""


def test_a_file_with_every_table_is_read() -> None:
    scenario = parse(WHOLE, "bridge.toml")
    assert (scenario.title, scenario.ruleset, scenario.seed) == ("Bridge over the gorge", "epic-path", 7)
    assert scenario.dice == (14, 3, 6)
    assert scenario.rules == {"actions": "enforced"}
    assert scenario.source == "bridge.toml"
    board = scenario.board
    assert (len(board.rows), board.rows[3], board.ceiling) == (5, "#...L...#", 8)
    assert board.tiles["L"].damage == "2d6"
    assert board.edges[0].between == ((3, 3), (4, 3))
    ann, bob = scenario.creatures
    assert ann.speeds == {"walk": 30, "fly": 60}
    assert ann.forced_reductions == (5, 5)
    assert (ann.maneuver.offense, ann.step_features[0].cost) == (7, "swift")
    assert (bob.at, bob.mount, bob.hidden_from) == ((5, 1, 2), "ann", ("ann",))
    assert scenario.turns[0].intents == (
        Move(path=((2, 1), (3, 1))),
        Push(target="bob", distance=5),
        End(),
    )
    assert scenario.expect[0].at == {"ann": (3, 1)}


def test_missing_keys_have_their_defaults() -> None:
    scenario = small('[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]')
    assert (scenario.title, scenario.seed, scenario.dice, scenario.rules) == ("", 0, None, {})
    assert scenario.board.ceiling == 20
    ann = scenario.creatures[0]
    assert (ann.size, ann.speeds, ann.threatens, ann.ac) == ("medium", None, True, 10)
    assert (ann.attack, ann.attacks, ann.damage, ann.hp) == (0, 1, None, None)
    assert (ann.elects_prone, ann.forced_reductions, ann.willing) == ("never", (), None)


def test_the_same_tree_in_json() -> None:
    tree = tomllib.loads(WHOLE)
    assert parse(json.dumps(tree), "x") == parse(WHOLE, "x")


def test_a_scenario_gives_its_tree_back() -> None:
    scenario = parse(WHOLE, "x")
    assert "source" not in scenario.tree()
    assert parse(json.dumps(scenario.tree()), "x") == scenario


@pytest.mark.parametrize("speed", ["30", "{ walk = 30 }", "{ land = 30 }", "{ move = 30 }"])
def test_walk_land_and_move_all_name_walking_speed(speed: str) -> None:
    """ep.walk.synonyms"""
    scenario = small(f'[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\nspeed = {speed}')
    assert scenario.creatures[0].speeds == {"walk": 30}


@pytest.mark.parametrize("size", ['"1T"', '"1L"', "2", '"huge"'])
def test_sizes_are_words_or_numbers(size: str) -> None:
    scenario = small(f'[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\nsize = {size}')
    assert str(scenario.creatures[0].size) == size.strip('"')


@pytest.mark.parametrize("line_ends", ["\n", "\r\n"])
def test_a_map_has_no_empty_edges(line_ends: str) -> None:
    text = json.dumps({"ruleset": "x", "board": {"map": line_ends.join(["", "..#", "...", ""])}})
    assert parse(text).board.rows == ("..#", "...")


def test_a_regular_colonnade_is_no_dotted_key() -> None:
    row = "o." * 200
    assert parse(f'ruleset = "x"\n[board]\nmap = """\n{row}\n{row}\n"""').board.rows == (row, row)


IMP = """
ruleset = "epic-path"
[board]
map = "..."
[[creatures]]
name = "soot"
side = "foes"
base = "fire-imp"
at = [0, 0]
traits = []
"""


def test_an_empty_value_over_the_base_is_kept() -> None:
    """What a file takes from its base stays taken in its tree, its TOML and a save."""
    scenario = parse(IMP)
    assert scenario.creatures[0].traits == ()
    assert parse(json.dumps(scenario.tree())) == scenario
    assert parse(text_of(scenario)).creatures == scenario.creatures
    assert "immune-fire" not in Battle.restore(Battle(scenario).save()).creature("soot").body.traits
    nothing = parse(json.dumps({**scenario.tree(), "creatures": [{**scenario.tree()["creatures"][0], "hp": None}]}))  # type: ignore[index]
    assert nothing.creatures[0].hp is None
    assert parse(json.dumps(nothing.tree())) == nothing
    assert parse(text_of(nothing)).creatures[0].hp is None


def test_a_base_that_is_no_name_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"creatures\[0\].base: found"):
        parse(IMP.replace('"fire-imp"', '{ name = "fire-imp" }'))


def test_a_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second reading gives tables of its own, dates included."""
    text = "[a]\nb = [1, 2.5, {c = 'd'}]\nday = 2026-11-28\nnoon = 2026-11-28T12:00:00Z\n"
    first = tree(text, "here")
    assert first == tomllib.loads(text)
    first["a"]["b"][2]["c"] = "changed"  # type: ignore[index]
    monkeypatch.setattr(tomllib, "loads", None)
    assert tree(text, "here")["a"]["b"] == [1, 2.5, {"c": "d"}]  # type: ignore[index]


def test_a_file_by_its_ending_and_a_text_by_its_first_character(tmp_path: Path) -> None:
    tree = tomllib.loads(WHOLE)
    toml, other, bare = tmp_path / "a.toml", tmp_path / "a.json", tmp_path / "bare"
    toml.write_text(WHOLE, encoding="utf-8")
    other.write_text("\ufeff \n" + json.dumps(tree), encoding="utf-8")
    bare.write_text(json.dumps(tree), encoding="utf-8")
    assert read(toml).tree() == read(str(other)).tree() == read(bare).tree()
    assert read(toml).source == str(toml)


def test_errors_cross_process_borders() -> None:
    with pytest.raises(ScenarioError) as caught:
        small("[[creatures]]")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.source, again.place, again.found) == ("<text>", "creatures[0].name", "nothing")
    assert isinstance(again, ValueError)


# ---------------------------------------------------------------- against a ruleset


def creature(more: str) -> str:
    return f'[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\n{more}\n'


def test_a_ruleset_knows_what_the_scenario_names() -> None:
    scenario = small(
        '[rules]\ndiagonals = "one"\n'
        + creature('size = 2\nconditions = ["prone"]')
        + '[[turns]]\nactor = "ann"\nintents = [{ do = "afflict", target = "ann", condition = "grabbed" }]\n'
        + '[[expect]]\nconditions = { ann = ["prone", "grabbed"] }\n'
    )
    ruleset_checks.check_against(scenario, TESTING)


@pytest.mark.parametrize(
    ("more", "place", "message"),
    [
        (creature('size = "tiny"'), "creatures[0].size", "small, medium, 1M, 2"),
        (creature("size = 3"), "creatures[0].size", "a size of testing"),
        (creature('conditions = ["prone", "pron"]'), "creatures[0].conditions[1]", 'did you mean "prone"?'),
        (
            creature("") + '[[turns]]\nactor = "ann"\nintents = [{ do = "afflict", target = "ann", condition = "x" }]',
            "turns[0].intents[0].condition",
            "grabbed, prone",
        ),
        (
            creature("") + '[[turns]]\nactor = "ann"\nintents = [{ do = "afflict", target = "ann", lose = "x" }]',
            "turns[0].intents[0].lose",
            "grabbed, prone",
        ),
        (
            creature("") + '[[turns]]\nactor = "ann"\nintents = [{ do = "drop-object", size = "x", at = [0, 0] }]',
            "turns[0].intents[0].size",
            "a size of testing",
        ),
        (creature("") + '[[expect]]\nhas = { ann = ["x"] }', "expect[0].has.ann[0]", "grabbed, prone"),
        (creature("") + '[[expect]]\nlacks = { ann = ["x"] }', "expect[0].lacks.ann[0]", "grabbed, prone"),
        (
            creature("") + '[[expect]]\nevent = { event = "gained", condition = "x" }',
            "expect[0].event.condition",
            "grabbed, prone",
        ),
        ('[rules]\ndiagnals = "one"\n', "rules.diagnals", 'did you mean "diagonals"?'),
        ('[rules]\ndiagonals = "two"\n', "rules.diagonals", '"one", "alternating"'),
        ("[rules]\ndiagonals = true\n", "rules.diagonals", '"one", "alternating"'),
        ("[rules]\nrun-multiplier = 5\n", "rules.run-multiplier", "4, 3"),
        ('[rules]\nsteps-per-turn = "many"\n', "rules.steps-per-turn", "a whole number"),
        ("[rules]\nclimb_larger_body = 1\n", "rules.climb_larger_body", "false, true"),
    ],
)
def test_unknown_names_of_a_ruleset_are_refused(more: str, place: str, message: str) -> None:
    scenario = small(more)
    with pytest.raises(ScenarioError) as caught:
        ruleset_checks.check_against(scenario, TESTING)
    assert caught.value.place == place
    assert message in caught.value.allowed


def test_switches_under_either_spelling() -> None:
    rules = "[rules]\nrun_multiplier = 3\nsteps-per-turn = 2\nclimb-larger-body = true\n"
    rules += 'forced_walk = "pass-if-room"'
    assert ruleset_checks.switches(small(rules), TESTING) == {
        "run-multiplier": 3,
        "steps_per_turn": 2,
        "climb_larger_body": True,
        "forced-walk": "pass_if_room",
    }


def test_a_switch_given_twice_is_refused() -> None:
    with pytest.raises(ScenarioError, match="run-multiplier"):
        ruleset_checks.switches(small("[rules]\nrun_multiplier = 3\nrun-multiplier = 4"), TESTING)


def test_an_unknown_ruleset_is_refused() -> None:
    ruleset_checks.check_ruleset(small(""), ["epic-path", "draw-steel"])
    with pytest.raises(ScenarioError, match="epic-path, d20-srd") as caught:
        ruleset_checks.check_ruleset(small(""), ["epic-path", "d20-srd"])
    assert caught.value.place == "ruleset"


# ---------------------------------------------------------------- the schema


def test_the_schema_in_assets_is_current(repository: Path) -> None:
    kept = json.loads((repository / "assets" / "scenario.schema.json").read_text(encoding="utf-8"))
    assert kept == json_schema.schema(), "write it anew: python -m fivefoot schema > assets/scenario.schema.json"


def test_the_schema_describes_every_key_of_a_creature() -> None:
    definitions = json_schema.schema()["$defs"]
    assert isinstance(definitions, dict)
    for name in ("CreatureSpec", "TileSpec", "BoardSpec", "EdgeSpec", "ExpectSpec", "ScenarioFile"):
        for key, described in definitions[name]["properties"].items():
            assert described.get("description"), f"{name}.{key}"


def test_the_schema_takes_the_whole_file() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(tomllib.loads(WHOLE), json_schema.schema())


CONDITIONS = (
    "prone flat-footed fatigued squeezing helpless unconscious dead paralyzed stunned blinded slowed weakened grabbed"
    " restrained bound quelled splayed crouched climbing falling charging running"
)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_condition_of_the_format_loads_in_every_ruleset(ruleset: str) -> None:
    for condition in CONDITIONS.split():
        ann = {"name": "ann", "side": "red", "at": [0, 0], "conditions": [condition]}
        with Battle.of({"ruleset": ruleset, "board": {"map": ".."}, "creatures": [ann]}) as battle:
            assert condition in battle.creature("ann").condition.held


def test_battles_on_one_map_share_its_board_and_those_on_another_do_not() -> None:
    text = 'ruleset = "d20-srd"\n[board]\nmap = """\n..n\n"""\nlegend.n = {floor = 1}\n'
    one, again, other = (board_of(parse(written)) for written in (text, f"seed = 3\n{text}", text.replace("1", "2")))
    assert one is again
    assert one is not other
    assert (one.floor(2, 0), other.floor(2, 0)) == (1, 2)
