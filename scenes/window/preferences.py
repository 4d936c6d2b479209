"""A person's settings, in the platform's usual place."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

try:
    import platformdirs
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("platformdirs") from missing

from ...engine.decoding import decode
from ...engine.error_text import piece
from ...engine.errors import ScenarioError, printable
from ...engine.files import bytes_of, write_file
from ...engine.messages import language_in_use, languages, system_language, tr, use_language
from ...play.replay.palettes import PALETTES, WITH_ART, Palette

T = TypeVar("T")

NAME = "fivefoot"
LONGEST_STEM = 120
"""Most bytes of a title in a file name."""
MOST_BYTES = 1 << 20

_UNREADABLE: set[Path] = set()
_SAID: set[str] = set()


class Preferences(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The user's settings, kept in a file. If the file is unreadable, all are defaults."""

    palette: str = "dusk"
    art: bool = True
    """True if the board has pictures."""
    names: bool = True
    """True if full names stand below creatures."""
    language: str = ""
    """The window's language, such as `de`; empty: automatic."""
    ui_scale: float = 1.0
    speed: float = 1.0
    """Playback speed; 0: at once."""
    confirm: bool = True
    """True if provoking moves need confirmation."""
    confirm_end: bool = True
    """True if ending a turn with actions left needs confirmation."""
    keys: dict[str, str] = {}
    """Custom keys by command."""
    pad: dict[str, str] = {}
    """Custom pad buttons by command."""
    volume: float = 0.6
    music: float = 0.3
    """The volume of the music, from 0 to 1."""
    shake: bool = True
    """True if hurt creatures shake."""
    mute: bool = False
    learned: bool = False
    """True after the first lesson."""
    ask: bool = True
    """True if the person makes decisions."""
    open_plans: bool = False
    """True if the enemies' next moves are shown."""
    lookback: str = "free"
    """The allowed undo: free, dice or never."""
    width: int = 1280
    height: int = 720

    @property
    def look(self) -> Palette:
        return (WITH_ART if self.art else PALETTES)[self.palette]

    def sound(self) -> "Preferences":
        return Preferences(
            palette=self.palette if self.palette in PALETTES else "dusk",
            art=self.art,
            names=self.names,
            language=self.language if self.language in languages() else "",
            ui_scale=min(max(self.ui_scale, 0.6), 2.5),
            speed=min(max(self.speed, 0.0), 4.0),
            confirm=self.confirm,
            confirm_end=self.confirm_end,
            keys={name: key for name, key in self.keys.items() if len(key) < 40},
            pad={name: button for name, button in self.pad.items() if len(button) < 40},
            volume=min(max(self.volume, 0.0), 1.0),
            music=min(max(self.music, 0.0), 1.0),
            shake=self.shake,
            mute=self.mute,
            learned=self.learned,
            ask=self.ask,
            open_plans=self.open_plans,
            lookback=self.lookback if self.lookback in ("free", "dice", "never") else "free",
            width=min(max(self.width, 640), 7680),
            height=min(max(self.height, 480), 4320),
        )


def config_file() -> Path:
    home = os.environ.get("FIVEFOOT_HOME")
    return (Path(home) if home else platformdirs.user_config_path(NAME)) / "preferences.json"


def data_folder(*parts: str) -> Path:
    home = os.environ.get("FIVEFOOT_HOME")
    return (Path(home) if home else platformdirs.user_data_path(NAME)).joinpath(*parts)


def load() -> Preferences:
    found = read_own(config_file(), Preferences)
    return Preferences() if found is None else found.sound()


def first_start() -> bool:
    return not os.path.lexists(config_file())


def in_use(scale: float | None = None) -> Preferences:
    """Returns the user's settings. `scale` replaces their text size."""
    settings = load()
    if settings.language and language_in_use() == system_language():
        use_language(settings.language)
    if scale is not None:
        settings.ui_scale = scale
    return settings


def save(preferences: Preferences) -> None:
    write_own(config_file(), msgspec.json.format(msgspec.json.encode(preferences)) + b"\n")


def read_own(file: Path, kind: type[T]) -> T | None:
    """Reads a file of settings or progress; None if it is missing or unreadable."""
    if not os.path.lexists(file):
        return None
    try:
        found = decode(bytes_of(str(file), MOST_BYTES, f"at most {MOST_BYTES} bytes"), kind)
    except (ScenarioError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = error.found if isinstance(error, ScenarioError) else str(error)
        if file not in _UNREADABLE:
            aside = f"{file.name}.unreadable"
            why = piece(why, language_in_use())
            say_once(
                tr(
                    "{file} cannot be read ({error}); the next save keeps it as {path}",
                    file=file,
                    error=why,
                    path=aside,
                )
            )
        _UNREADABLE.add(file)
        return None
    _UNREADABLE.discard(file)
    return found


def write_own(file: Path, content: bytes) -> None:
    """Writes a file of settings, progress or an automatic save. A failure is reported once."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file in _UNREADABLE:
            file.replace(file.with_name(f"{file.name}.unreadable"))
            _UNREADABLE.discard(file)
        write_file(file, content)
    except OSError as error:
        why = piece((error.strerror or "an error of the system").lower(), language_in_use())
        say_once(tr("{file} cannot be written ({error})", file=file, error=why))


def say_once(sentence: str) -> None:
    if sentence not in _SAID:
        _SAID.add(sentence)
        with suppress(OSError, ValueError):
            print(f"fivefoot: {printable(sentence)}", file=sys.stderr)


def saves() -> list[Path]:
    folder = data_folder("saves")
    found: Iterable[Path] = folder.glob("*.fivefoot") if folder.is_dir() else ()
    when: dict[Path, float] = {}
    for path in found:
        with suppress(OSError):  # a link to nothing, or gone since
            when[path] = path.stat().st_mtime
    return sorted(when, key=lambda path: when[path], reverse=True)


def plain_name(stem: str) -> str:
    """Returns a file name of small letters, digits and single hyphens, made from `stem`."""
    apart = "".join(c if c.isalnum() else " " for c in stem.lower()[:LONGEST_STEM])
    plain = "-".join(apart.split())
    # File systems count bytes: a letter may have four.
    return plain.encode()[:LONGEST_STEM].decode(errors="ignore").strip("-") or "battle"


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    plain = plain_name(stem)
    number = 1
    while (found := folder / f"{plain}-{number:03d}{suffix}").exists():
        number += 1
    return found
