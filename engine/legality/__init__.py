"""Judges intents: legal or not, why, and with what effect. Changes nothing."""
