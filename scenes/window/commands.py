"""Commands from mouse, keyboard, gamepad and touch."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import pygame

from ...engine.messages import Message, _, either, language_in_use, tr

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Point:
    """An input: point at a pixel without a click."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class Press:
    """An input: click at a pixel. A finger's first tap only points."""

    spot: Spot
    shift: bool = False
    touch: bool = False


@dataclass(frozen=True, slots=True)
class MoveCursor:
    """An input: move the board's cursor, or the focus between buttons."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Next:
    """An input: go to the next target or creature."""

    back: bool = False


@dataclass(frozen=True, slots=True)
class Confirm:
    """An input: confirm the chosen target, or press the button with the focus."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """An input: stop aiming, or go back."""

    aim_only: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """An input: undo or redo."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class Invoke:
    """An input: carry out a command that has a key or button, by its name."""

    name: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Pan:
    """An input: move the view of the board by pixels."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Zoom:
    """An input: zoom in or out."""

    steps: int
    at: Spot | None = None
    """The fixed pixel; None: the cursor's square."""


@dataclass(frozen=True, slots=True)
class Pick:
    """An input: press the button or option with a number, counted from 1."""

    place: int


Command: TypeAlias = Point | Press | MoveCursor | Next | Confirm | Cancel | Undo | Invoke | Pan | Zoom | Pick

# --- their names, and the keys and buttons that a person may change --------------------------------------------

COMMANDS: dict[str, tuple[str, tuple[int, ...]]] = {
    "enter": (_("perform the aimed action; walk the drawn path; end the turn"), (pygame.K_RETURN, pygame.K_KP_ENTER)),
    "end": (_("end the turn"), (pygame.K_END, pygame.K_BACKSPACE)),
    "skip": (_("show what happened at once"), (pygame.K_SPACE,)),
    "next": (_("the next target; with Shift, the next creature"), (pygame.K_TAB,)),
    "actions": (_("a list of all that can be done"), (pygame.K_F5,)),
    "threat": (_("show what all enemies threaten"), (pygame.K_z,)),
    "intent": (_("show the others' plans"), (pygame.K_F6,)),
    "reach": (_("show where the chosen creature can get"), (pygame.K_y,)),
    "speed": (_("change how fast events are shown"), (pygame.K_e,)),
    "fit": (_("show all of the board"), (pygame.K_n,)),
    "closer": (_("closer"), (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)),
    "farther": (_("farther"), (pygame.K_MINUS, pygame.K_KP_MINUS)),
    "less": (_("a shorter push or fall, less cover"), (pygame.K_LEFTBRACKET,)),
    "more": (_("a longer push or fall, more cover"), (pygame.K_RIGHTBRACKET,)),
    "up": (_("aim higher"), (pygame.K_PAGEUP,)),
    "down": (_("aim lower"), (pygame.K_PAGEDOWN,)),
    "mode": (_("another way of moving"), (pygame.K_PERIOD,)),
    "roll": (_("a push with or without its roll (referee)"), (pygame.K_COMMA,)),
    "ask": (_("forget the answers that you always give"), (pygame.K_F2,)),
    "log": (_("the log, line by line: how each was rolled, and its rules"), (pygame.K_F7,)),
    "rulebooks": (_("the same under five rulebooks"), (pygame.K_F3,)),
    "share": (_("share: a page, a film, the scenario"), (pygame.K_F4,)),
    "referee": (_("referee: more than creatures can do by themselves"), (pygame.K_F9,)),
    "desk": (_("the referee's desk: heal, hide, place, take out, give the turn"), (pygame.K_F10,)),
    "mute": (_("sound on or off"), (pygame.K_F8,)),
    "help": (_("help"), (pygame.K_F1,)),
}
"""Configurable commands: description and default keys."""
FIXED: dict[str, tuple[str, int]] = {
    "cancel": (_("stop aiming; the menu; go back"), pygame.K_ESCAPE),
    "undo": (_("undo"), pygame.K_z),
    "redo": (_("redo"), pygame.K_y),
    "menu": (_("the menu"), pygame.K_ESCAPE),
}
"""Fixed keys, `undo` and `redo` with Ctrl; pad buttons are configurable."""

