"""Bad input: one sentence says where the fault is, what was found and what is allowed."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.scenario.bad_input import ANN, BOARD, BOB, TURN, error

from fivefoot.engine.errors import spelled
from fivefoot.engine.scenario.read import parse


@pytest.mark.parametrize(
    ("more", "place", "found", "allowed"),
    [
        # keys
        (ANN + "sped = 30", "creatures[0].sped", 'the unknown key "sped"', '(did you mean "speed"?)'),
        (ANN + '"a b" = 30', 'creatures[0]."a b"', 'the unknown key "a b"', "name, side, at"),
        (
            ANN + "maneuver = { attack = 1 }",
            "creatures[0].maneuver.attack",
            "unknown key",
            "offense, defense",
        ),
        (ANN + "speed = { wlak = 30 }", "creatures[0].speed.wlak", "unknown key", '(did you mean "walk"?)'),
        ("[bored]", "bored", "unknown key", '(did you mean "board"?)'),
        ("[[board.edges]]\nbetwen = 1", "board.edges[0].betwen", "unknown key", '(did you mean "between"?)'),
        ("[board.legend]\nL = { trap = 1 }", "board.legend.L.trap", "unknown key", "terrain, fills"),
        # what is missing
        ('[[creatures]]\nside = "red"', "creatures[0].name", "nothing", "a name of 1 to 80"),
        ('[[creatures]]\nname = "ann"\nside = "red"', "creatures[0].at", "nothing", "2 to 3 items"),
        ("[[turns]]", "turns[0].actor", "nothing", "a name"),
        ("[[board.edges]]", "board.edges[0].between", "nothing", "an array of"),
        # types and ranges
        (ANN + "hp = 14.0", "creatures[0].hp", "14.0", "a whole number from"),
        (
            ANN + 'speed = { walk = "fast" }',
            "creatures[0].speed.walk",
            '"fast"',
            "a whole number from 0 to 10000",
        ),
        (ANN + "speed = -5", "creatures[0].speed", "-5", "a whole number from 0 to 10000"),
        (ANN + "speed = 7.5", "creatures[0].speed", "7.5", "a whole number"),
        (ANN + "speed = true", "creatures[0].speed", "true", "a whole number"),
        (ANN + "speed = []", "creatures[0].speed", "[]", "a table"),
        (ANN + "speed = 1979-05-27", "creatures[0].speed", "1979-05-27", "a whole number"),
        (ANN + "hover = 1", "creatures[0].hover", "1", "true or false"),
        (ANN + 'hp = "14"', "creatures[0].hp", '"14"', "the number 14 without quotes"),
        (ANN + 'hp = "14.5"', "creatures[0].hp", '"14.5"', "a whole number from"),
        (ANN + 'speed = "30"', "creatures[0].speed", '"30"', "the number 30 without quotes"),
        (ANN + 'hp = "many"', "creatures[0].hp", '"many"', "a whole number"),
        (ANN + 'armor = "hevy"', "creatures[0].armor", '"hevy"', '(did you mean "heavy"?)'),
        (ANN + 'body = "wide"', "creatures[0].body", '"wide"', "tall"),
        (ANN + 'damage = "2x6"', "creatures[0].damage", '"2x6"', "dice"),
        (ANN + 'size = ""', "creatures[0].size", '""', "word"),
        (ANN + 'conditions = "prone"', "creatures[0].conditions", '"prone"', "an array"),
        (ANN + "conditions = [1]", "creatures[0].conditions[0]", "1", "word"),
        (ANN + 'skills = { tumble = "x" }', "creatures[0].skills.tumble", '"x"', "a whole number"),
        (ANN + "feats = [[]]", "creatures[0].feats[0]", "[]", "word"),
        (ANN + "forced_reduction = [5, -5]", "creatures[0].forced_reduction[1]", "-5", "from 0 to 10000"),
        (ANN + "step_features = [{ uses = -1 }]", "creatures[0].step_features[0].uses", "-1", "0 to 1000"),
        (ANN + "hp = nan", "creatures[0].hp", "nan", "a finite number"),
        (ANN + "hp = inf", "creatures[0].hp", "inf", "a finite number"),
        (ANN + f"hp = {10**30}", "creatures[0].hp", "1000000", "numbers between"),
        ("[rules]\nactions = 1.5", "rules.actions", "1.5", "true or false"),
        ("[rules]\nactions = []", "rules.actions", "[]", "true or false"),
        ("[board.legend]\nL = { width = 6 }", "board.legend.L.width", "6", "a number from 0 to 5"),
        (
            '[board.legend]\nL = { terrain = "dificult" }',
            "board.legend.L.terrain",
            '"dificult"',
            '"difficult"',
        ),
        ("creatures = 3", "board.creatures", "unknown key", "map"),
        # names
        (ANN + ANN, "creatures[1].name", '"ann"', "creatures[0] has this one"),
        ('[[creatures]]\nname = ""\nside = "red"\nat = [0, 0]', "creatures[0].name", '""', "a name"),
        ('[[creatures]]\nname = "ann"\nside = " "\nat = [0, 0]', "creatures[0].side", '" "', "a name"),
        (
            '[[creatures]]\nname = "a\\nb"\nside = "r"\nat = [0, 0]',
            "creatures[0].name",
            '"a\\nb"',
            "one line",
        ),
        (
            '[[creatures]]\nname = "a\\u001b"\nside = "r"\nat = [0, 0]',
            "creatures[0].name",
            "u001b",
            "control",
        ),
        (
            '[[creatures]]\nname = "a\\u202eb"\nside = "r"\nat = [0, 0]',
            "creatures[0].name",
            "u202e",
            "control",
        ),
        (ANN + 'mount = "horse"', "creatures[0].mount", '"horse"', "the name of a creature: ann"),
        (ANN + 'mount = "ann"', "creatures[0].mount", '"ann"', "another creature"),
        (
            ANN + 'mount = "bob"\n' + BOB + 'mount = "ann"',
            "creatures[0].mount",
            '"bob"',
            "no circle of mounts",
        ),
        (ANN + 'grabbed_by = "bub"\n' + BOB, "creatures[0].grabbed_by", '"bub"', '(did you mean "bob"?)'),
        (ANN + 'hidden_from = ["cat"]', "creatures[0].hidden_from[0]", '"cat"', "ann"),
        ('[[turns]]\nactor = "ann"', "turns[0].actor", '"ann"', "the name of a creature: nothing"),
        # where creatures stand
        (
            '[[creatures]]\nname = "a"\nside = "r"\nat = [3, 0]',
            "creatures[0].at",
            "[3, 0]",
            "[0, 0] to [2, 1]",
        ),
        ('[[creatures]]\nname = "a"\nside = "r"\nat = [0, -1]', "creatures[0].at", "[0, -1]", "[0, 0] to"),
        (
            '[[creatures]]\nname = "a"\nside = "r"\nat = [0, 0, 21]',
            "creatures[0].at[2]",
            "21",
            "-12 (the world's bottom) to 20 (its ceiling)",
        ),
        ('[[creatures]]\nname = "a"\nside = "r"\nat = [0]', "creatures[0].at", "[0]", "2 to 3 items"),
        ('[[creatures]]\nname = "a"\nside = "r"\nat = [0, 1.5]', "creatures[0].at[1]", "1.5", "whole number"),
        (ANN + "speed = { walk = 30, land = 20 }", "creatures[0].speed", "walk and land", "mean the same"),
        # edges
        ("[[board.edges]]\nbetween = [[0, 0], [1, 1]]", "board.edges[0].between", "[1, 1]", "share a side"),
        ("[[board.edges]]\nbetween = [[0, 0], [2, 0]]", "board.edges[0].between", "[2, 0]", "share a side"),
        ("[[board.edges]]\nbetween = [[0, 0], [0, 0]]", "board.edges[0].between", "[0, 0]", "share a side"),
        ("[[board.edges]]\nbetween = [[2, 0], [3, 0]]", "board.edges[0].between[1]", "[3, 0]", "[2, 1]"),
        ("[[board.edges]]\nbetween = [[0, 0]]", "board.edges[0].between", "an array of 1", "an array of"),
        (
            '[[board.edges]]\nbetween = [[0, 0], [1, 0]]\nkind = "hedge"',
            "board.edges[0].kind",
            '"hedge"',
            "obstacle, wall",
        ),
        (
            "[[board.edges]]\nbetween = [[0, 0], [1, 0]]\ndc = 5",
            "board.edges[0].skill",
            "nothing",
            "together",
        ),
        (
            '[[board.edges]]\nbetween = [[0, 0], [1, 0]]\nskill = "climb"',
            "board.edges[0].dc",
            "nothing",
            "together",
        ),
        (
            "[[board.edges]]\nbetween = [[0, 0], [1, 0]]\n[[board.edges]]\nbetween = [[1, 0], [0, 0]]",
            "board.edges[1].between",
            "board.edges[0]",
            "one edge",
        ),
        # the legend
        ("[board.legend]\nLL = {}", 'board.legend."LL"', '"LL"', "one printable character"),
        ('[board.legend]\n"" = {}', 'board.legend.""', '""', "one printable character"),
        ('[board.legend]\n"\\n" = {}', 'board.legend."\\n"', '"\\n"', "one printable character"),
        ("[board.legend]\nL = { dc = 5 }", 'board.legend."L".skill', "nothing", "together"),
        # the script
        (
            ANN + TURN + 'intents = [{ do = "mvoe" }]',
            "turns[0].intents[0].do",
            '"mvoe"',
            '(did you mean "move"?)',
        ),
        (ANN + TURN + "intents = [{ to = [0, 0] }]", "turns[0].intents[0].do", "nothing", "move, step"),
        (ANN + TURN + "intents = [{ do = 3 }]", "turns[0].intents[0].do", "3", "move, step"),
        (ANN + TURN + "intents = [3]", "turns[0].intents[0]", "3", "a table"),
        (
            ANN + TURN + 'intents = [{ do = "charge" }]',
            "turns[0].intents[0].target",
            "nothing",
            "a name of 1 to 80 characters",
        ),
        (
            ANN + TURN + 'intents = [{ do = "move", path = [[1]] }]',
            "turns[0].intents[0].path[0]",
            "[1]",
            "2 to 3 items",
        ),
        (
            ANN + TURN + 'intents = [{ do = "move", pth = [] }]',
            "turns[0].intents[0].pth",
            "unknown key",
            '(did you mean "path"?)',
        ),
        (
            ANN + TURN + 'intents = [{ do = "move", to = [1, 0], mode = "flly" }]',
            "turns[0].intents[0].mode",
            '"flly"',
            '(did you mean "fly"?)',
        ),
        (
            ANN + TURN + 'intents = [{ do = "step", to = [1, 0], by = "luck" }]',
            "turns[0].intents[0].by",
            '"luck"',
            "full-attack",
        ),
        (
            ANN + TURN + 'intents = [{ do = "attack", target = "bub" }]',
            "turns[0].intents[0].target",
            '"bub"',
            "ann",
        ),
        (
            ANN + TURN + 'intents = [{ do = "withdraw", from = "bub", path = [] }]',
            "turns[0].intents[0].from",
            '"bub"',
            "ann",
        ),
        (
            ANN + TURN + 'intents = [{ do = "withdraw", from = "ann", also = ["ann", "x"] }]',
            "turns[0].intents[0].also[1]",
            '"x"',
            "ann",
        ),
        (
            ANN + TURN + 'intents = [{ do = "push", target = "ann", distance = -5 }]',
            "turns[0].intents[0].distance",
            "-5",
            "0 to 10000",
        ),
        (
            ANN + TURN + 'intents = [{ do = "afflict", target = "ann", speed = { wlak = 5 } }]',
            "turns[0].intents[0].speed.wlak",
            "wlak",
            '(did you mean "walk"?)',
        ),
        # expectations
        (ANN + "[[expect]]", "expect[0]", "no expectation", "at, conditions"),
        (ANN + "[[expect]]\ncount = 1", "expect[0]", "no expectation", "at, conditions"),
        (ANN + "[[expect]]\nhits = 3", "expect[0].hits", "unknown key", "at, conditions"),
        (ANN + "[[expect]]\nat = { bob = [0, 0] }", "expect[0].at.bob", '"bob"', "ann"),
        (ANN + "[[expect]]\nat = { ann = 3 }", "expect[0].at.ann", "3", "an array"),
        (ANN + "[[expect]]\nhp = { bob = 3 }", "expect[0].hp.bob", '"bob"', "ann"),
        (ANN + "[[expect]]\nspent = { bob = 3 }", "expect[0].spent.bob", '"bob"', "ann"),
        (ANN + "[[expect]]\nhp_between = { ann = [3] }", "expect[0].hp_between.ann", "[3]", "an array"),
        (ANN + "[[expect]]\nhp_between = { ann = [3, 1] }", "expect[0].hp_between.ann", "[3, 1]", "smaller"),
        (ANN + '[[expect]]\nrefused = ["bob"]', "expect[0].refused[0]", '"bob"', "ann"),
        (ANN + '[[expect]]\nreach = { creature = "b" }', "expect[0].reach.creature", '"b"', "ann"),
        (
            ANN + '[[expect]]\nreach = { creature = "ann", includes = [[1, 0]] }',
            "expect[0].reach.includes[0]",
            "[1, 0]",
            "[x, y, cost]",
        ),
        (ANN + '[[expect]]\nthreat = { creature = "b" }', "expect[0].threat.creature", '"b"', "ann"),
        (ANN + '[[expect]]\nflanked = { target = "ann", by = "b" }', "expect[0].flanked.by", '"b"', "ann"),
        (
            ANN + '[[expect]]\ndistance = { from = "ann", to = "ann" }',
            "expect[0].distance.is",
            "nothing",
            "number",
        ),
        (ANN + "[[expect]]\nevent = {}", "expect[0].event.event", "nothing", "moved"),
        (ANN + '[[expect]]\nevent = { event = "mved" }', "expect[0].event.event", '"mved"', '"moved"'),
        (
            ANN + '[[expect]]\nevent = { event = "moved", whom = "ann" }',
            "expect[0].event.whom",
            "unknown key",
            '(did you mean "who"?)',
        ),
        (ANN + '[[expect]]\nevent = { event = "moved", who = "b" }', "expect[0].event.who", '"b"', "ann"),
        (ANN + '[[expect]]\nevent = { event = "moved", to = [1] }', "expect[0].event.to", "[1]", "[x, y]"),
        (
            ANN + '[[expect]]\nevent = { event = "moved", cost = "x" }',
            "expect[0].event.cost",
            '"x"',
            "a number",
        ),
        (ANN + '[[expect]]\nevent = { event = "moved", count = -1 }', "expect[0].event.count", "-1", "0 to"),
        (
            ANN + '[[expect]]\nevent = { event = "fell" , count = 1 }\ncount = 1',
            "expect[0].count",
            "a second",
            "both",
        ),
        (ANN + "[[expect]]\nhp = { ann = 1 }\ncount = 1", "expect[0].count", "a count of nothing", "event"),
        (ANN + '[[expect]]\nevent = { event = "moved" }\ncount = -1', "expect[0].count", "-1", "from 0 to"),
        (
            ANN + '[[expect]]\nevent = { event = "forced", kind = "pus" }',
            "expect[0].event.kind",
            '"pus"',
            "push, pull, slide, carry",
        ),
        (
            ANN + '[[expect]]\nevent = { event = "done", intent = "mve" }',
            "expect[0].event.intent",
            '"mve"',
            '(did you mean "move"?)',
        ),
    ],
)
def test_bad_input_is_one_sentence(more: str, place: str, found: str, allowed: str) -> None:
    refused = error(BOARD + more)
    assert refused.place == place
    assert found in refused.found
    assert allowed in refused.allowed


@pytest.mark.parametrize(
    ("rows", "found", "allowed"),
    [
        ("...\n..\n...", '2 characters in row 1 ("..")', "3, as in row 0"),
        ("..\n.x", '"x" at [1, 1]', ". # o"),
        ("..\n. ", '" " at [1, 1]', ". # o"),
        ("..\n.\t", '"\\t" at [1, 1]', ". # o"),
        ("", "no squares", "1 to 512"),
        ("\n\n", "no squares", "1 to 512"),
        ("." * 513, "a map of 513 by 1 squares", "512 by 512"),
        (".\n" * 513, "a map of 1 by 513 squares", "512 by 512"),
    ],
)
def test_bad_maps_are_refused(rows: str, found: str, allowed: str) -> None:
    refused = error(json.dumps({"ruleset": "epic-path", "board": {"map": rows}}))
    assert refused.place == "board.map"
    assert found in refused.found
    assert allowed in refused.allowed


@pytest.mark.parametrize(("format_", "allowed"), [('"1"', "the number 1 without quotes"), ('"2"', "1"), ("2", "1")])
def test_a_format_in_quotes_is_told_without_them(format_: str, allowed: str) -> None:
    refused = error(f"format = {format_}\n{BOARD}")
    assert (refused.place, refused.found, refused.allowed) == ("format", format_, allowed)


def test_too_many_cubes_are_refused() -> None:
    rows = "\n".join(["." * 512] * 512)
    board = {"map": rows, "ceiling": 60}
    assert parse(json.dumps({"ruleset": "x", "board": board})).board.ceiling == 60
    assert error(json.dumps({"ruleset": "x", "board": board | {"ceiling": 64}})).place == "board"
    deep = board | {"legend": {"p": {"floor": -9}}, "map": "p" + rows[1:]}
    assert error(json.dumps({"ruleset": "x", "board": deep})).place == "board"


def test_floors_under_the_ceiling() -> None:
    refused = error(BOARD.replace("...", "..5", 1) + "ceiling = 4")
    assert (refused.place, refused.allowed) == ("board.ceiling", '5 or more, the height of the tile "5"')


def test_sizes_beyond_the_limits_are_refused() -> None:
    tree: dict[str, object] = {"ruleset": "x", "board": {"map": "."}}
    one = {"name": "a", "side": "r", "at": [0, 0]}
    crowd = [one | {"name": f"c{index}"} for index in range(2000)]
    assert len(parse(json.dumps(tree | {"creatures": crowd})).creatures) == 2000
    assert error(json.dumps(tree | {"creatures": [*crowd, one]})).place == "creatures"
    assert error(json.dumps(tree | {"dice": [1] * 100_001})).place == "dice"
    assert error(json.dumps(tree | {"title": "x" * 501})).place == "title"
    assert error(json.dumps(tree | {"source": "elsewhere"})).place == "source"
    assert error(json.dumps(tree | {"format": 2})).place == "format"
    assert error(json.dumps(tree | {"format": 1.0})).place == "format"
    assert error(json.dumps(tree | {"format": True})).place == "format"


@given(st.recursive(st.integers() | st.floats() | st.text(), st.lists))
def test_values_are_spelled_on_one_short_line(value: object) -> None:
    text = spelled(value)
    assert text.isprintable()
    assert len(text) <= 60


def test_long_and_nested_values_are_shortened() -> None:
    assert spelled(10**5000) == "a number of more than 60 digits"
    assert spelled(-math.inf) == "-inf"
    assert spelled({"a": 1, "b": 2}) == "a table with a, b"
    assert spelled([]) == "[]"
    assert spelled([[1], [2]]) == "an array of 2"
