"""Voluntary movement, one square per pass; granted walks, set-downs, relocations, teleports."""

from typing import ClassVar

from ..components.events import Moved, Teleported
from ..components.plan import ARRIVING, Check, LedWalk, Relocation, SetDown, Stride, Teleportation, Walk
from ..components.position import Cube
from ..engine.effects.placement import (
    carry_to,
    cut_off,
    displaced,
    let_go,
    near_side,
    nearest_place,
    note_entry,
    put_back,
    release,
    riders_follow,
    settle_squeeze,
    take_place,
)
from ..engine.effects.verbs import lose
from ..engine.field.forced_steps import open_air
from ..engine.field.shapes import may_rest
from ..engine.field.support import holds_at
from ..engine.geometry.boxes import step_of
from ..engine.legality.request import condition_title
from ..engine.legality.strides import may_go_on
from ..engine.messages import english
from ..engine.state.creature import Creature
from .falling import caught
from .strikes import ThreatSystem
from .system import System, halt


class MovementSystem(System):
    """Moves a walking creature by its next step, unless something stops the creature."""

    acts: ClassVar[tuple[type, ...] | None] = (Walk,)

    straight_on: bool = False
    """True if the next step needs no pass of other systems."""

    def process(self) -> None:
        for _, (walk, mover) in self.world.each(Walk, Creature):
            if walk.next >= len(walk.strides):
                self._finish(mover, walk)
                continue
            stride = walk.strides[walk.next]
            if stride.check is not None and not stride.late and not walk.check_made:
                self._check(mover, walk, stride.check)
                continue
            if not walk.threat_seen:
                continue
            reason = self.unable(mover, walk)
            if reason is not None:
                held = mover.is_any(self.world.rules.conditions.immobile | self.world.rules.conditions.unable)
                topics = ("downed",) if mover.out else ("unable",) if held else ()
                self._break_off(mover, walk, reason, self.world.rules.cite_any(*topics))
                continue
            if stride.check is not None and not walk.check_made:
                self._check(mover, walk, stride.check)
                continue
            barred = next((name for name in stride.through if name in walk.barred), None) if walk.barred else None
            if barred is not None:
                self._break_off(
                    mover,
                    walk,
                    english("{by} blocks the way", by=barred),
                    () if stride.check is None else stride.check.rules,
                )
                continue
            if stride.collides:
                self._collide(mover, walk, stride)
                continue
            self.go(mover, walk, stride)
            if walk.calm is not None and self.straight_on and self.world.listener is None:
                self._go_on(mover, walk)

    def _go_on(self, mover: Creature, walk: Walk) -> None:
        world = self.world
        now = world.states, world.off_turn_moves
        while walk.next < len(walk.strides) and walk.calm == walk.clear == now and not world.things:
            stride = walk.strides[walk.next]
            if stride.check is not None or stride.collides or walk.barred or self.unable(mover, walk) is not None:
                return
            self.go(mover, walk, stride)

    def _check(self, mover: Creature, walk: Walk, check: Check) -> None:
        walk.check_made = True
        mover.queue.acts.insert(0, check)
        self.world.busy = True

    def go(self, mover: Creature, walk: Walk, stride: Stride) -> None:
        world, rules = self.world, self.world.rules
        here, turn, queue = mover.cube, mover.turn, mover.queue
        calm = walk.calm == (world.states, world.off_turn_moves) and not world.things
        if calm:
            mover.place(stride.to)
            world.place_changed(mover)
        else:
            take_place(world, mover, stride.to)
        mover.position.held = stride.mode
        walk.next += 1
        walk.threat_seen = walk.check_made = False
        if stride.flips and (rules.grid.count_scope == "turn" or (rules.grid.count_scope == "action" and walk.pools)):
            turn.parity = (turn.parity + 1) % len(rules.grid.diagonal_cycle)
        if walk.spends:
            queue.spent += stride.squares
        if walk.own:
            turn.moved += stride.squares
        if walk.pools:
            turn.pool_spent += stride.squares
        world.busy = True
        if stride.to != here:  # a creature that climbs onto one in whose space it stands goes nowhere
            world.emit(
                Moved(
                    who=mover.name,
                    from_=here,
                    to=stride.to,
                    cost=stride.squares * rules.unit,
                    mode=stride.shown or stride.mode,
                    rules=stride.rules or walk.rules,
                )
            )
        if not calm:
            self._follow(mover, walk, here)
        queue.trail.append((stride.to, mover.box))

    def _follow(self, mover: Creature, walk: Walk, left: Cube) -> None:
        world = self.world
        joined = walk.carries is not None or world.concerns.joined
        if joined:
            self._carry_along(mover, walk, left)
            let_go(world, mover)
        world.queue_support_check(mover)
        if walk.airborne:
            walk.took_off = left = walk.took_off or left
        if not walk.airborne or walk.next >= len(walk.strides):  # a jump leads on over it (ds.jump.not-from-difficult)
            note_entry(world, mover, left)
        if joined or walk.airborne or world.support_checks or world.entered or walk.next >= len(walk.strides):
            return
        board, level = world.board, world.board.traits.level
        if all(z == level and board.tiles[y][x].terrain != "blocked" for (x, y, z), *_ in walk.strides):
            walk.calm = (world.states, world.off_turn_moves)

    def _carry_along(self, mover: Creature, walk: Walk, left: Cube) -> None:
        world = self.world
        dx, dy, dz = step = step_of(left, mover.cube)
        riders_follow(world, mover, step, but=walk.carries)
        towed = world.named.get(walk.carries) if walk.carries is not None else None
        if towed is None:
            return
        here = towed.cube
        to = (here[0] + dx, here[1] + dy, here[2] + dz)
        if to[:2] not in world.board:
            return
        inside = walk.inside and towed.condition.mount != mover.name
        if inside:
            to = mover.cube
            towed.condition.carried_by = mover.name
            world.creature_changed(towed)
        carry_to(world, towed, mover, to, "carry")
        if inside:
            world.support_checks.add(towed.name)
        else:
            world.entered.append((towed.name, here))

    def unable(self, mover: Creature, walk: Walk) -> str | None:
        """Returns why the walking creature cannot take its next step; None if it can."""
        rules, held = self.world.rules, mover.condition.held
        if mover.health.downed or "dead" in held:
            return english("{name} is down", name=mover.name)
        if held:
            for condition in sorted(held & (rules.conditions.immobile | rules.conditions.unable)):
                return english("{name} is {condition}", name=mover.name, condition=condition_title(rules, condition))
            down = held & rules.movement.crawlers
            if walk.kind == "run":
                down -= {"prone"} - rules.movement.run_bar
            crawls = walk.options is not None and walk.options.crawling
            if down and not crawls and walk.kind not in rules.movement.low_kinds:
                return english("{name} is no longer on its feet", name=mover.name)
        there = walk.strides[walk.next].to
        if walk.airborne and not open_air(self.world, mover, there):
            return english("{place} is blocked", place=self.world.board.shown(there))
        return rules.movement.cut_short(self.world, mover, walk)

    def _break_off(self, mover: Creature, walk: Walk, reason: str, rules: tuple[str, ...] = ()) -> None:
        world = self.world
        let_go(world, mover)
        release(world, mover)
        if walk.airborne and walk.took_off is not None and walk.took_off != mover.cube:
            world.entered.append((mover.name, walk.took_off))
        falls = holds_at(world, mover, mover.cube) is None  # and makes way where it lands
        stays = world.rules.space.put_back_downed or not mover.out
        illegal = stays and not falls and cut_off(world, mover, walk)
        halt(world, mover, reason, (*rules, *(world.rules.cite("stopped") if illegal else ())))

    def _collide(self, mover: Creature, walk: Walk, stride: Stride) -> None:
        world = self.world
        cut_off(world, mover, walk)
        release(world, mover)
        if walk.careless:
            world.rules.hooks.on_collision(world, mover, walk, stride.to)
        topic = "collision" if walk.careless else f"{walk.kind}.bump"
        reason = english("something unseen is at {place}", place=world.board.shown(stride.to))
        halt(world, mover, reason, world.rules.cite(topic, "collision"))

    def _finish(self, mover: Creature, walk: Walk) -> None:
        world = self.world
        self.done(mover)
        mover.turn.pausing = walk.pauses and not mover.out
        if walk.settles and walk.clear == (world.states, world.off_turn_moves):
            return
        if walk.resting and (world.rules.space.put_back_downed or not mover.out) and not may_rest(world, mover):
            displaced(world, mover, near_side(world, mover, walk))


