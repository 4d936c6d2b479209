"""Text is readable on its ground, in every palette."""

import pytest

pytest.importorskip("pygame")

import pygame

from fivefoot.play.replay.palettes import PALETTES, READABLE, Colour, Palette, contrast, ink_on, mix, readable
from fivefoot.scenes.board.draw import overlays
from fivefoot.scenes.window.widgets import theme

LEGIBLE = 3.0
"""The contrast of what is greyed: less, and still to be read without effort."""


def colour(text: str) -> Colour:
    """A colour from its hexadecimal form."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert ink_on((255, 230, 0)) != ink_on((60, 20, 10)) == (255, 255, 255)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_words_on_buttons_are_readable(palette: Palette) -> None:
    made = theme(palette, 14)
    for element in ("button", "#chosen"):
        colours = made[element]["colours"]
        for state in ("normal", "hovered", "selected", "active"):
            ground, ink = colour(colours[f"{state}_bg"]), colour(colours[f"{state}_text"])
            assert contrast(ground, ink) >= READABLE, (element, state)
    greyed = made["#refused"]["colours"]
    assert contrast(colour(greyed["normal_bg"]), colour(greyed["normal_text"])) >= LEGIBLE


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_words_on_panels_are_readable(palette: Palette) -> None:
    for ink in (palette.ink, palette.accent, palette.warning):
        assert contrast(palette.panel, ink) >= READABLE
    assert contrast(palette.panel, palette.faint) >= READABLE
    assert contrast(mix(palette.panel, palette.accent, 0.14), palette.ink) >= READABLE


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_words_on_the_page_itself_are_readable(palette: Palette) -> None:
    for ink in (palette.ink, palette.faint, palette.accent, palette.warning):
        assert contrast(palette.page, ink) >= READABLE


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_a_readable_colour_is_the_first_that_can_be_read(palette: Palette) -> None:
    assert readable(palette.panel, palette.faint, palette.ink) == palette.faint
    for side in (*palette.sides, palette.accent):
        for share in (0.1, 0.16, 0.22, 0.45, 1.0):
            ground = mix(palette.panel, side, share)
            assert contrast(ground, readable(ground, palette.faint, palette.ink)) >= READABLE


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_marks_and_dots_stand_out_from_the_floor(palette: Palette) -> None:
    def strongest(picture: pygame.Surface) -> float:
        floor = pygame.Surface(picture.get_size())
        floor.fill(palette.floor)
        floor.blit(picture, (0, 0))
        ground = shown(floor.get_at((picture.get_width() // 2 - 3, picture.get_height() // 2)))
        return max(
            contrast(shown(floor.get_at((x, y))), ground)
            for x in range(picture.get_width())
            for y in range(picture.get_height())
        )

    for zoom in (16, 40):
        assert strongest(overlays._markable(palette, zoom)) >= 1.5
        assert strongest(overlays._reached(palette, zoom, 1, True, 0)) >= 1.2, "dots"


def shown(pixel: pygame.Color) -> Colour:
    """A pixel without its transparency."""
    return pixel.r, pixel.g, pixel.b
