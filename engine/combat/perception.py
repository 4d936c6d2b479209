"""Which creatures a side perceives, and the state of a battle as far as it does.

A creature that is hidden from all of a side is not perceived. Under the switch `sight = "side"` neither is one that no
creature of the side has line of sight to; whoever rides, carries or grabs another knows it all the same.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..board.board import Board
from ..geometry.boxes import Box
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .threat import locates

MOST_LINES = 50_000
"""Lines between two spaces that are kept for one board."""


class Sighted(NamedTuple):
    """A creature as far as perceiving goes."""

    name: str
    side: str
    box: Box
    looks: bool
    """True if it perceives others by sight."""
    hidden_from: frozenset[str] = frozenset()
    """Creatures that do not perceive it."""
    holds: tuple[str, ...] = ()
    """Creatures that it rides, or that carry or grab it."""


def hidden_from(world: World, side: str) -> frozenset[str]:
    """Names of the creatures that no creature of a side perceives."""
    if not world.rules.threat.by_sight and not any(creature.body.hidden_from for creature in world.creatures):
        return frozenset()
    store = world.cache()
    found = store.get(("hidden from", side))
    if not isinstance(found, frozenset):
        found = unperceived(world.rules, world.board, side, [sighted(creature) for creature in world.creatures])
        store["hidden from", side] = found
    return found


def sighted(creature: Creature) -> Sighted:
    """A creature as far as perceiving goes."""
    body, state = creature.body, creature.condition
    holds = tuple(name for name in (state.mount, state.carried_by, state.grabbed_by) if name is not None)
    looks = not creature.out and not creature.has("object") and locates(creature)
    return Sighted(creature.name, creature.side, creature.box, looks, body.hidden_from, holds)


def unperceived(rules: Ruleset, board: Board, side: str, everybody: Sequence[Sighted]) -> frozenset[str]:
    """Names of the creatures among `everybody` that no creature of a side perceives."""
    own = [one for one in everybody if one.side == side]
    if not own:
        return frozenset()
    names = {one.name for one in own}
    others = [one for one in everybody if one.side != side]
    if not rules.threat.by_sight:
        return frozenset(one.name for one in others if names <= one.hidden_from)
    known = {name for one in own for name in one.holds}
    eyes = [one for one in own if one.looks]
    return frozenset(
        one.name
        for one in others
        if one.name not in known and names.isdisjoint(one.holds) and not _seen(rules, board, eyes, one)
    )


def _seen(rules: Ruleset, board: Board, eyes: Iterable[Sighted], one: Sighted) -> bool:
    lines, line = board.memo("lines of sight", MOST_LINES), rules.threat.line
    far = []
    for eye in eyes:
        if eye.name in one.hidden_from:
            continue
        key = (rules, eye.box, one.box)
        found = lines.get(key)
        if found:
            return True
        if found is None:
            far.append((eye, key))
    far.sort(key=lambda each: _squares(each[0].box, one.box))  # near lines are sooner told, and oftener clear
    return any(lines.keep(key, line(rules, board, eye.box, one.box)) for eye, key in far)


def _squares(a: Box, b: Box) -> int:
    return abs(a.x0 - b.x0) + abs(a.y0 - b.y0) + abs(a.z0 - b.z0)


def perceived_world(world: World, side: str) -> World:
    """A copy of a state, for queries alone, without whom a side does not perceive: nothing tells where they are.

    `hidden_from` still names them there.
    """
    twin, hidden = world.copy(), hidden_from(world, side)
    twin.creatures[:] = [one for one in twin.creatures if one.name not in hidden]
    for name in hidden:
        twin.named.pop(name, None)
    twin.order = [name for name in twin.order if name not in hidden]
    twin.acted -= hidden
    if twin.slots is not None:
        twin.slots = tuple(name for name in twin.slots if name not in hidden)
    twin.falling = [name for name in twin.falling if name not in hidden]
    twin.begun = [name for name in twin.begun if name not in hidden]
    twin.entered = [one for one in twin.entered if one[0] not in hidden]
    twin.reactions = [one for one in twin.reactions if one.by not in hidden and one.target not in hidden]
    twin.stirred -= hidden
    twin.disturbed.clear()
    if twin.active in hidden:
        twin.active = None
    for one in twin.creatures:
        state = one.condition
        if state.mount in hidden:
            state.mount = None
        if state.carried_by in hidden:
            state.carried_by = None
        if state.grabbed_by in hidden:
            state.grabbed_by = None
    twin.concerned = None
    twin.states += 1
    twin.revision += 1
    twin.cache()["hidden from", side] = hidden
    return twin


def renew(kept: World, fresh: World) -> None:
    """Puts a state in place of an older one whose world and creatures somebody holds."""
    for number, creature in enumerate(fresh.creatures):
        held = kept.named.get(creature.name)
        if held is not None:
            _take_over(held, creature)
            fresh.creatures[number] = fresh.named[held.name] = held
    _take_over(kept, fresh)


def _take_over(held: Any, fresh: Any) -> None:
    for name in fresh.__dataclass_fields__:
        setattr(held, name, getattr(fresh, name))
