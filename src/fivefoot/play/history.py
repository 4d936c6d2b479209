"""The commands of a battle, with snapshots of its state on the way, from which undo restores it."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, NamedTuple

from ..engine.rules.ruleset import World
from .commands import PLAYS, Command

NEAR = 8
"""The number of latest commands for which every snapshot is kept; of eight times as many every eighth, and so on."""
FAR = 64
"""Commands after which a snapshot is kept even without undo: a failed command needs it too."""


class Moment(NamedTuple):
    """A battle at one moment, kept by undo for redo."""

    world: World
    commands: tuple[Command, ...]
    ends: tuple[int, ...]
    snapshots: dict[int, World]
    paused: bool


class History:
    """The commands of one battle in order, and the state before some of them."""

    def __init__(self, snapshots: dict[int, World]) -> None:
        self.commands: list[Command] = []
        self.ends: list[int] = []
        """The length of the log after each command."""
        self.snapshots: dict[int, World] = snapshots
        """The state before the command of a number, in order, for some of them; always including the last."""
        self.undone: list[Moment] = []
        """The moments taken back, for redo; a new command clears them."""

    def __len__(self) -> int:
        return len(self.commands)

    def append(self, command: Command, end: int) -> int:
        """Records a new command; returns its number."""
        self.commands.append(command)
        self.ends.append(end)
        return len(self.commands) - 1

    def keep(self, world: World) -> None:
        """Keep a snapshot of the state after the last command, and thin out older ones."""
        last = len(self.commands)
        self.snapshots[last] = world.copy()
        if last % NEAR == 0:
            self._thin_out(last)

    def _thin_out(self, last: int) -> None:
        kept: set[tuple[int, int]] = set()
        for place in sorted(self.snapshots):
            spacing = 1
            while last - place >= NEAR * spacing:
                spacing *= NEAR
            stretch = spacing, place // spacing
            if stretch in kept:
                del self.snapshots[place]
            kept.add(stretch)

    @property
    def far_from_kept(self) -> bool:
        """Whether the latest snapshot is so old that repeating commands would take noticeably long."""
        return len(self.commands) - next(reversed(self.snapshots)) >= FAR

    def last_kept(self) -> World:
        """The latest snapshot."""
        return self.snapshots[next(reversed(self.snapshots))]

    def state_before(self, number: int, do: Callable[[World, Command], Any]) -> World:
        """A new copy of the state before a command, made by repeating commands from the last snapshot."""
        start = max(place for place in self.snapshots if place <= number)
        world = self.snapshots[start].copy()
        for command in self.commands[start:number]:
            do(world, command)
        return world

    def go_back(self, length: int, do: Callable[[World, Command], Any]) -> World:
        """Drop all but the first commands; returns the state after them, which is kept."""
        self.truncate(length)
        world = self.state_before(length, do)
        if length not in self.snapshots:  # thinned out, so that it was made by repeating commands
            self.keep(world)
        return world

    def truncate(self, length: int) -> None:
        """Drop all but the first commands."""
        del self.commands[length:], self.ends[length:]
        for place in [place for place in self.snapshots if place > length]:
            del self.snapshots[place]

    def step_before(self, length: int) -> int:
        """The number of commands left when the last one is taken back.

        With the last command go its submissions, and a game's writes by hand since.
        """
        commands = self.commands
        while length and commands[length - 1].what == "written":
            length -= 1
        if not length:
            return 0
        length -= 1
        if commands[length].what in PLAYS:
            while length and commands[length - 1].what == "submit":
                length -= 1
        return length

    def holding(self, seq: int) -> int:
        """The number of the command that logged an event."""
        return bisect_left(self.ends, seq + 1)

    def moment(self, world: World, paused: bool) -> Moment:
        """The present moment."""
        return Moment(world, tuple(self.commands), tuple(self.ends), dict(self.snapshots), paused)

    def restore(self, moment: Moment) -> None:
        """Restore the commands of a moment."""
        self.commands[:], self.ends[:] = moment.commands, moment.ends
        self.snapshots = dict(moment.snapshots)

    def copy(self) -> "History":
        """An independent history with the same commands and snapshots (which never change)."""
        twin = History(dict(self.snapshots))
        twin.commands, twin.ends = self.commands[:], self.ends[:]
        return twin
