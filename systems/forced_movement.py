"""Forced movement, one square per pass."""

from typing import ClassVar

from ..components.decision import Decision, DecisionOption, place_words
from ..components.events import Blocked, ForcedMoved
from ..components.plan import ARRIVING, Drop, ForcedMove, Sweep
from ..components.position import Cube
from ..engine.effects.placement import let_go, riders_follow, take_place
from ..engine.effects.verbs import decide, gain
from ..engine.field.forced_steps import elects_prone, forced_fits, is_diagonal
from ..engine.field.shapes import may_rest, sharers
from ..engine.field.support import holds_at
from ..engine.geometry.boxes import overlap, step_of
from ..engine.messages import _, english
from ..engine.rules.budget import forced_cycle
from ..engine.state.creature import Creature
from .falling import caught, fall
from .system import System

BORDER = "border"


class ForcedMovementSystem(System):
    """Moves the target of forced movement square by square until an obstacle stops it.

    Difficult terrain does not slow the target. (ep.forced.ignores-rough)
    """

    acts: ClassVar[tuple[type, ...] | None] = (ForcedMove,)

    def process(self) -> None:
        world = self.world
        for _entity, (forced_move, actor) in world.each(ForcedMove, Creature):
            target = world.named[forced_move.target]
            step = self._next(actor, forced_move, target)
            if step is None or self._fell_prone(actor, forced_move, target, step[0]):
                continue
            there, here = step[0], target.cube
            if forced_fits(world, target, here, there, creatures=True, overruled=forced_move.overruled) is None:
                self._go(target, forced_move, *step)
                continue
            self._blocked(target, forced_move, self._obstacle(target, there))
            onto = self._driven_onto(target, forced_move, there)
            self._also_cite(actor, f"{forced_move.kind}.obstruction", "forced.blocked")
            self._end(actor, forced_move, target)
            if onto:
                drop = Drop(target.name, driven=True, rules=world.rules.cite("fall.forced", "fall"))
                target.condition.fallen, forced_move.driven = forced_move.driven, 0
                fall(world, target, drop)

    def _next(self, actor: Creature, forced_move: ForcedMove, target: Creature) -> tuple[Cube, int, bool] | None:
        world, rules = self.world, self.world.rules
        if forced_move.next == 0:
            immune = rules.forced.immune(world, target, forced_move)
            if immune is not None:
                self._also_cite(actor, *immune)
                self.done(actor)
                return None
        x, y, z = forced_move.steps[forced_move.next - 1] if forced_move.next else target.cube
        if target.cube[:2] != (x, y) or target.cube[2] < z - 1:  # it has left the path
            self._end(actor, forced_move, target)
            return None
        if forced_move.next >= len(forced_move.steps) or target.out:
            if forced_move.heading is not None and forced_move.distance > 0 and not target.out:
                x, y, z = target.cube
                ahead = (x + forced_move.heading[0], y + forced_move.heading[1], z)
                self._blocked(target, forced_move, self._obstacle(target, ahead))
            self._end(actor, forced_move, target)
            return None
        there, cycle = forced_move.steps[forced_move.next], forced_cycle(rules)
        diagonal = is_diagonal(world, target, target.cube, there)
        price = cycle[forced_move.diagonals % len(cycle)] if diagonal else 1
        if price > forced_move.distance:
            self._end(actor, forced_move, target)
            return None
        return there, price, diagonal

    def _fell_prone(self, actor: Creature, forced_move: ForcedMove, target: Creature, there: Cube) -> bool:
        world, rules = self.world, self.world.rules
        if not self._elects(target, forced_move, there):
            return False
        if target.has("immune-prone") or target.has("immune-conditions"):
            self._also_cite(actor, "forced.elect-prone", "forced.immune-to-prone")
        self.done(actor)
        by_choice = rules.forced.elected_by_choice
        gain(world, target, "prone", by_choice=by_choice, rules=rules.cite("forced.elect-prone"))
        return True

    def _blocked(self, target: Creature, forced_move: ForcedMove, into: str) -> None:
        if forced_move.kind == "pull" and into == forced_move.by:
            return
        world, left = self.world, forced_move.distance * self.world.rules.unit
        rules = world.rules.cite(f"{forced_move.kind}.obstruction", "forced.blocked")
        world.emit(Blocked(who=target.name, by=forced_move.by, at=target.cube, into=into, left=left, rules=rules))

    def _obstacle(self, target: Creature, there: Cube) -> str:
        world, box = self.world, target.at(there)
        for other in world.creatures:
            if other is not target and not world.together(other, target) and overlap(other.box, box):
                return other.name
        board = world.board
        if any(square not in board for square in box.footprint):
            return BORDER
        if any(board.tile(*square).blocked for square in box.footprint):
            return "wall"
        (x, y, _), (a, b, _) = target.cube, there
        between = board.edge((x, y), (a, b)) if abs(x - a) + abs(y - b) == 1 else None
        return "wall" if between is not None and between.wall else "terrain"

    def _also_cite(self, actor: Creature, *topics: str) -> None:
        cited = actor.queue.rules
        actor.queue.rules += tuple(rule for rule in self.world.rules.cite(*topics) if rule not in cited)

    def _go(self, target: Creature, forced_move: ForcedMove, there: Cube, price: int, diagonal: bool) -> None:
        world, here = self.world, target.cube
        forced_move.distance -= price
        forced_move.diagonals += diagonal
        step = step_of(here, there)
        take_place(world, target, there)
        if target.position.held == "climb":
            target.position.held = "walk"
        forced_move.next += 1
        forced_move.driven = 0 if step[2] > 0 else forced_move.driven - step[2]
        world.busy = True
        world.emit(
            ForcedMoved(
                who=target.name, by=forced_move.by, from_=here, to=there, kind=forced_move.kind, rules=forced_move.rules
            )
        )
        riders_follow(world, target, step)
        let_go(world, target)
        world.support_checks.add(target.name)
        world.entered.append((target.name, here))
        if forced_move.falls and forced_move.driven and world.rules.forced.driven_down_falls:
            self._touch_down(target, forced_move, here)

    def _touch_down(self, target: Creature, forced_move: ForcedMove, here: Cube) -> None:
        world, rules = self.world, self.world.rules
        held = holds_at(world, target, target.cube)
        if held not in ("walk", "swim"):
            return
        x, y, z = target.cube
        squares, forced_move.driven = forced_move.driven, 0
        if held == "swim":
            if holds_at(world, target, here) == "swim":
                return
            squares, z = squares - 1, z + 1
        riders = [other for other in world.creatures if other.condition.mount == target.name]
        for who, place in ((target, (x, y, z)), *((rider, rider.cube) for rider in riders)):
            fallen = squares + caught(world, who)
            drop = Drop(who.name, driven=True, rules=rules.cite("fall.forced", "fall"))
            rules.falling.land(world, who, drop, fallen, place)

    def _driven_onto(self, target: Creature, forced_move: ForcedMove, there: Cube) -> bool:
        world, here = self.world, target.cube
        down = step_of(here, there) == (0, 0, -1)
        if not (down and forced_move.falls and world.rules.forced.driven_down_falls):
            return False
        return forced_fits(world, target, here, there, creatures=False, overruled=forced_move.overruled) is None

    def _end(self, actor: Creature, forced_move: ForcedMove, target: Creature) -> None:
        world = self.world
        aloft = holds_at(world, target, target.cube) is None
        if aloft:
            self._also_cite(actor, "fall.shoved")
        self.done(actor)
        if aloft and forced_move.falls and world.rules.forced.driven_down_falls:
            target.condition.fallen += forced_move.driven

    def _elects(self, target: Creature, forced_move: ForcedMove, there: Cube) -> bool:
        world, rules = self.world, self.world.rules
        if not rules.forced.elects_prone or target.prone or forced_move.endured:
            return False
        elects = elects_prone(world, target, there)
        if world.asking is None or target.is_any(rules.conditions.unable):
            return elects
        left = min(len(forced_move.steps) - forced_move.next, forced_move.distance) * rules.unit
        unit = "feet" if rules.feet else "squares"
        text = _("{name} is moved to {place} with {left} still to go: does it fall prone to stop here?")
        options = [DecisionOption(key="on", label=_("Be moved on")), DecisionOption(key="prone", label=_("Fall prone"))]
        if forced_move.next + 1 < len(forced_move.steps):
            options.append(DecisionOption(key="endure", label=_("Be moved to the end")))
        answer = decide(
            world,
            Decision(
                about="elect-prone",
                who=target.name,
                other=forced_move.by,
                at=target.cube,
                to=there,
                text=english(text, name=target.name, place=place_words(there), left=f"{left} {unit}"),
                options=tuple(options),
                default="prone" if elects else "on",
                rules=rules.cite("forced.elect-prone"),
            ),
        )
        forced_move.endured = answer == "endure"
        return answer == "prone"


