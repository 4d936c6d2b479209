"""Settings: colours, text, speed, sound, confirmations, keys."""

from collections.abc import Callable

import pygame

from ...engine.messages import _, system_language, tr, use_language
from ...play.replay.palettes import PALETTES
from ...play.table.actions import ENTRIES
from ..window.commands import (
    BUTTONS,
    COMMANDS,
    FIXED,
    RESERVED,
    Cancel,
    Invoke,
    exchanged,
    in_list,
    key_words,
    pad_exchanged,
    pad_words,
    words_of,
)
from ..window.preferences import Preferences, save
from ..window.scene_stack import Change, PopScene, PushScene
from .choices_page import ChoiceRow, ChoicesPage
from .pages import Page
from .picker import Listed, Picker

ROWS = (
    ChoiceRow("palette", _("Colours"), tuple((palette.title, name) for name, palette in PALETTES.items())),
    ChoiceRow("art", _("Board"), ((_("pictures"), True), (_("plain signs"), False))),
    ChoiceRow("names", _("Names"), ((_("below creatures"), True), (_("short"), False))),
    ChoiceRow(
        "language", _("Language"), ((_("the system's"), ""), ("English", "en"), ("Deutsch", "de"), ("Español", "es"))
    ),
    ChoiceRow("ui_scale", _("Size of text"), tuple((f"{round(100 * s)} %", s) for s in (0.8, 1.0, 1.25, 1.5, 2.0))),
    ChoiceRow(
        "speed",
        _("Speed of events"),
        ((_("half"), 0.5), (_("ordinary"), 1.0), (_("double"), 2.0), (_("fourfold"), 4.0), (_("at once"), 0.0)),
    ),
    ChoiceRow("confirm", _("Ask before dangerous moves"), ((_("yes"), True), (_("no"), False))),
    ChoiceRow("confirm_end", _("Ask before ending a turn"), ((_("with actions left"), True), (_("never"), False))),
    ChoiceRow("volume", _("Sound"), ((_("off"), 0.0), (_("soft"), 0.3), (_("ordinary"), 0.6), (_("loud"), 1.0))),
    ChoiceRow("music", _("Music"), ((_("off"), 0.0), (_("soft"), 0.15), (_("ordinary"), 0.3), (_("loud"), 0.6))),
    ChoiceRow("shake", _("Camera shake, and close-ups of the fallen"), ((_("yes"), True), (_("no"), False))),
    ChoiceRow("ask", _("Ask about reactions and choices"), ((_("yes"), True), (_("no"), False))),
    ChoiceRow("open_plans", _("Enemies' plans"), ((_("not shown"), False), (_("open and binding"), True))),
    ChoiceRow(
        "lookback",
        _("Undo"),
        ((_("anything"), "free"), (_("until dice are rolled"), "dice"), (_("nothing"), "never")),
    ),
)


ACTIONS = {entry.key: entry.label for entry in ENTRIES if entry.key}


class SettingsPage(ChoicesPage):
    """The page of settings. A change is saved at once."""

    def __init__(self, preferences: Preferences, changed: Callable[[], None]) -> None:
        palette = preferences.look
        super().__init__(tr("Settings"), ROWS, palette, preferences.ui_scale, [
            ("pad", tr("Gamepad …"), self._pad), ("keys", tr("Keys …"), self._keys),
        ])  # fmt: skip
        self.buttons.reverse()
        self.preferences = preferences
        self.changed = changed

    def resize(self, size: tuple[int, int]) -> None:
        labels = {"back": tr("Back (Esc)"), "keys": tr("Keys …"), "pad": tr("Gamepad …")}
        self.title = tr("Settings")
        self.buttons = [(name, labels[name], act) for name, _, act in self.buttons]
        super().resize(size)

    def value(self, name: str) -> object:
        return getattr(self.preferences, name)

    def put(self, name: str, value: object) -> None:
        setattr(self.preferences, name, value)
        save(self.preferences)
        if name == "language":
            use_language(self.preferences.language or system_language())
        self.palette, self.scale = self.preferences.look, self.preferences.ui_scale
        self.changed()

    def _keys(self) -> Change:
        own = self.preferences.keys
        told = [f"{key_words(name, own)} : {tr(words)}" for name, (words, _) in COMMANDS.items()]
        return self._listed(tr("Keys"), told, [*COMMANDS], KeyPage)

    def _pad(self) -> Change:
        own, names = self.preferences.pad, [*COMMANDS, *FIXED]
        told = [f"{pad_words(name, own)} : {words_of(name)}" for name in names]
        return self._listed(tr("Gamepad"), told, names, PadPage)

    def _listed(self, title: str, told: list[str], names: list[str], page: "type[PadPage | KeyPage]") -> Change:
        def chosen(index: int) -> Change:
            return PushScene(page(names[index], self.preferences, self.changed))

        scale = self.preferences.ui_scale
        return PushScene(Picker(title, [Listed(one) for one in told], chosen, self, self.palette, scale))


class AssignPage(Page):
    """Asks for a new key for a command.

    If another command has the key, the two swap keys.
    """

    def __init__(
        self, title: str, words: str, command: str, preferences: Preferences, changed: Callable[[], None]
    ) -> None:
        super().__init__(title, words, preferences.look, preferences.ui_scale)
        self.words, self.command, self.preferences, self.changed = words, command, preferences, changed

    def _assigned(self) -> Change:
        save(self.preferences)
        self.changed()
        return PopScene()


class PadPage(AssignPage):
    def __init__(self, command: str, preferences: Preferences, changed: Callable[[], None]) -> None:
        words = tr(
            "for: {command}<br>Delete gives all commands their usual buttons. Esc leaves all as it is.",
            command=words_of(command),
        )
        super().__init__(tr("Press a button of the gamepad"), words, command, preferences, changed)

    def handle(self, event: pygame.event.Event) -> Change | None:
        button = event.dict.get("button") if event.type in (pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN) else None
        if button is not None and button in BUTTONS:
            self.preferences.pad = pad_exchanged(self.preferences.pad, self.command, button)
        elif in_list(event) == Invoke("delete"):
            self.preferences.pad = {}
        else:
            return super().handle(event)
        return self._assigned()


class KeyPage(AssignPage):
    def __init__(self, command: str, preferences: Preferences, changed: Callable[[], None]) -> None:
        words = tr(
            "for: {command}<br>Delete gives all commands their usual keys. Esc leaves all as it is.",
            command=words_of(command),
        )
        super().__init__(tr("Press a key"), words, command, preferences, changed)

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type != pygame.KEYDOWN or in_list(event) == Cancel():
            return super().handle(event)
        name = pygame.key.name(event.key)
        if event.key in RESERVED or name in ACTIONS:
            whose = tr("the action {action}", action=ACTIONS[name]) if name in ACTIONS else tr("a fixed command")
            self.text = tr(
                "{words}<br><br><b>{key}</b> is for {whose}. Press another key.",
                words=self.words,
                key=name.capitalize(),
                whose=whose,
            )
            self.resize(pygame.display.get_window_size())
            return None
        if in_list(event) == Invoke("delete"):
            self.preferences.keys = {}
        else:
            self.preferences.keys = exchanged(self.preferences.keys, self.command, name)
        return self._assigned()
