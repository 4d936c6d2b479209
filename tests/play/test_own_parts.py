"""Parts of a game's own: systems, components, intents, rulesets and brains, in copies, undo and saves."""

# mypy: disable-error-code="comparison-overlap,arg-type"
# some parts are wrong on purpose

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import fivefoot
from fivefoot.components.effect_acts import DealDamage, Effect, ForceMovement
from fivefoot.components.intents import IntentBase, Square
from fivefoot.components.position import Position
from fivefoot.engine.brains import BRAINS, Deciding, View
from fivefoot.engine.legality.request import payment_for
from fivefoot.engine.rules.ruleset import OwnIntent
from fivefoot.engine.rulesets import OWN, RULESETS
from fivefoot.engine.state.creature import Creature
from fivefoot.engine.state.verdict import Plan
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, play_on
from fivefoot.play.parts import register
from fivefoot.play.save import digest
from fivefoot.systems.falling import FallingSystem
from fivefoot.systems.system import System

YARD: dict[str, Any] = {
    "format": 1,
    "title": "A yard",
    "ruleset": "epic-path",
    "seed": 3,
    "board": {"map": "........\n........\n........\n........\n........"},
    "creatures": [
        {"name": "ann", "side": "red", "at": [0, 2], "hp": 20, "attack": 4, "damage": "1d8"},
        {"name": "orc", "side": "blue", "at": [5, 2], "hp": 20, "attack": 4, "damage": "1d8"},
    ],
}


@dataclass
class Bombs:
    """The number of bombs that a creature has."""

    left: int = 2


@dataclass
class Trap:
    """A trap that has not gone off."""

    damage: str = "1d6"


class ThrowBomb(IntentBase, frozen=True, kw_only=True, tag="throw-bomb"):
    """Throws a bomb: creatures near it are hurt and pushed away."""

    at: Square


def throw(request: Any) -> Plan:
    """A bomb costs a standard action and needs line of effect."""
    bombs = request.creature.component(Bombs)
    if bombs is None or not bombs.left:
        raise request.refuse(f"{request.creature.name} has no bomb", "unforeseen")
    at = request.intent.at
    acts: list[Any] = []
    for other in request.world.creatures:
        if max(abs(other.cube[0] - at[0]), abs(other.cube[1] - at[1])) <= 1:
            acts += [
                DealDamage(target=other.name, amount="1d6", kind="fire"),
                ForceMovement(target=other.name, distance=10, away=at),
            ]
    return Plan([Effect(acts=tuple(acts), by=f"the bomb of {request.creature.name}")], payment_for(request))


def worth_throwing(world: Any, creature: Creature) -> Iterator[IntentBase]:
    """At every enemy."""
    return (ThrowBomb(at=other.cube[:2]) for other in world.creatures if other.side != creature.side)


BOMB = OwnIntent(ThrowBomb, throw, worth_throwing, (("standard",),))


class Traps(System):
    """Traps go off under creatures that enter their square, in the middle of a move."""

    before = FallingSystem

    def process(self) -> None:
        """Look at who stands where a trap is."""
        world = self.world
        for entity, (trap, place) in list(world.each(Trap, Position)):
            for creature in world.creatures:
                if creature.cube == place.cube:
                    world.delete(entity)
                    hurt = DealDamage(target=creature.name, amount=trap.damage, kind="trap")
                    slide = ForceMovement(target=creature.name, distance=5, direction=(0, 1))
                    self.effect(hurt, slide, by="trap")


def bombs(creature: Creature) -> list[object]:
    """Every creature has two."""
    return [Bombs()]


PARTS: dict[str, Any] = {"systems": [Traps], "components": bombs, "intents": [BOMB]}


def told(battle: Battle) -> list[tuple[str, ...]]:
    """The log in short."""
    lines = [event.to_dict() for event in battle.events]
    return [(line["event"], *(str(line[key]) for key in ("who", "by") if key in line)) for line in lines]


def checked(battle: Battle) -> None:
    """Copies, undo, saves and pickles give the same state."""
    log = digest(battle.events)
    twins = [battle.fork(), Battle.restore(battle.save(), **PARTS), pickle.loads(pickle.dumps(battle))]
    for one in twins:
        assert digest(one.events) == log
        assert [c.parts for c in one.creatures] == [c.parts for c in battle.creatures]
        assert one.world.things == battle.world.things
        assert digest(play_on(one, rounds=3)) == digest(play_on(battle.fork(), rounds=3))
    twin = battle.fork()
    for seq in range(len(twin.events)):
        twin.undo(seq)
        twin.resume()
        assert digest(twin.events) == digest(battle.events[: len(twin.events)])
        twin.redo()


