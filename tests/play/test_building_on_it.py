"""The guarantees for games built on a battle: their own esper world, writes and threads."""

# mypy: disable-error-code="comparison-overlap,arg-type"
# squares, and keys that are none, are asked for on purpose

import copy
import gc
import json
import pickle
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import Any

import esper
import pytest

import fivefoot
from fivefoot.components.condition import Health
from fivefoot.components.intents import Attack, Move, Push
from fivefoot.components.position import Position
from fivefoot.components.stats import Speed
from fivefoot.engine.brains import BRAINS
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.component_types import register_component
from fivefoot.play.battle import Battle
from fivefoot.play.commands import Command
from fivefoot.play.history import History
from fivefoot.play.match import play_on
from fivefoot.play.save import digest
from fivefoot.systems.system import System

DUEL: dict[str, Any] = {
    "format": 1,
    "title": "A duel",
    "ruleset": "epic-path",
    "seed": 3,
    "board": {"map": "........\n........\n........\n........"},
    "creatures": [
        {"name": "ann", "side": "red", "at": [0, 1], "hp": 20, "attack": 4, "damage": "1d8"},
        {"name": "orc", "side": "blue", "at": [5, 1], "hp": 20, "attack": 4, "damage": "1d8"},
    ],
}
EAST = {"do": "move", "to": [2, 1]}


def duel(**changes: Any) -> Battle:
    """Two of them on a plain board."""
    return Battle.of(DUEL | changes)


@dataclass
class Poison:
    """A game's own component."""

    doses: int = 0
    notes: list[str] = field(default_factory=list)


register_component(Poison)


# --- esper ---------------------------------------------------------------------------------------


def test_espers_current_world_is_never_changed() -> None:
    esper.switch_world("game")
    try:
        hero = esper.create_entity(Poison(1))
        ran: list[int] = []

        class Watch(esper.Processor):
            def process(self) -> None:
                ran.append(1)

        esper.add_processor(Watch())
        battle = fivefoot.loads(json.dumps(DUEL))
        assert esper.current_world == "game"
        battle.act("ann", EAST)
        battle.reach("orc")
        battle.undo()
        battle.redo()
        with battle.fork() as twin:
            twin.end_turn()
        battle.close()
        assert esper.current_world == "game"
        assert list(esper.get_component(Poison)) == [(hero, Poison(1))]
        esper.process()
        assert ran == [1]
    finally:
        esper.switch_world("default")
        esper.delete_world("game")


def test_in_esper_a_battles_entities_are_seen_and_changed_under_their_numbers() -> None:
    worlds = esper.list_worlds()
    with duel() as battle:
        orc = battle.creature("orc")
        with battle.world.esper():
            assert {entity: place.cube for entity, place in esper.get_component(Position)} == {
                1: (0, 1, 0),
                2: (5, 1, 0),
            }
            esper.component_for_entity(orc.entity, Health).hp = 9
            esper.add_component(orc.entity, Poison(2))
            trap = esper.create_entity(Position(3, 3, 0))
        assert esper.list_worlds() == worlds
        assert orc.health.hp == 9
        assert battle.world.component("orc", Poison) == Poison(2)
        assert [entity for entity, _ in battle.world.each(Position)] == [1, 2, trap]
        assert battle.fork().world.component("orc", Poison) == Poison(2)
        with battle.world.esper():
            esper.remove_component(orc.entity, Poison)
            esper.delete_entity(trap)
        assert list(battle.world.each(Poison)) == []
        with pytest.raises(TypeError, match="orc must keep its Health"), battle.world.esper():
            esper.remove_component(orc.entity, Health)


def test_each_yields_in_order_of_entities() -> None:
    with duel() as battle:
        battle.world.add("orc", Poison(1))
        battle.world.add("ann", Poison(2))
        assert [(number, poison.doses) for number, poison in battle.world.each(Poison)] == [(1, 2), (2, 1)]
        ((_, (place, speed)), _) = battle.world.each(Position, Speed)
        assert (place.cube, speed.listed) == ((0, 1, 0), {"walk": 30})


