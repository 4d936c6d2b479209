"""Questions: what the rules leave to a player, asked in the midst of what is going on. Plain data."""

from collections.abc import Sequence
from typing import Any

import msgspec

from .position import Cube


class DecisionOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the answers to a question."""

    key: str
    """What the answer is given, and kept, as."""
    label: str
    """What it says to a person."""
    at: Cube | None = None
    """The place that it stands for, where places are to choose from."""


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice that the rules give to a creature's player, or to the referee."""

    about: str
    """What kind of choice it is: `opportunity`, `elect-prone`, `landing`, ..."""
    who: str
    """The creature whose player is asked; where the referee is, the creature that it is about."""
    text: str
    """The question in one sentence."""
    options: tuple[DecisionOption, ...]
    """What may be answered: two at least."""
    default: str
    """The key of what is done where nobody is asked."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that leave the choice."""
    other: str | None = None
    """The other creature that it is about, if there is one."""
    at: Cube | None = None
    """Where it comes up."""
    to: Cube | None = None
    """Where whoever is on the way goes next."""
    referee: bool = False
    """Whether it is the referee's to answer and not a player's."""

    def check(self, key: str | None) -> None:
        """Make sure that an answer is the key of an option, or None: the default.

        Raises:
            ValueError: it is not.
        """
        known = [option.key for option in self.options]
        if key is not None and key not in known:
            raise ValueError(f"{key!r} is no answer to {self.text!r}; answers are {', '.join(known)}")

    def to_dict(self) -> dict[str, Any]:
        """The question as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def place_key(place: Cube) -> str:
    """What the answer of a place is kept as."""
    return ",".join(map(str, place))


def place_words(place: Cube) -> str:
    """A place as a person reads it."""
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
    """A question with two answers, `yes` and `no`, by what they say; where nobody is asked it is yes."""
    options = (DecisionOption(key="yes", label=yes), DecisionOption(key="no", label=no))
    return Decision(
        about=about, who=who, at=at, text=text, options=options, default="yes", rules=rules, referee=referee
    )


def which_place(
    about: str, who: str, text: str, cubes: Sequence[Cube], rules: tuple[str, ...], *, at: Cube | None = None
) -> Decision:
    """A question with places for answers, each by its `place_key`; where nobody is asked it is the first."""
    options = tuple(DecisionOption(key=place_key(cube), label=place_words(cube), at=cube) for cube in cubes)
    return Decision(about=about, who=who, at=at, text=text, options=options, default=options[0].key, rules=rules)
