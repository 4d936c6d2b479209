"""Decisions of single rulesets for a player or a referee: where to land, what to spend, who makes way."""

import pytest
from tests.play.asking import Answers, told

import fivefoot
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.battle import Battle

MOUNTED = """
ruleset = "draw-steel"
seed = 1
dice = [DICE]
[rules]
actions = "free"
[board]
map = '''
.....
.....
.....
.....
'''
[[creatures]]
name = "ox"
side = "blue"
at = [0, 0]
size = 3
hp = 40
damage = 1
[[creatures]]
name = "ann"
side = "red"
at = [1, 1, 2]
size = "1M"
hp = 20
conditions = ["climbing"]
mount = "ox"
[[turns]]
actor = "ox"
intents = [ INTENT ]
"""
BESIDE_THE_OX = [(3, 0, 0), (3, 1, 0), (3, 2, 0), (0, 3, 0), (1, 3, 0), (2, 3, 0), (3, 3, 0)]


@pytest.mark.parametrize(
    ("dice", "intent", "rule"),
    [
        ("5, 6", '{ do = "knock-off", target = "ann" }', "ds.climb-creature.knock-off-tier-1"),
        ("6, 6", '{ do = "knock-off", target = "ann" }', "ds.climb-creature.knock-off-tier-2"),
        ("", '{ do = "afflict", target = "ann", condition = "prone" }', "ds.climb-creature.knocked-prone"),
    ],
)
def test_a_climber_comes_down_where_it_chooses(dice: str, intent: str, rule: str) -> None:
    battle = fivefoot.loads(MOUNTED.replace("DICE", dice).replace("INTENT", intent))
    battle.chooser = answers = Answers("1,3,0")
    battle.run()
    (question,) = answers.asked
    assert (question.about, question.who, question.rules) == ("off-mount", "ann", (rule,))
    assert [option.at for option in question.options] == sorted(BESIDE_THE_OX, key=lambda at: (at[1], at[0]))
    assert battle.creature("ann").cube == (1, 3, 0)


def test_a_carrier_may_decline_to_strike_a_failed_climber() -> None:
    text = MOUNTED.replace("DICE", "1, 1").replace('mount = "ox"', "").replace('conditions = ["climbing"]', "")
    text = text.replace("[1, 1, 2]", "[3, 1]").replace('actor = "ox"', 'actor = "ann"')
    battle = fivefoot.loads(text.replace("INTENT", '{ do = "climb-creature", target = "ox" }'))
    battle.chooser = answers = Answers("no")
    battle.run()
    assert answers.about == [("opportunity", "ox")]
    assert answers.asked[0].rules == ("ds.climb-creature.unwilling-tier-1",)
    assert [line[0] for line in told(battle)] == ["rolled", "stopped"]


FALLING = """
ruleset = "draw-steel"
seed = 1
[rules]
actions = "free"
RULES
[board]
map = '''
MAP
'''
[board.legend]
"u" = { floor = -4 }
[[creatures]]
name = "ann"
side = "red"
at = [1, 0, TOP]
size = "1M"
speed = { walk = 5, fly = 5 }
hp = 50
abilities = { agility = 2 }
[[creatures]]
name = "bob"
side = "blue"
at = [1, 0, FLOOR]
size = "1M"
hp = 50
threatens = false
[[turns]]
actor = "ann"
intents = [ { do = "fall", target = "ann" } ]
"""


def falling(board: str, *, top: int, floor: int = 0, rules: str = "") -> Battle:
    text = FALLING.replace("MAP", board).replace("TOP", str(top)).replace("FLOOR", str(floor))
    return fivefoot.loads(text.replace("RULES", rules))


def test_a_faller_rolls_off_into_the_nearest_place_that_it_chooses() -> None:
    battle = falling("...#.", top=6)
    battle.chooser = answers = Answers("2,0,0")
    battle.run()
    (question,) = answers.asked
    assert (question.about, question.who) == ("landing", "ann")
    assert question.rules == ("ds.fall.onto-creature-placement",)
    assert [option.at for option in question.options] == [(0, 0, 0), (2, 0, 0)], "as near as each other"
    assert battle.creature("ann").cube == (2, 0, 0)


@pytest.mark.parametrize(("answer", "hp"), [("yes", 42), ("no", 38)])
def test_with_the_switch_a_faller_is_asked_whether_agility_lessens_the_fall(answer: str, hp: int) -> None:
    battle = falling("...#.", top=6, rules='agility_reduction = "ask"')
    battle.chooser = answers = Answers(answer, None)
    battle.run()
    assert answers.about == [("agility", "ann"), ("landing", "ann")]
    assert answers.asked[0].rules == ("ds.fall.agility-reduction",)
    assert (battle.creature("ann").health.hp, battle.creature("bob").health.hp) == (hp, hp)


