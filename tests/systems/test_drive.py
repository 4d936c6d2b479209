"""Waking of systems: a pass over the woken systems does the same as a pass over all of them."""

from pathlib import Path
from typing import ClassVar

import pytest
from benchmarks.turns_a_unit import scene
from tests.fights import fight

import fivefoot
from fivefoot.components.intents import Move
from fivefoot.components.plan import Walk
from fivefoot.components.position import Position
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.convert import converted
from fivefoot.engine.scenario.read import read
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, brains_for
from fivefoot.play.save import digest
from fivefoot.systems import SCHEDULE, System
from fivefoot.systems.movement import MovementSystem

SCENARIOS = sorted((Path(__file__).parents[2] / "assets" / "scenarios").glob("*.toml"))


def sleepless(kind: type[System]) -> type[System]:
    """The same system, called in every pass; where nothing is there for it, it must find so by itself."""
    return type(kind.__name__, (kind,), {"acts": kind.acts or (), "waits": Always()})


class Always(tuple[str, ...]):
    """Words among which is every other."""

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        return True


@pytest.mark.parametrize("number", range(0, len(SCENARIOS), 3))
def test_nothing_is_missed_by_letting_systems_sleep(number: int) -> None:
    ruleset = list(RULESETS)[number % len(RULESETS)]
    scenario = converted(read(SCENARIOS[number]), ruleset).scenario
    digests = set()
    for awake in (False, True):
        with Battle(scenario, seed=7) as battle:
            if awake:
                battle._history.systems = tuple(sleepless(kind) for kind in SCHEDULE)
            digests.add(digest(Match(battle, brains_for(scenario, "random", "aggressive"), rounds=6).play()))
    assert len(digests) == 1


class Watch(System):
    """Notes where a walk finds its mover, before each of its squares."""

    before = MovementSystem
    seen: ClassVar[list[tuple[int, int, int]]] = []

    def process(self) -> None:
        """Ask for the walk at hand and its mover's place."""
        Watch.seen += [at.cube for _, (walk, at) in self.world.each(Walk, Position) if walk.next < len(walk.strides)]


def test_the_act_at_hand_is_a_component_of_its_actor() -> None:
    with fivefoot.loads(fight("a....b"), systems=[Watch]) as walked:
        walked.act("ann", Move(to=(2, 0)))
        assert Watch.seen == [(0, 0, 0), (1, 0, 0)]
        assert list(walked.world.each(Walk)) == [], "none is at hand once the intent is done"
        assert walked.world.component("ann", Walk) is None


class Idle(System):
    """A system of a game's own that does nothing: with it each pass goes through the schedule."""

    def process(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_acts_handed_to_their_systems_do_what_a_pass_through_the_schedule_does(ruleset: str) -> None:
    text = scene(ruleset, 3, "aggressive")
    with fivefoot.loads(text) as battle, fivefoot.loads(text, systems=[Idle]) as scheduled:
        assert digest(fivefoot.play_on(battle, rounds=4)) == digest(fivefoot.play_on(scheduled, rounds=4))
