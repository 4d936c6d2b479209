"""Opens and closes turns and rounds, and rolls initiative."""

from ...components.effect_acts import Effect
from ...components.events import Rolled, TurnEnded, TurnStarted
from ..field.support import stir
from ..rules.ruleset import World
from ..rules.turn_actions import affordable, begin_anew
from ..state.creature import Creature
from .hit_points import lose, run_out
from .landing import go_on_falling
from .moments import begin_moment, end_moment
from .ongoing_uses import end_with_round, end_with_turn
from .setting_down import release
from .zones import end_of_round, end_of_turn


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
    stir(world, creature)
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
