"""``fivefoot run``: a scenario's script, and the battle after it if brains play on."""

from typing import Annotated

import typer
from rich.console import Console

from ...play.loading import load
from ...play.match import play_on, scripted_brains
from ..views.terminal import tell
from .shared import json_lines
from .shared.options import ScenarioPath
from .shared.progress import course


def run(
    file: ScenarioPath,
    as_json: Annotated[bool, typer.Option("--json", help="The log as JSON, one event a line.")] = False,
) -> None:
    """Play a scenario's script, then the battle if creatures have an `ai`; print what happened."""
    with load(file) as battle:
        brains = scripted_brains(battle.scenario)
        with course(battle):
            events = battle.run()
            if brains:
                events = play_on(battle, brains)
        if as_json:
            json_lines.write_events(events)
        else:
            tell(Console(highlight=False), battle, events)
