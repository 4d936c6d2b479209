"""The state of one battle."""
