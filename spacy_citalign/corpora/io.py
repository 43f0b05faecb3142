"""Files of text for all readers: packed or plain, encodings, byte order marks.

A file is packed where its first bytes say so, whatever its name. Text is UTF-8, with or without a
byte order mark. Lines end at a line feed, alone or after carriage returns, and nowhere else.
"""

import os
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from ..errors import InputError
from ..memory import check_memory
from .packed import DAMAGE, UnpackError, packing_of, unpack

SHOWN = 60  # characters of what is wrong that a message repeats
WIDE = "is in UTF-16; convert it to UTF-8"

# Where the first four bytes are no zeros, of Latin letters in UTF-16 and UTF-32 of both orders.
_WIDE = {b"\1\0\1\0", b"\0\1\0\1", b"\1\0\0\0", b"\0\0\0\1"}
MAX_LINE = 200_000_000  # bytes; more than any text has
_MAX_CUT = 50
_BYTES_A_BYTE = 25  # of a line, once it is JSON


def is_wide(begin: bytes) -> bool:
    """Return whether a text that begins so is in UTF-16 or UTF-32, with a byte order mark or not.

    English has a zero beside each of its letters there, which UTF-8 would take for characters.
    Zeros alone, as a crash may leave them, are a line that is broken.

    >>> is_wide("Frogs".encode("utf-16-le")), is_wide("Frogs".encode())
    (True, False)
    """
    return begin.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or bytes(map(bool, begin[:4])) in _WIDE


def decode_text(content: bytes) -> str:
    """Return a whole text, or a line of its own, in UTF-8.

    Raises:
        InputError: it is not UTF-8. The message goes on after the name of the text.
    """
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"is not UTF-8: byte 0x{content[error.start]:02x} at position {error.start}; convert it"
        ) from error


def read_bytes(source: Path | bytes, *, name: str, most_bytes: int) -> bytes:
    """Return the content of a file, plain or packed, up to a size.

    No more than one byte over the limit is ever held unpacked.

    Args:
        source: the file, or its content.
        name: the file's name for errors.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read or unpacked, or is too large.
    """
    with _readable(name, "a file"):
        if isinstance(source, bytes):
            content = source
        else:
            with source.open("rb") as file:
                if os.fstat(file.fileno()).st_size > most_bytes:
                    raise _too_large(name, most_bytes)
                content = file.read(most_bytes + 1)
        if packing_of(content) and len(content) <= most_bytes:
            with unpack(cast("BinaryIO", BytesIO(content))) as unpacked:
                content = unpacked.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise _too_large(name, most_bytes)
    return content


def read_lines(
    path: Path, wanted: str, *, blank_end: bool = False, western: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield each line of a file, plain or packed, with its number from 1, without its end.

    Args:
        path: the file.
        wanted: what the file should be, for errors.
        blank_end: yield empty lines at the end of the file too.
        western: read lines that are not UTF-8 as Windows-1252, which has Latin-1.

    Raises:
        InputError: the file cannot be read or unpacked, or is not UTF-8.
    """
    blank = 0  # empty lines that are yielded where another line follows
    with _readable(str(path), wanted), path.open("rb") as file:
        for number, line in enumerate(_decoded_lines(unpack(file), path, western), start=1):
            if line or blank_end:
                yield from ((earlier, "") for earlier in range(number - blank, number))
                yield number, line
                blank = 0
            else:
                blank += 1


@contextmanager
def at_line(path: str | Path, number: int) -> Iterator[None]:
    """Let errors of the block name the line that it reads.

    Raises:
        InputError: the block raises one.
    """
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}, line {number}: {error}") from error


def file_list(paths: str | Path | Iterable[str | Path], what: str) -> list[Path]:
    """Return one or more paths as a list; ``what`` says in errors what they hold.

    Raises:
        InputError: there is none.
    """
    files = [paths] if isinstance(paths, str | Path) else list(paths)
    if not files:
        raise InputError(f"no file of {what} was given; name one or more")
    return [Path(file) for file in files]


def text_lines(paths: Iterable[str | Path]) -> Iterator[str]:
    """Yield the lines of texts, plain or packed, one file after the other.

    Raises:
        InputError: a file cannot be read or unpacked, or is not UTF-8.
    """
    for path in map(Path, paths):
        for _, line in read_lines(path, "a text in UTF-8, plain or packed"):
            yield line


def _decoded_lines(file: BinaryIO, path: Path, western: bool = False) -> Iterator[str]:
    """Yield the lines of an open file without their ends and without a byte order mark."""
    offset = 0  # bytes of the file before the line
    for number, line in enumerate(bounded_lines(file), start=1):
        size = len(line)
        if number == 1:
            if is_wide(line):
                raise InputError(f"{path} {WIDE}")
            line = line.removeprefix(BOM_UTF8)
        try:  # and no at_line, which each line would pay for
            check_line(line)
            bare = line.rstrip(b"\r\n")
            text = (
                _western_text(bare)
                if western
                else decode_line(bare, "the file", offset + size - len(line))
            )
        except InputError as error:
            raise InputError(f"{path}, line {number}: {error}") from error
        yield text
        offset += size


def _western_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


@contextmanager
def _readable(name: str, wanted: str) -> Iterator[None]:
    """Raise InputError in place of what reading and unpacking raise."""
    try:
        yield
    except UnpackError as error:
        raise InputError(f"{name} {error}") from error
    except DAMAGE as error:
        raise InputError(f"{name} cannot be unpacked ({error}); fetch it again") from error
    except OSError as error:
        raise InputError(
            f"{name} cannot be read ({error.strerror}); give the path of {wanted}"
        ) from error


def _too_large(name: str, most_bytes: int) -> InputError:
    return InputError(
        f"{name} has more than {most_bytes:,} bytes; leave it out, or give its reader in Python a "
        "higher most_bytes"
    )


def bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of an open file; one of more than ``MAX_LINE`` bytes is cut behind these.

    Who reads the lines refuses it by ``check_line``. So a file without line ends fills no memory.

    Raises:
        InputError: a line does not end for ``_MAX_CUT`` times as many bytes, as that of a device.
    """
    while line := file.readline(MAX_LINE + 1):
        rest, cut = line, 0
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE + 1)
            cut += 1
            if cut > _MAX_CUT:
                name = getattr(file, "name", "the input")
                raise InputError(
                    f"{name}: a line does not end within {MAX_LINE * _MAX_CUT:,} bytes; give a "
                    "file of lines"
                )
        yield line


def check_line(line: str | bytes) -> None:
    """See that a line is not too long, and that there is memory for what it holds.

    Raises:
        InputError: it is, or there is not. The message goes on after the name of the line.
    """
    if len(line) > MAX_LINE:
        raise InputError(f"has more than {MAX_LINE:,} bytes; split it, or leave it out")
    check_memory(len(line) * _BYTES_A_BYTE, f"a line of {len(line):,} bytes")


def decode_line(line: bytes, whole: str, offset: int = 0) -> str:
    """Return a line of a file in UTF-8.

    Args:
        line: the bytes of the line.
        whole: what errors count the bytes of, such as "the file".
        offset: bytes of ``whole`` before the line.

    Raises:
        InputError: the line is not UTF-8.
    """
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {offset + error.start} of {whole} is 0x{line[error.start]:02x}, which is not "
            "UTF-8; convert the file to UTF-8"
        ) from error
