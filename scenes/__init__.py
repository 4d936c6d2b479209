"""Views of a battle for people: window, terminal, pictures, command line."""
