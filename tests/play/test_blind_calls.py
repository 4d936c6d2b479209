"""Calls of several features at once; what they give was computed from the rules and the contract beforehand."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import fivefoot
from fivefoot.scenes.commands.app import app

FLY: dict[str, Any] = {"speed": {"fly": 30}, "hover": True}


def made(ruleset: str, rows: str, *creatures: Mapping[str, Any], **more: Any) -> fivefoot.Battle:
    """A battle on a board whose rows stand one after another, parted by blanks."""
    board = {"map": "\n".join(rows.split()), **more.pop("board", {})}
    tree = {"ruleset": ruleset, "seed": 3, "board": board, "creatures": list(creatures), **more}
    return fivefoot.loads(json.dumps(tree))


def one(name: str, *at: int, side: str = "red", **more: Any) -> dict[str, Any]:
    """A creature of a scenario."""
    return {"name": name, "side": side, "at": list(at), **more}


def foe(name: str, *at: int, **more: Any) -> dict[str, Any]:
    """A creature of the other side."""
    return one(name, *at, side="blue", **more)


def move(*path: tuple[int, ...], **more: Any) -> dict[str, Any]:
    """A move along squares."""
    return {"do": "move", "path": [list(square) for square in path], **more}


def act(battle: fivefoot.Battle, name: str, *intents: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Queue and play intents; what came of it, shortly."""
    for intent in intents:
        battle.submit(name, intent)
    return shortly(battle.process())


def shortly(events: list[Any]) -> list[tuple[Any, ...]]:
    """Kinds of events with the fields that tell what happened."""
    told: list[tuple[Any, ...]] = []
    for event in events:
        line = event.to_dict()
        kept = [
            line[key] for key in ("who", "actor", "by", "to", "cost", "spent", "amount", "condition") if key in line
        ]
        told.append((line["event"], *kept))
    return told


def field(width: int, height: int) -> str:
    """A floor."""
    return " ".join(["." * width] * height)


def costs(reach: Mapping[Any, Any]) -> dict[Any, int]:
    """Costs by place."""
    return {cube: arrival.cost for cube, arrival in reach.items()}


# ---------------------------------------------------------------- reach


def test_reach_goes_on_from_the_turn_as_it_stands_in_pathfinder() -> None:
    battle = made("pathfinder-2e", field(6, 6), one("ann", 0, 0, speed=10))
    act(battle, "ann", move((1, 1)))
    assert costs(battle.reach("ann")) == {
        (1, 1, 0): 0,
        (0, 1, 0): 5,
        (1, 0, 0): 5,
        (2, 1, 0): 5,
        (1, 2, 0): 5,
        (3, 1, 0): 10,
        (1, 3, 0): 10,
        (0, 0, 0): 10,
        (2, 2, 0): 10,
        (2, 0, 0): 10,
        (0, 2, 0): 10,
    }
    assert battle.reach("ann", fresh=True)[2, 2, 0].cost == 5


def test_reach_in_the_middle_of_a_split_move() -> None:
    battle = made("draw-steel", field(9, 1), one("ann", 0, 0))
    act(battle, "ann", move((1, 0), (2, 0)))
    assert costs(battle.reach("ann")) == {(x, 0, 0): abs(x - 2) for x in range(6)}
    assert max(battle.reach("ann", fresh=True)) == (7, 0, 0)


def test_reach_after_a_move_is_that_of_the_standard_action() -> None:
    battle = made("d20-srd", field(14, 1), one("ann", 0, 0))
    act(battle, "ann", move((1, 0), (2, 0)))
    reach = battle.reach("ann")
    assert reach[8, 0, 0].cost == 30
    assert (9, 0, 0) not in reach
    act(battle, "ann", move((3, 0)))
    assert costs(battle.reach("ann")) == {(3, 0, 0): 0}


def test_reach_of_wings_is_a_body_of_cubes() -> None:
    ann = one("ann", 3, 3, 3, speed={"fly": 10}, hover=True)
    epic = made("epic-path", field(7, 7), ann, board={"ceiling": 6}).reach("ann")
    assert len(epic) == 125
    assert {arrival.cost for arrival in epic.values()} == {0, 5, 10}
    for ruleset in ("d20-srd", "ascension", "pathfinder-2e"):
        reach = made(ruleset, field(7, 7), ann, board={"ceiling": 6}).reach("ann")
        assert len(reach) == 81, ruleset
        assert reach[5, 4, 4].cost == 10
        assert (5, 5, 3) not in reach
    drawn = made("draw-steel", field(7, 7), {**ann, "speed": {"fly": 2}}, board={"ceiling": 6}).reach("ann")
    assert len(drawn) == 125


def test_reach_mixes_modes_by_the_ruleset() -> None:
    battle = made("epic-path", "...~~~~~", one("ann", 0, 0, speed={"walk": 15, "swim": 30}))
    reach = battle.reach("ann")
    assert reach[6, 0, -1].cost == 30
    assert (7, 0, -1) not in reach
    back = made("epic-path", "...~~~~~", one("ann", 6, 0, -1, speed={"walk": 15, "swim": 30})).reach("ann")
    assert back[3, 0, -1].cost == 15
    assert (2, 0, 0) not in back


