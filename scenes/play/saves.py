"""The files of saved battles, and their list."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from ...components.events import Event
from ...engine.decoding import decode
from ...engine.errors import printable, shortened
from ...engine.files import write_file
from ...engine.messages import language_in_use, tr
from ...engine.rulesets import RULESETS
from ...play.replay import web_page
from ...play.replay.log_text import labels_of
from ...play.replay.palettes import Palette
from ...play.table.session import Session, seats_again
from ..board.draw.underlay import underlay_of
from ..views import images, replay_file
from ..views.replay_file import Record
from ..window import preferences
from ..window.scene_stack import Change
from .picker import Below, Listed, Picker

ZOOM = 28
"""Pixels of a square in a film."""


def record_of(session: Session) -> replay_file.Record:
    battle = session.battle
    return replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)


def write_page(session: Session, palette: Palette) -> Path:
    path = _place(session, ".html")
    told = record_of(session)
    write_file(path, web_page.page(told.scenario.title, told.start(), told.events, palette, language_in_use()))
    return path


def write_scenario(session: Session) -> Path:
    battle = session.battle
    same = msgspec.structs.replace(battle.scenario, seed=battle.world.dice.seed, ruleset=battle.rules.name)
    path = _place(session, ".json")
    write_file(path, msgspec.json.format(msgspec.json.encode(same.tree())) + b"\n")
    return path


def write_film(session: Session, palette: Palette, choose: Callable[[Sequence[Event]], tuple[int, int]]) -> Path:
    """Saves some of the battle's events as a moving picture; `choose` selects the events."""
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
    labels = labels_of(battle.world)
    images.write_film(painter, tableaux[first : last + 1], battle.events[first:last], path, unit=unit, labels=labels)
    return path


def _place(session: Session, suffix: str) -> Path:
    return preferences.free_name(preferences.data_folder("shared"), session.battle.scenario.title, suffix)


LATEST = 250_000_000_000
"""The latest displayable moment, in seconds since 1970."""
TAIL = 4096
"""Bytes at a save's end with its last event."""
LONGEST_HEAD = 2**24
"""The most bytes of a first line."""
NUMBER = re.compile(r"-\d{3,}$")
MOST = 60


class _Scenario(msgspec.Struct):
    title: str = ""
    ruleset: str = ""


class _Head(msgspec.Struct):
    scenario: _Scenario
    fivefoot: int = 0
    """The format of older versions."""
    save: int = 0
    ruleset: str | None = None
    """The ruleset that replaces the scenario's."""
    round: int = 0
    over: bool = False


class _Last(msgspec.Struct):
    round: int
    event: str


@dataclass(frozen=True, slots=True)
class Save:
    """The summary of one saved battle, shown in a list."""

    path: Path
    title: str
    ruleset: str
    round: int
    over: bool
    when: datetime

    @property
    def label(self) -> str:
        known = RULESETS.get(self.ruleset)
        state = tr("over") if self.over else tr("round {round}", round=self.round) if self.round else tr("not begun")
        rules = known.title if known is not None else self.ruleset
        title = shortened(printable(self.title or self.path.stem), 80)
        name, usual = NUMBER.sub("", self.path.stem), preferences.plain_name(self.title)
        if self.title and name != usual:
            title = f"{shortened(printable(name.removeprefix(f'{usual}-')), 40)} · {title}"
        return f"{title} · {printable(rules)[:40]} · {state} · {self.when:%d %b %Y, %H:%M}"


def save_of(path: Path) -> Save | None:
    try:
        if not path.is_file():  # a pipe would never end
            return None
        with open(path, "rb") as file:
            head = decode(file.readline(LONGEST_HEAD), _Head)
            # The log follows: its last line is short, but may be the only one.
            rest = file.tell()
            file.seek(max(rest, file.seek(0, os.SEEK_END) - TAIL))
            lines = [line for line in file.read().split(b"\n") if line.strip()]
        last = decode(lines[-1], _Last) if lines else _Last(head.round, "")
        # A clock that was wrong may have written any moment; the calendar has an end.
        when = datetime.fromtimestamp(min(max(path.stat().st_mtime, 0), LATEST)).astimezone()
    except (OSError, ValueError, RecursionError):
        return None
    scenario = head.scenario
    if not head.fivefoot and not head.save:
        return None
    over = head.over or last.event == "battle-ended"
    return Save(path, scenario.title, head.ruleset or scenario.ruleset, last.round, over, when)


def resumed(told: Record) -> Session:
    return Session(told.battle(), seats_again(told.players))


def listed() -> list[Save]:
    found = (save_of(path) for path in preferences.saves()[:MOST])
    return [save for save in found if save is not None]


def choose(below: Below, palette: Palette, scale: float, resume: Callable[[Path], Change | None]) -> Picker | None:
    saves = listed()
    if not saves:
        return None
    picks = [Listed(save.label, str(save.path)) for save in saves]
    picker = Picker(
        tr("Saved battles  (Delete or a right click deletes one)"),
        picks,
        lambda at: resume(saves[at].path),
        below,
        palette,
        scale,
    )

    def delete(index: int) -> None:
        with suppress(OSError):
            saves.pop(index).path.unlink()

    picker.deleted = delete
    return picker
