"""The usual players of a battle's sides."""

from collections.abc import Mapping, Sequence

from ...engine.brains import BRAINS
from ...engine.scenario.format import Scenario
from .session import PERSON


def usual_brain() -> str:
    """The default brain."""
    return next((name for name in ("cunning", "aggressive") if name in BRAINS), next(iter(BRAINS)))


def seats(scenario: Scenario, sides: Sequence[str]) -> dict[str, str]:
    """The usual players of a battle's sides: a person on the side that the scenario gives a task, else on the first."""
    tasks = [one.side for one in scenario.objectives if one.side in sides]
    own = next(iter((*tasks, *sides)), None)
    return {side: PERSON if side == own else foe_of(scenario, side) for side in sides}


def foe_of(scenario: Scenario, side: str) -> str:
    """The brain of a side against a person: that of a lesson, else the default."""
    named = [spec.ai for spec in scenario.creatures if spec.side == side and spec.ai is not None]
    return named[0] if scenario.lesson and named else usual_brain()


def seats_again(players: Mapping[str, str]) -> dict[str, str]:
    """The players of a saved battle; a save names no code to run, so that shipped brains replace users' ones."""
    return {side: name if name == PERSON or name in BRAINS else usual_brain() for side, name in players.items()}