def test_reach_agrees_with_why_and_move() -> None:
    rows = "..:..1 .#.,.. ..~~.. ..~~2. ......"
    for ruleset in ("epic-path", "d20-srd", "ascension", "pathfinder-2e", "draw-steel"):
        battle = made(
            ruleset,
            rows,
            one(
                "ann",
                0,
                0,
                speed={"walk": 30, "swim": 20, "climb": 15} if ruleset != "draw-steel" else {"walk": 5, "swim": 4},
            ),
            one("pal", 2, 1),
            foe("bob", 4, 4),
            foe("mite", 0, 3, size="tiny" if ruleset != "draw-steel" else "1T"),
        )
        for cube, arrival in battle.reach("ann").items():
            if not arrival.path or not arrival.can_stop:
                continue
            fork = battle.fork()
            events = fork.act("ann", {"do": "move", "path": [list(there) for there in arrival.path]})
            assert fork.creature("ann").cube == cube
            (done,) = [event for event in events if event.event == "done"]
            assert done.to_dict()["spent"] == arrival.cost, (ruleset, cube)
            drawn = sum(event.event == "opportunity" for event in events)
            assert drawn == len(arrival.opportunities), (ruleset, cube)


# ---------------------------------------------------------------- threat, distance, flank


def test_threat_in_mid_air() -> None:
    bob = one("bob", 5, 5, 5, **FLY)
    for ruleset in ("epic-path", "d20-srd", "ascension", "pathfinder-2e"):
        assert len(made(ruleset, field(12, 12), bob).threat("bob")) == 27
    ogre = {**bob, "size": "large"}
    counts = {"epic-path": 216, "d20-srd": 160, "ascension": 160, "pathfinder-2e": 216}
    for ruleset, count in counts.items():
        assert len(made(ruleset, field(12, 12), ogre).threat("bob")) == count, ruleset


def test_a_long_body_and_a_tall_one_threaten_differently_upward() -> None:
    for ruleset in ("d20-srd", "pathfinder-2e"):
        horse = made(ruleset, field(9, 9), one("horse", 3, 3, size="large", body="long")).threat("horse")
        assert (3, 3, 2) in horse
        assert (3, 3, 3) not in horse
        ogre = made(ruleset, field(9, 9), one("ogre", 3, 3, size="large", body="tall")).threat("ogre")
        assert (3, 3, 3) in ogre
        assert (3, 3, 4) not in ogre


def test_a_blind_or_downed_guard_threatens_nothing() -> None:
    battle = made("pathfinder-2e", field(4, 1), one("ann", 0, 0), foe("bob", 1, 0, hp=3))
    assert len(battle.threat("bob")) > 0
    battle.effect([{"do": "damage", "target": "bob", "amount": 3, "kind": "fire"}], by="a trap")
    assert battle.threat("bob") == frozenset()


def test_distances_between_places_and_creatures() -> None:
    d20 = made("d20-srd", field(9, 9), one("ann", 0, 0), foe("hulk", 3, 3, size="huge"))
    assert d20.distance("ann", "hulk") == 20
    assert d20.distance([0, 0, 0], [4, 4, 4]) == 30
    assert d20.distance("hulk", [4, 4, 6]) == 20
    steel = made("draw-steel", field(9, 9), one("ann", 0, 0), foe("hulk", 3, 3, size=3))
    assert steel.distance("ann", "hulk") == 3
    assert steel.distance([0, 0, 0], [4, 2, 7]) == 7


def test_a_creature_inside_a_huge_one_flanks_with_an_ally() -> None:
    giant = foe("giant", 4, 4, size="huge")
    inside, beside, far = one("ann", 5, 5), one("cat", 3, 4), one("cat", 1, 4)
    assert made("epic-path", field(9, 9), giant, inside, beside).flanked("giant", "ann")
    assert not made("epic-path", field(9, 9), giant, inside, far).flanked("giant", "ann")


# ---------------------------------------------------------------- areas


def test_published_templates_of_pathfinder() -> None:
    blast = {"does": [], "each": [{"do": "damage", "amount": 1, "kind": "fire"}]}
    abilities = {
        "gout": {**blast, "target": {"kind": "direction"}, "area": {"shape": "cone", "size": 15, "from": "self"}},
        "ball": {
            **blast,
            "target": {"kind": "square", "range": 60},
            "area": {"shape": "burst", "size": 10, "from": "corner"},
        },
        "spark": {
            **blast,
            "target": {"kind": "square", "range": 60},
            "area": {"shape": "burst", "size": 5, "from": "corner"},
        },
    }
    battle = made(
        "pathfinder-2e", field(20, 20), one("ann", 9, 9, can=list(abilities)), foe("bob", 19, 0), abilities=abilities
    )
    east = battle.area("ann", {"do": "use", "ability": "gout", "direction": [1, 0]}).squares
    slant = battle.area("ann", {"do": "use", "ability": "gout", "direction": [1, 1]}).squares
    assert (len(east), len(slant)) == (7, 6)
    assert (10, 9) in east
    assert slant == {(10, 10), (11, 10), (12, 10), (10, 11), (11, 11), (10, 12)}
    corner = battle.area("ann", {"do": "use", "ability": "ball", "at": [5, 5]}).squares
    assert len(corner) == 12
    assert {(5, 5), (4, 4), (4, 5), (5, 4), (3, 4), (6, 5)} <= corner
    assert (3, 3) not in corner
    assert battle.area("ann", {"do": "use", "ability": "spark", "at": [5, 5]}).squares == {
        (4, 4),
        (5, 4),
        (4, 5),
        (5, 5),
    }
    assert battle.line((9, 9), (15, 9), 30) == {(x, 9) for x in range(10, 16)}


# ---------------------------------------------------------------- why, route, preview


