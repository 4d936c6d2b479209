"""Turns, rounds, initiative and durations."""

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from ..components.ability import Repertoire
from ..components.definitions import ConditionSpec
from ..components.effect_acts import (
    SELF,
    TARGET,
    Effect,
    EffectAct,
    JoinBattle,
    LeaveBattle,
    RevealCreature,
    TurnMoment,
)
from ..components.events import ResourceChanged, Rolled, TurnEnded, TurnStarted
from ..components.ordinary_class import mypyc_attr
from ..components.plan import Check
from ..engine.dice import parse
from ..engine.effects.placement import release
from ..engine.effects.verbs import end_with_use, lose, roll_check, run_out
from ..engine.legality.ability_acts import newcomer
from ..engine.rules.budget import affordable, begin_anew
from ..engine.rules.defined import stacks
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from ..engine.state.objectives import tally
from .board_changes import at_turn, end_of_round, end_of_turn, laid
from .falling import go_on_falling
from .system import System

SUCCESSES = frozenset({"success", "critical-success", "tier-2", "tier-3"})
"""Outcomes of a save that end a condition."""


class TurnSystem(System):
    """Opens and closes turns and rounds, and rolls initiative."""

    waits: ClassVar[tuple[str, ...] | None] = ("beginning",)

    def process(self) -> None:
        """Completes the start of a turn after the effects that happen then."""
        world = self.world
        name, world.beginning = world.beginning, None
        if name is not None and name in world.named:
            self.end_moment(world.named[name], "turn-start")

    # --- turns ---------------------------------------------------------------------------------------

    def open(self, creature: Creature) -> None:
        """Opens a creature's turn; for its second turn in a round, first the next round."""
        world = self.world
        rules, turn = world.rules, creature.turn
        if world.round == 0 or (world.slots is None and creature.name in world.acted):
            self.next_round()
        world.acted.add(creature.name)
        if world.slots is not None and creature.name in world.slots:
            taken = world.slots.index(creature.name)
            world.slots = (*world.slots[:taken], *world.slots[taken + 1 :])
        world.turns += 1
        world.active = creature.name
        turn.number += 1
        world.dice.turn = (creature.name, world.round)
        begin_anew(creature, rules)
        world.touch()
        world.emit(TurnStarted(actor=creature.name))
        state = creature.condition
        for condition, cited in sorted(state.ends_at_start.items()):
            lose(world, creature, condition, rules=cited)
        state.ends_at_start.clear()
        effects = self.begin_moment(creature, "turn-start") if state.held or world.things else None
        if effects:  # their saves and ends follow once they are carried out
            effects[-1] = msgspec.structs.replace(effects[-1], begins=creature.name)
            world.effects += effects
        elif effects is None:
            run_out(world, "turn-start", creature.name)
        else:
            self.end_moment(creature, "turn-start")
        note_chance_to_stand(world, creature)
        rules.hooks.on_turn_start(world, creature)
        if world.board.traits.harms:
            world.begun.append(creature.name)

    def begin_end(self) -> bool:
        """Queues the effects of zones and conditions at the turn's end. Returns True if there are any."""
        world = self.world
        active = world.named.get(world.active or "")
        if active is None or not (active.condition.held or world.things):
            return False
        effects = self.begin_moment(active, "turn-end")
        world.effects += effects
        return bool(effects)

    def close(self) -> None:
        world = self.world
        if world.active is None:
            return
        creature = world.named[world.active]
        release(world, creature)
        world.rules.hooks.on_turn_end(world, creature)
        for condition, cited in sorted(creature.condition.ends_with_turn.items()):
            lose(world, creature, condition, rules=cited)
        creature.condition.ends_with_turn.clear()
        if creature.condition.held:
            self.end_moment(creature, "turn-end")
        else:
            run_out(world, "turn-end", creature.name)
        if world.things:
            end_with_turn(world, creature)
            end_of_turn(world, creature)
        world.queue_support_check(creature)
        turn = creature.turn
        turn.open = False
        # Counts over the turn end with it: later queries are about the creature's next turn.
        turn.provoked = set()
        if not world.rules.grid.count_outlasts_turn:
            turn.parity = 0
        creature.queue.intents.clear()
        world.touch()
        world.emit(TurnEnded(actor=creature.name))
        world.active = None

    # --- rounds --------------------------------------------------------------------------------------

    def next_round(self) -> None:
        world = self.world
        if world.round:
            self.end_round()
            # A creature that got no turn let it pass: its reactions are renewed all the same.
            for other in world.creatures:
                if other.name not in world.acted:
                    other.turn.reactions = 0
        world.round += 1
        world.acted.clear()

    def count_by_hand(self, slots: tuple[str, ...] | None) -> None:
        """Begins the next round; the referee gives the order of turns, `slots`."""
        world = self.world
        self.next_round()
        if slots is not None:
            world.order[:] = slots
        world.slots = tuple(world.order)
        world.touch()

    def end_round(self) -> None:
        world = self.world
        run_out(world, "round-end")
        if world.things:
            end_of_round(world)
        if world.things:
            end_with_round(world)
        for name in list(world.falling):
            creature = world.named[name]
            if creature.condition.far_fall.since < world.round:
                go_on_falling(world, creature)

    def roll_initiative(self) -> None:
        """Rolls initiative (1d20 plus a modifier) and sorts the creatures.

        The higher modifier wins ties.

        Raises:
            WrongDice: scripted dice run out, or one is above 20.
        """
        world = self.world
        ranks: list[tuple[int, int, int, str]] = []
        for index, creature in enumerate(world.creatures):
            if creature.has("object"):
                continue
            bonus = initiative(creature)
            results = world.dice.roll(1, 20)
            total = results[0] + bonus
            world.emit(
                Rolled(
                    who=creature.name,
                    for_="initiative",
                    dice="1d20",
                    results=results,
                    total=total,
                    dc=None,
                    outcome="initiative",
                )
            )
            ranks.append((-total, -bonus, index, creature.name))
        world.order[:] = [name for *_, name in sorted(ranks)]

    # --- moments of a turn ---------------------------------------------------------------------------

    def begin_moment(self, creature: Creature, moment: TurnMoment) -> list[Effect]:
        """Returns the effects of zones and conditions at a turn's start or end."""
        world = self.world
        own = world.rules.defined.conditions
        found = at_turn(world, creature, "start" if moment == "turn-start" else "end") if world.things else []
        for condition in sorted(creature.condition.held & own.keys()):
            spec = own[condition]
            acts = [aimed(act, creature) for act in spec.acts if (act.when or spec.when) == moment]
            if acts:
                found += [Effect(acts=tuple(acts), by=condition)] * stacks(creature, condition, spec)
        return found

    def end_moment(self, creature: Creature, moment: TurnMoment) -> None:
        """Rolls a creature's saving throws at the start or end of its turn, and ends conditions."""
        world = self.world
        own = world.rules.defined.conditions
        for condition in sorted(creature.condition.held & own.keys()):
            spec = own[condition]
            if spec.ends is not None and spec.ends.when == moment and not creature.out:
                self._save(creature, condition, spec)
        run_out(world, moment, creature.name)

    def _save(self, creature: Creature, condition: str, spec: ConditionSpec) -> None:
        world = self.world
        ends, attacks = spec.ends, world.rules.attacks
        assert ends is not None
        if ends.roll is not None:
            self._roll(creature, condition, ends.roll, ends.dc)
            return
        assert ends.save is not None
        dc = None if attacks.tiers else ends.dc
        check = Check(creature.name, ends.save, attacks.save_bonus(creature, ends.save), dc, save=True)
        if roll_check(world, check) in SUCCESSES:
            lose(world, creature, condition)

    def _roll(self, creature: Creature, condition: str, dice: str, dc: int) -> None:
        world = self.world
        rolled = parse(dice)
        results = world.dice.roll_sum(rolled.count, rolled.sides)
        total = sum(results) + rolled.plus
        outcome = "success" if total >= dc else "failure"
        world.emit(
            Rolled(
                who=creature.name,
                for_=condition,
                dice=str(rolled),
                results=results,
                total=total,
                dc=dc,
                outcome=outcome,
            )
        )
        if outcome == "success":
            lose(world, creature, condition)


