"""The example of a game that builds on fivefoot is played, without a window."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.under_test import HOME

ROOT = Path(__file__).parents[1]

PLAY = """
import esper, pygame, main
from pathlib import Path
pygame.init()
window = pygame.display.set_mode((700, 520))
main.SAVE = Path(SAVE)
game = main.Game()
battle = game.battle
game.click((5, 4))
assert battle.creature("ann").cube == (4, 5, 0), "the trap has thrown her aside"
assert "poisoned" in battle.creature("ann").condition.held
assert battle.why("ann", {"do": "throw-bomb", "at": [11, 0]}).reason.startswith("a bomb flies")
assert (7, 4, 0) not in battle.reach("bob")
game.press("d")
game.press("b")
game.click((8, 4))
assert "damaged" in [event.event for event in battle.events]
orc = battle.creature("orc").cube
assert orc != (8, 4, 0)
game.press("u")
game.press("u")
assert battle.world.board.edge(*main.DOOR) is not None, "the door is shut again"
game.press("r")
game.press("r")
assert battle.creature("orc").cube == orc
assert battle.world.component("ann", main.Bombs).left == 1
game.press("s")
lines = [event.to_dict() for event in battle.events]
for _ in range(4):
    game.press("e")
game.press("l")
assert [event.to_dict() for event in game.battle.events] == lines
assert game.battle.world.component("ann", main.Bombs).left == 1
for _ in range(40):
    esper.process()
    game.draw(window)
assert esper.current_world == "your_game"
assert len(list(esper.get_component(main.Sprite))) == 3
"""


def test_the_game_is_played(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    game = ROOT / "examples" / "your_game"
    paths = os.pathsep.join([HOME, str(game)])
    environment = os.environ | {"PYTHONPATH": paths, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    save = f"SAVE = {str(tmp_path / 'a.save')!r}\n"
    for command in (["-c", save + PLAY], [str(game / "main.py"), "3"]):
        done = subprocess.run(
            [sys.executable, *command], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr


def test_it_is_short_and_uses_public_names_only() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "examples" / "your_game").rglob("*.py"))
    assert len(text.splitlines()) < 400
    for room in ("engine", "play", "components.", "systems.", "scenes"):
        assert f"fivefoot.{room}" not in text