@pytest.mark.parametrize(("answer", "at"), [("yes", (1, 0, -4)), ("no", (0, 0, 0))])
def test_with_the_switch_the_referee_decides_who_shares_a_shaft(answer: str, at: tuple[int, int, int]) -> None:
    battle = falling(".u#", top=0, floor=-4, rules='allow_forced_sharing = "ask"')
    battle.chooser = answers = Answers(answer)
    battle.run()
    (question,) = answers.asked
    assert (question.about, question.referee) == ("share", True)
    assert "ds.space.forced-together" in question.rules
    assert battle.creature("ann").cube == at


@pytest.mark.parametrize(("answer", "prone"), [("yes", False), ("no", True)])
def test_with_the_switch_a_teleported_creature_chooses_to_stand(answer: str, prone: bool) -> None:
    battle = fivefoot.loads("""
        ruleset = "draw-steel"
        [rules]
        actions = "free"
        teleport_other_stand_choice = "teleported"
        [board]
        map = "......"
        [[creatures]]
        name = "mage"
        side = "red"
        at = [0, 0]
        [[creatures]]
        name = "ann"
        side = "red"
        at = [2, 0]
        conditions = ["prone"]
        [[turns]]
        actor = "mage"
        intents = [ { do = "teleport", target = "ann", to = [5, 0], distance = 3 } ]
    """)
    battle.chooser = answers = Answers(answer)
    battle.run()
    assert answers.about == [("stand", "ann")]
    assert answers.asked[0].rules == ("ds.teleport.prone-other",)
    assert battle.creature("ann").prone is prone


@pytest.mark.parametrize(("answer", "at"), [("yes", (0, 0, -1)), ("no", (0, 0, 0))])
def test_a_main_action_is_spent_in_the_dirt_only_if_its_owner_wants_it(answer: str, at: tuple[int, int, int]) -> None:
    battle = fivefoot.loads("""
        ruleset = "draw-steel"
        dice = [8, 8]
        [board]
        map = "e"
        [board.legend]
        "e" = { floor = 0, ground = "dirt" }
        [[creatures]]
        name = "ann"
        side = "red"
        at = [0, 0]
        [[turns]]
        actor = "ann"
        intents = [ { do = "claw-dirt", to = [0, 0, -1] } ]
    """)
    battle.chooser = answers = Answers(answer)
    battle.run()
    assert answers.about == [("main-action", "ann")]
    assert "ds.claw-dirt.tier-2" in answers.asked[0].rules
    assert battle.creature("ann").cube == at
    assert "slowed" in {line[-1] for line in told(battle) if line[0] == "gained"}


@pytest.mark.parametrize(
    ("answer", "ann", "bob", "prone"),
    [
        ("move_arriver", (1, 0, 0), (2, 1, 0), False),
        ("move_occupant", (2, 1, 0), (1, 0, 0), False),
        ("arriver_prone", (2, 1, 0), (2, 1, 0), True),
    ],
)
def test_with_the_switch_the_referee_settles_an_accident(
    answer: str, ann: tuple[int, int, int], bob: tuple[int, int, int], prone: bool
) -> None:
    cases = read_cases("tests/cases/pathfinder-2e/pass.toml")
    battle = fivefoot.Battle(
        next(case for case in cases if case.title == "accidental_overlap = ask falls back to the default")
    )
    battle.chooser = answers = Answers("yes", answer)
    battle.run()
    assert answers.about == [("opportunity", "orc"), ("accident", "ann")]
    assert answers.asked[1].rules == ("pf2.pass.accident",)
    assert answers.asked[1].referee
    assert battle.creature("ann").cube == ann
    assert battle.creature("bob").cube == bob
    assert battle.creature("ann").prone is prone


def test_a_carrier_chooses_where_to_set_a_creature_down() -> None:
    battle = fivefoot.loads("""
        ruleset = "pathfinder-2e"
        [board]
        map = "....\\n...^\\n...."
        [[creatures]]
        name = "ann"
        side = "red"
        at = [0, 1]
        [[creatures]]
        name = "bob"
        side = "red"
        at = [0, 0]
        [[turns]]
        actor = "ann"
        intents = [ { do = "carry", target = "bob", path = [[1, 1], [2, 1]] } ]
    """)
    battle.chooser = answers = Answers("2,2,0")
    battle.run()
    (question,) = answers.asked
    assert (question.about, question.who) == ("set-down", "ann")
    assert question.rules == ("pf2.carried.same-path", "pf2.carried.is-forced")
    safe = {(1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 2), (3, 2)}
    assert {option.at[:2] for option in question.options if option.at is not None} == safe, "not into the hazard"
    assert question.default == "1,0,0"
    assert battle.creature("bob").cube == (2, 2, 0)
