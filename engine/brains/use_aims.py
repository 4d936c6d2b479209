"""Finds targets for abilities by estimates that ignore walls. Chosen targets are checked in full."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from ...components.intents import StepAim, Use
from ...components.position import Cube
from ..combat.aims import covered, pointed
from ..combat.areas import Template, area, area_on, corner_disc, disc, inside, nearest_direction, ring
from ..combat.threat import span_of
from ..geometry.boxes import Box, over_ground
from ..rules.budget import squares_between
from .ability_profile import AbilityProfile, Shape
from .combat_profile import CombatProfile, gap
from .estimates import harm_about
from .prices import cost_on_one, price, wasted
from .side_effects import aside, zoned
from .use_worth import FAR, UseWorth, worth_of
from .view import View

CELLS = 4
"""Squares tried for the same targets of an area."""
LEAST = 0.02
UNKNOWN = float("inf")
"""The bound of an aim not yet evaluated."""
ROUNDED = 1 + 1e-9
"""Allows for rounding in a bound."""


class WeighedAim(NamedTuple):
    """A choice of targets or place for an ability, with its estimated value."""

    worth: float
    """The value of the use, after its cost."""
    aim: Mapping[str, Any]
    """The aim as fields of the intent `use`."""
    met: Sequence[CombatProfile]
    covered: Sequence[CombatProfile]


def aims_of(view: View) -> "AimFinder":
    sums = worth_of(view)
    store, key = view.world.cache(), ("aims", view.me.entity)
    found = store.get(key)
    if not isinstance(found, AimFinder) or found.sums is not sums:
        found = store[key] = AimFinder(sums)
    return found


class AimSquares(NamedTuple):
    """The squares that an area may be aimed at, as bits."""

    around: int
    """Those from where it covers the square in the north-west."""
    open_: int
    pad: int
    stride: int

    def covering(self, box: Box) -> int:
        """Returns the squares from where the area covers a part of a space."""
        around, stride = self.around, self.stride
        x, y, _, x1, y1, _ = box
        mask = around << (y * stride + x)
        if x1 > x or y1 > y:
            for x, y in box.footprint:
                mask |= around << (y * stride + x)
        return mask & self.open_


class AimFinder:
    cells: ClassVar[int] = CELLS

    def __init__(self, sums: UseWorth, at: Cube | None = None) -> None:
        self.sums = sums
        self.world = sums.view.world
        self.user = sums.view.me if at is None else sums.view.me.standing_at(at)
        self._away: dict[CombatProfile, int] = {}
        self._near: dict[AbilityProfile, tuple[int, list[CombatProfile]]] = {}
        """The creatures within a number of squares, by ability."""
        self._values: dict[AbilityProfile, tuple[object, list[float] | None]] = {}
        """The worth against each creature of a group, by ability."""
        self._spans: dict[tuple[str, bool], tuple[int, int]] = {}
        """Distances of the nearest and farthest of a group."""
        grid = self.world.rules.grid
        self._plainly = grid.levels_count and grid.distance_cycle == "one"
        """True if distance is the longest axis."""
        self._harmless = not harm_about(sums.view)

    def squares_to(self, one: CombatProfile) -> int:
        found = self._away.get(one)
        if found is None:
            box = self.user.box
            found = max(gap(box, one.box), 0) if self._plainly else squares_between(self.world.rules, box, one.box)
            self._away[one] = found
        return found

    def span(self, ability: AbilityProfile) -> tuple[int, int]:
        """Returns (nearest, farthest) distance in squares from the user to creatures that it should target."""
        key = (ability.wanted, ability.takes_downed)
        found = self._spans.get(key)
        if found is None:
            group = self.sums.perceived(*key)
            if self._plainly:
                box, away = self.user.box, self._away
                for one in group:
                    if one not in away:
                        away[one] = max(gap(box, one.box), 0)
                squares = [away[one] for one in group] or [0]
            else:
                squares = [self.squares_to(one) for one in group] or [0]
            found = self._spans[key] = min(squares), max(squares)
        return found

    def within(self, squares: int, group: Iterable[CombatProfile]) -> list[CombatProfile]:
        away = self._away
        return [one for one in group if (away[one] if one in away else self.squares_to(one)) <= squares]

    def meant_within(self, squares: int, ability: AbilityProfile) -> list[CombatProfile]:
        found = self._near.get(ability)
        if found is not None and found[0] == squares:
            return found[1]
        nearest, farthest = self.span(ability)
        group: list[CombatProfile] = []
        if squares >= nearest:
            group = self.sums.meant(ability)
            group = group if squares >= farthest else self.within(squares, group)
        self._near[ability] = squares, group
        return group

    def beyond(self, squares: int, ability: AbilityProfile) -> list[CombatProfile]:
        """Returns the creatures more than `squares` away that the user gains by."""
        if self.span(ability)[1] <= squares:
            return []
        me, away, any_side = self.sums.me, self._away, ability.meant != "enemies"
        meant = self.sums.meant(ability)
        return [one for one in meant if away[one] > squares and (any_side or one.hostile) and one is not me]

    def in_range(self, ability: AbilityProfile) -> list[CombatProfile]:
        """Returns the creatures probably in range that the user should target."""
        reach = ability.reach
        if reach is None:
            return self.sums.meant(ability)
        if isinstance(reach, int):
            return self.meant_within(reach, ability)
        rules, shot = self.world.rules, self.user.body.range
        if reach == "weapon" and shot is not None:
            return self.meant_within(rules.squares(shot), ability)
        box, me, most = self.user.box, self.sums.me, span_of(rules, self.user).most
        if self._plainly and most >= 0:
            return self.meant_within(most, ability)
        return [one for one in self.sums.meant(ability) if one is me or gap(box, one.box) <= most]

    # --- bounds -----------------------------------------------------------------------------------------

    def bound(self, ability: AbilityProfile, least: float, *, close: bool = False) -> float:
        """Returns an upper bound of an ability's value. With `close` it is tighter, but slower to compute."""
        kind = ability.kind
        if kind == "own":
            return self.sums.effect(ability, self.sums.me) if ability.plain else UNKNOWN
        if kind == "place" or kind == "other":
            return UNKNOWN
        near = self._apparent(ability)
        if not near:
            return 0.0
        worths = self._worths(ability, near)
        if worths is None:
            return UNKNOWN
        if kind == "named":
            total = sum([worth for worth in sorted(worths, reverse=True)[: ability.most] if worth > 0])
            return total * (
                ROUNDED - (0.0 if ability.heals and not ability.harms else wasted(self.sums, ability) * FAR)
            )
        if not self._are_all(ability):
            return UNKNOWN if sum([worth for worth in worths if worth > 0]) > least else 0.0
        if kind == "aimed" and len(near) < len(self.sums.meant(ability)):
            near = self._on_the_map(ability)
            worths = self._worths(ability, near) or []
        if not close:
            return self._most(ability, worths)
        return self._most_close(ability, near, worths, near, 2 * ability.size)

    def bound_near(self, ability: AbilityProfile, one: CombatProfile) -> float:
        """Returns an upper bound of an ability's value with the creature `one` in range."""
        if ability.kind not in ("around", "turned", "aimed") or not self._are_all(ability):
            return UNKNOWN
        if cost_on_one(self.sums, ability) < 1:  # a use on a single target may be worth it
            return UNKNOWN
        group = self.sums.meant(ability)
        worths = self._worths(ability, group)
        if worths is None:
            return UNKNOWN
        if ability.kind == "aimed":
            return self._most_close(ability, group, worths, group, 2 * ability.size)
        return self._most_close(ability, group, worths, (one,), 2 * ability.size + self.user.size.side)

    def _most_close(
        self,
        ability: AbilityProfile,
        group: Sequence[CombatProfile],
        worths: Sequence[float],
        middles: Sequence[CombatProfile],
        squares: int,
    ) -> float:
        """Returns the most that a use is worth around one of `middles`.

        Those of the group within `squares` of it count.
        """
        spaces = [one.box for one in group]
        return max(
            self._most(
                ability,
                [worth for two, worth in zip(spaces, worths, strict=True) if over_ground(one.box, two) <= squares],
            )
            for one in middles
        )

    def _most(self, ability: AbilityProfile, worths: list[float]) -> float:
        part = cost_on_one(self.sums, ability)
        total, most = 0.0, 0.0
        worths = sorted(worths, reverse=True)
        for met, worth in enumerate(worths, 1):
            if worth > 0:
                total += worth
            rest = total * (ROUNDED - part / met)
            if rest > most:
                most = rest
        return most

    def _worths(self, ability: AbilityProfile, near: Sequence[CombatProfile]) -> list[float] | None:
        found = self._values.get(ability)
        if found is None or found[0] is not near:
            found = self._values[ability] = near, self._valued(ability, near)
        return found[1]

    def _valued(self, ability: AbilityProfile, near: Sequence[CombatProfile]) -> list[float] | None:
        if self._adds_up(ability):
            return self.sums.effects(ability, near)
        if not ability.bounded or not self._harmless or ability.wanted != "enemies":
            return None
        sums, zones = self.sums, ability.zones.values()
        worths = sums.effects(ability, near)
        return [
            max(worth, 0.0) + sum([max(zoned(sums, zone, one), 0.0) for zone in zones])
            for worth, one in zip(worths, near, strict=True)
        ]

    def _are_all(self, ability: AbilityProfile) -> bool:
        who, downed = ability.wanted, ability.takes_downed
        return not (ability.strays and ability.mixed) and (
            self.sums.perceived(who, downed) is self.sums.group(who, downed=downed)
        )

    def _apparent(self, ability: AbilityProfile) -> Sequence[CombatProfile]:
        if ability.kind == "named":
            return self.in_range(ability)
        return self.meant_within(farthest(ability) if ability.kind == "aimed" else ability.size, ability)

    def _on_the_map(self, ability: AbilityProfile) -> list[CombatProfile]:
        box, far = self.user.box, farthest(ability)
        return [one for one in self.sums.meant(ability) if over_ground(box, one.box) <= far]

    def _adds_up(self, ability: AbilityProfile) -> bool:
        return ability.plain or (ability.pushes and self._harmless)

    def of(self, ability: AbilityProfile, least: float) -> Iterable[WeighedAim]:
        """Yields aims (targets or places) of an ability worth more than `least`, in no order."""
        return self.aims(ability, least) if self.bound(ability, least) > least else ()

    def aims(self, ability: AbilityProfile, least: float) -> Iterable[WeighedAim]:
        match ability.kind:
            case "own":
                return self._weighed(ability, (self.sums.me,), (self.sums.me,), least)
            case "named":
                return self._named(ability, least)
            case "around":
                return self._covering(ability, self.within(ability.size, self._everybody(ability)), least)
            case "turned":
                return self._turned(ability, least)
            case "aimed":
                return self._aimed(ability, least)
            case "place":
                return self._places(ability, least)
            case _:
                return ()

    def _everybody(self, ability: AbilityProfile) -> Sequence[CombatProfile]:
        return self.sums.group("any", downed=ability.takes_downed)

    def _weighed(
        self,
        ability: AbilityProfile,
        met: Sequence[CombatProfile],
        under: Sequence[CombatProfile],
        least: float,
        **aim: Any,
    ) -> Sequence[WeighedAim]:
        sums, worth = self.sums, 0.0
        for gain in sums.effects(ability, met):
            worth += gain
        if not self._adds_up(ability):
            worth += aside(sums, ability, met, Use(ability=ability.name, **aim), under)
        if worth > least:
            worth -= price(sums, ability, met, worth)
            if worth > least:
                return (WeighedAim(worth, aim, met, under),)
        return ()

    def _covering(
        self, ability: AbilityProfile, near: Sequence[CombatProfile], least: float, **aim: Any
    ) -> Sequence[WeighedAim]:
        met, who = near, ability.who
        if who != "any":
            group = self.sums.group(who, downed=ability.takes_downed)
            met = [one for one in near if one in group]
        if ability.asks:
            met = self.sums.fitting(ability, met)
        if met or any(certain for _, certain in ability.beside):
            return self._weighed(ability, met, near, least, **aim)
        return ()

    def _named(self, ability: AbilityProfile, least: float) -> list[WeighedAim]:
        found: list[WeighedAim] = []
        near, effect = self.in_range(ability), self.sums.effect
        for one, worth in zip(near, self.sums.effects(ability, near), strict=True):
            if not ability.plain or worth > least:
                found += self._weighed(ability, (one,), (one,), least, target=one.creature.name)
        if ability.most > 1 and len(near) > 1:
            dear = sorted(near, key=lambda one: -effect(ability, one))
            met = [one for one in dear[: ability.most] if effect(ability, one) > 0]
            if len(met) > 1:
                names = tuple([one.creature.name for one in met])
                found += self._weighed(ability, met, met, least, targets=names)
        return found

    def _turned(self, ability: AbilityProfile, least: float) -> list[WeighedAim]:
        near = self._apparent(ability)
        found: list[WeighedAim] = []
        box, me = self.user.box, self.sums.me
        others = [one for one in self.within(ability.size, self._everybody(ability)) if one is not me]
        seen: set[tuple[int, int] | None] = {None}
        for one in near:
            x0, y0, _, x1, y1, _ = one.box
            way = nearest_direction(x0 + x1 - box.x0 - box.x1, y0 + y1 - box.y0 - box.y1)
            if way is not None and way not in seen:
                seen.add(way)
                east, south, steps = self._shape(ability, way)
                x, y = box.x0 + east, box.y0 + south
                under = [other for other in others if _under(x, y, steps, other.box)]
                found += self._covering(ability, under, least, direction=way)
        return found

    def faces(self, ability: AbilityProfile, one: CombatProfile) -> bool:
        """True if an area that is turned towards a creature covers it."""
        box, (x0, y0, _, x1, y1, _) = self.user.box, one.box
        way = nearest_direction(x0 + x1 - box.x0 - box.x1, y0 + y1 - box.y0 - box.y1)
        if way is None:
            return False
        east, south, steps = self._shape(ability, way)
        return _under(box.x0 + east, box.y0 + south, steps, one.box)

    def _shape(self, ability: AbilityProfile, way: tuple[int, int]) -> Shape:
        user, spec = self.user, ability.step.area
        assert spec is not None
        key = (*way, user.size.side)
        found = ability.shapes.get(key)
        if found is None:
            shape, (x, y, _) = area(self.world, user, spec, StepAim(direction=way)).shape, user.box.anchor
            if not isinstance(shape, Template):  # cut off by the board
                return -x, -y, frozenset(shape)
            found = ability.shapes.keep(key, (shape.x - x, shape.y - y, shape.steps))
        return found

    # --- areas at squares -------------------------------------------------------------------------------

    def _squares(self, ability: AbilityProfile) -> AimSquares:
        """Returns the squares that an area may be aimed at."""
        spec, board = ability.step.area, self.world.board
        assert spec is not None
        corner, alternates = spec.from_ == "corner", self.world.rules.grid.distance_cycle == "alternating"
        if spec.shape == "burst":
            steps = corner_disc(alternates, ability.size) if corner else disc(alternates, ability.size)
        else:
            steps = frozenset(area_on(spec, 0, 0, 0, ability.size))
        most = max(board.width, board.height)
        reach = ability.reach if isinstance(ability.reach, int) and ability.reach < most else None
        pad = max(ability.size + 1, 0 if reach is None else reach)
        stride = board.width + 2 * pad
        open_ = self._open(pad, stride)
        x0, y0, _, x1, y1, _ = self.user.box
        if reach is not None:
            open_ &= _bits(ring(alternates, x1 - x0, y1 - y0, reach), pad, stride, turned=False) << (y0 * stride + x0)
        return AimSquares(_bits(steps, pad, stride, turned=True), open_, pad, stride)

    def _aimed(self, ability: AbilityProfile, least: float) -> list[WeighedAim]:
        wanted = self._apparent(ability)
        found: list[WeighedAim] = []
        squares = self._squares(ability)
        good: list[tuple[CombatProfile, int]] = []
        bad: list[int] = []
        masks: list[tuple[CombatProfile, int]] = []
        harmful = ability.who in ("any", "others")
        for one in self._everybody(ability):
            mask = squares.covering(one.box)
            if mask:
                masks.append((one, mask))
                if one in wanted:
                    good.append((one, mask))
                elif harmful and self.sums.effect(ability, one) < 0:
                    bad.append(mask)
        seen: set[int] = set()
        for first, start in good:
            for careful in (True, False) if bad else (False,):
                places = start
                for mask in bad if careful else ():
                    places &= ~mask
                for one, mask in good if places else ():
                    if one is not first and places & mask:
                        places &= mask
                for mask in bad if places and not careful else ():
                    places = places & ~mask or places
                if places and places not in seen:
                    seen.add(places)
                    found += self._at(ability, places, masks, squares, least)
        return found

    def _at(
        self,
        ability: AbilityProfile,
        places: int,
        masks: Sequence[tuple[CombatProfile, int]],
        squares: AimSquares,
        least: float,
    ) -> Iterator[WeighedAim]:
        bit = places & -places
        near = [one for one, mask in masks if mask & bit]
        for number in range(self.cells):
            y, x = divmod(bit.bit_length() - 1, squares.stride)
            aims = self._covering(ability, near, least, at=(x - squares.pad, y - squares.pad))
            yield from aims
            places &= ~bit
            if not places or not aims or self._is_sure(ability, aims[0].aim):
                return
            bit = places & -places if number % 2 else 1 << (places.bit_length() - 1)

    def _is_sure(self, ability: AbilityProfile, aim: Mapping[str, Any]) -> bool:
        """True if the area surely covers all squares of its shape."""
        return self._plain

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
                for y, row in enumerate(board.tiles)
                for x, tile in enumerate(row)
                if not tile.blocked
            )
            board.caches["open squares", pad] = found
        return found

    # --- places to go to --------------------------------------------------------------------------------

    def _places(self, ability: AbilityProfile, least: float) -> Iterator[WeighedAim]:
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
                yield from self._weighed(ability, (), (), least, at=square)

    # --- what is true -----------------------------------------------------------------------------------

    def true(self, ability: AbilityProfile, aim: WeighedAim) -> WeighedAim | None:
        """Returns the aim with the creatures that it really affects; None if illegal or useless."""
        world, user, sums = self.world, self.user, self.sums
        intent = Use(ability=ability.name, **aim.aim)
        if not sums.view.lawful(intent):
            return None
        if not ability.wide or self._is_sure(ability, aim.aim):
            return aim
        step = ability.step
        real = covered(world, user, step, pointed(world, ability.ability, step, intent.aim))
        names = {one.name for one in inside(world, real)}
        near = [one for one in self._everybody(ability) if one.creature.name in names]
        if near == list(aim.covered):
            return aim
        return next(iter(self._covering(ability, near, LEAST, **aim.aim)), None)


def farthest(ability: AbilityProfile) -> int:
    return ability.reach + ability.size + 1 if isinstance(ability.reach, int) else 1 << 10


def _under(x: int, y: int, steps: Collection[tuple[int, int]], box: Box) -> bool:
    west, north, _, east, south, _ = box
    if west == east and north == south:
        return (west - x, north - y) in steps
    return any((right - x, down - y) in steps for right, down in box.footprint)


@lru_cache(maxsize=256)
def _bits(steps: frozenset[tuple[int, int]], pad: int, stride: int, *, turned: bool) -> int:
    sign = -1 if turned else 1
    return sum(1 << ((pad + sign * south) * stride + pad + sign * east) for east, south in steps)
