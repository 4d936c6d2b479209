"""Battles as environments for learning: PettingZoo for all sides, Gymnasium for one and for many battles (extra `rl`).

An agent is a creature and an action is a whole turn or a single intent of it, as one number (`turn_codes`,
`intent_codes`). The mask holds a 1 for every action whose intents the rules allow; a forbidden action lets the turn
pass. An opportunity attack may still cut a turn short.
"""

from ...engine.extras import require

require("numpy", "gymnasium", "pettingzoo", extra="rl", purpose="learning")

from .environment import Arena  # noqa: E402
from .many_sides import Sides  # noqa: E402
from .observing import CHANNELS  # noqa: E402
from .one_side import Side  # noqa: E402

__all__ = ["CHANNELS", "Arena", "Side", "Sides"]
