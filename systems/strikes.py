"""Reactions and strikes."""

from itertools import pairwise
from typing import ClassVar

from ..components.decision import Decision, DecisionOption, place_words
from ..components.events import Opportunity
from ..components.plan import FreeStrike, Provocation, Strike, Walk
from ..engine.combat.threat import (
    can_threaten,
    enters_space_of,
    has_reaction,
    leaves_reach,
    strikes_reach,
    threatens,
    who_reacts,
)
from ..engine.effects.verbs import decide, hurt
from ..engine.field.shapes import meets, shape_at, spaces_beside
from ..engine.geometry.boxes import Box
from ..engine.legality.request import condition_title
from ..engine.messages import Value, _, english
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .system import System, halt


class ThreatSystem(System):
    """Lets enemies make opportunity attacks before a mover leaves its square.

    (ep.stepover.provokes, ep.threat.inside-a-foe)
    """

    acts: ClassVar[tuple[type, ...] | None] = (Walk,)

    def process(self) -> None:
        for _entity, (walk, mover) in self.world.each(Walk, Creature):
            self.left(mover, walk)

    def left(self, mover: Creature, walk: Walk) -> None:
        """Lets enemies react to a mover that now leaves its square."""
        if walk.threat_seen or walk.next >= len(walk.strides):
            return
        stride = walk.strides[walk.next]
        if stride.check is not None and not stride.late and not walk.check_made:
            return
        walk.threat_seen = True
        world = self.world
        if walk.clear is not None:
            if walk.clear == (world.states, world.off_turn_moves):
                return
            walk.clear = None
        rules, here = world.rules, mover.box
        if walk.next > 0 and mover.condition.mount is not None and rules.space.riders_merge:
            here = mover.at(mover.cube)  # a rider on its way over its mount's back leaves its own squares
        elif walk.next > 0:
            here = self._squeezed(mover, walk)
        for enemy in who_reacts(world, mover, here, stride, quiet=walk.quiet, but=walk.silenced | mover.turn.provoked):
            small = mover.size.room < 5 and enters_space_of(world, enemy, here, mover.at(stride.to), stride)
            cited = rules.cite("opportunity.entering" if small else "opportunity", f"{walk.kind}.provokes")
            if world.asking is not None and not self._takes(enemy, mover, cited, walk):
                continue
            self._react(enemy, mover, cited)

    def _squeezed(self, mover: Creature, walk: Walk) -> Box:
        world, trail = self.world, mover.queue.trail
        beside = spaces_beside(world, mover, walk)
        if not meets(mover.cube, mover.size.side, beside):
            return mover.box
        before = trail[-2][0] if len(trail) > 1 else mover.queue.origin
        came = walk.strides[walk.next - 2].to if walk.next > 1 else before
        walks = mover.position.held != "fly"
        return shape_at(world, mover, mover.cube, came, walks=walks, beside=beside) or mover.space

    def _takes(self, enemy: Creature, mover: Creature, cited: tuple[str, ...], walk: Walk | None = None) -> bool:
        options = [DecisionOption(key="yes", label=_("Strike")), DecisionOption(key="no", label=_("Let it go by"))]
        if walk is not None and self._comes_again(enemy, mover, walk):
            options.insert(1, DecisionOption(key="later", label=_("Wait for a later square")))
        to = walk.strides[walk.next].to if walk is not None else None
        here = place_words(mover.cube)
        names: dict[str, Value] = {"name": mover.name, "start": here, "enemy": enemy.name}
        text = _("{name} provokes an attack at {start}, within reach of {enemy}: does {enemy} strike?")
        if to is not None:
            text = _("{name} leaves {start} for {place}, within reach of {enemy}: does {enemy} strike?")
            names["place"] = place_words(to)
        answer = decide(
            self.world,
            Decision(
                about="opportunity",
                who=enemy.name,
                other=mover.name,
                at=mover.cube,
                to=to,
                text=english(text, **names),
                options=tuple(options),
                default="yes",
                rules=cited,
            ),
        )
        if answer == "no" and walk is not None:
            walk.silenced.add(enemy.name)
        return answer == "yes"

    def _comes_again(self, enemy: Creature, mover: Creature, walk: Walk) -> bool:
        boxes = [mover.at(stride.to) for stride in walk.strides[walk.next :] if not stride.collides]
        return any(leaves_reach(self.world, enemy, here, there) for here, there in pairwise(boxes))

    def _react(self, enemy: Creature, mover: Creature, cited: tuple[str, ...]) -> None:
        world = self.world
        if world.rules.threat.reaction_scope != "step":
            mover.turn.provoked.add(enemy.name)
        enemy.turn.reactions += 1
        world.touch()
        world.busy = True
        world.emit(Opportunity(by=enemy.name, against=mover.name, at=mover.cube, rules=cited))
        if enemy.body.damage is not None:
            world.reactions.append(Strike(enemy.name, mover.name))


