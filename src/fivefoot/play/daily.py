"""The daily battle, and its score, checked by replaying the save.

Its commands must give the same log, and a shipped brain must choose the same for the other side.
"""

from datetime import date
from typing import NamedTuple

import msgspec

from ..components.events import BattleEnded
from ..engine.brains import BRAINS, Deciding, View
from ..engine.errors import ScenarioError, spelled
from ..engine.generator.generate import generate
from ..engine.messages import _, english, tr
from ..engine.rulesets import RULESETS
from ..engine.scenario.format import ObjectiveSpec, Scenario
from .battle import Battle
from .match import Match

SIDE, FOE = "red", "blue"
"""The player's side, and the brain's."""
BRAIN = "cunning"
TITLE = "The fight of "
ROUNDS = 6
WON, WHOLE, SWIFT = 400, 300, 300
"""The most points for victory, hit points and speed."""
LATE = 25
"""Points lost with each round."""


class DailyScore(NamedTuple):
    day: date
    points: int
    """0 to 1000; 0 without a victory."""
    rounds: int
    left: int
    """Hit points left to the player's side."""
    full: int

    def __str__(self) -> str:
        return tr(
            "{points} points: round {rounds}, {left} of {full} hit points left",
            points=self.points,
            rounds=self.rounds,
            left=self.left,
            full=self.full,
        )


def scenario_of(day: date) -> Scenario:
    """Returns the scenario of the daily battle. Every second day the goal is to survive."""
    number = day.toordinal()
    ruleset = tuple(RULESETS)[number % len(RULESETS)]
    holding = number % 2 == 0
    made = generate(number, sides=(3, 4) if holding else (4, 4), ruleset=ruleset, classes=True)
    goals = (ObjectiveSpec(side=SIDE, kind="survive", rounds=ROUNDS),) if holding else ()
    task = (
        english("Hold out for {count} rounds against more enemies than you are.", count=ROUNDS)
        if holding
        else _("Defeat all enemies.")
    )
    return msgspec.structs.replace(
        made,
        title=english("The fight of {day}", day=day.isoformat()),
        story=english("{task} Today everybody has the same board and the same dice. Undo is off.", task=task),
        objectives=goals,
    )


def day_of(scenario: Scenario) -> date | None:
    if not scenario.title.startswith(TITLE):
        return None
    try:
        day = date.fromisoformat(scenario.title.removeprefix(TITLE))
        return day if scenario_of(day).tree() == scenario.tree() else None
    except (ValueError, ScenarioError):
        return None


def score(battle: Battle, day: date) -> DailyScore:
    mine = [one for one in battle.creatures if one.side == SIDE and not one.has("object")]
    full = sum(one.health.full or 0 for one in mine)
    left = sum(max(one.health.hp or 0, 0) for one in mine if not one.out)
    last = battle.events[-1] if battle.events else None
    points = 0
    if isinstance(last, BattleEnded) and last.winner == SIDE:
        points = WON + WHOLE * left // max(full, 1) + max(SWIFT - LATE * (_late(battle, last) - 1), 0)
    return DailyScore(day, points, battle.world.round, left, full)


def _late(battle: Battle, last: BattleEnded) -> int:
    return 1 if battle.world.objectives else last.round


def proved(battle: Battle, source: str = "") -> DailyScore:
    """Plays a saved daily battle again and returns its score.

    Raises:
        ScenarioError: the battle is another day's or unfinished, or an AI player acted differently.
    """
    day = day_of(battle.scenario)
    if day is None:
        raise ScenarioError(source, "scenario", spelled(battle.scenario.title), "a battle of the day")
    if not battle.over:
        raise ScenarioError(source, "", "a battle under way", "one that is over")
    with Battle(battle.scenario, seed=battle.world.dice.seed) as again:
        if again.world.dice.seed != battle.scenario.seed:
            raise ScenarioError(source, "seed", str(again.world.dice.seed), "the seed of the day")
        for number, command in enumerate(battle.commands):
            actor = again.active
            if actor is not None and again.creature(actor).side == FOE:
                _same_as_brain(again, actor, command, f"{source}: deeds[{number}]")
            again.do(command)
    return score(battle, day)


def _same_as_brain(battle: Battle, actor: str, command: object, place: str) -> None:
    brain = BRAINS[BRAIN]
    assert isinstance(brain, Deciding)
    what, data = getattr(command, "what", ""), getattr(command, "data", None)
    if what not in ("submit", "act", "end") or battle.paused:
        return
    goes_on = Match(battle, {}).goes_on(actor)
    wanted = brain.decide(View(battle.world, battle.creature(actor))) if goes_on else None
    done = data if what in ("submit", "act") else None
    if wanted != done:
        raise ScenarioError(place, "", f"{actor} does {spelled(_word(done))}", f"{_word(wanted)}, as {BRAIN} does")


def _word(wanted: object) -> str:
    return str(getattr(wanted, "do", "end of turn"))
