"""A user's brain, for tests."""

from collections.abc import Generator
from typing import Any

from fivefoot.components.intents import Attack, Intent
from fivefoot.engine.brains import View


def stands_still(view: View) -> Generator[Intent, Any, None]:
    """Strikes an enemy in reach, and never moves."""
    for wanted in view.legal("attack"):
        assert isinstance(wanted, Attack)
        yield wanted
        return
