"""Components are ordinary data classes for a game: copied, pickled, compared, written out and extended."""

import copy
import pickle
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, get_type_hints

import pytest
from tests.fights import fight

import fivefoot
from fivefoot.components.condition import Condition, Turn
from fivefoot.components.plan import ActionQueue, Check, Stride, Walk
from fivefoot.components.position import Position
from fivefoot.engine.state.component_types import component_type
from fivefoot.engine.state.creature import ATTRIBUTES, Creature

RECORDS = [Position(1, 2, 0, "fly"), Condition({"prone"}, mount="b"), Turn(provoked={"b"}), Walk([], carries="b")]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, replace, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_equal_but_not_identical(twin_of: Any, record: Any) -> None:
    twin = twin_of(record)
    assert twin == record
    assert twin is not record
    assert repr(twin) == repr(record)


@pytest.mark.parametrize("kind", [*ATTRIBUTES, Creature], ids=lambda kind: kind.__name__)
def test_fields_say_their_types_and_no_others_are_taken(kind: Any) -> None:
    hints = get_type_hints(kind)
    assert [field.name for field in fields(kind)] == list(hints)
    assert not {type, object} & set(hints.values())
    with pytest.raises(AttributeError):
        kind.__new__(kind).no_such_field = 1


def test_types_of_fields_are_whole() -> None:
    hints = get_type_hints(Condition)
    assert hints["ends_with_turn"] == dict[str, tuple[str, ...]]
    assert hints["mount"] == str | None


@dataclass(slots=True)
class Marked(Turn):
    """A turn with a field more."""

    mark: str = "none"


class Careful(Condition):
    """A state that notes which conditions are asked about."""

    asked: ClassVar[list[str]] = []

    def __contains__(self, name: str) -> bool:
        self.asked.append(name)
        return Condition.__contains__(self, name)


def test_a_data_class_may_extend_one() -> None:
    made = Marked(number=3, mark="here")
    assert (made.number, made.mark, made.moved) == (3, "here", 0)
    assert copy.deepcopy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert made != Turn(number=3)


def test_a_creature_takes_one_that_extends_its_own() -> None:
    with fivefoot.loads(fight("a..b")) as battle:
        ann = battle.creature("ann")
        ann.condition = Careful({"prone"})
        assert ann.prone
        assert "prone" in ann.condition
        assert Careful.asked == ["prone"]
        assert [type(event).__name__ for event in battle.act("ann", {"do": "stand"})][-1] == "Done"
        assert not ann.prone


def test_an_error_names_the_line_of_the_source() -> None:
    with fivefoot.loads(fight("a..b")) as battle, pytest.raises(KeyError, match="no creature called") as raised:
        battle.world.component("nobody", Turn)
    source = Path(fivefoot.__file__).parent / "engine" / "state" / "battle_state.py"
    at = raised.traceback[-2]
    assert (Path(at.path).name, at.name) == (source.name, "creature_of")
    assert "self.named[entity]" in source.read_text(encoding="utf-8").splitlines()[at.lineno]


def test_a_copied_plan_has_checks_of_its_own_on_its_frozen_steps() -> None:
    step = Stride((1, 0, 0), 1, "walk", check=Check("ann", "climb", 0, 10))
    twin = component_type(ActionQueue).copy(ActionQueue(acts=[Walk([step])]))
    walk = twin.acts[0]
    assert isinstance(walk, Walk)
    assert walk.strides[0] == step
    assert walk.strides[0].check is not step.check
    with pytest.raises(AttributeError):
        step.squares = 2  # type: ignore[misc]
