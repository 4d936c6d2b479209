"""Both faces have every sign that fivefoot writes."""

from pathlib import Path

import pytest

pytest.importorskip("pygame")

from fivefoot.scenes.window.fonts import FACES, font, wrapped

ROOT = Path(__file__).parents[3]
TERMINAL = {ROOT / "scenes" / "views" / "terminal.py"}
"""What writes to a terminal only, in the terminal's own font."""


@pytest.mark.parametrize("face", list(FACES))
def test_a_face_has_every_sign_of_the_sources(face: str) -> None:
    files = [file for room in ("scenes", "engine", "components", "systems") for file in (ROOT / room).rglob("*.py")]
    files += [*(ROOT / "src" / "fivefoot" / "play").rglob("*.py"), *(ROOT / "assets" / "scenarios").glob("*.toml")]
    signs = {sign for file in set(files) - TERMINAL for sign in file.read_text(encoding="utf-8") if ord(sign) > 0x7F}
    assert len(signs) > 30
    measured = {sign: font(16, face).metrics(sign)[0] for sign in signs}
    assert [sign for sign, size in sorted(measured.items()) if size is None] == []


@pytest.mark.parametrize("whole", ["(12, 6)", "(9, 6)", "(10, 7, -2)", "30 ft", "6 Felder", "1 × Standard"])
def test_a_line_does_not_end_inside_a_place_or_an_amount(whole: str) -> None:
    text = f"Snag geht {whole} weiter, {whole}, {whole} und {whole}"
    for width in range(120, 400, 7):
        lines = wrapped(text, width, 13)
        assert " ".join(lines) == text
        assert sum(line.count(whole) for line in lines) == 4, lines
