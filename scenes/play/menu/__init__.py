"""The menu: battles, their set-up, and new maps."""
