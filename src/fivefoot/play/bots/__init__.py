"""Bots: programs that play through lines of JSON (docs/bots.md)."""

from .bot_player import BotForfeit, BotPlayer, BotRules, Fault
from .bot_process import BotFault, BotProcess, FaultKind, Limits

__all__ = ["BotFault", "BotForfeit", "BotPlayer", "BotProcess", "BotRules", "Fault", "FaultKind", "Limits"]
