"""Synthesises sounds, and assigns them to events."""

import math
import random
from array import array
from collections.abc import Callable, Mapping

import pygame

from ...components.events import Event
from ...play.table.showing import sound_of

RATE = 22_050
"""Samples a second."""
Wave = Callable[[float], float]
"""The amplitude from -1 to 1 at a second."""


def _tone(start: float, end: float, length: float) -> Wave:
    return lambda t: math.sin(2 * math.pi * (start + (end - start) * t / length / 2) * t) * (1 - t / length) ** 2


def _noise(seed: int, length: float, soft: float) -> Wave:
    source = random.Random(seed)
    held = [source.uniform(-1, 1) for _ in range(int(RATE * length / soft) + 2)]
    return lambda t: held[int(t * RATE / soft)] * (1 - t / length) ** 3


def _click(t: float) -> float:
    return math.sin(2 * math.pi * 1500 * t) * max(1 - t / 0.012, 0.0)


def _both(*waves: Wave) -> Wave:
    return lambda t: sum(wave(t) for wave in waves) / len(waves)


SOUNDS: Mapping[str, tuple[float, Wave]] = {
    "step": (0.05, _noise(1, 0.05, 9)),
    "turn": (0.22, _both(_tone(520, 520, 0.22), _tone(780, 780, 0.22))),
    "hit": (0.18, _both(_noise(2, 0.18, 3), _tone(180, 70, 0.18))),
    "miss": (0.14, _noise(3, 0.14, 1.4)),
    "shot": (0.16, _tone(900, 240, 0.16)),
    "warning": (0.25, _both(_tone(880, 660, 0.25), _noise(4, 0.25, 2))),
    "dice": (0.16, lambda t: _click(t % 0.04) * (1 - t / 0.16)),
    "spell": (0.45, _both(_tone(440, 1320, 0.45), _tone(660, 1980, 0.45), _noise(8, 0.45, 2))),
    "heal": (0.5, _both(_tone(523, 784, 0.5), _tone(659, 1047, 0.5))),
    "push": (0.16, _noise(5, 0.16, 6)),
    "fall": (0.45, _both(_tone(130, 45, 0.45), _noise(7, 0.45, 7))),
    "down": (0.5, _both(_tone(220, 90, 0.5), _noise(6, 0.5, 5))),
    "refused": (0.12, _tone(160, 140, 0.12)),
    "won": (0.8, _both(_tone(523, 523, 0.8), _tone(659, 659, 0.8), _tone(784, 784, 0.8))),
    "lost": (0.9, _both(_tone(330, 262, 0.9), _tone(262, 196, 0.9), _tone(156, 98, 0.9))),
}
"""(seconds, wave) of each sound."""


class Sounds:
    def __init__(self, volume: float, *, mute: bool) -> None:
        self.volume, self.mute = volume, mute
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._works: bool | None = None

    def play(self, name: str) -> None:
        if self.mute or self.volume <= 0 or not self._ready():
            return
        if name not in self._made:
            self._made[name] = pygame.mixer.Sound(buffer=samples(name))
        sound = self._made[name]
        sound.set_volume(self.volume * (0.35 if name == "step" else 0.8))
        sound.play()

    def tell(self, event: Event, beaten: bool = False) -> None:
        name = "lost" if beaten else sound_of(event)
        if name:
            self.play(name)

    def _ready(self) -> bool:
        if self._works is None:
            self._works = mixer_open()
        return self._works


def mixer_open() -> bool:
    try:
        if pygame.mixer.get_init() is None:
            pygame.mixer.init(RATE, -16, 1, 512)
    except pygame.error:
        return False
    return pygame.mixer.get_init() is not None


def mixer_format() -> tuple[int, int]:
    found = pygame.mixer.get_init()
    return (found[0], found[2]) if found is not None else (RATE, 1)


def samples(name: str) -> bytes:
    length, wave = SOUNDS[name]
    rate, channels = mixer_format()
    made = array("h")
    for number in range(int(length * rate)):
        height = max(min(wave(number / rate), 1.0), -1.0)
        made.extend([int(height * 20_000)] * channels)
    return made.tobytes()
