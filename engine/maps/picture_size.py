"""The size of a picture by its header, before anything is unpacked."""

MOST_PIXELS = 2**25
"""The most pixels of a picture: so many take 128 MiB."""


def pixels_of(raw: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, JPEG or WebP picture; None if it is none."""
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
