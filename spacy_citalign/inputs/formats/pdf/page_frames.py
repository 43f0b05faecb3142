"""Pages of a PDF as bytes, from the process that reads PDFs to the one that asked for them.

What comes is taken for hostile, since the other process reads what anybody may have written: it is
plain numbers and JSON, and each length and type is checked.
"""

import json
import math
from typing import Any, BinaryIO

import numpy as np

from .characters import MOST_CHARACTERS, PageCharacters

READY, PAGE, DONE, FAILED = b"R", b"P", b"D", b"E"
# The arrays of a page: their names, types as they travel and columns, 0 for none.
_ARRAYS: tuple[tuple[str, str, int], ...] = (
    ("codes", "u4", 0),
    ("boxes", "f4", 4),
    ("baselines", "f4", 0),
    ("sizes", "f4", 0),
    ("fonts", "i2", 0),
    ("upright", "u1", 0),
)
_FONT_FIELDS = ("names", "bold", "italic")
_BYTES = sum(np.dtype(kind).itemsize * max(columns, 1) for _, kind, columns in _ARRAYS)
_MOST_HEAD = 4_000_000
_MOST_FONTS = 1 << 15
_MOST_FRAME = MOST_CHARACTERS * _BYTES + _MOST_HEAD + 100
_LENGTH = 4  # bytes of a length
_LAST_CODE = 0x10FFFF


class FrameError(Exception):
    """What came is no frame of the kind that was due, or ends too early."""


def write_frame(file: BinaryIO, kind: bytes, body: bytes = b"") -> None:
    """Write a frame: its length, its kind, what is in it."""
    file.write((len(body) + 1).to_bytes(_LENGTH, "big") + kind + body)
    file.flush()


def read_frame(file: BinaryIO) -> tuple[bytes, bytes]:
    """Return the kind of the next frame, and what is in it.

    Raises:
        FrameError: there is none, or it is too long.
    """
    length = int.from_bytes(_exactly(file, _LENGTH), "big")
    if not 1 <= length <= _MOST_FRAME:
        raise FrameError(f"a frame of {length} bytes")
    frame = _exactly(file, length)
    return frame[:1], frame[1:]


def _exactly(file: BinaryIO, size: int) -> bytes:
    content = file.read(size)
    if len(content) != size:
        raise FrameError("the end")
    return content


def page_bytes(page: PageCharacters) -> bytes:
    """Return a page as bytes."""
    fonts = {name: getattr(page, name) for name in _FONT_FIELDS}
    sizes = {"number": page.number, "width": page.width, "height": page.height}
    head = json.dumps({**sizes, "count": len(page.codes), **fonts}).encode()
    arrays = (getattr(page, name).astype(kind).tobytes() for name, kind, _ in _ARRAYS)
    return b"".join([len(head).to_bytes(_LENGTH, "big"), head, *arrays])


def page_of(body: bytes) -> PageCharacters:
    """Return the page that bytes are.

    Raises:
        FrameError: they are none.
    """
    start = _LENGTH + int.from_bytes(body[:_LENGTH], "big")
    head = json_object(body[_LENGTH:start])
    count, number = _count(head, "count", MOST_CHARACTERS), _count(head, "number", 1 << 31)
    if len(body) != start + count * _BYTES:
        raise FrameError("a page of another length")
    arrays: dict[str, Any] = {}
    for name, kind, columns in _ARRAYS:
        size = count * max(columns, 1)
        array = np.frombuffer(body, kind, size, start)
        arrays[name] = array.reshape(count, columns) if columns else array
        start += array.nbytes
    fonts = _fonts(head)
    width, height = _length(head.get("width")), _length(head.get("height"))
    arrays |= fonts
    arrays["codes"] = np.where(arrays["codes"] > _LAST_CODE, np.uint32(0), arrays["codes"])
    arrays["fonts"] = np.clip(arrays["fonts"], -1, len(fonts["names"]) - 1)
    arrays["sizes"] = np.nan_to_num(arrays["sizes"], posinf=0, neginf=0)
    finite = np.isfinite(arrays["boxes"]).all(axis=1) & np.isfinite(arrays["baselines"])
    arrays["upright"] = (arrays["upright"] != 0) & finite
    return PageCharacters(number=number, width=width, height=height, **arrays)


def json_object(content: bytes) -> dict[str, Any]:
    """Return the object that JSON is. Raises FrameError where it is none."""
    try:
        value = json.loads(content) if len(content) <= _MOST_HEAD else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise FrameError("no object")
    return value


def _fonts(head: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Return names and looks of the fonts; they are as many of each."""
    fonts = {name: tuple(head.get(name) or ()) for name in _FONT_FIELDS}
    names, *looks = fonts.values()
    sound = all(isinstance(name, str) for name in names) and all(
        isinstance(look, bool) for each in looks for look in each
    )
    if not sound or len({len(each) for each in fonts.values()}) > 1 or len(names) > _MOST_FONTS:
        raise FrameError("odd fonts")
    return fonts


def _count(head: dict[str, Any], name: str, most: int) -> int:
    value = head.get(name)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise FrameError(f"an odd {name}")
    return value


def _length(value: Any) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise FrameError("an odd size")
    return float(value)
