"""Plain data of entities, with the intents and events that pass between them."""
