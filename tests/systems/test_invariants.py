"""Invariants hold for any brain, board and ruleset, and every battle ends.

    python -m tests.systems.test_invariants 10000     plays so many battles with all of it checked

Half of them are shipped scenarios, half are drawn by `random_battles`; a further number is the first seed.
"""

import random
import sys
import time
import traceback
from collections import Counter

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.systems.random_battles import Wild, random_battle, shipped_battle
from tests.systems.watching import ROUNDS, Watched, check, check_log, play

from fivefoot.components.position import Cube
from fivefoot.engine.brains import BRAINS, Brain
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.format import Scenario
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match

PLAYERS: tuple[Brain, ...] = (
    BRAINS["random"],
    BRAINS["random"],
    BRAINS["aggressive"],
    BRAINS["cunning"],
    BRAINS["tactics"],
    Wild(),
)


def drawn(seed: int) -> tuple[Scenario, list[Brain], random.Random] | None:
    """The battle of a seed, who plays it, and what else is to be drawn; None where the draw is no battle."""
    dice = random.Random(seed)
    ruleset = list(RULESETS)[seed % len(RULESETS)]
    made = (random_battle if seed // len(RULESETS) % 2 else shipped_battle)(dice, ruleset)
    return None if made is None else (made, [dice.choice(PLAYERS) for _ in range(2)], dice)


class Skirmishes(RuleBasedStateMachine):
    """Turn after turn of any brain, with everything looked at in between."""

    battle: Battle | None = None
    places: dict[str, Cube]

    @initialize(seed=st.integers(0, 2**32), ruleset=st.sampled_from(list(RULESETS)))
    def begin(self, seed: int, ruleset: str) -> None:
        """A battle on a random board."""
        dice = random.Random(seed)
        made = None
        while made is None:
            made = random_battle(dice, ruleset)
        self.battle = Battle(made)
        self.places = {c.name: c.cube for c in self.battle.creatures}
        self.battle.roll_initiative()

    @rule()
    def ask(self) -> None:
        """Questions change nothing."""
        assert self.battle is not None
        before = len(self.battle.events), self.battle.world.dice.used
        for creature in self.battle.creatures[:2]:
            self.battle.reach(creature.name)
            self.battle.threat(creature.name)
            for wanted in self.battle.legal_intents(creature.name, "attack", "stand", "step"):
                assert self.battle.why(creature.name, wanted) is None
        assert before == (len(self.battle.events), self.battle.world.dice.used)

    @precondition(lambda self: self.battle is not None and not self.battle.over)
    @rule(brain=st.sampled_from(["random", "aggressive", "cunning"]))
    def turn(self, brain: str) -> None:
        """A creature's turn, played by any brain."""
        assert self.battle is not None
        seats = {c.name: Watched(BRAINS[brain]) for c in self.battle.creatures}
        Match(self.battle, seats, rounds=ROUNDS).play_turn()

    @precondition(lambda self: self.battle is not None and not self.battle.over and len(self.battle.events) > 8)
    @rule(back=st.integers(1, 6))
    def undo(self, back: int) -> None:
        """Looking back and playing on changes nothing."""
        assert self.battle is not None
        before = [event.to_dict() for event in self.battle.events]
        self.battle.undo(len(before) - 1 - back)
        self.battle.end_turn()
        assert [event.to_dict() for event in self.battle.events][: len(before) - back] == before[:-back]

    @invariant()
    def all_is_well(self) -> None:
        """No creature stands where it may not."""
        if self.battle is not None and not self.battle.over:
            check(self.battle.world, between=True)

    def teardown(self) -> None:
        """The log reads as logs must."""
        if self.battle is not None:
            check_log(self.battle, self.places)
            self.battle.close()


TestSkirmishes = Skirmishes.TestCase
TestSkirmishes.settings = settings(
    max_examples=5, stateful_step_count=8, deadline=None, derandomize=True, phases=(Phase.generate,)
)


def test_random_battles_keep_the_invariants() -> None:
    for seed in range(20):
        battle = drawn(seed)
        if battle is not None:
            play(*battle)


@pytest.mark.parametrize(
    "seed", [300530, 300675, 301067, 400498, 400907, 403267, 403408, 802407, 803614, 900778, 2001047]
)
def test_battles_in_which_something_was_wrong_once(seed: int) -> None:
    battle = drawn(seed)
    assert battle is not None
    play(*battle)


def main(battles: int, first: int = 0) -> int:
    """Play random battles; prints what ends there were and every seed at which something was wrong."""
    ends: Counter[str] = Counter()
    rulesets: Counter[str] = Counter()
    wrong = played = 0
    begun = time.monotonic()
    seed = first
    while played < battles:
        battle = drawn(seed)
        if battle is not None:
            played += 1
            rulesets[battle[0].ruleset] += 1
            try:
                ends[play(*battle)] += 1
            except Exception as error:
                wrong += 1
                print(f"seed {seed}: {_told(error)}", flush=True)
            if played % 500 == 0:
                print(f"{played} battles, {wrong} with something wrong, {time.monotonic() - begun:.0f} s", flush=True)
        seed += 1
    print(f"{played} battles in {time.monotonic() - begun:.0f} s, {wrong} with something wrong")
    for counts in (rulesets, ends):
        for why, count in counts.most_common():
            print(f"{count:7}  {why}")
    return wrong


def _told(error: Exception) -> str:
    """An exception in a line: what, and where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = str(error).splitlines() or [str(last.line)]
    return f"{type(error).__name__} in {last.name}, line {last.lineno}: {words[0][:300]}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0) > 0)