@pytest.mark.nightly
def test_many_battles_in_many_threads_go_as_they_go_alone() -> None:
    names = list(RULESETS)

    def play(number: int) -> str:
        with duel(ruleset=names[number % 5], seed=number) as battle:
            return digest(play_on(battle, {c.name: BRAINS["random"] for c in battle.creatures}, rounds=4))

    alone = [play(number) for number in range(250)]
    found: list[str] = [""] * len(alone)
    esper.switch_world("game")
    before, steps = sys.getswitchinterval(), [0]

    class Count(esper.Processor):
        def process(self) -> None:
            steps[0] += 1

    esper.add_processor(Count())

    def work(first: int) -> None:
        for number in range(first, len(alone), 8):
            found[number] = play(number)

    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(first,)) for first in range(8)]
        for thread in threads:
            thread.start()
        asked = 0
        while any(thread.is_alive() for thread in threads):
            esper.process()
            asked += 1
        assert steps[0] == asked
    finally:
        sys.setswitchinterval(before)
        esper.switch_world("default")
        esper.delete_world("game")
    assert found == alone


# --- copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, lambda b: b.fork(), lambda b: pickle.loads(pickle.dumps(b))]
)
def test_every_copy_is_a_battle_of_its_own(twin_of: Any) -> None:
    battle = duel()
    battle.act("ann", EAST)
    twin = twin_of(battle)
    before = digest(battle.events)
    assert digest(twin.events) == before
    twin.act("ann", {"do": "attack", "target": "orc"})
    twin.end_turn()
    assert digest(battle.events) == before
    del twin
    gc.collect(1)
    assert battle.end_turn()


def test_a_copy_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with duel() as battle:
        for number in range(20):
            battle.begin_turn("ann")
            battle.act("ann", EAST | {"to": [number % 3, 2]})
        log, done = digest(battle.events), len(battle.commands)

        def never(*_: object) -> None:
            raise AssertionError("something was played")

        monkeypatch.setattr(History, "_carry_out", never)
        with battle.fork() as twin, copy.deepcopy(battle) as other:
            assert digest(twin.events) == digest(other.events) == log
            assert twin.undo()
            assert twin.undo()
            assert len(twin.commands) == done - 2
            assert twin.redo()
            assert twin.redo()
            assert digest(twin.events) == log