def test_why_changes_nothing() -> None:
    battle = made("epic-path", "..3.. .....", one("ann", 0, 0), foe("bob", 1, 1), dice=[5, 5])
    before = battle.save()
    refusal = battle.why("ann", move((1, 1)))
    assert refusal is not None
    assert refusal.rule == "ep.walk.through"
    assert battle.why("ann", move((1, 0))) is None
    assert battle.why("bob", {"do": "push", "target": "ann", "distance": 5, "contest": True}) is None
    assert battle.save() == before


def test_the_route_is_the_way_that_a_goal_takes() -> None:
    guard = foe("bob", 2, 0)
    battle = made("epic-path", "..1..", one("ann", 0, 0, 2, **FLY), guard)
    arrival = battle.route("ann", (4, 0, 2))
    assert arrival is not None
    assert arrival.path == ((1, 0, 3), (2, 0, 3), (3, 0, 3), (4, 0, 2))
    assert (arrival.cost, tuple(arrival.opportunities)) == (20, ())
    assert [line[2] for line in act(battle, "ann", {"do": "move", "to": [4, 0, 2]}) if line[0] == "moved"] == list(
        arrival.path
    )


def test_a_preview_of_a_push_over_the_brink() -> None:
    battle = made(
        "pathfinder-2e",
        ".F44. .....",
        one("ann", 4, 0),
        foe("bob", 3, 0, hp=40),
        board={"legend": {"F": {"damage": 3}}},
    )
    seen = battle.preview("ann", {"do": "push", "target": "bob", "distance": 15})
    assert not isinstance(seen, fivefoot.Refusal)
    assert next(step.at for step in seen.steps) == (2, 0, 4)
    assert any(step.falls for step in seen.steps)
    assert battle.creature("bob").cube == (3, 0, 4)


def test_a_preview_costs_what_the_move_costs() -> None:
    battle = made("d20-srd", ".:.. ....", one("ann", 0, 0), foe("bob", 0, 1))
    seen = battle.preview("ann", move((1, 0), (2, 1), (3, 0)))
    assert not isinstance(seen, fivefoot.Refusal)
    assert seen.cost == 25
    assert seen.provokes == ("bob",)
    assert battle.foresee("ann", move((1, 0), (2, 1), (3, 0))) == seen


def test_the_odds_of_a_strike_are_exact() -> None:
    battle = made("d20-srd", field(3, 1), one("ann", 0, 0, attack=5, damage="1d8+3"), foe("bob", 1, 0, ac=15, hp=50))
    odds = battle.odds("ann", {"do": "attack", "target": "bob"})
    assert not isinstance(odds, fivefoot.Refusal)
    assert odds["bob"].outcomes["hit"] == pytest.approx(0.55)
    assert (odds["bob"].least, odds["bob"].most) == (0, 11)
    assert odds["bob"].mean == pytest.approx(0.55 * 7.5)


def test_odds_of_a_push_over_the_brink_are_exact() -> None:
    bob = foe("bob", 1, 0, hp=40, maneuver={"offense": 0, "defense": 16})
    with made("epic-path", "44.", one("ann", 0, 0, maneuver={"offense": 5, "defense": 10}), bob) as battle:
        push = {"do": "push", "target": "bob", "distance": 5}
        for contest, chance, least in ((False, 1.0, 2), (True, 0.5, 0)):
            odds = battle.odds("ann", push | {"contest": contest})
            assert not isinstance(odds, fivefoot.Refusal)
            found = odds["bob"]
            assert (found.least, found.mean, found.most) == (least, 7 * chance, 12)
            assert found.conditions == {"prone": chance}


def test_legal_intents_are_legal() -> None:
    for ruleset in ("epic-path", "d20-srd", "ascension", "pathfinder-2e", "draw-steel"):
        battle = made(ruleset, "...2 .#.. ....", one("ann", 0, 0), foe("bob", 2, 2))
        found = list(battle.legal_intents("ann"))
        assert found
        assert all(battle.why("ann", intent) is None for intent in found)


# ---------------------------------------------------------------- effects in the middle of a move


def meddle(battle: fivefoot.Battle, at: tuple[int, int, int], *acts: dict[str, Any], who: str = "ann") -> None:
    """Let something happen as soon as a creature has entered a place."""
    done: list[bool] = []

    def listener(event: Any) -> None:
        line = event.to_dict()
        if not done and line["event"] == "moved" and line["who"] == who and tuple(line["to"]) == at:
            done.append(True)
            battle.effect(list(acts), by="the story")

    battle.listen(listener)


WALL = {"do": "tile", "at": [[3, 0]], "tile": {"terrain": "blocked", "fills": True}}
MUD = {"do": "tile", "at": [[2, 0], [3, 0]], "tile": {"terrain": "difficult"}}
PIT = {"do": "tile", "at": [[3, 0]], "tile": {"floor": -4}}


def test_a_wall_rises_before_the_mover() -> None:
    for ruleset in ("epic-path", "d20-srd", "ascension", "pathfinder-2e"):
        battle = made(ruleset, field(6, 1), one("ann", 0, 0))
        meddle(battle, (1, 0, 0), WALL)
        battle.submit("ann", move((1, 0), (2, 0), (3, 0), (4, 0)))
        events = battle.process()
        assert battle.creature("ann").cube == (2, 0, 0), ruleset
        last = [event.to_dict() for event in events if event.event in ("done", "stopped")]
        assert [(line["event"], line["spent"]) for line in last] == [("stopped", 10)]


