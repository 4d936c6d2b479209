"""Forced movement, one square a pass."""

from ..components.decision import Decision, DecisionOption, place_words
from ..components.events import ForcedMoved
from ..components.plan import Drop, ForcedMove
from ..components.position import Cube
from ..engine.effects.hit_points import gain
from ..engine.rules.distances import step_of
from ..engine.space.forced_steps import dangerous, forced_fits, is_diagonal
from ..engine.space.occupancy import let_go, may_rest, riders_follow, sharers, take_place
from ..engine.space.support import holds_at
from ..engine.state.creature import Creature
from ..engine.state.decider import decide
from .system import System


class ForcedMovementSystem(System):
    """Moves the target of the shove at hand by one square, until it is stopped or the distance is used up.

    Hard going does not slow it. (ep.forced.ignores-rough)
    """

    def process(self) -> None:
        """Move the target at most one square."""
        found = self.at_hand(ForcedMove)
        if found is None:
            return
        actor, shove = found
        world, rules = self.world, self.world.rules
        target = world.named[shove.target]
        if shove.next == 0:
            immune = rules.forced_immune(world, target, shove)
            if immune is not None:
                self._also_cite(actor, *immune)
                self.done(actor)
                return
        if shove.next >= len(shove.steps) or target.out:
            self._end(actor, shove, target)
            return
        here, there = target.cube, shove.steps[shove.next]
        diagonal = is_diagonal(world, target, here, there)
        price = rules.forced_cycle[shove.diagonals % len(rules.forced_cycle)] if diagonal else 1
        if price > shove.distance:
            self._end(actor, shove, target)
            return
        if not shove.rate and self._elects(target, shove, there):
            self.done(actor)
            by_choice = rules.setting("elected-prone", "voluntary") == "voluntary"
            gain(world, target, "prone", by_choice=by_choice, rules=rules.cite("forced.elect-prone"))
            return
        if shove.rate and shove.free is None:
            shove.free = here
        hindrance = forced_fits(world, target, here, there, creatures=not shove.rate, overruled=shove.overruled)
        if hindrance is not None:
            self._stop(actor, shove, target)
            return
        shove.distance -= price
        shove.diagonals += 1 if diagonal else 0
        self._go(target, shove, there)
        if shove.rate:
            self._sweep(target, shove)

    def _also_cite(self, actor: Creature, *topics: str) -> None:
        """The intent's own lines name the rules that have come into play on the way."""
        cited = actor.orders.rules
        actor.orders.rules += tuple(rule for rule in self.world.rules.cite(*topics) if rule not in cited)

    def _stop(self, actor: Creature, shove: ForcedMove, target: Creature) -> None:
        """Something is in the way; whoever is swept along comes to rest against it."""
        if shove.rate:
            self.done(actor)
            self._come_to_rest(target, shove)
            self.world.rules.on_swept(self.world, target, shove, None)
            return
        self._also_cite(actor, f"{shove.kind}.obstruction", "forced.blocked")
        self._end(actor, shove, target)

    def _go(self, target: Creature, shove: ForcedMove, there: Cube) -> None:
        """The target is one square farther."""
        world, here = self.world, target.cube
        step = step_of(here, there)
        take_place(world, target, there)
        if target.position.held == "climb":
            target.position.held = "walk"
        shove.next += 1
        shove.driven = 0 if step[2] > 0 else shove.driven - step[2]
        world.busy = True
        world.emit(ForcedMoved(who=target.name, by=shove.by, from_=here, to=there, kind=shove.kind, rules=shove.rules))
        riders_follow(world, target, step)
        let_go(world, target)
        world.stirred.add(target.name)
        world.entered.append((target.name, here))
        if shove.falls and shove.driven and world.rules.driven_down_falls:
            self._touch_down(target, shove, here)

    def _sweep(self, target: Creature, shove: ForcedMove) -> None:
        """Whom a creature or thing that is swept along meets in the square it has come to."""
        met = sharers(self.world, target)
        for other in met:
            if other.name in shove.met:
                continue
            shove.met.add(other.name)
            self.world.rules.on_swept(self.world, target, shove, other)
        if not met:
            shove.free = target.cube
        if shove.next >= len(shove.steps):
            self._come_to_rest(target, shove)

    def _come_to_rest(self, target: Creature, shove: ForcedMove) -> None:
        """Nobody is left where another does not let it be: it comes to lie in the last free place."""
        world, here = self.world, target.cube
        if shove.free is None or shove.free == here or may_rest(world, target):
            return
        take_place(world, target, shove.free)
        world.emit(
            ForcedMoved(who=target.name, by=shove.by, from_=here, to=shove.free, kind=shove.kind, rules=shove.rules)
        )
        world.stirred.add(target.name)

    def _touch_down(self, target: Creature, shove: ForcedMove, here: Cube) -> None:
        """Who is driven down onto the ground has fallen as far, who is driven into water as far as its surface."""
        world, rules = self.world, self.world.rules
        held = holds_at(world, target, target.cube)
        if held not in ("walk", "swim"):
            return
        x, y, z = target.cube
        squares, shove.driven = shove.driven, 0
        if held == "swim":
            if holds_at(world, target, here) == "swim":
                return
            squares, z = squares - 1, z + 1
        riders = [other for other in world.creatures if other.condition.mount == target.name]
        for who, place in ((target, (x, y, z)), *((rider, rider.cube) for rider in riders)):
            rules.fall(world, who, Drop(who.name, driven=True, rules=rules.cite("fall.forced", "fall")), squares, place)

    def _end(self, actor: Creature, shove: ForcedMove, target: Creature) -> None:
        """The shove is over; who was driven down and is left where nothing holds it falls on from there."""
        world = self.world
        self.done(actor)
        if shove.falls and world.rules.driven_down_falls and holds_at(world, target, target.cube) is None:
            target.condition.fallen = shove.driven

    def _elects(self, target: Creature, shove: ForcedMove, there: Cube) -> bool:
        """Whether the target chooses to fall prone rather than be moved on."""
        world, rules = self.world, self.world.rules
        if not rules.elects_prone or target.prone or shove.endured:
            return False
        elects = self._elects_by_itself(target, there)
        if world.asking is None or target.is_any(rules.unable):
            return elects
        left = min(len(shove.steps) - shove.next, shove.distance) * rules.unit
        unit = "feet" if rules.feet else "squares"
        options = [DecisionOption(key="on", label="Be moved on"), DecisionOption(key="prone", label="Fall prone")]
        if shove.next + 1 < len(shove.steps):
            options.append(DecisionOption(key="endure", label="Be moved to the end"))
        answer = decide(
            world,
            Decision(
                about="elect-prone",
                who=target.name,
                other=shove.by,
                at=target.cube,
                to=there,
                text=f"{target.name} is moved on to {place_words(there)}, {left} {unit} are left: "
                "does it fall prone and stop here?",
                options=tuple(options),
                default="prone" if elects else "on",
                rules=rules.cite("forced.elect-prone"),
            ),
        )
        shove.endured = answer == "endure"
        return answer == "prone"

    def _elects_by_itself(self, target: Creature, there: Cube) -> bool:
        """What the target's record says of falling prone rather than be moved to a place."""
        when = target.body.elects_prone
        if when == "always":
            return True
        return when == "hazard" and dangerous(self.world, target, there)
