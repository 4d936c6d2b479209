"""Named rules that are more than a number: who may pass whom, what provokes, what a fall does."""