def test_an_own_intent_plays_saves_and_undoes() -> None:
    with Battle.of(YARD, **PARTS) as battle:
        battle.begin_turn("ann")
        assert ThrowBomb(at=(5, 2)) in list(battle.legal_intents("ann"))
        battle.act("ann", {"do": "throw-bomb", "at": [4, 2]})
        assert battle.creature("orc").cube == (7, 2, 0)
        done = battle.events[-1].to_dict()
        assert (done["intent"], done["data"]) == ("throw-bomb", {"at": (4, 2)})
        assert ("damaged", "orc", "the bomb of ann") in told(battle)
        refusal = battle.why("ann", ThrowBomb(at=(4, 2)))
        assert refusal is not None
        assert "standard" in refusal.reason
        with pytest.raises(fivefoot.ScenarioError):
            battle.why("ann", {"do": "throw-bomb", "at": "there"})
        checked(battle)


def test_effects_of_an_own_intent_are_previewed() -> None:
    crowd = YARD | {"creatures": [*YARD["creatures"], {"name": "imp", "side": "blue", "at": [6, 2], "hp": 9}]}
    with Battle.of(crowd, **PARTS) as battle:
        battle.begin_turn("ann")
        seen = battle.foresee("ann", {"do": "throw-bomb", "at": [5, 1]})
        assert isinstance(seen, fivefoot.Preview)
        (effect,) = seen.effects
        assert [act.to_dict() if hasattr(act, "to_dict") else type(act).__name__ for act in effect.acts] == [
            "DealDamage", "ForceMovement", "DealDamage", "ForceMovement",
        ]  # fmt: skip
        steps = [(step.who, step.at) for step in seen.steps if step.collides is None]
        assert steps
        assert all(step.forced for step in seen.steps)
        battle.act("ann", {"do": "throw-bomb", "at": [5, 1]})
        moved = [(event.who, event.to) for event in battle.events if event.event == "forced"]
        assert moved == steps


def test_an_own_system_runs_on_own_entities() -> None:
    with Battle.of(YARD, **PARTS) as battle:
        battle.world.create(Trap("1d4"), Position(2, 2, 0))
        battle.act("ann", {"do": "move", "to": [4, 2]})
        assert told(battle)[1:] == [
            ("turn-started",), ("moved", "ann"), ("moved", "ann"), ("rolled", "ann", "trap"),
            ("damaged", "ann", "trap"), ("forced", "ann", "trap"), ("stopped",),
        ]  # fmt: skip
        assert battle.world.things == {}
        checked(battle)
        battle.undo()
        assert len(battle.world.things) == 1


def test_a_save_names_missing_own_parts() -> None:
    with Battle.of(YARD, **PARTS) as battle:
        battle.act("ann", {"do": "throw-bomb", "at": [4, 2]})
        text = battle.save()
    with pytest.raises(fivefoot.ScenarioError, match=r"parts.systems: found .*Traps, which this game does not give"):
        Battle.restore(text)
    with pytest.raises(fivefoot.ScenarioError, match=r"parts.intents: found throw-bomb"):
        Battle.restore(text, systems=[Traps], components=bombs)


def test_a_ruleset_and_a_brain_of_ones_own_are_known_once_they_are_registered() -> None:
    mine = replace(RULESETS["d20-srd"], name="mine", title="Mine")

    class Passing:
        """Does nothing."""

        name = "passing"

        def turn(self, view: Any) -> Any:
            """End the turn."""
            yield from ()

    try:
        register(mine)
        register(Passing())
        text = YARD | {"ruleset": "mine", "creatures": [one | {"ai": "passing"} for one in YARD["creatures"]]}
        with Battle.of(text) as battle:
            play_on(battle, rounds=2)
            with Battle.restore(battle.save()) as again:
                assert digest(again.events) == digest(battle.events)
                assert again.rules.title == "Mine"
        with pytest.raises(ValueError, match="epic-path"):
            register(replace(mine, name="epic-path"))
        with pytest.raises(TypeError, match="no ruleset"):
            register(7)
    finally:
        OWN.pop("mine", None)
        BRAINS.pop("passing", None)


def test_invalid_parts_are_refused() -> None:
    class Move(IntentBase, frozen=True, kw_only=True, tag="move"):
        """Not ours."""

    with pytest.raises(ValueError, match="'move'"):
        Battle.of(YARD, intents=[OwnIntent(Move, throw)])
    with pytest.raises(TypeError, match="no OwnIntent"):
        Battle.of(YARD, intents=list[Any]((ThrowBomb,)))

    class Lost(System):
        """Beside nothing."""

        before = int

    with pytest.raises(ValueError, match="no system of this battle"):
        Battle.of(YARD, systems=[Lost])
    with Battle.of(YARD) as battle:
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"systems": Traps}, "systems: .*Traps.* is no list"),
            ({"systems": [Traps(battle.world)]}, "systems: .* is no class that extends fivefoot.ecs.System"),
            ({"systems": [Bombs]}, "systems: .*Bombs.* is no class that extends fivefoot.ecs.System"),
            ({"components": Bombs()}, "components: .* is no list"),
            ({"components": [Bombs()]}, "components: .* is no function"),
        ]
        for parts, sentence in wrong:
            with pytest.raises(TypeError, match=sentence):
                Battle.of(YARD, **parts)
        with pytest.raises(fivefoot.ScenarioError, match="allowed: a list of acts"):
            battle.effect(DealDamage(target="ann", amount=1), by="a test")


