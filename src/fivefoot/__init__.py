"""fivefoot: turn-based movement on square grids, under five published rulesets.

>>> import fivefoot
>>> battle = fivefoot.load("battle.toml")  # doctest: +SKIP
>>> events = battle.run()  # doctest: +SKIP

Importing the package reads no file and opens no window; each public name, and each public module
(`fivefoot.events`), is fetched when it is first asked for. Only `fivefoot.drawing`, which wants pygame, is imported by
name.
"""

from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _TYPE_CHECKING:
    from . import abilities as abilities
    from . import arena as arena
    from . import bots as bots
    from . import brains as brains
    from . import ecs as ecs
    from . import effects as effects
    from . import events as events
    from . import intents as intents
    from . import maps as maps
    from . import plans as plans
    from . import rules as rules
    from . import tournament as tournament
    from .components.decision import Decision
    from .engine.errors import ScenarioError
    from .engine.field.reach import Arrival, Reach
    from .engine.legality.preview import Preview
    from .engine.messages import Message, add_messages, languages
    from .engine.rules.ruleset import OwnIntent
    from .engine.rulesets import RULESETS
    from .engine.scenario.format import Scenario
    from .engine.scenario.read import migration
    from .engine.state.creature import Creature
    from .engine.state.decider import Unanswered
    from .engine.state.verdict import Refusal
    from .play.battle import Battle
    from .play.loading import load, loads
    from .play.match import play_on
    from .play.parts import (
        GameParts,
        register,
        register_ability,
        register_brain,
        register_component,
        register_condition,
        register_intent,
        register_item,
        register_ruleset,
        register_system,
    )
    from .play.replay.log_text import told

__version__ = "0.1.0"

__all__ = [
    "RULESETS",
    "Arrival",
    "Battle",
    "Creature",
    "Decision",
    "GameParts",
    "Message",
    "OwnIntent",
    "Preview",
    "Reach",
    "Refusal",
    "Scenario",
    "ScenarioError",
    "Unanswered",
    "__version__",
    "add_messages",
    "languages",
    "load",
    "loads",
    "migration",
    "play_on",
    "register",
    "register_ability",
    "register_brain",
    "register_component",
    "register_condition",
    "register_intent",
    "register_item",
    "register_ruleset",
    "register_system",
    "told",
]

# A checkout that is not installed has no links beside this file: its folders stand at the root.
if not (_Path(__file__).parent / "engine").is_dir():
    __path__.append(str(_Path(__file__).parents[2]))

_HOMES = {
    "load": "play.loading",
    "loads": "play.loading",
    "Battle": "play.battle",
    "play_on": "play.match",
    "register": "play.parts",
    "register_ability": "play.parts",
    "register_brain": "play.parts",
    "register_component": "play.parts",
    "register_condition": "play.parts",
    "register_intent": "play.parts",
    "register_item": "play.parts",
    "register_ruleset": "play.parts",
    "register_system": "play.parts",
    "GameParts": "play.parts",
    "OwnIntent": "engine.rules.ruleset",
    "Scenario": "engine.scenario.format",
    "ScenarioError": "engine.errors",
    "Creature": "engine.state.creature",
    "Decision": "components.decision",
    "Unanswered": "engine.state.decider",
    "Refusal": "engine.state.verdict",
    "Message": "engine.messages",
    "add_messages": "engine.messages",
    "languages": "engine.messages",
    "told": "play.replay.log_text",
    "migration": "engine.scenario.read",
    "Preview": "engine.legality.preview",
    "Reach": "engine.field.reach",
    "Arrival": "engine.field.reach",
    "RULESETS": "engine.rulesets",
}
_MODULES = (
    "abilities", "arena", "bots", "brains", "ecs", "effects", "events", "intents", "maps", "plans", "rules",
    "tournament",
)  # fmt: skip


def __getattr__(name: str) -> object:
    """Imports a public name or module when it is first used."""
    if name in _MODULES:
        return _import_module(f".{name}", __name__)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(_import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
