"""Facts about the machine, for `fivefoot doctor` and fault reports; needs no extra."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import NamedTuple

from ... import __version__
from ...engine.extras import EXTRAS, installed, which_modules
from ...engine.files import DATA_FILES
from ...engine.messages import _, english, language_in_use, translated
from ...engine.search.compiled_search import which_search


class Finding(NamedTuple):
    what: str
    found: str
    wrong: str = ""
    """What to do if something is wrong, else empty."""


def diagnosis() -> list[Finding]:
    """Returns what fivefoot finds on this machine, such as versions and sound. It opens no window."""
    search = which_search()
    modules = _("compiled") if which_modules() == "compiled" else _("interpreted")
    build = _("it is slower; with a C compiler, `pip install --force-reinstall --no-deps fivefoot` compiles it")
    return [
        Finding("fivefoot", __version__),
        Finding("Python", f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}"),
        Finding("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        Finding("search", search, "" if search == "compiled" else build),
        Finding("modules", modules),
        *_extras(),
        Finding("fonts", *_fonts()),
        Finding("terminal", _terminal()),
        *_screen_and_sound(),
        Finding("folders", *_folders()),
    ]


def told(findings: list[Finding]) -> str:
    """Returns the findings as lines of text, with advice below those that are wrong."""
    language = language_in_use()
    wide = max(len(finding.what) for finding in findings) + 2
    text = ""
    for finding in findings:
        text += f"{finding.what:{wide}}{translated(finding.found, language)}\n"
        text += f"{'':{wide}}! {translated(finding.wrong, language)}\n" if finding.wrong else ""
    return text


def _extras() -> Iterator[Finding]:
    libraries: dict[str, list[str]] = {"core": ["esper", "msgspec"]}
    for library, extra in EXTRAS.items():
        libraries.setdefault(extra, []).append(library)
    owners = metadata.packages_distributions()
    wanted = _bounds()
    for extra, names in libraries.items():
        shown, missing, wrong = [], [], []
        for library in names:
            if not installed(library):
                missing.append(library)
                continue
            owner = owners.get(library, [library])[0]
            version = _version(owner)
            shown.append(f"{library} {version}")
            least = wanted.get(_plain(owner), "")
            if least and _numbers(version) < _numbers(least):
                wrong.append(english("{library} is older than {least}", library=library, least=least))
        found = ", ".join([*shown, *(english("{library} is missing", library=library) for library in missing)])
        remedy = "; ".join(wrong)
        if extra == "maps" and sys.version_info >= (3, 14):
            continue  # Python itself has what it brings
        if wrong or (missing and shown):
            remedy = english(
                "{reason}: pip install -U 'fivefoot[{extra}]'", reason=remedy or _("half of it is missing"), extra=extra
            )
        yield Finding("core" if extra == "core" else f"extra {extra}", found, remedy)


def _bounds() -> dict[str, str]:
    try:
        lines = metadata.requires("fivefoot") or []
    except metadata.PackageNotFoundError:  # a checkout that was never installed
        return {}
    found = (re.match(r"([\w.-]+).*?>=([\d.]+)", line) for line in lines)
    return {_plain(one[1]): one[2] for one in found if one is not None}


def _version(owner: str) -> str:
    try:
        return metadata.version(owner)
    except metadata.PackageNotFoundError:
        return "?"


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3])


def _fonts() -> tuple[str, str]:
    folder = DATA_FILES / "fonts"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".ttf")) if folder.is_dir() else []
    return ", ".join(names) or "none", "" if names else _("the installation is broken: install fivefoot again")


def _terminal() -> str:
    width = shutil.get_terminal_size((80, 24)).columns
    kind = _("a terminal") if sys.stdout.isatty() else _("no terminal")
    code = f"{sys.stdout.encoding}{', NO_COLOR' if os.environ.get('NO_COLOR') else ''}"
    return english("{kind}, {count} columns, {code}", kind=kind, count=width, code=code)


def _screen_and_sound() -> Iterator[Finding]:
    if not installed("pygame"):
        yield Finding("display", _("unknown without the extra play"))
        return
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with _silent():
        yield from _drivers()


def _drivers() -> list[Finding]:
    import pygame

    found = []
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        dummy = driver in ("dummy", "offscreen")
        hint = _("windows are invisible; `fivefoot battle FILE --watch` plays in the terminal") if dummy else ""
        found.append(
            Finding(
                "display",
                english("{driver}, {count} screens", driver=driver, count=len(pygame.display.get_desktop_sizes())),
                hint,
            )
        )
    except pygame.error as error:
        hint = _("`fivefoot battle FILE --watch` plays in the terminal, `fivefoot web` in a browser")
        found.append(Finding("display", english("none ({error})", error=str(error)), hint))
    finally:
        pygame.display.quit()
    try:
        pygame.mixer.init()
        found.append(Finding("sound", f"{(pygame.mixer.get_init() or (0,))[0]} Hz"))
    except (pygame.error, NotImplementedError, TypeError) as error:
        found.append(Finding("sound", english("none ({error})", error=str(error)), _("games are silent")))
    finally:
        pygame.mixer.quit()
    return found


@contextmanager
def _silent() -> Iterator[None]:
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # it is closed anyway
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _folders() -> tuple[str, str]:
    if not installed("platformdirs"):
        return _("none without the extra play"), ""
    from ..window.preferences import config_file, data_folder

    wrong = ""
    for folder in (config_file().parent, data_folder()):
        there = next(path for path in (folder, *folder.parents) if path.exists())
        wrong = wrong or (
            ""
            if os.access(there, os.W_OK)
            else english("{path} is not writable: nothing is saved there", path=str(folder))
        )
    places = {"settings": str(config_file().parent), "saves": str(data_folder())}
    return english("settings {settings}, battles {saves}", **places), wrong