class ProvocationSystem(ThreatSystem):
    """Lets enemies make opportunity attacks on a creature that does something risky, such as shooting."""

    acts: ClassVar[tuple[type, ...] | None] = (FreeStrike, Provocation)

    def process(self) -> None:
        for _entity, (granted, actor) in self.world.each(FreeStrike, Creature):
            self.done(actor)
            self._reprisal(granted)
        for _entity, (activity, actor) in self.world.each(Provocation, Creature):
            self.done(actor)
            self._exposed(activity)

    def _exposed(self, expose: Provocation) -> None:
        world = self.world
        who = world.named[expose.who]
        for enemy in world.creatures:
            if enemy.side == who.side or enemy.out or enemy.name in who.turn.provoked:
                continue
            if not has_reaction(world, enemy) or not threatens(world, enemy, who):
                continue
            if world.asking is not None and not self._takes(enemy, who, expose.rules):
                continue
            self._react(enemy, who, expose.rules)

    def _reprisal(self, reprisal: FreeStrike) -> None:
        world = self.world
        enemy, target = world.named[reprisal.by], world.named[reprisal.against]
        if enemy.out or target.out or not can_threaten(world, enemy):
            return
        if world.asking is not None and not self._takes(enemy, target, reprisal.rules):
            return
        world.emit(Opportunity(by=enemy.name, against=target.name, at=target.cube, rules=reprisal.rules))
        if enemy.body.damage is not None:
            world.reactions.append(Strike(enemy.name, target.name))


class ReactionSystem(System):
    waits: ClassVar[tuple[str, ...] | None] = ("reactions",)

    def process(self) -> None:
        world = self.world
        while world.reactions:
            strike = world.reactions.pop(0)
            world.busy = True
            striker, target = world.named[strike.by], world.named[strike.target]
            if not striker.out and not target.out:
                roll_strike(world, strike)


class StrikeSystem(System):
    acts: ClassVar[tuple[type, ...] | None] = (Strike,)

    def process(self) -> None:
        world = self.world
        for _entity, (strike, actor) in world.each(Strike, Creature):
            if actor.out:
                halt(world, actor, english("{name} is down", name=actor.name), world.rules.cite_any("downed"))
                continue
            if strike.charges and (reason := self._disturbed(actor, strike)) is not None:
                halt(world, actor, reason, world.rules.cite("charge"))
                continue
            self.done(actor)
            if not world.named[strike.target].out:
                roll_strike(world, strike)

    def _disturbed(self, actor: Creature, strike: Strike) -> str | None:
        world = self.world
        for condition in sorted(actor.condition.held & world.rules.conditions.unable):
            return english("{name} is {condition}", name=actor.name, condition=condition_title(world.rules, condition))
        if not strikes_reach(world, actor, world.named[strike.target]):
            place = world.board.shown(actor.cube)
            return english("{target} is not in reach from {place}", target=strike.target, place=place)
        return None


def roll_strike(world: World, strike: Strike) -> None:
    """Rolls a strike by the ruleset, logs the result and deals the damage."""
    rolled = world.rules.attacks.strike(world, strike)
    world.emit(rolled.event)
    if rolled.kind is not None:
        hurt(world, world.named[strike.target], rolled.event.damage, rolled.kind, rules=rolled.rules)
