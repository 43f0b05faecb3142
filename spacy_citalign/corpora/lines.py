"""Lines of files: how long they may be, and their encoding."""

from collections.abc import Iterator
from typing import BinaryIO

from ..errors import InputError
from ..memory import check_memory

MAX_LINE = 200_000_000  # bytes; more than any text has
_MAX_CUT = 50
_BYTES_A_BYTE = 25  # of a line, once it is JSON


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