def test_mud_spreads_before_the_mover() -> None:
    battle = made("d20-srd", field(7, 1), one("ann", 0, 0, speed=20))
    meddle(battle, (1, 0, 0), MUD)
    battle.submit("ann", move((1, 0), (2, 0), (3, 0), (4, 0)))
    events = [event.to_dict() for event in battle.process()]
    assert battle.creature("ann").cube == (2, 0, 0)
    assert [line["cost"] for line in events if line["event"] == "moved"] == [5, 10]
    assert events[-1]["event"] == "stopped"
    assert events[-1]["spent"] == 15


def test_the_ground_opens_under_the_mover() -> None:
    battle = made("epic-path", field(6, 1), one("ann", 0, 0, hp=30), dice=[3, 4])
    meddle(battle, (3, 0, 0), PIT)
    battle.submit("ann", move((1, 0), (2, 0), (3, 0), (4, 0)))
    events = shortly(battle.process())
    assert battle.creature("ann").cube == (3, 0, -4)
    assert battle.creature("ann").health.hp == 23
    assert events[-1][0] == "stopped"


def test_somebody_appears_on_the_way() -> None:
    battle = made("draw-steel", field(7, 1), one("ann", 0, 0))
    meddle(battle, (1, 0, 0), {"do": "join", "creature": foe("bob", 3, 0)})
    battle.submit("ann", move((1, 0), (2, 0), (3, 0), (4, 0), (5, 0)))
    events = [event.to_dict() for event in battle.process()]
    assert [line["cost"] for line in events if line["event"] == "moved"] == [1, 1, 2, 1]
    assert battle.creature("ann").cube == (4, 0, 0)


def test_a_teleport_in_mid_move_ends_the_walk() -> None:
    battle = made("pathfinder-2e", field(9, 1), one("ann", 0, 0))
    meddle(battle, (2, 0, 0), {"do": "teleport", "target": "ann", "to": [7, 0]})
    battle.submit("ann", move((1, 0), (2, 0), (3, 0)))
    events = [event.to_dict() for event in battle.process()]
    assert battle.creature("ann").cube == (7, 0, 0)
    assert events[-1]["event"] == "stopped"
    assert events[-1]["at"] == (7, 0, 0)
    assert events[-1]["spent"] == 10


def test_damage_that_downs_the_mover_ends_the_walk() -> None:
    battle = made("ascension", field(6, 1), one("ann", 0, 0, hp=5), foe("bob", 5, 0))
    meddle(battle, (2, 0, 0), {"do": "damage", "target": "ann", "amount": 5, "kind": "fire"})
    battle.submit("ann", move((1, 0), (2, 0), (3, 0)))
    events = [event.to_dict() for event in battle.process()]
    assert battle.creature("ann").cube == (2, 0, 0)
    assert [line["event"] for line in events if line["event"] in ("downed", "stopped", "done")] == ["downed", "stopped"]


def test_shoved_in_the_air_in_the_middle_of_a_flight() -> None:
    battle = made("draw-steel", field(7, 5), one("ann", 0, 2, 2, speed={"fly": 5}, hover=True))
    meddle(battle, (2, 2, 2), {"do": "force", "target": "ann", "distance": 2, "direction": [0, -1]})
    battle.submit("ann", move((1, 2, 2), (2, 2, 2), (3, 2, 2)))
    battle.process()
    assert battle.creature("ann").cube == (2, 0, 2)
    act(battle, "ann", move((3, 0, 2), (4, 0, 2), (5, 0, 2)))
    assert battle.creature("ann").cube == (5, 0, 2), "three of five squares are left"


def test_wings_clipped_in_the_air() -> None:
    battle = made(
        "epic-path",
        field(5, 1),
        one("ann", 0, 0, 4, hp=30, speed={"walk": 30, "fly": 30}),
        foe("bob", 4, 0),
        dice=[3, 4],
    )
    act(battle, "bob", {"do": "afflict", "target": "ann", "speed": {"walk": 30}})
    assert battle.creature("ann").cube == (0, 0, 0)
    assert battle.creature("ann").health.hp == 23


# ---------------------------------------------------------------- undo, fork, save


def replayed(battle: fivefoot.Battle) -> list[dict[str, Any]]:
    return [event.to_dict() for event in battle.events]


def test_undo_into_the_middle_of_a_move_and_back() -> None:
    battle = made("pathfinder-2e", field(6, 2), one("ann", 0, 0), foe("bob", 1, 1))
    act(battle, "ann", move((1, 0), (2, 0), (3, 0)))
    whole = replayed(battle)
    seq = next(line["seq"] for line in whole if line["event"] == "moved" and tuple(line["to"]) == (2, 0, 0))
    assert battle.undo(seq)
    assert replayed(battle) == whole[: seq + 1]
    assert battle.creature("ann").cube == (2, 0, 0)
    assert battle.redo()
    assert replayed(battle) == whole


def test_undo_takes_effects_back_in_three_dimensions() -> None:
    battle = made("epic-path", "44.. 44..", one("ann", 0, 0), foe("bob", 1, 0, hp=30), dice=[3, 4, 5])
    start = battle.save()
    act(battle, "ann", {"do": "push", "target": "bob", "distance": 5})
    assert battle.creature("bob").cube == (2, 0, 0)
    battle.effect([{"do": "tile", "at": [[2, 0]], "tile": {"floor": -2}}], by="a pit")
    assert battle.creature("bob").cube[2] == -2
    assert battle.undo()
    assert battle.creature("bob").cube == (2, 0, 0)
    assert battle.undo()
    assert (battle.creature("bob").cube, battle.creature("bob").health.hp) == ((1, 0, 4), 30)
    assert battle.redo()
    assert battle.redo()
    assert battle.creature("bob").cube[2] == -2
    assert battle.undo()
    assert battle.undo()
    while battle.undo():
        pass
    assert fivefoot.Battle.restore(start).creature("bob").cube == battle.creature("bob").cube


