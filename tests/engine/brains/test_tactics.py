"""The brain `tactics` plays its list in order, and journals record each choice and its alternative."""

import pytest

from fivefoot.components.events import EventBase
from fivefoot.components.intents import Attack, IntentBase
from fivefoot.engine.brains import BRAINS, DecisionLog, View
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, scripted_brains

FILE = '''
ruleset = "d20-srd"
seed = 3
[board]
map = """
........
........
........
"""
[[creatures]]
name = "ann"
side = "red"
at = [{ann}]
hp = 20
damage = "1d6"
ai = "tactics"
{tactics}
[[creatures]]
name = "bob"
side = "blue"
at = [{bob}]
hp = {hp}
damage = "1d6"
[[creatures]]
name = "eve"
side = "blue"
at = [7, 2]
hp = 30
damage = "1d6"
[[creatures]]
name = "tim"
side = "red"
at = [5, 0]
hp = 30
'''
STRIKE = '[[creatures.tactics]]\nname = "strike"\ndo = "strike"\n'


def decided(
    tactics: str, *, ann: str = "0, 1", bob: str = "4, 1", hp: int = 10, conditions: str = ""
) -> tuple[IntentBase | None, DecisionLog]:
    """The intent of ann's list at the start of her turn, and her journal."""
    text = FILE.replace("{tactics}", conditions + "\n" + tactics)
    text = text.replace("{ann}", ann).replace("{bob}", bob).replace("{hp}", str(hp))
    with Battle(parse(text)) as battle:
        battle.begin_turn("ann")
        journal = DecisionLog()
        play = BRAINS["tactics"].turn(View(battle.world, battle.creature("ann"), journal))
        return next(play, None), journal


def tactic(do: str, **fields: str) -> str:
    more = "".join(f"{key} = {value}\n" for key, value in fields.items())
    return f'[[creatures.tactics]]\nname = "{do}"\ndo = "{do}"\n{more}'


def test_the_first_applicable_tactic_is_played() -> None:
    wanted, journal = decided(STRIKE + tactic("approach"), bob="1, 1")
    assert wanted == Attack(target="bob")
    assert journal.thoughts[0].why == "strike"
    wanted, journal = decided(STRIKE + tactic("approach") + tactic("withdraw"))
    assert wanted is not None
    assert wanted.do == "move"
    assert journal.thoughts[0].why == "approach"
    over = journal.thoughts[0].over
    assert over is not None
    assert over.why == "no other tactic applies", "there is nowhere farther off to withdraw to"


def test_the_decision_log_names_the_second_best() -> None:
    _, journal = decided(STRIKE + tactic("withdraw"), bob="3, 1", ann="2, 1")
    (thought,) = journal.thoughts
    assert thought.over is not None
    assert thought.over.why == "withdraw"
    assert "over" in str(thought)


@pytest.mark.parametrize(
    ("when", "applies"),
    [
        ("{ hp_below = 100 }", False),
        ("{ hp_above = 99 }", True),
        ("{ round_from = 2 }", False),
        ("{ round_until = 1 }", True),
        ("{ enemy_within = 5 }", True),
        ("{ enemy_beyond = 5 }", False),
        ("{ engaged = true }", True),
        ("{ outnumbered = true }", False),
        ("{ enemies_at_most = 1 }", False),
        ("{ allies_at_most = 1 }", True),
        ('{ lacks = ["prone"] }', True),
        ('{ has = ["prone"] }', False),
        ("{ target_within = 5 }", True),
        ("{ target_hp_below = 100 }", False),
        ("{ target_flanked = false }", True),
        ('{ target_has = ["prone"] }', False),
        ("{ hp_above = 99, round_from = 2 }", False),
    ],
)
def test_every_condition_must_hold(when: str, applies: bool) -> None:
    wanted, _ = decided(tactic("strike", when=when), bob="1, 1")
    assert (wanted is not None) == applies


@pytest.mark.parametrize(
    ("target", "struck"), [("nearest", "bob"), ("strongest", "eve"), ("weakest", "bob"), ("eve", "eve")]
)
def test_targets_are_chosen_as_the_file_says(target: str, struck: str) -> None:
    wanted, _ = decided(tactic("strike", target=f'"{target}"'), ann="6, 1", bob="5, 1")
    assert wanted == Attack(target=struck)


def test_it_flanks_guards_withdraws_and_holds() -> None:
    wanted, _ = decided(tactic("flank", target='"bob"'), ann="0, 1", bob="5, 1")
    assert wanted is not None
    assert getattr(wanted, "to", None) == (5, 2, 0), "opposite tim, who stands north of bob"
    wanted, _ = decided(tactic("guard", target='"tim"'), bob="7, 0")
    assert getattr(wanted, "to", None) is not None
    wanted, _ = decided(tactic("withdraw"), ann="3, 1")
    assert getattr(wanted, "to", (9,))[0] == 0
    wanted, journal = decided(tactic("hold") + STRIKE, bob="1, 1")
    assert wanted is None
    assert journal.thoughts[0].why == "hold"


def test_a_tactic_is_used_no_more_often_than_it_says() -> None:
    text = FILE.replace("{tactics}", tactic("approach", at_most="1") + STRIKE).replace("{hp}", "10")
    with Battle(parse(text.replace("{ann}", "0, 0").replace("{bob}", "7, 1").replace('"30"', '"10"'))) as battle:
        events: list[EventBase] = []
        skirmish = Match(battle, scripted_brains(battle.scenario), rounds=2)
        skirmish.play()
        events += battle.events
    moves = [event.turn for event in events if event.event == "done" and getattr(event, "intent", "") == "move"]
    assert len(moves) == len(set(moves))


@pytest.mark.parametrize("brain", ["random", "aggressive", "cunning"])
def test_a_decision_log_changes_no_decision(brain: str) -> None:
    text = FILE.replace("{tactics}", "").replace("{ann}", "0, 1").replace("{bob}", "4, 1").replace("{hp}", "10")
    logs = []
    for journal in (None, DecisionLog()):
        with Battle(parse(text)) as battle:
            brains = dict.fromkeys(battle.world.named, BRAINS[brain])
            events = Match(battle, brains, rounds=4, journal=journal).play()
            logs.append([event.to_dict() for event in events])
    assert logs[0] == logs[1]
    assert journal is not None
    assert all(thought.why for thought in journal.thoughts)
    assert all(thought.over for thought in journal.thoughts if thought.chosen is not None)
