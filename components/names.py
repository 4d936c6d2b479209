"""Types of scenario files: the base of tables, names, words and predicates."""

from typing import Annotated, TypeAlias

import msgspec


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base class of data in files and messages. It rejects unknown keys and omits defaults."""


UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U0010ffff"
)
"""Control and invisible characters, as a character class of a regular expression."""

OTHER_SPACES = r"\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Spaces that look like the ordinary one but are different characters."""

ONE_LINE = rf"^(?! )[^{UNSEEN}{OTHER_SPACES}]+(?<! )\Z"
"""Text without a space at either end, with ordinary spaces only."""


def _one_line(what: str, longest: int) -> msgspec.Meta:
    allowed = f"{what} of 1 to {longest} characters that can be seen, on one line"
    return msgspec.Meta(min_length=1, max_length=longest, pattern=ONE_LINE, extra={"allowed": allowed})


Name: TypeAlias = Annotated[str, _one_line("a name", 80)]
"""The name of a creature or a side."""

PictureName: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        max_length=80,
        pattern=rf"^(?![ .])[^{UNSEEN}{OTHER_SPACES}/\\\\:]+\.(?:png|jpg|jpeg|webp|PNG|JPG|JPEG|WEBP)\Z",
        extra={"allowed": "the name of a PNG, JPEG or WebP file in the scenario's own folder, 80 characters at most"},
    ),
]
"""The file name of a picture beside a scenario."""

Word: TypeAlias = Annotated[str, _one_line("a word", 80)]
"""A ruleset's name for something."""

Line: TypeAlias = Annotated[str, _one_line("a text", 200)]
"""A remark of one line: a cause, a rule, a source."""

Terms: TypeAlias = str | Annotated[tuple[Word, ...], msgspec.Meta(min_length=1, max_length=20)]
"""A word, or several; one must fit.

The first has no pattern: msgspec 0.22 corrupts memory for a union of a text with a pattern and a list.
"""


class Predicate(Table, frozen=True, kw_only=True):
    """Requirements for a creature, such as a condition or a size. All of them must be met."""

    has: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Conditions or traits that it must have."""
    lacks: Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)] = ()
    """Conditions and traits that it must not have."""
    side: Name | None = None
    """`ally` or `enemy` of the asking creature, or the name of a side."""
    size: Terms | Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None
    """Its size, or one of several."""
    kind: Terms | None = None
    """Its kind, or one of several."""
    hp_below: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    """The creature must have less than this share of its full hit points."""
    below: dict[Word, Annotated[int, msgspec.Meta(ge=-1000, le=1000)]] = {}
    """Upper limits by skill or ability; its own figures must be below."""
    tag: Terms | None = None
    """One of its tags, or one of several."""


def words(given: Terms | int | None) -> tuple[str, ...]:
    """Returns one word or several words as a tuple."""
    return () if given is None else given if isinstance(given, tuple) else (str(given),)