def test_forks_with_one_seed_meet_one_luck() -> None:
    battle = made("d20-srd", field(5, 1), one("ann", 0, 0, attack=2, damage="1d8"), foe("bob", 1, 0, ac=8, hp=60))
    blow = {"do": "attack", "target": "bob"}
    first, second, other = battle.fork(dice=9), battle.fork(dice=9), battle.fork(dice=10)
    lines = [shortly(fork.act("ann", blow)) for fork in (first, second)]
    assert lines[0] == lines[1]
    assert battle.creature("bob").health.hp == 60
    assert [event.event for event in other.act("ann", blow)][-1] == "done"


def test_a_save_in_the_middle_of_a_turn_goes_on_alike() -> None:
    battle = made("pathfinder-2e", field(9, 2), one("ann", 0, 0, speed=25), one("pal", 5, 0), foe("bob", 6, 1))
    act(battle, "ann", move((1, 0), (2, 0), (3, 0), (4, 0), (5, 0), pause=True))
    again = fivefoot.Battle.restore(battle.save())
    assert again.proved
    for one_battle in (battle, again):
        assert one_battle.why("ann", {"do": "attack", "target": "bob"}) is not None
    assert costs(battle.reach("ann")) == costs(again.reach("ann"))
    assert act(battle, "ann", move((6, 0))) == act(again, "ann", move((6, 0)))
    assert battle.save() == again.save()


# ---------------------------------------------------------------- the log


def test_two_plays_are_one_log() -> None:
    def played() -> str:
        battle = made(
            "epic-path",
            "..3... ......",
            one("ann", 0, 0, attack=4, damage="1d6", hp=20),
            foe("bob", 1, 1, attack=4, damage="1d6", hp=20),
        )
        act(battle, "ann", move((1, 0)), {"do": "attack", "target": "bob"}, {"do": "end"})
        act(battle, "bob", {"do": "push", "target": "ann", "distance": 5, "path": [[2, 0]]})
        return "\n".join(json.dumps(line) for line in replayed(battle))

    assert played() == played()
    lines = [json.loads(line) for line in played().splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert all({"seq", "round", "turn", "event", "rules"} <= set(line) for line in lines)


FIELDS = {
    "battle-started": {"ruleset", "seed"},
    "turn-started": {"actor"},
    "turn-ended": {"actor"},
    "refused": {"actor", "intent", "reason"},
    "done": {"actor", "intent", "spent", "at"},
    "stopped": {"actor", "intent", "spent", "at", "reason"},
    "moved": {"who", "from", "to", "cost", "mode"},
    "forced": {"who", "by", "from", "to", "kind"},
    "teleported": {"who", "from", "to"},
    "fell": {"who", "from", "to", "squares"},
    "opportunity": {"by", "against", "at"},
    "struck": {"by", "target", "hit", "total", "against", "damage", "modifiers"},
    "rolled": {"who", "for", "dice", "results", "total", "dc", "outcome", "modifiers"},
    "damaged": {"who", "amount", "kind", "hp"},
    "gained": {"who", "condition"},
    "lost": {"who", "condition"},
    "downed": {"who"},
    "healed": {"who", "amount", "hp"},
    "left": {"who"},
    "joined": {"who"},
    "blocked": {"who", "by", "at", "into", "left"},
}


def test_every_event_has_the_fields_of_the_contract() -> None:
    seen: set[str] = set()
    battle = made(
        "epic-path",
        "44..#. 44...u ......",
        one("ann", 0, 0, hp=9, attack=9, damage="9", speed={"walk": 30, "teleport": 30}),
        foe("bob", 1, 0, hp=30, attack=9, damage="1"),
        foe("cid", 3, 1, hp=30, attack=-9),
        board={"legend": {"u": {"terrain": "blocked", "unseen": True}}},
    )
    act(battle, "ann", {"do": "push", "target": "bob", "distance": 5}, move((5, 5)), {"do": "stand"}, {"do": "end"})
    act(battle, "cid", {"do": "attack", "target": "bob"}, move((4, 1), (5, 1)), {"do": "end"})
    battle.effect([{"do": "force", "target": "cid", "distance": 10, "direction": [0, -1]}], by="wind")
    battle.effect(
        [{"do": "damage", "target": "bob", "amount": 4, "kind": "fire"}, {"do": "heal", "target": "bob", "amount": 2}],
        by="wind",
    )
    battle.effect(
        [
            {"do": "join", "creature": foe("eve", 0, 2, hp=1)},
            {"do": "condition", "target": "eve", "condition": "prone"},
        ],
        by="wind",
    )
    battle.effect(
        [
            {"do": "end-condition", "target": "eve", "condition": "prone"},
            {"do": "damage", "target": "eve", "amount": 2, "kind": "fire"},
        ],
        by="wind",
    )
    battle.effect([{"do": "leave", "who": "eve"}], by="wind")
    act(battle, "ann", {"do": "teleport", "to": [1, 1], "distance": 30})
    for event in battle.events:
        line = event.to_dict()
        seen.add(line["event"])
        assert FIELDS.get(line["event"], set()) <= set(line), line
    heard = "forced fell damaged healed joined left gained lost downed refused stopped teleported struck rolled blocked"
    assert seen >= set(heard.split())


# ---------------------------------------------------------------- bad input


BAD: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("creatures[1].speed.walk", lambda tree: tree["creatures"][1].update(speed={"walk": "fast"})),
    ("creatures[0].at", lambda tree: tree["creatures"][0].update(at=[1])),
    ("creatures[0].size", lambda tree: tree["creatures"][0].update(size="vast")),
    ("creatures[1].conditions[0]", lambda tree: tree["creatures"][1].update(conditions=["sleepy"])),
    ("creatures[0].sped", lambda tree: tree["creatures"][0].update(sped=30)),
    ("turns[0].actor", lambda tree: tree.update(turns=[{"actor": "nobody", "intents": []}])),
    ("turns[0].intents[0].do", lambda tree: tree.update(turns=[{"actor": "ann", "intents": [{"do": "dance"}]}])),
    ("expect[0].at", lambda tree: tree.update(expect=[{"at": {"nobody": [0, 0]}}])),
    ("rules", lambda tree: tree.update(rules={"diagonal": "one"})),
    ("rules.diagonals", lambda tree: tree.update(rules={"diagonals": "two"})),
    ("ruleset", lambda tree: tree.update(ruleset="chess")),
    ("board.legend", lambda tree: tree["board"].update(legend={"L": {"terrain": "wet"}})),
    ("board.edges[0].kind", lambda tree: tree["board"].update(edges=[{"between": [[0, 0], [1, 0]], "kind": "hedge"}])),
    (
        "board.edges[0].between",
        lambda tree: tree["board"].update(edges=[{"between": [[0, 0], [3, 0]], "kind": "wall"}]),
    ),
    ("board.map", lambda tree: tree["board"].update(map="..?..")),
    ("creatures[1].name", lambda tree: tree["creatures"][1].update(name="ann")),
    ("creatures[1].mount", lambda tree: tree["creatures"][1].update(mount="nobody")),
    ("creatures[1].grabbed_by", lambda tree: tree["creatures"][1].update(grabbed_by="nobody")),
    ("format", lambda tree: tree.update(format=9)),
    ("seed", lambda tree: tree.update(seed="seven")),
    ("creatures[0].at", lambda tree: tree["creatures"][0].update(at=[9, 9])),
    ("proves[0]", lambda tree: tree.update(proves=["no-such-rule"])),
]