class SweepSystem(ForcedMovementSystem):
    """Moves a target through other creatures until an object or a wall stops it."""

    acts: ClassVar[tuple[type, ...] | None] = (Sweep,)

    def process(self) -> None:
        world = self.world
        for _entity, (sweep, actor) in world.each(Sweep, Creature):
            target = world.named[sweep.target]
            step = self._next(actor, sweep, target)
            if step is None:
                continue
            there, here = step[0], target.cube
            if sweep.free is None:
                sweep.free = here
            if forced_fits(world, target, here, there, creatures=False, overruled=sweep.overruled) is None:
                self._go(target, sweep, *step)
                self._meet(target, sweep)
                continue
            self._blocked(target, sweep, self._obstacle(target, there))
            self.done(actor)
            self._come_to_rest(target, sweep)
            world.rules.hooks.on_swept(world, target, sweep, None)

    def _meet(self, target: Creature, forced_move: Sweep) -> None:
        met = sharers(self.world, target)
        for other in met:
            if other.name in forced_move.met:
                continue
            forced_move.met.add(other.name)
            self.world.rules.hooks.on_swept(self.world, target, forced_move, other)
        if not met:
            forced_move.free = target.cube
        if forced_move.next >= len(forced_move.steps):
            self._come_to_rest(target, forced_move)

    def _come_to_rest(self, target: Creature, forced_move: Sweep) -> None:
        world, here = self.world, target.cube
        if forced_move.free is None or forced_move.free == here or may_rest(world, target, ARRIVING):
            return
        take_place(world, target, forced_move.free)
        world.emit(
            ForcedMoved(
                who=target.name,
                by=forced_move.by,
                from_=here,
                to=forced_move.free,
                kind=forced_move.kind,
                rules=forced_move.rules,
            )
        )
        riders_follow(world, target, step_of(here, forced_move.free))
        world.support_checks.add(target.name)
