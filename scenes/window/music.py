"""Two pieces of music for plucked strings, synthesised."""

import random
import threading
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pygame

from .sounds import mixer_format, mixer_open

RING = 1.6
"""Seconds that a string rings."""
FADE = 1200
"""Milliseconds of a fade."""
LOUDEST = 20_000
"""The highest sample."""
A4 = 69
"""The number of the tone of 440 Hz, in semitones."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of music: several voices with equal beats."""

    beat: float
    voices: tuple[tuple[float, str], ...]
    """(loudness, tones) of each voice; a tone in semitones, `.` for a rest."""


PIECES: Mapping[str, Piece] = {
    "calm": Piece(
        0.42,
        (
            (0.5, "69 . 72 . 76 . 74 72 71 . 74 . 79 . 77 76 74 . 77 . 81 . 79 77 76 . 72 . 69 . . ."),
            (0.4, "45 . 52 57 . 52 . 57 43 . 50 55 . 50 . 55 41 . 48 53 . 48 . 53 45 . 52 57 . 52 45 ."),
        ),
    ),
    "battle": Piece(
        0.24,
        (
            (0.45, "62 . . 65 . . 69 . 68 . . 65 . . 62 . 60 . . 63 . . 67 . 65 64 62 61 62 . . ."),
            (0.5, "38 38 . 38 38 . 38 45 38 38 . 38 38 . 45 38 36 36 . 36 36 . 36 43 33 . 33 . 38 . 38 ."),
        ),
    ),
}


class Music:
    """Plays a piece of music again and again."""

    def __init__(self, volume: float, *, mute: bool) -> None:
        self._volume = 0.0 if mute else volume
        self._name = ""
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._sounding: pygame.mixer.Sound | None = None
        self._lock = threading.Lock()

    def play(self, name: str) -> None:
        """Plays another piece of music. Its sound is computed in the background first."""
        if name == self._name:
            return
        self._name = name
        if self._volume > 0:
            threading.Thread(target=self._begin, args=(name,), name="fivefoot: music", daemon=True).start()

    def set_volume(self, volume: float, *, mute: bool) -> None:
        before, self._volume = self._volume, 0.0 if mute else volume
        with self._lock:
            if self._sounding is not None:
                self._sounding.set_volume(self._volume)
        if before <= 0 < self._volume and self._name:
            self._name, name = "", self._name
            self.play(name)

    def _begin(self, name: str) -> None:
        if not mixer_open():
            return
        found = self._made.get(name) or pygame.mixer.Sound(buffer=samples(PIECES[name]))
        with self._lock:
            self._made[name] = found
            if name != self._name or found is self._sounding:
                return
            if self._sounding is not None:
                self._sounding.fadeout(FADE)
            found.set_volume(self._volume)
            found.play(loops=-1, fade_ms=FADE)
            self._sounding = found


def samples(piece: Piece) -> bytes:
    """Returns a piece of music as 16-bit sound samples."""
    rate, channels = mixer_format()
    beats = max(len(tones.split()) for _, tones in piece.voices)
    length = int(beats * piece.beat * rate)
    mixed = [0.0] * length
    for number, (loudness, tones) in enumerate(piece.voices):
        for beat, tone in enumerate(tones.split()):
            if tone == ".":
                continue
            start = int(beat * piece.beat * rate)
            for at, height in enumerate(string(int(tone), rate, seed=beat + 100 * number), start):
                mixed[at % length] += loudness * height
    made = array("h")
    loud = LOUDEST / max(map(abs, mixed))
    for height in mixed:
        made.extend([int(height * loud)] * channels)
    return made.tobytes()


def string(tone: int, rate: int, *, seed: int) -> Iterator[float]:
    """Yields the samples of a plucked string (Karplus and Strong, 1983)."""
    chance = random.Random(seed)
    held = [chance.uniform(-1.0, 1.0) for _ in range(max(round(rate / (440 * 2 ** ((tone - A4) / 12))), 2))]
    last, many, count = held[-1], len(held), int(RING * rate)
    for at in range(count):
        place = at % many
        height = held[place]
        held[place] = 0.4975 * (height + last)
        last = height
        yield height * (1 - at / count)