@pytest.mark.parametrize(("place", "spoil"), BAD, ids=[f"{number}-{place}" for number, (place, _) in enumerate(BAD)])
def test_bad_input_is_one_sentence_that_names_the_place(
    place: str, spoil: Callable[[dict[str, Any]], Any], tmp_path: Path
) -> None:
    tree: dict[str, Any] = {
        "format": 1,
        "ruleset": "epic-path",
        "seed": 1,
        "board": {"map": "....\n...."},
        "creatures": [one("ann", 0, 0), foe("bob", 3, 0)],
        "expect": [{"at": {"ann": [0, 0]}}],
    }
    spoil(tree)
    text = json.dumps(tree)
    with pytest.raises(fivefoot.ScenarioError) as caught:
        fivefoot.loads(text)
    assert place in str(caught.value)
    assert "\n" not in str(caught.value)
    path = tmp_path / "spoilt.json"
    path.write_text(text)
    outcome = CliRunner().invoke(app, ["check", str(path)], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert outcome.exit_code == 2
    assert path.name in outcome.stderr
    assert place in outcome.stderr


# ---------------------------------------------------------------- zones


RULESETS = ("epic-path", "d20-srd", "ascension", "pathfinder-2e", "draw-steel")


def burning(ruleset: str, *creatures: dict[str, Any]) -> fivefoot.Battle:
    """A battle with a zone that deals 2 on entering, 5 on leaving, 4 at a turn's start and 3 at its end."""
    acts = {
        when: [{"do": "damage", "target": "target", "amount": amount, "kind": "fire"}]
        for when, amount in (("enter", 2), ("leave", 5), ("start", 4), ("end", 3))
    }
    battle = made(ruleset, field(8, 3), *creatures)
    squares = [[1, 0], [2, 0], [3, 0], [2, 1]]
    battle.effect([{"do": "zone", "name": "fire", "squares": squares, **acts}], by="the story")
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_zone_acts_once_a_turn_on_a_whole_body(ruleset: str) -> None:
    far = 8 if ruleset == "draw-steel" else 40
    wings: dict[str, Any] = {"speed": {"walk": far, "fly": far}, "hover": True, "hp": 100}
    battle = burning(ruleset, one("ann", 0, 0, **wings), foe("bob", 7, 2))
    act(battle, "ann", move((1, 0), (0, 0), (1, 0), (2, 0)))
    assert battle.creature("ann").health.hp == 93
    act(battle, "ann", {"do": "end"})
    assert battle.creature("ann").health.hp == 90
    act(battle, "bob", {"do": "end"})
    act(battle, "ann", {"do": "end"})
    assert battle.creature("ann").health.hp == 83
    above = burning(ruleset, one("ann", 0, 0, 4, **wings), foe("bob", 7, 2))
    act(above, "ann", move((1, 0, 4), (2, 0, 4), (3, 0, 4), (4, 0, 4)))
    assert above.creature("ann").health.hp == 93
    large = burning(ruleset, one("ogre", 0, 1, size="large", **wings), foe("bob", 7, 2))
    act(large, "ogre", move((1, 1), (2, 1), (3, 1)))
    assert large.creature("ogre").health.hp == 93


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_latest_tile_of_zones_prices_the_way(ruleset: str) -> None:
    square = 1 if ruleset == "draw-steel" else 5
    battle = made(ruleset, field(8, 1), one("ann", 0, 0), foe("bob", 7, 0))
    mud = {"do": "zone", "name": "mud", "squares": [[1, 0], [2, 0]], "tile": {"terrain": "difficult"}}
    battle.effect([mud], by="the story")
    assert battle.reach("ann")[3, 0, 0].cost == 5 * square
    battle.effect([{**mud, "name": "ice", "squares": [[2, 0]], "tile": {"terrain": "normal"}}], by="the story")
    assert battle.reach("ann")[3, 0, 0].cost == 4 * square
    assert fivefoot.Battle.restore(battle.save()).reach("ann")[3, 0, 0].cost == 4 * square
    battle.undo()
    assert battle.reach("ann")[3, 0, 0].cost == 5 * square


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (None, "plan: found null; allowed: a list of pairs of a name and an intent"),
        ("ann", 'plan: found "ann"; allowed: a list of pairs of a name and an intent'),
        ([("ann",)], 'plan: [0]: found ["ann"]; allowed: a pair of a name and an intent'),
        ([("ann", {"do": "end"}), 5], "plan: [1]: found 5; allowed: a pair of a name and an intent"),
    ],
)
def test_a_plan_that_is_none_is_refused_in_a_sentence(plan: Any, said: str) -> None:
    with made("epic-path", "...", one("ann", 0, 0)) as battle, pytest.raises(fivefoot.ScenarioError) as refused:
        battle.preview_plan(plan)
    assert str(refused.value) == said


