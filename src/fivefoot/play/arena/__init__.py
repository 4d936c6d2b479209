"""Battles as environments to learn in: a PettingZoo AEC environment, and one side of it for Gymnasium (extra `rl`).

An agent is a creature and an action is a whole turn, as one number (see `actions`). The mask holds a 1 for
every action whose intents the rules allow; what the mask forbids does nothing. An opportunity attack may
still cut a turn short.
"""

try:
    from .environment import Arena
    from .observing import CHANNELS
    from .one_side import Side
except ImportError as missing:
    raise ImportError(f"{missing}: learning needs an installation of fivefoot[rl]") from missing

__all__ = ["CHANNELS", "Arena", "Side"]
