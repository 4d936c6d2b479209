"""The action bar: a button for each intent, grey with a reason if illegal."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pygame

from ....engine.messages import _, language_in_use, tr
from ....play.replay.palettes import Palette
from ....play.table.actions import GROUPS, ActionEntry, key_name
from ....play.table.aiming import Availability, standing
from ....play.table.session import Session
from ....play.table.situation import Situation
from ....play.table.uses import entries
from ...window import widgets
from ...window.background import BackgroundWork
from ...window.fonts import font
from ..panels import panel

EXTRA: tuple[tuple[str, str, str], ...] = (
    ("end", _("End turn"), _("End the turn (Enter, or End)")),
    ("undo", "↶", _("Undo (Ctrl+Z)")),
    ("redo", "↷", _("Redo (Ctrl+Y)")),
    ("threat", _("Threat"), _("Show what all enemies threaten (Z)")),
    ("intent", _("Plans"), _("Show the others' plans (F6)")),
    ("reach", _("Reach"), _("Show where the chosen creature can get, and at what cost (Y)")),
    ("menu", "☰", _("Menu (Esc)")),
)
"""Other buttons: name, label, tooltip."""
MORE = ("hidden", _("More …"), _("Further actions"))
"""The button that lists entries without their own button."""
PLACES = 9
"""Buttons with a digit as key."""
PADDINGS = (18, 12)
"""Pixels of a button beside its label: usual, and less to save a row."""
SHARE = 0.24
"""The buttons' largest share of the window's height."""

PATIENCE, BESIDE = 0.001, 0.008
"""Seconds per frame for checks of entries: on the main thread, and in another thread."""
MADE = 1
"""Buttons remade per frame."""
REFUSED = "#refused"
"""The look of an entry that is illegal, or not known yet."""
CALM = 0.1
"""Seconds between updates while the pointer is elsewhere."""
STIRS = 0.5
"""Seconds of frequent updates after a change."""


class ActionBar:
    """The buttons for a creature's actions, at the bottom of the board screen."""

    def __init__(self, size: tuple[int, int], palette: Palette, text: int) -> None:
        self.palette = palette
        self.text = text
        self.manager = widgets.manager(size, palette, text, raised=text * 3)  # the line above the bar stays readable
        self.entries: list[ActionEntry] = []
        self.hidden: list[ActionEntry] = []
        """Entries without a button, for lack of space."""
        self.groups: dict[str, list[ActionEntry]] = {}
        self.standing: dict[str, Availability] = {}
        self.area = pygame.Rect(0, 0, 1, 1)
        self._buttons: dict[str, Any] = {}
        self._looks: dict[str, tuple[str, str]] = {}
        self._due: dict[str, tuple[str, str]] = {}
        """Looks and tooltips still to be set, by button."""
        self._probe: Iterator[None] | None = None
        self._key: tuple[object, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._picture: pygame.Surface | None = None
        self._idle = 0.0
        self._stirring = STIRS
        self._over = False
        """True if the pointer was over the buttons."""
        self.worked = False
        """True if this frame's share of work is used."""
        self._rows = 1
        self._own: set[str] = set()
        """Entries with a button."""
        self.places: list[str] = []
        """Abilities and buttons of keys 1 to 9."""

    @staticmethod
    def rows(session: Session, size: tuple[int, int], text: int) -> int:
        """Returns how many rows the action bar needs, limited by the window's height."""
        shown, groups, _ = _sorted(entries(session))
        return min(max(_flow(_labels(shown, groups, EXTRA), size[0], text)[0]) + 1, most_rows(size, text))

    @property
    def restless(self) -> bool:
        return self._stirring > 0 or self._probe is not None or bool(self._due)

    def build(self, session: Session, area: pygame.Rect, rows: int, name: str | None = None) -> None:
        """Creates the buttons of the action bar. Those without room go into a list."""
        self.manager.clear_and_reset()
        self.area = area
        self._rows = rows
        self._picture, self._shown = None, ()
        self._stirring = STIRS
        self._idle = CALM  # the first update is due at once
        self._buttons.clear()
        self._looks.clear()
        self._due.clear()
        self.entries = entries(session, name)
        shown, self.groups, _ = _sorted(self.entries)
        kept, extra = list(shown), EXTRA
        while kept and max(_flow(_labels(kept, self.groups, extra), area.width, self.text)[0]) >= rows:
            kept.pop()
            extra = (MORE, *EXTRA)
        self.hidden = shown[len(kept) :]
        self._own = {entry.name for entry in kept}
        high = self.text * 2 + 2
        able = [entry.name for entry in self.entries if entry.key.isdecimal() and entry.key != "0"]
        self.places = [*able, *(entry.name for entry in kept if entry.name not in able), *self.groups][:PLACES]
        listed = [(entry.name, tr(entry.label), self._tip(entry)) for entry in kept]
        titled = [(group, GROUPS[group][0], self._group_tip(group)) for group in self.groups]
        listed += [(name, tr(label), tr(tip)) for name, label, tip in (*titled, *extra)]
        x = area.left + 6
        before = 0
        flowed, padding = _flow([label for _, label, _ in listed], area.width, self.text)
        for (button, label, tip), row in zip(listed, flowed, strict=True):
            wide = _width(label, self.text, padding)
            if row != before:
                x, before = area.left + 6, row
            y = area.top + 4 + row * (high + 4)
            look = REFUSED if button in self._own or button in self.groups else ""
            self._buttons[button] = widgets.Button(
                relative_rect=widgets.rect(x, y, wide, high),
                text=label,
                manager=self.manager,
                tool_tip_text=widgets.escaped(tip),
                object_id=look or None,
            )
            self._looks[button] = (look, tip)
            x += wide + 4

    def pressed(self, event: pygame.event.Event) -> str | None:
        if event.type != widgets.BUTTON:
            return None
        return next((name for name, button in self._buttons.items() if button is event.ui_element), None)

    def look_at(self, session: Session, now: Situation, armed: str | None, lit: set[str], work: BackgroundWork) -> None:
        """Checks whether the creature can use each action now, a few in each frame."""
        name = now.own
        if not work.out or name is None:
            key = (now.moment, name)
            if key != self._key:
                self._key = key
                self.standing = {}
                if name is not None and entries(session, name) != self.entries:
                    self.build(session, self.area, self._rows, name)
                self._probe = self._probing(session, name) if name is not None else None
            if self._probe is not None:
                probe, patience = self._probe, BESIDE if work.beside else PATIENCE
                work.send(tr("looking for possible actions"), lambda: _some(probe, patience), self._found)
            shown = (key, len(self.standing), armed, tuple(sorted(lit)))
            if shown != self._shown and not self.worked:
                self._shown, self.worked = shown, True
                self._tell(name, armed, lit)
        if not self.worked:
            self._show_some()

    def _tell(self, name: str | None, armed: str | None, lit: set[str]) -> None:
        for entry in self.entries:
            if entry.name not in self._own:
                continue
            found = self.standing.get(entry.name)
            tip = self._tip(entry)
            look = "#chosen" if entry.name == armed else ""
            if name is None:
                look, tip = REFUSED, tr("{tip}\nNobody of yours has the turn.", tip=tip)
            elif found is None:
                look = REFUSED  # not known yet: an entry lights up only once it is known to be possible
            elif found.refusal is not None:
                look, tip = REFUSED, self.told(entry)
            self._show(entry.name, look, tip)
        for group, inside in self.groups.items():
            look = "#chosen" if any(entry.name == armed for entry in inside) else ""
            if name is None or not any(self._free(entry) for entry in inside):
                look = look or REFUSED
            self._show(group, look, self._group_tip(group))
        for extra, _label, tip in (MORE, *EXTRA) if self.hidden else EXTRA:
            self._show(extra, "#chosen" if extra in lit else "", tr(tip))

    def told(self, entry: ActionEntry) -> str:
        found = self.standing.get(entry.name)
        if found is None or found.refusal is None:
            return self._tip(entry)
        rules = f"  [{', '.join(found.refusal.rules)}]" if found.refusal.rules else ""
        return f"{self._tip(entry)}\n✖ {found.refusal.told(language_in_use())}{rules}"

    def _tip(self, entry: ActionEntry) -> str:
        return _keyed(tr(entry.tip), *dict.fromkeys((key_name(entry), self._place(entry.name))))

    def _group_tip(self, group: str) -> str:
        return _keyed(tr(GROUPS[group][1]), self._place(group))

    def _place(self, name: str) -> str:
        return str(self.places.index(name) + 1) if name in self.places else ""

    def _free(self, entry: ActionEntry) -> bool:
        found = self.standing.get(entry.name)
        return found is not None and found.refusal is None

    def _probing(self, session: Session, name: str) -> Iterator[None]:
        for entry in self.entries:
            self.standing[entry.name] = yield from standing(session, name, entry)

    def _found(self, over: bool) -> None:
        if over:
            self._probe = None

    def finish(self) -> None:
        if self._probe is not None:
            for _ in self._probe:
                pass
            self._probe = None

    def _show(self, name: str, look: str, tip: str) -> None:
        if self._looks.get(name) == (look, tip):
            self._due.pop(name, None)
        else:
            self._due[name] = (look, tip)

    def _show_some(self) -> None:
        made = 0
        while self._due and made < MADE:
            name = next(iter(self._due))
            look, tip = self._due.pop(name)
            button = self._buttons[name]
            if self._looks[name][0] != look:
                button.change_object_id(look or None)
                made += 1
                self.worked = True
            button.set_tooltip(widgets.escaped(tip).replace("\n", "<br>"))
            self._looks[name] = (look, tip)
            self._stirring = STIRS
            self._picture = None

    def update(self, seconds: float, pointer: tuple[int, int]) -> None:
        self._idle += seconds
        over, before = self.area.collidepoint(pointer), self._over
        self._over, self.worked = over, False
        if over:
            self._stirring = STIRS
        elif self._stirring <= 0:
            return
        else:
            self._stirring -= seconds
            if self._idle < CALM and not before:
                return
            self.worked = True
        self.manager.update(self._idle)
        self._idle = 0.0
        self._picture = None

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the buttons of the action bar and their tooltips."""
        if self._picture is None:
            panel(surface, self.palette, self.area)
            self.manager.draw_ui(surface)
            if not self.area.collidepoint(pygame.mouse.get_pos()):
                self._picture = surface.subsurface(self.area.clip(surface.get_rect())).copy()
            return
        surface.blit(self._picture, self.area)


def _some(probe: Iterator[None], seconds: float) -> bool:
    until = time.perf_counter() + seconds
    return not any(time.perf_counter() >= until for _ in probe)


def most_rows(size: tuple[int, int], text: int) -> int:
    return max(int(size[1] * SHARE) // (text * 2 + 6), 1)


def _sorted(
    listed: Sequence[ActionEntry],
) -> tuple[list[ActionEntry], dict[str, list[ActionEntry]], list[ActionEntry]]:
    groups = {name: [entry for entry in listed if entry.group == name] for name in GROUPS}
    alone = [found[0] for found in groups.values() if len(found) == 1]
    shown = [entry for entry in listed if not entry.group or entry in alone]
    return shown, {name: found for name, found in groups.items() if len(found) > 1}, alone


def _labels(
    kept: Sequence[ActionEntry], groups: Mapping[str, list[ActionEntry]], extra: Sequence[tuple[str, str, str]]
) -> list[str]:
    labels = [*(entry.label for entry in kept), *(GROUPS[name][0] for name in groups), *(one[1] for one in extra)]
    return [tr(label) for label in labels]


def _flow(labels: Sequence[str], width: int, text: int) -> tuple[list[int], int]:
    """Returns (row of each button, width around a label). The width shrinks if that saves a row."""
    loose, tight = (_rows(labels, width, text, padding) for padding in PADDINGS)
    return (tight, PADDINGS[1]) if max(tight) < max(loose) else (loose, PADDINGS[0])


def _rows(labels: Sequence[str], width: int, text: int, padding: int) -> list[int]:
    x, row, rows = 6, 0, []
    for label in labels:
        wide = _width(label, text, padding)
        if x + wide > width - 6 and x > 6:
            x, row = 6, row + 1
        rows.append(row)
        x += wide + 4
    return rows


def _width(label: str, text: int, padding: int) -> int:
    return max(font(text).size(label)[0] + padding, 34)


def _keyed(tip: str, *keys: str) -> str:
    known = ", ".join(tr("key {key}", key=key) if key.isdecimal() else key for key in keys if key)
    return f"{tip} ({known})" if known else tip
