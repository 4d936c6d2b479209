"""The tiles of a Tiled layer: CSV, plain numbers, or base64 with gzip, zlib or Zstandard."""

import base64
import binascii
import struct
import zlib
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..errors import ScenarioError, spelled

FLIPS = 0xF000_0000
"""The bits of a tile number that rotate and flip its picture."""


class TileData:
    """Reads the layers of one map, within a limit for all of them."""

    def __init__(self, source: str, most_tiles: int) -> None:
        self.source, self.most_tiles, self.tiles_left = source, most_tiles, most_tiles

    def tiles(self, data: object, encoding: str, compression: str, size: tuple[int, int], place: str) -> list[int]:
        """The tile numbers of a layer or chunk, row by row, without the rotation bits.

        Raises:
            ScenarioError: they are not what they are said to be, or too many.
        """
        width, height = size
        count = width * height
        if width < 0 or height < 0 or count > self.tiles_left:
            found = f"layers of more than {self.most_tiles} squares in all"
            raise ScenarioError(self.source, place, found, "fewer or smaller layers")
        self.tiles_left -= count
        if isinstance(data, list):
            numbers = self._plain(data, place)
        elif isinstance(data, str) and encoding == "base64":
            numbers = self._words(self._inflated(data, compression, count * 4, place), place)
        elif isinstance(data, str) and encoding in ("csv", ""):
            numbers = self._csv(data, count, place)
        else:
            found = f"layer data in the encoding {spelled(encoding)}" if encoding else spelled(data)
            raise ScenarioError(self.source, place, found, "csv or base64")
        if len(numbers) != count:
            raise ScenarioError(self.source, place, f"{len(numbers)} tiles", f"{count}, {width} by {height}")
        return numbers

    def _plain(self, data: list[Any], place: str) -> list[int]:
        try:
            return self._unturned(data, place)
        except TypeError:
            raise self._no_numbers(place) from None

    def _csv(self, data: str, count: int, place: str) -> list[int]:
        if data.count(",") > count + 1:
            raise ScenarioError(self.source, place, f"{data.count(',') + 1} tiles", f"{count}")
        try:
            return self._unturned([int(number) for number in data.split(",") if number.strip()], place)
        except ValueError as error:
            raise (error if isinstance(error, ScenarioError) else self._no_numbers(place)) from None

    def _unturned(self, numbers: Sequence[int], place: str) -> list[int]:
        """Tile numbers without the rotation bits."""
        if any(not 0 <= number < 1 << 32 for number in numbers):
            raise self._no_numbers(place)
        return [number & ~FLIPS for number in numbers]

    def _no_numbers(self, place: str) -> ScenarioError:
        found = "tiles that are no numbers"
        return ScenarioError(self.source, place, found, "whole numbers of 32 bits")

    def _inflated(self, data: str, compression: str, size: int, place: str) -> bytes:
        """The bytes of compressed base64 text; at most one byte beyond `size` is unpacked."""
        try:
            packed = base64.b64decode("".join(data.split()), validate=True)
        except (binascii.Error, ValueError):
            raise ScenarioError(self.source, place, "text that is not base64", "base64") from None
        try:
            match compression:
                case "":
                    raw = packed
                case "zlib" | "gzip":
                    raw = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32).decompress(packed, size + 1)
                case "zstd":
                    raw = self._zstandard(packed, size + 1, place)
                case _:
                    raise ScenarioError(
                        self.source, place, f"the compression {spelled(compression)}", "none, zlib, gzip or zstd"
                    )
        except (zlib.error, EOFError):
            raise ScenarioError(self.source, place, f"data that is not {compression}", compression) from None
        return raw

    def _zstandard(self, packed: bytes, most: int, place: str) -> bytes:
        # Python 3.14 has it in its library; before that, the extra `maps` installs it under another name.
        home = next((name for name in ("compression", "backports") if find_spec(name)), None)
        if home is None or find_spec(f"{home}.zstd") is None:
            raise ScenarioError(
                self.source,
                place,
                "layers packed with Zstandard",
                "pip install 'fivefoot[maps]', or another layer format",
            )
        zstd = import_module(f"{home}.zstd")
        try:
            raw: bytes = zstd.ZstdDecompressor().decompress(packed, most)
        except (zstd.ZstdError, EOFError, MemoryError):
            raise ScenarioError(self.source, place, "data that is not zstd", "zstd") from None
        return raw

    def _words(self, raw: bytes, place: str) -> list[int]:
        if len(raw) % 4:
            raise ScenarioError(self.source, place, f"{len(raw)} bytes", "four bytes for every square")
        return self._unturned(struct.unpack(f"<{len(raw) // 4}I", raw), place)
