"""Objectives: when each kind is met, when a side can meet none any more, and how brains pursue them."""

import msgspec
import pytest

import fivefoot
from fivefoot.components.events import Moved
from fivefoot.engine.messages import translated
from fivefoot.engine.scenario.expectations import failures
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for

FIELD = """
format = 1
ruleset = "d20-srd"
seed = 3
[board]
map = '''
..........
..........
..........
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 1]
hp = 30
attack = 6
damage = "1d6+2"
[[creatures]]
name = "amy"
side = "red"
at = [0, 2]
hp = 30
attack = 6
damage = "1d6+2"
[[creatures]]
name = "bob"
side = "blue"
at = [9, 1]
hp = 30
attack = 2
damage = "1d4"
"""


def field(objectives: str, turns: str = "") -> Battle:
    """The field with objectives, its script played."""
    battle = fivefoot.loads(FIELD + objectives + turns)
    battle.run()
    return battle


def turns(*actors: str) -> str:
    """A script in which these have a turn each and do nothing."""
    return "".join(f'[[turns]]\nactor = "{actor}"\n' for actor in actors)


def ending(battle: Battle) -> tuple[str | None, str] | None:
    """(winner, kind of the objective) as the battle stands."""
    found = battle.ending()
    return None if found is None else (found.winner, found.why.partition(":")[0])


def test_nothing_is_won_while_nobody_has_done_anything() -> None:
    assert ending(field('[[objectives]]\nside = "red"\nkind = "reach"\narea = [5, 0, 6, 2]\n')) is None


@pytest.mark.parametrize(("count", "won"), [(1, ("red", "reach")), (2, None)])
def test_reach_counts_those_who_stand_there(count: int, won: tuple[str, str] | None) -> None:
    text = f'[[objectives]]\nside = "red"\nkind = "reach"\narea = [5, 0, 6, 2]\ncount = {count}\n'
    assert ending(field(text, '[[turns]]\nactor = "ann"\nintents = [{ do = "move", to = [5, 1] }]\n')) == won


def test_squares_serve_as_well_as_an_area() -> None:
    text = '[[objectives]]\nside = "red"\nkind = "reach"\nsquares = [[0, 1]]\n'
    assert ending(field(text)) == ("red", "reach")


@pytest.mark.parametrize(("rounds", "won"), [(1, None), (2, ("red", "hold"))])
def test_holding_is_counted_at_the_end_of_rounds(rounds: int, won: tuple[str, str] | None) -> None:
    text = '[[objectives]]\nside = "red"\nkind = "hold"\narea = [0, 0, 1, 2]\nrounds = 2\n'
    assert ending(field(text, turns("ann", "amy", "bob") * rounds)) == won


def test_an_enemy_on_the_squares_breaks_the_count() -> None:
    text = '[[objectives]]\nside = "red"\nkind = "hold"\narea = [0, 0, 4, 2]\nrounds = 2\n'
    come = '[[turns]]\nactor = "bob"\nintents = [{ do = "move", double = true, to = [4, 0] }]\n'
    battle = field(text, turns("ann", "amy") + come + turns("ann", "amy", "bob"))
    assert battle.world.held == (0,)
    assert ending(battle) is None


def test_to_survive_is_to_stand_when_the_rounds_are_over() -> None:
    text = '[[objectives]]\nside = "blue"\nkind = "survive"\nrounds = 2\n'
    assert ending(field(text, turns("ann", "amy", "bob"))) is None
    assert ending(field(text, turns("ann", "amy", "bob", "ann", "amy"))) is None
    assert ending(field(text, turns("ann", "amy", "bob", "ann", "amy", "bob"))) == ("blue", "survive")


@pytest.mark.parametrize(
    ("kind", "one", "many", "german"),
    [
        ("survive", "{} survived 1 round", "{} survived 2 rounds", "2 Runden überstanden: Feinde"),
        ("hold", "{} held out for 1 round", "{} held out for 2 rounds", "2 Runden lang gehalten: Feinde"),
    ],
)
def test_the_sentence_of_an_end_is_right_for_one_and_for_many(kind: str, one: str, many: str, german: str) -> None:
    """A side may be called `company` or `foes`: nothing in the sentence agrees with its number."""
    for side, rounds, told in (("blue", 1, one), ("foes", 2, many)):
        text = f'[[objectives]]\nside = "{side}"\nkind = "{kind}"\nrounds = {rounds}\n'
        text += "area = [8, 0, 9, 2]\n" if kind == "hold" else ""
        battle = fivefoot.loads(FIELD.replace('"blue"', f'"{side}"') + text + turns("ann", "amy", "bob") * rounds)
        battle.run()
        last = battle.ending()
        assert last is not None
        assert last.why == f"{kind}: {told.format(side)}"
    assert translated(many.format("foes"), "de") == german


