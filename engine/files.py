"""Files: package data, limited reads, atomic writes."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import ScenarioError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def _data_files() -> "Traversable":
    folder = Path(__file__).parents[1] / "assets"
    if folder.is_dir():
        return folder
    from importlib.resources import files  # the package lies in an archive: slow to import, and seldom needed

    return files(f"{__name__.partition('.')[0]}.assets")


DATA_FILES: "Traversable" = _data_files()
"""The folder `assets`."""


def bytes_of(source: str, most: int, allowed: str) -> bytes:
    """Reads a file as bytes.

    Raises:
        ScenarioError: the path is not an ordinary file, or the file exceeds `most` bytes.
    """
    try:
        status = os.stat(source)
        if not stat.S_ISREG(status.st_mode):
            raise ScenarioError(source, "", "no ordinary file", allowed)
        with open(source, "rb") as file:
            raw = file.read(min(status.st_size, most) + 1)
    except OSError as error:
        why = (error.strerror or "an error of the system").lower()
        raise ScenarioError(source, "", f"no readable file ({why})", allowed) from None
    except ValueError as error:
        if isinstance(error, ScenarioError):
            raise
        raise ScenarioError(source, "", f"no file name ({error})", allowed) from None
    if len(raw) > most:
        raise ScenarioError(source, "", "too many bytes", allowed)
    return raw


def text_of(raw: bytes, source: str) -> str:
    """Decodes UTF-8 text and removes a byte order mark.

    Raises:
        ScenarioError: the bytes are not UTF-8. The message names line and byte.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScenarioError(source, f"line {line}", f"the byte 0x{raw[error.start]:02x}", "UTF-8 text") from None


_NUMBERS = count()


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes a file completely or not at all.

    Raises:
        OSError: the file cannot be written. The old file is unchanged.
    """
    with replacing(path) as beside:
        beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yields a temporary file that replaces `path` when the block ends.

    Raises:
        OSError: the file cannot be written. The old file is unchanged.
    """
    target = Path(os.path.realpath(path))
    old = target.stat() if target.exists() else None
    if old is not None and not stat.S_ISREG(old.st_mode):
        yield target
        return
    beside = target.with_name(f".{target.stem[:100]}.{os.getpid()}-{next(_NUMBERS)}.new{target.suffix}")
    try:
        with beside.open("xb"):
            pass
        if old is not None:
            beside.chmod(stat.S_IMODE(old.st_mode))
        yield beside
        with beside.open("r+b") as written:
            os.fsync(written.fileno())  # else a machine that stops may leave an empty file under the name
        beside.replace(target)
    except OSError as error:
        if error.filename in (None, str(beside)):
            raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None
        raise
    finally:
        with suppress(OSError):
            beside.unlink()
