"""The atlas of pictures: complete, small, and the figure and ground that names and titles mean."""

from dataclasses import replace

import pytest

import fivefoot

pytest.importorskip("pygame")

from tests.fights import drawn

from fivefoot.engine.files import DATA_FILES
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.messages import use_language
from fivefoot.play.loading import shipped_names, shipped_text
from fivefoot.play.replay.looks import atlas_table, figure_of, scenery_of, tile_look
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.play.replay.snapshot import Figures, Snapshot
from fivefoot.scenes.board.draw.art import picture, sheet
from fivefoot.scenes.board.draw.tile_text import ground_words
from fivefoot.scenes.board.draw.tokens import covering

MOST_BYTES = 600_000


def test_every_picture_that_is_named_is_in_the_atlas_table() -> None:
    found = atlas_table()
    width, height = sheet().get_size()
    assert (width, height) == (512, 32 * -(-sum(map(len, found.places.values())) // 16))
    figures = {name.removeprefix("figure/") for name in found.places if name.startswith("figure/")}
    assert {
        *(one.partition("/")[0] for one in found.called.values()),
        *(one for role in found.roles.values() for one in role),
    } <= figures
    assert {f"{kind}/{ground}" for ground in found.scenery.values() for kind in ("ground", "wall", "pillar")} <= (
        found.places.keys()
    )
    assert all(picture(name, at, 32).get_bounding_rect().width for name in found.places for at in range(4))


def test_the_atlas_is_small() -> None:
    assert len((DATA_FILES / "art" / "atlas.png").read_bytes()) <= MOST_BYTES


@pytest.mark.parametrize("name", shipped_names())
def test_every_creature_and_ground_of_a_shipped_battle_has_a_picture(name: str) -> None:
    battle = fivefoot.loads(shipped_text(name))
    scenery = scenery_of(battle.scenario.title, battle.world.board)
    for row in battle.world.board.tiles:
        for tile in row:
            look = tile_look(tile, PALETTES["dusk"], scenery)
            assert {look.art, look.standing} <= {"", *atlas_table().places}
    for creature in Snapshot.of(battle.world).figures.values():
        assert creature.thing or figure_of(creature)[0] in atlas_table().places


def test_a_word_in_a_name_picks_the_figure_before_the_role_does() -> None:
    text = drawn("epic-path", ".....", {"Old wolf": {"at": [0, 0]}, "ann": {"at": [2, 0]}, "bob": {"at": [4, 0]}})
    seen = Snapshot.of(fivefoot.loads(text).world).figures
    assert figure_of(seen["Old wolf"])[0] == "figure/wolf"
    for name in ("ann", "bob"):
        assert figure_of(seen[name])[0] in {f"figure/{one}" for one in atlas_table().roles[seen[name].role]}


def test_ground_follows_a_word_in_the_title_then_walls() -> None:
    walls = fivefoot.loads(drawn("epic-path", "##A## #...# #####", {"A": {}})).world.board
    field = fivefoot.loads(drawn("epic-path", "..A.. .....", {"A": {}})).world.board
    assert scenery_of("", walls) == "dungeon"
    assert scenery_of("", field) == "meadow"
    assert scenery_of("The king's tollgate", field) == "street"


def test_a_square_is_told_in_the_language_in_use() -> None:
    board = fivefoot.loads(drawn("epic-path", "A.:#", {"A": {}})).world.board
    use_language("de")
    try:
        told = [ground_words(board, (x, 0)) for x in (1, 2, 3)]
    finally:
        use_language("en")
    assert told == ["1,0  Boden", "2,0  Gelände: schwierig", "3,0  Wand"]


def test_a_flier_above_a_creature_is_sheer() -> None:
    text = drawn("d20-srd", ".....", {"ann": {"at": [1, 0]}, "orc": {"at": [3, 0]}})
    world = fivefoot.loads(text).world
    shown = Snapshot.of(world)
    ann, orc = shown.figures["ann"], shown.figures["orc"]
    for cube, covers in (((3, 0, 0), False), ((2, 0, 2), False), ((3, 0, 2), True)):
        x, y, z = cube
        above = replace(ann, cube=cube, box=Box(x, y, z, x, y, z))
        moved = replace(shown, figures=Figures([above, orc]))
        assert covering(moved) == ({"ann"} if covers else set())
