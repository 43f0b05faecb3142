"""Sizes of files once they are unpacked."""

import os
from typing import BinaryIO

from ...corpora.packed import packing_of

# Bytes of text that a byte of a packed file has, about.
_PACKED_TO = 4
_BEGIN = 16  # bytes that say how it is packed
_MIN_PACKED, _LARGEST_STATED = 18, 1 << 30  # sizes of gzip files whose end tells theirs


def unpacked_size(file: BinaryIO, size: int) -> int:
    """Return the unpacked size of an open file, which is at its beginning then and now.

    That of a small gzip file its end says; of others that are packed it is a guess.
    """
    begin = file.read(_BEGIN)
    file.seek(0)
    packing = packing_of(begin)
    if packing is None:
        return size
    if packing.suffix == ".gz" and _MIN_PACKED <= size < _LARGEST_STATED:
        file.seek(-4, os.SEEK_END)
        stated = int.from_bytes(file.read(4), "little")
        file.seek(0)
        if size <= stated < 1000 * size:
            return stated
    return guessed_size(size)


def guessed_size(size: int) -> int:
    """Return about what a packed file of text has unpacked, in bytes."""
    return _PACKED_TO * size
