"""Bots: brains that are programs of their own, in any language, and talk in lines of JSON (docs/bots.md)."""

from .bot_player import BotPlayer, Forfeit, Misdeed, Rules
from .bot_process import BotFault, BotProcess, FaultKind, Limits

__all__ = ["BotFault", "BotPlayer", "BotProcess", "FaultKind", "Forfeit", "Limits", "Misdeed", "Rules"]
