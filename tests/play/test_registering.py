"""Parts are registered by kind: what is none, or has a taken name, is refused with a sentence."""

from collections.abc import Iterator
from typing import Any

import pytest

import fivefoot
from fivefoot.abilities import Ability, StepSpec, TargetSpec
from fivefoot.ecs import System
from fivefoot.effects import DealDamage
from fivefoot.engine.brains.shipped import BRAINS
from fivefoot.engine.rules.own_intents import OWN_INTENTS
from fivefoot.engine.scenario.shipped import DEFINED
from fivefoot.intents import IntentBase
from fivefoot.plans import Plan
from fivefoot.play.parts import REGISTERED

ROOM = """
ruleset = "{ruleset}"
[board]
map = "......"
[[creatures]]
name = "mia"
side = "red"
at = [0, 0]
can = ["needle"]
[[creatures]]
name = "orc"
side = "blue"
at = [3, 0]
hp = 9
"""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    systems = list(REGISTERED.systems)
    yield
    REGISTERED.systems[:] = systems
    DEFINED.clear()
    OWN_INTENTS.pop("wave", None)
    BRAINS.pop("idle", None)


class Wave(IntentBase, frozen=True, kw_only=True, tag="wave"):
    """Waves a hand."""


def wave(request: Any) -> Plan:
    """Nothing happens."""
    return Plan([])


NEEDLE = Ability(pays="free", target=TargetSpec(range=15), each=(DealDamage(amount=4, kind="piercing"),))


@pytest.mark.parametrize(("ruleset", "told"), [("d20-srd", "15 feet"), ("draw-steel", "3 squares")])
def test_an_ability_is_known_to_every_file_in_the_unit_of_its_rules(ruleset: str, told: str) -> None:
    assert fivefoot.register_ability("needle", NEEDLE) == NEEDLE
    with fivefoot.loads(ROOM.format(ruleset=ruleset)) as battle:
        battle.act("mia", {"do": "use", "ability": "needle", "target": "orc"})
        assert battle.creature("orc").health.hp == 5
        battle.effect([{"do": "teleport", "target": "orc", "to": [5, 0]}], by="a test")
        why = battle.why("mia", {"do": "use", "ability": "needle", "target": "orc"})
        assert why is not None
        assert told in why.reason


def test_a_taken_name_is_refused() -> None:
    fivefoot.register_ability("needle", NEEDLE)
    fivefoot.register_ability("needle", NEEDLE)
    with pytest.raises(ValueError, match="'needle' is taken"):
        fivefoot.register_ability("needle", {"pays": "free"})
    with pytest.raises(ValueError, match="'longsword' is taken"):
        fivefoot.register_item("longsword", {"weapon": {"damage": 3}})

    fivefoot.register_intent(fivefoot.OwnIntent(Wave, wave))

    class Other(IntentBase, frozen=True, kw_only=True, tag="wave"):
        """Another of that name."""

    with pytest.raises(ValueError, match="'wave' is that of"):
        fivefoot.register_intent(fivefoot.OwnIntent(Other, wave))
    with pytest.raises(ValueError, match="epic-path"):
        fivefoot.register_ruleset(fivefoot.RULESETS["epic-path"])
    fivefoot.register_brain(idle, name="idle")
    with pytest.raises(ValueError, match="'idle' is taken"):
        fivefoot.register_brain(lambda view: None, name="idle")


def idle(view: Any) -> None:
    """Ends its turn."""


def test_invalid_parts_are_refused() -> None:
    wrong: list[tuple[Any, Any, str]] = [
        (fivefoot.register_ruleset, 7, "7 is no Ruleset"),
        (fivefoot.register_brain, 7, "7 is no brain"),
        (fivefoot.register_intent, 7, "7 is no OwnIntent"),
        (fivefoot.register_system, 7, "7 is no class"),
    ]
    for call, part, sentence in wrong:
        with pytest.raises(TypeError, match=sentence):
            call(part)
    with pytest.raises(ValueError, match="name the brain"):
        fivefoot.register_brain(idle)
    with pytest.raises(fivefoot.ScenarioError, match=r"abilities\.needle\.pay: found the unknown key"):
        fivefoot.register_ability("needle", {"pay": "free"})
    with pytest.raises(fivefoot.ScenarioError, match="a word"):
        fivefoot.register_condition("On Fire", {})


def test_a_system_is_registered_once() -> None:
    class Still(System):
        """Does nothing."""

        def process(self) -> None:
            """Nothing."""

    assert fivefoot.register_system(Still) is Still
    fivefoot.register_system(Still)
    assert REGISTERED.systems.count(Still) == 1


def test_a_condition_with_its_effect_is_known_to_every_file() -> None:
    fivefoot.register_condition("mired", {"speed": "half"})
    text = ROOM.format(ruleset="d20-srd").replace('can = ["needle"]', 'conditions = ["mired"]\nspeed = 30')
    with fivefoot.loads(text) as battle:
        assert max(arrival.cost for arrival in battle.reach("mia").values()) == 10


def returns_a_number(request: Any) -> Any:
    """No plan."""
    return 7


def returns_words(request: Any) -> Plan:
    """No act."""
    return Plan(["boom"])  # type: ignore[list-item]


def writes(request: Any) -> Plan:
    """Takes hit points while it plans."""
    request.world.named["orc"].health.hp -= 1
    return Plan([])


@pytest.mark.parametrize(
    ("plan", "kind", "sentence"),
    [
        (returns_a_number, TypeError, r"'wave' \(returns_a_number\) returns 7, which is no Plan"),
        (returns_words, TypeError, r"'wave' \(returns_words\) plans 'boom', which is no act"),
        (writes, RuntimeError, r"'wave' \(writes\) changes the state"),
    ],
)
def test_a_planner_that_returns_nonsense_or_writes_is_named(plan: Any, kind: type[Exception], sentence: str) -> None:
    text = ROOM.format(ruleset="d20-srd").replace('can = ["needle"]', "")
    with fivefoot.loads(text, intents=[fivefoot.OwnIntent(Wave, plan)]) as battle:
        with pytest.raises(kind, match=sentence):
            battle.why("mia", {"do": "wave"})
        assert battle.creature("orc").health.hp == 9


def test_steps_of_a_registered_ability_keep_their_order() -> None:
    steps = (StepSpec(each=(DealDamage(amount=1),)), StepSpec(each=(DealDamage(amount=2),)))
    fivefoot.register_ability("needle", Ability(pays="free", target=TargetSpec(range=15), steps=steps))
    with fivefoot.loads(ROOM.format(ruleset="epic-path")) as battle:
        battle.act("mia", {"do": "use", "ability": "needle", "target": "orc"})
        hurt = [event.to_dict() for event in battle.events]
        assert [event["amount"] for event in hurt if event["event"] == "damaged"] == [1, 2]