class ObjectiveSystem(System):
    waits: ClassVar[tuple[str, ...] | None] = ("round",)

    def process(self) -> None:
        world = self.world
        if world.objectives and world.round - 1 > world.tallied:
            tally(world, world.round - 1)


def note_chance_to_stand(world: World, creature: Creature) -> None:
    """Records that a prone creature was able to stand up this turn."""
    rules, held = world.rules, creature.condition.held
    if "prone" not in held or not creature.turn.open or creature.condition.could_have_stood:
        return
    if held & (rules.conditions.unable | rules.conditions.immobile):
        return
    cost = rules.actions.costs.get("stand")
    left = creature.turn.actions
    if rules.economy_is_off or (cost is not None and any(affordable(left, way) for way in cost.ways)):
        creature.condition.could_have_stood = True


def aimed(act: EffectAct, bearer: Creature) -> EffectAct:
    name = bearer.name
    changes: dict[str, object] = {
        key: name for key in ("target", "who", "whose", "by", "moves_with") if getattr(act, key, None) in (TARGET, SELF)
    }
    if isinstance(act, JoinBattle):
        place = bearer.cube if isinstance(act.creature.get("at", SELF), str) else None
        changes["creature"] = newcomer(act.creature, place, bearer.side)
    return msgspec.structs.replace(act, **changes, when=None)


