"""Judges intents: which are lawful, why others are refused, and what they would cause. Changes nothing."""
