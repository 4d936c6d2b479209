"""The next moves of the brains by the present state: where each goes first, and what it strikes then.

A brain decides on a copy of the battle, so that only its choice is anticipated; dice stay unknown, and only intents
before the first roll are shown.
"""

from itertools import pairwise
from typing import NamedTuple

import pygame

from ...components.events import Event, ForcedMoved, Moved, Rolled, Struck
from ...components.position import Cube
from ...engine.brains import Brain, Deciding
from ...play.battle import Battle
from ...play.match import Match
from ...play.replay.palettes import Palette
from ..play.session import PERSON, Session
from .draw.attack_lines import frame_of
from .draw.camera import Camera
from .draw.overlays import draw_line, draw_tag, shortened


class Intention(NamedTuple):
    """The plan of one creature for its next turn."""

    who: str
    way: tuple[Cube, ...]
    """Its place and its way, anchor by anchor."""
    verb: str
    """`strikes`, `shoves`, `moves` or `waits`."""
    target: str | None = None
    """The target of the strike or the push."""

    def __str__(self) -> str:
        if self.target is None:
            return f"{self.who} means to {'move' if len(self.way) > 1 else 'wait'}"
        return f"{self.who} means to {self.verb.removesuffix('s')} {self.target}"


def intended(battle: Battle, name: str, brain: Brain) -> Intention:
    """What a brain would do with a creature if its turn came now."""
    with battle.fork() as twin:
        start = twin.creature(name).cube
        twin.begin_turn(name)
        return _first_of(name, start, Match(twin, {name: brain}).play_turn())


def _first_of(name: str, start: Cube, events: list[Event]) -> Intention:
    way = [start]
    for event in events:
        match event:
            case Moved(who=who, to=to) if who == name:
                way.append(to)
            case Struck(by=by, target=target) if by == name:
                return Intention(name, tuple(way), "strikes", target)
            case ForcedMoved(by=by, who=who) if by == name:
                return Intention(name, tuple(way), "shoves", who)
            case Rolled(who=who) if who == name:
                break
            case _:
                continue
    return Intention(name, tuple(way), "moves" if len(way) > 1 else "waits")


def all_intended(session: Session) -> tuple[Intention, ...]:
    """The plans of all creatures that shipped brains play, in the order of turns."""
    battle = session.battle
    found: list[Intention] = []
    for name in session.order:
        player, creature = session.played_by(name), battle.creature(name)
        brain = session.brains.get(player)
        if player != PERSON and isinstance(brain, Deciding) and not creature.out and creature.name != session.active:
            found.append(intended(battle, name, brain))
    return tuple(found)


def draw_intentions(
    surface: pygame.Surface, camera: Camera, palette: Palette, battle: Battle, found: tuple[Intention, ...]
) -> None:
    """Draws each way as a dashed line with a ring at its end, and an arrow from there to the target."""
    zoom = camera.zoom
    thick = max(zoom // 16, 2)
    for one in found:
        half = battle.creature(one.who).size.side / 2
        spots = [camera.pixel(x + half, y + half) for x, y, _ in one.way]
        for number, (a, b) in enumerate(pairwise(spots)):
            leaving = round(zoom * half) if not number else 0  # its token stays whole
            draw_line(surface, shortened(a, b, leaving), b, palette.accent, thick, dashed=True)
        if len(spots) > 1:
            pygame.draw.circle(surface, palette.accent, spots[-1], max(zoom // 4, 5), thick)
        elif one.target is None:
            draw_tag(surface, "…", spots[-1], palette.accent, zoom)
        if one.target is None:
            continue
        frame = frame_of(camera, battle.creature(one.target).box)
        tip = shortened(frame.center, spots[-1], zoom // 3)
        draw_line(surface, spots[-1], tip, palette.warning, thick + 1, dashed=False)
        pygame.draw.polygon(surface, palette.warning, _head(spots[-1], tip, max(zoom // 4, 7)))


def _head(tail: tuple[int, int], tip: tuple[int, int], size: int) -> list[tuple[float, float]]:
    """The three corners of an arrow's head."""
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    ux, uy = dx / length, dy / length
    back = (tip[0] - ux * size, tip[1] - uy * size)
    return [tip, (back[0] - uy * size / 2, back[1] + ux * size / 2), (back[0] + uy * size / 2, back[1] - ux * size / 2)]
