"""Explains why a step is not allowed: names the first thing that bars it, by the topics of its rules."""

from ...components.position import Cube
from ..geometry.boxes import contains, footprint
from ..geometry.directions import step_of
from ..navigation.nav_grid import NavGrid, nav_grid
from ..navigation.occupied_grid import OccupiedGrid
from ..rules.movement_budget import speeds_now
from ..rules.ruleset import Request
from ..space.elevation import lifted
from ..space.support import holds_at
from ..state.verdict import Forbidden
from .request import limit_topics


class BarredStep:
    """A step that a mover cannot take, and what may bar it, each the refusal if it does."""

    def __init__(self, request: Request, grid: OccupiedGrid, here: Cube, there: Cube) -> None:
        self.request, self.refuse = request, request.refuse
        self.grid, self.nav_grid, self.board = grid, grid.nav_grid, grid.world.board
        self.here, self.there, self.step = here, there, step_of(here, there)
        self.do = "double" if getattr(request.intent, "double", False) else request.intent.do
        self.name, self.place, self.from_ = grid.creature.name, request.shown(there), request.shown(here)
        self.squares = footprint(grid.creature.size.side, there)
        self.bit = grid.layout.bit(there)
        self.modes = dict(self.nav_grid.profile.modes)

    def refusal(self) -> Forbidden:
        """The refusal that names what bars the step."""
        return (
            self.not_adjacent()
            or self.off_the_board()
            or self.occupied()
            or (self.filled() or self.no_room() if not self.bit & self.nav_grid.enterable else None)
            or self.wall_between()
            or self.no_such_mode()
            or self.corner()
            or self.impeded_or_pit()
            or self.stuck()
            or self.no_way()
        )

    def not_adjacent(self) -> Forbidden | None:
        """The place is no neighbour, or the mover has no speed at all."""
        dx, dy, dz = self.step
        if max(abs(dx), abs(dy), abs(dz)) == 1:
            if self.modes:
                return None
            return self.refuse(f"{self.name} has no speed to move with", *limit_topics(self.request))
        if (
            dz > 1
            and max(abs(dx), abs(dy)) <= 1
            and holds_at(self.grid.world, self.grid.creature, self.there) == "walk"
        ):
            return self.refuse(f"the floor at {self.place} is too high for one step", "climb", "terrain.blocked")
        return self.refuse(
            f"{self.place} is not next to {self.from_}, so it cannot be the next square of a path", "path"
        )

    def off_the_board(self) -> Forbidden | None:
        """The space would not lie on the board, or not below its ceiling."""
        if any(square not in self.board for square in self.squares):
            return self.refuse(f"{self.place} is not on the board", "terrain.blocked")
        if self.there[2] + self.grid.creature.size.side - 1 > self.board.ceiling:
            return self.refuse(f"{self.place} is above the ceiling", "ceiling")
        return None

    def occupied(self) -> Forbidden | None:
        """Another creature closes its space."""
        for other, passing in self.grid.passings:
            if not self.nav_grid.over(other.box) & self.bit:
                continue
            if passing.rule == "stepover.action" and not passing.enter:
                return self.refuse(f"stepping over {other.name} takes a plain move action", passing.rule)
            if not passing.enter:
                return self.refuse(
                    f"{self.name} cannot enter the space of {other.name}", passing.rule, f"{self.do}.enter"
                )
            if passing.one_way and self.grid.comes_back(self.here, self.there):
                return self.refuse(
                    f"{self.name} cannot walk into the space of {other.name}", "stepover.enter", passing.rule
                )
        return None

    def filled(self) -> Forbidden | None:
        """Walls or earth fill the whole space."""
        z = self.there[2]
        if not all(self.board.blocked(*square, z) for square in self.squares):
            return None
        square, closed = self.squares[0], f"{self.do}.closed"
        solid = self.board.solid(*square, z)
        if solid and "burrow" in self.modes:
            ground = self.board.ground(*square)
            return self.refuse(f"{self.name} cannot dig through the {ground} at {self.place}", "burrow.ground")
        if solid and z < self.board.floor(*square):
            return self.refuse(f"{self.place} is inside the ground", "earth", "terrain.blocked", closed)
        earth = ("earth",) if solid else ()
        ghost = ("terrain.blocked.ghost",) if self.nav_grid.profile.ghostly else ()
        return self.refuse(f"{self.place} is blocked", *earth, *ghost, "terrain.blocked", closed)

    def no_room(self) -> Forbidden:
        """The space is too narrow, up in the air, or cut by a wall."""
        name, place = self.name, self.place
        if any(self.board.blocked(*square, self.there[2]) for square in self.squares):
            return self.refuse(f"{name} has not room enough at {place}", "squeeze.least", "terrain.blocked")
        width = min(self.board.tile(*square).width for square in self.squares)
        if width < 5:
            return self.refuse(f"the room at {place} is too narrow for {name}", *narrow_topics(self.grid, width))
        if not self.bit & self.nav_grid.air and lifted(self.grid.world, self.grid.creature, self.there):
            return self.nothing_holds()
        if self.there not in self.grid.layout:
            return self.no_way()
        return self.refuse(f"a wall runs through the space at {place}", "edge.wall", "terrain.blocked")

    def nothing_holds(self) -> Forbidden:
        """The place is in mid-air."""
        return self.lacking(f"nothing holds {self.name} up at {self.place}", "mode.fly", "mode")

    def lacking(self, reason: str, *topics: str) -> Forbidden:
        """The refusal for want of a mode: the reason, unless the mover is held to a way of its own."""
        held = held_to(self.request, self.grid)
        if held is None:
            return self.refuse(reason, f"{self.do}.listed", *topics)
        return self.refuse(f"{held[0]}, which does not lead to {self.place}", *held[1], f"{self.do}.listed", *topics)

    def wall_between(self) -> Forbidden | None:
        """A wall stands on an edge that a straight step crosses."""
        dx, dy, _ = self.step
        for x, y in self.squares if (dx != 0) + (dy != 0) == 1 else ():
            if self.board.wall_between((x - dx, y - dy, 0), (x, y, 0)):
                return self.refuse(
                    f"a wall stands between {[x - dx, y - dy]} and {[x, y]}", "edge.wall", f"{self.do}.closed"
                )
        return None

    def no_such_mode(self) -> Forbidden | None:
        """The step takes a mode that the mover does not have: swimming, burrowing, flying or climbing."""
        dx, dy, dz = self.step
        bit, nav_grid = self.bit, self.nav_grid
        if bit & nav_grid.swim and "swim" not in self.modes:
            return self.lacking(f"{self.name} has no swim speed for the water at {self.place}", "mode.swim", "mode")
        tunnelled = self.grid.layout.bit(self.here) & nav_grid.burrow
        if (bit & nav_grid.burrow and "burrow" not in self.modes) or (dz and (bit & nav_grid.burrow or tunnelled)):
            return self.refuse(
                f"{self.name} cannot burrow {'up or down ' if dz else ''}there", "burrow.vertical" if dz else "mode"
            )
        if bit & nav_grid.air and "fly" not in self.modes and not self.closed_to_fliers():
            return self.nothing_holds()
        if dz and (dx or dy) and "fly" in self.modes and bit & (nav_grid.air | nav_grid.walk):
            return self.refuse(f"the corner between {self.from_} and {self.place} cannot be cut", "corner")
        if dz > 0 and bit & nav_grid.walk and "climb" not in self.modes and not cannot_walk(self.grid):
            return self.lacking(f"{self.name} has no climb speed for the step up to {self.place}", "climb", "mode")
        return None

    def closed_to_fliers(self) -> bool:
        """Whether the step is a level diagonal out over an edge that is closed even to fliers."""
        dx, dy, dz = self.step
        if dz or not (dx and dy):
            return False
        airy = airy_ground(self.grid)
        bit = airy.layout.bit(self.there)
        return not any(stride.into & bit for stride in airy.by_step.get(self.step, ()))

    def corner(self) -> Forbidden | None:
        """A wall or a creature fills a corner that a diagonal cuts."""
        dx, dy, _ = self.step
        if not (dx and dy):
            return None
        z, cut = max(self.here[2], self.there[2]), f"{self.do}.corner"
        beside = [cube for x, y in self.squares for cube in ((x, y - dy, z), (x - dx, y, z))]
        if any((x, y) in self.board and self.board.blocked(x, y, z) for x, y, _ in beside):
            return self.refuse(f"the corner between {self.from_} and {self.place} cannot be cut", cut, "corner")
        for other, passing in self.grid.passings:
            if passing.corner and any(contains(other.box, cube) for cube in beside):
                reason = f"{other.name} fills the corner between {self.from_} and {self.place}"
                return self.refuse(reason, "corner.creature", "corner")
        if self.board.edges:
            reason = f"a wall's end bars the diagonal from {self.from_} to {self.place}"
            return self.refuse(reason, cut, "corner", "edge.wall")
        return None

    def impeded_or_pit(self) -> Forbidden | None:
        """The ground takes a full round of its own, or is a pit."""
        for stride, prices in self.grid.priced_steps.get(self.step, ()):
            if stride.into & self.bit and prices[0] is None:
                topic = f"{self.do}.impeded" if self.do in ("run", "charge") else "terrain.impeded"
                return self.refuse(f"{self.place} is impeded: it takes a full round of its own", topic)
        if self.grid.rules.terrain.pits_closed and any(self.board.tile(*square).pit for square in self.squares):
            return self.refuse(f"a walker may not go into the pit at {self.place}", "pit", f"{self.do}.closed")
        return None

    def stuck(self) -> Forbidden | None:
        """The mover does not get out of the place where it is."""
        if self.grid.layout.bit(self.here) & self.nav_grid.enterable:
            return None
        squares = [at for at in footprint(self.grid.creature.size.side, self.here) if at in self.board]
        if any(self.board.solid(*square, self.here[2]) for square in squares):
            return self.refuse(f"{self.name} is in the ground and does not get out of it like this", "earth", "mode")
        width = min((self.board.tile(*square).width for square in squares), default=0)
        return self.refuse(
            f"{self.name} is in too narrow a place to leave it like this", *narrow_topics(self.grid, width)
        )

    def no_way(self) -> Forbidden:
        """None of the mover's modes leads there."""
        if self.bit & self.nav_grid.walk and cannot_walk(self.grid):
            reason = f"{self.name} has no walking speed for the ground at {self.place}"
            return self.refuse(reason, f"{self.do}.listed", "mode")
        return self.refuse(
            f"{self.name} has no way of moving that leads from {self.from_} to {list(self.there)}", "mode"
        )


