"""Finds aims for abilities by a quick look at creatures and areas.

Ignores walls; a chosen aim is checked in full.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...components.intents import StepAim, Use
from ...components.position import Cube
from ..combat.aims import counts, covered, pointed
from ..combat.areas import (
    Template,
    area,
    area_on,
    corner_disc,
    disc,
    inside,
    nearest_direction,
    ring,
)
from ..combat.threat import perceives, span_of
from ..rules.budget import squares_between
from ..rules.defined import fits
from ..state.creature import Creature
from .ability_profile import AbilityProfile
from .combat_profile import gap
from .use_worth import UseWorth

CELLS = 4
"""Squares tried per area."""


class WeighedAim(NamedTuple):
    """An aim and its apparent targets."""

    worth: float
    """After its price."""
    intent: Use
    met: tuple[str, ...]
    """Creatures affected."""
    covered: tuple[str, ...]
    """Creatures in the area."""


class AimFinder:
    """Finds aims for one creature's abilities."""

    def __init__(self, sums: UseWorth, at: Cube | None = None) -> None:
        self.sums = sums
        self.world = sums.view.world
        self.user = sums.view.me if at is None else sums.view.me.standing_at(at)
        self._away: dict[str, int] = {}

    def away(self, one: Creature) -> int:
        """Distance in squares."""
        found = self._away.get(one.name)
        if found is None:
            found = self._away[one.name] = squares_between(self.world.rules, self.user.box, one.box)
        return found

    def meant(self, ability: AbilityProfile) -> Sequence[Creature]:
        """The creatures that the ability is meant for."""
        kept, key = self.sums.meant, (ability.wanted, ability.takes_downed)
        found = kept.get(key)
        user = self.user
        if found is None:
            group = self._group(ability.wanted, downed=ability.takes_downed).values()
            found = kept[key] = [one for one in group if one.name == user.name or perceives(user, one)]
        if not ability.asks:
            return found
        rules = self.world.rules
        return [one for one in found if all(fits(rules, asked, one, user) for asked in ability.asks)]

    def _group(self, who: str, *, downed: bool) -> dict[str, Creature]:
        groups, key = self.sums.groups, (who, downed)
        found = groups.get(key)
        if found is None:
            user = self.user
            found = groups[key] = {
                one.name: one for one in self.world.creatures if counts(who, user, one) and (downed or not one.out)
            }
        return found

    def reaches(self, ability: AbilityProfile, one: Creature) -> bool:
        """True if apparently in range."""
        reach = ability.reach
        if reach is None or one.name == self.user.name:
            return True
        if isinstance(reach, int):
            return self.away(one) <= reach
        rules, shot = self.world.rules, self.user.body.range
        if reach == "weapon" and shot is not None and self.away(one) <= rules.squares(shot):
            return True
        return gap(self.user.box, one.box) <= span_of(rules, self.user).most

    def of(self, ability: AbilityProfile) -> Iterator[WeighedAim]:
        """Useful aims, unordered."""
        name = ability.name
        match ability.kind:
            case "own":
                yield from self._weighed(ability, Use(ability=name), (self.user.name,))
            case "named":
                yield from self._named(ability)
            case "around":
                if any(self.away(one) <= ability.size for one in self.meant(ability)):
                    near = [one for one in self.world.creatures if self.away(one) <= ability.size]
                    yield from self._covering(ability, Use(ability=name), near)
            case "turned":
                yield from self._turned(ability)
            case "aimed":
                yield from self._aimed(ability)
            case "place":
                yield from self._places(ability)

    def _weighed(
        self, ability: AbilityProfile, intent: Use, met: tuple[str, ...], under: tuple[str, ...] | None = None
    ) -> Iterator[WeighedAim]:
        under = met if under is None else under
        worth = self.sums.worth(ability, met, intent, under)
        if worth > 0:
            yield WeighedAim(worth - self.sums.price(ability, met, worth), intent, met, under)

    def _covering(self, ability: AbilityProfile, intent: Use, near: Sequence[Creature]) -> Iterator[WeighedAim]:
        group, user, rules = self._group(ability.who, downed=ability.takes_downed), self.user, self.world.rules
        names = [one.name for one in near]
        met = tuple([name for name in names if name in group])
        if ability.asks:
            met = tuple(name for name in met if all(fits(rules, asked, group[name], user) for asked in ability.asks))
        if met or any(certain for _, certain in ability.beside):
            yield from self._weighed(ability, intent, met, tuple(names))

    def _named(self, ability: AbilityProfile) -> Iterator[WeighedAim]:
        near = [one.name for one in self.meant(ability) if self.reaches(ability, one)]
        for name in near:
            yield from self._weighed(ability, Use(ability=ability.name, target=name), (name,))
        if ability.most > 1 and len(near) > 1:
            dear = sorted(near, key=lambda name: -self.sums.effect(ability, name))
            met = tuple(name for name in dear[: ability.most] if self.sums.effect(ability, name) > 0)
            if len(met) > 1:
                yield from self._weighed(ability, Use(ability=ability.name, targets=met), met)

    def _turned(self, ability: AbilityProfile) -> Iterator[WeighedAim]:
        box, spec = self.user.box, ability.step.area
        assert spec is not None
        seen: set[tuple[int, int] | None] = {None}
        for one in self.meant(ability):
            if self.away(one) > ability.size:
                continue
            x0, y0, _, x1, y1, _ = one.box
            way = nearest_direction(x0 + x1 - box.x0 - box.x1, y0 + y1 - box.y0 - box.y1)
            if way in seen:
                continue
            seen.add(way)
            shape = area(self.world, self.user, spec, StepAim(direction=way)).shape
            near = [other for other in self.world.creatures if other.name != self.user.name and _under(shape, other)]
            yield from self._covering(ability, Use(ability=ability.name, direction=way), near)

    # --- areas at squares -------------------------------------------------------------------------------

    def _aimed(self, ability: AbilityProfile) -> Iterator[WeighedAim]:
        spec, board, for_it = ability.step.area, self.world.board, self.meant(ability)
        assert spec is not None
        if isinstance(ability.reach, int):
            far = ability.reach + ability.size
            if not any(self.away(one) <= far for one in for_it):
                return
        corner, alternates = spec.from_ == "corner", self.world.rules.grid.distance_cycle == "alternating"
        if spec.shape == "burst":
            steps = corner_disc(alternates, ability.size) if corner else disc(alternates, ability.size)
        else:
            steps = _block(area_on(spec, 0, 0, 0, ability.size))
        most = max(board.width, board.height)
        reach = ability.reach if isinstance(ability.reach, int) and ability.reach < most else None
        pad = max(ability.size + 1, 0 if reach is None else reach)
        stride = board.width + 2 * pad
        around = _bits(steps, pad, stride, turned=True)
        open_ = self._open(pad, stride)
        x0, y0, _, x1, y1, _ = self.user.box
        if reach is not None:
            open_ &= _bits(ring(alternates, x1 - x0, y1 - y0, reach), pad, stride, turned=False) << (y0 * stride + x0)
        wanted = {one.name for one in for_it}
        good: list[tuple[str, int]] = []
        bad: list[int] = []
        masks: list[tuple[Creature, int]] = []
        for one in self.world.creatures:
            x, y, _ = one.box[:3]
            mask = around << (y * stride + x)
            if one.size.side > 1:
                for x, y in one.box.footprint:
                    mask |= around << (y * stride + x)
            mask &= open_
            if mask:
                masks.append((one, mask))
                if one.name in wanted:
                    good.append((one.name, mask))
                elif self.sums.effect(ability, one.name) < 0 and ability.who in ("any", "others"):
                    bad.append(mask)
        seen: set[int] = set()
        for first, start in good:
            for careful in (True, False) if bad else (False,):
                places = start
                for mask in bad if careful else ():
                    places &= ~mask
                for name, mask in good if places else ():
                    if name != first and places & mask:
                        places &= mask
                for mask in bad if places and not careful else ():
                    places = places & ~mask or places
                if places and places not in seen:
                    seen.add(places)
                    yield from self._at(ability, places, masks, pad, stride)

    def _at(
        self, ability: AbilityProfile, places: int, masks: Sequence[tuple[Creature, int]], pad: int, stride: int
    ) -> Iterator[WeighedAim]:
        bit = places & -places
        near = [one for one, mask in masks if mask & bit]
        for number in range(CELLS):
            y, x = divmod(bit.bit_length() - 1, stride)
            aims = list(self._covering(ability, Use(ability=ability.name, at=(x - pad, y - pad)), near))
            yield from aims
            places &= ~bit
            if not places or not aims or self._plain:
                return
            bit = places & -places if number % 2 else 1 << (places.bit_length() - 1)

    @property
    def _plain(self) -> bool:
        board = self.world.board
        found = board.caches.get("plain")
        if not isinstance(found, bool):
            tiles = (tile for row in board.tiles for tile in row)
            found = not board.edges and not board.traits.uneven
            found = found and not any(tile.effect or tile.solid or tile.blocked for tile in tiles)
            board.caches["plain"] = found
        return found

    def _open(self, pad: int, stride: int) -> int:
        board = self.world.board
        found = board.caches.get(("open squares", pad))
        if not isinstance(found, int):
            found = sum(
                1 << ((y + pad) * stride + x + pad)
                for y in range(board.height)
                for x in range(board.width)
                if not board.tile(x, y).blocked
            )
            board.caches["open squares", pad] = found
        return found

    # --- places to go to --------------------------------------------------------------------------------

    def _places(self, ability: AbilityProfile) -> Iterator[WeighedAim]:
        user, sums = self.user, self.sums
        reach = ability.reach if isinstance(ability.reach, int) else 0
        x, y, _ = user.cube
        squares: list[tuple[int, int]] = []
        if not sums.me.far and sums.me.volleys and all(gap(foe.box, user.box) > sums.me.reach for foe in sums.foes):
            for foe in sums.foes:
                squares += [
                    (east, south)
                    for east in (foe.box.x0 - user.size.side, foe.box.x1 + 1)
                    for south in (foe.box.y0, foe.box.y1 + 1)
                ]
        elif any(gap(foe.box, user.box) <= foe.reach for foe in sums.foes):
            squares = [
                (x + reach * east, y + reach * south) for east in (-1, 0, 1) for south in (-1, 0, 1) if east or south
            ]
        for square in dict.fromkeys(squares):
            if square in self.world.board and not self.world.board.tile(*square).blocked:
                yield from self._weighed(ability, Use(ability=ability.name, at=square), (), ())

    # --- what is true -----------------------------------------------------------------------------------

    def true(self, ability: AbilityProfile, aim: WeighedAim) -> WeighedAim | None:
        """The aim with its real targets; None if useless or illegal."""
        world, user, sums = self.world, self.user, self.sums
        if not sums.view.lawful(aim.intent):
            return None
        if not ability.wide or self._plain:
            return aim
        step, wanted = ability.step, aim.intent.aim
        real = covered(world, user, step, pointed(world, ability.ability, step, wanted))
        near = [one.name for one in inside(world, real)]
        if set(near) == set(aim.covered):
            return aim
        named = world.named
        return next(self._covering(ability, aim.intent, [named[name] for name in near]), None)


def _under(shape: object, one: Creature) -> bool:
    if isinstance(shape, Template):
        x, y, steps = shape.x, shape.y, shape.steps
        return any((east - x, south - y) in steps for east, south in one.box.footprint)
    assert isinstance(shape, frozenset)
    return not shape.isdisjoint(one.box.footprint)


def _block(box: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    return frozenset(box)


@lru_cache(maxsize=256)
def _bits(steps: frozenset[tuple[int, int]], pad: int, stride: int, *, turned: bool) -> int:
    sign = -1 if turned else 1
    return sum(1 << ((pad + sign * south) * stride + pad + sign * east) for east, south in steps)
