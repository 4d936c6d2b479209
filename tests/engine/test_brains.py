"""Brains play any battle to its end, legally, and the same way every time."""

from collections import Counter

import msgspec
import pytest

import fivefoot
from fivefoot.components.events import EventBase, Refused
from fivefoot.engine.brains import BRAINS
from fivefoot.engine.legality.options import KINDS, legal_intents
from fivefoot.engine.rulesets import RULESETS
from fivefoot.systems.battle import Battle
from fivefoot.systems.skirmish import Skirmish, play_on

HALL = """
title = "A duel in the hall"
ruleset = "RULESET"
[board]
ceiling = 6
map = '''
############
#...:..2...#
#..##...%..#
#..#..,....#
#....~~..^.#
#...d......#
############
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
hp = 24
ac = 14
attack = 5
damage = "1d8+3"
attacks = 2
abilities = { dexterity = 14, agility = 2 }
[[creatures]]
name = "wyrm"
side = "red"
at = [1, 3]
size = "large"
speed = { walk = WALK, burrow = WALK, fly = WALK }
hp = 18
ac = 12
attack = 4
damage = "1d6+2"
[[creatures]]
name = "bob"
side = "blue"
at = [10, 1]
hp = 30
ac = 13
attack = 4
damage = "1d10+2"
[[creatures]]
name = "dan"
side = "blue"
at = [10, 4]
size = "small"
hp = 20
attack = 4
damage = "1d10"
threatens = false
conditions = ["prone"]
"""


def hall(ruleset: str, seed: int = 1) -> Battle:
    """The duel in the hall under a ruleset."""
    unit = RULESETS[ruleset].unit
    return fivefoot.loads(HALL.replace("RULESET", ruleset).replace("WALK", str(6 * unit)), seed=seed)


def written(events: list[EventBase]) -> bytes:
    """A log as bytes."""
    return b"\n".join(msgspec.json.encode(event.to_dict()) for event in events)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", BRAINS)
def test_a_battle_ends_and_is_the_same_again(ruleset: str, brain: str) -> None:
    logs = []
    for _ in range(2):
        with hall(ruleset) as battle:
            events = play_on(battle, dict.fromkeys(("ann", "wyrm", "bob", "dan"), BRAINS[brain]))
        assert events[-1].event == "battle-ended"
        assert not [event for event in events if isinstance(event, Refused)]
        logs.append(written(list(events)))
    assert logs[0] == logs[1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_listed_is_lawful_and_changes_nothing(ruleset: str) -> None:
    with hall(ruleset) as battle:
        battle.process()
        for name in ("ann", "wyrm", "bob", "dan"):
            before = written(list(battle.events)), battle.creature(name).cube
            found = list(legal_intents(battle, name))
            assert (written(list(battle.events)), battle.creature(name).cube) == before
            assert found == list(battle.legal_intents(name))
            assert all(battle.why(name, wanted) is None for wanted in found)
            kinds = Counter(wanted.do for wanted in found)
            assert kinds["end"] == 1
            assert kinds["move" if name != "dan" else "stand"] or kinds["crawl"]
            assert list(legal_intents(battle, name, "end")) == [found[-1]]
            order = [KINDS.index(wanted.do) for wanted in found]
            assert order == sorted(order)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_listed_are_the_places_of_its_reach(ruleset: str) -> None:
    with hall(ruleset) as battle:
        reach = battle.reach("ann")
        places = {cube for cube, arrival in reach.items() if arrival.can_stop} - {battle.creature("ann").cube}
        moves = {w.to for w in battle.legal_intents("ann", "move") if not w.double}  # type: ignore[union-attr]
        assert moves == places


def test_nobody_hurt_for_long_is_a_draw() -> None:
    battle = fivefoot.loads(HALL.replace("RULESET", "epic-path").replace("WALK", "30"))
    events = Skirmish(battle, {}, stalemate=3).play()
    last = events[-1].to_dict()
    assert (last["winner"], last["why"]) == (None, "nobody has been hurt for 3 rounds")


def test_rounds_are_bounded() -> None:
    battle = fivefoot.loads(HALL.replace("RULESET", "epic-path").replace("WALK", "30"))
    last = Skirmish(battle, {}, rounds=2).play()[-1].to_dict()
    assert (last["round"], last["why"]) == (2, "2 rounds are over")


def test_an_unknown_brain_is_told() -> None:
    text = HALL.replace("RULESET", "epic-path").replace("WALK", "30")
    battle = fivefoot.loads(text.replace('name = "bob"', 'name = "bob"\nai = "fool"'))
    with pytest.raises(fivefoot.ScenarioError, match=r'creatures\[2\].ai: found "fool"; allowed: random, aggressive'):
        play_on(battle)
