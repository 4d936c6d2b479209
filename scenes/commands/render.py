"""``fivefoot render``: a board or a battle as a picture, without a display."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from ...components.events import Event
from ...engine.errors import ScenarioError, spelled
from ...engine.extras import require
from ...engine.scenario import read as files
from ...engine.scenario.convert import converted, unscripted
from ...engine.scenario.format import Scenario
from ...play.battle import Battle
from ...play.match import brains_for, play_on
from ..views import replay_file
from .shared import options
from .shared.options import or_shipped
from .shared.progress import course, progress


def render(
    file: Annotated[
        Path,
        typer.Argument(
            help="A scenario (a file, or a shipped one such as bridge), or a recorded battle.", show_default=False
        ),
    ],
    out: Annotated[Path, typer.Option("--output", "-o", help="The picture: png; gif or webp for a moving picture.")],
    zoom: Annotated[int, typer.Option(min=3, max=96, help="Pixels for each square.")] = 32,
    ruleset: options.PlayedBy = None,
    at: Annotated[
        int | None, typer.Option(min=-1, help="The number of the event after which a still picture is drawn.")
    ] = None,
    reach: Annotated[
        str | None, typer.Option(help="Show where this creature can get (scenarios, at their start).")
    ] = None,
    threat: Annotated[str | None, typer.Option(help="Show what this creature threatens (scenarios).")] = None,
    palette: Annotated[
        str, typer.Option(metavar=options.choices("dusk", "parchment", "contrast"), help="The colours of the board.")
    ] = "dusk",
    pictures: Annotated[
        bool, typer.Option("--pictures/--plain", help="Draw ground and figures with pictures, as the window does.")
    ] = False,
    scenario: Annotated[
        Path | None, typer.Option(help="The scenario of a log without one.", show_default=False)
    ] = None,
    milliseconds: Annotated[
        int, typer.Option(min=20, max=5000, help="How long a moving picture shows each moment, in milliseconds.")
    ] = 220,
) -> None:
    """Draw a board as a picture, or a battle as a moving picture."""
    require("pygame", extra="images", purpose="drawing a picture")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from ...play.replay.log_text import labels_of
    from ...play.replay.palettes import PALETTES, WITH_ART
    from ...play.table.overlay import Overlay
    from ..board.draw.underlay import underlay_of
    from ..views import images

    if out.suffix.lower() not in images.FORMATS:
        raise ScenarioError("--output", "", spelled(str(out)), "a name in .png, .gif or .webp")
    if palette not in PALETTES:
        raise ScenarioError("--palette", "", spelled(palette), ", ".join(PALETTES))
    moving = out.suffix.lower() != ".png"
    film = moving and at is None
    ground = None if scenario is None else or_shipped(scenario)
    told = _record(or_shipped(file), ground, ruleset, play=moving or at is not None)
    images.without_window()
    with Battle(told.scenario, seed=told.seed) as start:
        tableaux = told.tableaux()
        sides = tableaux[0].sides()
        painter = images.Painter(
            start.world.board,
            sides,
            zoom=zoom,
            palette=(WITH_ART if pictures else PALETTES)[palette],
            caption=film,
            most=images.LARGEST_FRAME if film else images.LARGEST**2,
            underlay=underlay_of(told.scenario),
            title=told.scenario.title,
        )
        lay = Overlay()
        for name, option in ((reach, "--reach"), (threat, "--threat")):
            if name is not None and name not in tableaux[0].figures:
                raise ScenarioError(option, "", spelled(name), ", ".join(tableaux[0].figures) or "no creature")
        if reach is not None:
            lay.reach = {(x, y): (0, found.can_stop) for (x, y, _), found in start.reach(reach).arrivals()}
        if threat is not None:
            lay.threat = frozenset((x, y) for x, y, _ in start.threat(threat))
        painter.lay(lay)
        if film:
            unit = "ft" if start.rules.feet else "sq"
            with ExitStack() as bars:
                images.write_film(
                    painter,
                    tableaux,
                    told.events,
                    out,
                    unit=unit,
                    labels=labels_of(start.world),
                    milliseconds=milliseconds,
                    watch=lambda frames: bars.enter_context(progress("frames", frames, quiet=False)),
                )
        else:
            last = len(tableaux) - 1
            images.write_picture(painter, tableaux[last if at is None else min(at + 1, last)], out)
    options.written(out)


def _record(file: Path, scenario: Path | None, ruleset: str | None, *, play: bool) -> replay_file.Record:
    if replay_file.is_record(file):
        return replay_file.read(file, scenario)
    fought = files.read(file)
    if ruleset is not None:
        fought = converted(fought, ruleset).scenario
    if not play:
        return replay_file.Record(fought, ())
    return replay_file.Record(fought, tuple(_played(fought)))


def _played(scenario: Scenario) -> list[Event]:
    if scenario.turns:
        with Battle(scenario) as battle, course(battle):
            return list(battle.run())
    alone = unscripted(scenario).scenario
    with Battle(alone) as battle, course(battle):
        return list(play_on(battle, brains_for(alone)))
