"""A second opinion on legality: every intent that the contract allows to write, put to `why` one by one.

It knows the contract's list of intents and the size of the board, and nothing of what is worth asking. The class of
intents is that of `legal_intents`: what a creature can choose by itself. Movement is named by where it ends, other than
where it is; a double move leads where one move does not, a jump over a square at least, a run straight on, a tumble or
an overrun close beside an enemy at hand. A push covers one square, and is contested where its ruleset has a contest.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from fivefoot.engine.dice import AverageDice
from fivefoot.engine.geometry.boxes import Box
from fivefoot.play.battle import Battle

ENDING = ("move", "crawl", "step", "minimum")
"""Intents that go `to` a place."""
ALONE = ("stand", "drop-prone", "crouch", "end")
AGAINST = ("attack", "full-attack", "charge")
ONTO = ("climb-creature", "knock-off", "pull-up")
AROUND = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]

Table = dict[str, Any]


def intents(battle: Battle, name: str) -> Iterator[Table]:
    """Every intent of the class that could be put into words."""
    board, unit = battle.world.board, battle.rules.unit
    me = battle.creature(name)
    x0, y0, z0 = me.cube
    squares = [[x, y] for y in range(board.height) for x in range(board.width)]
    low = min(battle.floor_at(x, y) for x, y in squares) - 5
    cubes = [[*square, z] for square in squares for z in range(low, board.ceiling + 1)]
    cubes.remove([x0, y0, z0])
    others = [other.name for other in battle.creatures if other is not me]
    foes = [other for other in battle.creatures if other.side != me.side and not other.out]
    yield from ({"do": do} for do in ALONE)
    for cube in cubes:
        yield from ({"do": do, "to": cube} for do in ENDING)
        if battle.why(name, {"do": "move", "to": cube}) is not None:
            yield {"do": "move", "to": cube, "double": True}  # where one move does
        yield {"do": "shift", "path": [cube]}
        yield {"do": "claw-dirt", "to": cube}
        yield from ({"do": "withdraw", "from": foe.name, "to": cube} for foe in foes)
    for x, y in squares:
        far = max(abs(x - x0), abs(y - y0))
        if far:
            yield from ({"do": do, "to": [x, y]} for do in ("leap", "teleport"))
        if far > 1:
            yield {"do": "jump", "to": [x, y]}
    for dx, dy in AROUND:
        far = max(board.width, board.height)
        for length in range(1, far):
            yield {"do": "run", "path": [[x0 + dx * n, y0 + dy * n, z0] for n in range(1, length + 1)]}
            yield {"do": "run", "path": [[x0 + dx * n, y0 + dy * n] for n in range(1, length + 1)]}
    yield from ({"do": "dig", "squares": squares} for squares in (-1, 1))
    yield from ({"do": do, "target": other} for do in ONTO for other in others)
    for foe in foes:
        yield from ({"do": do, "target": foe.name} for do in AGAINST)
        if battle.in_reach(name) & cubes_of(foe.box) or battle.in_reach(foe.name) & cubes_of(me.box):
            near = me.size.side, 1
            for x, y in squares:
                beside = all(foe.box[i] - near[0] <= at <= foe.box[i + 3] + near[1] for i, at in ((0, x), (1, y)))
                if beside and (x, y) != (x0, y0):
                    yield from ({"do": do, "to": [x, y, z0]} for do in ("tumble", "overrun"))
        if not battle.in_reach(name) & cubes_of(foe.box):
            continue  # no creature pushes from afar by its own means
        shove = {"target": foe.name, "distance": unit, "contest": True}
        yield from ({"do": do, **shove} for do in ("push", "pull"))
        yield {"do": "clamber", "to": list(foe.cube)}
        x, y, _ = foe.cube
        yield from ({"do": "slide", **shove, "path": [[x + dx, y + dy]]} for dx, dy in AROUND)


def cubes_of(box: Box) -> set[tuple[int, int, int]]:
    """The cubes of a box."""
    spans = (range(box[axis], box[axis + 3] + 1) for axis in range(3))
    return {(x, y, z) for x, y, z in product(*spans)}


def ends(battle: Battle, name: str) -> int:
    """How many different ends one accepted intent comes to, each played in a fork with dice that show their average."""
    found: set[object] = set()
    with battle.fork() as start:
        start.world.dice = AverageDice(0)
        start.begin_turn(name)
        for wanted in intents(start, name):
            if start.why(name, wanted) is not None:
                continue
            with start.fork() as twin:
                if all(event.event != "refused" for event in twin.act(name, wanted)):
                    found.add(end(twin, name))
    return len(found)


def end(battle: Battle, name: str) -> object:
    """What tells two ends apart, by the contract: places, heights, postures, conditions, what is left, reactions."""
    everybody = [
        (
            creature.name,
            creature.cube,
            tuple(sorted(creature.condition.held)),
            creature.condition.prone_by_choice,
            creature.condition.mount,
            creature.out,
            creature.turn.reactions,
        )
        for creature in battle.creatures
    ]
    turn = battle.creature(name).turn
    left = (turn.pool_spent, turn.pool_factor) if turn.pool_open else ()
    return tuple(everybody), turn.open, tuple(sorted(turn.actions.items())), left
