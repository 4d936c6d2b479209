"""Choices that the rules leave to a player: put to somebody, answered, kept among the deeds, done again."""

import random
from collections.abc import Sequence

import pytest

import fivefoot
from fivefoot.components.questions import Question
from fivefoot.engine.brains import BRAINS
from fivefoot.engine.choices import Unanswered
from fivefoot.engine.rulesets import RULESETS
from fivefoot.systems.battle import Battle
from fivefoot.systems.saving import digest, read
from fivefoot.systems.skirmish import play_on

PASSING_BY = """
ruleset = "RULESET"
seed = 5
[board]
map = '''
.......
.......
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 1]
hp = 20
ac = 40
[[creatures]]
name = "orc"
side = "blue"
at = [1, 0]
hp = 20
attack = 3
damage = "1d4"
[[turns]]
actor = "ann"
intents = [ { do = "move", path = [[1, 1], [2, 1], [3, 1]] } ]
"""

PUSHED = """
ruleset = "epic-path"
seed = 1
[board]
map = '''
......._
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 0]
[[creatures]]
name = "bob"
side = "blue"
at = [2, 0]
elects_prone = "ELECTS"
[[turns]]
actor = "ann"
intents = [ { do = "push", target = "bob", distance = 15 } ]
"""


class Answers:
    """Gives answers in their order, and keeps what was asked."""

    def __init__(self, *keys: str | None) -> None:
        self.keys = list(keys)
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> str | None:
        self.asked.append(question)
        if not self.keys:
            raise Unanswered
        return self.keys.pop(0)

    @property
    def about(self) -> list[tuple[str, str]]:
        """What each question was about, and whose player was asked."""
        return [(question.about, question.who) for question in self.asked]


def told(battle: Battle) -> list[tuple[object, ...]]:
    """What happened, in short: the kind of each event and what is worth saying of it."""
    fields = ("who", "by", "against", "target", "to", "condition", "hit", "damage", "actor")
    return [
        (event.event, *(getattr(event, name) for name in fields if hasattr(event, name)))
        for event in battle.events
        if event.event not in ("battle-started", "turn-started", "turn-ended", "done")
    ]


def passing_by(*keys: str | None, ruleset: str = "epic-path") -> tuple[Battle, Answers]:
    """Ann walks past the orc, within its reach at her first, second and third square."""
    battle = fivefoot.loads(PASSING_BY.replace("RULESET", ruleset))
    answers = Answers(*keys)
    battle.chooser = answers
    return battle, answers


STEPS = [("moved", "ann", (1, 1, 0)), ("moved", "ann", (2, 1, 0)), ("moved", "ann", (3, 1, 0))]


def test_without_anybody_to_ask_nothing_changes() -> None:
    asked, answers = passing_by("yes")
    alone, _ = passing_by()
    alone.chooser = None
    assert digest(asked.run()) == digest(alone.run())
    assert answers.about == [("opportunity", "orc")]
    assert alone.deeds[0].answers == ()
    assert asked.deeds[0].answers == ("yes",)


def test_the_default_of_an_opportunity_is_to_strike() -> None:
    battle, _ = passing_by(None)
    battle.run()
    assert [line[0] for line in told(battle)] == ["opportunity", "struck", "moved", "moved", "moved"]
    assert battle.deeds[0].answers == ("yes",)


def test_an_enemy_that_lets_a_mover_go_by_does_not_strike() -> None:
    battle, answers = passing_by("no")
    battle.run()
    assert told(battle) == STEPS
    (question,) = answers.asked
    assert question.text == "ann leaves (0, 1) for (1, 1), within reach of orc: does orc strike?"
    assert [option.key for option in question.options] == ["yes", "later", "no"]
    assert (question.other, question.at, question.to, question.default) == ("ann", (0, 1, 0), (1, 1, 0), "yes")
    assert question.rules == ("ep.walk.provokes", "ep.walk.one-opportunity-per-enemy")


def test_an_enemy_may_wait_for_a_later_square() -> None:
    battle, answers = passing_by("later", "later", "yes")
    battle.run()
    (struck,) = [line for line in told(battle) if line[0] == "struck"]
    assert told(battle) == [*STEPS[:2], ("opportunity", "orc", "ann"), struck, STEPS[2]]
    assert [question.at for question in answers.asked] == [(0, 1, 0), (1, 1, 0), (2, 1, 0)]
    assert [option.key for option in answers.asked[2].options] == ["yes", "no"], "there is no later square"


