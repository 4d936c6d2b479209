"""Conditions of a file's own: how they stack, end by saves, and give their bearer's figures back."""

import pytest
from msgspec import UNSET

import fivefoot
from fivefoot.components.events import Renewed
from fivefoot.engine.effects.verbs import MOST_STACKS
from fivefoot.engine.errors import ScenarioError

FIELD = """
format = 1
ruleset = "{ruleset}"
dice = {dice}
board = {{ map = "......" }}
[conditions]
long = {{ }}
fresh = {{ stack = "refresh" }}
more = {{ stack = "add" }}
each = {{ stack = "each", adds = {{ ac = -1 }} }}
cursed = {{ ends = {{ save = "will", dc = 12 }} }}
big = {{ where = {{ size = "large" }} }}
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 20
skills = {{ will = 2 }}
abilities = {{ will = 2 }}
[[creatures]]
name = "bob"
side = "blue"
at = [3, 0]
hp = 20
"""
GROWTH = """
each = {{ stack = "each", acts = [{{ do = "condition", condition = "each", when = "turn-end" }}] }}
"""


def field(ruleset: str = "d20-srd", dice: object = ()) -> fivefoot.Battle:
    return fivefoot.loads(FIELD.format(ruleset=ruleset, dice=list(dice)))  # type: ignore[call-overload]


def give(battle: fivefoot.Battle, condition: str, times: int | None) -> list[tuple[str, object]]:
    act: dict[str, object] = {"do": "condition", "target": "ann", "condition": condition}
    if times is not None:
        act |= {"until": "turn-end", "times": times}
    return [(event.event, getattr(event, "times", None)) for event in battle.effect([act], by="test")]


def turns_until_lost(battle: fivefoot.Battle, condition: str, most: int = 12) -> int:
    for turn in range(1, most):
        battle.act("ann", {"do": "end"})
        if condition not in battle.world.named["ann"].condition.held:
            return turn
    return most


@pytest.mark.parametrize(
    ("condition", "first", "second", "turns"),
    [
        ("long", 3, 1, 3),
        ("long", 1, 3, 3),
        ("long", 2, None, 12),
        ("long", None, 2, 12),
        ("fresh", 3, 1, 1),
        ("fresh", 1, None, 12),
        ("more", 2, 3, 5),
        ("more", 2, None, 12),
        ("prone", 3, 1, 3),
    ],
)
def test_a_condition_gained_again_lasts_as_its_definition_says(
    condition: str, first: int | None, second: int | None, turns: int
) -> None:
    battle = field()
    assert give(battle, condition, first)[-1][0] == "gained"
    assert give(battle, condition, second)[-1][0] == "renewed"
    assert turns_until_lost(battle, condition) == turns


def test_each_time_counts_apart_and_adds_its_figures() -> None:
    battle = field()
    for times in (1, 3, 2):
        give(battle, "each", times)
    seen = []
    for _ in range(3):
        seen.append(battle.world.named["ann"].body.ac)
        battle.act("ann", {"do": "end"})
    assert seen == [7, 8, 9]
    assert battle.world.named["ann"].body.ac == 10
    assert [event.event for event in battle.events if event.event in ("renewed", "lost")] == ["renewed"] * 4 + ["lost"]


def test_a_condition_that_gives_itself_stops_at_its_limit() -> None:
    text = FIELD.replace('each = {{ stack = "each", adds = {{ ac = -1 }} }}', GROWTH)
    battle = fivefoot.loads(text.format(ruleset="d20-srd", dice=[]))
    give(battle, "each", None)
    for _ in range(9):
        battle.act("ann", {"do": "end"})
    renewed = [event.stacks for event in battle.events if isinstance(event, Renewed) and event.stacks is not UNSET]
    assert (max(renewed), renewed[-1]) == (MOST_STACKS, MOST_STACKS)
    assert len(battle.events) < 500


@pytest.mark.parametrize(
    ("ruleset", "dice", "ends"),
    [
        ("d20-srd", [10], True),
        ("d20-srd", [9], False),
        ("pathfinder-2e", [10], True),
        ("draw-steel", [5, 5], True),
        ("draw-steel", [5, 4], False),
    ],
)
def test_a_save_ends_a_condition(ruleset: str, dice: list[int], ends: bool) -> None:
    battle = field(ruleset, dice)
    give(battle, "cursed", None)
    battle.act("ann", {"do": "end"})
    assert ("cursed" not in battle.world.named["ann"].condition.held) is ends


def test_a_condition_is_gained_only_by_creatures_that_can_have_it() -> None:
    battle = field()
    assert [event for event, _ in give(battle, "big", None)] == ["battle-started"]


def test_undo_fork_and_save_keep_conditions() -> None:
    battle = field()
    give(battle, "each", 2)
    give(battle, "each", None)
    twin, again = battle.fork(), fivefoot.Battle.restore(battle.save())
    for one in (battle, twin, again):
        assert turns_until_lost(one, "each", 4) == 4
    assert [event.to_dict() for event in battle.events] == [event.to_dict() for event in twin.events]
    assert [event.to_dict() for event in battle.events] == [event.to_dict() for event in again.events]
    while battle.undo():
        pass
    assert battle.world.named["ann"].body.ac == 10


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[conditions.x]\nbars = ["fly"]', "conditions.x.bars[0]"),
        ('[conditions.x]\nacts = [{ do = "condition", condition = "silly" }]', "conditions.x.acts[0].condition"),
        ('[conditions.x]\nacts = [{ do = "damage", target = "eve", amount = 1 }]', "conditions.x.acts[0].target"),
        ('[conditions.x]\nacts = [{ do = "strike" }]', "conditions.x.acts[0].do"),
        ('[conditions.x]\nwhere = { size = "vast" }', "conditions.x.where.size"),
        ("[conditions.Xx]", "conditions.Xx"),
        ('[conditions.x]\nwhere = { side = "reds" }', "conditions.x.where.side"),
        ('[abilities.a]\nrequires.self.size = "vast"', "abilities.a.requires.self.size"),
        ('[abilities.a]\nrequires.target.side = "reds"', "abilities.a.requires.target.side"),
        (
            '[abilities.a]\narea = { shape = "burst", size = 5 }\naffects.where.size = "vast"',
            "abilities.a.affects.where.size",
        ),
        ('[abilities.a]\nsteps = [{ affects.where.side = "reds" }]', "abilities.a.steps[0].affects.where.side"),
        (
            '[abilities.a]\ndoes = [{ do = "zone", name = "z", squares = [[0, 0]], rounds = 1, where.size = "vast" }]',
            "abilities.a.does[0].where.size",
        ),
        ('[[expect]]\nevent = { event = "used", ability = "nosuch" }', "expect[0].event.ability"),
        ('[[creatures]]\nname = "target"\nside = "a"\nat = [1, 0]', "creatures[0].name"),
    ],
)
def test_bad_definitions_are_refused_with_their_place(text: str, place: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        fivefoot.loads(f'format = 1\nruleset = "d20-srd"\nboard = {{ map = "..." }}\n{text}')
    assert caught.value.place == place