def test_a_plan_is_not_shown_with_the_dice_to_come() -> None:
    with made("epic-path", "...", one("ann", 0, 0)) as battle, pytest.raises(ValueError, match='allowed: "average"'):
        battle.preview_plan([], dice="same")  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "found"), [(b"x", "b'x'"), (5, "5"), (None, "null")])
def test_what_is_no_text_is_no_scenario(text: Any, found: str) -> None:
    with pytest.raises(fivefoot.ScenarioError) as refused:
        fivefoot.loads(text)
    assert str(refused.value) == f"<text>: found {found}; allowed: a text in TOML or JSON, or a table"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("rows", "why"), [("...#.", "something blocks the way"), ("....", "dan is in the way")])
def test_a_preview_says_what_stops_a_push(ruleset: str, rows: str, why: str) -> None:
    unit = 1 if ruleset == "draw-steel" else 5
    others = [foe("dan", 3, 0)] if "#" not in rows else []
    with made(ruleset, rows, one("ann", 0, 0), foe("bob", 1, 0), *others) as battle:
        push = {"do": "push", "target": "bob", "distance": 3 * unit}
        preview = battle.preview("ann", push)
        assert isinstance(preview, fivefoot.Preview)
        assert [(step.at, step.blocked) for step in preview.steps] == [((2, 0, 0), None), ((3, 0, 0), why)]
        assert preview.blocked == why
        battle.act("ann", push)
        assert [event.left for event in battle.events if event.event == "blocked"] == [2 * unit]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_preview_of_a_pull_ends_beside_the_puller(ruleset: str) -> None:
    unit = 1 if ruleset == "draw-steel" else 5
    with made(ruleset, ".....", one("ann", 0, 0), foe("bob", 3, 0)) as battle:
        preview = battle.preview("ann", {"do": "pull", "target": "bob", "distance": 4 * unit})
        assert isinstance(preview, fivefoot.Preview)
        assert [(step.at, step.blocked) for step in preview.steps] == [((2, 0, 0), None), ((1, 0, 0), None)]


def test_a_preview_moves_nobody_whom_force_does_not_move() -> None:
    prone = foe("bob", 1, 0, conditions=["voluntary-prone"])
    with made("epic-path", ".....", one("ann", 0, 0), prone) as battle:
        preview = battle.preview("ann", {"do": "push", "target": "bob", "distance": 10})
        assert isinstance(preview, fivefoot.Preview)
        assert (preview.steps, preview.blocked) == ((), None)


