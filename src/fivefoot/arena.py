"""Battles as environments for learning (extra `rl`): PettingZoo for all sides, Gymnasium for one and many."""

from .play.arena import CHANNELS, Arena, Side, Sides

__all__ = ["CHANNELS", "Arena", "Side", "Sides"]
