"""Records of a game's memory: blank at first, added up, and blank again with the next turn."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

import fivefoot
from fivefoot.components.memory import Memory, TurnMemory
from fivefoot.engine.rules.budget import begin_anew
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.component_types import component_type

DUEL = """
format = 1
ruleset = "epic-path"

[board]
map = "....."

[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
action_points = 2
maneuver = { offense = 7 }
"""


@dataclass(frozen=True, slots=True)
class Laps(Memory):
    run: int = 0
    names: frozenset[str] = frozenset()
    order: tuple[int, ...] = ()
    tired: bool = False


@dataclass(frozen=True, slots=True)
class Turns(TurnMemory):
    laps: int = 0


def test_records_add_up_field_by_field() -> None:
    first, second = Laps(1, frozenset("a"), (1,), True), Laps(2, frozenset("b"), (2,), False)
    assert first.plus(second) == Laps(3, frozenset("ab"), (1, 2), True)
    assert Laps().plus(Laps()) == Laps()
    assert first == Laps(1, frozenset("a"), (1,), True)
    with pytest.raises(FrozenInstanceError):
        first.run = 2  # type: ignore[misc]


def test_turn_records_are_cleared_at_the_next_turn() -> None:
    with fivefoot.loads(DUEL) as battle:
        ann = battle.world.named["ann"]
        ann.put(Laps(run=3))
        ann.put(Turns(laps=3))
        begin_anew(ann, battle.rules)
        assert (ann.own(Laps), ann.own(Turns)) == (Laps(run=3), Turns())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_game_makes_the_components_it_lists(ruleset: str) -> None:
    with fivefoot.loads(DUEL.replace("epic-path", ruleset)) as battle:
        parts = battle.world.named["ann"].parts
        assert tuple(parts) == RULESETS[ruleset].components
        for kind in parts:
            assert component_type(kind).copy(parts[kind]) == parts[kind] == battle.world.named["ann"].own(kind)


def test_figures_of_the_file_fill_fields_of_their_name() -> None:
    from fivefoot.engine.rulesets.memories import ActionPoints, Maneuvers

    with fivefoot.loads(DUEL) as battle:
        ann = battle.world.named["ann"]
        assert (ann.own(ActionPoints).action_points, ann.own(Maneuvers)) == (2, Maneuvers(7, 10))


def test_a_step_by_an_action_point_spends_it_and_undo_brings_it_back() -> None:
    from fivefoot.engine.rulesets.memories import ActionPoints, OtherMovement

    with fivefoot.loads(DUEL) as battle:
        battle.submit("ann", {"do": "step", "to": [1, 0], "by": "action-point"})
        battle.process()
        ann = battle.world.named["ann"]
        assert (ann.own(ActionPoints).action_points, ann.own(OtherMovement).steps) == (1, 1)
        battle.undo()
        assert battle.world.named["ann"].own(ActionPoints).action_points == 2
