"""Battles as environments to learn in: a PettingZoo AEC environment, and one side of it for Gymnasium (extra `rl`).

An agent is a creature and an action is a whole turn, as one number (see `actions`). The mask holds a 1 for
every action whose intents the rules allow; what the mask forbids does nothing. An opportunity attack may
still cut a turn short.
"""

from ...engine.extras import require

require("numpy", "gymnasium", "pettingzoo", extra="rl", purpose="learning")

from .environment import Arena  # noqa: E402
from .observing import CHANNELS  # noqa: E402
from .one_side import Side  # noqa: E402

__all__ = ["CHANNELS", "Arena", "Side"]
