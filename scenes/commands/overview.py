"""The list of commands, the version and the statuses: what `fivefoot` tells without the command line's libraries."""

import platform
import shutil
import textwrap

from ... import __version__

COMMANDS = {
    "battle": "Let brains play a scenario from its start to its end; its script and scripted dice are left out.",
    "check": "Run scenarios and hold them against what they expect; the status is 0 only if all held.",
    "compare": "Play the same seeds under two rulesets, or with and without a house rule, and tell what changes.",
    "doctor": "Tell what fivefoot finds here: versions, the compiled search, extras, display, sound, fonts.",
    "edit": "Draw and describe a scenario in a window.",
    "export": "Write a scenario's board, and what else the format knows, as a map; what it cannot say is listed.",
    "generate": "Make a scenario by chance in which every creature can get to where every other one stands.",
    "import": "Turn a map of another program into a scenario; what was not understood is listed on standard error.",
    "ladder": "Let brains meet all rungs of a fixed ladder on mirrored scenes, and rate them.",
    "play": "Play a battle in a window.",
    "perft": "Count the different ends of a creature's turn after so many intents, every die showing its average.",
    "reach": "Show where a creature can get with one move now, and what that costs.",
    "render": "Draw a board, or film a battle: a record, a scenario's script, or what brains make of it.",
    "replay": "Look at a battle again: the timeline goes both ways.",
    "rules": "List the rules of the rulesets; with --coverage, what of them is decided and tested.",
    "run": "Play a scenario's script and, where creatures have an `ai`, the battle after it; print what happened.",
    "schema": "Print the JSON Schema of scenario files.",
    "serve": "Let programs and people elsewhere play a battle, over standard input and output or WebSockets.",
    "suite": "Put the suite's cases and counts to an engine over its protocol, or be such an engine.",
    "tournament": "Play many battles and report who wins, how surely, and what happened on the way.",
    "travel": "Compute a day's journey overland: miles, damage from hurrying, fatigue.",
    "web": "Write a site that plays battles in a browser, the engine included; any web server can serve it.",
}
"""The commands, with their descriptions in the list."""
OPTIONS = {
    "--version": "Show the version; with --verbose also which Python, and what is compiled.",
    "--language": "What people read is in this language: en, de or es; left out, the system's.",
    "-h, --help": "Show this, or after a command what it takes.",
    "--install-completion": "Complete commands, files and names in your shell.",
}
"""The options of `fivefoot` itself."""
FINE = 0
FAILED = 1
BAD_INPUT = 2
FAULT = 70
INTERRUPTED = 130
STATUSES = {
    FINE: "Done; also where the reader of the output has gone.",
    FAILED: "An answer that is no: a check failed, a replay differs, a battle could not be played.",
    BAD_INPUT: "A wrong option, file or name, or something missing here, such as an extra or a display.",
    FAULT: "A fault of fivefoot's own; FIVEFOOT_TRACEBACK=1 in the environment shows where.",
    INTERRUPTED: "Stopped by Ctrl-C; by another signal, 128 and its number.",
}
"""The exit statuses, with what they mean."""


def answers(words: list[str]) -> bool:
    """Whether `answer` has an answer to these arguments: to none, to --help, -h and --version."""
    return words in ([], ["--help"], ["-h"]) or ("--version" in words and set(words) <= {"--version", "--verbose"})


def answer(words: list[str]) -> str:
    """What `fivefoot` prints for arguments that it `answers`."""
    return version("--verbose" in words) if "--version" in words else overview(_width())


def version(verbose: bool = False) -> str:
    """The version; with `verbose` also which Python, and what is compiled."""
    lines = [f"fivefoot {__version__}"]
    if verbose:
        from ...engine.extras import which_modules
        from ...engine.search.compiled_search import which_search

        lines += [f"Python {platform.python_version()}", f"modules: {which_modules()}", f"search: {which_search()}"]
    return "".join(f"{line}\n" for line in lines)


def overview(width: int) -> str:
    """The list of commands, options and statuses."""
    parts = (("Commands", COMMANDS), ("Options", OPTIONS), ("Exit statuses", STATUSES))
    text = "Usage: fivefoot COMMAND [ARGUMENTS]\n\n"
    text += textwrap.fill("Tactical movement on square grids: run, check, play and compare battles.", width) + "\n"
    for title, rows in parts:
        wide = max(len(str(word)) for word in rows) + 4
        text += f"\n{title}\n"
        for word, told in rows.items():
            told = textwrap.fill(told, max(width, wide + 20), initial_indent=" " * wide, subsequent_indent=" " * wide)
            text += f"  {word!s:{wide - 2}}{told[wide:]}\n"
    return f"{text}\n`fivefoot COMMAND --help` says more.\n"


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 100)
