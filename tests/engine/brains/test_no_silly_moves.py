"""Positions in which a brain once played something silly, each with what must not be played."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from tests.fights import drawn
from tests.silly import Watched

import fivefoot
from fivefoot.brains import BRAINS, Match
from fivefoot.engine.rulesets import RULESETS
from fivefoot.events import Damaged, EventBase, Fell, Moved, Opportunity, Struck, TurnStarted
from fivefoot.play.tournament.ladder import scene

THINKING = ("aggressive", "cunning")
LAVA = {"legend": {"f": {"damage": "3d6"}}}
MIRE = {"legend": {",": {"terrain": "difficult"}}}
PIT = {"legend": {"v": {"floor": -6}, "w": {"terrain": "blocked"}}}
ANN = {"side": "red", "hp": 24, "ac": 12, "attack": 5, "damage": "1d8"}
BOB = {"side": "blue", "hp": 24, "ac": 12, "attack": 5, "damage": "1d8"}


def goal(x: int, y: int) -> dict[str, Any]:
    """Red has to reach a square."""
    return {"objectives": [{"side": "red", "kind": "reach", "squares": [[x, y]]}]}


def played(text: str, brain: str, turns: int = 1, who: str = "ann", hurt: Mapping[str, int] | None = None) -> list[Any]:
    """The events of some turns of a creature, the others letting theirs pass."""
    events: list[EventBase] = []
    with fivefoot.loads(text) as battle:
        for name, hp in (hurt or {}).items():
            battle.creature(name).health.hp = hp
        match = Match(battle, {who: BRAINS[brain]})
        for _ in range(turns):
            battle.begin_turn(who)
            events += match.play_turn()
    return events


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_the_way_to_a_goal_leads_round_fire(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "...............\n....fff........\n.A..fff.......B\n....fff........",
        {"ann": ANN, "bob": {**BOB, "at": [14, 0]}},
        board=LAVA,
        **goal(9, 2),
    )
    events = played(text, brain, 3)
    assert not [event for event in events if isinstance(event, Damaged)]
    assert [event.to for event in events if isinstance(event, Moved)][-1][:2] == (9, 2)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_nobody_burns_to_death_for_a_goal_or_an_enemy(brain: str, ruleset: str) -> None:
    rows = "....fff........\n.A..fff.......B\n....fff........"
    for more in (goal(9, 1), {}):
        text = drawn(ruleset, rows, {"ann": ANN, "bob": BOB}, board=LAVA, **more)
        assert not [event for event in played(text, brain, 3, hurt={"ann": 12}) if isinstance(event, Damaged)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_a_blow_is_struck_from_beside_the_fire(brain: str, ruleset: str) -> None:
    text = drawn(
        ruleset,
        "..........\n.A..fBf...\n....f.f...\n..........",
        {"ann": ANN, "bob": BOB},
        board=LAVA,
    )
    events = played(text, brain)
    assert any(isinstance(event, Damaged) and event.who == "bob" for event in events) or any(
        isinstance(event, Struck) for event in events
    )
    assert not [event for event in events if isinstance(event, Damaged) and event.who == "ann"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_nobody_jumps_into_a_pit_without_an_enemy_in_reach_of_it(brain: str, ruleset: str) -> None:
    text = drawn(ruleset, "..vvvv..\nA.vvvv.B\n..vvvv..", {"ann": {**ANN, "hp": 60}, "bob": BOB}, board=PIT)
    assert not [event for event in played(text, brain, 8) if isinstance(event, Fell)]


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd"])
def test_a_shooter_steps_away_from_an_enemy_first(ruleset: str) -> None:
    bow = {**ANN, "range": 60, "threatens": False}
    text = drawn(
        ruleset, "." * 30 + "\n..............AB..............\n" + "." * 30, {"ann": bow, "bob": {**BOB, "attacks": 3}}
    )
    at, shots = [14, 1], []
    for event in played(text, "cunning"):
        if isinstance(event, Moved):
            at = list(event.to[:2])
        elif isinstance(event, Struck) and event.by == "ann":
            shots.append(at)
    assert shots
    assert all(shot != [14, 1] for shot in shots)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_waiting_sides_do_not_stand_still(ruleset: str) -> None:
    rows = "A.........................B\n...........................\nC.........................D"
    text = drawn(
        ruleset,
        rows,
        {"ann": ANN, "bob": BOB, "cat": {**ANN}, "dan": BOB},
    )
    with fivefoot.loads(text) as battle:
        match = Match(battle, {one.name: BRAINS["cunning"] for one in battle.creatures})
        still = moves = 0
        while battle.world.round < 4 and not battle.over:
            events = match.play_turn()
            moved = any(isinstance(event, (Moved, Struck)) for event in events)
            moves += moved
            still += not moved and any(isinstance(event, TurnStarted) for event in events)
    assert moves >= still


@pytest.mark.parametrize("far", [8, 12, 13, 14])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_side_that_will_attack_does_not_wait_first(ruleset: str, far: int) -> None:
    between = "." * (far - 1)
    text = drawn(
        ruleset, f"A{between}B\nC{between}D", {"ann": ANN, "bob": BOB, "cat": {**ANN, "side": "red"}, "dan": BOB}
    )
    with fivefoot.loads(text) as battle:
        match = Match(battle, {one.name: BRAINS["cunning"] for one in battle.creatures})
        events = [event for _ in battle.creatures for event in match.play_turn()]
    assert any(isinstance(event, (Moved, Struck)) for event in events)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_side_searches_for_the_last_hidden_enemy(ruleset: str) -> None:
    text = drawn(ruleset, "A..............B", {"ann": ANN, "bob": BOB})
    with fivefoot.loads(text) as battle:
        battle.creature("bob").body.hidden_from = frozenset({"ann"})
        battle.begin_turn("ann")
        events = Match(battle, {"ann": BRAINS["cunning"]}).play_turn()
    assert any(isinstance(event, Moved) for event in events)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_search_does_not_turn_back_in_one_turn(ruleset: str) -> None:
    text = drawn(ruleset, f"A{'.' * 38}B\n{'.' * 40}", {"ann": ANN, "bob": BOB})
    with fivefoot.loads(text) as battle:
        battle.creature("bob").body.hidden_from = frozenset({"ann"})
        match = Match(battle, {one.name: BRAINS["aggressive"] for one in battle.creatures})
        for _ in range(6):
            battle.begin_turn("ann")
            visited = [event.to for event in match.play_turn() if isinstance(event, Moved) and event.who == "ann"]
            assert len(visited) == len(set(visited))


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "pathfinder-2e"])
def test_nobody_walks_into_two_attacks_for_a_strike_worth_less_than_staying(ruleset: str) -> None:
    giant = {"hp": 60, "ac": 14, "attack": 9, "damage": "1d8+2", "reach": 10, "side": "blue"}
    text = drawn(ruleset, "....,,B\nA...,,.\n....,,C", {"ann": ANN, "bob": giant, "cat": giant}, board=MIRE)
    assert not [event for event in played(text, "cunning") if isinstance(event, Opportunity)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_that_cannot_act_draws_no_attack_to_get_at_an_enemy(ruleset: str) -> None:
    ann = {**ANN, "conditions": ["dazed"]}
    cat = {**BOB, "hp": 12, "attack": 9, "damage": "3d8", "reach": 0}
    text = drawn(
        ruleset,
        "......\n..AB..\n......\n......\n....C.",
        {"ann": ann, "bob": {**BOB, "attack": 0, "damage": "1d2"}, "cat": cat},
        conditions={"dazed": {"bars": ["act"]}},
    )
    assert not [event for event in played(text, "cunning") if isinstance(event, Opportunity)]


def zone(*squares: tuple[int, int], moment: str = "enter") -> Mapping[str, Any]:
    """A zone that harms."""
    return {"do": "zone", "squares": squares, moment: [{"do": "damage", "amount": "2d6", "kind": "piercing"}]}


def zoned(text: str, brain: str, made: Mapping[str, Any]) -> list[Any]:
    """The events of ann's turn on a board with a zone, the zone's own left out."""
    with fivefoot.loads(text) as battle:
        battle.effect([made], by="a trap")
        battle.begin_turn("ann")
        return Match(battle, {"ann": BRAINS[brain]}).play_turn()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", THINKING)
def test_the_way_to_an_enemy_leads_round_a_zone_that_harms(brain: str, ruleset: str) -> None:
    text = drawn(ruleset, ".......\n.A...B.\n.......\n.......", {"ann": ANN, "bob": BOB})
    events = zoned(text, brain, zone((3, 0), (3, 1), (3, 2)))
    assert any(isinstance(event, Moved) for event in events)
    assert not [event for event in events if isinstance(event, Damaged) and event.who == "ann"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_leaves_a_zone_that_harms_who_stays(ruleset: str) -> None:
    text = drawn(ruleset, "..........\n.A.......B\n..........", {"ann": ANN, "bob": {**BOB, "speed": 0}})
    events = zoned(text, "cunning", zone((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), moment="end"))
    assert not [event for event in events if isinstance(event, Damaged) and event.who == "ann"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_jumps_into_a_pit_because_a_friend_is_in_the_way(ruleset: str) -> None:
    text = drawn(
        ruleset,
        "....vvvv....\n.A...CB.....\n....vvvv....",
        {"ann": ANN, "cat": {**ANN, "side": "red"}, "bob": BOB, "dan": {**BOB, "at": [6, 0]}},
        board={"legend": {"v": {"floor": -6}}},
    )
    with fivefoot.loads(text) as battle:
        battle.effect([{"do": "damage", "target": "cat", "amount": 1}], by="an arrow")
        battle.begin_turn("ann")
        events = Match(battle, {"ann": BRAINS["cunning"]}).play_turn()
    assert not [event for event in events if isinstance(event, Fell) and event.who == "ann"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_place_that_an_enemy_contests_is_kept_by_one_and_fought_for_by_the_other(ruleset: str) -> None:
    squares = [[1, 0], [1, 1], [6, 1]]
    red = {"ann": ANN, "cat": {**ANN, "at": [1, 1]}}
    text = drawn(
        ruleset,
        ".A........\n......B...",
        {**red, "bob": {**BOB, "hp": 200}},
        objectives=[{"side": side, "kind": "hold", "squares": squares, "rounds": 2} for side in ("red", "blue")],
    )
    with fivefoot.loads(text) as battle:
        match = Match(battle, dict.fromkeys(red, BRAINS["cunning"]))
        for _ in range(3):
            for who in ("ann", "cat"):
                battle.begin_turn(who)
                match.play_turn()
        assert any(isinstance(event, Struck) and event.target == "bob" for event in battle.events)
        assert sum(list(battle.creature(who).cube[:2]) in squares for who in red) == 1


@pytest.mark.parametrize(
    ("ruleset", "number"), [("d20-srd", 517), ("epic-path", 501), ("draw-steel", 500), ("pathfinder-2e", 546)]
)
def test_nobody_walks_away_and_back_in_one_turn(ruleset: str, number: int) -> None:
    """In these scenes creatures once walked away and back while they waited, up to six times a turn."""
    found, told = Counter[str](), list[str]()
    with fivefoot.loads(scene(number, ruleset), seed=number) as battle:
        match = Match(battle, {one.name: Watched(BRAINS["cunning"], found, told) for one in battle.creatures}, rounds=4)
        battle.roll_initiative()
        while not battle.over and battle.world.round < 4:
            match.play_turn()
    assert found["turns"] > 10
    assert not found["back"], told