BARRED: dict[str, Any] = {
    "conditions": {"dazed": {"bars": ["act"]}},
    "items": {"wand": {"can": ["zap"], "uses": 1}},
    "abilities": {"zap": {"pays": "free", "each": [{"do": "damage", "amount": 1}]}},
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_ability_of_a_creature_that_a_condition_bars_from_acting_has_no_targets(ruleset: str) -> None:
    dazed = one("ann", 0, 0, can=["zap"], conditions=["dazed"])
    with made(ruleset, "....", dazed, foe("bob", 2, 0), **BARRED) as battle:
        state = battle.abilities("ann")["zap"]
        assert (state.usable, battle.targets("ann", "zap")) == (False, [])
        assert state.why == battle.why("ann", {"do": "use", "ability": "zap", "target": "bob"})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_ability_that_a_spent_item_lends_has_no_targets(ruleset: str) -> None:
    with made(ruleset, "....", one("ann", 0, 0, items=["wand"]), foe("bob", 2, 0), **BARRED) as battle:
        battle.act("ann", {"do": "use", "ability": "zap", "target": "bob"})
        state = battle.abilities("ann")["zap"]
        assert (state.usable, battle.targets("ann", "zap")) == (False, [])
        assert state.why == battle.why("ann", {"do": "use", "ability": "zap", "target": "bob"})


def test_where_no_blow_has_room_a_shot_of_a_weapon_range_still_has_targets() -> None:
    archer = one("ann", 1, 0, range=60, traits=["unwieldy"], can=["volley"])
    volley = {"pays": "standard", "target": {"range": "weapon"}, "each": [{"do": "strike"}]}
    foes = (foe("bob", 2, 0), foe("cat", 6, 0))
    with made("epic-path", "#....... ........", archer, *foes, abilities={"volley": volley}) as battle:
        assert battle.abilities("ann")["volley"].usable
        assert battle.targets("ann", "volley") == ["cat"]
        refusal = battle.why("ann", {"do": "use", "ability": "volley", "target": "bob"})
        assert refusal is not None
        assert refusal.rules == ("ep.blocked.unwieldy",)


@pytest.mark.parametrize("again", [lambda battle: battle.undo() and battle.redo(), fivefoot.Battle.replay])
def test_an_act_returns_no_events_of_commands_that_were_repeated(again: Callable[[fivefoot.Battle], object]) -> None:
    with made("d20-srd", "....", one("ann", 0, 0)) as battle:
        battle.act("ann", move((1, 0)))
        again(battle)
        known = len(battle.events)
        assert battle.act("ann", move((2, 0))) == battle.events[known:]


def test_a_step_that_sends_its_user_to_a_square_of_its_own_may_be_aimed_anywhere_in_range() -> None:
    jolt = {"pays": "free", "target": {"kind": "square", "range": 50}, "does": [
        {"do": "move", "target": "self", "distance": 5, "kind": "teleport", "to": [0, 1]}
    ]}  # fmt: skip
    with made("d20-srd", field(6, 2), one("ann", 0, 0, can=["jolt"]), abilities={"jolt": jolt}) as battle:
        assert battle.targets("ann", "jolt") == [(x, y) for y in range(2) for x in range(6)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("do", ["use", "attack"])
def test_odds_count_the_fall_of_a_flier_that_is_downed(ruleset: str, do: str) -> None:
    zap = {"pays": "free", "target": {"range": 30}, "each": [{"do": "damage", "amount": 1}]}
    wanted = {"do": "use", "ability": "zap"} if do == "use" else {"do": "attack", "ranged": True}
    ann = one("ann", 0, 0, can=["zap"], attack=9, damage=1)
    bat = foe("bat", 2, 0, 4, hp=1, ac=1, speed={"fly": 30})
    with made(ruleset, "....", ann, bat, abilities={"zap": zap}) as battle:
        odds = battle.odds("ann", {**wanted, "target": "bat"})
        assert not isinstance(odds, fivefoot.Refusal)
        luck = battle.fork(dice="average")
        events = [event.to_dict() for event in luck.act("ann", {**wanted, "target": "bat"})]
        fell = sum(event["amount"] for event in events if event["event"] == "damaged")
        assert fell > 1
        assert odds["bat"].most >= fell


def test_a_component_at_fault_is_told_with_its_place_in_the_file() -> None:
    bob = foe("bob", 1, 0, components={"blorb": {}})
    call = {"does": [{"do": "join", "creature": {"name": "cat", "components": {"blorb": {}}}}]}
    for creatures, more, place in (
        ([one("ann", 0, 0), bob], {}, "creatures[1]"),
        ([one("ann", 0, 0)], {"abilities": {"call": call}}, "abilities.call.does[0].creature"),
    ):
        with pytest.raises(fivefoot.ScenarioError) as refused:
            made("d20-srd", "....", *creatures, **more)
        allowed = "the name of a registered component that is a dataclass"
        assert str(refused.value) == f'<text>: {place}.components.blorb: found "blorb"; allowed: {allowed}'


def test_strikes_of_four_degrees_are_hits_and_misses() -> None:
    ann = one("ann", 0, 0, attack=5, damage=2)
    with made("pathfinder-2e", "..", ann, foe("bob", 1, 0, hp=30, ac=15), dice=[20, 10, 19]) as battle:
        strike = {"do": "attack", "target": "bob"}
        odds = battle.odds("ann", strike)
        assert not isinstance(odds, fivefoot.Refusal)
        assert odds["bob"].outcomes == {"critical-hit": 0.05, "hit": 0.5, "miss": 0.4, "critical-miss": 0.05}
        for _ in range(3):
            battle.act("ann", strike)
        assert [event.outcome for event in battle.events if event.event == "struck"] == ["critical-hit", "miss", "miss"]


def test_what_is_queued_is_no_part_of_the_odds_of_another_intent() -> None:
    legend = {"^": {"damage": "1d4", "hazard": True}}
    ann, bob, cid = one("ann", 3, 0), foe("bob", 4, 0, hp=9), foe("cid", 3, 1, hp=9)
    with made("d20-srd", ".....^.. ........", ann, bob, cid, board={"legend": legend}) as battle:
        battle.begin_turn("ann")
        push = {"do": "push", "target": "bob", "distance": 5}
        odds, count = battle.odds("ann", push), battle.turnperft(1)
        plan = battle.preview_plan([("ann", push)])
        battle.submit("ann", {"do": "attack", "target": "cid"})
        assert battle.odds("ann", push) == odds
        assert battle.preview_plan([("ann", push)]) == plan
        assert battle.turnperft(1) == count
        assert (plan.refused, plan.creatures["bob"].place) == (None, (5, 0, 0))


def test_odds_of_a_walk_count_the_fall_of_whoever_stands_on_the_walker() -> None:
    ogre, dee = one("ogre", 0, 0, size="large"), one("dee", 1, 1, 2, hp=20)
    with made("epic-path", field(8, 3), ogre, dee) as battle:
        odds = battle.odds("ogre", move((1, 0), (2, 0), (3, 0)))
        assert not isinstance(odds, fivefoot.Refusal)
        assert (odds["dee"].least, odds["dee"].mean, odds["dee"].most) == (1, 3.5, 6)
