"""Effects that no creature causes: traps, spells and stories."""

from typing import Any

import msgspec
import pytest

import fivefoot
from fivefoot.engine.field.shapes import has_room
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.save import digest

YARD: dict[str, Any] = {
    "format": 1,
    "title": "A yard",
    "ruleset": "epic-path",
    "seed": 3,
    "board": {"map": "........\n........\n........\n........\n........"},
    "creatures": [
        {"name": "ann", "side": "red", "at": [0, 2], "hp": 20, "attack": 4, "damage": "1d8"},
        {"name": "orc", "side": "blue", "at": [5, 2], "hp": 20, "attack": 4, "damage": "1d8"},
    ],
}


def yard(**changes: Any) -> Battle:
    """Two of them in a yard."""
    return Battle.of(YARD | changes)


def told(battle: Battle) -> list[dict[str, Any]]:
    """The log without what all lines share."""
    return [
        {key: value for key, value in event.to_dict().items() if key not in ("seq", "round", "turn", "rules")}
        for event in battle.events[1:]
    ]


def checked(battle: Battle) -> None:
    """Copies, undo and saves give the same state."""
    log = digest(battle.events)
    with Battle.restore(battle.save()) as again, battle.fork() as twin:
        for one in (again, twin):
            assert digest(one.events) == log
            assert msgspec.to_builtins(one.world.board.tiles) == msgspec.to_builtins(battle.world.board.tiles)
            assert [c.cube for c in one.creatures] == [c.cube for c in battle.creatures]
        for seq in range(len(twin.events)):
            twin.undo(seq)
            twin.redo()
            assert digest(twin.events) == log
        while twin.undo():
            pass
        while twin.redo():
            pass
        assert digest(twin.events) == log