ARROWS: Mapping[int, tuple[int, int]] = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""Cursor steps of the arrow keys."""
LISTS: Mapping[int, str] = {
    pygame.K_PAGEUP: "page-up",
    pygame.K_PAGEDOWN: "page-down",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_DELETE: "delete",
    pygame.K_F1: "help",
}
"""Fixed keys of menus and lists."""
REPLAY: Mapping[int, str] = {
    pygame.K_HOME: "first",
    pygame.K_PAGEUP: "turn-back",
    pygame.K_LEFT: "back",
    pygame.K_SPACE: "play",
    pygame.K_RIGHT: "on",
    pygame.K_PAGEDOWN: "turn-on",
    pygame.K_END: "last",
    pygame.K_t: "turning",
    pygame.K_e: "speed",
    pygame.K_p: "take-up",
}
"""Keys of a replay, by button."""
JOINED: Mapping[int, str] = {pygame.K_e: "end", pygame.K_END: "end"}
"""Keys of a battle on a server."""
EDITOR: Mapping[int, str] = {
    pygame.K_b: "paint",
    pygame.K_r: "box",
    pygame.K_f: "fill",
    pygame.K_e: "edge",
    pygame.K_c: "creature",
    pygame.K_s: "select",
    pygame.K_SPACE: "use",
    pygame.K_LEFTBRACKET: "tile-before",
    pygame.K_RIGHTBRACKET: "tile-after",
    pygame.K_BACKSPACE: "delete",
    pygame.K_t: "turn-over",
    pygame.K_m: "mirror-across",
    pygame.K_n: "mirror-down",
    pygame.K_F2: "scenario",
    pygame.K_F3: "tile",
    pygame.K_F4: "board",
    pygame.K_F5: "play",
    pygame.K_F6: "balance",
}
"""Keys of the editor; letters are tools."""
WINDOW: Mapping[int, str] = {pygame.K_F11: "full-screen", pygame.K_F12: "screenshot"}
REPEATED = frozenset(
    {
        *ARROWS, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_PLUS, pygame.K_EQUALS, pygame.K_MINUS,
        pygame.K_KP_PLUS, pygame.K_KP_MINUS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET,
    }
)  # fmt: skip
"""Keys that repeat while held."""
RESERVED = frozenset(
    {
        *ARROWS, *WINDOW, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL,
        pygame.K_LALT, pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI, pygame.K_CAPSLOCK, pygame.K_NUMLOCK,
        *range(pygame.K_1, pygame.K_9 + 1),
    }
)  # fmt: skip
"""Keys that no command can have."""
PAD: Mapping[str, int] = {
    "enter": pygame.CONTROLLER_BUTTON_A,
    "cancel": pygame.CONTROLLER_BUTTON_B,
    "actions": pygame.CONTROLLER_BUTTON_X,
    "end": pygame.CONTROLLER_BUTTON_Y,
    "intent": pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    "next": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    "undo": pygame.CONTROLLER_BUTTON_BACK,
    "skip": pygame.CONTROLLER_BUTTON_START,
    "fit": pygame.CONTROLLER_BUTTON_LEFTSTICK,
    "help": pygame.CONTROLLER_BUTTON_RIGHTSTICK,
}
BUTTONS: Mapping[int, tuple[str, str]] = {
    pygame.CONTROLLER_BUTTON_A: ("a", "(A)"),
    pygame.CONTROLLER_BUTTON_B: ("b", "(B)"),
    pygame.CONTROLLER_BUTTON_X: ("x", "(X)"),
    pygame.CONTROLLER_BUTTON_Y: ("y", "(Y)"),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: ("left shoulder", "L1"),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: ("right shoulder", "R1"),
    pygame.CONTROLLER_BUTTON_BACK: ("back", "(Back)"),
    pygame.CONTROLLER_BUTTON_START: ("start", "(Start)"),
    pygame.CONTROLLER_BUTTON_LEFTSTICK: ("left stick", "L3"),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: ("right stick", "R3"),
}
"""Assignable buttons: name and glyph."""


def bindings(own: Mapping[str, str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for name, (_words, usual) in COMMANDS.items():
        for key in usual:
            found.setdefault(key, name)
    for name, word in own.items():
        if name not in COMMANDS:
            continue
        try:
            code = pygame.key.key_code(word)
        except (ValueError, pygame.error):
            continue
        found = {key: command for key, command in found.items() if command != name}
        found[code] = name
    return found


def exchanged(own: Mapping[str, str], name: str, word: str) -> dict[str, str]:
    """Gives a command a new key. A command that had the key gets the old one.

    Returns all keys that differ from the defaults.
    """
    before = bindings(own)
    had = next((key for key, command in before.items() if command == name), None)
    found = {**own, name: word}
    for other in COMMANDS:
        if other != name and other in before.values() and other not in bindings(found).values() and had is not None:
            found[other] = pygame.key.name(had)
    return found


def pad_bindings(own: Mapping[str, str]) -> dict[int, str]:
    codes = {name: code for code, (name, _glyph) in BUTTONS.items()}
    found = {code: name for name, code in PAD.items()}
    for command, button in own.items():
        if button in codes and (command in COMMANDS or command in FIXED):
            found = {code: name for code, name in found.items() if name != command}
            found[codes[button]] = command
    return found


def pad_exchanged(own: Mapping[str, str], name: str, button: int) -> dict[str, str]:
    """Gives a command a new gamepad button. A command that had the button gets the old one.

    Returns all buttons that differ from the defaults.
    """
    before = pad_bindings(own)
    had = next((code for code, command in before.items() if command == name), None)
    found = {**own, name: BUTTONS[button][0]}
    other = before.get(button)
    if other is not None and other != name and had is not None:
        found[other] = BUTTONS[had][0]
    return found


def words_of(name: str) -> str:
    return tr(COMMANDS[name][0] if name in COMMANDS else FIXED[name][0])


def key_words(name: str, own: Mapping[str, str]) -> str:
    names = key_names(name, own)
    return either(names).told(language_in_use()) if names else tr("no key")


def key_names(name: str, own: Mapping[str, str]) -> list[Message]:
    if name == "cancel":
        return [Message(_("Esc"))]
    keys = [key for key, command in bindings(own).items() if command == name]
    return [Message(word) for word in dict.fromkeys(map(_key_word, keys))]


def _key_word(key: int) -> str:
    return "Enter" if key == pygame.K_RETURN else pygame.key.name(key).capitalize()


KEYS = (
    _("Enter"),
    _("Space"),
    _("End"),
    _("Backspace"),
    _("Page up"),
    _("Page down"),
    _("Home"),
    _("Delete"),
)
"""The keys with names of words, as pygame has them."""


def pad_words(name: str, own: Mapping[str, str]) -> str:
    return next((BUTTONS[code][1] for code, one in pad_bindings(own).items() if one == name), tr("no button"))


def key_of(command: str) -> tuple[int, int]:
    if command in FIXED:
        return FIXED[command][1], pygame.KMOD_CTRL if command in ("undo", "redo") else 0
    return COMMANDS[command][1][0], 0


# --- in menus, lists and pages ---------------------------------------------------------------------------------


def in_list(event: pygame.event.Event, own: Mapping[int, str] = MappingProxyType({})) -> Command | None:
    """Returns the command of a key or button in a list; else None. A menu is a list too."""
    if event.type != pygame.KEYDOWN:
        return None
    named, typed = event.dict.get("command"), event.dict.get("unicode", "")
    if named:
        return _named(named, back=False)
    if event.mod & pygame.KMOD_CTRL and own:
        return _with_ctrl(event)
    if event.key in own:
        return Invoke(own[event.key])
    if event.key in ARROWS:
        return MoveCursor(*ARROWS[event.key])
    match event.key:
        case pygame.K_RETURN | pygame.K_KP_ENTER:
            return Confirm()
        case pygame.K_ESCAPE:
            return Cancel()
        case pygame.K_TAB:
            return Next(back=bool(event.mod & pygame.KMOD_SHIFT))
    if event.key in LISTS:
        return Invoke(LISTS[event.key])
    return Pick(int(typed)) if typed.isdecimal() and typed != "0" else None


def of_window(event: pygame.event.Event) -> str | None:
    """Returns the window's command for a key, such as full screen; None for other keys."""
    if event.type != pygame.KEYDOWN:
        return None
    return "full-screen" if event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT else WINDOW.get(event.key)


