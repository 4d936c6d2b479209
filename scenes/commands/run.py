"""``fivefoot run``: a scenario's script, and the battle after it if brains play on."""

from typing import Annotated

import typer
from rich.console import Console

from ...engine.errors import ScenarioError
from ...engine.messages import english
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import read_cases
from ...play.battle import Battle
from ...play.match import play_on, scripted_brains
from ..views.terminal import tell
from .shared import json_lines
from .shared.options import ScenarioPath
from .shared.progress import course


def run(
    file: ScenarioPath,
    as_json: Annotated[bool, typer.Option("--json", help="The log as JSON, one event a line.")] = False,
    case: Annotated[int | None, typer.Option(help="The case to play of a file of cases; the first is 0.")] = None,
) -> None:
    """Play a scenario's script, then the battle if creatures have an `ai`; print what happened."""
    with Battle(chosen(read_cases(file), str(file), case)) as battle:
        brains = scripted_brains(battle.scenario)
        with course(battle):
            events = battle.run()
            if brains:
                events = play_on(battle, brains)
        if as_json:
            json_lines.write_events(events)
        else:
            tell(Console(highlight=False), battle, events)


def chosen(cases: list[Scenario], source: str, case: int | None) -> Scenario:
    """Returns the test case with this number in a file; without a number, the only one."""
    if case is not None and 0 <= case < len(cases):
        return cases[case]
    if case is None and len(cases) == 1:
        return cases[0]
    found = english("{count} cases", count=len(cases)) if case is None else f"--case {case}"
    raise ScenarioError(source, "case", found, english("--case with a number from 0 to {last}", last=len(cases) - 1))
