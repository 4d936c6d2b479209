"""The ``fivefoot`` command: its commands, and the one sentence in which it reports every error."""

import os
import platform
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ... import __version__
from ...engine.errors import ScenarioError, printable, spelled
from ...engine.extras import EXTRAS, MissingExtra

BAD_INPUT = 2
"""The exit status for a bad command line or file."""
FAULT = 70
"""The exit status for a fault of fivefoot itself."""
INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


COMMANDS = {
    "battle": "Let brains play a scenario from its start to its end; its script and scripted dice are left out.",
    "check": "Run scenarios and hold them against what they expect; the status is 0 only if all held.",
    "compare": "Play the same seeds under two rulesets, or with and without a house rule, and tell what changes.",
    "edit": "Draw and describe a scenario in a window.",
    "export": "Write a scenario's board, and what else the format knows, as a map; what it cannot say is listed.",
    "generate": "Make a scenario by chance in which every creature can get to where every other one stands.",
    "import": "Turn a map of another program into a scenario; what was not understood is listed on standard error.",
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
MODULES = {
    "edit": "maps.edit",
    "export": "maps.export_map",
    "generate": "maps.generate",
    "import": "maps.import_map",
}
"""The modules of commands in subpackages or under other names; functions have the same name."""


class OneSentence(TyperGroup):
    """A command group that reports errors in one line on standard error, never in a traceback.

    A command is imported when it is named; a list of them needs only their names and descriptions.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The entry of a command in a list; None if there is no such command."""
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command named by the first argument, imported; raises if there is none."""
        name, entry, rest = super().resolve_command(ctx, args)
        return name, entry if name is None else command_named(name), rest

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the command that the arguments name; exits with its status unless `standalone_mode` is off."""
        given = list(sys.argv[1:] if args is None else args)
        common = {"complete_var": complete_var, "windows_expand_args": windows_expand_args, **extra}
        if not standalone_mode:
            return super().main(given, prog_name, standalone_mode=False, **common)
        _open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            # A terminal with a small character set shows other characters escaped, rather than failing.
            with suppress(AttributeError, ValueError, OSError):
                stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        with _ending_politely() as told_to_end:
            try:
                status = self._status(given, prog_name, common)
            except KeyboardInterrupt:  # it came during the report of another error
                status = INTERRUPTED
        sys.exit(told_to_end[0] if told_to_end else status)

    def _status(self, given: list[str], prog_name: str | None, common: dict[str, Any]) -> int:
        if not given:
            given = ["--help"]
        named = next((word for word in given if word in COMMANDS), "")
        speaker = f"{prog_name or self.name} {named}".rstrip()
        try:
            status = super().main(given, prog_name, standalone_mode=False, **common)
            sys.stdout.flush()
        except (ScenarioError, MissingExtra) as error:
            return _tell(speaker, str(error), BAD_INPUT)
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except BrokenPipeError:
            # The reader of our output is gone; what is still buffered goes nowhere.
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except Exception as error:
            if os.environ.get("FIVEFOOT_TRACEBACK"):
                raise
            return _explain(speaker, error, given)
        return status if isinstance(status, int) else 0


class _ToldToEnd(KeyboardInterrupt):
    """A signal asks the program to end.

    A bare KeyboardInterrupt that leaves a text given to `exec`, as dataclasses do while they are imported, makes
    CPython end itself by SIGINT later on, whatever the handling of the exception and the requested status.
    """


@contextmanager
def _ending_politely() -> Iterator[list[int]]:
    """Makes the signals that end a program end it in one way: bots are ended, no file is half written.

    The status for such a signal is appended to the list.
    """
    told: list[int] = []

    def end(number: int, _: object) -> None:
        told.append(128 + number)
        raise _ToldToEnd

    taken: dict[int, object] = {}
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            with suppress(ValueError):  # not the main thread
                taken[number] = signal.signal(number, end)
    try:
        yield told
    finally:
        for number, before in taken.items():
            signal.signal(number, before)  # type: ignore[arg-type]


def _open_closed_streams() -> None:
    """Replaces missing standard streams by null devices, so that no file takes their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def _explain(speaker: str, error: Exception, given: Sequence[str]) -> int:
    """Reports errors other than a scenario's in one line: a wrong option, a file that cannot be written, a fault of
    fivefoot."""
    if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in EXTRAS:
        library = str(error.name).partition(".")[0]
        return _tell(speaker, str(MissingExtra(library)), BAD_INPUT)
    # The exceptions of the option parser have moved between packages; they are known by their method.
    explain = getattr(error, "format_message", None)
    if callable(explain):
        told = " ".join(str(explain()).split()).rstrip(".")
        return _tell(speaker, told + _rest(error, told, given), int(getattr(error, "exit_code", BAD_INPUT)))
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return _tell(speaker, f"{where}{error.strerror or error}", BAD_INPUT)
    kind = f"{type(error).__name__}: {error}".rstrip(": ")
    return _tell(
        speaker,
        f"a fault of fivefoot's own ({kind}); FIVEFOOT_TRACEBACK=1 in the environment shows where",
        FAULT,
    )


def _rest(error: Exception, told: str, given: Sequence[str]) -> str:
    """What the option parser leaves out of its sentence: the value found, or the allowed ones."""
    options = getattr(getattr(error, "param", None), "opts", ())
    found = [
        word.partition("=")[2] if "=" in word else after
        for word, after in zip(given, [*given[1:], ""], strict=True)
        if word.partition("=")[0] in options
    ]
    if found:
        return "" if found[-1] in told else f"; found {spelled(found[-1])}"
    command = getattr(getattr(error, "ctx", None), "command", None)
    if told.startswith("No such command"):
        return f"; allowed: {', '.join(COMMANDS)}"
    if told.startswith("No such option"):
        options = [max(param.opts, key=len) for param in getattr(command, "params", ())]
        return f"; allowed: {', '.join(option for option in options if option.startswith('--'))}"
    return ""


def _tell(speaker: str, sentence: str, status: int) -> int:
    with suppress(OSError, ValueError):
        typer.echo(f"{speaker}: {printable(sentence)}", err=True)
    return status


app = typer.Typer(name="fivefoot", cls=OneSentence, add_completion=True, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def fivefoot(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", help="With --version: also which Python, and what of it is compiled."),
    ] = False,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            envvar="FIVEFOOT_LANGUAGE",
            help="The language of what people read: en, de or es; the system's, if it is one of them.",
        ),
    ] = "",
) -> None:
    """Tactical movement on square grids: run, check, play and compare battles."""
    if version:
        typer.echo(f"fivefoot {__version__}")
        if verbose:
            from ...engine.extras import which_modules
            from ...engine.search.compiled_search import which_search

            typer.echo(f"Python {platform.python_version()}")
            typer.echo(f"modules: {which_modules()}")
            typer.echo(f"search: {which_search()}")
        raise typer.Exit
    speak(language)
    if context.invoked_subcommand is not None:
        from ...engine.plugins import load_parts

        load_parts()
    else:
        raise typer.BadParameter("--verbose goes with --version", ctx=context)


def speak(language: str) -> None:
    """Sets the language of screens and commands: the one named, else the system's."""
    from ...engine.messages import known_language, languages, system_language, use_language

    if language and known_language(language) == "en" and not language.lower().startswith("en"):
        raise typer.BadParameter(f"--language: found {spelled(language)}; allowed: {', '.join(languages())}")
    use_language(language or system_language())


def command_named(name: str) -> Any:
    """The command of a name, with its options, from the module of that name."""
    from .shared.spread_values import Spreading

    module = MODULES.get(name, name)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name, cls=Spreading)(getattr(import_module(f".{module}", __package__), module.rpartition(".")[2]))
    return typer.main.get_command(alone)


def main() -> None:
    """Run the command line; exits with its status."""
    app(prog_name="fivefoot")
