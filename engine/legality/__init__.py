"""Judges intents: what is lawful, why not, and what would come of it. Changes nothing."""
