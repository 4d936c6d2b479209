"""A client's seat at a server; it reconnects."""

import threading
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from ...engine.extras import MissingExtra

try:
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
    from websockets.sync.client import ClientConnection, connect
except ImportError as missing:
    raise MissingExtra("websockets", "serve", "joining a server") from missing

Plain = dict[str, Any]
FOR_GOOD = (1008, 4000)
"""Close codes without a reconnection."""
MOST_TRIES = 20
OPEN = 0
"""The id of the call `open`."""


class JoinedSeat:
    """A connection to a server, on a thread of its own. The window takes messages from it.

    A message is an answer (`id`), a new line, or `{"lost": sentence}`.
    """

    def __init__(self, address: str, token: str | None = None, language: str = "en") -> None:
        self.address, self.token, self.language = address, token, language
        self._next = 0
        """The next event number, for a reconnection."""
        self._number = OPEN
        self._left = threading.Event()
        self._socket: ClientConnection | None = None
        self._heard: SimpleQueue[Plain] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="joined seat", daemon=True)
        self._thread.start()

    def ask(self, call: str, args: Mapping[str, Any] | None = None) -> int | None:
        socket = self._socket
        if socket is None:
            return None
        self._number += 1
        try:
            socket.send(_line({"id": self._number, "call": call, "args": dict(args or {})}))
        except (ConnectionClosed, OSError):
            return None
        return self._number

    def take(self) -> list[Plain]:
        found: list[Plain] = []
        try:
            while True:
                found.append(self._heard.get_nowait())
        except Empty:
            return found

    def leave(self) -> None:
        self._left.set()
        if self._socket is not None:
            self._socket.close()
        self._thread.join(2)

    def cut(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _run(self) -> None:
        tries = 0
        while not self._left.is_set():
            reason, code = "", 0
            try:
                with connect(self.address, max_size=None, compression=None, open_timeout=10, close_timeout=2) as socket:
                    self._open(socket)
                    for text in socket:
                        tries = 0
                        self._hear(msgspec.json.decode(text))
                    code, reason = socket.close_code or 0, socket.close_reason or ""
            except ConnectionClosed as error:
                code, reason = (error.rcvd.code, error.rcvd.reason) if error.rcvd is not None else (0, "")
            except (InvalidURI, InvalidHandshake, OSError, TimeoutError, msgspec.DecodeError) as error:
                reason = str(error)
            self._socket = None
            tries += 1
            ended = code in FOR_GOOD or tries > MOST_TRIES
            if not self._left.is_set():
                self._heard.put({"lost": reason, "for_good": ended})
            if ended or self._left.wait(min(0.2 * tries, 3)):
                return

    def _open(self, socket: ClientConnection) -> None:
        args: Plain = {"since": self._next, "language": self.language}
        if self.token:
            args["token"] = self.token
        socket.send(_line({"id": OPEN, "call": "open", "args": args}))
        self._socket = socket

    def _hear(self, told: Plain) -> None:
        if "state" in told:
            self._next = 0
        result = told.get("result")
        heard = told.get("moments") or ()
        events = [one["event"] for one in heard]
        if told.get("id") == OPEN and isinstance(result, dict):
            events += result.get("events") or ()
        for event in events:
            self._next = max(self._next, event["seq"] + 1)
        self._heard.put(told)


def _line(plain: Plain) -> str:
    return msgspec.json.encode(plain).decode()
