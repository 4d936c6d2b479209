"""Trials of a brain: made-up luck, plans against one luck, nobody unperceived, nothing of the battle changed."""

import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.brains import BRAINS, Cunning, Match, Planner, Play, View, Weights, quick, wary
from fivefoot.engine.dice import FatedDice
from fivefoot.engine.rulesets import RULESETS
from fivefoot.events import Struck
from fivefoot.intents import Attack
from fivefoot.play.tournament.ladder import SORTS, scene
from fivefoot.play.trial import Eyes

ANN = {"side": "red", "hp": 30, "ac": 12, "attack": 5, "damage": "1d8"}
BOB = {"side": "blue", "hp": 30, "ac": 12, "attack": 5, "damage": "1d8"}
ROWS = "............\n...AB.......\n..C.....D...\n............"


def duel(ruleset: str = "d20-srd", seed: int = 1, **bob: object) -> fivefoot.Battle:
    """Two against two, ann on turn."""
    text = drawn(ruleset, ROWS, {"ann": ANN, "bob": {**BOB, **bob}, "cat": {**ANN}, "dan": BOB})
    battle = fivefoot.loads(text, seed=seed)
    battle.roll_initiative()
    battle.begin_turn("ann")
    return battle


def totals(battle: fivefoot.Battle, luck: int) -> list[int]:
    """The attack rolls of a trial of a strike and a round after it."""
    trial = Eyes(battle, "ann").view.fork(luck)
    trial.play([Attack(target="bob")])
    trial.play_on(quick, 1)
    return [event.total for event in trial.world.log if isinstance(event, Struck)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_trial_shows_no_dice_to_come_and_changes_nothing(ruleset: str) -> None:
    with duel(ruleset) as one, duel(ruleset) as other:
        other.world.dice.roll(3, 20)
        before = list(one.events)
        assert totals(one, 5) == totals(other, 5)  # the battle's own seed has no part in it
        assert totals(one, 5) == totals(one, 5)
        assert any(totals(one, 5) != totals(one, luck) for luck in range(6, 12))
        assert list(one.events) == before
        assert one.active == "ann"


def test_plans_meet_the_same_luck_whatever_was_done_before() -> None:
    with duel() as battle:
        rolls = []
        for plan in ([], [Attack(target="bob")]):
            trial = Eyes(battle, "ann").view.fork(7)
            trial.play(plan)
            events = trial.play([Attack(target="ann")]) if trial.world.order[1] == "bob" else trial.play(quick)
            rolls.append([event.total for event in events if isinstance(event, Struck)])
        assert rolls[0] == rolls[1]


def test_unperceived_creatures_are_not_in_trials() -> None:
    with duel(hidden_from=["ann", "cat"]) as battle:
        trial = Eyes(battle, "ann").view.fork()
        assert "bob" in battle.world.named
        with pytest.raises(KeyError):
            trial.creature("bob")
        assert "bob" in Eyes(battle, "bob").view.fork().world.named


def test_a_trial_is_played_to_its_end_and_scored() -> None:
    with duel() as battle:
        view = Eyes(battle, "ann").view
        trial = view.fork()
        assert -0.2 < trial.score() < 0.2
        trial.creature("bob").health.hp = trial.creature("dan").health.hp = 1
        trial.play_on({"red": quick, "blue": lambda _: None}, 40)
        assert trial.over
        assert (trial.winner, trial.score()) == ("red", 1.0)
        assert view.simulated == trial.turns
        assert trial.play(quick) == []


def test_a_view_that_only_answers_has_no_trials() -> None:
    with duel() as battle, pytest.raises(RuntimeError, match="no battle to try turns in"):
        View(battle.world, battle.creature("ann")).fork()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whole_turns_are_ranked_distinct_and_can_be_played(ruleset: str) -> None:
    for sort in range(len(SORTS)):
        with fivefoot.loads(scene(sort, ruleset), seed=3) as battle:
            match = Match(battle, {one.name: wary for one in battle.creatures})
            for _ in range(9):
                match.play_turn()
            name = match.next_up()
            battle.begin_turn(name)
            view = Eyes(battle, name).view
            found = list(view.turns())
            assert found[0].why == "as cunning"
            assert len({turn.why for turn in found}) > 2
            for turn in found:
                trial = view.fork(1)
                events = trial.play(turn)
                refused = [event for event in events if event.event == "refused"]
                assert not refused, (turn, refused)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_planner_plays_the_same_battle_the_same_way(ruleset: str) -> None:
    logs = []
    for _ in range(2):
        with fivefoot.loads(scene(2, ruleset), seed=4) as battle:
            red, blue = Planner(40), BRAINS["aggressive"]
            match = Match(battle, {one.name: red if one.side == "red" else blue for one in battle.creatures}, rounds=4)
            logs.append([event.to_dict() for event in match.play()])
    assert logs[0] == logs[1]
    assert not [event for event in logs[0] if event["event"] == "refused"]


def test_the_planner_goes_no_further_than_its_budget() -> None:
    with fivefoot.loads(scene(0, "d20-srd"), seed=4) as battle:
        match = Match(battle, {one.name: wary for one in battle.creatures})
        for _ in range(13):
            match.play_turn()
        name = match.next_up()
        battle.begin_turn(name)
        for turns in (50, 200):
            view = Eyes(battle, name).view
            Planner(turns).plan(view)
            assert view.simulated <= turns + 200  # at most one look at each plan more


def test_other_weights_change_the_decisions_of_cunning() -> None:
    text = drawn(
        "d20-srd",
        "A" + "." * 24 + "B",
        {"ann": ANN, "bob": {**BOB, "hp": 60}},
    )
    moved = []
    for weights in (Weights(), Weights(caution=0.0, impatience=0, patience=0, bold=0.0)):
        with fivefoot.loads(text) as battle:
            battle.begin_turn("ann")
            Match(battle, {"ann": Cunning(weights)}).play_turn()
            moved.append(battle.creature("ann").cube[0])
    assert moved[1] > moved[0]


def test_the_same_brain_object_tries_turns_in_every_seat() -> None:
    class Curious:
        """Tries each of its turns once."""

        def __init__(self) -> None:
            self.tried = 0

        def turn(self, view: View) -> Play:
            """Plays one turn."""
            for turn in view.turns():
                view.fork(1).play(turn)
                self.tried += 1
            yield from next(view.turns()).play(view)

    curious = Curious()
    with duel() as battle:
        Match(battle, {"ann": curious}).play_turn()
    assert curious.tried > 1


def test_a_negative_seed_mirrors_the_luck_of_the_positive_one() -> None:
    high, low = (FatedDice(seed, turn=("ann", 1)).roll(6, 20) for seed in (5, -5))
    assert [one + other for one, other in zip(high, low, strict=True)] == [21] * 6


def test_a_stopped_planner_plays_the_turn_of_cunning() -> None:
    ann = {"hp": 20, "ac": 12, "attack": 5, "damage": "1d8"}
    text = drawn(
        "d20-srd", ".......\n.A...B.\n.......", {"ann": {**ann, "side": "red"}, "bob": {**ann, "side": "blue"}}
    )
    planner = Planner(turns=100)
    planner.stopped = True
    turns = []
    for brain in (planner, BRAINS["cunning"]):
        with fivefoot.loads(text, seed=3) as battle:
            turns.append(Match(battle, {"ann": brain, "bob": brain}, rounds=2).play())
    assert turns[0] == turns[1]