def held_to(request: Request, grid: OccupiedGrid) -> tuple[str, tuple[str, ...]] | None:
    """The one way of moving that a mover is held to, in words, with the topics of its rules; None if it is to none."""
    name, mode = request.creature.name, getattr(request.intent, "mode", None)
    if grid.options.crawling:
        return f"{name} can only crawl", ("crawl",)
    return None if mode is None else (f"{name} is to {mode} only", ())


def cannot_walk(grid: OccupiedGrid) -> bool:
    """Whether a mover has no speed on the ground."""
    return not speeds_now(grid.rules, grid.creature).get("walk")


def airy_ground(grid: OccupiedGrid) -> NavGrid:
    """The same mover's nav grid if it could fly: the places over an edge."""
    profile = grid.nav_grid.profile._replace(modes=(("walk", True), ("fly", True)), pits=True)
    return nav_grid(grid.world.board, grid.rules, profile)


def narrow_topics(grid: OccupiedGrid, width: float) -> tuple[str, ...]:
    """The topics for a gap of a width in feet being closed: too narrow to squeeze, or narrower than skill allows."""
    least = grid.rules.sizes.squeeze_by_skill(grid.creature.size.room)
    if least is None:
        return ("squeeze.least",)
    return ("squeeze.least", "squeeze.limit") if width < least else ("squeeze.least", "squeeze.skill")
