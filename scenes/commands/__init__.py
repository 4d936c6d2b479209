"""The sub-commands of `fivefoot`, one module each."""
