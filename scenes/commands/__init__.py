"""The sub-commands of `fivefoot`, one module each; `overview` and `process` need no library."""
