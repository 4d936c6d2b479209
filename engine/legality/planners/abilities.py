"""Plans uses of abilities: cost, targets, steps."""

from operator import attrgetter

from ....components.ability import Ability, Payments, Repertoire, StepSpec, TargetSpec
from ....components.effect_acts import GrantMovement
from ....components.intents import Attack, StepAim, Use
from ....components.plan import AbilityUse, Act
from ....components.stats import Gear
from ...combat.aims import (
    aimed_at,
    by_shot,
    corner_box,
    counts,
    covered,
    far_apart,
    from_corner,
    has_line,
    may_shoot,
    most,
    out_of_range,
    pointed,
    range_of,
    takes_downed,
    target_of,
)
from ...combat.areas import MOST_SQUARES, direction_of, place_of, size_of
from ...combat.sight import shut_off
from ...geometry.boxes import Box
from ...messages import Message, _, counted
from ...rules.defined import unmet
from ...rules.ruleset import ActionCost, Request, Ruleset
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..ability_acts import granted_way, moved, self_sent
from ..request import ability_title, able_to_act, free_to_act, item_title, payment_for

A_SQUARE = Message(_("a square of the board"))
AN_EDGE = Message(_("an edge between two neighbouring squares"))

STRIKES = attrgetter("strikes")

FREE = "free"
"""The word for no action."""


def use(request: Request) -> Plan:
    intent: Use = request.intent
    rules = request.rules
    ability, lent_by = available(request)
    begin_use(request, ability)
    pays = ready(request, ability)
    aims = aims_of(request, ability)
    acts: list[Act] = [
        AbilityUse(intent.ability, aims, lent_by, dict(ability.spends), rules.cite("use")),
    ]
    return Plan(acts, pays, rules.cite("use"), spends=False)


def available(request: Request) -> tuple[Ability, str | None]:
    """Returns the intent's ability and the item that lends it. Refuses a creature that cannot act or lacks either."""
    able_to_act(request)
    free_to_act(request)
    return known(request, request.intent.ability), lender(request)


def known(request: Request, name: str) -> Ability:
    """Returns the ability named `name`; refuses it if the creature does not have it."""
    creature = request.creature
    can = usable(creature)
    ability = request.world.abilities.get(name)
    if ability is None or name not in can:
        listed = Message(", ".join(can)) if can else Message(_("none"))
        text = _("{ability} is not one of {name}'s abilities; {name} has {listed}")
        raise request.refuse(text, "use.known", ability=name, name=creature.name, listed=listed)
    return ability


def usable(creature: Creature) -> tuple[str, ...]:
    parts = creature.parts
    can: tuple[str, ...] = parts[Repertoire].can if Repertoire in parts else ()
    return (*can, *(ability for ability in parts[Gear].lends if ability not in can)) if Gear in parts else can


def lender(request: Request) -> str | None:
    intent: Use = request.intent
    creature = request.creature
    gear: Gear | None = creature.parts.get(Gear)
    named = intent.item
    if named is None and (gear is None or intent.ability not in gear.lends):
        return None
    items = request.rules.defined.items
    if named is not None and (
        gear is None or named not in items or intent.ability not in items[named].can or named not in gear.items
    ):
        text = _("{item} is not an item of {name} that lends {ability}")
        lent, lender_told = ability_title(request), item_title(request, named)
        raise request.refuse(text, "use.known", item=lender_told, name=creature.name, ability=lent)
    repertoire: Repertoire | None = creature.parts.get(Repertoire)
    if gear is None or (named is None and repertoire is not None and intent.ability in repertoire.can):
        return None
    lending = [item for item in gear.items if intent.ability in items[item].can and named in (None, item)]
    if not lending or intent.ability not in gear.lends:
        return None
    for item in lending:
        most = items[item].uses
        if most is None or gear.used.get(item, 0) < most:
            return item
    most = items[lending[-1]].uses
    raise request.refuse(
        counted(
            "{item} has no uses left; it was used once",
            "{item} has no uses left; it was used {count} times",
            most or 0,
            item=item_title(request, lending[-1]),
        ),
        "use.uses",
    )


