"""Shows events one by one: motion, rising numbers, dice."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...components.events import Event
from ...components.position import Cube
from ...play.replay.log_text import untold
from ...play.replay.snapshot import Snapshot
from ...play.table.marks import Burst, Line, Mark, Rising, middle
from ...play.table.showing import burst_of_event, note_of, seconds_of, showing_of

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 0.0)
"""Playback speeds; 0: at once."""
SHAKE, SWINGS = 0.12, 3
"""A shake in squares, and its swings."""
LIFE = 1.1
"""Seconds of a rising number."""
FLASH = 0.6
"""Seconds of a burst."""


@dataclass(slots=True)
class FloatingText:
    """A word on the board that rises and fades, such as damage."""

    text: str
    ink: str
    at: tuple[float, float]
    age: float = 0.0


@dataclass(slots=True)
class Bursting:
    """A picture that bursts over a creature, such as fire."""

    picture: str
    at: tuple[float, float]
    side: float
    age: float = 0.0


@dataclass(slots=True)
class Playback:
    """Shows a battle's events on the board, one after another, at a chosen speed."""

    shown: Snapshot
    upto: int = 0
    """Events shown."""
    speed: float = 1.0
    shakes: bool = True
    """True if hurt creatures shake."""
    offsets: dict[str, tuple[float, float]] = field(default_factory=dict)
    near: tuple[str, float] | None = None
    """(creature, closeness 0 to 1) for the zoom."""
    notes: list[FloatingText] = field(default_factory=list)
    bursts: list[Bursting] = field(default_factory=list)
    on_event: Callable[[Event], None] = lambda event: None
    """Called with each event shown at pace."""
    on_shot: Callable[[], None] = lambda: None
    """Called when a projectile is let fly."""
    _flies: int = -1
    """The event of the last projectile."""
    _shot: tuple[tuple[float, float], tuple[float, float], float] | None = None
    """A projectile's start, end and progress."""
    _age: float = 0.0

    def behind(self, events: Sequence[Event]) -> bool:
        return self.upto < len(events)

    @property
    def moving(self) -> bool:
        return bool(self.notes or self.bursts)

    def advance(self, events: Sequence[Event], seconds: float) -> None:
        for note in self.notes:
            note.age += seconds
        self.notes = [note for note in self.notes if note.age < LIFE]
        for burst in self.bursts:
            burst.age += seconds
        self.bursts = [burst for burst in self.bursts if burst.age < FLASH]
        if not self.speed:
            self.skip(events)
            return
        self._age += seconds * self.speed
        while self.upto < len(events):
            event = events[self.upto]
            lasts = seconds_of(event)
            if self._age < lasts:
                self._between(event, self._age / lasts)
                return
            self._age -= lasts
            self.take(event)
            self.on_event(event)
        self._age = 0.0

    def take(self, event: Event) -> None:
        self.offsets.clear()
        self._shot = self.near = None
        self._say(event)
        self.shown = self.shown.after(event)
        self.upto += 1

    def skip(self, events: Sequence[Event]) -> None:
        while self.upto < len(events):
            self.take(events[self.upto])
        self._age = 0.0
        self.offsets.clear()

    def reset(self, shown: Snapshot, upto: int) -> None:
        self.shown, self.upto, self._age, self._flies = shown, upto, 0.0, -1
        self.near = None
        self.offsets.clear()
        self.notes.clear()
        self.bursts.clear()

    def focus(self, events: Sequence[Event]) -> tuple[int, int] | None:
        if self.upto >= len(events):
            return None
        event = events[self.upto]
        place = focus(event)
        if place is not None:
            return place[0], place[1]
        who = getattr(event, "target", None) or getattr(event, "against", None) or getattr(event, "actor", None)
        figure = self.shown.figures.get(who) if isinstance(who, str) else None
        return None if figure is None else (figure.cube[0], figure.cube[1])

    def marks(self) -> list[Mark]:
        marks: list[Mark] = []
        if self._shot is not None:
            (ax, ay), (bx, by), share = self._shot
            back = max(share - 0.18, 0.0)
            tail = ax + (bx - ax) * back, ay + (by - ay) * back
            marks.append(Line(tail, (ax + (bx - ax) * share, ay + (by - ay) * share), "accent"))
        marks += [Burst(one.picture, one.at, one.side, age=one.age / FLASH) for one in self.bursts]
        marks += [Rising(note.text, note.at, note.ink, note.age / LIFE) for note in self.notes if note.age >= 0]
        return marks

    def _between(self, event: Event, share: float) -> None:
        self.offsets.clear()
        self._shot = self.near = None
        showing, acted = showing_of(event), event.to_dict()
        motion = showing.motion
        if showing.near and self.shakes:
            self.near = (acted["who"], min(4 * share, 4 * (1 - share), 1.0))
        if motion in ("glide", "fall"):
            eased = share * share * (3 - 2 * share)
            (x, y, _), (to_x, to_y, _) = acted["from"], acted["to"]
            sinking = 0.35 * share * share if motion == "fall" else 0.0
            self.offsets[acted["who"]] = ((to_x - x) * eased, (to_y - y) * eased + sinking)
        elif motion == "shake" and self.shakes:
            self.offsets[acted["who"]] = (SHAKE * math.sin(share * SWINGS * math.tau) * (1 - share), 0.0)
        elif motion == "lunge":
            by, target = acted["by"], str(acted["target"] if "target" in acted else acted["against"])
            a, b = self._centre(by), self._centre(target)
            if a is not None and b is not None:
                if event.event == "struck" and self._apart(by, target):
                    self._shot = (a, b, share)
                    if self._flies != self.upto:
                        self._flies = self.upto
                        self.on_shot()
                    return
                lunge = 0.35 * (1 - abs(2 * share - 1))
                far = max(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5, 0.01)
                self.offsets[by] = ((b[0] - a[0]) / far * lunge, (b[1] - a[1]) / far * lunge)

    def _apart(self, by: str, target: str) -> bool:
        a, b = self.shown.figures[by].box, self.shown.figures[target].box
        return max(b.x0 - a.x1, a.x0 - b.x1, b.y0 - a.y1, a.y0 - b.y1) > 2

    def _centre(self, name: str) -> tuple[float, float] | None:
        figure = self.shown.figures.get(name)
        if figure is None:
            return None
        return middle(figure.box)

    def _say(self, event: Event) -> None:
        who, picture = burst_of_event(event)
        struck = self.shown.figures.get(who)
        if struck is not None and picture and not struck.thing:
            self.bursts.append(Bursting(picture, middle(struck.box), float(struck.squares)))
        note = note_of(event)
        if note is not None and untold(event) and note[0] in self.shown.figures and self.shown.figures[note[0]].out:
            note = None
        at = self._centre(note[0]) if note is not None else None
        if note is not None and at is not None:
            late = -0.28 * sum(1 for other in self.notes if other.at == at and other.age < 0.35)
            self.notes.append(FloatingText(note[1], note[2], at, max(late, -0.6)))


def focus(event: Event) -> Cube | None:
    place: Cube | None = getattr(event, "to", None)
    return place
