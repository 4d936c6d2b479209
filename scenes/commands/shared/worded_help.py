"""Translated help and parser errors."""

from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand

from ....engine.error_text import error_text
from ....engine.errors import ScenarioError
from ....engine.extras import MissingExtra
from ....engine.messages import _, language_in_use, tr, translated

SENTENCES = (
    _("Missing argument {option}"),
    _("Missing option {option}"),
    _("Missing command"),
    _("No such option: {option}"),
    _("No such command {option}"),
    _("Option {option} requires an argument"),
    _("Option {option} does not take a value"),
    _("Got unexpected extra argument(s) ({option})"),
    _("Got unexpected extra argument ({option})"),
    _("Invalid value for {option}: {reason}"),
    _("Invalid value: {reason}"),
    _("Input should be a valid integer, unable to parse string as an integer"),
    _("Input should be a valid number, unable to parse string as a number"),
    _("Input should be greater than or equal to {number}"),
    _("Input should be less than or equal to {number}"),
    _("Value error, {option} is not one of {allowed}"),
    _("Show this message and exit."),
)
"""The parser's English errors."""
HEADINGS = {
    "ARGUMENTS_PANEL_TITLE": _("Arguments"),
    "OPTIONS_PANEL_TITLE": _("Options"),
    "DEFAULT_STRING": _("[default: {}]"),
    "REQUIRED_LONG_STRING": _("[required]"),
    "ENVVAR_STRING": _("[env var: {}]"),
}
"""Headings by their names in `typer.rich_utils`."""


def worded(sentence: str) -> str:
    return translated(sentence, language_in_use())


def worded_error(error: ScenarioError | MissingExtra) -> str:
    return error_text(error, language_in_use())


def wrong_value(place: str, found: str, allowed: str) -> str:
    return tr("{place}: found {found}; allowed: {allowed}", place=place, found=found, allowed=allowed)


class WordedHelp(TyperCommand):
    """A command whose help is shown in the user's language."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=tr(_("Usage: ")))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from typer import rich_utils

        for name, text in HEADINGS.items():
            setattr(rich_utils, name, tr(text))
        self.options_metavar = tr(_("[OPTIONS]"))
        self.help = paragraphs(self.help or "")
        for param in self.get_params(ctx):
            described: Any = param  # arguments and options have a help each, but no type in common
            described.help = tr(described.help or "")
        super().format_help(ctx, formatter)


def paragraphs(text: str) -> str:
    """Translates a text into the language in use; its paragraphs are translated one by one."""
    return "\n\n".join(tr(" ".join(part.split())) for part in cleandoc(text).split("\n\n"))
