"""Queries and events agree: a few hundred decisions, and the cases that once differed."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from tests.agreement import fault_of, fuzz

from fivefoot.components.events import Opportunity
from fivefoot.engine.combat.threat import strikes_reach
from fivefoot.engine.field.support import holds_at
from fivefoot.engine.geometry.boxes import overlap
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle

ANN: dict[str, Any] = {"name": "ann", "at": [0, 0]}


def battle_of(
    ruleset: str, board: str, *creatures: dict[str, Any], rules: dict[str, Any] | None = None, **more: Any
) -> Battle:
    """A battle on a drawn board, under house rules; `ann` is on turn."""
    sides = {"ann": "red", "bob": "blue", "cat": "blue"}
    battle = Battle.of(
        {
            "ruleset": ruleset,
            "seed": 1,
            "rules": rules or {},
            "board": {"map": board, **more},
            "creatures": [{"side": sides.get(creature["name"]), **creature} for creature in creatures],
        }
    )
    battle.begin_turn("ann")
    return battle


@pytest.mark.slow
def test_all_ways_of_asking_agree_at_300_decision_points() -> None:
    counts: Counter[str] = Counter()
    assert fuzz(300, 0, counts) == []
    assert counts["decision points"] == 300
    assert all(counts[ruleset] for ruleset in RULESETS)
    assert counts["refusals"]
    assert counts["saved and loaded"]


SEEDS = (
    20408, 50496, 100055, 200021, 200175, 200270, 1000251, 3000233, 3000338, 3000634, 3001162, 3001227, 4000497,
    4000858, 4000916, 4001108, 6000182, 6000363, 6000757, 8000067, 8000108, 8000122, 9500145, 11000128, 12000732,
    13000285, 21000035, 80000648,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.nightly] if at % 6 else []) for at, seed in enumerate(SEEDS)]
)
def test_seeds_that_once_differed(seed: int) -> None:
    assert fault_of(seed, Counter(), 1000, whole=True) == ""


@pytest.mark.parametrize("seed", [80000471])
def test_meddled_seeds_that_once_differed(seed: int) -> None:
    assert fault_of(seed, Counter(), 1000, meddled=True, whole=True) == ""


@pytest.mark.parametrize(
    ("seed", "meddled", "whole"),
    [(90000004, False, True), (1400000139, True, False), (1400000161, True, False), (777000180, True, False)],
)
def test_seeds_with_content_that_once_differed(seed: int, meddled: bool, whole: bool) -> None:
    assert fault_of(seed, Counter(), 1000, meddled=meddled, content=True, whole=whole) == ""


def test_nobody_is_put_back_into_what_has_become_a_pillar() -> None:
    with battle_of("draw-steel", "...\n...", ANN, {"name": "bob", "at": [1, 0]}) as battle:
        battle.act("ann", {"do": "move", "path": [[1, 0]], "pause": True})
        battle.effect([{"do": "tile", "at": [[0, 0]], "tile": "o"}], by="the ground")
        battle.act("ann", {"do": "end"})
        assert battle.creature("ann").cube == (0, 1, 0)


@pytest.mark.parametrize("ruleset", ["pathfinder-2e", "draw-steel"])
def test_reach_after_a_pause_is_where_the_next_move_may_end(ruleset: str) -> None:
    friend = {"name": "bob", "side": "red", "at": [2, 0]}
    with battle_of(ruleset, "......", ANN, friend, {"name": "cat", "at": [5, 0]}) as battle:
        battle.act("ann", {"do": "move", "path": [[1, 0], [2, 0]], "pause": True})
        stops = {cube for cube, arrival in battle.reach("ann").items() if arrival.path and arrival.can_stop}
        assert stops == {(0, 0, 0), (1, 0, 0), (3, 0, 0), (4, 0, 0)}
        assert stops == {getattr(wanted, "to", None) for wanted in battle.legal_intents("ann", "move")}


@pytest.mark.parametrize("ruleset", ["ascension", "d20-srd"])
def test_a_large_body_is_not_drawn_in_onto_another_when_the_ground_changes(ruleset: str) -> None:
    ann = {"name": "ann", "at": [1, 1]}
    ogre = {"name": "bob", "at": [1, 0], "size": "large", "conditions": ["squeezing"]}
    with battle_of(ruleset, "....\n..#.\n....", ann, ogre) as battle:
        assert battle.creature("bob").cube == (1, 0, 0)
        battle.effect([{"do": "tile", "at": [[2, 0]], "tile": "#"}], by="a fallen block")
        spaces = [battle.creature(name).space for name in ("ann", "bob")]
        assert not overlap(battle.creature("ann").box, battle.creature("bob").box), spaces


@pytest.mark.parametrize("ruleset", RULESETS)
def test_reach_of_the_prone_on_turn_is_where_they_may_crawl(ruleset: str) -> None:
    ann = {"name": "ann", "at": [0, 0], "conditions": ["prone"]}
    with battle_of(ruleset, "....\n....", ann, {"name": "bob", "at": [3, 1]}) as battle:
        stops = {cube for cube, arrival in battle.reach("ann").items() if arrival.path and arrival.can_stop}
        listed = battle.legal_intents("ann", "move", "crawl")
        ends = {getattr(wanted, "to", None) for wanted in listed if not getattr(wanted, "double", False)}
        assert stops == ends
        assert (1, 0, 0) in stops


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "pathfinder-2e"])
def test_a_tumble_past_two_enemies_is_listed_once(ruleset: str) -> None:
    ann = {"name": "ann", "at": [1, 1], "skills": {"tumble": 9, "acrobatics": 9}, "trained": ["tumble"]}
    foes = {"name": "bob", "at": [2, 1]}, {"name": "cat", "at": [2, 0]}
    with battle_of(ruleset, "....\n....\n....", ann, *foes) as battle:
        listed = list(battle.legal_intents("ann"))
        assert any(wanted.do == "tumble" for wanted in listed)
        assert len(listed) == len(set(listed))


def test_a_clamber_into_a_square_that_two_enemies_share_is_listed_once() -> None:
    ann = {"name": "ann", "at": [0, 0], "size": "tiny", "reach": 5}
    foes = {"name": "bob", "at": [1, 0], "size": "tiny"}, {"name": "cat", "at": [1, 0], "size": "tiny"}
    with battle_of("epic-path", "...\n...", ann, *foes) as battle:
        assert len(list(battle.legal_intents("ann", "clamber"))) == 1


def test_a_preview_of_a_power_roll_shows_its_best_outcome() -> None:
    ann = {"name": "ann", "at": [0, 0], "abilities": {"agility": 1}}
    with battle_of("draw-steel", ".....", ann) as battle:
        jump = battle.foresee("ann", {"do": "jump", "to": [3, 0]})
        assert isinstance(jump, Preview)
        assert jump.checks == ("jump",)
        assert [step.at for step in jump.steps] == [(1, 0, 0), (2, 0, 0), (3, 0, 0)]


def test_a_body_that_is_drawn_in_draws_what_its_own_squares_draw() -> None:
    """Ann, two squares wide, fills the lower row of her space only: bob threatens the upper one, through no square."""
    ann = {"name": "ann", "at": [2, 1], "size": "large", "speed": 30}
    bob = {"name": "bob", "at": [2, 0], "damage": 0}
    board = ".....#\n.###..\n......\n......"
    with battle_of("ascension", board, ann, bob) as battle:
        assert battle.creature("ann").shape is not None
        foreseen = battle.foresee("ann", {"do": "move", "to": [0, 2]})
        assert isinstance(foreseen, Preview)
        came = battle.act("ann", {"do": "move", "to": [0, 2]})
        assert {event.by for event in came if isinstance(event, Opportunity)} == set(foreseen.provokes) == set()


def test_a_strike_lands_on_a_square_that_is_both_in_reach_and_in_line() -> None:
    """Bob, in the water, has a line over the ledges to a far part of ann only, and only her near part within reach."""
    board = "~22~\n2~W~\n..^~\nW~1~\nWW.1\nW.v~\n^.v~"
    legend = {"W": {"water": 5, "terrain": "difficult"}, "v": {"water": 1}}
    ann = {"name": "ann", "at": [1, 4, 0], "size": "large", "speed": {"walk": 10, "climb": 30}}
    bob = {"name": "bob", "at": [3, 3, -1]}
    with battle_of("pathfinder-2e", board, ann, bob, legend=legend) as battle:
        near = {cube for cube in battle.in_reach("bob") if cube in product((1, 2), (4, 5), (0, 1))}
        assert not near
        assert not strikes_reach(battle.world, battle.creature("bob"), battle.creature("ann"))


def test_an_enemy_that_struck_a_mover_this_turn_does_not_react_again() -> None:
    """One attack of each enemy in a turn's movement: the second move draws nothing, and need not go around bob."""
    bob = {"name": "bob", "at": [2, 1], "feats": ["combat-reflexes"], "abilities": {"dexterity": 3}}
    with battle_of("d20-srd", "......\n......", {"name": "ann", "at": [1, 0]}, bob) as battle:
        assert battle.reach("ann")[0, 0, 0].opportunities == ("bob",)
        battle.act("ann", {"do": "move", "to": [1, 1]})
        assert battle.creature("ann").turn.provoked == {"bob"}
        assert battle.reach("ann")[0, 0, 0].opportunities == ()
        assert battle.reach("ann", fresh=True)[0, 0, 0].opportunities == ("bob",)


