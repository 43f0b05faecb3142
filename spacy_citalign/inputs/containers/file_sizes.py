"""Sizes of files once they are unpacked."""

import os
from typing import BinaryIO

# Bytes of text that a byte of a packed file has, about.
_PACKED_TO = 4
_MIN_PACKED, _LARGEST_STATED = 18, 1 << 30  # sizes of gzip files whose end tells theirs


def unpacked_size(file: BinaryIO, size: int, *, packed: bool) -> int:
    """Return the unpacked size of a file: of a small gzip file what its end says, or a guess."""
    if not packed:
        return size
    if _MIN_PACKED <= size < _LARGEST_STATED:
        file.seek(-4, os.SEEK_END)
        stated = int.from_bytes(file.read(4), "little")
        if size <= stated < 1000 * size:
            return stated
    return guessed_size(size)


def guessed_size(size: int) -> int:
    """Return about what a packed file of text has unpacked, in bytes."""
    return _PACKED_TO * size
