"""What is on a screenshot: reads the PNGs browsers make, and says how light and how coloured they are."""

import struct
import zlib
from typing import NamedTuple

Pixel = tuple[int, int, int]


class Picture(NamedTuple):
    """Rows of pixels."""

    rows: list[list[Pixel]]

    def part(self, left: float, top: float, right: float, bottom: float) -> "Picture":
        """The part between such shares of the width and of the height."""
        height, width = len(self.rows), len(self.rows[0])
        rows = self.rows[round(top * height) : round(bottom * height)]
        return Picture([row[round(left * width) : round(right * width)] for row in rows])

    @property
    def pixels(self) -> list[Pixel]:
        return [pixel for row in self.rows for pixel in row]

    def share(self, colour: str, near: int = 24) -> float:
        """Which share of it has this colour, `#b85300`, or nearly so."""
        wanted = bytes.fromhex(colour[1:])
        hits = (all(abs(a - b) <= near for a, b in zip(pixel, wanted, strict=True)) for pixel in self.pixels)
        return sum(hits) / len(self.pixels)

    @property
    def lightness(self) -> float:
        """The mean without any hue, from 0 to 1: what is left on a grey screen."""
        return sum(grey(pixel) for pixel in self.pixels) / len(self.pixels)

    def differs_from(self, other: "Picture") -> float:
        """How far apart two pictures of one size are without any hue, pixel by pixel, from 0 to 1."""
        pairs = zip(self.pixels, other.pixels, strict=True)
        return sum(abs(grey(one) - grey(two)) for one, two in pairs) / len(self.pixels)


def grey(pixel: Pixel) -> float:
    """How light a pixel is on a grey screen."""
    red, green, blue = pixel
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def read(png: bytes) -> Picture:
    """An 8-bit PNG without interlacing, as screenshots are."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    size = {2: 3, 6: 4}[kind]
    assert depth == 8
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += length + 12
    raw, stride = zlib.decompress(data), width * size
    above, rows = bytearray(stride), []
    for y in range(height):
        start = y * (stride + 1)
        line = bytearray(raw[start + 1 : start + 1 + stride])
        _unfilter(raw[start], line, above, size)
        rows.append([(line[x], line[x + 1], line[x + 2]) for x in range(0, stride, size)])
        above = line
    return Picture(rows)


def _unfilter(kind: int, line: bytearray, above: bytearray, size: int) -> None:
    for x in range(len(line)):
        left = line[x - size] if x >= size else 0
        corner = above[x - size] if x >= size else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = above[x]
        elif kind == 3:
            add = (left + above[x]) // 2
        elif kind == 4:
            guess = left + above[x] - corner
            add = min((left, above[x], corner), key=lambda near: abs(guess - near))
        else:
            return
        line[x] = line[x] + add & 255
