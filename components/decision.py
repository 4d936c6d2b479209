"""Decisions: choices that the rules leave to a player in mid-resolution, as plain data."""

from collections.abc import Sequence
from typing import Any

import msgspec

from .position import Cube


class DecisionOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One answer that a decision allows."""

    key: str
    """The word by which the answer is given and saved."""
    label: str
    """The answer as a person reads it."""
    at: Cube | None = None
    """The cube that the answer stands for, in a decision between cubes."""


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice that the rules leave to a creature's player, or to the referee."""

    about: str
    """The kind of decision: `opportunity`, `elect-prone`, `landing`, ..."""
    who: str
    """The creature whose player decides; in a referee's decision, the creature concerned."""
    text: str
    """The decision as a question in one sentence."""
    options: tuple[DecisionOption, ...]
    """The allowed answers, at least two."""
    default: str
    """The key of the answer that holds without a player's answer."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that leave the decision open."""
    other: str | None = None
    """The other creature concerned, if there is one."""
    at: Cube | None = None
    """The cube at which the decision comes up."""
    to: Cube | None = None
    """The next cube on the mover's way."""
    referee: bool = False
    """True if the referee decides, and not a player."""

    def check(self, key: str | None) -> None:
        """Checks that an answer is the key of an option, or None for the default.

        Raises:
            ValueError: it is not.
        """
        known = [option.key for option in self.options]
        if key is not None and key not in known:
            raise ValueError(f"{key!r} is no answer to {self.text!r}; answers are {', '.join(known)}")

    def to_dict(self) -> dict[str, Any]:
        """The decision as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def place_key(place: Cube) -> str:
    """The key under which a cube is saved as an answer."""
    return ",".join(map(str, place))


def place_words(place: Cube) -> str:
    """A cube as a person reads it."""
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
    """A decision between `yes` and `no`, labelled with the given texts; the default is yes."""
    options = (DecisionOption(key="yes", label=yes), DecisionOption(key="no", label=no))
    return Decision(
        about=about, who=who, at=at, text=text, options=options, default="yes", rules=rules, referee=referee
    )


def which_place(
    about: str, who: str, text: str, cubes: Sequence[Cube], rules: tuple[str, ...], *, at: Cube | None = None
) -> Decision:
    """A decision between cubes, each answered by its `place_key`; the default is the first."""
    options = tuple(DecisionOption(key=place_key(cube), label=place_words(cube), at=cube) for cube in cubes)
    return Decision(about=about, who=who, at=at, text=text, options=options, default=options[0].key, rules=rules)