@pytest.mark.parametrize(
    "strike",
    [
        lambda view: next(view.legal("attack"), None),
        lambda view: {"do": "attack", "target": "orc"} if any(view.legal("attack")) else None,
        lambda view: view.legal("attack"),
    ],
    ids=["intent", "table", "generator"],
)
def test_a_function_is_a_brain(strike: Any) -> None:
    near = YARD | {"creatures": [YARD["creatures"][0], YARD["creatures"][1] | {"at": [1, 2]}]}

    def told(brains: Any) -> list[str]:
        with Battle.of(near) as battle:
            battle.begin_turn("ann")
            Match(battle, brains).play_turn()
            return [event.event for event in battle.events]

    assert "struck" in told({"ann": strike})
    assert told({"ann": strike}) == told({"ann": Deciding("striker", strike)})


def test_a_function_with_a_name_is_registered_as_a_brain() -> None:
    def still(view: View) -> None:
        """Does nothing."""

    try:
        register(still, name="still")
        register(still, name="still")
        with Battle.of(YARD | {"creatures": [one | {"ai": "still"} for one in YARD["creatures"]]}) as battle:
            assert {event.event for event in play_on(battle, rounds=1)} >= {"turn-started", "battle-ended"}
        with pytest.raises(ValueError, match="'still' is taken"):
            register(lambda view: None, name="still")
    finally:
        BRAINS.pop("still", None)


def test_an_invalid_brain_is_refused_before_play() -> None:
    with Battle.of(YARD) as battle:
        for wrong in list[Any](("cunning", None, Deciding)):
            with pytest.raises(TypeError, match=r"ann: .* is no brain: give a function of a View"):
                Match(battle, {"ann": wrong})
        assert not battle.events


def test_rules_given_as_a_value_are_saved_if_they_are_known() -> None:
    mine = replace(RULESETS["d20-srd"].with_answers({"grid.diagonal_cycle": (1,)}), name="mine")
    with Battle.of(YARD, rules=mine) as battle:
        with pytest.raises(ValueError, match=r"fivefoot\.register"):
            battle.save()
        try:
            register(mine)
            assert Battle.restore(battle.save()).rules is not None
        finally:
            OWN.pop("mine", None)
    published = RULESETS["pathfinder-2e"]
    for known in (published, published.vary(diagonals="one").vary(corners="free")):
        with Battle.of(YARD | {"ruleset": "pathfinder-2e"}, rules=known) as battle:
            assert Battle.restore(battle.save()).rules.chosen == known.chosen


def test_rules_given_as_a_value_have_to_know_the_words_of_the_scenario() -> None:
    published = RULESETS["d20-srd"]
    small = replace(
        published, name="small", sizes=replace(published.sizes, rows={"small": published.sizes.rows["small"]})
    )
    with pytest.raises(fivefoot.ScenarioError, match=r'creatures\[0\].size: found "medium"; allowed: a size of small'):
        Battle.of(YARD, rules=small)


def test_a_scenarios_house_rules_hold_under_rules_given_as_a_value() -> None:
    """Two diagonals cost 15 by the file's switch, 10 where the value has set it; both are saved as they were."""
    published = RULESETS["epic-path"]
    wood = {
        "ruleset": "epic-path",
        "rules": {"diagonals": "alternating"},
        "board": {"map": "...\n...\n..."},
        "creatures": [{"name": "ann", "side": "red", "at": [0, 0]}],
    }
    for rules, cost in ((published, 15), (published.vary(corners="free"), 15), (published.vary(diagonals="one"), 10)):
        with fivefoot.loads(wood, rules=rules) as battle, Battle.restore(battle.save()) as again:
            assert battle.reach("ann")[2, 2].cost == again.reach("ann")[2, 2].cost == cost
            assert again.rules.chosen == battle.rules.chosen
    wood["rules"] = {"footprint-terrain": "either"}
    with pytest.raises(fivefoot.ScenarioError, match=r"rules\.footprint-terrain: found the unknown switch"):
        fivefoot.loads(wood, rules=published)


def test_an_unknown_question_is_named() -> None:
    for wrong, meant in (("grid.diagonals", "grid.diagonal_cycle"), ("gird.corners", "grid.corners"), ("grid", "")):
        with pytest.raises(ValueError, match=rf'no question of a ruleset is called "{wrong}".*{meant}'):
            RULESETS["d20-srd"].with_answers({wrong: 1})
