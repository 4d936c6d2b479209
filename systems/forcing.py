"""Forced movement, one square a pass."""

from ..components.events import ForcedMoved
from ..components.motion import Pose, Shove
from ..engine.creature import Creature
from ..engine.effects import gain
from ..engine.forced import drop_ahead, forced_fits
from ..engine.geometry import step_of
from ..engine.occupancy import settle_shape
from .acting import System


class ForcedMovementSystem(System):
    """Moves the target of the shove at hand by one square, until it is stopped or the distance is used up."""

    def process(self) -> None:
        """Move the target at most one square."""
        found = self.at_hand(Shove)
        if found is None:
            return
        actor, shove = found
        world, rules = self.world, self.world.rules
        target = world.named[shove.target]
        if shove.next == 0:
            immune = rules.forced_immune(world, target, shove)
            if immune is not None:
                actor.orders.rules += tuple(r for r in rules.cite(*immune) if r not in actor.orders.rules)
                self.done(actor)
                return
        if shove.next >= len(shove.steps) or target.out:
            self.done(actor)
            return
        here, there = target.cube, shove.steps[shove.next]
        step = step_of(here, there)
        cycle = rules.forced_cycle
        diagonal = sum(1 for d in step if d) > 1
        price = cycle[shove.diagonals % len(cycle)] if diagonal else 1
        if price > shove.distance:
            self.done(actor)
            return
        if self._elects(target, there):
            self.done(actor)
            gain(
                world,
                target,
                "prone",
                by_choice=rules.setting("elected-prone", "voluntary") == "voluntary",
                rules=rules.cite("forced.elect-prone"),
            )
            return
        hindrance = forced_fits(world, target, here, there)
        if hindrance is not None:
            actor.orders.rules += tuple(
                r for r in rules.cite(f"{shove.kind}.obstruction", "forced.blocked") if r not in actor.orders.rules
            )
            self.done(actor)
            return
        target.position.go(there)
        if target.position.held == "climb":
            target.position.held = "walk"
        target.shape = None
        settle_shape(world, target)
        world.touch()
        shove.next += 1
        shove.distance -= price
        shove.diagonals += 1 if diagonal else 0
        world.busy = True
        world.emit(ForcedMoved(who=target.name, by=shove.by, from_=here, to=there, kind=shove.kind, rules=shove.rules))
        for other in world.creatures:
            if other.condition.mount == target.name:
                x, y, z = other.cube
                other.position.go((x + step[0], y + step[1], z + step[2]))
        world.stirred.add(target.name)
        world.entered.append((target.name, here))

    def _elects(self, target: Creature, there: tuple[int, int, int]) -> bool:
        """Whether the target chooses to fall prone rather than be moved on."""
        rules = self.world.rules
        if not rules.elects_prone or target.prone:
            return False
        when = target.body.elects_prone
        if when == "always":
            return True
        if when != "hazard":
            return False
        board, side = self.world.board, target.size.side
        squares = [(there[0] + i, there[1] + j) for i in range(side) for j in range(side)]
        tiles = [board.tile(x, y) for x, y in squares if (x, y) in board]
        return any(tile.hazard or tile.damage is not None for tile in tiles) or drop_ahead(self.world, target, there)


__all__ = ["ForcedMovementSystem", "Pose"]