def test_reach_counts_a_body_that_is_drawn_in_by_its_own_squares() -> None:
    """Past the pillar the ogre fills the lower row of its space: bob threatens an upper square that it leaves free."""
    ann = {"name": "ann", "at": [0, 1], "size": "large", "speed": 60}
    with battle_of("ascension", "......\n..o...\n......\n######", ann, {"name": "bob", "at": [4, 0]}) as battle:
        reach = battle.reach("ann")
        assert reach[2, 1, 0].path == ((1, 1, 0), (2, 1, 0))
        assert reach[3, 1, 0].opportunities == ()
        assert reach[4, 1, 0].opportunities == ("bob",)


def test_a_rider_is_struck_at_over_the_space_of_its_mount() -> None:
    ann = {"name": "ann", "at": [2, 0], "mount": "cob", "size": "small"}
    cob = {"name": "cob", "at": [1, 0], "size": "large", "side": "red"}
    board = "......\n......"
    with battle_of("epic-path", board, cob, ann, {"name": "bob", "at": [0, 0]}) as battle:
        assert battle.reach("ann")[3, 0, 0].opportunities == ("bob",)


def test_moves_that_are_forced_by_a_house_rule_draw_nothing() -> None:
    board = "....\n...."
    for kind, drawn in (("voluntary", ("bob",)), ("forced", ())):
        with battle_of(
            "pathfinder-2e",
            board,
            {"name": "ann", "at": [0, 0]},
            {"name": "bob", "at": [1, 1]},
            rules={"movement_kind": kind},
        ) as battle:
            assert battle.reach("ann")[0, 1, 0].opportunities == drawn


