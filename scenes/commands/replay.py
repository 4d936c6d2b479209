"""``fivefoot replay``: shows a past battle in a window or page, or verifies its log."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ...engine.errors import ScenarioError
from ...engine.files import write_file
from ...engine.messages import language_in_use, tr
from ...play.daily import proved
from ...play.loading import shipped_names
from ..views import replay_file
from .overview import BAD_INPUT
from .shared import options
from .shared.options import or_shipped


def replay(
    log: Annotated[Path, typer.Argument(help="A battle saved by fivefoot play, or a log.", show_default=False)],
    scenario: Annotated[
        Path | None, typer.Option(help="The scenario of a log without one.", show_default=False)
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write one self-contained web page that shows the battle.")] = None,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify", help="Play the battle again and compare the logs byte by byte; status 1 if they differ."
        ),
    ] = False,
    score: Annotated[
        bool, typer.Option("--score", help="Verify the score of a daily fight by playing its commands again.")
    ] = False,
    ui_scale: options.UiScale = None,
) -> None:
    """Watch a battle again, forwards and backwards."""
    if not log.exists():
        named = str(log).casefold() in shipped_names()
        raise ScenarioError(
            str(log),
            "",
            "a scenario that was not played" if named else "no readable file",
            f"a saved battle or a log; `fivefoot play {log}` plays it" if named else "a saved battle or a log",
        )
    told = replay_file.read(log, None if scenario is None else or_shipped(scenario))
    if html is not None:
        from ...play.replay.web_page import page

        write_file(html, page(told.scenario.title, told.start(), told.events, language=language_in_use()))
        options.written(html)
    if verify:
        with told.battle() as again:
            same = replay_file.log_lines(again.events) == told.log
        typer.echo(tr("the same log") if same else tr("another log"))
        if not same:
            raise typer.Exit(1)
    if score:
        with told.battle() as again:
            if told.log and replay_file.log_lines(again.events) != told.log:
                raise ScenarioError(str(log), "", "a log that differs from its commands", "the log of these commands")
            typer.echo(str(proved(again, str(log))))
    if html is not None or verify or score:
        return
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from ..play.game_window import NoDisplay, open_replay

    try:
        open_replay(told, scale=ui_scale)
    except NoDisplay:
        typer.echo(
            tr(
                "fivefoot replay: there is no display to open a window on; `fivefoot replay {log} --html "
                "battle.html` makes a page of it, `fivefoot render {log} -o battle.gif` a film",
                log=log,
            ),
            err=True,
        )
        raise typer.Exit(BAD_INPUT) from None
