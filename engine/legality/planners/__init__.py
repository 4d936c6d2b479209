"""One planner for each family of intents: judges an intent and returns the plan that carries it out."""
