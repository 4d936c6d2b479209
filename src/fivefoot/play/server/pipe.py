"""A battle over standard input and output: a line of the dialect each. Whoever holds the pipe is trusted."""

from collections.abc import Callable
from typing import BinaryIO

from ..table.dialect import Game
from ..table.session import Session
from .room import fault

LONGEST = 1 << 22
"""The most bytes of a line; a scenario may be one."""


def serve_pipe(session: Session, seat: str | None, lines: BinaryIO, send: Callable[[str], None]) -> None:
    """Answers lines until there are no more; a call `open` without a side sits down at `seat`."""
    sitting = Game(session).seat(seat)
    while line := lines.readline(LONGEST + 1):
        if len(line) > LONGEST:
            while line and not line.endswith(b"\n"):
                line = lines.readline(LONGEST)
            send(fault(None, f"a line of more than {LONGEST} bytes"))
        elif line.strip():
            for answer in sitting.line(line.decode("utf-8", "replace")):
                send(answer)
