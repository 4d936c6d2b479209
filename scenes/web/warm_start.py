"""Plays a little, for a memory snapshot with modules and caches ready."""

import gc
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

from ...engine.rulesets import RULESETS
from .web_game import WebGame


def warmed() -> WebGame:
    """Returns a game for a web page, after some test turns that load all modules."""
    for ruleset in RULESETS:
        game = WebGame()
        _asked(game, ask="open", scenario="bridge", ruleset=ruleset, red="you", blue="cunning", seed=1)
        _asked(game, ask="seat", call="actions", args={})
        for square in ([0, 0], [5, 5]):
            _asked(game, ask="seat", call="point", args={"square": square})
        _asked(game, ask="seat", call="end", args={})
        _asked(game, ask="resume", text=_asked(game, ask="save")["record"])
    gc.collect()
    return WebGame()


def _asked(game: WebGame, **question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(game.ask(json.dumps(question)))
    assert "error" not in answer, answer
    return answer


def write_rest(archive: str, folder: str, out: str) -> None:
    """Writes the files of a zip archive that no import needs yet into the file `out`."""
    loaded = {getattr(module, "__file__", None) for module in sys.modules.values()}
    with zipfile.ZipFile(archive) as packed, Path(out).open("wb") as rest:
        files = [file for file in packed.infolist() if str(Path(folder, file.filename)) not in loaded]
        line = json.dumps({file.filename: file.file_size for file in files}) + "\n"
        length = len(line) + sum(file.file_size for file in files)
        rest.write(line.encode())
        for file in files:
            rest.write(packed.read(file))
        rest.write(bytes(-length % 4))  # the memory after it begins at a whole number
