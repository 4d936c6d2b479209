"""Shows events one by one: creatures on their way, rising numbers, dice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from ...components.events import (
    Damaged,
    Downed,
    Event,
    Fell,
    ForcedMoved,
    Gained,
    Moved,
    Opportunity,
    Refused,
    Rolled,
    Struck,
    Teleported,
    TurnStarted,
)
from ...components.position import Cube
from ...play.replay.log_text import outcome_told
from ...play.replay.palettes import Colour, Palette, mix
from ...play.replay.snapshot import Snapshot
from ..window.fonts import outlined
from .draw.camera import Camera

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 0.0)
"""The speeds of showing events; 0 is at once."""
LIFE = 1.1
"""Seconds for which a number rises."""


def duration(event: Event) -> float:
    """The seconds for showing an event at the ordinary speed."""
    match event:
        case Moved() | ForcedMoved():
            return 0.13
        case Fell():
            return min(0.35 + 0.07 * event.squares, 1.0)
        case Teleported():
            return 0.3
        case Struck() | Opportunity():
            return 0.4
        case Rolled():
            return 0.0 if event.for_ == "initiative" else 0.45
        case Damaged() | Downed():
            return 0.2
        case TurnStarted():
            return 0.15
        case _:
            return 0.0


@dataclass(slots=True)
class FloatingText:
    """A word that rises from a point and fades."""

    text: str
    colour: Colour
    at: tuple[float, float]
    age: float = 0.0


@dataclass(slots=True)
class Playback:
    """The snapshot on show, which follows a list of events at its own pace."""

    palette: Palette
    shown: Snapshot
    upto: int = 0
    """How many events have been shown."""
    speed: float = 1.0
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)
    notes: list[FloatingText] = field(default_factory=list)
    on_event: Callable[[Event], None] = lambda event: None
    """Called with each event as it is shown at its own pace."""
    _shot: tuple[tuple[float, float], tuple[float, float], float] | None = None
    """The start and end of a projectile, and how far it is on its way."""
    _age: float = 0.0

    def behind(self, events: Sequence[Event]) -> bool:
        """Whether there are events left to show."""
        return self.upto < len(events)

    def advance(self, events: Sequence[Event], seconds: float) -> None:
        """Advances the display."""
        for note in self.notes:
            note.age += seconds
        self.notes = [note for note in self.notes if note.age < LIFE]
        if not self.speed:
            self.skip(events)
            return
        self._age += seconds * self.speed
        while self.upto < len(events):
            event = events[self.upto]
            lasts = duration(event)
            if self._age < lasts:
                self._between(event, self._age / lasts)
                return
            self._age -= lasts
            self.take(event)
            self.on_event(event)
        self._age = 0.0

    def take(self, event: Event) -> None:
        """Shows an event as past."""
        self.offsets.clear()
        self._shot = None
        self._say(event)
        self.shown = self.shown.after(event)
        self.upto += 1

    def skip(self, events: Sequence[Event]) -> None:
        """Shows all events as past, at once."""
        while self.upto < len(events):
            self.take(events[self.upto])
        self._age = 0.0
        self.offsets.clear()

    def reset(self, shown: Snapshot, upto: int) -> None:
        """Shows another moment, without the events before it."""
        self.shown, self.upto, self._age = shown, upto, 0.0
        self.offsets.clear()
        self.notes.clear()

    def focus(self, events: Sequence[Event]) -> tuple[int, int] | None:
        """The square of the next event to show."""
        if self.upto >= len(events):
            return None
        event = events[self.upto]
        place = focus(event)
        if place is not None:
            return place[0], place[1]
        who = getattr(event, "target", None) or getattr(event, "against", None) or getattr(event, "actor", None)
        figure = self.shown.figures.get(who) if isinstance(who, str) else None
        return None if figure is None else (figure.cube[0], figure.cube[1])

    def draw_shots(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draws projectiles."""
        if self._shot is None:
            return
        (ax, ay), (bx, by), share = self._shot
        head = camera.pixel(ax + (bx - ax) * share, ay + (by - ay) * share)
        back = max(share - 0.18, 0.0)
        tail = camera.pixel(ax + (bx - ax) * back, ay + (by - ay) * back)
        thick = max(camera.zoom // 12, 2)
        pygame.draw.line(surface, (20, 20, 24), tail, head, thick + 2)
        pygame.draw.line(surface, self.palette.accent, tail, head, thick)
        pygame.draw.circle(surface, self.palette.accent, head, thick)

    def _between(self, event: Event, share: float) -> None:
        self.offsets.clear()
        self._shot = None
        if isinstance(event, (Moved, ForcedMoved, Fell)):
            eased = share * share * (3 - 2 * share)
            dx, dy = event.to[0] - event.from_[0], event.to[1] - event.from_[1]
            sinking = 0.35 * share * share if isinstance(event, Fell) else 0.0
            self.offsets[event.who] = (dx * eased, dy * eased + sinking)
        elif isinstance(event, (Struck, Opportunity)):
            target = event.target if isinstance(event, Struck) else event.against
            a, b = self._centre(event.by), self._centre(target)
            if a is not None and b is not None:
                if isinstance(event, Struck) and self._apart(event.by, target):
                    self._shot = (a, b, share)
                    return
                lunge = 0.35 * (1 - abs(2 * share - 1))
                far = max(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5, 0.01)
                self.offsets[event.by] = ((b[0] - a[0]) / far * lunge, (b[1] - a[1]) / far * lunge)

    def _apart(self, by: str, target: str) -> bool:
        """Whether two creatures are so far apart that a strike between them is a projectile."""
        a, b = self.shown.figures[by].box, self.shown.figures[target].box
        return max(b.x0 - a.x1, a.x0 - b.x1, b.y0 - a.y1, a.y0 - b.y1) > 2

    def _centre(self, name: str) -> tuple[float, float] | None:
        figure = self.shown.figures.get(name)
        if figure is None:
            return None
        return ((figure.box.x0 + figure.box.x1 + 1) / 2, (figure.box.y0 + figure.box.y1 + 1) / 2)

    def _say(self, event: Event) -> None:
        match event:
            case Damaged():
                self._note(event.who, f"−{event.amount}", self.palette.warning)
            case Struck() if not event.hit:
                self._note(event.target, "miss", self.palette.faint)
            case Struck():
                self._note(event.by, f"⚄ {event.total}", self.palette.accent)
            case Opportunity():
                self._note(event.by, "⚔ opportunity", self.palette.warning)
            case Rolled() if event.for_ != "initiative":
                dice = " ".join(map(str, event.results))
                self._note(event.who, f"⚄ {dice} → {event.total} {outcome_told(event)}", self.palette.accent)
            case Fell():
                self._note(event.who, f"⇓ {event.squares}", self.palette.warning)
            case Gained():
                self._note(event.who, event.condition, self.palette.accent)
            case Downed():
                self._note(event.who, "down", self.palette.warning)
            case Refused():
                self._note(event.actor, "refused", self.palette.warning)
            case _:
                return

    def _note(self, who: str, text: str, colour: Colour) -> None:
        at = self._centre(who)
        if at is not None:
            late = -0.28 * sum(1 for note in self.notes if note.at == at and note.age < 0.35)
            self.notes.append(FloatingText(text, colour, at, max(late, -0.6)))

    def draw_notes(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draws the rising words."""
        size = max(min(camera.zoom // 2, 20), 11)
        for note in self.notes:
            if note.age < 0:
                continue
            label = outlined(note.text, size, note.colour, mix(note.colour, (0, 0, 0), 0.85))
            x, y = camera.pixel(*note.at)
            rise = round(camera.zoom * (0.3 + 0.8 * note.age / LIFE))
            label.set_alpha(255 if note.age < LIFE * 0.6 else round(255 * (LIFE - note.age) / (LIFE * 0.4)))
            surface.blit(label, label.get_rect(center=(x, y - rise)))
            label.set_alpha(255)


def focus(event: Event) -> Cube | None:
    """The cube of an event."""
    match event:
        case Moved() | ForcedMoved() | Teleported() | Fell():
            return event.to
        case _:
            return None
