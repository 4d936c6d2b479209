"""The ladder: its scenes are fair, its ratings in order, the same battles whenever it is climbed."""

import json

import pytest
from typer.testing import CliRunner

import fivefoot
from fivefoot.brains import BRAINS, View
from fivefoot.engine.brains.shipped import RUNGS, slipping
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.tournament.ladder import SORTS, climbed, ladder_plan, scene
from fivefoot.scenes.commands.app import app


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("number", range(2 * len(SORTS)))
def test_scenes_mirror_one_side_in_the_other(ruleset: str, number: int) -> None:
    text = scene(number, ruleset)
    assert text == scene(number, ruleset)
    with fivefoot.loads(text) as battle:
        width = battle.world.board.width
        sides: dict[str, list[object]] = {}
        for one in battle.creatures:
            x, y = one.cube[:2]
            mirrored = min(x, width - one.size.side - x)
            figures = (one.health.hp, one.body.ac, one.body.attack, one.body.damage, one.body.range, one.size.side)
            sides.setdefault(one.side, []).append((y, mirrored, *map(str, figures)))
        first, second = sides.values()
        assert sorted(map(str, first)) == sorted(map(str, second))
        assert all(
            battle.world.board.tile(x, y).floor == battle.world.board.tile(width - 1 - x, y).floor
            for x in range(width)
            for y in range(battle.world.board.height)
        )


def test_a_ladder_is_the_same_again_and_rates_the_better_higher() -> None:
    plan = ladder_plan(("random", "aggressive"), 2, ("d20-srd", "draw-steel"))
    one, other = climbed(plan), climbed(plan)
    assert one == other
    assert one.battles == plan.battles == 8
    assert [rung.brain for rung in one.rungs] == ["aggressive", "random"]
    assert sum(rung.points for rung in one.rungs) == one.battles
    assert {meeting.ruleset for meeting in one.meetings} == {"d20-srd", "draw-steel"}
    assert [rung.refused for rung in one.rungs] == [0, 0]


def test_slips_depend_on_the_moment_and_their_share() -> None:
    def quiet(view: View) -> None:
        """Does nothing."""

    with fivefoot.loads(scene(0, "d20-srd"), seed=1) as battle:
        name = battle.roll_initiative()[0]
        battle.begin_turn(name)
        view = View(battle.world, battle.creature(name))
        assert slipping(quiet, 0)(view) is None
        always = slipping(quiet, 100)(view)
        assert always == slipping(quiet, 100)(view)


def test_the_rungs_are_brains_of_the_command() -> None:
    assert set(RUNGS) <= set(BRAINS)
    words = ["ladder", "--rung", "random", "--rung", "aggressive", "--scenes", "1", "--rulesets", "d20-srd"]
    done = CliRunner().invoke(app, [*words, "--jobs", "1", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["battles"], len(found["rungs"])) == (2, 2)
    assert CliRunner().invoke(app, [*words, "--rulesets", "chess"]).exit_code != 0
