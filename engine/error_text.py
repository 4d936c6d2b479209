"""Translates errors that are worded in English."""

from functools import partial

from .errors import ScenarioError, printable, without_middle
from .extras import MissingExtra
from .messages import ENGLISH, Message, Value, _, translated, wording

FORMS = (
    _('{listed} (did you mean "{name}"?)'),
    _("{listed} and {number} more"),
    _("a table with {names}"),
    _("a table whose {key} is one of {names}"),
    _("an array of {items}"),
    _("a name"),
    _("a text"),
    _("{what} of 1 to {most} characters that can be seen, on one line"),
    _("a whole number from {least} to {most}"),
    _("a whole number of {least} or more"),
    _("a whole number of at most {most}"),
    _("a number from {least} to {most}"),
    _("the number {number} without quotes"),
    _("a number of {least} or more"),
    _("a number of at most {most}"),
    _("one or more of {names}"),
    _("{place}.event: expected {times} with {fields}, found {number}"),
    _("{place}.event: expected {times} with {fields}, found {number} (events: {others})"),
    _("{place}: expected {rule} to be cited by something that happens, found it is not"),
    _("{least} to {most}"),
    _("{here}, which is blocked or too narrow for {name}"),
    _("end of document"),
)
MOST_GENERAL = 4
"""The fewest letters of a message; shorter ones fit too many sentences."""
LONGEST_PIECE = 400


def error_text(error: BaseException, language: str = ENGLISH) -> str:
    if isinstance(error, ScenarioError) and language != ENGLISH:
        worded = partial(piece, language=language)
        where = ": ".join(worded(one) if " " in one else one for one in (error.source, error.place) if one)
        found, allowed = worded(error.found), worded(error.allowed)
        values: dict[str, Value] = {"place": where, "found": Message(found), "allowed": Message(allowed)}
        return Message(_("{place}: found {found}; allowed: {allowed}"), values).told(language)
    said = error.args[0] if isinstance(error, KeyError) and error.args else error
    if isinstance(error, (ScenarioError, MissingExtra)) or language == ENGLISH:
        return translated(str(said), language)
    return piece(str(said), language)


def piece(sentence: str, language: str) -> str:
    text = without_middle(printable(sentence), LONGEST_PIECE)
    for word in (_(" or "), _(" and ")) if wording(text, language) == text else ():
        parts = text.split(word)
        names = [one for one in parts if one.isidentifier()]
        if len(parts) == 1 or (word == " and " and len(names) < len(parts)):
            continue
        worded = [one if one in names else piece(one, language) for one in parts]
        if all(one in names or one != new for one, new in zip(parts, worded, strict=True)):
            return wording(word, language).join(worded)
    return translated(text, language, MOST_GENERAL, composed=True)
