"""Plans the movement that an effect causes: forced from a point or in a direction, or put into another place."""

from ....components.effect_acts import ForceMovement
from ....components.intents import Pull, Push
from ....components.plan import ForcedMove
from ....components.position import Cube
from ...dice import parse
from ...field.forced_steps import squares_left
from ...field.support import FAR, resting_height
from ...rules.ruleset import Request, World
from ...state.creature import Creature
from ...state.verdict import Forbidden
from .pushes import chosen_path


def forced_by(world: World, source: Creature, target: Creature, act: ForceMovement) -> ForcedMove | None:
    """The forced movement of an effect act; None if no way leads there. Dice count at their average.

    `source` is the effect's stand-in; it is put at the point from which the movement comes.
    """
    rules = world.rules
    distance = int(parse(act.distance).mean)
    squares = rules.squares(distance)
    kind: type[Push] | type[Pull] = Push
    x, y, z = target.cube
    if act.direction is not None:
        side = target.size.side
        source.size = target.size
        source.place((x - act.direction[0] * side, y - act.direction[1] * side, z))
    else:
        kind = Push if act.away is not None else Pull
        point = act.away or act.towards or (x, y)
        if isinstance(point, str):
            return None  # a word of an ability's
        source.place((point[0], point[1], point[2] if len(point) > 2 else z))
    request = Request(world, source, kind(target=target.name, distance=distance, hazards=True))
    try:
        steps = chosen_path(request, target, squares)
    except Forbidden:
        return None
    left = squares_left(rules, target, distance)
    cited = rules.cite_any(kind.kind, "forced")
    return ForcedMove(target.name, steps, kind.kind, source.name, left, rules=cited)


def cube_at(world: World, creature: Creature, square: tuple[int, ...]) -> Cube:
    """The anchor that a square means to a creature that is put there."""
    x, y, *z = square
    if z:
        return x, y, z[0]
    rest = resting_height(world, creature, x, y, FAR)
    return x, y, world.board.stand(x, y) if rest == FAR else rest
