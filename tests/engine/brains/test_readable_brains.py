"""Brains whose turns make sense to a watcher: they stay in melee, push enemies over ledges, and close in under fire."""

from pathlib import Path

import pytest
from tests.fights import Table, drawn

import fivefoot
from fivefoot.components.events import Fell, Moved, Rolled, Struck, TurnStarted
from fivefoot.components.intents import Forced, Shift
from fivefoot.engine.brains import BRAINS, View, aggressive, cunning
from fivefoot.engine.brains.candidates import Candidates
from fivefoot.engine.field.support import holds_at
from fivefoot.engine.scenario import read
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match

SCENARIOS = Path(__file__).parents[3] / "assets" / "scenarios"


def ledge(ann: Table, bob: Table) -> str:
    """Two fighters at a pit of two squares by two."""
    fighter = {"hp": 30, "attack": 3, "damage": "1d6"}
    both = {"ann": {**fighter, "abilities": {"strength": 18}, **ann}, "bob": {**fighter, "ac": 16, **bob}}
    return drawn("d20-srd", "....... ...__.. ...__.. .......", both)


BESIDE = {"at": [1, 1]}, {"at": [2, 1]}
"""Ann west of bob, with the pit behind him."""


def at_turn(text: str, name: str) -> tuple[Battle, View]:
    """A battle at the start of a creature's turn, and its view."""
    battle = fivefoot.loads(text, seed=1)
    battle.begin_turn(name)
    return battle, View(battle.world, battle.creature(name))


@pytest.mark.parametrize("brain", [aggressive, cunning])
def test_an_enemy_at_a_ledge_is_pushed_over_it(brain: object) -> None:
    battle, view = at_turn(ledge(*BESIDE), "ann")
    with battle:
        wanted = BRAINS[brain.__name__.rpartition(".")[2]].decide(view)  # type: ignore[attr-defined]
        assert isinstance(wanted, Forced)
        assert wanted.target == "bob"
        battle.submit("ann", wanted)
        forced = [event for event in battle.process() if isinstance(event, (Fell, Rolled))]
        assert forced


def test_a_strike_that_deals_more_than_the_fall_comes_first() -> None:
    battle, view = at_turn(ledge(BESIDE[0] | {"damage": "4d12+20", "attack": 30}, BESIDE[1]), "ann")
    with battle:
        assert aggressive.decide(view).do == "attack"  # type: ignore[union-attr]


def test_nobody_is_pushed_at_the_bottom_of_a_pit() -> None:
    down = ledge({"at": [3, 1]}, {"at": [4, 1]})
    for brain in ("aggressive", "cunning"):
        battle, view = at_turn(down, "ann")
        with battle:
            assert battle.creature("bob").cube[2] == -4
            assert BRAINS[brain].decide(view).do in ("attack", "full-attack")  # type: ignore[attr-defined]


def test_a_creature_enters_a_pit_that_holds_the_last_enemy() -> None:
    apart = ledge({"at": [6, 3], "damage": "1d2"}, {"at": [3, 1], "damage": "1d2"})
    with fivefoot.loads(apart, seed=1) as battle:
        events = Match(battle, dict.fromkeys(("ann", "bob"), BRAINS["aggressive"]), rounds=6).play()
        assert any(isinstance(event, Struck) for event in events)


def turns_of(events: list[object], name: str) -> list[list[object]]:
    """What happened in each of a creature's turns."""
    turns: list[list[object]] = []
    mine = False
    for event in events:
        if isinstance(event, TurnStarted):
            mine = event.actor == name
            if mine:
                turns.append([])
        if mine:
            turns[-1].append(event)
    return turns


@pytest.mark.parametrize("seed", range(4))
def test_a_healthy_ogre_does_not_strike_and_withdraw(seed: int) -> None:
    scenario = unscripted(read.read(SCENARIOS / "bridge.toml")).scenario
    with Battle(scenario, seed=seed) as battle:
        events = list(Match(battle, {one.name: BRAINS["cunning"] for one in battle.creatures}).play())
        ogre = battle.creature("Ogre")
        lost = 0
        for turn in turns_of(list(events), "Ogre"):
            struck = next(
                (at for at, event in enumerate(turn) if isinstance(event, Struck) and event.by == "Ogre"), None
            )
            lost += sum(getattr(event, "amount", 0) for event in turn if getattr(event, "who", "") == "Ogre")
            healthy = 3 * (ogre.health.full or 0) - 3 * lost >= 2 * (ogre.health.full or 0)
            if struck is not None and healthy:
                target = turn[struck].target  # type: ignore[attr-defined]
                fallen = any(getattr(event, "event", "") == "downed" for event in turn)
                walked = [event for event in turn[struck:] if isinstance(event, Moved) and event.who == "Ogre"]
                assert not walked or fallen, (target, walked)


def test_creatures_that_cannot_shoot_back_close_in() -> None:
    scenario = unscripted(read.read(SCENARIOS / "sewers.toml")).scenario
    with Battle(scenario, seed=0) as battle:
        events = list(Match(battle, {one.name: BRAINS["cunning"] for one in battle.creatures}).play())
        still = [
            turn
            for turn in turns_of(list(events), "Queen")
            if not any(isinstance(e, (Moved, Struck, Fell)) for e in turn)
        ]
        assert len(still) <= 1
        assert any(isinstance(event, Struck) and event.by == "Queen" for event in events)


WELL = drawn(
    "draw-steel",
    "....... ..T.... ..wCO.. ..WR... .......",
    {
        "cutter": {"side": "blue", "hp": 8, "speed": 5, "attack": 2, "damage": "1d6+2"},
        "raider": {"hp": 10, "attack": 2, "damage": "1d6+2"},
        "Talia": {"side": "red", "hp": 24, "attack": 3, "damage": "1d6+4"},
        "Wren": {"side": "red", "hp": 11, "attack": 3, "damage": "1d6+3"},
        "Orrin": {"side": "red", "hp": 36, "attack": 2, "damage": "1d6+5"},
    },
    board={"legend": {"w": {"floor": -3}}},
)
"""Two fighters in a melee around a well of depth 3."""


def test_a_withdrawal_does_not_step_into_a_well() -> None:
    battle, view = at_turn(WELL, "cutter")
    with battle:
        options = cunning.thought_of(Candidates(view))
        shifts = [one.intent.path[-1] for one in options if isinstance(one.intent, Shift) and one.intent.path]
        assert shifts
        assert all(holds_at(view.world, view.me, (x, y, z)) is not None for x, y, z in shifts)
        wanted = cunning.decide(view)
        assert wanted is not None
        battle.submit("cutter", wanted)
        battle.process()
        assert not any(isinstance(event, Fell) for event in battle.events)
