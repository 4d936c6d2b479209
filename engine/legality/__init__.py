"""What a creature may do now, and the rule that forbids the rest."""