# --- whether it can be used at all -----------------------------------------------------------------


def ready(request: Request, ability: Ability) -> tuple[str, ...]:
    """Returns the actions that a use of the ability costs.

    Refuses an ability that is unaffordable, used up or on cooldown.
    """
    intent: Use = request.intent
    creature, rules, name = request.creature, request.rules, intent.ability
    pays = payment_for(request, cost=ActionCost(ways_of(rules, ability.pays) or ((),)))
    repertoire = creature.own(Repertoire)
    for resource, amount in ability.spends.items():
        left = repertoire.resources.get(resource, 0)
        if left < amount:
            raise request.refuse(
                _("{ability} costs {amount} {resource}; {name} has {left}"),
                "use.resource",
                ability=ability_title(request, name),
                amount=amount,
                resource=resource,
                name=creature.name,
                left=left,
            )
    if ability.uses is not None and repertoire.used.get(name, 0) >= ability.uses:
        made_times = counted(
            "{name} already used {ability}; it can be used once in a battle",
            "{name} already used {ability} {count} times, the limit for a battle",
            ability.uses,
            ability=ability_title(request, name),
            name=creature.name,
        )
        raise request.refuse(made_times, "use.uses")
    wait = 0
    if name in repertoire.ready:
        coming = request.world.active != creature.name  # its next turn is what is asked about
        wait = repertoire.ready[name] - creature.turn.number - coming
    if wait > 0:
        raise request.refuse(
            counted(
                "{ability} is on cooldown: {name} can use it again in its next turn",
                "{ability} is on cooldown: {name} can use it again in {count} turns",
                wait,
                ability=ability_title(request, name),
                name=creature.name,
            ),
            "use.cooldown",
        )
    lacking = unmet(rules, ability.requires.self_, creature, creature)
    if lacking is not None:
        raise lacks(request, creature.name, lacking)
    return pays


def begin_use(request: Request, ability: Ability, *, at_any: bool = False) -> None:
    """Refuses a use that an earlier act or the place forbids. An ability that strikes is refused as `attack` is.

    With `at_any`, refuses only what is refused whatever the target is.
    """
    world, user = request.world, request.creature
    step = next(filter(STRIKES, ability.whole), None)
    if step is None:
        request.rules.movement.gate(request, "interact")
        return
    reach = range_of(target_of(ability, step), step)
    target = next((world.named[name] for name in request.intent.aim.names if name in world.named), user)
    try:
        _begin_strike(request, target, ranged=by_shot(world, user, reach, target))
    except Forbidden:
        if not at_any or not may_shoot(user, reach):
            raise
        _begin_strike(request, target, ranged=True)


def _begin_strike(request: Request, target: Creature, *, ranged: bool) -> None:
    strike = Attack(target=target.name, ranged=ranged)
    request.rules.movement.gate(Request(request.world, request.creature, strike), "attack")


def lacks(request: Request, name: str, lacking: str) -> Forbidden:
    """Returns the refusal for an ability whose conditions the creature `name` does not meet."""
    text = _("{ability} cannot be used now: {name} {lacking}")
    return request.refuse(text, "use.condition", ability=ability_title(request), name=name, lacking=Message(lacking))


def ways_of(rules: Ruleset, pays: Payments | None) -> tuple[tuple[str, ...], ...] | None:
    """Returns the ways to pay for an ability, each as action names. None: `pays` has an unknown word."""
    costs = rules.actions.costs
    if pays is None:
        return costs["attack"].ways if "attack" in costs else ((),)
    found: list[tuple[str, ...]] = []
    for one in pays if isinstance(pays, tuple) else (pays,):
        ways = _ways_of_word(rules, one)
        if ways is None:
            return None
        found += ways
    return tuple(dict.fromkeys(found))