def test_nothing_is_said_when_the_interpreter_ends_with_battles_open() -> None:
    left = """
import copy, json, sys, threading, fivefoot
battle = fivefoot.loads(sys.argv[1])
battle.listen(print)
battle.act("ann", {"do": "move", "to": [2, 1]})
twin, other = battle.fork(), copy.deepcopy(battle)
battle.me = battle
threading.Thread(target=twin.end_turn).start()
"""
    done = subprocess.run([sys.executable, "-X", "dev", "-c", left, json.dumps(DUEL)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_place_written_by_hand_is_seen_at_the_next_command_or_at_once_through_place() -> None:
    with duel() as battle:
        ann = battle.creature("ann")
        before, there = battle.threat("ann"), (ann.cube[0], ann.cube[1] + 1, 0)
        ann.position.y += 1
        assert (ann.position.cube, battle.threat("ann")) == (there, before)
        battle.begin_turn("ann")
        assert battle.creature("ann").cube == there
        assert battle.threat("ann") != before
        battle.undo()
        battle.undo()
        ann = battle.creature("ann")
        ann.place(there)
        battle.world.touch()
        assert (ann.position.cube, battle.threat("ann") != before) == (there, True)


class Wind(System):
    """Blows everybody one square south, by writing places."""

    def process(self) -> None:
        if self.world.round and not self.world.things:
            self.world.create()
            for _, position in self.world.each(Position):
                position.y += 1


def test_a_place_written_by_a_system_is_seen_at_its_end() -> None:
    with Battle(duel().scenario, systems=[Wind]) as battle:
        before = {one.name: one.cube for one in battle.creatures}
        battle.begin_turn("ann")
        for one in battle.creatures:
            x, y, z = before[one.name]
            assert (one.cube, one.box[:3]) == ((x, y + 1, z), (x, y + 1, z))


def test_what_is_written_by_hand_is_kept() -> None:
    with duel() as battle:
        battle.act("ann", EAST)
        battle.creature("ann").health.hp = 7
        battle.world.add("orc", Poison(3, ["green"]))
        battle.end_turn()
        with battle.fork() as twin, Battle.restore(battle.save()) as again:
            for one in (twin, again):
                assert one.creature("ann").health.hp == 7
                assert one.world.component("orc", Poison) == Poison(3, ["green"])
            battle.world.component("orc", Poison).notes.append("red")  # type: ignore[union-attr]
            assert twin.world.component("orc", Poison) == Poison(3, ["green"])
        battle.act("orc", {"do": "drop-prone"})
        battle.creature("ann").health.hp = 1
        battle.undo()
        assert battle.creature("ann").health.hp == 7, "what was written since goes with the command"
        battle.redo()
        assert battle.creature("ann").health.hp == 1
        battle.undo()
        assert battle.world.component("orc", Poison) == Poison(3, ["green", "red"])
        battle.undo(0)
        assert battle.creature("ann").health.hp == 20


@pytest.mark.parametrize("asked", ["save", "fork"])
def test_what_a_listener_writes_in_mid_command_is_kept(asked: str) -> None:
    with duel() as battle:
        midway: list[Battle] = []

        def bleed(event: Any) -> None:
            """A step costs a hit point, the second one a dose; the third step is looked at by a copy."""
            if event.event == "moved" and event.who == "ann":
                battle.creature("ann").health.hp = 20 - event.to[0]
                if event.to[0] == 2:
                    battle.world.add("ann", Poison(1, ["late"]))
                if event.to[0] == 3:
                    midway.append(Battle.restore(battle.save()) if asked == "save" else battle.fork())

        stop = battle.listen(bleed)
        battle.act("ann", EAST | {"to": [4, 1]})
        stop()
        assert battle.creature("ann").health.hp == 16
        assert battle.world.component("ann", Poison) == Poison(1, ["late"])
        log = digest(battle.events)
        for one in (battle.fork(), Battle.restore(battle.save()), pickle.loads(pickle.dumps(battle))):
            assert digest(one.events) == log
            assert one.world.same(battle.world)
            assert one.undo(3)
            assert (one.creature("ann").cube, one.creature("ann").health.hp) == ((2, 1, 0), 18)
            assert one.redo()
            assert one.world.same(battle.world)
        (then,) = midway
        assert (then.creature("ann").cube, then.creature("ann").health.hp) == ((3, 1, 0), 17)
        then.process()
        assert digest(then.events) == log, "it goes on, with nobody listening"
        assert then.creature("ann").health.hp == 17


def test_undone_to_the_midst_a_listener_is_told_of_what_is_new() -> None:
    with duel() as battle:
        told: list[int] = []

        def burn(event: Any) -> None:
            told.append(event.seq)
            if event.event == "moved" and event.to[0] in (1, 2):
                battle.effect([{"do": "damage", "target": "ann", "amount": 2}], by="embers")

        battle.listen(burn)
        battle.act("ann", EAST)
        log, world = digest(battle.events), battle.world.copy()
        for seq in range(len(battle.events)):
            battle.undo(seq)
            told.clear()
            battle.process()
            assert digest(battle.events) == log, f"undone to {seq}"
            assert battle.world.same(world)
            assert told == list(range(seq + 1, len(battle.events)))


def test_in_the_midst_of_a_command_nothing_else_is_played() -> None:
    with duel() as battle:
        calls: list[Any] = [
            lambda: battle.act("orc", EAST), lambda: battle.submit("orc", EAST), battle.process, battle.undo,
            battle.redo, battle.end_turn, lambda: battle.undo(0), battle.run, lambda: battle.replay(),
        ]  # fmt: skip

        def meddle(event: Any) -> None:
            for call in calls:
                with pytest.raises(RuntimeError, match="listener"):
                    call()

        battle.listen(meddle)
        assert [event.event for event in battle.act("ann", EAST)][-1] == "done"
        assert len(battle.commands) == 1


def test_a_component_that_cannot_be_copied_is_refused_when_it_is_registered() -> None:
    @dataclass
    class Sprite:
        """Holds something that is no data."""

        image: object

    with pytest.raises(TypeError, match=r"Sprite\.image: a value of type object cannot be copied plainly"):
        register_component(Sprite)

    class Plain:
        """No dataclass."""

    with duel() as battle, pytest.raises(TypeError, match="make it a dataclass"):
        battle.world.add("ann", Plain())


# --- calls ---------------------------------------------------------------------------------------


def test_undo_and_redo_as_in_an_editor() -> None:
    with duel() as battle:
        battle.submit("ann", EAST)
        battle.process()
        battle.act("ann", {"do": "drop-prone"})
        log = digest(battle.events)
        assert battle.undo()
        assert not battle.creature("ann").prone
        assert battle.undo()
        assert not battle.events
        assert battle.creature("ann").queue.intents == [], "what was submitted is taken back with it"
        assert not battle.undo()
        assert battle.redo()
        assert battle.redo()
        assert not battle.redo()
        assert digest(battle.events) == log
        battle.undo()
        battle.end_turn()
        assert not battle.redo(), "something new was done"


def test_an_intent_out_of_turn_needs_out_of_turn() -> None:
    with duel() as battle:
        battle.begin_turn("ann")
        battle.submit("orc", {"do": "drop-prone"})
        (refused,) = battle.process()
        assert (refused.event, refused.actor, refused.reason) == ("refused", "orc", "it is ann's turn")
        assert battle.active == "ann"
        battle.submit("orc", {"do": "drop-prone"}, out_of_turn=True)
        battle.process()
        assert battle.active == "orc"


@pytest.mark.parametrize(
    "wrong",
    [
        Move(to=(3.5, 1)),
        Attack(target=None),
        Push(target="orc", distance=-5),
        {"do": "attack", "target": "o\x07rc"},
        {"do": "attack", "target": "o\ud800rc"},
        {"do": "dance"},
        None,
    ],
)
def test_malformed_intents_are_refused_and_change_nothing(wrong: Any) -> None:
    with duel() as battle:
        for call in (battle.submit, battle.why, battle.foresee, battle.act):
            with pytest.raises(fivefoot.ScenarioError):
                call("ann", wrong)
        assert not battle.commands
        with Battle.restore(battle.save()) as again:
            assert again.process()


def test_calls_that_fail_change_nothing() -> None:
    with duel() as battle:
        for call in (
            lambda: battle.begin_turn("nobody"),
            lambda: battle.closest("ab"),
            lambda: battle.closest([99, 0]),
            lambda: battle.closest([1, 1], ["nobody"]),
            lambda: battle.closest([1.5, 1]),  # type: ignore[list-item]
            lambda: battle.act("nobody", EAST),
        ):
            with pytest.raises((KeyError, ValueError)):
                call()
        assert not battle.events
        assert not battle.commands


def test_events_since_the_last_return() -> None:
    with duel() as battle:
        battle.roll_initiative()
        assert [event.seq for event in battle.process()] == [0, 1, 2]
        assert [event.seq for event in battle.act("ann", EAST)] == list(range(3, len(battle.events)))
        assert battle.process() == []


def test_a_closed_battle_says_so() -> None:
    battle = duel()
    assert repr(battle) == "<Battle epic-path, round 0, between turns, 2 of 2 standing>"
    battle.close()
    battle.close()
    calls = (battle.process, battle.save, battle.fork, battle.undo, lambda: battle.reach("ann"), lambda: battle.events)
    for call in calls:
        with pytest.raises(RuntimeError, match="closed"):
            call()
    assert repr(battle) == "<Battle, closed>"


def test_reach_uses_the_movement_left() -> None:
    with duel() as battle:
        battle.begin_turn("ann")
        fresh = len(battle.reach("ann"))
        battle.act("ann", EAST)
        battle.act("ann", {"do": "move", "to": [3, 1]})
        assert battle.why("ann", {"do": "move", "to": [4, 1]}) is not None
        assert list(battle.reach("ann")) == [(3, 1, 0)]
        assert len(battle.reach("ann", fresh=True)) >= fresh
        battle.end_turn()
        assert len(battle.reach("ann")) >= fresh


def test_scenarios_made_in_code_get_every_check_of_a_file() -> None:
    twice = DUEL | {"creatures": [DUEL["creatures"][0]] * 2}
    with pytest.raises(fivefoot.ScenarioError, match=r"creatures\[1\].name"):
        Battle.of(twice)
    scenario = duel().scenario
    with pytest.raises(fivefoot.ScenarioError, match=r"creatures\[1\].name"):
        Battle.of(
            type(scenario)(
                **{
                    **{f: getattr(scenario, f) for f in scenario.__struct_fields__},
                    "creatures": scenario.creatures[:1] * 2,
                }
            )
        )
    assert fivefoot.load("bridge").scenario.title


@pytest.mark.parametrize("ruleset", RULESETS)
def test_reach_of_several_actions(ruleset: str) -> None:
    text = DUEL | {"ruleset": ruleset, "board": {"map": "\n".join(["." * 40] * 9)}}
    text["creatures"] = [{"name": "ann", "side": "red", "at": [0, 4]}]
    with Battle.of(text) as battle:
        unit = battle.rules.unit
        one, two = battle.reach("ann"), battle.reach("ann", actions=2)
        speed = battle.creature("ann").speed.listed["walk"] // unit
        assert (one[speed, 4, 0].actions, two[speed, 4, 0].actions) == (1, 1)
        twice = ruleset != "draw-steel"  # its second move is another action than its first
        assert ((2 * speed, 4) in two) == twice
        assert (2 * speed + 1, 4) not in two
        if twice:
            far = two[2 * speed, 4]
            assert (far.actions, far.cost, len(far.path)) == (2, 2 * speed * unit, 2 * speed)
        assert (1, 4) in one
        assert (99, 99) not in one
        assert "ann" not in one
        assert one.get((1,)) is None
        assert one[1, 4] == one[1, 4, 0] or one[1, 4].cost == one[1, 4, 0].cost
        with pytest.raises(ValueError, match="actions"):
            battle.reach("ann", actions=0)


def test_of_two_ways_to_a_place_the_one_that_may_stay_counts() -> None:
    friends = [
        {"name": "ann", "side": "red", "at": [0, 0], "speed": 30},
        {"name": "cat", "side": "red", "at": [6, 0]},
    ]
    text = DUEL | {"ruleset": "epic-path", "board": {"map": "." * 20}, "creatures": friends}
    with Battle.of(text) as battle:
        one, two = battle.reach("ann")[6, 0], battle.reach("ann", actions=2)[6, 0]
        assert (one.cost, one.can_stop) == (30, False)  # squeezing in costs five feet more than one move has
        assert (two.cost, two.can_stop, two.actions) == (35, True, 2)


def test_a_mistyped_scenario_name_gets_a_suggestion() -> None:
    with pytest.raises(fivefoot.ScenarioError, match=r'bridg: found no file, .*did you mean "bridge"'):
        fivefoot.load("bridg")


def test_the_default_brain_plays_without_any_other() -> None:
    with duel() as battle:
        play_on(battle)
        assert battle.events[-1].to_dict()["why"] == "no enemy is left standing"


ROOM = {"map": "........\n..#.....\n..#.....\n..#.....\n........"}


def test_squares_are_accepted_as_arguments() -> None:
    with duel(board=ROOM) as battle:
        assert battle.distance([0, 0], (3, 0)) == battle.distance("ann", [3, 1]) == 15
        assert not battle.sightline([1, 2], [3, 2]).clear
        assert battle.sightline([1, 0], [3, 0]).clear
        seen = battle.visible("ann")
        assert (1, 3) in seen
        assert (3, 2) not in seen
        assert battle.visible("ann", 5) == {(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)}
        way = battle.route("ann", [7, 4])
        assert way is not None
        assert way.path[-1] == (7, 4, 0)
        assert way.cost > 30
        assert battle.route("ann", [2, 2]) is None
        for wrong in ([99, 0], [1], "nobody", None, [0.5, 1]):
            with pytest.raises((KeyError, ValueError)):
                battle.distance(wrong, "ann")


def test_areas_are_squares_with_line_of_effect() -> None:
    with duel(board=ROOM) as battle:
        assert battle.burst([1, 2], 5) == {(x, y) for x in (0, 1) for y in (1, 2, 3)}
        assert battle.cube([6, 2], 2) == {(5, 1), (6, 1), (5, 2), (6, 2)}
        assert battle.line([3, 0], [4, 0], 10) == {(4, 0), (5, 0)}
        assert battle.cone([3, 2], (1, 0), 10) == {(4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3), (5, 0), (5, 4)}
        assert (3, 2) not in battle.line([1, 2], [2, 2], 20)
        with pytest.raises(ValueError, match="direction"):
            battle.cone([3, 2], (2, 0), 10)


def test_a_replay_that_fails_returns_no_event_twice() -> None:
    with duel() as battle:
        battle.act("ann", EAST)
        seen = len(battle.events)
        with pytest.raises(KeyError):
            battle.replay([Command("begin", "nobody")])
        assert [event.seq for event in battle.end_turn()] == [seen]
