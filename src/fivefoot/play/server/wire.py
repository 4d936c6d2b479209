"""Rooms over WebSockets, with limits and turn clocks."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from ...engine.logs import logger
from ..table.dialect import Plain, Seat
from .room import Room, fault

POLICY, TAKEN_OVER, TRY_LATER = 1008, 4000, 1013


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Limits on what unknown clients of a server may send and keep waiting."""

    guests: int = 200
    """Connections at once."""
    size: int = 1 << 16
    """Bytes per message."""
    rate: float = 20
    """Messages per second on average."""
    burst: int = 60
    """Messages at once."""
    patience: int = 200
    """Excess messages before closing."""
    waiting: int = 1 << 23
    """Bytes queued before closing."""
    seconds_to_open: float = 20


_LOG = logger(__name__)


class Guest:
    """A client's connection: its seat in a battle and the lines to send."""

    def __init__(self, socket: ServerConnection, limits: ServerLimits) -> None:
        self.socket, self.limits = socket, limits
        self.room: Room | None = None
        self.seat: Seat | None = None
        self.listens = False
        """True once `open` is answered."""
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._waiting = 0
        self._left, self._last = float(limits.burst), time.monotonic()
        self._beyond = 0

    def admits(self) -> bool:
        now, limits = time.monotonic(), self.limits
        self._left = min(limits.burst, self._left + (now - self._last) * limits.rate)
        self._last = now
        if self._left < 1:
            self._beyond += 1
            return False
        self._left -= 1
        self._beyond = 0
        return True

    @property
    def address(self) -> str:
        found = self.socket.remote_address
        return f"{found[0]}:{found[1]}" if isinstance(found, tuple) else str(found)

    @property
    def patience_is_over(self) -> bool:
        return self._beyond > self.limits.patience

    def send(self, line: str) -> None:
        """Queues a line for the client. If the queue is full, the connection is closed."""
        self._waiting += len(line)
        if self._waiting > self.limits.waiting:
            self.end(POLICY, "too slow: open again with the number of the next event")
        else:
            self._lines.put_nowait(line)

    async def write(self) -> None:
        """Sends queued lines until the connection ends."""
        while True:
            line = await self._lines.get()
            await self.socket.send(line)
            self._waiting -= len(line)

    def end(self, code: int, why: str) -> None:
        self._closing = asyncio.ensure_future(self.socket.close(code, why))