def _ways_of_word(rules: Ruleset, word: int | str) -> tuple[tuple[str, ...], ...] | None:
    actions = rules.actions
    if isinstance(word, int):
        return (("action",) * word,) if "action" in actions.per_turn else None
    if word in ("1", "2", "3"):
        return _ways_of_word(rules, int(word))
    if word == FREE:
        return ((),)
    if word == "attack":
        return ways_of(rules, None)
    if word == "full-round":
        return actions.costs["full-attack"].ways if "full-attack" in actions.costs else None
    named = actions.words.get(word, word)
    if named not in actions.per_turn:
        return None
    move = actions.costs.get("move")
    # what buys an ordinary move buys whatever else costs a move action
    return move.ways if move is not None and (named,) == move.ways[0] else ((named,),)


def payment_words(rules: Ruleset) -> list[str]:
    actions = rules.actions
    words = [FREE, "attack"]
    if "action" in actions.per_turn:
        words += ["1", "2", "3"]
    words += [*actions.per_turn, *actions.words]
    return words + (["full-round"] if "full-attack" in actions.costs else [])


# --- what it aims at -------------------------------------------------------------------------------


def aims_of(request: Request, ability: Ability) -> tuple[StepAim, ...]:
    """Returns the aim (targets, place or direction) of each step of an ability. Refuses illegal ones."""
    intent: Use = request.intent
    steps = ability.whole
    if len(steps) == 1 and not intent.choices:
        aim = intent.aim
        check_aim(request, request.creature, ability, steps[0], aim)
        return (aim,)
    own = [number for number, step in enumerate(steps) if number and step.target is not None]
    asking = [number for number in own if (spec := steps[number].target) is not None and spec.kind != "self"]
    choices = dict(zip(own if len(intent.choices) == len(own) else asking, intent.choices, strict=False))
    if len(intent.choices) not in (len(own), len(asking)):
        wanted = counted(
            "{ability} needs {count} more target after the first, not {found}",
            "{ability} needs {count} more targets after the first, not {found}",
            len(asking),
            ability=ability_title(request),
            found=len(intent.choices),
        )
        raise request.refuse(wanted, "use.target")
    user, first = request.creature, intent.aim
    aims: list[StepAim] = []
    for number, step in enumerate(steps):
        aim = choices.get(number, StepAim() if number in own else first)
        aims.append(aim)
        if number == 0 or number in own or (step.area is not None and step.area.shape == "wall"):
            check_aim(request, user, ability, step, aim)
        user = moved(request.world, user, step.acts, aim, itself=target_of(ability, step).kind == "self")
    return tuple(aims)


def check_aim(request: Request, user: Creature, ability: Ability, step: StepSpec, aim: StepAim) -> None:
    """Refuses an aim that the user cannot choose from its place."""
    spec = target_of(ability, step)
    if step.area is not None and step.area.shape == "wall":
        _check_wall(request, user, spec, step, aim)
    elif spec.kind == "self":
        others = [name for name in aim.names if name != user.name]
        if others and not step.affects.choice:
            raise _wrong_kind(request, Message(_("its user alone")), aim)
    elif spec.kind == "creature":
        _check_creatures(request, user, ability, spec, step, aim)
    elif spec.kind == "square":
        _check_square(request, user, spec, step, aim)
    elif spec.kind == "direction":
        if aim.direction is None and aim.at is not None and (aim.at[0], aim.at[1]) not in request.world.board:
            raise _wrong_kind(request, A_SQUARE, aim)
        if direction_of(user, aim) is None:
            raise _wrong_kind(
                request, Message(_("a direction in steps east and south, such as [1, -1] for north-east")), aim
            )
    else:
        _check_edge(request, user, spec, aim)
    if step.area is not None and step.affects.choice:
        _check_choice(request, user, ability, step, aim)
    for act in step.sends:
        if act.target != "self" and spec.kind != "self":
            continue
        if isinstance(act, GrantMovement):
            granted_way(request, user, act, aim)
        else:
            self_sent(request, user, aim.at or user.cube)


