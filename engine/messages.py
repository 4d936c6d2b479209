"""Sentences with named values, worded when read."""

import gettext
import io
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .decoding import decode
from .files import DATA_FILES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

DOMAIN = "fivefoot"
ENGLISH = "en"
"""The language of messages, logs and programs."""

Value: TypeAlias = "str | int | float | Message | list[int] | tuple[int, ...]"


def _(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable sentence such as `{name} is prone and can only crawl`, with its values."""

    text: str
    """In English, with names in braces."""
    values: Mapping[str, Value] = field(default_factory=dict)
    many: str = ""
    """The plural; the value `count` decides."""

    def told(self, language: str = ENGLISH) -> str:
        text = wording(self.text, language) if not self.many else self._counted(language)
        if not self.values:
            return text
        try:
            return text.format(**self._worded(language))
        except (KeyError, IndexError, ValueError):  # a translation with other names
            return (self.many or self.text).format(**self._worded(language))

    def __str__(self) -> str:
        return self.told()

    def _counted(self, language: str) -> str:
        count = self.values["count"]
        number = count if isinstance(count, int) else 2
        for known in translations(language):
            found = known.ngettext(self.text, self.many, number)
            if found not in (self.text, self.many):
                return found
        return self.text if number == 1 else self.many

    def _worded(self, language: str) -> dict[str, object]:
        return {name: shown(name, value, language) for name, value in self.values.items()}


def shown(name: str, value: Value, language: str = ENGLISH) -> object:
    if isinstance(value, str):
        return value if name in NAMES else wording(value, language)
    if isinstance(value, Message):
        return value.told(language)
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, float):
        return f"{value:g}"
    return value


def message(text: "str | Message", values: Mapping[str, Value] | None = None) -> Message:
    return text if isinstance(text, Message) else Message(text, values or {})


def english(text: str, **values: Value) -> str:
    return str(Message(text, values))


def listed(items: Sequence[Message]) -> Message:
    return _folded(items, _("{first}, {second}"))


def either(items: Sequence[Message]) -> Message:
    return _folded(items, _("{first} or {second}"))


def both(items: Sequence[Message]) -> Message:
    return _folded(items, _("{first} and {second}"))


def _folded(items: Sequence[Message], text: str) -> Message:
    return reduce(lambda first, second: Message(text, {"first": first, "second": second}), items)


def counted(one: str, many: str, count: int, **values: Value) -> Message:
    """Returns the message `one` if `count` is 1, else the message `many`."""
    return Message(one, {"count": count, **values}, many)


def length(amount: int | float, feet: bool) -> Message:
    """Returns a distance as a message: `30 feet`, `6 squares`."""
    if feet:
        return Message(_("{amount} feet"), {"amount": amount})
    if isinstance(amount, float) and amount != int(amount):
        return Message(_("{amount} squares"), {"amount": amount})
    return counted("{count} square", "{count} squares", int(amount))


def short_length(amount: int | float, feet: bool) -> Message:
    """Returns a distance as a short message: `30 ft`, `6 sq`."""
    if feet:
        return Message(_("{amount} ft"), {"amount": amount})
    if isinstance(amount, float) and amount != int(amount):
        return Message(_("{amount} sq"), {"amount": amount})
    return counted("{count} sq", "{count} sq", int(amount))


_current = ENGLISH
_spoken: ContextVar[str | None] = ContextVar("language", default=None)


def use_language(language: str) -> None:
    """Sets the language of screens and commands. Logs stay English."""
    global _current
    _current = known_language(language)


def language_in_use() -> str:
    return _spoken.get() or _current


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Returns a context (`with` block) where this thread uses another language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def system_language() -> str:
    """Returns the language of the environment: `FIVEFOOT_LANGUAGE`, else the locale."""
    asked = ("FIVEFOOT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    return known_language(next((found for name in asked if (found := os.environ.get(name))), ENGLISH))


def tr(text: str, **values: object) -> str:
    """Translates a text of a screen or command into the language in use."""
    kinds = (str, int, float, Message, list, tuple)
    known: dict[str, Any] = {name: one if isinstance(one, kinds) else str(one) for name, one in values.items()}
    return Message(text, known).told(language_in_use())


def tr_counted(one: str, many: str, count: int, **values: Value) -> str:
    """Translates a text with a number into the language in use, singular or plural."""
    return counted(one, many, count, **values).told(language_in_use())


# ---------------------------------------------------------------- languages

_DOMAINS: "list[tuple[str, Traversable | None]]" = [(DOMAIN, None)]


def add_messages(domain: str, folder: str | Path) -> None:
    """Adds a game's translations, from `FOLDER/LANGUAGE/LC_MESSAGES/DOMAIN.mo`."""
    entry = (domain, Path(folder))
    if entry not in _DOMAINS:
        _DOMAINS.insert(0, entry)
        translations.cache_clear()
        _translated.cache_clear()


def languages() -> list[str]:
    """Returns the languages with translations, English first."""
    folder = DATA_FILES / "locale"
    found = [one.name for one in folder.iterdir() if _file(one, DOMAIN).is_file()] if folder.is_dir() else []
    return [ENGLISH, *sorted(found)]


def known_language(wanted: str) -> str:
    """Returns the supported language of a locale such as `de_AT.UTF-8`; by default English."""
    short = re.split(r"[_.@-]", wanted.strip().lower())[0]
    return short if short in languages() else ENGLISH


@lru_cache(maxsize=32)
def translations(language: str) -> tuple[gettext.NullTranslations, ...]:
    if language == ENGLISH or not re.fullmatch(r"[A-Za-z]{2,3}([_-][A-Za-z]{2,4})?", language):
        return ()
    found: list[gettext.NullTranslations] = []
    for domain, folder in _DOMAINS:
        file = _file((folder or DATA_FILES / "locale") / language, domain)
        if file.is_file():
            found.append(gettext.GNUTranslations(io.BytesIO(file.read_bytes())))
    return tuple(found)


def wording(text: str, language: str) -> str:
    """Translates a text without values."""
    for known in translations(language) if text else ():  # the empty text is the catalogue's header
        found = known.gettext(text)
        if found != text:
            return found
    return text


def single_words(language: str) -> dict[str, str]:
    if language == ENGLISH:
        return {}
    listed = decode((DATA_FILES / "locale" / "messages.json").read_bytes(), list[str | list[str]])
    single = [one for one in listed if isinstance(one, str) and re.fullmatch("[a-z-]+", one)]
    return {one: told for one in single if (told := wording(one, language)) != one}


def _file(folder: "Traversable", domain: str) -> "Traversable":
    return folder / "LC_MESSAGES" / f"{domain}.mo"


# ---------------------------------------------------------------- from a log's English back to its messages


def translated(sentence: str, language: str, least: int = 0, *, composed: bool = False) -> str:
    """Translates a finished English sentence, such as a line of a log.

    The message that matches it best is used.
    """
    return sentence if language == ENGLISH else _translated(sentence, language, least, composed)


@lru_cache(maxsize=4096)
def _translated(sentence: str, language: str, least: int = 0, composed: bool = False) -> str:
    exact = wording(sentence, language)
    if exact != sentence:
        return exact
    for pattern, one, many in (*_patterns(COMPOSED), *_patterns()) if composed else _patterns():
        if len(re.sub(r"{\w+}", "", one)) < least:
            continue
        found = pattern.fullmatch(sentence)
        if found is None:
            continue
        values: dict[str, Value] = {
            name: _part(name, value, language, least, composed) for name, value in found.groupdict().items()
        }
        if many:
            values["count"] = int(found.groupdict().get("count", 1))
        return Message(one, values, many).told(language)
    return sentence


def _part(name: str, value: str, language: str, least: int, composed: bool) -> str:
    if name in LABELLED:
        return wording(value, language)
    return value if name in NAMES else _translated(value, language, least, composed)


def message_of(sentence: str) -> str:
    found = (pattern for pattern in _patterns() if pattern[0].fullmatch(sentence))
    return next((one for _pattern, one, _many in found), sentence)


NAMES = frozenset(
    {
        "active", "actor", "by", "carried", "carrier", "char", "climber", "dice", "enemy", "error", "file",
        "foe", "game", "into", "mount", "name", "other", "path", "place", "player", "primary", "resource",
        "rider", "ruleset", "start", "target", "targets", "who", "zone",
    }
)  # fmt: skip
"""Values that are never translated."""
LABELLED = frozenset({"ability", "item", "label"})
"""Values that are translated as a whole or not at all."""


COMPOSED = "composed.json"
_WHOLE = "-?[0-9]+"
FORMS = {"count": _WHOLE, "least": _WHOLE, "most": _WHOLE, "number": _WHOLE, "cost": r"[0-9.]+", "cube": r"\[[^]]*\]"}


@lru_cache(maxsize=2)
def _patterns(file: str = "messages.json") -> list[tuple["re.Pattern[str]", str, str]]:
    listed = decode((DATA_FILES / "locale" / file).read_bytes(), list[str | list[str]])
    forms: list[tuple[str, str, str]] = []
    for entry in listed:
        one, many = (entry, "") if isinstance(entry, str) else (entry[0], entry[1])
        forms += [(form, one, many) for form in {one, many} if "{" in form]
    forms.sort(key=lambda entry: (-len(re.sub(r"{\w+}", "", entry[0])), entry))
    return [(_pattern(form, file == COMPOSED), one, many) for form, one, many in forms]


def _pattern(text: str, composed: bool) -> "re.Pattern[str]":
    parts: list[str] = []
    seen: set[str] = set()
    for literal, name in re.findall(r"([^{]*)(?:{(\w+)})?", text):
        parts.append(re.escape(literal))
        if name in seen:
            parts.append(f"(?P={name})")
        elif name:
            parts.append(f"(?P<{name}>{FORMS.get(name if composed or name == 'count' else '', '.+?')})")
            seen.add(name)
    return re.compile("".join(parts))
