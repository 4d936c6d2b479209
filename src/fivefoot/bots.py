"""Public names for bots (code: `play/bots`): brains that are programs of their own, in any language."""

from .play.bots import BotFault, BotForfeit, BotPlayer, BotProcess, BotRules, Fault, FaultKind, Limits

__all__ = ["BotFault", "BotForfeit", "BotPlayer", "BotProcess", "BotRules", "Fault", "FaultKind", "Limits"]