def _wrong_kind(request: Request, wanted: Message, found: str | StepAim) -> Forbidden:
    shown = found if isinstance(found, str) else aimed(request, found)
    if shown is None:
        text = _("{ability} needs a target: {wanted}")
        return request.refuse(text, "use.target", ability=ability_title(request), wanted=wanted)
    text = _("{ability} cannot aim at {found}; it aims at {wanted}")
    return request.refuse(text, "use.target", found=shown, ability=ability_title(request), wanted=wanted)


def aimed(request: Request, aim: StepAim) -> str | None:
    if aim.names:
        return ", ".join(aim.names[:3])
    if aim.at is not None:
        return request.shown(aim.at)
    if aim.between is not None:
        return str([list(square) for square in aim.between])
    return str(list(aim.direction)) if aim.direction is not None else None


TAKEN = {
    "enemy": Message(_("an enemy")),
    "ally": Message(_("an ally")),
    "other": Message(_("another creature")),
    "any": Message(_("a creature")),
    "enemies": Message(_("enemies")),
    "allies": Message(_("allies")),
    "others": Message(_("other creatures")),
}


def _too_many(request: Request, limit: int, found: int) -> Forbidden:
    return request.refuse(
        counted(
            "{ability} takes at most {count} target, not {found}",
            "{ability} takes at most {count} targets, not {found}",
            limit,
            ability=ability_title(request),
            found=found,
        ),
        "use.target",
    )


def _out_of_range(request: Request, found: str | Message, why: Message) -> Forbidden:
    text = _("{found} is out of range of {ability}: {why}")
    return request.refuse(text, "use.range", "reach", found=found, ability=ability_title(request), why=why)


def _apart(request: Request, chosen: tuple[Creature, Creature]) -> Forbidden:
    text = _("{name} and {other} are too far apart for {ability}")
    one, other = chosen
    return request.refuse(text, "use.range", "reach", name=one.name, other=other.name, ability=ability_title(request))


def _check_creatures(
    request: Request, user: Creature, ability: Ability, spec: TargetSpec, step: StepSpec, aim: StepAim
) -> None:
    world = request.world
    who, reach, named = aimed_at(ability, spec), range_of(spec, step), aim.names
    if not named:
        raise _wrong_kind(request, TAKEN[who], aim)
    limit = most(spec.count)
    if len(named) > limit:
        raise _too_many(request, limit, len(named))
    chosen = [request.other(name) for name in named]
    for other in chosen:
        _check_fitting(request, user, ability, step, other, who)
    for other in chosen:
        far = out_of_range(world, user, reach, other.box, other) if other.name != user.name else None
        if far is not None:
            raise _out_of_range(request, other.name, far)
        cut = step.strikes and by_shot(world, user, reach, other) and shut_off(world, user, other)
        if cut or not has_line(world, user, spec, other.box, other):
            raise no_line(request, user, spec, other.name)
    apart = far_apart(world, chosen, step.affects.within) if step.area is None else None
    if apart is not None:
        raise _apart(request, apart)


def _check_fitting(
    request: Request, user: Creature, ability: Ability, step: StepSpec, other: Creature, who: str
) -> None:
    rules = request.rules
    if not counts(who, user, other):
        raise _wrong_kind(request, TAKEN[who], other.name)
    if other.out and not takes_downed(ability):
        text = _("{name} is defeated and cannot be a target of {ability}")
        raise request.refuse(text, "downed", name=other.name, ability=ability_title(request))
    lacking = unmet(rules, ability.requires.target, other, user) or unmet(rules, step.affects.where, other, user)
    if lacking is not None:
        raise lacks(request, other.name, lacking)


def no_line(request: Request, user: Creature, spec: TargetSpec, to: str | Message) -> Forbidden:
    text = _("there is no line of effect from {name} to {other}")
    if spec.line == "sight":
        text = _("there is no line of sight from {name} to {other}")
    return request.refuse(text, "use.line", "line-of-effect", name=user.name, other=to)


