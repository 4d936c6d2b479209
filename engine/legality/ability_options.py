"""What a creature may do with its abilities now: which are usable, at what they may aim, what an aim covers."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import GrantMovement
from ...components.intents import StepAim, Use
from ..combat.ability_areas import DIRECTIONS
from ..combat.aims import affected, covered, from_corner, most, pointed, range_of, target_of
from ..messages import _
from ..rules.ruleset import Request, World
from ..rules.turn_actions import at_start
from ..state.creature import Creature
from ..state.verdict import Forbidden, Refusal
from .planners.abilities import check_aim, known, ready, usable
from .request import able_to_act

Edge: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
Aimed: TypeAlias = str | tuple[int, int] | Edge
"""A creature's name, a square, a direction [east, south], or the two squares beside an edge."""


class AbilityState(NamedTuple):
    """Whether a creature may use an ability now."""

    usable: bool
    why: Refusal | None = None
    """Why it may not, if it may not."""


class AreaOfUse(NamedTuple):
    """What the first step of a use covers."""

    squares: frozenset[tuple[int, int]]
    creatures: tuple[str, ...]
    """The creatures that it affects, in row order."""


def abilities(world: World, creature: Creature) -> dict[str, AbilityState]:
    """Whether the creature may use each of its abilities now; outside its turn, as if that had just begun."""
    world, creature = at_start(world, creature)
    return {name: _state(world, creature, name) for name in usable(creature) if name in world.abilities}


def _state(world: World, creature: Creature, name: str) -> AbilityState:
    why = unready(world, creature, name)
    if why is not None:
        return AbilityState(False, why)
    if next(iter(_allowed(world, creature, name)), None) is None:
        request = Request(world, creature, Use(ability=name))
        text = _("there is no target for {ability} within its range and line")
        return AbilityState(False, request.refuse(text, "use.range", ability=name).refusal)
    return AbilityState(True)


def unready(world: World, creature: Creature, name: str) -> Refusal | None:
    """Why the creature cannot use an ability whatever it aims at."""
    request = Request(world, creature, Use(ability=name))
    try:
        able_to_act(request)
        ready(request, known(request, name))
    except Forbidden as forbidden:
        return forbidden.refusal
    return None


def targets(world: World, creature: Creature, name: str) -> list[Aimed]:
    """What the first step of an ability may aim at now: names, squares, directions or edges."""
    world, creature = at_start(world, creature)
    return [] if unready(world, creature, name) is not None else list(_allowed(world, creature, name))


def _allowed(world: World, creature: Creature, name: str) -> Iterator[Aimed]:
    """The aims that the first step of an ability allows, whether or not it can be paid for."""
    ability = world.abilities[name]
    step = ability.whole[0]
    request = Request(world, creature, Use(ability=name))
    for aimed, aim in thinkable_aims(world, creature, ability, step):
        try:
            check_aim(request, creature, ability, step, aim)
        except Forbidden:
            continue
        yield aimed


def thinkable_aims(
    world: World, creature: Creature, ability: Ability, step: StepSpec
) -> Iterator[tuple[Aimed, StepAim]]:
    """The aims of a step that its kind of target suggests, each with what it names."""
    spec = target_of(ability, step)
    if step.area is not None and step.area.shape == "wall":
        yield from ((square, StepAim(squares=(square,))) for square in _squares(world, creature, ability, step))
    elif spec.kind == "self":
        moves = any(isinstance(act, GrantMovement) and act.to == "at" for act in step.acts)
        if moves:
            yield from ((square, StepAim(at=square)) for square in _squares(world, creature, ability, step))
        else:
            yield creature.name, StepAim()
    elif spec.kind == "creature":
        yield from ((other.name, StepAim(target=other.name)) for other in world.creatures)
    elif spec.kind == "square":
        yield from ((square, StepAim(at=square)) for square in _squares(world, creature, ability, step))
    elif spec.kind == "direction":
        yield from ((direction, StepAim(direction=direction)) for direction in DIRECTIONS)
    else:
        for x, y in _squares(world, creature, ability, step):
            for other in ((x + 1, y), (x, y + 1)):
                if other in world.board:
                    yield ((x, y), other), StepAim(between=((x, y), other))


def _squares(world: World, creature: Creature, ability: Ability, step: StepSpec) -> Iterator[tuple[int, int]]:
    """The squares of the board that may be in range, in row order; corners too where a step aims at them."""
    board, box = world.board, creature.box
    reach = range_of(target_of(ability, step), step)
    granted = [most(act.distance) for act in step.acts if isinstance(act, GrantMovement)]
    far = max(board.width, board.height)
    if isinstance(reach, int):
        far = world.rules.squares(reach) + 1
    elif reach in ("reach", "weapon"):
        far = world.rules.squares(creature.body.range or 0) + 8
    if granted:
        far = min(far, world.rules.squares(max(granted)) + 1)
    more = from_corner(step)
    for y in range(max(box.y0 - far, 0), min(box.y1 + far, board.height - 1 + more) + 1):
        for x in range(max(box.x0 - far, 0), min(box.x1 + far, board.width - 1 + more) + 1):
            yield x, y


def area(world: World, creature: Creature, intent: Use) -> AreaOfUse:
    """The squares that the first step of a use would cover, and the creatures that it would affect."""
    world, creature = at_start(world, creature)
    ability = world.abilities[intent.ability]
    step, aim = ability.whole[0], intent.aim
    found = affected(world, creature, ability, step, aim, own=True)
    squares = covered(world, creature, step, pointed(world, ability, step, aim)).squares
    if not squares:
        squares = frozenset(square for one in found for square in one.box.footprint)
    return AreaOfUse(squares, tuple(one.name for one in found))
