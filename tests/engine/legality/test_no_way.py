"""Refused movement: the refusal cites the entry that forbids it, in a fitting sentence."""

import json
from typing import Any

import pytest

import fivefoot

NARROW = {"n": {"width": 3}, "t": {"width": 2}, "z": {"width": 1}}


def battle_of(ruleset: str, rows: str, creatures: list[dict[str, Any]], **more: Any) -> fivefoot.Battle:
    """A battle on a small board: the first creature is red, the others are blue unless they say."""
    made = [{"side": "red" if number == 0 else "blue", **table} for number, table in enumerate(creatures)]
    board = {"map": rows, "legend": NARROW}
    table = {"format": 1, "title": "no way", "seed": 1, "ruleset": ruleset, "board": board, "creatures": made, **more}
    return fivefoot.loads(json.dumps(table))


def why(ruleset: str, rows: str, creatures: list[dict[str, Any]], *intents: dict[str, Any], **more: Any) -> Any:
    """The refusal of the last intent, after the others have been played."""
    battle = battle_of(ruleset, rows, creatures, **more)
    for intent in intents[:-1]:
        battle.submit("ann", intent)
        battle.process()
    return battle.why("ann", intents[-1])


def ann(x: int = 0, y: int = 0, **more: Any) -> dict[str, Any]:
    """Who wants to go."""
    return {"name": "ann", "at": [x, y], **more}


def bob(x: int, y: int = 0, **more: Any) -> dict[str, Any]:
    """Who stands in the way."""
    return {"name": "bob", "at": [x, y], "threatens": False, **more}


TO_THE_END = {"do": "move", "to": [2, 0]}


@pytest.mark.parametrize(
    ("ruleset", "rows", "creatures", "rule"),
    [
        ("ascension", "...", [ann(), bob(1)], "asc.occupancy.opponent-blocks"),
        ("ascension", ".#.", [ann()], "asc.obstacle.blocking"),
        ("ascension", ".t.", [ann()], "asc.squeeze.under-half-check"),
        ("ascension", ".z.", [ann()], "asc.squeeze.quarter-limit"),
        ("ascension", "...", [ann(speed=0)], "asc.speed.base"),
        ("ascension", "...", [ann(speed=5)], "asc.speed.base"),
        ("pathfinder-2e", "...", [ann(), bob(1)], "pf2.pass.unwilling"),
        ("pathfinder-2e", "...", [ann(), bob(1, traits=["object"])], "pf2.object.more-solid"),
        ("pathfinder-2e", ".~~", [ann()], "pf2.move.movement-types"),
        ("pathfinder-2e", "..2", [ann()], "pf2.move.movement-types"),
        ("pathfinder-2e", ".#.", [ann()], "pf2.object.more-solid"),
        ("d20-srd", "...", [ann(), bob(1)], "srd.occupancy.opponent-blocks"),
    ],
)
def test_what_closes_the_way_to_a_place_is_named(
    ruleset: str, rows: str, creatures: list[dict[str, Any]], rule: str
) -> None:
    refusal = why(ruleset, rows, creatures, TO_THE_END)
    assert rule in refusal.rules


def test_friends_close_the_way_where_the_switch_says_so() -> None:
    friend = bob(1, side="red")
    refusal = why("ascension", "...", [ann(), friend], TO_THE_END, rules={"friends": "block"})
    assert refusal.rules == ("asc.silence.friends",)


def test_a_barrier_is_cited_only_where_one_is_crossed() -> None:
    plain = why("ascension", "........", [ann(speed=25)], {"do": "move", "to": [6, 0]})
    assert plain.rules == ("asc.speed.base",)
    board = {"map": "....", "edges": [{"between": [[1, 0], [2, 0]], "kind": "obstacle"}]}
    crossed = why("ascension", "", [ann(speed=15)], {"do": "move", "path": [[1, 0], [2, 0]]}, board=board)
    assert "asc.obstacle.all-or-nothing" in crossed.rules
    assert "asc.obstacle.on-top-of-entry" in crossed.rules


