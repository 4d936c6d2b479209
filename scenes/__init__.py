"""What a person looks at: the board in a window, the terminal, pictures, the command line."""
