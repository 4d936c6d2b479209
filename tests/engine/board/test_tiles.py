"""Tiles: the characters every map knows, and how a legend adds to them."""

import msgspec
import pytest

from fivefoot.engine.board.tiles import BUILT_IN, TileSpec, legend, tile


def test_every_character_of_the_contract_is_there() -> None:
    assert "".join(sorted(BUILT_IN)) == "".join(sorted(".#o:%~123456789_^,ds"))
    assert all(found.char == char for char, found in BUILT_IN.items())


def test_wall_and_pillar_block_but_only_the_wall_has_corners() -> None:
    wall, pillar = BUILT_IN["#"], BUILT_IN["o"]
    assert wall.blocked
    assert pillar.blocked
    assert (wall.fills, pillar.fills) == (True, False)
    assert (wall.effect, pillar.effect) == (True, False)
    assert (wall.sight, pillar.sight) == (True, False)
    assert not wall.solid  # burrowers do not pass masonry


def test_built_in_characters_are_these_kinds_of_ground() -> None:
    assert BUILT_IN["."].terrain == "normal"
    assert BUILT_IN[":"].terrain == "difficult"
    assert BUILT_IN["%"].terrain == "impeded"
    assert BUILT_IN[","].obstacle
    assert BUILT_IN["."].under == "stone"


def test_water_is_two_deep_and_level_with_the_floor() -> None:
    water = BUILT_IN["~"]
    assert (water.floor, water.water, water.top) == (-2, 2, 0)


def test_digits_are_floors_that_many_squares_up() -> None:
    assert [BUILT_IN[str(level)].floor for level in range(1, 10)] == list(range(1, 10))


def test_the_pit_is_a_deep_hazard_and_the_hazard_no_pit() -> None:
    pit, hazard = BUILT_IN["_"], BUILT_IN["^"]
    assert (pit.floor, pit.hazard, pit.pit) == (-4, True, True)
    assert (hazard.floor, hazard.hazard, hazard.pit) == (0, True, False)


@pytest.mark.parametrize(("char", "ground"), [("d", "dirt"), ("s", "stone")])
def test_earth_fills_its_square(char: str, ground: str) -> None:
    earth = BUILT_IN[char]
    assert (earth.ground, earth.solid, earth.fills, earth.blocked) == (ground, True, True, True)
    assert earth.sight


def test_an_entry_for_a_built_in_character_takes_its_place() -> None:
    tiles = legend({"~": TileSpec(damage=3), "L": TileSpec(damage="2d6", hazard=True)})
    assert (tiles["~"].water, tiles["~"].damage) == (0, 3)
    assert (tiles["L"].damage, tiles["L"].hazard) == ("2d6", True)
    assert tiles["#"] == BUILT_IN["#"]
    assert BUILT_IN["~"].water == 2  # the built-in tiles stay what they are


def test_blocked_alone_does_not_fill() -> None:
    assert not tile("p", TileSpec(terrain="blocked")).fills
    assert tile("w", TileSpec(terrain="blocked", fills=True)).effect


def test_a_grating_can_be_seen_through_and_a_curtain_cannot() -> None:
    grating = tile("g", TileSpec(terrain="blocked", fills=True, sight=False, effect=False))
    curtain = tile("c", TileSpec(sight=True))
    assert (grating.sight, grating.effect) == (False, False)
    assert (curtain.sight, curtain.effect, curtain.blocked) == (True, False, False)


@pytest.mark.parametrize(
    ("spec", "floor", "top"),
    [
        (TileSpec(water=3), -3, 0),
        (TileSpec(water=3, floor=0), 0, 3),
        (TileSpec(water=1, floor=-4), -4, -3),
        (TileSpec(floor=-2), -2, -2),
    ],
)
def test_the_surface_is_floor_and_water(spec: TileSpec, floor: int, top: int) -> None:
    found = tile("w", spec)
    assert (found.floor, found.top) == (floor, top)


@pytest.mark.parametrize(
    ("spec", "solid"),
    [
        (TileSpec(ground="dirt"), True),
        (TileSpec(ground="dirt", terrain="blocked"), True),
        (TileSpec(ground="dirt", floor=0), False),
        (TileSpec(ground="dirt", floor=2), False),
        (TileSpec(ground="dirt", terrain="difficult"), False),
        (TileSpec(ground="dirt", water=1), False),
        (TileSpec(ground="dirt", floor=0, solid=True), True),
        (TileSpec(terrain="blocked", fills=True), False),
    ],
)
def test_ground_fills_the_square_unless_there_is_something_to_stand_on(spec: TileSpec, solid: bool) -> None:
    found = tile("x", spec)
    assert found.solid is solid
    assert found.blocked is (solid or spec.terrain == "blocked")
    if spec.ground:
        assert found.under == "dirt"


@pytest.mark.parametrize(
    ("spec", "pit"),
    [
        (TileSpec(hazard=True, floor=-2), True),
        (TileSpec(hazard=True, floor=-1), False),
        (TileSpec(floor=-4), False),
        (TileSpec(hazard=True, floor=-4, water=4), False),
        (TileSpec(floor=-4, pit=True), True),
        (TileSpec(hazard=True, floor=-4, pit=False), False),
    ],
)
def test_a_pit_is_a_hazard_two_or_more_below_zero(spec: TileSpec, pit: bool) -> None:
    assert tile("x", spec).pit is pit


def test_stairs_are_a_ramp() -> None:
    assert tile("x", TileSpec(stairs=True, floor=1)).ramp
    assert tile("x", TileSpec(ramp=True, floor=1)).ramp


@pytest.mark.parametrize("damage", ["2d6", "d4", "1d8+3", "3d6 - 1", "12", 0, 7])
def test_damage_is_dice_or_a_number(damage: str | int) -> None:
    assert msgspec.convert({"damage": damage}, TileSpec).damage == damage


@pytest.mark.parametrize("damage", ["", "2x6", "0d6", "d0", "2d", "99999d6", "2d6+", "-3", -3, 1.5, True])
def test_any_other_damage_is_refused(damage: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"damage": damage}, TileSpec)
