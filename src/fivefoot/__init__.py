"""fivefoot: turn-based movement on square grids, under five published rulesets.

>>> import fivefoot
>>> battle = fivefoot.load("battle.toml")  # doctest: +SKIP
>>> events = battle.run()  # doctest: +SKIP

Importing the package reads no file and opens no window; each public name is fetched from its
module when it is first asked for.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.errors import ScenarioError
    from .engine.rulesets import RULESETS
    from .play.battle import Battle, load, loads
    from .play.match import play_on

__version__ = "0.1.0"

__all__ = ["RULESETS", "Battle", "ScenarioError", "__version__", "load", "loads", "play_on"]

# A checkout that was never installed has no links beside this file: its folders stand at the root.
if not (Path(__file__).parent / "engine").is_dir():
    __path__.append(str(Path(__file__).parents[2]))

_HOMES = {
    "load": "play.battle",
    "loads": "play.battle",
    "Battle": "play.battle",
    "play_on": "play.match",
    "ScenarioError": "engine.errors",
    "RULESETS": "engine.rulesets",
}


def __getattr__(name: str) -> object:
    """Fetch a public name from the module it lives in; raises AttributeError for any other."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
