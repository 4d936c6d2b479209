"""``python -m fivefoot`` is the ``fivefoot`` command."""

from .scenes.command_line import main

if __name__ == "__main__":
    main()
