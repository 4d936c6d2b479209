"""Bots: brains that are programs of their own, in any language, and how they are run."""

from .play.bots import BotFault, BotForfeit, BotPlayer, BotProcess, BotRules, Fault, FaultKind, Limits

__all__ = ["BotFault", "BotForfeit", "BotPlayer", "BotProcess", "BotRules", "Fault", "FaultKind", "Limits"]
