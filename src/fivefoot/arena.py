"""Battles as environments to learn in (extra `rl`): PettingZoo for all sides, Gymnasium for one."""

from .play.arena import CHANNELS, Arena, Side

__all__ = ["CHANNELS", "Arena", "Side"]
