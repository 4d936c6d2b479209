"""Command list, version and statuses, without third-party libraries."""

import os
import platform
import shutil
import textwrap

from ... import __version__


def _(text: str) -> str:
    return text


COMMANDS = {
    "battle": _("Let AI players play a scenario to its end; its script and scripted dice are ignored."),
    "check": _("Run scenarios and compare the results with what they expect. The status is 0 only if all hold."),
    "compare": _("Show how another ruleset or a house rule changes battles with the same seeds."),
    "doctor": _("Show what fivefoot finds on this machine: versions, compiled search, extras, display, sound, fonts."),
    "edit": _("Draw and describe a scenario in a window."),
    "export": _("Write a scenario's board as a map for another program. What the format cannot hold is listed."),
    "generate": _("Make a random scenario in which every creature can reach every other."),
    "import": _("Turn a map of another program into a scenario. What was not understood is listed on standard error."),
    "ladder": _("Rate AI players by battles against all rungs of a fixed ladder. The scenes are mirrored."),
    "mail": _("Begin a battle by mail, or check that a turn continues the previous one."),
    "play": _("Play a battle in a window."),
    "perft": _("Count the different results of a creature's turn after some intents. Each die shows its average."),
    "reach": _("Show where a creature can get with one move, and what that costs."),
    "render": _("Draw a board as a picture, or a battle as a moving picture."),
    "replay": _("Watch a battle again, forwards and backwards."),
    "rules": _("List the rules of the rulesets; with --coverage, which of them are tested."),
    "run": _("Play a scenario's script, then the battle if creatures have an `ai`; print what happened."),
    "schema": _("Print the JSON Schema of scenario files."),
    "serve": _("Let programs and people elsewhere play a battle, over standard input and output or WebSockets."),
    "suite": _("Test another engine with cases and counts, or answer as an engine under test."),
    "tournament": _("Play many battles and report who wins, how surely, and what happened."),
    "travel": _("Compute a day's journey overland: miles, damage from hurrying, fatigue."),
    "web": _("Write a website that plays battles in a browser. It includes the engine; any web server can serve it."),
}
"""Commands and descriptions."""
EXTRAS = {"edit": "play", "play": "play", "render": "images", "replay": "play", "serve": "serve"}
"""The extra of a command that needs more than `cli`; it includes `cli`."""
OPTIONS = {
    "--version": _("Show the version; with --verbose also Python's, and what is compiled."),
    "--language": _("The language of all texts: en, de or es; by default the system's."),
    "-h, --help": _("Show this page, or the options of a command."),
    "--install-completion": _("Install completion of commands, files and names in your shell."),
}
"""Options of `fivefoot` itself."""
FINE = 0
FAILED = 1
BAD_INPUT = 2
FAULT = 70
INTERRUPTED = 130
STATUSES = {
    FINE: _("Done; also if the reader of the output has closed it."),
    FAILED: _("No: a check failed, a replay differs, a battle could not be played."),
    BAD_INPUT: _("A wrong option, file or name; or an extra or a display is missing."),
    FAULT: _("An error in fivefoot; FIVEFOOT_TRACEBACK=1 in the environment shows where."),
    INTERRUPTED: _("Stopped by Ctrl-C; by another signal, 128 plus its number."),
}
"""Exit statuses and meanings."""
LANGUAGE_VARIABLES = ("FIVEFOOT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the language, by priority."""


def answers(words: list[str]) -> bool:
    """True if the words of the command line ask only for help or for the version."""
    rest, named = split(words)
    if named is not None:
        from ...engine.messages import ENGLISH, known_language

        if known_language(named) == ENGLISH and not named.lower().startswith(ENGLISH):
            return False
    return rest in ([], ["--help"], ["-h"]) or ("--version" in rest and set(rest) <= {"--version", "--verbose"})


def split(words: list[str]) -> tuple[list[str], str | None]:
    """Returns (words of the command line without `--language` at the start, the language)."""
    if words[:1] == ["--language"] and len(words) > 1:
        return words[2:], words[1]
    if words and words[0].startswith("--language="):
        return words[1:], words[0].partition("=")[2]
    return words, None


def language_of(words: list[str]) -> str:
    """Returns the language that the command line asks for, or else the system's."""
    named = split(words)[1]
    asked = named or next((one for name in LANGUAGE_VARIABLES if (one := os.environ.get(name))), "")
    if asked.lower().startswith("en") or asked in ("", "C", "POSIX", "C.UTF-8", "C.utf8"):
        return "en"
    from ...engine.messages import known_language

    return known_language(asked)


def answer(words: list[str]) -> str:
    return version("--verbose" in words) if "--version" in words else overview(_width(), language_of(words))


def version(verbose: bool = False) -> str:
    """Returns the version of fivefoot; with `verbose` also the versions of Python and compiled parts."""
    lines = [f"fivefoot {__version__}"]
    if verbose:
        from ...engine.extras import which_modules
        from ...engine.search.compiled_search import which_search

        lines += [f"Python {platform.python_version()}", f"modules: {which_modules()}", f"search: {which_search()}"]
    return "".join(f"{line}\n" for line in lines)


def overview(width: int, language: str = "en") -> str:
    """Returns the help text of `fivefoot`: commands, options and exit statuses."""

    def say(text: str) -> str:
        if language == "en":
            return text
        from ...engine.messages import wording

        return wording(text, language)

    parts = ((say(_("Commands")), COMMANDS), (say(_("Options")), OPTIONS), (say(_("Exit statuses")), STATUSES))
    text = say(_("Usage: fivefoot COMMAND [ARGUMENTS]")) + "\n\n"
    text += textwrap.fill(say(_("Tactical movement on square grids: run, check, play and compare battles.")), width)
    text += "\n"
    for title, rows in parts:
        wide = max(len(str(word)) for word in rows) + 4
        text += f"\n{title}\n"
        for word, told in rows.items():
            told = textwrap.fill(
                say(told), max(width, wide + 20), initial_indent=" " * wide, subsequent_indent=" " * wide
            )
            text += f"  {word!s:{wide - 2}}{told[wide:]}\n"
    last = textwrap.fill(say(_("`fivefoot COMMAND --help` lists the options of a command.")), width)
    return f"{text}\n{last}\n"


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 100)
