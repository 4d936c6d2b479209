"""Opens the editor from the command line."""

from pathlib import Path

from ...engine.maps.read_map import SUFFIXES, read_map
from ...engine.scenario.convert import unscripted
from ...engine.scenario.format import Scenario
from ...play.battle import Battle
from ...play.table.session import Session, seats
from ..play.game_window import Play, run_scenes
from ..window import preferences
from ..window.scene_stack import Change, PushScene
from .document import Document
from .editor_scene import EditorScene


def document_of(path: Path, ruleset: str | None = None) -> Document:
    """Opens a scenario or a map of another program in the editor. A missing file is a new board."""
    suffix = path.suffix.lower()
    if suffix == ".toml" and not path.exists():
        made = Document.new(ruleset)
        made.path = path
        return made
    if suffix in SUFFIXES and not _is_scenario(path):
        return Document.of(read_map(path, ruleset=ruleset).scenario)
    return Document.open(path)


def _is_scenario(path: Path) -> bool:
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    with path.open("rb") as file:
        return b'"ruleset"' in file.read(1 << 16)


def open_editor(document: Document, *, scale: float | None = None) -> None:
    settings = preferences.in_use(scale)
    games = Play(settings, beside=True)

    def play(scenario: Scenario) -> Change:
        table = Session(Battle(unscripted(scenario).scenario))
        table.players = seats(scenario, table.sides)
        return PushScene(games.board(table))

    palette = settings.look
    run_scenes(settings, lambda: EditorScene(document, palette, settings.ui_scale, play, document_of))
