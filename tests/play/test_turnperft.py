"""turnperft: the different ends of a turn, counted by hand where possible, and compared with forks elsewhere."""

from typing import Any

import pytest

from fivefoot.engine.dice import AverageDice
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle


def alone(ruleset: str, board: str, **more: Any) -> Battle:
    """One creature, which stands in the north-west."""
    return Battle.of(
        {
            "format": 1,
            "title": "Alone",
            "ruleset": ruleset,
            "seed": 1,
            "board": {"map": board},
            "creatures": [{"name": "ann", "side": "red", "at": [0, 0], **more}],
        }
    )


def counted(battle: Battle, depth: int) -> int:
    """The same by playing forks, one intent at a time."""
    ends: set[Any] = set()

    def go(at: Battle, left: int) -> None:
        ann = at.creature("ann")
        if not left:
            turn = ann.turn
            budget = (turn.pool_spent, turn.pool_factor) if turn.pool_open else ()
            actions = tuple(sorted(turn.actions.items()))
            ends.add(
                (ann.cube, tuple(sorted(ann.condition.held)), ann.condition.prone_by_choice, actions, budget, turn.open)
            )
            return
        if turn_over(at):
            return
        for wanted in at.legal_intents("ann"):
            twin = at.fork()
            if not any(event.event == "refused" for event in twin.act("ann", wanted)):
                go(twin, left - 1)

    def turn_over(at: Battle) -> bool:
        return not at.creature("ann").turn.open

    start = battle.fork()
    start.world.dice = AverageDice(0)
    start.begin_turn("ann")
    go(start, depth)
    return len(ends)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_counts_equal_those_of_played_forks(ruleset: str) -> None:
    with alone(ruleset, "...\n.#.") as battle:
        assert battle.turnperft(0, name="ann") == 1
        for depth in (1, 2):
            assert battle.turnperft(depth, name="ann") == counted(battle, depth)
        assert not battle.events
        assert sum(battle.turnperft_divide(1, name="ann").values()) >= battle.turnperft(1, name="ann")
        with pytest.raises(KeyError, match="nobody is on turn"):
            battle.turnperft(1)
        with pytest.raises(ValueError, match="n: found"):
            battle.turnperft(-1, name="ann")


def test_small_counts_equal_those_by_hand() -> None:
    with alone("pathfinder-2e", "..") as battle:
        # stride to the other square, step there, drop prone, end the turn: stride and step have the same end
        assert battle.turnperft_divide(1, name="ann") == {
            "move to=(1, 0, 0)": 1, "step to=(1, 0, 0)": 1, "drop-prone": 1, "end": 1,
        }  # fmt: skip
        assert battle.turnperft(1, name="ann") == 3
