"""The arguments of a seat's calls."""

from typing import Any

import msgspec

from ...components.position import Cube
from ...engine.messages import ENGLISH
from .offers import Square

Plain = dict[str, Any]


class OpenArgs(msgspec.Struct, forbid_unknown_fields=True):
    scenario: str = ""
    text: str = ""
    seat: str | msgspec.UnsetType | None = msgspec.UNSET
    """The side to play; None: watch; unset: the host's choice."""
    seed: int | None = None
    ruleset: str | None = None
    others: str | None = None
    """The brain of the other sides."""
    language: str = ENGLISH
    since: int | None = None
    """The first event number that the client lacks."""


class LookArgs(msgspec.Struct, forbid_unknown_fields=True):
    since: int | None = None


class ActionsArgs(msgspec.Struct, forbid_unknown_fields=True):
    names: tuple[str, ...] | None = None


class Aiming(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The action and targets that a client has chosen. Without an action it is a click on the board."""

    action: str = ""
    choice: str | None = None
    target: str | None = None
    also: tuple[str, ...] = ()
    path: tuple[Cube, ...] = ()
    height: int | None = None
    distance: int = 0
    mode: str | None = None
    cover: int = 0


class PointArgs(msgspec.Struct, forbid_unknown_fields=True):
    square: Square | None = None
    aiming: Aiming = Aiming()
    who: str | None = None
    """The creature meant in a shared square."""
    sure: bool = False


class ActArgs(msgspec.Struct, forbid_unknown_fields=True):
    intent: Plain
    who: str | None = None


class OverlayArgs(msgspec.Struct, forbid_unknown_fields=True):
    reach: str | None = None
    threat: bool = False
    aiming: Aiming = Aiming()


class AnswerArgs(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    always: bool = False


class EndArgs(msgspec.Struct, forbid_unknown_fields=True):
    sure: bool = True
    """False: warn instead, if a move or a strike is left."""


class CardArgs(msgspec.Struct, forbid_unknown_fields=True):
    who: str | None = None


class LegalArgs(msgspec.Struct, forbid_unknown_fields=True):
    who: str | None = None
    kinds: tuple[str, ...] = ()


class NoArgs(msgspec.Struct, forbid_unknown_fields=True):
    pass


class CallLine(msgspec.Struct):
    call: str = ""
    id: int | str | None = None
    args: msgspec.Raw = msgspec.Raw(b"{}")
