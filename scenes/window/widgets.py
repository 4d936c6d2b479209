"""Buttons, lists and tooltips by pygame_gui, in the palette's colours."""

from typing import Any

try:
    import pygame
    import pygame_gui
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("pygame_gui") from missing

from ...play.replay.palettes import Colour, Palette, contrast, hex_of, lighter, mix, readable
from .fonts import font_file

FAINTEST = 3.0
"""The least contrast of disabled elements."""


def _greyed(palette: Palette) -> Colour:
    shares = (mix(palette.panel, palette.faint, share / 100) for share in range(60, 100, 5))
    return next((grey for grey in shares if contrast(grey, palette.panel) >= FAINTEST), palette.faint)


def theme(palette: Palette, size: int) -> dict[str, Any]:
    quiet = mix(palette.panel, palette.panel_edge, 0.4)
    grey = _greyed(palette)
    chosen = mix(quiet, palette.accent, 0.55)
    pressed = mix(quiet, palette.accent, 0.4)
    pointed = mix(quiet, palette.accent, 0.25)
    face = {
        "name": "dejavu",
        "size": str(size),
        "regular_path": str(font_file("sans")),
        "bold_path": str(font_file("bold")),
        "italic_path": str(font_file("sans")),
        "bold_italic_path": str(font_file("bold")),
    }
    colours = {
        "dark_bg": hex_of(palette.panel),
        "normal_bg": hex_of(quiet),
        "hovered_bg": hex_of(pointed),
        "disabled_bg": hex_of(palette.panel),
        "selected_bg": hex_of(chosen),
        "active_bg": hex_of(pressed),
        "normal_text": hex_of(palette.ink),
        "hovered_text": hex_of(readable(pointed, palette.ink)),
        "selected_text": hex_of(readable(chosen, palette.ink)),
        "active_text": hex_of(readable(pressed, palette.ink)),
        "disabled_text": hex_of(grey),
        "normal_border": hex_of(palette.panel_edge),
        "hovered_border": hex_of(palette.accent),
        "disabled_border": hex_of(mix(palette.panel, palette.panel_edge, 0.5)),
        "selected_border": hex_of(palette.accent),
        "active_border": hex_of(palette.accent),
        "link_text": hex_of(palette.accent),
        "link_hover": hex_of(lighter(palette.accent, 0.2)),
        "filled_bar": hex_of(palette.accent),
        "unfilled_bar": hex_of(palette.panel_edge),
        "text_cursor": hex_of(palette.ink),
    }
    plain = {"shape": "rectangle", "border_width": "1", "shadow_width": "0", "tool_tip_delay": "0.25"}
    return {
        "defaults": {"font": face, "colours": colours, "misc": plain},
        "button": {"font": face, "colours": colours, "misc": plain},
        # A refused intent stays pressable: the press shows why.
        "#refused": {
            "font": face,
            "colours": colours
            | {
                "normal_bg": hex_of(palette.panel),
                "hovered_bg": hex_of(palette.panel),
                "normal_text": hex_of(grey),
                "hovered_text": hex_of(palette.warning),
            },
            "misc": plain,
        },
        "#chosen": {
            "font": face,
            "colours": colours
            | {
                "normal_bg": hex_of(chosen),
                "hovered_bg": hex_of(chosen),
                "normal_text": hex_of(readable(chosen, palette.ink)),
                "hovered_text": hex_of(readable(chosen, palette.ink)),
                "normal_border": hex_of(palette.accent),
            },
            "misc": plain,
        },
        "#title": {"font": face | {"size": str(size * 2), "bold": "1"}, "misc": {"text_horiz_alignment": "left"}},
        "label": {"font": face, "colours": colours},
        "text_box": {"font": face, "colours": colours, "misc": plain | {"padding": "8,6"}},
        # A text that has room needs no frame.
        "#open": {"misc": {"border_width": "0", "padding": "2,6"}},
        "text_entry_line": {"font": face, "colours": colours, "misc": plain | {"padding": "6,4"}},
        "drop_down_menu": {"misc": {"list_item_height": str(size + 12)}},
        "selection_list": {"font": face, "colours": colours, "misc": {"list_item_height": str(size + 12)}},
        "#left": {"misc": {"text_horiz_alignment": "left"}},
        "tool_tip": {"misc": {"rect_width": str(size * 27)}},
        "tool_tip.text_box": {
            "font": face,
            "colours": colours | {"dark_bg": hex_of(palette.panel), "normal_border": hex_of(palette.accent)},
            "misc": plain | {"border_width": "1", "padding": "8,6"},
        },
    }


REDRAWN = 1


class Manager(pygame_gui.UIManager):
    """A pygame_gui manager that redraws only a few buttons in each frame."""

    raised = 0
    """Pixels that tooltips are raised."""
    redraws = REDRAWN

    def update(self, time_delta: float) -> None:
        self.redraws = REDRAWN
        super().update(time_delta)

    def create_tool_tip(self, text: Any, position: Any, hover_distance: Any, *told: Any, **named: Any) -> Any:
        farther = (hover_distance[0], hover_distance[1] + self.raised)
        return super().create_tool_tip(text, position, farther, *told, **named)


class Button(pygame_gui.elements.UIButton):
    """A button that is redrawn in a later frame if the present one is busy."""

    def update(self, time_delta: float) -> None:
        owner = self.ui_manager
        if (
            self.drawable_shape is not None
            and self.drawable_shape.states_to_redraw_queue
            and isinstance(owner, Manager)
        ):
            if owner.redraws <= 0:
                return
            owner.redraws -= 1
        super().update(time_delta)


def manager(size: tuple[int, int], palette: Palette, text: int, *, raised: int = 0) -> Any:
    """Creates a pygame_gui manager with our fonts; tooltips are `raised` pixels higher."""
    made = Manager(size)
    made.raised = raised
    sans, bold = str(font_file("sans")), str(font_file("bold"))
    made.add_font_paths("dejavu", sans, bold, sans, bold)
    made.preload_fonts(
        [{"name": "dejavu", "point_size": text, "style": style, "antialiased": "1"} for style in ("bold", "italic")]
    )
    made.get_theme().load_theme(theme(palette, text))
    return made


BUTTON = pygame_gui.UI_BUTTON_PRESSED
DROPPED = pygame_gui.UI_DROP_DOWN_MENU_CHANGED
ENTERED = pygame_gui.UI_TEXT_ENTRY_CHANGED


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def rect(x: int, y: int, width: int, height: int) -> pygame.Rect:
    return pygame.Rect(x, y, width, height)


def fold(manager: pygame_gui.UIManager) -> bool:
    """Closes a drop-down menu that is open. Returns False if none is open."""
    for element in manager.get_sprite_group().sprites():
        if isinstance(element, pygame_gui.elements.UIDropDownMenu):
            state = element.current_state
            if state is not None and state is element.menu_states["expanded"]:
                state.should_transition = True
                element.update(0.0)
                return True
    return False
