"""A hosted battle without sockets."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from ...engine.errors import ScenarioError
from ...engine.files import write_file
from ...engine.logs import logger
from ..table.dialect import Game, Plain, Seat
from ..table.session import PERSON, Session

LONGEST = 1 << 22
"""Most bytes of a line."""


def serve_pipe(session: Session, seat: str | None, lines: BinaryIO, send: Callable[[str], None]) -> None:
    """Answers a player's calls, one JSON line each, over a pipe. `seat` is the default side."""
    sitting = Game(session).seat(seat)
    while line := lines.readline(LONGEST + 1):
        if len(line) > LONGEST:
            while line and not line.endswith(b"\n"):
                line = lines.readline(LONGEST)
            send(fault(None, f"a line of more than {LONGEST} bytes"))
        elif line.strip():
            for answer in sitting.line(line.decode("utf-8", "replace")):
                send(answer)


_LOG = logger(__name__)


class Room:
    """A battle on a server, and the connections of its players and spectators."""

    def __init__(self, name: str, session: Session, seats: Sequence[str], key: str = "", save: Path | None = None):
        """Creates a room for a session. Each of `seats` is for one person.

        `key` makes the seats' tokens; `save` is written every turn.

        Raises:
            ScenarioError: there is no such side.
        """
        for side in seats:
            if side not in session.sides:
                raise ScenarioError("--seats", "", repr(side), ", ".join(session.sides))
            session.players[side] = PERSON
        if len(seats) > 1:
            session.lookback = "never"  # what one has seen, the other cannot take back
        self.name = name
        self.game = Game(session, hosted=True)
        self.tokens: dict[str, Seat] = {token(name, side, key): self.game.seat(side) for side in seats}
        self.watching: Seat = self.game.seat()
        """The seat shared by all spectators."""
        self._file, self._saved = save, -1

    @property
    def session(self) -> Session:
        return self.game.playing

    def ask(self, seat: Seat, text: str) -> tuple[str, list[tuple[Seat, str]]]:
        """Answers a player's call. Returns (answer, lines to send to other players)."""
        try:
            *pushed, answer = seat.line(text)
        except Exception:  # a stranger must not end the server by a fault of ours
            _LOG.exception("battle %s: the call %.200r failed", self.name, text)
            pushed, answer = [], fault(None, "a fault of the server's own; the battle goes on")
        self.keep()
        return answer, [*((seat, line) for line in pushed), *self._pushed()]

    def _pushed(self) -> list[tuple[Seat, str]]:
        return [(seat, encoded(one)) for seat in self.game.seats for one in seat.take_pushed()]

    def turn(self) -> tuple[int, str | None]:
        session, pending = self.session, self.game.pending
        if session.over:
            return 0, None
        if pending is not None:
            return session.battle.world.turns, session.asked(pending)
        name = session.active
        side = session.battle.creature(name).side if name is not None and session.waits_for_person() else None
        return session.battle.world.turns, side

    def time_out(self) -> list[tuple[Seat, str]]:
        """Ends a turn or a decision whose time is over. Returns lines to send to players."""
        pending = self.game.pending
        if pending is not None:
            self.game.answer(pending.default)
        elif self.session.waits_for_person():
            self.game.play(self.session.end_turn)
        for seat in self.game.seats:
            seat.tell()
        self.keep()
        return self._pushed()

    def keep(self, *, always: bool = False) -> None:
        """Writes the battle to its file if a new turn has begun. A failure is only logged."""
        if self._file is None:
            return
        battle = self.session.battle
        moment = battle.world.turns + self.session.over
        if moment != self._saved or always:
            self._saved = moment
            try:
                write_file(self._file, battle.save(dict(self.session.players)))
            except OSError as error:
                _LOG.error("battle %s: %s cannot be written: %s", self.name, self._file, error.strerror)


def token(room: str, side: str, key: str = "") -> str:
    if not key:
        return secrets.token_urlsafe(16)
    return hmac.new(key.encode(), f"{room}\n{side}".encode(), hashlib.sha256).hexdigest()[:32]


def fault(number: int | str | None, sentence: str) -> str:
    return encoded({"id": number, "error": sentence})


def encoded(plain: Plain) -> str:
    return msgspec.json.encode(plain).decode()
