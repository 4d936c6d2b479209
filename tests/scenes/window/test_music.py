"""Music is made by code: pieces of their length, tones of their pitch, and nothing where it is off."""

import threading
from array import array

import pytest

pytest.importorskip("pygame")

from fivefoot.scenes.window import music
from fivefoot.scenes.window.music import LOUDEST, PIECES, Music, samples, string

pytestmark = pytest.mark.usefixtures("drawing")
RATE = 8_000


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_lasts_its_beats_and_is_as_loud_as_allowed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(music, "mixer_format", lambda: (RATE, 1))
    piece = PIECES[name]
    beats = {len(tones.split()) for _, tones in piece.voices}
    assert len(beats) == 1, "voices end together, so that the piece can begin again"
    made = array("h", samples(piece))
    assert len(made) == int(beats.pop() * piece.beat * RATE)
    assert abs(max(map(abs, made)) - LOUDEST) <= 1


@pytest.mark.parametrize(("tone", "hertz"), [(69, 440), (57, 220), (45, 110)])
def test_a_string_has_its_pitch(tone: int, hertz: int) -> None:
    heights = list(string(tone, RATE, seed=1))[:4000]
    period = round(RATE / hertz)

    def alike(lag: int) -> float:
        return sum(a * b for a, b in zip(heights, heights[lag:], strict=False))

    assert max(range(period // 2, period * 3 // 2), key=alike) in (period - 1, period, period + 1)


def test_music_that_is_off_makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(Music, "_begin", lambda self, name: begun.append(name))

    def wait() -> None:
        for thread in threading.enumerate():
            if thread.name == "fivefoot: music":
                thread.join()

    off = Music(0.5, mute=True)
    off.play("calm")
    wait()
    assert begun == []
    off.set_volume(0.5, mute=False)
    wait()
    off.play("calm")
    off.play("battle")
    wait()
    assert begun == ["calm", "battle"]
