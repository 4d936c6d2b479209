"""Reads files of one folder, within limits."""

import re
import xml.etree.ElementTree as etree
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from ..decoding import convert
from ..errors import ScenarioError, joined, printable, spelled
from ..files import bytes_of, text_of

MOST_PIXELS = 2**25
"""Most pixels of a picture: 128 MiB."""


def pixels_of(raw: bytes) -> tuple[int, int] | None:
    if raw[:8] == b"\x89PNG\r\n\x1a\n" and raw[12:16] == b"IHDR":
        return _number(raw[16:20]), _number(raw[20:24])
    if raw[:2] == b"\xff\xd8":
        return _of_jpeg(raw)
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return _of_webp(raw)
    return None


def _of_jpeg(raw: bytes) -> tuple[int, int] | None:
    at = 2
    while raw[at : at + 1] == b"\xff" and at + 9 <= len(raw):
        marker = raw[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a start of frame
            return _number(raw[at + 7 : at + 9]), _number(raw[at + 5 : at + 7])
        at += 1 if marker == 0xFF else 2 + _number(raw[at + 2 : at + 4])
    return None


def _of_webp(raw: bytes) -> tuple[int, int] | None:
    kind, body = raw[12:16], raw[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if kind == b"VP8L":
        packed = int.from_bytes(body[1:5], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
    return None


def _number(raw: bytes) -> int:
    return int.from_bytes(raw, "big")


LARGEST_FILE = 64 * 1024 * 1024
"""Most bytes of a map and its files."""
MOST_ITEMS = 1_500_000
"""Most commas and brackets of JSON; they determine memory."""
MOST_ELEMENTS = 600_000
DEEPEST = 48

T = TypeVar("T")
Tree = dict[str, object]


class SourceFolder:
    """A folder with a map's further files. It limits the bytes read, and the items of JSON files."""

    def __init__(self, root: Path) -> None:
        try:
            self.root = root.resolve()
        except (OSError, RuntimeError, ValueError):
            raise ScenarioError(str(root), "", "no folder", "a folder") from None
        self.bytes_left = LARGEST_FILE
        self.items_left = MOST_ITEMS

    def named(self, name: str, by: Path, place: str) -> Path:
        """Returns the path of a file that the map `by` mentions, inside this folder."""
        if "\0" not in name and len(name) < 4096:
            try:
                path = (by.parent / name.replace("\\", "/")).resolve()
            except (OSError, RuntimeError):
                path = Path("/")
            if path.is_relative_to(self.root):
                return path
        raise ScenarioError(
            str(by),
            place,
            f"{spelled(name)}, a file outside of {printable(str(self.root))}",
            "files in the folder of the map, or in the one that --within names",
        )

    def text(self, path: Path) -> str:
        return text_of(self.bytes(path), str(path))

    def bytes(self, path: Path) -> bytes:
        allowed = f"an ordinary file, {LARGEST_FILE >> 20} MiB with all that it names"
        raw = bytes_of(str(path), self.bytes_left, allowed)
        self.bytes_left -= len(raw)
        return raw

    def json(self, path: Path, text: str | None = None) -> Tree:
        source = str(path)
        text = self.text(path) if text is None else text
        self.items_left -= text.count(",") + text.count("[") + text.count("{")
        if self.items_left < 0:
            raise ScenarioError(source, "", "too many values", f"at most {MOST_ITEMS}")
        try:
            tree = msgspec.json.decode(text)
        except RecursionError:
            raise _too_deep(source) from None
        except (msgspec.DecodeError, ValueError) as error:
            what = str(error).removeprefix("JSON is malformed: ")
            raise ScenarioError(source, "", f"text that is not JSON ({printable(what)})", "one JSON object") from None
        if not isinstance(tree, dict):
            raise ScenarioError(source, "", spelled(tree), "one JSON object")
        _check_depth(tree, source)
        return cast(Tree, tree)

    def xml(self, path: Path, text: str | None = None) -> etree.Element:
        """Reads an XML file and returns its root."""
        source = str(path)
        text = self.text(path) if text is None else text
        if "<!ENTITY" in text:
            raise ScenarioError(source, "", "XML entities", "XML without declarations")
        if text.count("<") > MOST_ELEMENTS:
            raise ScenarioError(source, "", "too many tags", f"at most {MOST_ELEMENTS}")
        try:
            return etree.fromstring(text, etree.XMLParser(target=_Shallow(source)))
        except ScenarioError:
            raise
        except (etree.ParseError, ValueError) as error:
            raise ScenarioError(source, "", f"text that is not XML ({printable(str(error))})", "XML") from None


class _Shallow(etree.TreeBuilder):
    def __init__(self, source: str) -> None:
        super().__init__()
        self.source, self.depth = source, 0

    def start(self, tag: str, attrs: dict[str, str], /) -> etree.Element:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _too_deep(self.source)
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> etree.Element:
        self.depth -= 1
        return super().end(tag)


def _too_deep(source: str) -> ScenarioError:
    found = "values nested too deep"
    return ScenarioError(source, "", found, f"at most {DEEPEST} levels")


def _check_depth(tree: object, source: str) -> None:
    layer: list[object] = [tree]
    for _ in range(DEEPEST):
        layer = [
            inner
            for value in layer
            for inner in (value.values() if isinstance(value, dict) else cast(list[object], value))
            if isinstance(inner, (dict, list))
        ]
        if not layer:
            return
    raise _too_deep(source)


def decode(value: object, kind: type[T], source: str, place: str = "") -> T:
    """Converts plain values to the type `kind`. Unknown keys are ignored."""
    try:
        return convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        keys = re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path)
        found, at = value, place
        for key, index in keys:
            if key and isinstance(found, dict):
                found, at = found.get(key), joined(at, key)
            elif index and isinstance(found, (list, tuple)):
                found, at = found[int(index)], f"{at}[{index}]"
        allowed = what.removeprefix("Expected ").partition(", got ")[0].replace("`", "")
        if missing := re.search(r"missing required field `(.+?)`", what):
            found, at, allowed = None, joined(at, missing[1]), "a value"
        raise ScenarioError(source, at, "nothing" if found is None else spelled(found), allowed) from None
