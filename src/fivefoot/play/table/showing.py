"""How each event is shown, in all front ends: seconds, sound, motion, and rising words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ...components.events import Damaged, EventBase, Fell, Healed, Teleported, Used
from ...engine.messages import language_in_use, tr
from ...engine.scenario.shipped import label_of
from ..replay.log_text import Wording, outcome_told
from ..replay.looks import burst_of

Topic = Literal["turns", "actions", "moves", "fights", "dice", "states", "refused", "ends"]
Motion = Literal["", "glide", "fall", "lunge", "shake"]
Note = tuple[str, str, str]
"""(creature, words, ink)."""
Noted: TypeAlias = Callable[[Any], "Note | None"]


@dataclass(frozen=True, slots=True)
class Showing:
    """How an event is shown: duration, sound, motion and text."""

    topic: Topic = "actions"
    """The log filter that shows the event."""
    seconds: float | Callable[[Any], float] = 0.0
    """Duration at normal speed."""
    sound: str | Callable[[Any], str] = ""
    motion: Motion = ""
    """`glide`, `fall`, `lunge` (or a shot) or `shake`."""
    note: Noted = lambda event: None
    near: bool = False
    """True if the view zooms in."""
    still: bool = False
    """True if films and terminals draw a picture of the event."""


def _fell(event: Any) -> float:
    squares: int = event.squares
    return min(0.45 + 0.12 * squares, 1.6)


def _roll(event: Any) -> "Note | None":
    dice = " ".join(map(str, event.results))
    told = f"⚄ {dice} → {event.total} {outcome_told(event)}"
    return (event.who, told, "accent") if event.for_ != "initiative" else None


def _strike(event: Any) -> Note:
    return (event.by, f"⚄ {event.total}", "accent") if event.hit else (event.target, "miss", "faint")


def _condition(event: Any) -> str:
    return Wording("", language_in_use()).condition(event.condition)


def _resource(event: Any) -> Note:
    return (event.who, f"{event.amount:+d} {event.name}", "accent")


SHOWINGS: Mapping[str, Showing] = {
    "battle-started": Showing("turns"),
    "battle-ended": Showing("turns", sound="won", still=True),
    "turn-started": Showing("turns", 0.15, "turn", still=True),
    "turn-ended": Showing("turns"),
    "refused": Showing("refused", sound="refused", note=lambda event: (event.actor, "refused", "warning")),
    "done": Showing("ends"),
    "stopped": Showing("actions"),
    "moved": Showing("moves", 0.13, "step", "glide", still=True),
    "forced": Showing("moves", 0.13, "push", "glide", still=True),
    "teleported": Showing("moves", 0.3, "push", still=True),
    "fell": Showing(
        "moves", _fell, "fall", "fall", lambda event: (event.who, f"⇓ {event.squares}", "warning"), still=True
    ),
    "opportunity": Showing("fights", 0.4, "warning", "lunge", lambda event: (event.by, "⚔ opportunity", "warning")),
    "struck": Showing("fights", 0.4, lambda event: "hit" if event.hit else "miss", "lunge", _strike, still=True),
    "rolled": Showing(
        "dice",
        lambda event: 0.0 if event.for_ == "initiative" else 0.45,
        lambda event: "" if event.for_ == "initiative" else "dice",
        note=_roll,
        still=True,
    ),
    "damaged": Showing(
        "fights", 0.2, motion="shake", note=lambda event: (event.who, f"−{event.amount}", "warning"), still=True
    ),
    "healed": Showing("fights", 0.2, "heal", note=lambda event: (event.who, f"+{event.amount}", "accent"), still=True),
    "gained": Showing("states", note=lambda event: (event.who, _condition(event), "accent")),
    "lost": Showing("states"),
    "renewed": Showing(
        "states", note=lambda event: (event.who, tr("{condition} again", condition=_condition(event)), "accent")
    ),
    "downed": Showing(
        "fights", 1.1, "down", "shake", note=lambda event: (event.who, tr("down"), "warning"), near=True, still=True
    ),
    "changed": Showing("states", 0.2, still=True),
    "joined": Showing("turns", 0.3, still=True),
    "left": Showing("turns", 0.3, still=True),
    "used": Showing(
        "fights",
        0.5,
        "spell",
        note=lambda event: (event.who, tr(label_of("abilities", event.ability)), "accent"),
        still=True,
    ),
    "equipped": Showing("actions", note=lambda event: (event.who, tr(label_of("items", event.item)), "accent")),
    "resource": Showing("states", note=_resource),
    "blocked": Showing("moves", 0.2, "push", "shake", note=lambda event: (event.who, "✖ blocked", "warning")),
    "zone-made": Showing("states", 0.3, still=True),
    "zone-ended": Showing("states", 0.2, still=True),
    "hidden": Showing("states", 0.2, note=lambda event: (event.who, "hidden", "faint")),
    "revealed": Showing("states", 0.2, note=lambda event: (event.who, "seen", "accent")),
}
"""How events are shown, by kind; others take no time."""
PLAIN = Showing()


def showing_of(event: EventBase) -> Showing:
    return SHOWINGS.get(event.event, PLAIN)


def seconds_of(event: EventBase) -> float:
    seconds = showing_of(event).seconds
    return seconds if isinstance(seconds, float) else seconds(event)


def sound_of(event: EventBase) -> str:
    sound = showing_of(event).sound
    return sound if isinstance(sound, str) else sound(event)


def note_of(event: EventBase) -> Note | None:
    return showing_of(event).note(event)


def burst_of_event(event: EventBase) -> tuple[str, str]:
    """Returns (creature, picture) to flash for an event. Both are empty for most events."""
    match event:
        case Damaged(who=who, amount=amount, kind=kind):
            return who, burst_of(kind) if amount else ""
        case Healed(who=who):
            return who, "effect/glow"
        case Used(who=who):
            return who, "effect/magic"
        case Teleported(who=who):
            return who, "effect/magic"
        case Fell(who=who):
            return who, "effect/dust"
    return "", ""
