"""The damage of zones on a path."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from ...components.effect_acts import TARGET, DealDamage, EffectAct, Zone
from ...components.position import Cube
from ..dice import parse
from ..geometry.boxes import Box, Spaces
from ..rules.defined import fits
from ..rules.ruleset import World
from ..search.best_path import GroundHarm, ground_harm
from ..state.creature import Creature

Border: TypeAlias = Literal["enter", "leave"]


def crossed(
    world: World, creature: Creature, here: Cube | None, there: Cube, met: set[tuple[int, Border]]
) -> Iterator[EffectAct]:
    """Yields the effects of zones on a creature whose step enters or leaves them.

    `met` collects the zones met, because each has each effect only once a turn.
    """
    if not world.things:
        return
    before = None if here is None else creature.at(here)
    after = creature.at(there)
    for entity, zone in foreign_zones(world, creature):
        was, is_in = before is not None and covers(zone, before), covers(zone, after)
        border: Border = "enter" if is_in else "leave"
        if was != is_in and (entity, border) not in met and acts_now(world, zone, border, creature):
            met.add((entity, border))
            yield from getattr(zone.made, border)


def covers(zone: Zone, space: Box) -> bool:
    """True if a zone covers a part of the space."""
    if zone.levels is not None and (space.z1 < zone.levels[0] or space.z0 > zone.levels[1]):
        return False
    return not zone.squares.isdisjoint(space.footprint)


def acts_now(world: World, zone: Zone, border: Border, creature: Creature) -> bool:
    """True if crossing the zone's `border` (enter or leave) affects the creature at this moment."""
    if not getattr(zone.made, border) or not fits(
        world.rules, zone.made.where, creature, world.named.get(zone.made.by or "")
    ):
        return False
    present = zone.turn == world.turns and (world.active == creature.name or not creature.turn.open)
    return not present or f"{border} {creature.name}" not in zone.met


def foreign_zones(world: World, creature: Creature) -> Iterator[tuple[int, Zone]]:
    """Yields (entity number, zone) of all zones, except one that the creature itself carries."""
    for entity, parts in world.things.items():
        zone = parts.get(Zone)
        if isinstance(zone, Zone) and zone.carrier != creature.name:
            yield entity, zone


def entered_with_harm(world: World, creature: Creature) -> Iterator[Zone]:
    """Yields the zones that damage or hinder a creature that enters."""
    for _, zone in foreign_zones(world, creature) if world.things else ():
        hurts = any(hurting(zone.made.enter)) and acts_now(world, zone, "enter", creature)
        if hurts and not covers(zone, creature.box):
            yield zone


def hurting(acts: Iterable[EffectAct]) -> Iterator[DealDamage]:
    return (act for act in acts if isinstance(act, DealDamage) and act.target == TARGET)


class ZonedHarm(GroundHarm):
    """Computes the mean damage by ground and zones along a path. Each zone counts once."""

    __slots__ = ("_zones",)

    def __init__(
        self, world: World, creature: Creature, zones: list[tuple[int, Zone]], *, ground: bool, beside: Spaces = ()
    ) -> None:
        super().__init__(world.board, creature.size.side, ground=ground, beside=beside)
        self._zones = [
            (-number, zone, _amount(zone, "enter", world, creature), _amount(zone, "leave", world, creature))
            for number, (_, zone) in enumerate(zones, 1)
        ]

    def under(self, anchor: Cube) -> dict[tuple[int, int], int]:
        found = super().under(anchor)
        x, y, z = anchor
        more = self._side - 1
        space = Box(x, y, z, x + more, y + more, z + more)
        for number, zone, entered, left in self._zones:
            if covers(zone, space):
                found[number, -1] = entered
            elif left:
                found[number, -2] = left
        return found

    @property
    def flat(self) -> bool:
        return False


BORDERS: tuple[Border, Border] = ("enter", "leave")


def _amount(zone: Zone, border: Border, world: World, creature: Creature) -> int:
    if not acts_now(world, zone, border, creature):
        return 0
    return sum(int(2 * parse(act.amount).mean) // (1 + act.half) for act in hurting(getattr(zone.made, border)))


def harm_of(world: World, creature: Creature, *, ground: bool, beside: Spaces = ()) -> GroundHarm | None:
    """Returns the damage of zones to a creature; None without any. With `ground`, also the ground's.

    The ground under the spaces `beside` deals none, because the creature only squeezes past them.
    """
    harmful = [
        (entity, zone)
        for entity, zone in foreign_zones(world, creature)
        if any(
            acts_now(world, zone, border, creature) and any(hurting(getattr(zone.made, border))) for border in BORDERS
        )
    ]
    if harmful:
        return ZonedHarm(world, creature, harmful, ground=ground, beside=beside)
    return ground_harm(world.board, creature.size.side, beside) if ground else None
