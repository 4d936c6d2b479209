"""The ``fivefoot`` command; reports every error in one sentence."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

from ...engine.errors import ScenarioError, printable, spelled
from ...engine.extras import EXTRAS, MissingExtra, require
from ...engine.messages import known_language, languages, system_language, tr, use_language
from .overview import BAD_INPUT, COMMANDS, FAULT, FINE, INTERRUPTED, answer, answers, language_of, version
from .process import ending_politely, nobody_reads, steady_streams

require("typer", "rich", purpose="the command line")

import typer  # noqa: E402
from typer.core import TyperCommand, TyperGroup  # noqa: E402

from .shared.worded_help import worded, worded_error, wrong_value  # noqa: E402

MODULES = {
    "edit": "maps.edit",
    "export": "maps.export_map",
    "generate": "maps.generate",
    "import": "maps.import_map",
}
"""Modules of commands in other places or under other names."""


class OneSentence(TyperGroup):
    """A group of commands. If a command fails, one line is printed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
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
        """Runs a command. In `standalone_mode` it exits with the command's status."""
        given = list(sys.argv[1:] if args is None else args)
        use_language(language_of(given))
        common = {"complete_var": complete_var, "windows_expand_args": windows_expand_args, **extra}
        if not standalone_mode:
            return super().main(given, prog_name, standalone_mode=False, **common)
        steady_streams()
        with ending_politely() as told_to_end:
            try:
                status = self._status(given, prog_name, common, told_to_end)
            except KeyboardInterrupt:  # it came during the report of another error
                status = INTERRUPTED
        sys.exit(told_to_end[0] if told_to_end else status)

    def _status(self, given: list[str], prog_name: str | None, common: dict[str, Any], told_to_end: list[int]) -> int:
        if answers(given):
            typer.echo(answer(given), nl=False)
            return FINE
        named = next((word for word in given if word in COMMANDS), "")
        speaker = f"{prog_name or self.name} {named}".rstrip()
        try:
            try:
                status = super().main(given, prog_name, standalone_mode=False, **common)
                sys.stdout.flush()
            except BaseException:
                if told_to_end:  # libraries that are being imported wrap an interrupt in errors of their own
                    return INTERRUPTED
                raise
        except (ScenarioError, MissingExtra) as error:
            return _tell(speaker, worded_error(error), BAD_INPUT)
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except (BrokenPipeError, SystemExit) as error:
            # Libraries turn the one into the other, with status 1.
            if not isinstance(error, BrokenPipeError) and not isinstance(error.__context__, BrokenPipeError):
                raise
            nobody_reads()
            return FINE
        except Exception as error:
            if os.environ.get("FIVEFOOT_TRACEBACK"):
                raise
            return _explain(speaker, error, given)
        return status if isinstance(status, int) else 0


def _explain(speaker: str, error: Exception, given: Sequence[str]) -> int:
    if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in EXTRAS:
        library = str(error.name).partition(".")[0]
        return _tell(speaker, str(MissingExtra(library)), BAD_INPUT)
    # The exceptions of the option parser have moved between packages; they are known by their method.
    explain = getattr(error, "format_message", None)
    if callable(explain):
        told = " ".join(str(explain()).split()).rstrip(".")
        sentence = worded(told) + _rest(error, told, given)
        return _tell(speaker, sentence, int(getattr(error, "exit_code", BAD_INPUT)))
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return _tell(speaker, f"{where}{error.strerror or error}", BAD_INPUT)
    kind = f"{type(error).__name__}: {error}".rstrip(": ")
    return _tell(
        speaker,
        tr("a fault of fivefoot's own ({error}); FIVEFOOT_TRACEBACK=1 in the environment shows where", error=kind),
        FAULT,
    )


def _rest(error: Exception, told: str, given: Sequence[str]) -> str:
    options = getattr(getattr(error, "param", None), "opts", ())
    found = [
        word.partition("=")[2] if "=" in word else after
        for word, after in zip(given, [*given[1:], ""], strict=True)
        if word.partition("=")[0] in options
    ]
    if found:
        return "" if found[-1] in told else "; " + tr("found {found}", found=spelled(found[-1]))
    command = getattr(getattr(error, "ctx", None), "command", None)
    if told.startswith("No such command"):
        return "; " + tr("allowed: {allowed}", allowed=", ".join(COMMANDS))
    if told.startswith("No such option"):
        options = [max(param.opts, key=len) for param in getattr(command, "params", ())]
        return "; " + tr(
            "allowed: {allowed}", allowed=", ".join(option for option in options if option.startswith("--"))
        )
    return ""


def _tell(speaker: str, sentence: str, status: int) -> int:
    with suppress(OSError, ValueError):
        typer.echo(f"{speaker}: {printable(sentence)}", err=True)
    return status


HELP = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(
    name="fivefoot", cls=OneSentence, add_completion=True, pretty_exceptions_enable=False, context_settings=HELP
)


@app.callback(invoke_without_command=True)
def fivefoot(
    context: typer.Context,
    version_asked: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", help="With --version: also Python's version, and what is compiled."),
    ] = False,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            envvar="FIVEFOOT_LANGUAGE",
            help="The language of all texts: en, de or es; by default the system's.",
        ),
    ] = "",
) -> None:
    """Tactical movement on square grids: run, check, play and compare battles."""
    if version_asked:
        typer.echo(version(verbose), nl=False)
        raise typer.Exit
    speak(language)
    if context.invoked_subcommand is not None:
        from ...engine.plugins import load_parts

        for fault in load_parts():
            typer.echo(f"fivefoot: {fault}", err=True)
    else:
        raise typer.BadParameter(tr("--verbose needs --version"), ctx=context)


def speak(language: str) -> None:
    """Sets the language: the given one, or else the system's."""
    if language and known_language(language) == "en" and not language.lower().startswith("en"):
        raise typer.BadParameter(wrong_value("--language", spelled(language), ", ".join(languages())))
    use_language(language or system_language())


def command_named(name: str) -> Any:
    from .shared.spread_values import Spreading

    module = MODULES.get(name, name)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name, cls=Spreading, context_settings=HELP)(
        getattr(import_module(f".{module}", __package__), module.rpartition(".")[2])
    )
    return typer.main.get_command(alone)


def main() -> None:
    """Run the command line; exits with its status."""
    app(prog_name="fivefoot")
