"""One planner per family of intents: judges and plans."""
