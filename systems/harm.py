"""Damage by terrain and by causes other than strikes; healing."""

from collections.abc import Iterable
from typing import ClassVar

from ..components.events import Healed
from ..components.plan import Harm
from ..components.position import Cube
from ..engine.board.tiles import Tile
from ..engine.combat.threat import goes_along
from ..engine.dice import parse
from ..engine.effects.placement import settle_others, settle_squeeze
from ..engine.effects.verbs import amount_of, hurt, roll
from ..engine.field.forced_steps import carried_by
from ..engine.field.shapes import held_by, spaces_beside, walk_of
from ..engine.geometry.boxes import step_of
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .board_changes import moved
from .system import System


class HarmSystem(System):
    """Deals the damage in a plan, except the damage of strikes."""

    acts: ClassVar[tuple[type, ...] | None] = (Harm,)

    def process(self) -> None:
        for _, (harm, actor) in self.world.each(Harm, Creature):
            self.done(actor)
            world = self.world
            who = world.named[harm.who]
            amount = roll(world, who, harm.kind, parse(harm.dice), per_die=harm.per_die, rules=harm.rules)
            hurt(world, who, amount, harm.kind, rules=harm.rules)


def heal(world: World, creature: Creature, amount: int, *, rules: tuple[str, ...] = ()) -> int:
    health = creature.health
    before = health.hp
    if before is not None:
        most = before + amount if health.full is None else max(health.full, before)
        health.hp = min(before + amount, most)
        if health.downed and health.hp > 0:
            health.downed = False
            world.unsettle(creature)
        world.touch()
    gained = 0 if before is None or health.hp is None else health.hp - before
    world.emit(Healed(who=creature.name, amount=gained, hp=health.hp, rules=rules))
    return gained


class TerrainSystem(System):
    """Deals the damage of squares that creatures have entered, and updates their squeezing."""

    waits: ClassVar[tuple[str, ...] | None] = ("begun", "entered")

    def process(self) -> None:
        world = self.world
        while world.begun:
            creature = world.named[world.begun.pop(0)]
            if world.rules.terrain.harm_timing != "enter_only":
                body = self._body(creature)
                tiles = (world.board.tile(*square) for square in self._under(body, body.cube))
                self._harm(creature, dict.fromkeys(tiles))  # a turn begins once in each kind of ground
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
        body = self._body(creature)
        x, y, z = body.cube
        under, before = self._under(body, body.cube), self._under(body, (x - step[0], y - step[1], z - step[2]))
        if under:
            beside = spaces_beside(self.world, body, walk_of(body))
            under = tuple(square for square in under if not held_by(beside, *square, z, body.size.side))
        tiles = [self.world.board.tile(*square) for square in under if square not in before]
        for one in (creature, *carried_by(self.world, creature)):
            self._harm(one, tiles)

    def _body(self, creature: Creature) -> Creature:
        mount = self.world.mount_of(creature) if self.world.rules.space.riders_merge else None
        return creature if mount is None else self._body(mount)

    def _under(self, creature: Creature, anchor: Cube) -> tuple[tuple[int, int], ...]:
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

    def _harm(self, creature: Creature, tiles: Iterable[Tile]) -> None:
        world = self.world
        for tile in tiles:
            if creature.out or tile.damage is None:
                continue
            world.busy = True
            rules = world.rules.cite("terrain.harm")
            hurt(
                world,
                creature,
                amount_of(world, creature, "terrain", tile.damage, rules),
                "terrain",
                rules=rules,
            )
