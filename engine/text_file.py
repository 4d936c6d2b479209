"""Reads text files that users supply: ordinary files only, up to a size limit, as UTF-8."""

import os
import stat

from .errors import ScenarioError


def bytes_of(source: str, most: int, allowed: str) -> bytes:
    """All bytes of an ordinary file; pipes and devices, which might never end, are refused.

    Raises:
        ScenarioError: there is no such file, or it has more than `most` bytes; `allowed` says what may be there.
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
    """Decodes the bytes of a file as UTF-8, without its byte order mark.

    Raises:
        ScenarioError: they are none; the error names the line and the byte.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScenarioError(source, f"line {line}", f"the byte 0x{raw[error.start]:02x}", "UTF-8 text") from None
