"""What a ruleset is: its chapters, its switches, the costs of steps, and the catalogue of rules behind it."""