def test_the_rule_that_makes_the_last_square_too_expensive_is_cited() -> None:
    rubble = why("pathfinder-2e", ".::::", [ann(speed=15)], {"do": "move", "path": [[1, 0], [2, 0]]})
    assert rubble.rules == ("pf2.move.speed-limit", "pf2.cost.speed-spent", "pf2.grid.difficult-squares")
    second = why("pathfinder-2e", "...\n...\n...", [ann(speed=10)], {"do": "move", "path": [[1, 1], [2, 2]]})
    assert second.rules == ("pf2.move.speed-limit", "pf2.cost.speed-spent", "pf2.diagonal.second")


@pytest.mark.parametrize(
    ("creature", "intents", "rule"),
    [
        (ann(), [{"do": "drop-prone"}, {"do": "run", "to": [2, 0]}], "asc.run.multiplier"),
        (ann(), [{"do": "move", "to": [1, 0]}, {"do": "run", "to": [2, 0]}], "asc.run.full-round"),
        (ann(), [{"do": "run", "to": [1, 0]}, {"do": "move", "to": [2, 0]}], "asc.run.full-round"),
        (ann(), [{"do": "run", "to": [1, 0]}, {"do": "drop-prone"}], "asc.prone.action"),
        (
            ann(conditions=["prone"]),
            [{"do": "move", "to": [1, 0]}, {"do": "move", "to": [2, 0]}, {"do": "stand"}],
            "asc.stand.from-prone",
        ),
        (ann(speed=5), [{"do": "crouch"}, {"do": "step", "to": [1, 0]}], "asc.crouch.speed"),
        (ann(), [{"do": "crawl", "path": [[1, 0]]}], "asc.prone.speed"),
        (ann(feats=["run"]), [{"do": "run", "to": [31, 0]}], "asc.run.feat"),
        (ann(load="heavy"), [{"do": "run", "to": [19, 0]}], "asc.run.heavy-load"),
    ],
)
def test_action_requirements_are_cited(creature: dict[str, Any], intents: list[dict[str, Any]], rule: str) -> None:
    refusal = why("ascension", "." * 40, [creature], *intents)
    assert rule in refusal.rules


def test_out_of_a_place_too_narrow_to_have_walked_into() -> None:
    refusal = why("ascension", ".t.", [ann(1)], TO_THE_END | {"path": [[2, 0]], "to": None})
    assert refusal.rules == ("asc.squeeze.half-width", "asc.squeeze.under-half-check")
    assert "too narrow" in refusal.reason


def test_a_wall_between_two_squares_is_as_solid_as_one_that_fills_them() -> None:
    board = {"map": "..", "edges": [{"between": [[0, 0], [1, 0]], "kind": "wall"}]}
    refusal = why("pathfinder-2e", "", [ann()], {"do": "move", "path": [[1, 0]]}, board=board)
    assert refusal.rules == ("pf2.object.more-solid",)


def test_two_objects_make_a_corner() -> None:
    things = [bob(1, 0, traits=["object"]), bob(0, 1, traits=["object"]) | {"name": "pot"}]
    refusal = why("pathfinder-2e", "..\n..", [ann(), *things], {"do": "move", "path": [[1, 1]]})
    assert refusal.rules == ("pf2.object.more-solid",)


def test_nothing_holds_a_walker_up_in_the_air() -> None:
    refusal = why("pathfinder-2e", "..", [ann()], {"do": "move", "path": [[0, 0, 1]]})
    assert refusal.rules == ("pf2.move.movement-types",)
    assert "nothing supports ann at" in refusal.reason


def test_a_game_without_double_moves_says_so() -> None:
    refusal = why("pathfinder-2e", "...", [ann()], TO_THE_END | {"double": True})
    assert "double move" in refusal.reason


def test_a_strike_out_of_reach_cites_the_deciding_rule() -> None:
    strike = {"do": "attack", "target": "bob"}
    assert why("pathfinder-2e", "...", [ann(), bob(2)], strike).rules == ("pf2.size.typical-reach",)
    assert "pf2.tiny.zero-reach" in why("pathfinder-2e", "...", [ann(size="tiny"), bob(1)], strike).rules
    held = [ann(conditions=["grabbed"], grabbed_by="bob"), bob(2, reach=10)]
    off = {"attack_extended_parts": False}
    assert "pf2.size.extended-part" in why("pathfinder-2e", "...", held, strike, rules=off).rules


