"""The views of a battle for people: the board in a window, the terminal, pictures, the command line."""
