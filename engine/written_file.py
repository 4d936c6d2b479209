"""Writes files that people keep: complete beside the old file first, then in its place, at once."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

_NUMBERS = count()


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes a file whole; text as UTF-8 with plain line ends. The old file stays until the new one is complete.

    Raises:
        OSError: it cannot be written; the old file is unchanged then.
    """
    with replacing(path) as beside:
        beside.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new file to write beside `path`, with the same suffix; it takes the place of `path` at the end.

    A link stays a link. A device or a pipe is written to directly.

    Raises:
        OSError: it cannot be written; the old file is unchanged then.
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