class LedWalkSystem(System):
    """Moves a creature by the next step of a walk that an ability lets it make."""

    acts: ClassVar[tuple[type, ...] | None] = (LedWalk,)

    def process(self) -> None:
        if not self.world.entered:
            for _, (led, actor) in self.world.each(LedWalk, Creature):
                self._step(actor, led)

    def _step(self, actor: Creature, led: LedWalk) -> None:
        world = self.world
        mover, walk = world.named.get(led.who), led.walk
        world.busy = True
        if mover is None or mover.out or walk.next >= len(walk.strides):
            self._finish(led)
            self.done(actor)
            return
        stride = walk.strides[walk.next]
        moving = MovementSystem(world)
        held_up = stride.check is not None or stride.collides or moving.unable(mover, walk) is not None
        if held_up or not may_go_on(world, mover, walk):
            walk.next = len(walk.strides)
        elif not walk.threat_seen:
            ThreatSystem(world).left(mover, walk)
        else:
            moving.go(mover, walk, stride)

    def _finish(self, led: LedWalk) -> None:
        mover = self.world.named.get(led.who)
        if mover is not None and not mover.out and not may_rest(self.world, mover):
            displaced(self.world, mover)


class ReleaseSystem(System):
    """Puts down a creature that another one has carried."""

    acts: ClassVar[tuple[type, ...] | None] = (SetDown,)

    def process(self) -> None:
        for _, (act, actor) in self.world.each(SetDown, Creature):
            self.done(actor)
            release(self.world, self.world.named[act.who], act.to, named=act.named)