def initiative(creature: Creature) -> int:
    """Returns a creature's bonus to initiative: by the skill, or else by dexterity or agility."""
    if "initiative" in creature.body.skills:
        return creature.body.skills["initiative"]
    if "dexterity" in creature.body.abilities:
        return (creature.body.abilities["dexterity"] - 10) // 2
    return creature.body.abilities.get("agility", 0)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Ongoing:
    """A use of an ability whose effects last, with the moment when it ends."""

    by: str = ""
    ability: str = ""
    until: int | None = None
    """The number of its user's turn that ends it."""
    round: int | None = None
    concentration: bool = False
    """True if it ends when its user is down, cannot act, or concentrates again."""
    joined: tuple[str, ...] = ()
    """Creatures that the ability summoned."""
    hidden: tuple[tuple[str, str], ...] = ()


def ongoing(world: World) -> list[tuple[int, Ongoing]]:
    """Returns (entity number, lasting use) pairs, oldest first."""
    return [(entity, parts[Ongoing]) for entity, parts in world.things.items() if Ongoing in parts]


def end_use(world: World, entity: int, use: Ongoing) -> None:
    world.delete(entity)
    end_with_use(world, entity)
    acts: list[EffectAct] = [LeaveBattle(who=name) for name in use.joined if name in world.named]
    others = {pair for _, other in ongoing(world) for pair in other.hidden}
    seen: dict[str, list[str]] = {}
    for who, name in use.hidden:
        if (who, name) not in others:
            seen.setdefault(who, []).append(name)
    acts += [RevealCreature(target=who, to=tuple(names)) for who, names in seen.items()]
    if acts or any(part.use == entity for part in laid(world)):
        world.effects.append(Effect(acts=tuple(acts), by=use.ability, ends=entity))


def end_with_turn(world: World, creature: Creature) -> None:
    for entity, use in ongoing(world):
        if use.by == creature.name and use.until is not None and use.until <= creature.turn.number:
            end_use(world, entity, use)


def end_with_round(world: World) -> None:
    """Ends lasting abilities if their users take no more turns and their time is over."""
    for entity, use in ongoing(world):
        if use.round is not None and use.round < world.round:
            end_use(world, entity, use)


def change_resource(world: World, creature: Creature, name: str, amount: int, *, rules: tuple[str, ...] = ()) -> int:
    """Changes how much of a resource a creature has, within limits; returns the difference."""
    repertoire: Repertoire | None = creature.parts.get(Repertoire)
    if repertoire is None:
        repertoire = Repertoire()
        creature.put(repertoire)
    before = repertoire.resources.get(name, 0)
    after = max(before + amount, 0)
    if name in repertoire.most:
        after = min(after, max(repertoire.most[name], before))
    repertoire.resources[name] = after
    world.touch()
    world.emit(ResourceChanged(who=creature.name, name=name, amount=after - before, left=after, rules=rules))
    return after - before


class LastingSystem(System):
    """Ends lasting abilities of users who can no longer concentrate."""

    waits: ClassVar[tuple[str, ...] | None] = ("things",)

    def process(self) -> None:
        world, conditions = self.world, self.world.rules.conditions
        unable = conditions.unable | conditions.inactive
        for entity, use in ongoing(world):
            if not use.concentration:
                continue
            user = world.named.get(use.by)
            if user is None or user.out or user.is_any(unable):
                end_use(world, entity, use)
                world.busy = True