def test_a_movement_that_keeps_to_a_jump_goes_nowhere_on_foot() -> None:
    ann = {"name": "ann", "at": [0, 0], "abilities": {"might": 2, "agility": 2}}
    rules = {"mix_types_in_one_move": False}
    with battle_of("draw-steel", "......", ann, rules=rules) as battle:
        battle.act("ann", {"do": "jump", "to": [2, 0]})
        assert battle.creature("ann").turn.pool_open
        assert [cube for cube, arrival in battle.reach("ann").items() if arrival.path] == []


def on_the_list(battle: Battle) -> set[object]:
    """The places that `legal_intents` lists as the ends of plain moves."""
    listed = battle.legal_intents("ann", "move")
    return {getattr(wanted, "to", None) for wanted in listed if not getattr(wanted, "double", False)}


def stops(battle: Battle) -> set[object]:
    """The places other than its own where `reach` lets ann end a move."""
    return {cube for cube, arrival in battle.reach("ann").items() if arrival.path and arrival.can_stop}


def test_a_movement_that_keeps_to_climbing_climbs_where_a_walk_is_shorter() -> None:
    ann = {"name": "ann", "at": [0, 1], "speed": {"walk": 3, "climb": 5}}
    with battle_of("draw-steel", ".99\n.11", ann, rules={"mix_types_in_one_move": False}) as battle:
        battle.act("ann", {"do": "move", "to": [1, 1]})
        assert battle.reach("ann")[2, 1, 1].path == ((1, 1, 2), (2, 1, 1))
        assert on_the_list(battle) == stops(battle)
        battle.act("ann", {"do": "move", "to": [2, 1]})
        assert battle.creature("ann").cube == (2, 1, 1)
        assert battle.creature("ann").turn.pool_spent == 3


