"""``python -m fivefoot`` is the ``fivefoot`` command."""

from .scenes.commands.app import main

if __name__ == "__main__":
    main()
