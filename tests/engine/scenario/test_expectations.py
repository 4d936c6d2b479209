"""Expectations: each kind compared with a battle written down here, met and missed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from fivefoot.components.condition import Condition, Health
from fivefoot.components.events import Done, EventBase, ForcedMoved, Moved, Opportunity, Refused, Stopped, Struck
from fivefoot.components.position import Cube, Position
from fivefoot.components.stats import Size
from fivefoot.engine.scenario.expectations import failures, matches
from fivefoot.engine.scenario.read import parse

BOARD = """
ruleset = "testing"
[board]
map = '''
.....
..2~.
.....
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
[[creatures]]
name = "bob"
side = "blue"
at = [2, 1]
"""


@dataclass
class Creature:
    position: Position
    condition: Condition = field(default_factory=Condition)
    health: Health = field(default_factory=Health)
    size: Size = field(default_factory=lambda: Size("medium", 0, 1, 5.0))


@dataclass(frozen=True)
class Arrived:
    cost: float
    can_stop: bool = True


class Played:
    """A battle that went like this."""

    creatures: Mapping[str, Creature] = {
        "ann": Creature(Position(3, 2, 0), Condition({"prone", "grabbed"}), Health(12, 20)),
        "bob": Creature(Position(2, 1, 2), size=Size("large", 1, 2, 10.0)),
    }
    events: tuple[EventBase, ...] = (
        Moved(who="ann", from_=(0, 0, 0), to=(1, 1, 0), cost=5, mode="walk", rules=("ep.grid.move-cost",)),
        Moved(who="ann", from_=(1, 1, 0), to=(3, 2, 0), cost=5, mode="walk"),
        Opportunity(by="bob", against="ann", at=(1, 1, 0)),
        Struck(by="bob", target="ann", hit=True, total=17, against=15, damage=8, modifiers=(("flanking", 2),)),
        Done(actor="ann", intent="move", spent=10, at=(3, 2, 0)),
        Stopped(actor="ann", intent="move", spent=2.5, at=(3, 2, 0), reason="hit"),
        Refused(actor="bob", intent="move", reason="no"),
        ForcedMoved(who="bob", by=None, from_=(2, 1, 2), to=(2, 1, 2), kind="push"),
    )

    def creature(self, name: str) -> Creature:
        return self.creatures[name]

    def reach(self, name: str, *, fresh: bool) -> Mapping[Cube, Arrived]:
        if name == "bob":
            return {(1, 0, 2): Arrived(5)}
        return {
            (0, 0, 0): Arrived(0),
            (1, 0, 0): Arrived(5),
            (2, 1, 2): Arrived(12.5),
            (3, 1, -1): Arrived(10),
            (4, 0, 0): Arrived(15, can_stop=False),
            (4, 1, 3): Arrived(20),
        }

    def threat(self, name: str) -> set[Cube]:
        return {(1, 0, 0), (2, 1, 2), (3, 0, 1)}

    def flanked(self, target: str, by: str) -> bool:
        return target == "bob"

    def distance(self, a: str, b: str) -> float:
        return 15

    def ending(self) -> None:
        return None

    def floor_at(self, x: int, y: int) -> int:
        return {(2, 1): 2, (3, 1): -1}.get((x, y), 0)


def found(*tables: str) -> list[str]:
    """What fails when these `[[expect]]` tables are held against the battle."""
    text = BOARD + "".join(f"[[expect]]\n{table}\n" for table in tables)
    return failures(parse(text), Played())


@pytest.mark.parametrize(
    "table",
    [
        "at = { ann = [3, 2], bob = [2, 1, 2] }",
        'conditions = { ann = ["prone", "grabbed"], bob = [] }',
        'has = { ann = ["prone"] }',
        'lacks = { ann = ["dead"], bob = ["prone"] }',
        "hp = { ann = 12 }",
        "hp_between = { ann = [12, 13] }",
        'event = { event = "moved" }',
        'event = { event = "moved", count = 2 }',
        'event = { event = "moved" }\ncount = 2',
        'event = { event = "moved", who = "ann", to = [1, 1], cost = 5, count = 1 }',
        'event = { event = "moved", to = [1, 1, 0], from = [0, 0] }',
        'event = { event = "moved", to = [1, 1, 1], count = 0 }',
        'event = { event = "moved", rules = ["ep.grid.move-cost"], count = 1 }',
        'event = { event = "fell", count = 0 }',
        'event = { event = "struck", hit = true, modifiers = [["flanking", 2]], count = 1 }',
        'event = { event = "struck", hit = false, count = 0 }',
        'event = { event = "forced", by = "ann", count = 0 }',
        'reach = { creature = "ann", includes = [[1, 0, 5], [0, 0, 0]], excludes = [[4, 2]] }',
        'reach = { creature = "ann", includes = [[2, 1, 12.5], [3, 1, 10], [4, 1, 3, 20]] }',
        'reach = { creature = "ann", excludes = [[4, 0], [4, 1], [9, 9], [-1, 0], [2, 1, 0]] }',
        'reach = { creature = "bob", includes = [[1, 0, 5]] }',
        'threat = { creature = "ann", includes = [[1, 0], [2, 1]], excludes = [[3, 0], [99, 0]] }',
        'flanked = { target = "bob", by = "ann" }',
        'flanked = { target = "ann", by = "bob", is = false }',
        'distance = { from = "ann", to = "bob", is = 15 }',
        'refused = ["bob"]',
        "spent = { ann = 12.5, bob = 0 }",
    ],
)
def test_met_expectations_have_no_failures(table: str) -> None:
    assert found(table) == []


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("at = { ann = [3, 1] }", "expect[0].at.ann: expected [3, 1], found [3, 2, 0]"),
        ("at = { bob = [2, 1, 0] }", "expect[0].at.bob: expected [2, 1, 0], found [2, 1, 2]"),
        (
            'conditions = { ann = ["prone"] }',
            "expect[0].conditions.ann: expected exactly prone, found grabbed, prone",
        ),
        (
            'conditions = { bob = ["prone"] }',
            "expect[0].conditions.bob: expected exactly prone, found no conditions",
        ),
        ('has = { bob = ["prone"] }', "expect[0].has.bob: expected prone, found no conditions"),
        (
            'lacks = { ann = ["prone", "dead"] }',
            "expect[0].lacks.ann: expected none of prone, dead, found prone",
        ),
        ("hp = { ann = 13 }", "expect[0].hp.ann: expected 13, found 12"),
        ("hp = { bob = 13 }", "expect[0].hp.bob: expected 13, found a creature without hit points"),
        ("hp_between = { ann = [13, 20] }", "expect[0].hp_between.ann: expected 13 to 20, found 12"),
        (
            'event = { event = "fell", who = "ann" }',
            'expect[0].event: expected at least 1 with event = "fell", who = "ann", found 0',
        ),
        (
            'event = { event = "opportunity", by = "ann" }',
            'expect[0].event: expected at least 1 with event = "opportunity", by = "ann", found 0'
            ' (events: by = "bob", against = "ann", at = [1, 1, 0])',
        ),
        (
            'event = { event = "opportunity", against = "ann", rules = ["my.reach.parting"] }',
            'expect[0].event: expected at least 1 with event = "opportunity", against = "ann",'
            ' rules = ["my.reach.parting"], found 0'
            ' (events: rules = [], by = "bob", against = "ann", at = [1, 1, 0])',
        ),
        (
            'event = { event = "opportunity", count = 0 }',
            'expect[0].event: expected 0 with event = "opportunity", found 1'
            ' (events: by = "bob", against = "ann", at = [1, 1, 0])',
        ),
        (
            'event = { event = "moved", count = 1 }',
            'expect[0].event: expected 1 with event = "moved", found 2',
        ),
        (
            'reach = { creature = "ann", includes = [[1, 0, 10]] }',
            "expect[0].reach.includes: expected ann to reach [1, 0] for 10, found a cost of 5",
        ),
        (
            'reach = { creature = "ann", includes = [[4, 0, 15]] }',
            "expect[0].reach.includes: expected ann to reach [4, 0] for 15, found that it may not stop there",
        ),
        (
            'reach = { creature = "ann", includes = [[0, 2, 5]] }',
            "expect[0].reach.includes: expected ann to reach [0, 2] for 5, found it out of reach",
        ),
        (
            'reach = { creature = "ann", excludes = [[1, 0]] }',
            "expect[0].reach.excludes: expected ann not to reach [1, 0], found it reached for 5",
        ),
        (
            'threat = { creature = "ann", includes = [[0, 0]] }',
            "expect[0].threat.includes: expected ann to threaten [0, 0], found it does not",
        ),
        (
            'threat = { creature = "ann", excludes = [[3, 0, 1]] }',
            "expect[0].threat.excludes: expected ann not to threaten [3, 0, 1], found it does",
        ),
        (
            'flanked = { target = "bob", by = "ann", is = false }',
            "expect[0].flanked: expected bob not flanked by ann, found bob flanked by ann",
        ),
        (
            'distance = { from = "ann", to = "bob", is = 10 }',
            "expect[0].distance: expected 10 from ann to bob, found 15",
        ),
        ('refused = ["ann"]', "expect[0].refused: expected an intent of ann to be refused, found none"),
        ("spent = { ann = 10 }", "expect[0].spent.ann: expected 10, found 12.5"),
    ],
)
def test_missed_expectations_are_described(table: str, sentence: str) -> None:
    (told,) = found(table)
    assert told.startswith(sentence)


def test_every_failure_is_listed_in_file_order() -> None:
    told = found("hp = { ann = 1 }\nat = { ann = [0, 0], bob = [0, 0] }", 'refused = ["ann"]')
    assert [fault.partition(":")[0] for fault in told] == [
        "expect[0].at.ann",
        "expect[0].at.bob",
        "expect[0].hp.ann",
        "expect[1].refused",
    ]


def test_true_does_not_match_one() -> None:
    assert not matches({"hit": 1}, {"hit": True})
    assert matches({"cost": 5}, {"cost": 5.0})
    assert not matches({"who": "ann"}, {})
