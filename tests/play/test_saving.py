"""A battle is saved, forked and undone at any point, and goes on byte for byte as it would have."""

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import fivefoot
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.history import FAR
from fivefoot.play.match import play_on

GORGE = """
ruleset = "RULESET"
seed = 3
[board]
map = '''
#########
#..::...#
#..__...#
#..^....#
#########
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
hp = 14
attack = 5
damage = "1d8+3"
ai = "aggressive"
[[creatures]]
name = "bob"
side = "blue"
at = [7, 3]
hp = 12
attack = 4
damage = "1d10"
ai = "random"
[[creatures]]
name = "dan"
side = "blue"
at = [4, 3]
hp = 12
attack = 4
damage = "1d6"
ai = "random"
[[turns]]
actor = "ann"
intents = [
  { do = "move", path = [[2, 1], [2, 2]] },
  { do = "push", target = "dan", distance = UNIT },
  { do = "move", path = [[99, 99]] },
]
"""


def gorge(ruleset: str) -> Battle:
    """The battle at the gorge under a ruleset."""
    return fivefoot.loads(GORGE.replace("RULESET", ruleset).replace("UNIT", str(RULESETS[ruleset].unit)))


def lines(battle: Battle) -> list[bytes]:
    """The log of a battle."""
    return [msgspec.json.encode(event.to_dict()) for event in battle.events]


def to_the_end(battle: Battle) -> list[bytes]:
    """The log of a battle once brains have played it to its end."""
    play_on(battle)
    return lines(battle)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_undone_to_any_event_it_goes_on_the_same(ruleset: str) -> None:
    with gorge(ruleset) as battle:
        battle.run()
        whole = to_the_end(battle)
        for seq in range(0, len(whole), 3):
            with battle.fork() as twin:
                twin.undo(seq)
                assert lines(twin) == whole[: seq + 1]
                assert to_the_end(twin) == whole, f"undone to event {seq}"
        assert lines(battle) == whole


@pytest.mark.parametrize("ruleset", RULESETS)
def test_saved_at_any_event_it_goes_on_the_same(ruleset: str) -> None:
    with gorge(ruleset) as battle:
        battle.run()
        whole = to_the_end(battle)
        for seq in range(1, len(whole), 5):
            with battle.fork() as twin:
                twin.undo(seq)
                text = twin.save()
            with Battle.restore(text) as again:
                assert lines(again) == whole[: seq + 1]
                assert again.save() == text
                with again.fork() as fork:
                    assert lines(fork) == whole[: seq + 1]
                assert to_the_end(again) == whole, f"saved at event {seq}"


def test_saved_between_intents_of_a_turn() -> None:
    with gorge("epic-path") as battle:
        battle.begin_turn("bob")
        battle.submit("bob", {"do": "step", "to": [6, 3]})
        battle.process()
        battle.submit("bob", {"do": "drop-prone"})
        with Battle.restore(battle.save()) as again:
            assert again.active == "bob"
            assert to_the_end(again) == to_the_end(battle)


def test_house_rules_and_seed_are_saved() -> None:
    rules = RULESETS["epic-path"].vary(diagonals="alternating")
    with Battle(gorge("epic-path").scenario, rules=rules, seed=77) as battle:
        battle.process()
        with Battle.restore(battle.save()) as again:
            assert again.rules.setting("diagonals") == "alternating"
            assert again.world.dice.seed == 77
    with (
        Battle(
            gorge("epic-path").scenario,
            rules=replace(
                rules,
                title="Mine",
            ),
        ) as battle,
        pytest.raises(ValueError, match="Mine"),
    ):
        battle.save()


def test_a_die_roll_for_the_closest_is_saved() -> None:
    with gorge("d20-srd") as battle:
        battle.begin_turn("ann")
        closest = [battle.closest([5, 2], ["bob", "dan"]) for _ in range(5)]
        with Battle.restore(battle.save()) as again:
            assert lines(again) == lines(battle)
            assert [again.closest([5, 2]) for _ in range(3)] == [battle.closest([5, 2]) for _ in range(3)]
    assert closest


def wrong(change: Any) -> str:
    """The sentence with which a save that was tampered with is refused."""
    with gorge("epic-path") as battle:
        battle.run()
        tree = json.loads(battle.save())
    del tree["state"]  # which is taken where the commands fail
    change(tree)
    with pytest.raises(fivefoot.ScenarioError) as caught:
        Battle.restore(json.dumps(tree), "my.save")
    sentence = str(caught.value)
    assert sentence.startswith("my.save: ")
    assert "\n" not in sentence
    return sentence


def test_a_file_that_is_no_save_is_refused_in_one_sentence() -> None:
    assert "digest: found another log from the same commands" in wrong(lambda t: t["scenario"].update(seed=4, turns=[]))
    assert "save: found 2" in wrong(lambda t: t.update(save=2))
    assert "evil: found the unknown key" in wrong(lambda t: t.update(evil=1))
    assert "deeds[0].what" in wrong(lambda t: t["deeds"][0].update(what="exec"))
    assert "scenario.creatures[1].name" in wrong(lambda t: t["scenario"]["creatures"][1].update(name="ann"))
    assert "deeds[1].intent: found nothing" in wrong(lambda t: t["deeds"].append({"what": "submit", "name": "ann"}))
    assert 'deeds[1]: found "zed"' in wrong(lambda t: t["deeds"].append({"what": "begin", "name": "zed"}))
    assert "digest: found" in wrong(lambda t: t.update(digest="x"))
    assert "chess" in wrong(lambda t: t.update(ruleset="chess"))
    assert "scenario.creatures[0].hp" in wrong(lambda t: t["scenario"]["creatures"][0].update(hp="all"))
    with pytest.raises(fivefoot.ScenarioError, match="<saved battle>"):
        Battle.restore("{")


def test_undo_one_by_one_records_no_manual_change() -> None:
    """A state made by repeating commands does not count as written by hand."""
    with fivefoot.load("bridge") as battle:
        fivefoot.play_on(battle, rounds=3)
        commands = battle.commands
        for left in range(len(commands) - 1, len(commands) - 40, -1):
            battle.take_back(1)
            assert battle.commands == commands[:left]
        battle.undo()
        told = len(battle.commands)
        battle.begin_turn(battle.order[0])
        assert [command.what for command in battle.commands[told:]] == ["begin"]


def test_a_state_is_kept_now_and_then_where_a_whole_battle_is_played_in_one_go() -> None:
    """A command that is interrupted takes the battle back to before it, from a state near it."""
    with fivefoot.load("bridge") as battle:
        fivefoot.play_on(battle)
        kept, done = sorted(battle._history.snapshots), len(battle.commands)
        assert any(done - 2 * FAR < place < done for place in kept)
