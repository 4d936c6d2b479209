"""The order of turns, and what a turn's start and end do to conditions: their acts, saves and time."""

import msgspec

from ...components.definitions import ConditionSpec
from ...components.effect_acts import SELF, TARGET, Effect, EffectAct, TurnMoment
from ...components.events import Rolled, TurnEnded, TurnStarted
from ...components.plan import Check
from ..dice import parse
from ..field.support import queue_support_check
from ..rules.budget import affordable, begin_anew
from ..rules.defined import stacks
from ..rules.ruleset import World
from ..state.creature import Creature
from .hit_points import lose, run_out
from .landing import go_on_falling
from .ongoing_uses import end_with_round, end_with_turn
from .placement import release
from .zones import at_turn, end_of_round, end_of_turn

SUCCESSES = frozenset({"success", "critical-success", "tier-2", "tier-3"})
"""The outcomes of a save that end a condition."""


def begin_moment(world: World, creature: Creature, moment: TurnMoment) -> list[Effect]:
    """What the conditions of a creature do at a moment of its turn, each as an effect of its own."""
    own = world.rules.defined.conditions
    found = at_turn(world, creature, "start" if moment == "turn-start" else "end") if world.things else []
    for condition in sorted(creature.condition.held & own.keys()) if own else ():
        spec = own[condition]
        acts = [aimed(act, creature.name) for act in spec.acts if (act.when or spec.when) == moment]
        if acts:
            found += [Effect(acts=tuple(acts), by=condition)] * stacks(creature, condition)
    return found


def aimed(act: EffectAct, name: str) -> EffectAct:
    """An act of a condition, with its bearer in the place of `target` and `self`."""
    changes = {
        key: name for key in ("target", "who", "whose", "by", "moves_with") if getattr(act, key, None) in (TARGET, SELF)
    }
    return msgspec.structs.replace(act, **changes, when=None)


def end_moment(world: World, creature: Creature, moment: TurnMoment) -> None:
    """Rolls the saves of a creature's conditions at a moment of its turn, and ends what runs out then."""
    own = world.rules.defined.conditions
    for condition in sorted(creature.condition.held & own.keys()) if own else ():
        spec = own[condition]
        if spec.ends is not None and spec.ends.when == moment and not creature.out:
            _save(world, creature, condition, spec)
    run_out(world, moment, creature.name)


def _save(world: World, creature: Creature, condition: str, spec: ConditionSpec) -> None:
    ends, attacks = spec.ends, world.rules.attacks
    assert ends is not None
    if ends.roll is not None:
        _roll(world, creature, condition, ends.roll, ends.dc)
        return
    assert ends.save is not None
    dc = None if attacks.tiers else ends.dc
    check = Check(creature.name, ends.save, attacks.save_bonus(creature, ends.save), dc, save=True)
    if attacks.check(world, check) in SUCCESSES:
        lose(world, creature, condition)


def _roll(world: World, creature: Creature, condition: str, dice: str, dc: int) -> None:
    rolled = parse(dice)
    results = world.dice.roll(rolled.count, rolled.sides)
    total = sum(results) + rolled.plus
    outcome = "success" if total >= dc else "failure"
    world.emit(
        Rolled(
            who=creature.name, for_=condition, dice=str(rolled), results=results, total=total, dc=dc, outcome=outcome
        )
    )
    if outcome == "success":
        lose(world, creature, condition)


def open_turn(world: World, creature: Creature) -> None:
    """Opens a creature's turn; a new round begins if it has had its turn in this one, unless rounds go by hand."""
    rules, turn = world.rules, creature.turn
    if world.round == 0 or (world.slots is None and creature.name in world.acted):
        next_round(world)
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
    effects = begin_moment(world, creature, "turn-start") if rules.defined.conditions or world.things else None
    if effects:  # their saves and ends follow once they are carried out
        world.effects += [*effects, Effect(acts=(), by=effects[-1].by, begins=creature.name)]
    elif effects is None:
        run_out(world, "turn-start", creature.name)
    else:
        end_moment(world, creature, "turn-start")
    note_chance_to_stand(world, creature)
    rules.hooks.on_turn_start(world, creature)
    if world.board.traits.harms:
        world.begun.append(creature.name)


def next_round(world: World) -> None:
    """Ends the round, if there is one, and begins the next."""
    if world.round:
        end_round(world)
        # A creature that got no turn let it pass: its reactions are renewed all the same.
        for other in world.creatures:
            if other.name not in world.acted:
                other.turn.reactions = 0
    world.round += 1
    world.acted.clear()


def count_by_hand(world: World, slots: tuple[str, ...] | None) -> None:
    """Begins the next round; from now on only this does. `slots` are its turns, in order: a name may come twice."""
    next_round(world)
    if slots is not None:
        world.order[:] = slots
    world.slots = tuple(world.order)
    world.touch()


def note_chance_to_stand(world: World, creature: Creature) -> None:
    """Records that a prone creature in its turn has the action that standing up takes, used or not."""
    rules, held = world.rules, creature.condition.held
    if not creature.prone or not creature.turn.open or creature.condition.could_have_stood:
        return
    if held & (rules.conditions.unable | rules.conditions.immobile):
        return
    cost = rules.actions.costs.get("stand")
    left = creature.turn.actions
    if rules.economy_is_off or (cost is not None and any(affordable(left, way) for way in cost.ways)):
        creature.condition.could_have_stood = True


def begin_end(world: World) -> bool:
    """Queues what happens at the end of the open turn; returns True if there is anything, to settle before it ends."""
    if world.active is None or not (world.rules.defined.conditions or world.things):
        return False
    effects = begin_moment(world, world.named[world.active], "turn-end")
    world.effects += effects
    return bool(effects)


def close_turn(world: World) -> None:
    """Closes the open turn."""
    if world.active is None:
        return
    creature = world.named[world.active]
    release(world, creature)
    world.rules.hooks.on_turn_end(world, creature)
    for condition, cited in sorted(creature.condition.ends_with_turn.items()):
        lose(world, creature, condition, rules=cited)
    creature.condition.ends_with_turn.clear()
    if world.rules.defined.conditions:
        end_moment(world, creature, "turn-end")
    else:
        run_out(world, "turn-end", creature.name)
    if world.things:
        end_with_turn(world, creature)
        end_of_turn(world, creature)
    queue_support_check(world, creature)
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


def end_round(world: World) -> None:
    """Ends a round: conditions run out, and far falls that began in an earlier round continue."""
    run_out(world, "round-end")
    if world.things:
        end_of_round(world)
    if world.things:
        end_with_round(world)
    for name in list(world.falling):
        creature = world.named[name]
        if creature.condition.far_fall.since < world.round:
            go_on_falling(world, creature)


def roll_initiative(world: World) -> None:
    """Rolls initiative: 1d20 and the modifier; ties go to the higher modifier, then by the file's order.

    Raises:
        WrongDice: the battle's dice are scripted, and run out or are larger than a d20.
    """
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


def initiative(creature: Creature) -> int:
    """A creature's initiative modifier: the skill of that name, else from dexterity, else agility."""
    if "initiative" in creature.body.skills:
        return creature.body.skills["initiative"]
    if "dexterity" in creature.body.abilities:
        return (creature.body.abilities["dexterity"] - 10) // 2
    return creature.body.abilities.get("agility", 0)