def test_where_only_parting_provokes_there_is_no_later_square() -> None:
    battle, answers = passing_by("no", ruleset="draw-steel")
    battle.run()
    assert told(battle) == STEPS
    assert [(question.at, len(question.options)) for question in answers.asked] == [((2, 1, 0), 2)]


def test_a_reaction_that_is_not_taken_is_left_for_another_movement() -> None:
    battle, _ = passing_by("no", "yes")
    battle.run()
    battle.begin_turn("orc")
    battle.begin_turn("ann")
    battle.submit("ann", {"do": "move", "path": [[2, 1], [3, 1]]})
    battle.process()
    assert [line for line in told(battle) if line[0] == "opportunity"] == [("opportunity", "orc", "ann")]


@pytest.mark.parametrize(
    ("elects", "keys", "squares", "prone"),
    [
        ("never", ["on", "prone"], [3], True),
        ("never", ["endure"], [3, 4, 5], False),
        ("never", [None, None, None], [3, 4, 5], False),
        ("always", [None], [], True),
        ("always", ["on", "on", "on"], [3, 4, 5], False),
    ],
)
def test_whoever_is_pushed_may_fall_prone_at_any_square(
    elects: str, keys: Sequence[str | None], squares: list[int], prone: bool
) -> None:
    battle = fivefoot.loads(PUSHED.replace("ELECTS", elects))
    battle.chooser = answers = Answers(*keys)
    battle.run()
    forced = [("forced", "bob", "ann", (x, 0, 0)) for x in squares]
    assert told(battle) == forced + [("gained", "bob", "prone")] * prone
    assert answers.about == [("elect-prone", "bob")] * len(keys)
    assert answers.asked[0].rules[0] == "ep.forced.elect-prone"


# --- deeds ---------------------------------------------------------------------------------------


def test_a_saved_battle_is_done_again_without_asking() -> None:
    battle, _ = passing_by("later", "no")
    battle.run()
    text = battle.save()
    assert '"answers":["later","no"]' in text
    with Battle.restore(text) as again:
        assert digest(again.events) == digest(battle.events)
        assert again.save() == text


def test_undoing_through_an_answered_question_does_not_ask_again() -> None:
    battle, answers = passing_by("later", "no")
    battle.run()
    log = digest(battle.events)
    battle.undo(2)
    assert battle.creature("ann").cube == (1, 1, 0)
    battle.resume()
    assert digest(battle.events) == log
    assert len(answers.asked) == 2
    with battle.fork() as twin:
        assert digest(twin.events) == log
    assert len(answers.asked) == 2


def test_what_is_taken_back_is_asked_anew_and_what_is_done_again_is_not() -> None:
    battle, answers = passing_by("no", "yes")
    battle.run()
    (deed,) = battle.deeds
    battle.take_back(1)
    battle.do(deed)
    assert told(battle) == STEPS
    assert len(answers.asked) == 1
    battle.take_back(1)
    battle.run()
    assert len(answers.asked) == 2
    assert told(battle)[0] == ("opportunity", "orc", "ann")


def test_a_fork_asks_nobody() -> None:
    battle, answers = passing_by("no")
    with battle.fork() as twin:
        twin.run()
        assert told(twin)[0] == ("opportunity", "orc", "ann")
    assert not answers.asked


def test_while_it_asks_a_battle_can_be_looked_at_forked_and_saved_but_not_played() -> None:
    battle, _ = passing_by()
    seen: list[str] = []

    def chooser(question: Question) -> str:
        if question.at == (0, 1, 0):
            return "later"
        assert battle.question is question
        assert battle.creature("ann").cube == (1, 1, 0)
        seen.append(battle.save())
        with battle.fork() as twin:
            assert digest(twin.events) == digest(battle.events)
            twin.resume()
            assert told(twin)[1] == ("opportunity", "orc", "ann"), "the policy's answer"
        for call in (battle.process, battle.resume, lambda: battle.take_back(1), lambda: battle.undo(0)):
            with pytest.raises(RuntimeError, match="asking a question"):
                call()
        return "no"

    battle.chooser = chooser
    battle.run()
    assert told(battle) == STEPS
    assert battle.question is None
    with Battle.restore(seen[0]) as again:
        assert again.paused
        again.chooser = answers = Answers("no")
        again.resume()
        assert answers.about == [("opportunity", "orc")]
        assert digest(again.events) == digest(battle.events)
        assert again.save() == battle.save()


def test_a_question_without_an_answer_leaves_the_battle_in_the_middle() -> None:
    battle, answers = passing_by("later")
    with pytest.raises(Unanswered):
        battle.run()
    assert battle.paused
    assert battle.question is not None
    assert battle.deeds[0].answers == ("later", "?")
    assert told(battle) == STEPS[:1]
    with pytest.raises(Unanswered):
        battle.end_turn()
    answers.keys = ["no"]
    battle.resume()
    assert told(battle) == STEPS
    assert battle.deeds[0].answers == ("later", "no")
    assert [question.at for question in answers.asked] == [(0, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0)]


