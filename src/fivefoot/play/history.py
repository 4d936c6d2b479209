"""What was done to a battle, and snapshots of its state on the way, by which it is taken back."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, NamedTuple

from ..engine.rules.ruleset import World
from .commands import Command

NEAR = 8
"""Of so many commands back every snapshot is kept, of eight times as many every eighth, and so on."""
FAR = 64
"""Commands after which a snapshot is kept even where nobody means to undo: a failure takes the battle back as well."""


class Moment(NamedTuple):
    """A battle at one moment: what an undo leaves behind and a redo brings back."""

    world: World
    commands: tuple[Command, ...]
    ends: tuple[int, ...]
    snapshots: dict[int, World]
    paused: bool


class History:
    """The commands of one battle in order, and the state before some of them."""

    def __init__(self, first: World) -> None:
        self.commands: list[Command] = []
        self.ends: list[int] = []
        """The length of the log after each command."""
        self.snapshots: dict[int, World] = {0: first}
        """The state before the command of a number, in order, for some of them; the last state is always among them."""
        self.undone: list[Moment] = []
        """What was taken back, to be brought back by redo; a new command forgets it."""

    def __len__(self) -> int:
        return len(self.commands)

    def append(self, command: Command, end: int) -> int:
        """Note a new command; returns its number."""
        self.commands.append(command)
        self.ends.append(end)
        return len(self.commands) - 1

    def keep(self, world: World) -> None:
        """Keep a snapshot of the state after the last command; older ones are thinned out."""
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
        """Whether so many commands have come since the latest snapshot that doing them again would be felt."""
        return len(self.commands) - next(reversed(self.snapshots)) >= FAR

    def last_kept(self) -> World:
        """The latest snapshot."""
        return self.snapshots[next(reversed(self.snapshots))]

    def state_before(self, number: int, do: Callable[[World, Command], Any]) -> World:
        """A new copy of the state before a command; what lies between the last snapshot and it is done again."""
        start = max(place for place in self.snapshots if place <= number)
        world = self.snapshots[start].copy()
        for command in self.commands[start:number]:
            do(world, command)
        return world

    def go_back(self, length: int, do: Callable[[World, Command], Any]) -> World:
        """Forget all commands but the first so many; returns the state after them, which is among those kept."""
        self.truncate(length)
        world = self.state_before(length, do)
        if length not in self.snapshots:  # thinned out, so that it was made by doing commands again
            self.keep(world)
        return world

    def truncate(self, length: int) -> None:
        """Forget all commands but the first so many."""
        del self.commands[length:], self.ends[length:]
        for place in [place for place in self.snapshots if place > length]:
            del self.snapshots[place]

    def step_before(self, length: int) -> int:
        """How many commands are left when the last thing done is taken back.

        That is the last command with what was submitted for it, and with what a game has written by hand since.
        """
        commands = self.commands
        while length and commands[length - 1].what == "written":
            length -= 1
        if not length:
            return 0
        length -= 1
        if commands[length].plays:
            while length and commands[length - 1].what == "submit":
                length -= 1
        return length

    def holding(self, seq: int) -> int:
        """The number of the command in which an event was logged."""
        return bisect_left(self.ends, seq + 1)

    def moment(self, world: World, paused: bool) -> Moment:
        """The present one."""
        return Moment(world, tuple(self.commands), tuple(self.ends), dict(self.snapshots), paused)

    def restore(self, moment: Moment) -> None:
        """Go back to the commands of a moment."""
        self.commands[:], self.ends[:] = moment.commands, moment.ends
        self.snapshots = dict(moment.snapshots)

    def copy(self) -> "History":
        """A history of its own, with the same commands and snapshots (which never change)."""
        twin = History.__new__(History)
        twin.commands, twin.ends, twin.snapshots = self.commands[:], self.ends[:], dict(self.snapshots)
        twin.undone = []
        return twin
