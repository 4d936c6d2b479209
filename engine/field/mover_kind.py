"""The properties of a mover that decide where it can stand and step."""

from math import inf, nextafter
from typing import NamedTuple

from ...components.plan import MoveOptions
from ...components.position import Mode
from ...components.stats import Nature
from ..rules.movement_budget import modes_now, speeds_now
from ..rules.ruleset import Ruleset
from ..state.creature import Creature


class MoverKind(NamedTuple):
    """The properties of a mover that decide its ground; movers with the same kind share it."""

    side: int
    modes: tuple[tuple[Mode, bool], ...]
    """(mode, listed) for each mode that it can use."""
    least: float
    """The least width in feet through which it can squeeze."""
    least_open: bool
    """Whether that least width itself is already too narrow."""
    room: float
    """The width in feet at which it does not squeeze."""
    sees_in_dark: bool = True
    sees: bool = True
    """Whether it sees its way, or finds it by another sense."""
    digs: frozenset[str] = frozenset({"dirt"})
    ghostly: bool = False
    """Whether it is incorporeal, so that ground does not hamper it."""
    extra_blocked: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes that the mover must draw in to avoid (enemies that it squeezes past)."""
    levels: tuple[int, int] | None = None
    """The heights to compile for a climber, flier or burrower; None: all."""
    phasing: bool = False
    """Whether it passes walls."""
    corners: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes of cubes that make corners although the board does not fill them."""
    rough: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Boxes whose squares count as rough ground does, whatever the board has there."""
    pits: bool = False
    """Whether it may enter pits closed to walkers (a leap)."""
    level: int | None = None
    """Its height, where a mover of its modes would not be: fallen into the ground, or aloft without wings."""
    overhead: bool = False
    """Whether it can climb along the board's ceiling."""
    carrier: tuple[int, int, int, int, int, int] | None = None
    """The space of the creature on which it climbs."""
    delves: bool = False
    """Whether it goes up and down through earth, whatever the ruleset's burrowing."""
    going: tuple[tuple[str, int], ...] = ()
    """(tag of tiles, times the cost of an ordinary square) for terrain that a game defines."""
    surcharges: tuple[tuple[tuple[int, int], int], ...] = ()
    """(square, further squares that entering it costs), whatever the board has there."""


def kind_of(rules: Ruleset, creature: Creature, options: MoveOptions) -> MoverKind:
    """The mover kind of a creature, computed once for each state of it."""
    imposed = creature.speed.imposed
    state = creature.state
    levels = levels_about(rules, creature, options)
    key = ("frame", options, state, levels, None if imposed is None else tuple(imposed.items()))
    found = creature.memory.get(key)
    if not isinstance(found, MoverKind):
        found = creature.memory[key] = make_kind(rules, creature, options, levels)
    return found


def levels_about(rules: Ruleset, creature: Creature, options: MoveOptions) -> tuple[int, int] | None:
    """The heights in reach of two moves, in steps of four so that neighbouring places share a ground."""
    modes = modes_now(rules, creature)
    if all(mode in ("walk", "swim") for mode, _ in modes):
        return None
    speeds = speeds_now(rules, creature)
    most = 0
    for mode, listed in modes:
        if mode not in ("walk", "swim") and (options.modes is None or mode in options.modes):
            speed = speeds.get(mode, 0) if listed else speeds.get("walk", 0) // rules.movement.unlisted.get(mode, 1)
            most = max(most, 2 * rules.squares(speed))
    z = creature.position.z
    return (z - most) // 4 * 4, -(-(z + most) // 4) * 4


SEEING_IN_DARK = frozenset({"darkvision", "blindsight", "truesight"})
"""The senses that each suffice to see into a dark square. (srd.speed.hampered)"""


def make_kind(
    rules: Ruleset, creature: Creature, options: MoveOptions, levels: tuple[int, int] | None = None
) -> MoverKind:
    """The mover kind of a creature."""
    row = rules.sizes.rows[creature.size.name]
    allowed = options.modes
    modes: list[tuple[Mode, bool]] = []
    for mode, listed in modes_now(rules, creature):
        if allowed is None or mode in allowed:
            modes.append((mode, listed))
    room = min(creature.size.room, row.side * 5.0)
    least = rules.sizes.squeeze_least(rules, row) if options.least is None else options.least
    if creature.size.head is not None:
        # The gap must be wider than the head, if only by a hair.
        least = max(least, nextafter(creature.size.head, inf))
    digs = {*rules.terrain.digs, *creature.body.burrows}
    return MoverKind(
        side=creature.size.side,
        modes=tuple(modes),
        least=least,
        least_open=rules.sizes.squeeze_open and options.least is None,
        room=room,
        sees_in_dark=not rules.terrain.darkness_hampers or not SEEING_IN_DARK.isdisjoint(creature.body.senses),
        sees=not rules.terrain.darkness_hampers
        or "blinded" not in creature.condition.held
        or "blindsight" in creature.body.senses,
        digs=frozenset(digs),
        ghostly=not rules.terrain.hampered(rules, creature),
        phasing=rules.terrain.phases(rules, creature),
        pits=options.pits,
        overhead="climb" in dict(modes) and rules.movement.clings_overhead(rules, creature),
        levels=levels,
        going=going_of(rules, creature) if rules.defined.terrain else (),
    )


def going_of(rules: Ruleset, creature: Creature) -> tuple[tuple[str, int], ...]:
    """What a creature of its kind pays for the terrain that a game defines, tag by tag."""
    nature: Nature | None = creature.parts.get(Nature)
    kind = "" if nature is None or nature.kind is None else nature.kind
    found = ((tag, spec.by.get(kind, spec.cost)) for tag, spec in sorted(rules.defined.terrain.items()))
    return tuple((tag, factor) for tag, factor in found if factor > 1)
