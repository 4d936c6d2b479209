"""A person's input at the board: action bar, aiming, decisions."""
