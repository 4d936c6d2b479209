"""The ``fivefoot`` command, also as ``python -m fivefoot``: the command line if its libraries are installed."""

import os
import sys


def main() -> None:
    try:
        from .scenes.commands import process
    except KeyboardInterrupt:
        sys.exit(130)
    with process.ending_politely() as told_to_end:
        try:
            _run(sys.argv[1:])
        except BaseException:
            if told_to_end:  # libraries that are being imported wrap an interrupt in errors of their own
                sys.exit(told_to_end[0])
            raise
        finally:
            process.end_at_once_from_now()


def _run(words: list[str]) -> None:
    from .scenes.commands import overview, process

    if overview.answers(words) and "_FIVEFOOT_COMPLETE" not in os.environ:
        _say(overview.answer(words))
    from .engine.extras import MissingExtra

    try:
        from .scenes.commands.app import main as run
    except MissingExtra as missing:
        if words[:1] == ["doctor"]:
            from .scenes.commands.diagnosis import diagnosis, told

            _say(told(diagnosis()))
        process.steady_streams()
        asked = overview.split(words)[0][:1]
        extra = overview.EXTRAS.get(asked[0] if asked else "", missing.extra)
        print(f"fivefoot: {MissingExtra(missing.name or '', extra, 'the command line')}", file=sys.stderr)
        sys.exit(overview.BAD_INPUT)
    run()


def _say(text: str) -> None:
    from .scenes.commands import process

    process.steady_streams()
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        process.nobody_reads()
    sys.exit(0)


if __name__ == "__main__":
    main()
