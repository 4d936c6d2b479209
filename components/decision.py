"""Decisions: choices that the rules leave to a player in mid-resolution."""

from collections.abc import Sequence
from typing import Any

import msgspec

from .position import Cube


class DecisionOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One possible answer to a decision."""

    key: str
    """The word for this answer in calls and saves."""
    label: str
    """The answer as a person reads it."""
    at: Cube | None = None
    """The cube chosen by this answer, if cubes are chosen."""


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice that a creature's player or the referee must make."""

    about: str
    """The kind of decision: `opportunity`, `elect-prone`, `landing`, ..."""
    who: str
    """The creature that decides."""
    text: str
    """The decision as a question in one sentence."""
    options: tuple[DecisionOption, ...]
    """The allowed answers, at least two."""
    default: str
    """The answer's key if no player answers."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that leave the choice open."""
    other: str | None = None
    """The other creature concerned."""
    at: Cube | None = None
    """The cube where the decision arises."""
    to: Cube | None = None
    """The next cube on the mover's way."""
    referee: bool = False
    """True if the referee decides instead of a player."""

    def check(self, key: str | None) -> None:
        """Checks that an answer is the key of an option; None is the default.

        Raises:
            ValueError: no option has this key.
        """
        known = [option.key for option in self.options]
        if key is not None and key not in known:
            raise ValueError(f"{key!r} is no answer to {self.text!r}; answers are {', '.join(known)}")

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def place_key(place: Cube) -> str:
    """Returns the option key for a cube, such as `3,4,0`."""
    return ",".join(map(str, place))


def place_words(place: Cube) -> str:
    x, y, z = place
    return f"({x}, {y}, {z})" if z else f"({x}, {y})"


def whether(
    about: str,
    who: str,
    text: str,
    yes: str,
    no: str,
    rules: tuple[str, ...],
    *,
    at: Cube | None = None,
    referee: bool = False,
) -> Decision:
    """Creates a yes-or-no decision. The default answer is yes."""
    options = (DecisionOption(key="yes", label=yes), DecisionOption(key="no", label=no))
    return Decision(
        about=about, who=who, at=at, text=text, options=options, default="yes", rules=rules, referee=referee
    )


def which_place(
    about: str, who: str, text: str, cubes: Sequence[Cube], rules: tuple[str, ...], *, at: Cube | None = None
) -> Decision:
    """Creates a decision between cubes of the board. The default is the first cube."""
    options = tuple(DecisionOption(key=place_key(cube), label=place_words(cube), at=cube) for cube in cubes)
    return Decision(about=about, who=who, at=at, text=text, options=options, default=options[0].key, rules=rules)
