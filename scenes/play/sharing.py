"""Files of a battle to share: its replay as a page, a film, the scenario with its seed."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from ...components.events import Event
from ...engine.files import write_file
from ...engine.messages import language_in_use
from ...play.replay import web_page
from ...play.replay.palettes import Palette
from ...play.table.session import Session
from ..board.draw.underlay import underlay_of
from ..views import images, replay_file
from ..window import preferences

ZOOM = 28
"""Pixels of a square in a film."""


def record_of(session: Session) -> replay_file.Record:
    """The battle so far as a record."""
    battle = session.battle
    return replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)


def write_page(session: Session, palette: Palette) -> Path:
    """Writes the replay as one page for any browser.

    Raises:
        OSError: the place cannot be written to.
    """
    path = _place(session, ".html")
    told = record_of(session)
    write_file(path, web_page.page(told.scenario.title, told.start(), told.events, palette, language_in_use()))
    return path


def write_scenario(session: Session) -> Path:
    """Writes the scenario with the battle's seed, so that others play from the same start.

    Raises:
        OSError: the place cannot be written to.
    """
    battle = session.battle
    same = msgspec.structs.replace(battle.scenario, seed=battle.world.dice.seed, ruleset=battle.rules.name)
    path = _place(session, ".json")
    write_file(path, msgspec.json.format(msgspec.json.encode(same.tree())) + b"\n")
    return path


def write_film(session: Session, palette: Palette, choose: Callable[[Sequence[Event]], tuple[int, int]]) -> Path:
    """Writes part of the battle as a film; `choose` gives the first event and the end.

    Raises:
        MissingExtra: Pillow is missing.
        OSError: the place cannot be written to.
    """
    battle = session.battle
    record = record_of(session)
    tableaux = record.tableaux()
    first, last = choose(battle.events)
    board, underlay = battle.world.board, underlay_of(battle.scenario)
    painter = images.Painter(
        board,
        tableaux[0].sides(),
        zoom=ZOOM,
        palette=palette,
        caption=True,
        underlay=underlay,
        title=battle.scenario.title,
    )
    path = _place(session, ".gif")
    unit = "ft" if battle.rules.feet else "sq"
    images.write_film(painter, tableaux[first : last + 1], battle.events[first:last], path, unit=unit)
    return path


def _place(session: Session, suffix: str) -> Path:
    return preferences.free_name(preferences.data_folder("shared"), session.battle.scenario.title, suffix)