@pytest.mark.parametrize(
    ("ruleset", "other", "intent", "rules"),
    [
        ("ascension", {"conditions": ["unconscious"]}, "move", ("asc.occupancy.helpless",)),
        ("ascension", {"side": "red"}, "move", ("asc.silence.friends",)),
        ("pathfinder-2e", {"side": "red"}, "move", ("pf2.grid.straight-cost", "pf2.pass.willing")),
        ("pathfinder-2e", {"skills": {"reflex": -30}}, "tumble", ("pf2.pass.unwilling",)),
        (
            "pathfinder-2e",
            {"traits": ["object", "special"]},
            "move",
            ("pf2.object.gm-outcomes",),
        ),
    ],
)
def test_a_step_into_another_space_says_what_lets_the_mover_in(
    ruleset: str, other: dict[str, Any], intent: str, rules: tuple[str, ...]
) -> None:
    battle = battle_of(ruleset, "...", [ann(), bob(1) | other])
    battle.submit("ann", {"do": intent, "path": [[1, 0], [2, 0]]})
    steps = [event for event in battle.process() if event.to_dict()["event"] == "moved"]
    assert next(tuple(step.rules) for step in steps) == rules


@pytest.mark.parametrize("ruleset", ["ascension", "d20-srd", "epic-path"])
def test_nobody_charges_at_the_fallen(ruleset: str) -> None:
    fallen = bob(6, hp=0)
    assert "already down" in why(ruleset, "." * 10, [ann(), fallen], {"do": "charge", "target": "bob"}).reason


@pytest.mark.parametrize(
    ("ruleset", "rows", "creatures", "reason"),
    [
        ("pathfinder-2e", ".~~", [ann()], "ann has no path to [2, 0]: there is deep water, and ann cannot swim"),
        ("pathfinder-2e", "..2", [ann()], "ann has no path to [2, 0]: ann can neither climb nor fly there"),
        ("pathfinder-2e", ".#.", [ann()], "ann has no path to [2, 0]: walls block the way"),
        ("pathfinder-2e", "...", [ann(), bob(1)], "ann has no path to [2, 0]: bob is in the way"),
        ("ascension", ".z.", [ann()], "ann has no path to [2, 0]: it is too narrow for ann"),
        (
            "ascension",
            "...",
            [ann(speed=5)],
            "ann cannot reach [2, 0]: the path needs 10 feet to reach [2, 0]; ann has 5 feet left",
        ),
    ],
)
def test_what_closes_the_way_is_said_in_words(
    ruleset: str, rows: str, creatures: list[dict[str, Any]], reason: str
) -> None:
    assert why(ruleset, rows, creatures, TO_THE_END).reason == reason


def test_a_height_is_named_only_off_the_ground() -> None:
    board = battle_of("epic-path", ".2", [ann()]).world.board
    assert [board.shown(square) for square in ((1, 0), (1, 0, 2), (1, 0, 3), (9, 9, 9))] == [
        "[1, 0]",
        "[1, 0]",
        "[1, 0, 3]",
        "[9, 9]",
    ]


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "ascension", "pathfinder-2e"])
def test_a_prone_creature_does_not_jump_off_a_ledge(ruleset: str) -> None:
    ledge = {"h": {"floor": 2}}
    board = {"map": "hh..\n....", "legend": ledge}
    lying = [ann(1, 0, conditions=["prone"]), {"name": "bob", "at": [3, 1]}]
    battle = battle_of(ruleset, "", lying, board=board)
    refusal = battle.why("ann", {"do": "leap", "to": [2, 0]})
    assert refusal is not None
    assert refusal.reason == "ann is prone: it can only crawl"
    assert refusal.rules
    assert not [one for one in battle.legal_intents("ann") if one.do == "leap"]
