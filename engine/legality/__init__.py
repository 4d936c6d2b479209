"""Judges intents: legality, reasons and plans. Changes nothing."""