class TableServer:
    """A server for several battles. Each battle runs on one thread at a time."""

    def __init__(
        self, rooms: Sequence[Room], limits: ServerLimits | None = None, turn_seconds: float | None = None
    ) -> None:
        self.rooms: Mapping[str, Room] = {room.name: room for room in rooms}
        self.limits = limits or ServerLimits()
        self.turn_seconds = turn_seconds
        self.guests: set[Guest] = set()
        self._seats = {key: (room, seat) for room in rooms for key, seat in room.tokens.items()}
        self._locks = {room.name: asyncio.Lock() for room in rooms}
        self._clocks: dict[str, tuple[object, asyncio.TimerHandle]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(min(8, len(rooms) + 1), "battle")

    @asynccontextmanager
    async def listening(self, host: str, port: int) -> AsyncIterator[int]:
        """A context that listens and yields the port (0: the system chooses). Saves all battles at the end."""
        async with serve(
            self._meet, host, port, max_size=self.limits.size, max_queue=16, compression=None, close_timeout=2
        ) as wire:
            yield next(iter(wire.sockets)).getsockname()[1]
        for _, clock in self._clocks.values():
            clock.cancel()
        for room in self.rooms.values():
            async with self._locks[room.name]:
                await self._apart(partial(room.keep, always=True))
        self._threads.shutdown()

    async def _apart(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _meet(self, socket: ServerConnection) -> None:
        guest = Guest(socket, self.limits)
        if len(self.guests) >= self.limits.guests:
            _LOG.warning("%s: turned away, the server is full", guest.address)
            await socket.close(TRY_LATER, "the server is full")
            return
        self.guests.add(guest)
        _LOG.info("%s: connected, %d in all", guest.address, len(self.guests))
        writing = asyncio.create_task(guest.write())
        late = asyncio.get_running_loop().call_later(self.limits.seconds_to_open, self._expect_seat, guest)
        try:
            async for text in socket:
                if guest.admits():
                    await self._answer(guest, text)
                elif guest.patience_is_over:
                    await socket.close(POLICY, "too many messages")
                else:
                    guest.send(fault(None, f"too many messages: at most {self.limits.rate:g} a second"))
        except ConnectionClosed:
            pass
        finally:
            late.cancel()
            writing.cancel()
            self.guests.discard(guest)
            _LOG.info("%s: gone", guest.address)

    def _expect_seat(self, guest: Guest) -> None:
        if guest.seat is None:
            guest.end(POLICY, "no call `open` in time")

    async def _answer(self, guest: Guest, text: str | bytes) -> None:
        number: int | str | None = None
        try:
            asked = msgspec.json.decode(text)
            number = asked.get("id") if isinstance(asked, dict) else None
            number = number if isinstance(number, (int, str)) and not isinstance(number, bool) else None
            opens = isinstance(asked, dict) and asked.get("call") == "open"
            if opens:
                text = self._seated(guest, asked)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            guest.send(fault(number, f"the message: {error}"))
            return
        except PermissionError as error:
            guest.send(fault(number, str(error)))
            return
        room, seat = guest.room, guest.seat
        if room is None or seat is None:
            guest.send(fault(number, "the connection: found no seat; allowed: a call `open` first"))
            return
        line = text if isinstance(text, str) else text.decode("utf-8", "replace")
        async with self._locks[room.name]:
            if guest.seat is not seat:
                return
            guest.listens = guest.listens or opens
            answer, pushed = await self._apart(lambda: room.ask(seat, line))
            self._push(room, pushed)
            guest.send(answer)
            self._set_clock(room)

    def _seated(self, guest: Guest, asked: Plain) -> str:
        args = asked.get("args")
        args = dict(args) if isinstance(args, dict) else {}
        token, name = args.pop("token", None), args.pop("battle", None)
        if token is not None:
            found = self._seats.get(token) if isinstance(token, str) else None
            if found is None:
                _LOG.warning("%s: a token of no seat", guest.address)
                raise PermissionError("token: found one of no seat; allowed: a token that the host has given out")
            room, seat = found
        elif guest.seat is not None and guest.room is not None:
            room, seat = guest.room, guest.seat
        else:
            known = self.rooms.get(name) if isinstance(name, str) else None
            if known is None and (name is not None or len(self.rooms) > 1):
                raise PermissionError(f"battle: found no such battle; allowed: {', '.join(self.rooms)}")
            room = known or next(iter(self.rooms.values()))
            seat = room.watching
        if guest.seat is not None and seat is not guest.seat:
            raise PermissionError("token: found that of another seat; allowed: one seat a connection")
        for other in self.guests:
            if other is not guest and other.seat is seat and seat is not room.watching:
                other.seat = None
                other.end(TAKEN_OVER, "the seat was taken by a newer connection")
        guest.room, guest.seat = room, seat
        return msgspec.json.encode({**asked, "args": args}).decode()

    def _push(self, room: Room, pushed: Sequence[tuple[Seat, str]]) -> None:
        for guest in list(self.guests):
            if guest.room is room and guest.listens:
                for seat, line in pushed:
                    if guest.seat is seat:
                        guest.send(line)

    # --- the clock -----------------------------------------------------------------------------------

    def _set_clock(self, room: Room) -> None:
        if self.turn_seconds is None:
            return
        turn = room.turn()
        running = self._clocks.get(room.name)
        if running is not None:
            if running[0] == turn:
                return
            self._clocks.pop(room.name)[1].cancel()
        if turn[1] is not None:
            later = asyncio.get_running_loop().call_later(self.turn_seconds, self._time_out, room)
            self._clocks[room.name] = (turn, later)

    def _time_out(self, room: Room) -> None:
        self._clocks.pop(room.name, None)
        task = asyncio.ensure_future(self._end_turn(room))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _end_turn(self, room: Room) -> None:
        async with self._locks[room.name]:
            self._push(room, await self._apart(room.time_out))
            self._set_clock(room)
