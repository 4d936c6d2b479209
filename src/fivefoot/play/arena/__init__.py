"""Battles as PettingZoo and Gymnasium environments (extra `rl`).

An agent is a creature. An action is a number: a whole turn (`turn_codes`) or a single intent (`intent_codes`). The mask
marks the legal actions; an illegal action ends the turn.
"""

from ...engine.extras import require

require("numpy", "gymnasium", "pettingzoo", extra="rl", purpose="learning")

from .environment import Arena  # noqa: E402
from .many_sides import Sides  # noqa: E402
from .observing import CHANNELS  # noqa: E402
from .one_side import Side  # noqa: E402

__all__ = ["CHANNELS", "Arena", "Side", "Sides"]
