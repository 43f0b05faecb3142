"""Read text files line by line, with line numbers and clear errors."""

import gzip
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import InputError

# Where the first four bytes are no zeros, of Latin letters in UTF-16 and UTF-32 of both orders.
_WIDE = {b"\1\0\1\0", b"\0\1\0\1", b"\1\0\0\0", b"\0\0\0\1"}


def is_wide(begin: bytes) -> bool:
    """Say whether a text that begins so is in UTF-16 or UTF-32, with a byte order mark or without.

    English has a zero beside each of its letters there, which UTF-8 would take for characters.
    Zeros alone, as a crash may leave them, are a line that is broken.

    >>> is_wide("Frogs".encode("utf-16-le")), is_wide("Frogs".encode())
    (True, False)
    """
    return begin.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or bytes(map(bool, begin[:4])) in _WIDE


def numbered_lines(path: Path, wanted: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, from 1, without its end; drop empty lines at the end.

    Lines end at a line feed, alone or after a carriage return, and nowhere else; a byte order mark
    at the start is left out. ``wanted`` says in errors what the file should be.

    Raises:
        InputError: the file cannot be read, or is not UTF-8.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}); give the path of {wanted}"
        ) from error
    offset = len(BOM_UTF8) if content.startswith(BOM_UTF8) else 0
    content = content[offset:].rstrip(b"\r\n")
    for number, line in enumerate(content.split(b"\n") if content else [], start=1):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise InputError(
                f"{path}, line {number}: byte {offset + error.start} of the file is "
                f"0x{line[error.start]:02x}, which is not UTF-8; convert the file to UTF-8"
            ) from error
        offset += len(line) + 1
        yield number, text.removesuffix("\r")


def text_lines(paths: Iterable[str | Path]) -> Iterator[str]:
    """Yield the lines of texts, plain or gzipped, without holding them all.

    Raises:
        InputError: a file cannot be read, or is not UTF-8.
    """
    for path in map(Path, paths):
        try:
            with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
                for number, line in enumerate(file):
                    yield line.decode("utf-8" if number else "utf-8-sig").rstrip("\r\n")
        except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
            raise InputError(
                f"{path} cannot be read ({error}); give a text in UTF-8, plain or gzipped"
            ) from error
