"""The day's fight: one scenario for each date, the same for everybody, with a score that the saved battle proves.

The scenario is made from the date alone. The score is counted from the battle as it ends, and a saved battle holds
all that was done in it: whoever plays it again comes to the same log, or the score is not proven. The other side is
played by a shipped brain, and each of its deeds is held against what that brain does.
"""

from datetime import date
from typing import NamedTuple

import msgspec

from ..components.events import BattleEnded
from ..engine.brains import BRAINS, Deciding, View
from ..engine.errors import ScenarioError, spelled
from ..engine.generator.generate import generate
from ..engine.rulesets import RULESETS
from ..engine.scenario.format import ObjectiveSpec, Scenario
from .battle import Battle
from .match import Match

SIDE, FOE = "red", "blue"
"""Whom the player plays, and whom the brain plays."""
BRAIN = "cunning"
"""The brain that plays the other side."""
TITLE = "The fight of "
ROUNDS = 6
"""The rounds to hold out for, on days when that is the task."""
WON, WHOLE, SWIFT = 400, 300, 300
"""Points for the victory, for hit points that are left (all of them), and for losing no time."""
LATE = 25
"""Points that each round after the first takes off the last of these."""


class DailyScore(NamedTuple):
    """What a battle of the day is worth."""

    day: date
    points: int
    """0 to 1000; nothing without a victory."""
    rounds: int
    left: int
    """Hit points that the player's side has left, of `full`."""
    full: int

    def __str__(self) -> str:
        return f"{self.points} points: round {self.rounds}, {self.left} of {self.full} hit points left"


def scenario_of(day: date) -> Scenario:
    """The scenario of a day: rules and landscape change from day to day, and every other day is about holding out."""
    number = day.toordinal()
    ruleset = tuple(RULESETS)[number % len(RULESETS)]
    holding = number % 2 == 0
    made = generate(number, sides=(3, 4) if holding else (4, 4), ruleset=ruleset)
    goals = (ObjectiveSpec(side=SIDE, kind="survive", rounds=ROUNDS),) if holding else ()
    task = f"Hold out for {ROUNDS} rounds against more than you are" if holding else "Leave none of them standing"
    return msgspec.structs.replace(
        made,
        title=f"{TITLE}{day.isoformat()}",
        story=f"{task}. Everybody has the same ground and the same dice today, and nothing is taken back.",
        objectives=goals,
    )


def day_of(scenario: Scenario) -> date | None:
    """The day whose scenario this is; None where it is no day's."""
    if not scenario.title.startswith(TITLE):
        return None
    try:
        day = date.fromisoformat(scenario.title.removeprefix(TITLE))
        return day if scenario_of(day).tree() == scenario.tree() else None
    except (ValueError, ScenarioError):
        return None


def score(battle: Battle, day: date) -> DailyScore:
    """What a battle that is over is worth, counted from how it stands."""
    mine = [one for one in battle.creatures if one.side == SIDE and not one.has("object")]
    full = sum(one.health.full or 0 for one in mine)
    left = sum(max(one.health.hp or 0, 0) for one in mine if not one.out)
    last = battle.events[-1] if battle.events else None
    points = 0
    if isinstance(last, BattleEnded) and last.winner == SIDE:
        points = WON + WHOLE * left // max(full, 1) + max(SWIFT - LATE * (_late(battle, last) - 1), 0)
    return DailyScore(day, points, battle.world.round, left, full)


def _late(battle: Battle, last: BattleEnded) -> int:
    """The rounds that count as time lost: where the task is to hold out, none does."""
    return 1 if battle.world.objectives else last.round


def proved(battle: Battle, source: str = "") -> DailyScore:
    """The score of a saved battle of a day, once it is shown to have been played as it says.

    `battle` has been played from its saved commands. Raises:
        ScenarioError: it is no day's battle, it is not over, or the other side did what its brain does not do.
    """
    day = day_of(battle.scenario)
    if day is None:
        raise ScenarioError(source=source, place="scenario", found=spelled(battle.scenario.title), allowed="a day's")
    if not battle.over:
        raise ScenarioError(source=source, place="", found="a battle under way", allowed="one that is over")
    with Battle(battle.scenario, seed=battle.world.dice.seed) as again:
        if again.world.dice.seed != battle.scenario.seed:
            raise ScenarioError(
                source=source, place="seed", found=str(again.world.dice.seed), allowed="that of the day"
            )
        for number, command in enumerate(battle.deeds):
            actor = again.active
            if actor is not None and again.creature(actor).side == FOE:
                _same_as_brain(again, actor, command, f"{source}: deeds[{number}]")
            again.do(command)
    return score(battle, day)


def _same_as_brain(battle: Battle, actor: str, command: object, place: str) -> None:
    """Holds what a creature of the other side is said to do against what its brain does now."""
    brain = BRAINS[BRAIN]
    assert isinstance(brain, Deciding)
    what, data = getattr(command, "what", ""), getattr(command, "data", None)
    if what not in ("submit", "act", "end") or battle.paused:
        return
    goes_on = Match(battle, {}).goes_on(actor)
    wanted = brain.decide(View(battle.world, battle.creature(actor))) if goes_on else None
    done = data if what in ("submit", "act") else None
    if wanted != done:
        raise ScenarioError(
            source=place,
            place="",
            found=f"{actor} does {spelled(_word(done))}",
            allowed=f"{_word(wanted)}, as {BRAIN} does",
        )


def _word(wanted: object) -> str:
    return str(getattr(wanted, "do", "end of turn"))
