"""Input of a person at the board: the action bar, aiming, decisions."""
