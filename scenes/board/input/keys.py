"""The names of the board's commands, and their keys, which a person may change."""

from collections.abc import Mapping

import pygame

from ....engine.messages import _, tr

COMMANDS: dict[str, tuple[str, tuple[int, ...]]] = {
    "enter": (_("do what is aimed; go the way drawn; end the turn"), (pygame.K_RETURN, pygame.K_KP_ENTER)),
    "end": (_("end the turn"), (pygame.K_END, pygame.K_BACKSPACE)),
    "skip": (_("show what happened at once"), (pygame.K_SPACE,)),
    "next": (_("the next target; with Shift, the next creature"), (pygame.K_TAB,)),
    "actions": (_("a list of all that can be done"), (pygame.K_F5,)),
    "threat": (_("show what all enemies threaten"), (pygame.K_z,)),
    "intent": (_("show what the others mean to do"), (pygame.K_F6,)),
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
    "ask": (_("be asked again what is answered by habit"), (pygame.K_F2,)),
    "log": (_("the log, line by line: how each was rolled, and its rules"), (pygame.K_F7,)),
    "rulebooks": (_("the same under five rulebooks"), (pygame.K_F3,)),
    "share": (_("share: a page, a film, the scenario"), (pygame.K_F4,)),
    "referee": (_("referee: more than creatures can do by themselves"), (pygame.K_F9,)),
    "mute": (_("sound on or off"), (pygame.K_F8,)),
    "help": (_("help"), (pygame.K_F1,)),
}
"""Commands that are not intents: the help page's description of each, and its usual keys."""

ARROWS: Mapping[int, tuple[int, int]] = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""The directions in which the arrow keys move the board's cursor."""


def bindings(own: Mapping[str, str]) -> dict[int, str]:
    """The command of each key; a person's own keys replace the usual keys of that command."""
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
    """A person's own keys once a command has got a key; a command that is left without one gets what this one had."""
    before = bindings(own)
    had = next((key for key, command in before.items() if command == name), None)
    found = {**own, name: word}
    for other in COMMANDS:
        if other != name and other in before.values() and other not in bindings(found).values() and had is not None:
            found[other] = pygame.key.name(had)
    return found


def key_words(name: str, own: Mapping[str, str]) -> str:
    """The keys of a command as a person reads them."""
    keys = [key for key, command in bindings(own).items() if command == name]
    return " or ".join(dict.fromkeys(pygame.key.name(key).capitalize() for key in keys)) or tr("no key")
