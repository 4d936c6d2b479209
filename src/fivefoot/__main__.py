"""The ``fivefoot`` command, also as ``python -m fivefoot``: the command line if its libraries are installed."""

import sys


def main() -> None:
    """Run the command line; exits with its status, or with 2 and one sentence if the extra `cli` is missing."""
    from .engine.extras import MissingExtra

    try:
        from .scenes.commands.app import main as run
    except MissingExtra as missing:
        print(f"fivefoot: {missing}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:  # before there is a command line to report it
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
