"""The page of settings: colours, the size of text, speed, sound, confirmations, and the keys of the board."""

from collections.abc import Callable

import pygame

from ...play.replay.palettes import PALETTES, Palette
from ...play.table.actions import ENTRIES
from ..board.input.keys import ARROWS, COMMANDS, exchanged, key_words
from ..window.preferences import Preferences, save
from ..window.scene_stack import Change, PopScene, PushScene
from .choices_page import ChoiceRow, ChoicesPage
from .pages import Page
from .picker import Pick, Picker

ROWS = (
    ChoiceRow("palette", "Colours", tuple((palette.title, name) for name, palette in PALETTES.items())),
    ChoiceRow("ui_scale", "Size of text", tuple((f"{round(100 * s)} %", s) for s in (0.8, 1.0, 1.25, 1.5, 2.0))),
    ChoiceRow(
        "speed",
        "Speed of events",
        (("half", 0.5), ("ordinary", 1.0), ("double", 2.0), ("fourfold", 4.0), ("at once", 0.0)),
    ),
    ChoiceRow("confirm", "Ask before dangerous moves", (("yes", True), ("no", False))),
    ChoiceRow("confirm_end", "Ask before ending a turn", (("with actions left", True), ("never", False))),
    ChoiceRow("volume", "Sound", (("off", 0.0), ("soft", 0.3), ("ordinary", 0.6), ("loud", 1.0))),
    ChoiceRow("ask", "Ask about reactions and choices", (("yes", True), ("no", False))),
    ChoiceRow(
        "lookback", "Taking back", (("anything", "free"), ("until dice are rolled", "dice"), ("nothing", "never"))
    ),
)


ACTIONS = {entry.key: entry.label for entry in ENTRIES}
"""The label of the action that each key chooses."""
FIXED = frozenset(
    {
        *ARROWS, pygame.K_F11, pygame.K_F12, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL,
        pygame.K_LALT, pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI, pygame.K_CAPSLOCK, pygame.K_NUMLOCK,
    }
)  # fmt: skip
"""Keys that always mean the same."""


class SettingsPage(ChoicesPage):
    """Changes the settings, at once and for good."""

    def __init__(self, preferences: Preferences, changed: Callable[[], None]) -> None:
        palette = PALETTES[preferences.palette]
        super().__init__("Settings", ROWS, palette, preferences.ui_scale, [("keys", "Keys …", self._keys)])
        self.buttons.reverse()
        self.preferences = preferences
        self.changed = changed

    def value(self, name: str) -> object:
        """The value of a setting."""
        return getattr(self.preferences, name)

    def put(self, name: str, value: object) -> None:
        """Changes a setting."""
        setattr(self.preferences, name, value)
        save(self.preferences)
        self.palette, self.scale = PALETTES[self.preferences.palette], self.preferences.ui_scale
        self.changed()

    def _keys(self) -> Change:
        """The commands of the board, each of which can get another key."""
        own = self.preferences.keys
        listed = [Pick(f"{key_words(name, own)} : {words}") for name, (words, _) in COMMANDS.items()]
        names = list(COMMANDS)

        def chosen(index: int) -> Change:
            return PushScene(KeyPage(names[index], self.preferences, self.changed, self.palette))

        return PushScene(Picker("Keys", listed, chosen, self, self.palette, self.preferences.ui_scale))


class KeyPage(Page):
    """Asks for the key of a command; a command that had that key gets this one's."""

    def __init__(self, command: str, preferences: Preferences, changed: Callable[[], None], palette: Palette) -> None:
        words = f"for: {COMMANDS[command][0]}<br>Delete gives all commands their usual keys. Esc leaves all as it is."
        super().__init__("Press a key", words, palette, preferences.ui_scale)
        self.words, self.command, self.preferences, self.changed = words, command, preferences, changed

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Handles an event: the next key is the command's."""
        if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
            return super().handle(event)
        name = pygame.key.name(event.key)
        if event.key in FIXED or name in ACTIONS:
            whose = f"the action {ACTIONS[name]}" if name in ACTIONS else "something else always"
            self.text = f"{self.words}<br><br><b>{name.capitalize()}</b> is for {whose}. Press another key."
            self.resize(pygame.display.get_window_size())
            return None
        if event.key == pygame.K_DELETE:
            self.preferences.keys = {}
        else:
            self.preferences.keys = exchanged(self.preferences.keys, self.command, name)
        save(self.preferences)
        self.changed()
        return PopScene()
