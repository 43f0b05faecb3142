"""Digests of the content of files, by which a run knows an input that was changed unnoticed."""

import hashlib
from collections.abc import Iterator
from typing import BinaryIO

WHOLE = 4 << 20  # bytes of a file that is read as a whole
_SAMPLES = 16
_SAMPLE = 64 << 10


def content_digest(path: str) -> str:
    """Return the digest of a file of at most 4 MiB, of a larger one that of samples of it.

    The samples are head, tail, and 14 ranges of 64 KiB at equal distances between them.
    A file that cannot be read has "".
    """
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            for block in _blocks(file):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    size = file.seek(0, 2)
    if size <= WHOLE:
        file.seek(0)
        yield file.read(WHOLE)
        return
    for sample in range(_SAMPLES):
        file.seek((size - _SAMPLE) * sample // (_SAMPLES - 1))
        yield file.read(_SAMPLE)