def _check_square(request: Request, user: Creature, spec: TargetSpec, step: StepSpec, aim: StepAim) -> None:
    world = request.world
    if aim.at is None:
        raise _wrong_kind(request, A_SQUARE, aim)
    x, y, z = place_of(world, aim.at)
    board, shown = world.board, request.shown(aim.at)
    corner = from_corner(step)
    on_board = 0 <= x <= board.width and 0 <= y <= board.height if corner else (x, y) in board
    if not on_board or z > board.ceiling:
        raise _wrong_kind(request, A_SQUARE, aim)
    space = corner_box((x, y), z) if corner else Box(x, y, z, x, y, z)
    far = out_of_range(world, user, range_of(spec, step), space)
    if far is not None:
        raise _out_of_range(request, shown, far)
    cells = [(x, y)]
    if corner:
        around = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
        cells = [cell for cell in around if cell in board and not board.tile(*cell).blocked]
    elif step.area is not None and board.tile(x, y).blocked and spec.line != "none":
        cells = []
    if not any(has_line(world, user, spec, Box(*cell, z, *cell, z)) for cell in cells):
        raise no_line(request, user, spec, shown)


def _check_edge(request: Request, user: Creature, spec: TargetSpec, aim: StepAim) -> None:
    world = request.world
    if aim.between is None:
        raise _wrong_kind(request, AN_EDGE, aim)
    a, b = aim.between
    if a not in world.board or b not in world.board or abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise _wrong_kind(request, AN_EDGE, aim)
    cells = [Box(x, y, z, x, y, z) for x, y in aim.between for z in (world.board.stand(x, y),)]
    far = [out_of_range(world, user, spec.range, cell) for cell in cells]
    if far[0] is not None and far[1] is not None:
        raise _out_of_range(request, Message(_("that edge")), far[0])
    if not any(has_line(world, user, spec, cell) for cell, away in zip(cells, far, strict=True) if not away):
        raise no_line(request, user, spec, Message(_("that edge")))


def _check_wall(request: Request, user: Creature, spec: TargetSpec, step: StepSpec, aim: StepAim) -> None:
    world = request.world
    assert step.area is not None
    longest = min(size_of(request.rules, step.area.size), MOST_SQUARES)
    squares = list(dict.fromkeys((square[0], square[1]) for square in aim.squares))
    if not 1 <= len(squares) <= longest:
        wanted = counted(
            "the wall of {ability} covers 1 square, not {found}",
            "the wall of {ability} covers 1 to {count} squares, not {found}",
            longest,
            ability=ability_title(request),
            found=len(squares),
        )
        raise request.refuse(wanted, "use.target")
    for number, (x, y) in enumerate(squares):
        if (x, y) not in world.board:
            raise _wrong_kind(request, A_SQUARE, str([x, y]))
        if number and not any(max(abs(x - east), abs(y - south)) == 1 for east, south in squares[:number]):
            text = _("{place} is not next to an earlier square of the wall of {ability}")
            raise request.refuse(text, "use.target", place=str([x, y]), ability=ability_title(request))
        z = world.board.stand(x, y)
        cell = Box(x, y, z, x, y, z)
        far = out_of_range(world, user, spec.range, cell)
        if far is not None:
            raise _out_of_range(request, str([x, y]), far)
        if not has_line(world, user, spec, cell):
            raise no_line(request, user, spec, str([x, y]))


def _check_choice(request: Request, user: Creature, ability: Ability, step: StepSpec, aim: StepAim) -> None:
    world = request.world
    free = covered(world, user, step, pointed(world, ability, step, aim))
    chosen = [request.other(named) for named in aim.names]
    for other in chosen:
        if not free.covers(other.box):
            raise request.refuse(
                _("{found} is outside the area of {ability}"),
                "use.range",
                "reach",
                found=other.name,
                ability=ability_title(request),
            )
    for other in chosen:
        _check_fitting(request, user, ability, step, other, step.affects.who)
    limit = step.affects.count
    if limit is not None and len(chosen) > most(limit):
        raise _too_many(request, most(limit), len(chosen))
    apart = far_apart(world, chosen, step.affects.within)
    if apart is not None:
        raise _apart(request, apart)
