"""Judges intents: legality, reasons, plans."""