def test_where_nobody_is_left_to_ask_an_open_question_gets_its_default() -> None:
    battle, _ = passing_by()
    with pytest.raises(Unanswered):
        battle.run()
    battle.chooser = None
    battle.resume()
    assert told(battle)[0] == ("opportunity", "orc", "ann")
    assert battle.deeds[0].answers == ("yes",)


def test_an_answer_that_is_no_option_is_an_error_and_can_be_mended() -> None:
    battle, answers = passing_by("perhaps")
    with pytest.raises(ValueError, match=r"'perhaps' is no answer to .* answers are yes, later, no"):
        battle.run()
    answers.keys = ["no"]
    battle.resume()
    assert told(battle) == STEPS


def test_a_save_with_answers_that_were_never_possible_is_refused() -> None:
    battle, _ = passing_by("no")
    battle.run()
    with pytest.raises(fivefoot.ScenarioError, match="perhaps"):
        Battle.restore(battle.save().replace('"answers":["no"]', '"answers":["perhaps"]'))


CROWD = """
ruleset = "RULESET"
seed = SEED
[board]
map = '''
..........
..__..^...
....11....
'''
"""
FIGHTER = """
[[creatures]]
name = "NAME"
side = "SIDE"
at = [X, Y]
hp = 25
attack = 4
damage = "1d4"
"""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whatever_is_answered_comes_to_the_same_when_it_is_done_again(ruleset: str) -> None:
    asked: list[str] = []
    for seed in range(3):
        dice = random.Random(f"{ruleset} {seed}")
        text = CROWD.replace("RULESET", ruleset).replace("SEED", str(seed))
        for number in range(6):
            fighter = FIGHTER.replace("NAME", f"f{number}").replace("SIDE", ("red", "blue")[number % 2])
            text += fighter.replace("X", str(2 + number)).replace("Y", str(number % 2 * 2))

        def chooser(question: Question, dice: random.Random = dice) -> str | None:
            asked.append(question.about)
            return dice.choice([None, *(option.key for option in question.options)])

        battle = fivefoot.loads(text)
        battle.chooser = chooser
        play_on(battle, {one.name: BRAINS["random"] for one in battle.creatures}, rounds=4)
        saved, log, count = battle.save(), log_lines(battle), len(asked)
        with Battle.restore(saved) as again, again.fork() as twin:
            assert log_lines(twin) == log
        for moment in dice.sample(range(len(log)), 2):
            battle.undo(moment)
            battle.resume()
            assert log_lines(battle) == log[: len(battle.events)]
            battle.redo(read(saved).deeds)
            assert log_lines(battle) == log
        assert len(asked) == count, "nobody is asked twice"
    assert asked


def log_lines(battle: Battle) -> list[dict[str, object]]:
    """The log."""
    return [event.to_dict() for event in battle.events]


# --- what else a ruleset leaves to somebody --------------------------------------------------------

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


def test_a_carrier_need_not_strike_whoever_fails_to_climb_it() -> None:
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
def test_with_the_switch_the_referee_says_who_shares_a_shaft(answer: str, at: tuple[int, int, int]) -> None:
    battle = falling(".u#", top=0, floor=-4, rules='allow_forced_sharing = "ask"')
    battle.chooser = answers = Answers(answer)
    battle.run()
    (question,) = answers.asked
    assert (question.about, question.referee) == ("share", True)
    assert "ds.space.forced-together" in question.rules
    assert battle.creature("ann").cube == at


@pytest.mark.parametrize(("answer", "prone"), [("yes", False), ("no", True)])
def test_with_the_switch_whoever_is_teleported_says_whether_it_stands(answer: str, prone: bool) -> None:
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
    with open("tests/cases/pathfinder-2e/a-referee-who-is-not-there.toml", encoding="utf-8") as file:
        battle = fivefoot.loads(file.read())
    battle.chooser = answers = Answers("yes", answer)
    battle.run()
    assert answers.about == [("opportunity", "orc"), ("accident", "ann")]
    assert answers.asked[1].rules == ("pf2.pass.accident",)
    assert answers.asked[1].referee
    assert battle.creature("ann").cube == ann
    assert battle.creature("bob").cube == bob
    assert battle.creature("ann").prone is prone


def test_a_carrier_chooses_where_to_set_down_whom_it_carries() -> None:
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