def test_whoever_loses_whom_it_protects_can_win_no_more() -> None:
    text = FIELD.replace(
        'name = "amy"\nside = "red"\nat = [0, 2]\nhp = 30', 'name = "amy"\nside = "red"\nat = [0, 2]\nhp = 0'
    )
    with fivefoot.loads(text + '[[objectives]]\nside = "red"\nkind = "protect"\nwho = "amy"\n') as battle:
        assert ending(battle) == ("blue", "protect")


def test_too_few_to_reach_the_goal_lose() -> None:
    text = FIELD.replace("at = [0, 2]\nhp = 30", "at = [0, 2]\nhp = 0")
    goal = '[[objectives]]\nside = "red"\nkind = "reach"\narea = [5, 0, 6, 2]\ncount = 2\n'
    with fivefoot.loads(text + goal) as battle:
        assert ending(battle) == ("blue", "reach")


def test_expectations_name_winner_and_why() -> None:
    text = '[[objectives]]\nside = "red"\nkind = "reach"\nsquares = [[0, 1]]\n'
    good = field(text, '[[expect]]\nwinner = "red"\nwhy = "reach"\n')
    assert failures(good.scenario, good) == []
    bad = field(text, '[[expect]]\nwinner = "blue"\n[[expect]]\nwhy = "hold"\n')
    assert [fault.partition(":")[0] for fault in failures(bad.scenario, bad)] == ["expect[0].winner", "expect[1].why"]


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ('side = "green"', "objectives[0].side"),
        ('side = "red"\nkind = "reach"', "objectives[0].area"),
        ('side = "red"\nkind = "hold"\narea = [0, 0, 1, 1]', "objectives[0].rounds"),
        ('side = "red"\nkind = "protect"\nwho = "zoe"', "objectives[0].who"),
        ('side = "red"\nkind = "survive"\nrounds = 3\nwho = "ann"', "objectives[0].who"),
        ('side = "red"\nkind = "reach"\narea = [0, 0, 10, 1]', "objectives[0].area"),
        ('side = "red"\nkind = "win"', "objectives[0].kind"),
    ],
)
def test_a_wrong_objective_is_refused_with_its_place(table: str, place: str) -> None:
    with pytest.raises(fivefoot.ScenarioError) as caught:
        fivefoot.loads(FIELD + "[[objectives]]\n" + table + "\n")
    assert caught.value.place == place


@pytest.mark.parametrize("brain", ["aggressive", "cunning"])
def test_brains_move_to_an_objective(brain: str) -> None:
    """Past an enemy who stands aside, and without stopping for him."""
    text = FIELD.replace("at = [9, 1]", "at = [4, 0]")
    text += '[[objectives]]\nside = "red"\nkind = "reach"\narea = [9, 0, 9, 2]\n'
    with fivefoot.loads(text) as battle:
        Match(battle, brains_for(battle.scenario, brain, "random"), rounds=20).play()
        last = battle.ending()
        assert last is not None
        assert last.winner == "red"


@pytest.mark.parametrize("brain", ["aggressive", "cunning"])
def test_brains_hold_what_is_to_be_held(brain: str) -> None:
    text = FIELD + '[[objectives]]\nside = "blue"\nkind = "hold"\narea = [7, 0, 9, 2]\nrounds = 3\n'
    with fivefoot.loads(text.replace("attack = 6", "attack = -10")) as battle:
        Match(battle, brains_for(battle.scenario, "random", brain), rounds=20).play()
        moved = [event.to for event in battle.events if isinstance(event, Moved) and event.who == "bob"]
        assert all(to[0] >= 7 for to in moved)


def test_objectives_survive_saving_and_forking() -> None:
    text = '[[objectives]]\nside = "red"\nkind = "hold"\narea = [0, 0, 1, 2]\nrounds = 3\n'
    battle = field(text, turns("ann", "amy", "bob", "ann"))
    assert battle.world.held == (1,)
    assert battle.fork().world.held == (1,)
    assert Battle.restore(battle.save()).world.held == (1,)
    assert msgspec.json.encode(battle.scenario)