def test_damage_and_healing_name_their_cause() -> None:
    with yard() as battle:
        battle.effect(
            [{"do": "damage", "target": "orc", "amount": 25, "kind": "fire"}], by="fireball", rules=["my.rule"]
        )
        heal: dict[str, Any] = {"do": "heal", "target": "orc"}
        battle.effect([heal | {"amount": "1d1"}, heal | {"amount": 90}], by="potion")
        assert told(battle) == [
            {"event": "damaged", "who": "orc", "amount": 25, "kind": "fire", "hp": -5, "by": "fireball"},
            {"event": "downed", "who": "orc", "by": "fireball"},
            {"event": "rolled", "who": "orc", "for": "healing", "dice": "1d1", "results": (1,), "total": 1, "dc": None,
             "outcome": "damage", "modifiers": (), "by": "potion"},
            {"event": "healed", "who": "orc", "amount": 1, "hp": -4, "by": "potion"},
            {"event": "healed", "who": "orc", "amount": 24, "hp": 20, "by": "potion"},
        ]  # fmt: skip
        assert battle.events[1].rules == ("my.rule",)
        assert battle.active is None
        assert not battle.creature("orc").out
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_defined_condition_lasts_as_long_as_it_says(ruleset: str) -> None:
    with yard(ruleset=ruleset) as battle:
        battle.begin_turn("ann")
        acts: list[dict[str, Any]] = [
            {"do": "condition", "target": "orc", "condition": "poisoned", "until": "turn-end", "times": 2},
            {"do": "condition", "target": "orc", "condition": "dazzled", "until": "turn-start", "whose": "ann"},
            {"do": "condition", "target": "orc", "condition": "marked", "until": "round-end"},
        ]
        battle.effect(acts, by="cloud")
        held = battle.creature("orc").condition.held
        assert held == {"poisoned", "dazzled", "marked"}
        battle.begin_turn("orc")
        battle.end_turn()
        assert battle.creature("orc").condition.held == {"poisoned", "dazzled", "marked"}
        battle.begin_turn("ann")
        assert battle.creature("orc").condition.held == {"poisoned"}
        battle.begin_turn("orc")
        battle.end_turn()
        assert battle.creature("orc").condition.held == set()
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_forced_away_from_a_point_towards_one_and_in_a_direction(ruleset: str) -> None:
    with yard(ruleset=ruleset) as battle:
        far = 2 * battle.rules.unit
        battle.effect([{"do": "force", "target": "orc", "distance": far, "away": [4, 2]}], by="blast")
        assert battle.creature("orc").cube == (7, 2, 0)
        battle.effect([{"do": "force", "target": "orc", "distance": far, "towards": [0, 2]}], by="hook")
        assert battle.creature("orc").cube == (5, 2, 0)
        battle.effect([{"do": "force", "target": "orc", "distance": far // 2, "direction": [0, -1]}], by="wind")
        assert battle.creature("orc").cube == (5, 1, 0)
        assert {line["by"] for line in told(battle)} == {"blast", "hook", "wind"}
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_someone_over_a_new_pit_falls_and_someone_in_a_new_wall_is_put_beside(ruleset: str) -> None:
    with yard(ruleset=ruleset) as battle:
        before = battle.world.board
        battle.effect([{"do": "tile", "at": [[5, 2]], "tile": {"floor": -4}}], by="earthquake")
        assert battle.creature("orc").cube == (5, 2, -4)
        assert [line["event"] for line in told(battle)][:2] == ["changed", "fell"]
        battle.effect([{"do": "tile", "at": [[0, 2]], "tile": "#"}], by="story")
        assert battle.creature("ann").cube in {(1, 2, 0), (0, 1, 0), (0, 3, 0), (1, 1, 0), (1, 3, 0)}
        after = battle.world.board
        assert after.tiles[1] is before.tiles[1]
        assert before.tile(5, 2).floor == 0
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_someone_in_a_pit_that_is_filled_is_put_into_the_pit_beside_it(ruleset: str) -> None:
    board = {"map": ".....\n.__..\n....."}
    with yard(ruleset=ruleset, board=board, creatures=[{"name": "ann", "side": "red", "at": [1, 1]}]) as battle:
        battle.effect([{"do": "tile", "at": [[1, 1]], "tile": "#"}], by="story")
        assert battle.creature("ann").cube == (2, 1, -4)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_object_that_rests_on_a_ledge_is_put_out_of_a_new_wall_and_not_squeezed(ruleset: str) -> None:
    crate = {"name": "crate", "side": "red", "at": [0, 1], "size": "large", "traits": ["object"]}
    board = {"map": "....\n1~..\n~~..\n...."}
    with yard(ruleset=ruleset, board=board, creatures=[YARD["creatures"][0] | {"at": [3, 0]}, crate]) as battle:
        battle.effect([{"do": "tile", "at": [[0, 1], [0, 0]], "tile": "#"}], by="story")
        assert battle.creature("crate").shape is None
        assert not {(0, 1), (0, 0)} & set(battle.creature("crate").box.footprint)


def test_someone_in_earth_that_turns_to_stone_comes_out_though_it_can_only_cling() -> None:
    walls = [[[0, 3], [1, 3]], [[1, 3], [1, 4]], [[1, 2], [1, 3]], [[2, 2], [2, 3]]]
    edges = [{"between": wall, "kind": "wall"} for wall in walls]
    board = {"map": "_d.s\nG22s\n.2GG\ns.s.\nd...", "legend": {"G": {"ground": "dirt"}}, "edges": edges}
    speed = {"walk": 4, "climb": 4, "burrow": 4}
    mole = {"name": "mole", "side": "red", "at": [2, 2, -4], "size": "large", "speed": speed}
    with yard(ruleset="draw-steel", board=board, creatures=[mole]) as battle:
        battle.effect([{"do": "tile", "at": [[2, 2], [3, 2]], "tile": "#"}], by="story")
        assert battle.creature("mole").cube == (0, 0, 2)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_incorporeal_creature_stays_in_a_new_wall_only_where_it_passes_walls(ruleset: str) -> None:
    ghost = YARD["creatures"][0] | {"traits": ["incorporeal"], "at": [1, 2]}
    with yard(ruleset=ruleset, creatures=[ghost, *YARD["creatures"][1:]]) as battle:
        battle.effect([{"do": "tile", "at": [[1, 2], [1, 1], [0, 2]], "tile": "#"}], by="story")
        stays = battle.creature(ghost["name"]).cube == (1, 2, 0)
        assert stays == (ruleset == "epic-path")


def test_a_tile_of_the_legend_may_come_though_the_map_has_none() -> None:
    board = {"map": YARD["board"]["map"], "legend": {"f": {"terrain": "difficult"}}}
    with yard(board=board) as battle:
        battle.effect([{"do": "tile", "at": [[1, 1]], "tile": "f"}], by="story")
        battle.effect([{"do": "tile", "at": [[1, 1]], "tile": "."}], by="story")
        battle.effect([{"do": "tile", "at": [[2, 1]], "tile": "f"}], by="story")
        assert battle.world.board.tile(2, 1).terrain == "difficult"
        checked(battle)


def test_an_opened_edge_lets_creatures_reach_the_other_side() -> None:
    edges = [{"between": [[3, y], [4, y]], "kind": "wall"} for y in range(5)]
    with yard(board={"map": YARD["board"]["map"], "edges": edges}) as battle:
        assert (5, 1, 0) not in battle.reach("ann")
        battle.effect([{"do": "edge", "between": [[3, 2], [4, 2]]}], by="lever")
        assert (5, 1, 0) in battle.reach("ann")
        (line,) = told(battle)
        assert line == {"event": "changed", "between": ((3, 2), (4, 2)), "kind": "nothing", "by": "lever"}
        checked(battle)


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "ascension"])
def test_a_wall_through_a_large_body_makes_it_squeeze_until_it_goes(ruleset: str) -> None:
    """As the same wall does that stands when the battle begins."""
    rows = {"map": "######\n......\n......\n######"}
    ogre = {"name": "ogre", "side": "red", "at": [2, 1], "size": "large", "speed": 40}
    wall = {"between": [[2, 1], [2, 2]], "kind": "wall"}

    def made(*edges: object) -> Battle:
        return Battle.of({"ruleset": ruleset, "board": {**rows, "edges": list(edges)}, "creatures": [ogre]})

    with made(wall) as walled, made() as battle:
        walled.begin_turn("ogre")
        built, whole = walled.creature("ogre"), battle.creature("ogre")
        before = (whole.shape, set(whole.condition.held))
        battle.effect([{"do": "edge", **wall}], by="portcullis")
        assert (whole.shape, whole.condition.held) == (built.shape, built.condition.held) != before
        battle.effect([{"do": "edge", "between": [[2, 1], [2, 2]]}], by="winch")
        assert (whole.shape, set(whole.condition.held)) == before


def test_somebody_joins_and_leaves() -> None:
    wolf = {"name": "wolf", "side": "blue", "at": [1, 2], "hp": 5}
    with yard() as battle:
        battle.roll_initiative()
        battle.effect([{"do": "join", "creature": wolf}, {"do": "damage", "target": "wolf", "amount": 1}], by="horn")
        assert battle.creature("wolf").health.hp == 4
        assert battle.order[-1] == "wolf"
        battle.act("wolf", {"do": "move", "to": [2, 3]})
        battle.effect([{"do": "leave", "who": "wolf"}], by="fear")
        assert battle.active is None
        assert "wolf" not in [c.name for c in battle.creatures]
        assert told(battle)[-1] == {"event": "left", "who": "wolf", "at": (2, 3, 0), "by": "fear"}
        checked(battle)
        battle.effect([{"do": "join", "creature": wolf | {"at": [0, 2]}}], by="horn")
        checked(battle)
    with yard(ruleset="d20-srd") as battle:
        battle.effect([{"do": "join", "creature": wolf | {"at": [0, 2]}}], by="horn")
        assert battle.creature("wolf").cube != battle.creature("ann").cube, "the nearest place where it may be"
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_put_into_a_wall_into_rock_or_onto_a_foe(ruleset: str) -> None:
    changes: dict[str, Any] = {"ruleset": ruleset, "board": {"map": "........\n........\n.....#..\n........"}}
    orc = {"name": "orc", "side": "blue", "at": [3, 2], "hp": 20}
    changes["creatures"] = [YARD["creatures"][0], orc]
    for to, found in (((3, 2), (2, 1, 0)), ((5, 2), (4, 1, 0)), ((1, 1, -2), (0, 0, 0)), ((7, 3), (7, 3, 0))):
        with yard(**changes) as battle:
            battle.effect([{"do": "teleport", "target": "ann", "to": list(to)}], by="the storm")
            assert battle.creature("ann").cube == found
            checked(battle)
    for at, found in (((3, 2), (2, 1, 0)), ((5, 2), (4, 1, 0))):
        with yard(**changes) as battle:
            battle.effect([{"do": "join", "creature": orc | {"name": "bat", "side": "red", "at": at}}], by="the story")
            assert battle.creature("bat").cube == found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_newcomer_without_room_nearby_is_refused(ruleset: str) -> None:
    """Ann fills the only square that is open; one beside it is opened before the second newcomer looks for a place."""
    ann = {"name": "ann", "side": "red", "at": [0, 0]}
    bat = {"do": "join", "creature": {"name": "bat", "side": "blue", "at": [2, 1]}}
    with yard(ruleset=ruleset, board={"map": ".###\n####\n####"}, creatures=[ann]) as battle:
        with pytest.raises(fivefoot.ScenarioError, match="blocked or too narrow for bat") as caught:
            battle.effect([{"do": "damage", "target": "ann", "amount": 1}, bat], by="the story")
        assert caught.value.place == "acts[1].creature.at"
        assert not battle.events
        battle.effect([{"do": "tile", "at": [[3, 2]], "tile": "."}, bat], by="the story")
        assert battle.creature("bat").cube == (3, 2, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_newcomer_does_not_stand_on_those_who_fill_the_board(ruleset: str) -> None:
    full = [YARD["creatures"][0] | {"name": name, "at": [x, 0]} for x, name in enumerate(("ann", "bob"))]
    bat = {"do": "join", "creature": {"name": "bat", "side": "blue", "at": [1, 0]}}
    with yard(ruleset=ruleset, board={"map": ".."}, creatures=full) as battle:
        with pytest.raises(fivefoot.ScenarioError, match="taken, blocked or too narrow for bat"):
            battle.effect([bat], by="the story")
        assert not battle.events


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_put_beside_through_a_wall(ruleset: str) -> None:
    sides = [[[1, 1], [1, 0]], [[1, 1], [0, 1]], [[1, 1], [1, 2]], [[2, 1], [2, 0]], [[2, 1], [2, 2]], [[2, 1], [3, 1]]]
    cell = {"map": "....\n....\n....", "edges": [{"between": side, "kind": "wall"} for side in sides]}
    ann = YARD["creatures"][0] | {"at": [1, 1]}
    with yard(ruleset=ruleset, board=cell, creatures=[ann]) as battle:
        battle.effect([{"do": "join", "creature": ann | {"name": "bat", "side": "blue"}}], by="the story")
        assert battle.creature("bat").cube == (2, 1, 0)
    with yard(ruleset=ruleset, board=cell, creatures=[ann]) as battle:
        battle.effect([{"do": "tile", "at": [[1, 1]], "tile": "#"}], by="the storm")
        assert battle.creature("ann").cube == (2, 1, 0)
        checked(battle)


def test_a_creature_is_free_when_its_holder_leaves() -> None:
    held = {"name": "cat", "side": "red", "at": [4, 2], "hp": 20, "grabbed_by": "orc"}
    with yard(creatures=[*YARD["creatures"], held]) as battle:
        battle.effect([{"do": "leave", "who": "orc"}], by="the story")
        assert not battle.creature("cat").condition.held
        assert battle.why("cat", {"do": "move", "to": [3, 2]}) is None


def test_a_trap_in_the_middle_of_a_move_is_kept_without_its_listener() -> None:
    with yard() as battle:

        def spring(event: Any) -> None:
            if event.event == "moved" and event.to == (2, 2, 0):
                battle.effect([{"do": "force", "target": "ann", "distance": 10, "direction": [0, 1]}], by="spring")

        stop = battle.listen(spring)
        battle.act("ann", {"do": "move", "to": [4, 2]})
        stop()
        lines = told(battle)
        assert [line["event"] for line in lines] == [
            "turn-started", "moved", "moved", "forced", "forced", "stopped",
        ]  # fmt: skip
        assert lines[-1]["reason"] == "spring moved ann off its path"
        assert battle.creature("ann").cube == (2, 4, 0)
        checked(battle)


def test_a_cloud_at_a_turns_start_and_fire_that_spreads() -> None:
    with yard() as battle:
        cloud, fire = battle.burst([4, 2], 5), {(0, 0)}

        def weather(event: Any) -> None:
            """A creature that begins its turn in the cloud chokes; each turn the fire takes the squares around it."""
            if event.event != "turn-started":
                return
            if battle.creature(event.actor).cube[:2] in cloud:
                battle.effect([{"do": "damage", "target": event.actor, "amount": 2, "kind": "poison"}], by="cloud")
            around = {(x + dx, y + dy) for x, y in fire for dx in (0, 1) for dy in (0, 1)} - fire
            fire.update(around)
            burns = {"damage": 1, "hazard": True}
            battle.effect([{"do": "tile", "at": sorted(around), "tile": burns}], by="fire")

        battle.listen(weather)
        for _ in range(2):
            for name in ("ann", "orc"):
                battle.begin_turn(name)
        log = [line for line in told(battle) if line["event"] == "damaged"]
        assert [(line["who"], line["by"]) for line in log if "by" in line] == [("orc", "cloud"), ("orc", "cloud")]
        assert battle.creature("orc").health.hp == 16
        assert battle.world.board.tile(4, 4).hazard
        assert not battle.world.board.tile(5, 0).hazard
        assert battle.creature("ann").health.hp == 19, "the fire has come to her before her second turn"
        checked(battle)


def test_a_wall_that_breaks_lets_through_and_lets_see() -> None:
    with yard(board={"map": "........\n...#....\n...#....\n...#....\n...#...."}) as battle:
        before = battle.route("ann", [4, 2])
        assert before is not None
        assert not battle.sightline("ann", "orc").clear
        battle.effect([{"do": "tile", "at": [[3, 2]], "tile": "."}], by="a ram")
        after = battle.route("ann", [4, 2])
        assert after is not None
        assert (after.cost, before.cost > after.cost) == (20, True)
        assert battle.sightline("ann", "orc").clear
        checked(battle)


def walk_disturbed(acts: list[dict[str, Any]], at: tuple[int, int], ruleset: str, **changes: Any) -> Battle:
    """Ann walks east along her row, by path; the acts happen as she comes to a square."""
    battle = yard(ruleset=ruleset, **changes)

    def listener(event: Any) -> None:
        if event.event == "moved" and event.to[:2] == at:
            battle.effect(acts, by="story")

    battle.listen(listener)
    battle.begin_turn("ann")
    battle.act("ann", {"do": "move", "path": [[1, 2], [2, 2], [3, 2], [4, 2]], "mode": "walk"})
    return battle


IN_THE_WAY: dict[str, dict[str, Any]] = {
    "a wall": {"do": "tile", "at": [[3, 2]], "tile": "#"},
    "a shut door": {"do": "edge", "between": [[2, 2], [3, 2]], "kind": "wall"},
    "a foe who joins": {
        "do": "join",
        "creature": {"name": "imp", "side": "blue", "at": [3, 2], "traits": ["fills-space"]},
    },
    "a floor that rises": {"do": "tile", "at": [[3, 2]], "tile": "3"},
    "a gap too narrow": {"do": "tile", "at": [[3, 2]], "tile": {"width": 0.5}},
    "a foe who is moved there": {"do": "teleport", "target": "ogre", "to": [3, 2]},
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("act", IN_THE_WAY.values(), ids=IN_THE_WAY)
def test_a_new_obstacle_ends_the_walk_before_it(act: dict[str, Any], ruleset: str) -> None:
    ogre = {"name": "ogre", "side": "blue", "at": [7, 0], "traits": ["fills-space"]}
    creatures = [*YARD["creatures"], ogre]
    with walk_disturbed([act], (1, 2), ruleset, creatures=creatures) as battle:
        stopped = next(line for line in told(battle) if line["event"] == "stopped")
        unit = battle.rules.unit
        assert battle.creature("ann").cube == (2, 2, 0) == stopped["at"]
        assert stopped["spent"] == 2 * unit
        assert next(event for event in battle.events if event.event == "stopped").rules
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ground_that_changes_under_way_costs_what_it_is(ruleset: str) -> None:
    rubble: dict[str, Any] = {"do": "tile", "at": [[2, 2], [3, 2]], "tile": ":"}
    with walk_disturbed([rubble], (1, 2), ruleset) as battle:
        unit = battle.rules.unit
        costs = [line["cost"] for line in told(battle) if line["event"] == "moved"]
        assert costs == [unit, 2 * unit, 2 * unit, unit][: 3 if unit == 1 else 4]  # five squares or six
    cleared: dict[str, Any] = {"do": "tile", "at": [[2, 2], [3, 2]], "tile": "."}
    rough = {"map": "........\n........\n..::....\n........\n........"}
    creatures = [YARD["creatures"][0] | {"speed": 30 if unit > 1 else 6}, YARD["creatures"][1]]
    with walk_disturbed([cleared], (1, 2), ruleset, board=rough, creatures=creatures) as battle:
        assert [line["cost"] for line in told(battle) if line["event"] == "moved"] == [battle.rules.unit] * 4


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_run_stops_before_new_rubble(ruleset: str) -> None:
    with yard(ruleset=ruleset, creatures=[YARD["creatures"][0]]) as battle:
        run: dict[str, Any] = {"do": "run", "path": [[x, 2] for x in range(1, 7)]}
        if battle.why("ann", run) is not None:
            return

        def listener(event: Any) -> None:
            if event.event == "moved" and event.to[:2] == (2, 2):
                battle.effect([{"do": "tile", "at": [[4, 2]], "tile": ":"}], by="story")

        battle.listen(listener)
        battle.act("ann", run)
        assert battle.creature("ann").cube == (3, 2, 0)


def test_a_wall_that_goes_up_around_a_charger_takes_the_strike_from_it() -> None:
    with yard() as battle:

        def listener(event: Any) -> None:
            if event.event == "moved" and event.to[:2] == (2, 2):
                battle.effect([{"do": "edge", "between": [[3, 2], [4, 2]], "kind": "wall"}], by="portcullis")

        battle.listen(listener)
        battle.act("ann", {"do": "charge", "target": "orc"})
        assert battle.creature("ann").cube == (3, 2, 0)
        assert not any(line["event"] == "struck" for line in told(battle))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("do", ["charge", "push"])
def test_a_target_that_leaves_in_the_middle_of_an_intent_ends_it(do: str, ruleset: str) -> None:
    orc = YARD["creatures"][1] | {"at": [5, 2] if do == "charge" else [1, 2]}
    with yard(ruleset=ruleset, creatures=[YARD["creatures"][0], orc]) as battle:
        intent: dict[str, Any] = {"do": do, "target": "orc"}
        if do == "push":
            intent["distance"] = 4 * battle.rules.unit
        if battle.why("ann", intent) is not None:
            return

        def listener(event: Any) -> None:
            if event.event in ("moved", "forced") and event.to[0] == 2:
                battle.effect([{"do": "leave", "who": "orc"}], by="story")

        battle.listen(listener)
        battle.act("ann", intent)
        lines = told(battle)
        assert lines[-1]["event"] == "stopped"
        assert lines[-1]["reason"] == "orc is gone"
        checked(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_effect_at_a_reaction_comes_before_the_step(ruleset: str) -> None:
    orc = YARD["creatures"][1] | {"at": [0, 1]}
    with yard(ruleset=ruleset, creatures=[YARD["creatures"][0], orc]) as battle:

        def listener(event: Any) -> None:
            if event.event == "opportunity":
                battle.effect([{"do": "edge", "between": [[0, 2], [0, 3]], "kind": "wall"}], by="gate")

        battle.listen(listener)
        battle.begin_turn("ann")
        battle.act("ann", {"do": "move", "path": [[0, 3], [0, 4]]})
        kinds = [line["event"] for line in told(battle)]
        if "opportunity" in kinds:
            assert "moved" not in kinds
            assert battle.creature("ann").cube == (0, 2, 0)
            checked(battle)


def test_a_pit_dug_under_a_walker() -> None:
    with yard() as battle:

        def dig(event: Any) -> None:
            if event.event == "moved" and event.to == (2, 2, 0):
                battle.effect([{"do": "tile", "at": [[2, 2]], "tile": {"floor": -2}}], by="trapdoor")

        battle.listen(dig)
        battle.act("ann", {"do": "move", "to": [4, 2]})
        kinds = [line["event"] for line in told(battle)]
        assert kinds[:5] == ["turn-started", "moved", "moved", "changed", "fell"]
        assert kinds[-1] == "stopped"
        checked(battle)


@pytest.mark.parametrize(
    ("act", "place"),
    [
        ({"do": "damage", "target": "nobody", "amount": 1}, "acts[0].target"),
        ({"do": "damage", "target": "ann", "amount": "many"}, "acts[0].amount"),
        ({"do": "dance"}, "acts[0].do"),
        ({"do": "force", "target": "ann", "distance": 5}, "acts[0].direction"),
        ({"do": "teleport", "target": "ann", "to": [99, 0]}, "acts[0].to"),
        ({"do": "tile", "at": [[99, 0]], "tile": "#"}, "acts[0].at[0]"),
        ({"do": "tile", "at": [[1, 0]], "tile": "?"}, "acts[0].tile"),
        ({"do": "tile", "at": [[1, 0]], "tile": {"flor": 1}}, "acts[0].tile"),
        ({"do": "edge", "between": [[1, 0], [3, 0]], "kind": "wall"}, "acts[0].between"),
        ({"do": "join", "creature": {"name": "ann", "side": "red", "at": [1, 1]}}, "acts[0].creature.name"),
        ({"do": "join", "creature": {"name": "z", "side": "red", "at": [1, 99]}}, "acts[0].creature.at"),
        (
            {"do": "join", "creature": {"name": "z", "side": "red", "at": [1, 1], "size": "big"}},
            "acts[0].creature.size",
        ),
        ({"do": "condition", "target": "ann", "condition": "a\x07b"}, "acts[0].condition"),
    ],
)
def test_an_impossible_effect_is_refused_and_changes_nothing(act: dict[str, Any], place: str) -> None:
    with yard() as battle:
        with pytest.raises(fivefoot.ScenarioError) as caught:
            battle.effect([act], by="test")
        assert caught.value.place == place
        assert not battle.events
        assert not battle.commands


def test_the_log_of_a_newcomer_omits_defaults() -> None:
    """`medium` and `free` are the defaults: they stand in no log, though a saved battle has them as other strings."""
    rat = {
        "name": "rat",
        "side": "blue",
        "at": [3, 3],
        "size": "medium",
        "step_features": [{"uses": 2, "cost": "free"}],
    }
    with yard() as battle:
        battle.effect([{"do": "join", "creature": rat}], by="story")
        joined = battle.events[-1].to_dict()["creature"]
        assert joined == {"name": "rat", "side": "blue", "at": [3, 3], "step_features": [{"uses": 2}]}
        checked(battle)


def test_a_creature_still_moves_after_its_neighbour_in_the_square_leaves() -> None:
    tiny: dict[str, Any] = {"side": "red", "at": [2, 2], "size": "tiny"}
    with yard(creatures=[{"name": name, **tiny} for name in ("ann", "bob", "cat")]) as battle:
        battle.begin_turn("ann")
        assert battle.reach("ann")
        battle.effect([{"do": "leave", "who": "cat"}], by="story")
        assert battle.reach("ann")
        battle.effect([{"do": "damage", "target": "bob", "amount": 1}], by="story")
        assert battle.reach("ann")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_may_enter_the_square_of_one_that_left(ruleset: str) -> None:
    with yard(ruleset=ruleset) as battle:
        battle.begin_turn("ann")
        there = battle.creature("orc").cube
        battle.reach("ann")
        battle.effect([{"do": "leave", "who": "orc"}], by="story")
        with battle.fork() as twin:
            assert battle.reach("ann").costs() == twin.reach("ann").costs()
        assert there in battle.reach("ann")


def test_a_teleport_half_into_earth_arrives_beside_it() -> None:
    """Ann, two squares wide, is in the ground: she would be half in it and half out of it at [0, 0]."""
    board = {"map": "d...\n.d..\ndd..\ndd.."}
    ann = {"name": "ann", "side": "red", "at": [0, 2], "size": "large", "speed": {"walk": 5}}
    with yard(ruleset="draw-steel", board=board, creatures=[ann]) as battle:
        battle.effect([{"do": "teleport", "target": "ann", "to": [0, 0]}], by="a spell")
        x, y, z = battle.creature("ann").cube
        under = {battle.world.board.blocked(x + i, y + j, z) for i in (0, 1) for j in (0, 1)}
        assert len(under) == 1


def test_an_object_does_not_squeeze() -> None:
    crate = {"name": "crate", "side": "blue", "at": [0, 0], "size": "large", "traits": ["object"]}
    with yard(board={"map": ".#....\n......\n......"}, ruleset="d20-srd", creatures=YARD["creatures"][:1]) as battle:
        battle.effect([{"do": "join", "creature": crate}], by="story")
        assert battle.creature("crate").cube == (2, 0, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_whose_mount_leaves_gets_its_own_space(ruleset: str) -> None:
    """Walls rise around a pony that a giant rides: with the pony gone it stands in the open."""
    horse = {"name": "horse", "side": "red", "at": [1, 1]}
    ann = {**horse, "name": "ann", "size": 3 if ruleset == "draw-steel" else "huge", "mount": "horse"}
    with yard(ruleset=ruleset, creatures=[horse, ann]) as battle:
        battle.effect([{"do": "tile", "at": [[2, 1], [1, 2], [2, 2], [3, 3]], "tile": "#"}], by="the story")
        assert not has_room(battle.world, battle.creature("ann"), (1, 1, 0))
        battle.effect([{"do": "leave", "who": "horse"}], by="the story")
        assert has_room(battle.world, battle.creature("ann"), battle.creature("ann").cube)
        assert [event["mode"] for event in told(battle) if event["event"] == "moved"] == ["put-back"]
        checked(battle)


@pytest.mark.parametrize(
    "act",
    [{"do": "tile", "at": [[3, 2]], "tile": "#"}, {"do": "edge", "between": [[2, 2], [3, 2]], "kind": "wall"}],
    ids=["a wall", "a shut door"],
)
def test_a_jump_stops_before_what_rises_in_its_way(act: dict[str, Any]) -> None:
    jumper = YARD["creatures"][0] | {"abilities": {"might": 4}}
    with yard(ruleset="draw-steel", creatures=[jumper]) as battle:

        def listener(event: Any) -> None:
            if event.event == "moved" and event.to == (2, 2, 0):
                battle.effect([act], by="story")

        battle.listen(listener)
        battle.act("ann", {"do": "jump", "to": [4, 2]})
        assert (battle.creature("ann").cube, told(battle)[-1]["event"]) == ((2, 2, 0), "stopped")


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "ascension"])
def test_a_charge_at_a_creature_that_is_gone_from_reach_ends_without_a_strike(ruleset: str) -> None:
    with yard(ruleset=ruleset) as battle:
        x, y, _ = battle.creature("orc").cube

        def listener(event: Any) -> None:
            if event.event == "moved" and event.who == "ann" and event.to[:2] == (1, 2):
                battle.effect([{"do": "teleport", "target": "orc", "to": [x, y + 2]}], by="story")

        battle.listen(listener)
        battle.act("ann", {"do": "charge", "target": "orc"})
        lines = told(battle)
        assert "struck" not in {line["event"] for line in lines}
        assert lines[-1]["reason"].startswith("orc is not in reach from ")
