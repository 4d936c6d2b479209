"""One planner for each family of intents: judges the intent and returns the plan that carries it out."""
