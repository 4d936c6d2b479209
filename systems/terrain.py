"""Deals the damage of terrain on entry or at a turn's start, and lets creatures squeeze and unsqueeze."""

from typing import ClassVar

from ..components.position import Cube
from ..engine.board.tiles import Tile
from ..engine.combat.threat import goes_along
from ..engine.effects.hit_points import amount_of, hurt
from ..engine.effects.placement import settle_others, settle_squeeze
from ..engine.field.forced_steps import carried_by
from ..engine.geometry.boxes import step_of
from ..engine.state.creature import Creature
from .system import System
from .zones import moved


class TerrainSystem(System):
    """Deals the damage of harmful squares, and lets creatures squeeze by the clearance around them."""

    waits: ClassVar[tuple[str, ...] | None] = ("begun", "entered")

    def process(self) -> None:
        """Handle every square entered and every turn begun since the last pass."""
        world = self.world
        while world.begun:
            creature = world.named[world.begun.pop(0)]
            if world.rules.terrain.harm_timing != "enter_only":
                body = self._body(creature)
                self._harm(creature, self._under(body, body.cube), ())
        while world.entered:
            name, left = world.entered.pop(0)
            creature = world.named[name]
            world.busy = True
            settle_squeeze(world, creature)
            settle_others(world, creature)
            harms = world.board.traits.harms and world.rules.terrain.harm_timing != "turn_start_only"
            if not (world.things or harms):
                continue
            step = step_of(left, creature.cube)
            riders = [other for other in world.creatures if goes_along(world, other, creature)]
            if world.things:
                world.effects += moved(world, creature, left)
                for one in (*riders, *carried_by(world, creature)):
                    x, y, z = one.cube
                    world.effects += moved(world, one, (x - step[0], y - step[1], z - step[2]))
            if harms:
                for one in (creature, *riders):
                    self._enter(one, step)

    def _enter(self, creature: Creature, step: Cube) -> None:
        """Deal the damage of the squares that a creature has newly entered, to it and to those it carries."""
        body = self._body(creature)
        x, y, z = body.cube
        under, before = self._under(body, body.cube), self._under(body, (x - step[0], y - step[1], z - step[2]))
        for one in (creature, *carried_by(self.world, creature)):
            self._harm(one, under, before)

    def _body(self, creature: Creature) -> Creature:
        mount = self.world.mount_of(creature) if self.world.rules.space.riders_merge else None
        return creature if mount is None else self._body(mount)

    def _under(self, creature: Creature, anchor: Cube) -> tuple[tuple[int, int], ...]:
        """The harmful squares under a space at `anchor` whose ground or water it touches."""
        board, side = self.world.board, creature.size.side
        x0, y0, z = anchor
        found = []
        for y in range(y0, y0 + side):
            for x in range(x0, x0 + side):
                if (x, y) in board:
                    tile = board.tile(x, y)
                    if tile.damage is not None and tile.floor <= z < tile.floor + max(tile.water, 1):
                        found.append((x, y))
        return tuple(found)

    def _harm(
        self, creature: Creature, under: tuple[tuple[int, int], ...], before: tuple[tuple[int, int], ...]
    ) -> None:
        world = self.world
        dealt: set[Tile] = set()
        for square in under:
            tile = world.board.tile(*square)
            if square in before or tile in dealt or creature.out or tile.damage is None:
                continue
            dealt.add(tile)
            world.busy = True
            rules = world.rules.cite("terrain.harm")
            hurt(
                world,
                creature,
                amount_of(world, creature, "terrain", tile.damage, rules),
                "terrain",
                rules=rules,
            )
