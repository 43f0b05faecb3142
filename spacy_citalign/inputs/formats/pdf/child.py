"""The process that reads PDFs: what is started by ``process``, and ends with who started it.

It takes frames of PDFs, and answers each with frames of its pages. Nothing is started, unpickled or
written to the disk here; memory and the seconds of a page are bounded.
"""

import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any, BinaryIO, TypeVar

import numpy as np

from ....errors import InputError, described, one_line
from .characters import MOST_CHARACTERS, PageCharacters, read_pages

T = TypeVar("T", int, float)

SECONDS_A_PAGE = 20
MEMORY = 1 << 30  # bytes, beside what the process has when it is ready
NO_MEMORY = 3  # the exit status
UNREAD = "is a PDF that cannot be read: "
SIZES = 8  # bytes of the size of a PDF, and of how many pages are read


def main() -> None:
    """Read PDFs from standard input until it ends."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked is told
    source = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints is no answer
    try:
        import pypdfium2.raw  # noqa: F401
    except Exception as error:
        write_frame(answers, FAILED, described(error).encode("utf-8", "replace"))
        return
    _bound()
    write_frame(answers, READY)
    with suppress(BrokenPipeError):  # who asked is gone
        while sizes := source.read(2 * SIZES):
            size, most_pages = (int.from_bytes(sizes[i : i + SIZES], "big") for i in (0, SIZES))
            content = source.read(size)
            if len(content) < size:
                return
            _answer(content, most_pages, answers)


def _answer(content: bytes, most_pages: int, answers: BinaryIO) -> None:
    """Write the pages of a PDF, or why there are none."""

    def each(page: PageCharacters) -> None:
        write_frame(answers, PAGE, page_bytes(page))
        _end_after(SECONDS_A_PAGE)

    _end_after(SECONDS_A_PAGE)
    try:
        metadata = read_pages(content, most_pages, each)
        write_frame(answers, DONE, json.dumps(metadata).encode())
    except MemoryError:
        os._exit(NO_MEMORY)
    except BrokenPipeError:
        raise
    except Exception as error:
        why = one_line(error) if isinstance(error, InputError) else f"{UNREAD}{described(error)}"
        write_frame(answers, FAILED, why.encode("utf-8", "replace"))
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_after(seconds: float) -> None:
    """End the process then, whatever it does, unless this is called again."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.stderr)


def _bound() -> None:
    """Bound the memory of the process, where that can be done, and have it write no files."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    bounds = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0}
    with suppress(OSError, ValueError):
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[0])
        bounds[resource.RLIMIT_AS] = pages * resource.getpagesize() + MEMORY
    for kind, bound in bounds.items():
        with suppress(OSError, ValueError):
            _, hard = resource.getrlimit(kind)
            if hard == resource.RLIM_INFINITY or bound < hard:
                resource.setrlimit(kind, (bound, bound))


READY, PAGE, DONE, FAILED = b"R", b"P", b"D", b"E"
# What the arrays of a page have of a character.
_CHARACTER = np.dtype(
    [
        ("codes", "u4"),
        ("boxes", "f4", 4),
        ("baselines", "f4"),
        ("sizes", "f4"),
        ("fonts", "i2"),
        ("upright", "u1"),
    ]
)
_ARRAYS = _CHARACTER.names or ()
_FONT_FIELDS = ("names", "bold", "italic")
_MOST_HEAD = 4_000_000
_MOST_FONTS = 1 << 15
_MOST_FRAME = MOST_CHARACTERS * _CHARACTER.itemsize + _MOST_HEAD + 100
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
    head = json.dumps({k: v for k, v in page._asdict().items() if k not in _ARRAYS}).encode()
    characters = np.empty(len(page.codes), _CHARACTER)
    for name in _ARRAYS:
        characters[name] = getattr(page, name)
    return b"".join([len(head).to_bytes(_LENGTH, "big"), head, characters.tobytes()])


def page_of(body: bytes) -> PageCharacters:
    """Return the page that bytes are.

    Raises:
        FrameError: they are none.
    """
    start = _LENGTH + int.from_bytes(body[:_LENGTH], "big")
    head = json_object(body[_LENGTH:start])
    if (len(body) - start) % _CHARACTER.itemsize:
        raise FrameError("a page of another length")
    characters = np.frombuffer(body[start:], _CHARACTER)
    arrays: dict[str, Any] = {name: np.ascontiguousarray(characters[name]) for name in _ARRAYS}
    fonts: dict[str, Any] = _fonts(head)
    arrays["codes"] = np.where(arrays["codes"] > _LAST_CODE, np.uint32(0), arrays["codes"])
    arrays["fonts"] = np.clip(arrays["fonts"], -1, len(fonts["names"]) - 1)
    arrays["sizes"] = np.nan_to_num(arrays["sizes"], posinf=0, neginf=0)
    finite = np.isfinite(arrays["boxes"]).all(axis=1) & np.isfinite(arrays["baselines"])
    arrays["upright"] = (arrays["upright"] != 0) & finite
    number = _number(head, "number", int, 1 << 31)
    width, height = (_number(head, name, float, sys.float_info.max) for name in ("width", "height"))
    return PageCharacters(number=number, width=width, height=height, **arrays, **fonts)


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


def _number(head: dict[str, Any], name: str, kind: type[T], most: float) -> T:
    value = head.get(name)
    if not isinstance(value, kind) or not 0 <= value <= most:
        raise FrameError(f"an odd {name}")
    return value
