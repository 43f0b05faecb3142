"""Read files that may be gzipped, up to a size, whatever their name."""

import gzip
import os
import zlib
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from ..errors import InputError

_GZIP = b"\x1f\x8b"


def read_packed(source: Path | bytes, *, name: str, most_bytes: int) -> bytes:
    """Return the content of a file; no more than one byte over the limit is ever held unpacked.

    Args:
        source: the file, or its content.
        name: the file's name for errors.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read or unpacked, or is too large.
    """
    if isinstance(source, bytes):
        content = source
    else:
        try:
            with source.open("rb") as file:
                if os.fstat(file.fileno()).st_size > most_bytes:
                    raise _too_large(name, most_bytes)
                content = file.read(most_bytes + 1)
        except OSError as error:
            raise InputError(
                f"{name} cannot be read ({error.strerror}); give the path of a file"
            ) from error
    if content.startswith(_GZIP) and len(content) <= most_bytes:
        try:
            with gzip.GzipFile(fileobj=BytesIO(content)) as packed:
                content = packed.read(most_bytes + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{name} cannot be unpacked ({error}); fetch it again") from error
    if len(content) > most_bytes:
        raise _too_large(name, most_bytes)
    return content


def _too_large(name: str, most_bytes: int) -> InputError:
    return InputError(
        f"{name} has more than {most_bytes:,} bytes; leave it out, or give its reader in Python a "
        "higher most_bytes"
    )


def unpacked_file(file: BinaryIO) -> BinaryIO:
    """Return the content of an open file as a file, unpacked where it is gzipped."""
    begin = file.read(len(_GZIP))
    file.seek(0)
    return cast("BinaryIO", gzip.GzipFile(fileobj=file)) if begin == _GZIP else file
