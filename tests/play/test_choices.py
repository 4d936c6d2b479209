"""Decisions that the rules leave to a player: put to a chooser, answered, kept with the commands, repeated."""

import json
import random
from collections.abc import Sequence

import pytest
from tests.fights import drawn
from tests.play.asking import Answers, passing_by, told

import fivefoot
from fivefoot.components.decision import Decision
from fivefoot.engine.brains import BRAINS
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.decider import Unanswered
from fivefoot.play.battle import Battle
from fivefoot.play.match import play_on
from fivefoot.play.save import digest, read

STEPS = [("moved", "ann", (1, 1, 0)), ("moved", "ann", (2, 1, 0)), ("moved", "ann", (3, 1, 0))]


def test_without_a_player_policies_decide() -> None:
    asked, answers = passing_by("yes")
    alone, _ = passing_by()
    alone.chooser = None
    assert digest(asked.run()) == digest(alone.run())
    assert answers.about == [("opportunity", "orc")]
    assert alone.commands[0].answers == ()
    assert asked.commands[0].answers == ("yes",)


def test_the_default_of_an_opportunity_is_to_strike() -> None:
    battle, _ = passing_by(None)
    battle.run()
    assert [line[0] for line in told(battle)] == ["opportunity", "struck", "moved", "moved", "moved"]
    assert battle.commands[0].answers == ("yes",)


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
def test_a_pushed_creature_may_fall_prone_at_any_square(
    elects: str, keys: Sequence[str | None], squares: list[int], prone: bool
) -> None:
    turns = [{"actor": "ann", "intents": [{"do": "push", "target": "bob", "distance": 15}]}]
    text = drawn("epic-path", ".AB...._", {"ann": {}, "bob": {"elects_prone": elects}}, seed=1, turns=turns)
    battle = fivefoot.loads(text)
    battle.chooser = answers = Answers(*keys)
    battle.run()
    forced = [("forced", "bob", "ann", (x, 0, 0)) for x in squares]
    assert told(battle) == forced + [("gained", "bob", "prone")] * prone
    assert answers.about == [("elect-prone", "bob")] * len(keys)
    assert answers.asked[0].rules[0] == "ep.forced.elect-prone"


# --- commands ------------------------------------------------------------------------------------


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


def test_undone_questions_are_asked_again_and_redone_ones_are_not() -> None:
    battle, answers = passing_by("no", "yes")
    battle.run()
    (command,) = battle.commands
    battle.take_back(1)
    battle.do(command)
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

    def chooser(question: Decision) -> str:
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
    assert battle.commands[0].answers == ("later", "?")
    assert told(battle) == STEPS[:1]
    with pytest.raises(Unanswered):
        battle.end_turn()
    answers.keys = ["no"]
    battle.resume()
    assert told(battle) == STEPS
    assert battle.commands[0].answers == ("later", "no")
    assert [question.at for question in answers.asked] == [(0, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0)]


def test_an_open_question_without_a_player_gets_its_default() -> None:
    battle, _ = passing_by()
    with pytest.raises(Unanswered):
        battle.run()
    battle.chooser = None
    battle.resume()
    assert told(battle)[0] == ("opportunity", "orc", "ann")
    assert battle.commands[0].answers == ("yes",)


def test_an_invalid_answer_raises_and_can_be_corrected() -> None:
    battle, answers = passing_by("perhaps")
    with pytest.raises(ValueError, match=r"'perhaps' is no answer to .* answers are yes, later, no"):
        battle.run()
    answers.keys = ["no"]
    battle.resume()
    assert told(battle) == STEPS


def test_a_save_with_answers_that_were_never_possible_is_refused() -> None:
    battle, _ = passing_by("no")
    battle.run()
    tree = json.loads(battle.save().replace('"answers":["no"]', '"answers":["perhaps"]'))
    assert not Battle.restore(json.dumps(tree)).proved
    del tree["state"]
    with pytest.raises(fivefoot.ScenarioError, match="perhaps"):
        Battle.restore(json.dumps(tree))


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
def test_answers_give_the_same_log_after_redo(ruleset: str) -> None:
    asked: list[str] = []
    for seed in range(3):
        dice = random.Random(f"{ruleset} {seed}")
        text = CROWD.replace("RULESET", ruleset).replace("SEED", str(seed))
        for number in range(6):
            fighter = FIGHTER.replace("NAME", f"f{number}").replace("SIDE", ("red", "blue")[number % 2])
            text += fighter.replace("X", str(2 + number)).replace("Y", str(number % 2 * 2))

        def chooser(question: Decision, dice: random.Random = dice) -> str | None:
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
            battle.replay(read(saved).commands)
            assert log_lines(battle) == log
        assert len(asked) == count, "nobody is asked twice"
    assert asked


def log_lines(battle: Battle) -> list[dict[str, object]]:
    """The log."""
    return [event.to_dict() for event in battle.events]
