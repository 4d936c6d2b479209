"""The state of one battle: its creatures, its clock, its dice and its log."""