def test_a_fixed_speed_limits_each_mode() -> None:
    """Two of six squares are walked: four more on foot, and none on wings that carry two."""
    ann = {"name": "ann", "at": [0, 0], "speed": {"walk": 6, "fly": 2}}
    with battle_of("draw-steel", ".......", ann, rules={"recheck_each_step": False}) as battle:
        battle.act("ann", {"do": "move", "to": [2, 0]})
        battle.act("ann", {"do": "afflict", "target": "ann", "condition": "slowed"})
        assert battle.why("ann", {"do": "move", "to": [2, 0, 1]}) is not None
        assert battle.reach("ann").costs()[6, 0, 0] == 4
        assert on_the_list(battle) == stops(battle) == {(x, 0, 0) for x in (0, 1, 3, 4, 5, 6)}


def test_a_new_action_pays_for_the_move_that_the_rest_of_the_last_does_not() -> None:
    """Ten feet are left, and the obstacle asks for the movement to leave it again."""
    rules = {"stop-in-obstacle": "forbidden"}
    with battle_of("ascension", "......,.....", {"name": "ann", "at": [0, 0], "speed": 35}, rules=rules) as battle:
        battle.act("ann", {"do": "move", "to": [5, 0]})
        assert on_the_list(battle) == stops(battle) == {(x, 0, 0) for x in range(12) if x != 5}
        for square, pays in (4, ()), (6, ("attack",)), (11, ("attack",)):
            foreseen = battle.foresee("ann", {"do": "move", "to": [square, 0]})
            assert isinstance(foreseen, Preview)
            assert foreseen.pays == pays
        assert battle.reach("ann", actions=2)[11, 0, 0].actions == 1


def test_the_rest_of_a_double_move_is_in_reach() -> None:
    with battle_of("ascension", "............", {"name": "ann", "at": [0, 0], "speed": 20}) as battle:
        battle.act("ann", {"do": "move", "to": [6, 0], "double": True})
        assert on_the_list(battle) == stops(battle) == {(x, 0, 0) for x in (4, 5, 7, 8)}
        battle.act("ann", {"do": "move", "to": [8, 0]})
        assert stops(battle) == set()


@pytest.mark.parametrize("ruleset", ["d20-srd", "ascension"])
def test_a_fall_onto_an_enemy_in_a_hole_ends_there_if_no_way_leads_out(ruleset: str) -> None:
    ann, bob = {"name": "ann", "at": [1, 1, 5]}, {"name": "bob", "at": [1, 1]}
    for board, place in (("###\n#.#\n###", (1, 1, 0)), ("###\n#..\n###", (2, 1, 0))):
        with battle_of(ruleset, board, {**ann, "speed": {"walk": 30, "climb": 30}}, bob) as battle:
            battle.act("ann", {"do": "fall", "target": "ann"})
            assert battle.creature("ann").cube == place


def test_a_flier_that_is_downed_just_above_a_body_lies_on_it() -> None:
    ogre = {"name": "bob", "at": [1, 0], "size": "large", "hp": 30}
    owl = {"name": "cat", "at": [1, 0, 2], "hp": 3, "speed": {"fly": 20}}
    with battle_of("epic-path", "...\n...", ANN, ogre, owl) as battle:
        battle.effect([{"do": "damage", "target": "cat", "amount": 5}], by="a stone")
        fallen = battle.creature("cat")
        assert fallen.cube == (1, 0, 2)
        assert holds_at(battle.world, fallen, fallen.cube) == "walk"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_path_leads_to_the_movers_own_burning_square(ruleset: str) -> None:
    with battle_of(ruleset, "F..", ANN, {"name": "bob", "at": [2, 0]}, legend={"F": {"damage": 3}}) as battle:
        assert battle.reach("ann")[0, 0, 0].path == ()


def test_several_moves_pause_in_the_space_of_a_friend() -> None:
    friends = {"name": "ann", "at": [0, 0], "speed": 25}, {"name": "ben", "side": "red", "at": [2, 0]}
    with battle_of("pathfinder-2e", ".:::::::::", *friends) as battle:
        thrice = battle.reach("ann", actions=3)
        stops_after = {cube[0]: arrival.actions for cube, arrival in thrice.items() if arrival.can_stop}
        assert stops_after == {0: 1, 1: 1, 3: 2, 4: 2, 5: 3, 6: 3}
        assert not thrice[2, 0].can_stop
        battle.act("ann", {"do": "move", "path": [[1, 0], [2, 0]], "pause": True})
        assert not battle.reach("ann")[2, 0].can_stop
        twice = battle.reach("ann", actions=2)
        assert (twice[6, 0].cost, twice[6, 0].actions) == (40, 2)
        assert not twice[2, 0].can_stop
