"""Forced movement: who may be moved where."""

from ...components.intents import Forced
from ...components.motion import Act, Shove
from ...components.position import Cube
from ..creature import Creature
from ..distance import Box
from ..forced import dangerous, forced_fits, reduction, settle_forced
from ..geometry import AROUND, row_order, squares_between
from ..heights import resting_height
from .ask import Ask, Plan, Refusal


def force(ask: Ask) -> Plan | Refusal:
    """Push, pull or slide a creature."""
    intent: Forced = ask.intent
    creature, rules = ask.creature, ask.rules
    target = ask.other(intent.target)
    if isinstance(target, Refusal):
        return target
    if target is creature:
        return ask.refuse(f"{creature.name} cannot {intent.kind} itself", "forced")
    refused = rules.gate(ask, intent.kind)
    if refused is not None:
        return refused
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    squares = rules.squares(intent.distance)
    steps = chosen_path(ask, target, squares)
    if isinstance(steps, Refusal):
        return steps
    left = max(squares - reduction(rules, target), 0)
    shove = Shove(
        target.name,
        steps,
        intent.kind,
        creature.name,
        left,
        rules=rules.cite(intent.kind, "forced"),
        airborne=bool(intent.vertical),
        falls=bool(intent.vertical),
    )
    acts: list[Act] = [shove]
    if intent.contest:
        contest = rules.contest(ask, target, intent.kind)
        if contest is not None:
            contest.success = [shove]
            acts = [contest]
    return Plan(acts, pays, rules.cite(intent.kind))


def chosen_path(ask: Ask, target: Creature, squares: int) -> list[Cube] | Refusal:
    """The squares that the forced creature is to be led through."""
    intent: Forced = ask.intent
    rules, attacker = ask.rules, ask.creature
    hook = rules.forced_path
    if hook is not None:
        found = hook(ask, target, squares)
        if found is not None:
            return found
    if intent.path is None:
        if not isinstance(intent.vertical, bool):
            rise = 1 if intent.vertical > 0 else -1
            x, y, z = target.cube
            count = min(abs(intent.vertical), squares)
            return [(x, y, z + rise * i) for i in range(1, count + 1)]
        return straightest(ask, target, squares)
    if len(intent.path) > squares:
        return ask.refuse(
            f"the path has {len(intent.path)} squares, but the {intent.kind} covers {squares}",
            "forced.distance",
            "forced",
        )
    here = target.cube
    cubes: list[Cube] = []
    cycle, length, diagonals = rules.forced_cycle, 0, 0
    for square in intent.path:
        there = settle_forced(ask.world, target, square, here)
        step = tuple(b - a for a, b in zip(here, there, strict=True))
        if max(abs(d) for d in step) != 1:
            return ask.refuse(f"{list(there)} is not next to {list(here)}", "path")
        slant = sum(1 for d in step if d) > 1
        length += cycle[diagonals % len(cycle)] if slant else 1
        diagonals += slant
        if step[2] and not intent.vertical and not _ground_step(ask, target, here, there):
            return ask.refuse(f"the {intent.kind} does not change height", "forced.vertical", intent.kind)
        if not leads(ask, attacker.box, target, here, there, intent.kind):
            sense = {"push": "away from", "pull": "toward"}.get(intent.kind, "for")
            return ask.refuse(
                f"{list(there)} does not lead {sense} {attacker.name}",
                f"{intent.kind}.direction",
                intent.kind,
            )
        if intent.kind not in rules.forced_hazards and not intent.hazards and dangerous(ask.world, target, there):
            return ask.refuse(f"a {intent.kind} cannot lead into danger at {list(there)}", "forced.safe")
        cubes.append(there)
        here = there
    if length > squares:
        return ask.refuse(
            f"the path is {length} squares long with its diagonals, but the {intent.kind} covers {squares}",
            "forced.distance",
            "forced",
        )
    return cubes


def _ground_step(ask: Ask, target: Creature, here: Cube, there: Cube) -> bool:
    """Whether a change of height is only that of the floor."""
    return there[2] == resting_height(ask.world, target, there[0], there[1], here[2])


def leads(ask: Ask, source: Box, target: Creature, here: Cube, there: Cube, kind: str) -> bool:
    """Whether one square keeps to the direction that the kind of forced movement asks for.

    Unless the movement is a vertical one, away and toward are seen from above: on somebody high overhead the
    height would outweigh every step along the level.
    """
    rules = ask.rules
    spaces = source, target.at(here), target.at(there)
    if not ask.intent.vertical:
        spaces = flat(spaces[0]), flat(spaces[1]), flat(spaces[2])
    before, after = (squares_between(rules, spaces[0], space) for space in spaces[1:])
    if kind == "push":
        return after > before
    if kind == "pull":
        return after < before or (rules.pull_around and before <= 1 and after <= 1)
    return True


def flat(box: Box) -> Box:
    """A space as it is seen from above."""
    return box._replace(z0=0, z1=0)


def straightest(ask: Ask, target: Creature, squares: int) -> list[Cube]:
    """The straight way that the kind of forced movement asks for, obstructions left to the event."""
    intent: Forced = ask.intent
    source = ask.creature.box
    here = target.cube
    ray = _ray(source, target)
    if ray == (0, 0):
        return _any_square_beside(ask, target)
    sense = -1 if intent.kind == "pull" else 1
    dx, dy = ray[0] * sense, ray[1] * sense
    cubes: list[Cube] = []
    x0, y0 = here[0], here[1]
    for _ in range(squares):
        best: tuple[tuple[int, tuple[int, int, int]], Cube] | None = None
        for sx, sy in AROUND:
            if sx * dx + sy * dy <= 0:
                continue
            x, y = here[0] + sx, here[1] + sy
            there = settle_forced(ask.world, target, (x, y), here)
            if not leads(ask, source, target, here, (x, y, here[2]), intent.kind):
                continue
            off = abs((x - x0) * dy - (y - y0) * dx)
            rank = (off, row_order(there))
            if best is None or rank < best[0]:
                best = (rank, there)
        if best is None:
            break
        here = best[1]
        cubes.append(here)
        if intent.kind not in ask.rules.forced_hazards and not intent.hazards and dangerous(ask.world, target, here):
            cubes.pop()
            break
    return cubes


def _ray(source: Box, target: Creature) -> tuple[int, int]:
    """The direction from the middle of one space to the middle of the other, in half squares.

    Along an axis on which the two spaces overlap wholly the push is straight.
    """
    box = target.box
    dx = (box.x0 + box.x1) - (source.x0 + source.x1)
    dy = (box.y0 + box.y1) - (source.y0 + source.y1)
    if (source.x0 <= box.x0 and box.x1 <= source.x1) or (box.x0 <= source.x0 and source.x1 <= box.x1):
        dx = 0 if dy else dx
    if (source.y0 <= box.y0 and box.y1 <= source.y1) or (box.y0 <= source.y0 and source.y1 <= box.y1):
        dy = 0 if dx else dy
    return dx, dy


def _any_square_beside(ask: Ask, target: Creature) -> list[Cube]:
    """Where both share a square there is no direction: the first free square around, in row order."""
    x, y, _ = target.cube
    for sx, sy in AROUND:
        there = settle_forced(ask.world, target, (x + sx, y + sy), target.cube)
        if forced_fits(ask.world, target, target.cube, there) is None and not dangerous(ask.world, target, there):
            return [there]
    return []