def writes(event: pygame.event.Event) -> bool:
    """True if a key belongs to the text field with the focus, not to the window."""
    if event.mod & pygame.KMOD_CTRL:
        return event.key not in (pygame.K_s, pygame.K_o, pygame.K_z, pygame.K_y)
    ours = (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER)
    return event.key not in ours and not pygame.K_F1 <= event.key <= pygame.K_F12


def _with_ctrl(event: pygame.event.Event) -> Command:
    if event.key in (pygame.K_z, pygame.K_y):
        return Undo(again=event.key == pygame.K_y or bool(event.mod & pygame.KMOD_SHIFT))
    held = f"ctrl+{pygame.key.name(event.key)}"
    return Invoke(held, held)


# --- from devices to commands ----------------------------------------------------------------------------------

PAN = 60
"""Pixels per Shift and arrow key."""
SLOP = 12
"""Pixels a tap may slip."""
PINCH = 0.06
"""Finger distance per zoom step, in windows."""


class CommandReader:
    """Converts inputs from mouse, keys, fingers and gamepad to commands."""

    def __init__(self, drags: Collection[int] = (2, 3)) -> None:
        self.keys = bindings({})
        """Command by key."""
        self.drags = drags
        """The mouse buttons that drag the view."""
        self.dragging = False
        """True while the view is dragged."""
        self.pad_in_hand = False
        """True after gamepad input; glyphs are shown."""
        self._grip: Spot | None = None
        self._finger: Spot | None = None
        self._spot: Spot = (0, 0)
        self._pinched = 0.0

    def read(self, event: pygame.event.Event) -> list[Command]:
        match event.type:
            case pygame.KEYDOWN:
                self.pad_in_hand = "command" in event.dict
                return self._typed(event)
            case pygame.MOUSEMOTION:
                self.pad_in_hand = False
                return self._moved(event.pos)
            case pygame.MOUSEBUTTONDOWN:
                self.pad_in_hand = False
                return self._pressed(event)
            case pygame.MOUSEBUTTONUP:
                return self._let_go(event)
            case pygame.MOUSEWHEEL:
                return self._wheeled(event.y)
            case pygame.MULTIGESTURE:
                self._pinched += event.pinched
                steps = int(self._pinched / PINCH)
                self._pinched -= steps * PINCH
                return [Zoom(steps, self._spot)] if steps else []
        return []

    def _moved(self, spot: Spot) -> list[Command]:
        self._spot = spot
        if self._finger is not None and max(abs(spot[0] - self._finger[0]), abs(spot[1] - self._finger[1])) > SLOP:
            self._grip = self._grip or self._finger
            self.dragging = True
        if self._grip is None:
            return [Point(spot)]
        dx, dy = self._grip[0] - spot[0], self._grip[1] - spot[1]
        self._grip = spot
        return [Pan(dx, dy), Point(spot)]

    def _pressed(self, event: pygame.event.Event) -> list[Command]:
        self._spot = event.pos
        if event.button in self.drags:
            self._grip, self.dragging = event.pos, True
        if event.button == 3:
            return [Cancel(aim_only=True)]
        if event.button != 1:
            return []
        if event.dict.get("touch") and 1 not in self.drags:
            self._finger = event.pos
            return [Point(event.pos)]
        return [Press(event.pos, shift=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))]

    def _let_go(self, event: pygame.event.Event) -> list[Command]:
        tapped = self._finger is not None and not self.dragging and event.button == 1
        self._grip, self._finger, self.dragging = None, None, False
        return [Press(event.pos, touch=True)] if tapped else []

    def _wheeled(self, steps: int) -> list[Command]:
        held = pygame.key.get_mods()
        if held & (pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
            more, less = ("more", "less") if held & pygame.KMOD_CTRL else ("up", "down")
            return [Invoke(more if steps > 0 else less)] * abs(steps)
        return [Zoom(steps, self._spot)]

    def _typed(self, event: pygame.event.Event) -> list[Command]:
        named = event.dict.get("command")
        if named:
            return [_named(named, back=False)]
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in ARROWS:
            dx, dy = ARROWS[event.key]
            return [Pan(dx * PAN, dy * PAN) if shift else MoveCursor(dx, dy)]
        if event.mod & pygame.KMOD_CTRL:
            return [_with_ctrl(event)]
        if event.key == pygame.K_ESCAPE:
            return [Cancel()]
        key = event.unicode.lower() if event.unicode.isprintable() else ""
        name = self.keys.get(event.key)
        if name is not None:
            return [_named(name, key, back=shift)]
        return [Invoke(key, key)] if key else []


def _named(name: str, key: str = "", *, back: bool) -> Command:
    match name:
        case "enter":
            return Confirm()
        case "cancel":
            return Cancel()
        case "next":
            return Next(back)
        case "undo" | "redo":
            return Undo(again=name == "redo")
        case "closer" | "farther":
            return Zoom(1 if name == "closer" else -1)
    return Invoke(name, key)