class RelocationSystem(System):
    """Moves creatures that neither walk nor are forced, such as two that swap places."""

    acts: ClassVar[tuple[type, ...] | None] = (Relocation,)

    def process(self) -> None:
        for _, (put, actor) in self.world.each(Relocation, Creature):
            self.done(actor)
            world = self.world
            who = world.named[put.who]
            here = who.cube
            take_place(world, who, put.to)
            who.position.held = "walk"
            if put.to != here:
                world.emit(Moved(who=who.name, from_=here, to=put.to, cost=0, mode=put.mode, rules=put.rules))
            riders_follow(world, who, step_of(here, put.to))
            let_go(world, who)
            world.support_checks.add(who.name)
            world.entered.append((who.name, here))


class TeleportSystem(System):
    """Carries out a planned teleport."""

    acts: ClassVar[tuple[type, ...] | None] = (Teleportation,)

    def process(self) -> None:
        for _, (jaunt, actor) in self.world.each(Teleportation, Creature):
            self.done(actor)
            world = self.world
            who = world.named[jaunt.who]
            here = who.cube
            take_place(world, who, jaunt.to)
            if who.position.held == "climb":
                who.position.held = "walk"
            world.emit(Teleported(who=who.name, from_=here, to=jaunt.to, rules=jaunt.rules))
            rules = world.rules
            ended = [(name, rules.cite(f"teleport.{name}")) for name in rules.conditions.teleport_ends]
            for condition, cited in (*ended, *jaunt.sheds):
                lose(world, who, condition, rules=cited)
            if who is actor:
                who.turn.teleported += 1
            world.support_checks.add(who.name)
            let_go(world, who)
            for rider in [other for other in world.creatures if other.condition.mount == who.name]:
                let_go(world, rider)
                if rider.condition.mount is not None:
                    take_place(world, rider, rider.cube)  # it fills what its mount fills now
                elif not may_rest(world, rider, ARRIVING):
                    # two creatures on one back may not share the floor that it leaves them on
                    put_back(world, rider, nearest_place(world, rider))
            if rules.terrain.teleports_enter:
                world.entered.append((who.name, here))
            else:
                settle_squeeze(world, who)
            rules.hooks.on_arrival(world, who)
            if holds_at(world, who, who.cube) not in (None, "fly"):
                caught(world, who)
