"""Nouns: the plain data that entities carry, and the intents and events that pass between them."""
