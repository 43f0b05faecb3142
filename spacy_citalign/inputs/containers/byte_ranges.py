"""Bytes of files: ranges that a worker reads, versions by which changes are noticed, blocks."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

from ...corpora.packed import DAMAGE, UnpackError, packing_of
from ...errors import InputError, one_line, why_unreadable

# The largest line, article or member of an archive; more than any text has.
MAX_BYTES = 200_000_000
BLOCK = 1 << 20
# What an archive may unpack to: so many times its size, more than text of any kind packs, or more.
MAX_RATIO = 100
MIN_UNPACKED = 1 << 30
_MIN_MEMBER = 1 << 16  # what a packed member may unpack to, however small
_MAX_SPLIT = 64 << 20
CHANGED = "was changed after the run began; start again with --fresh"


class FileVersion(NamedTuple):
    """Size in bytes of a file, and when it was last changed, in nanoseconds."""

    size: int
    changed: int


def version_of(status: os.stat_result) -> FileVersion:
    """Return the version of a file's status."""
    return FileVersion(status.st_size, status.st_mtime_ns)


def check_version(file: BinaryIO, version: FileVersion) -> None:
    """Raise InputError where an open file is not what it was."""
    if version_of(os.fstat(file.fileno())) != version:
        raise InputError(CHANGED)


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Bytes ``start`` to ``end`` of a file, as it was when it was cut."""

    path: str
    version: FileVersion
    start: int
    end: int

    def read(self) -> bytes:
        """Return the bytes.

        Raises:
            InputError: they cannot be read, or the file is not what it was.
        """
        size = self.end - self.start
        try:
            with open(self.path, "rb") as file:
                check_version(file, self.version)
                file.seek(self.start)
                content = file.read(size)
        except OSError as error:
            raise InputError(why_unreadable(error)) from error
        if len(content) != size:
            raise InputError(CHANGED)
        return content


def split_size(most_bytes: int) -> int:
    """Return a size that a split may have: a byte or more, and what a process may hold."""
    return max(1, min(most_bytes, _MAX_SPLIT, MAX_BYTES))


def too_large(size: int) -> str:
    """Return what is said of a line, article or member that is too large."""
    return f"has {size:,} bytes, more than {MAX_BYTES:,}; split it, or leave it out"


def most_unpacked(archive: BinaryIO) -> int:
    """Return how many bytes an archive may unpack to; it is open, and at its beginning then."""
    size = archive.seek(0, os.SEEK_END)
    archive.seek(0)
    return max(MIN_UNPACKED, MAX_RATIO * size)


def too_much(most: int) -> str:
    """Return what is said of an archive that unpacks to more than it may."""
    return f"unpacks to more than {most:,} bytes; unpack it, and give what is in it"


class BoundedFile:
    """What is packed, as a file of at most so many bytes.

    Args:
        file: is unpacked as it is read.
        most: bytes.
    """

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file, self._most = file, most
        self.tell = file.tell

    def read(self, size: int) -> bytes:
        """Return bytes from the place on. Raises UnpackError where they are too many."""
        content = self._file.read(size)
        self._check(self._file.tell())
        return content

    def seek(self, offset: int) -> int:
        """Go to a place. Raises UnpackError where it is beyond the bound."""
        self._check(offset)
        return self._file.seek(offset)

    def _check(self, place: int) -> None:
        if place > self._most:
            raise UnpackError(too_much(self._most))


def most_of_member(content: bytes) -> int:
    """Return how many bytes a packed member of an archive may unpack to."""
    return max(_MIN_MEMBER, MAX_RATIO * len(content))


def blocks_of(file: BinaryIO, most: int | None = None) -> Iterator[bytes]:
    """Yield the content of a file in blocks, up to its end or the damage.

    Raises InputError at damage, and where there are more than ``most`` bytes.
    """
    size = 0
    # read1, since read loses what it has when it comes to the damage; pipes need not have it.
    read = getattr(file, "read1", file.read)
    try:
        while block := read(BLOCK):
            size += len(block)
            if most is not None and size > most:
                raise InputError(too_much(most))
            yield block
    except DAMAGE as error:
        raise InputError(f"cannot be unpacked ({one_line(error)}); fetch it again") from error
    except OSError as error:
        raise InputError(why_unreadable(error)) from error


def joined(blocks: Iterable[bytes]) -> bytes:
    """Return all of a content. Raises InputError where it is too large."""
    content = bytearray()
    for block in blocks:
        content += block
        if len(content) > MAX_BYTES:
            raise InputError(too_large(len(content)))
    return bytes(content)


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
            size = file.seek(0, os.SEEK_END)
            samples, length = (1, WHOLE) if size <= WHOLE else (_SAMPLES, _SAMPLE)
            for sample in range(samples):
                file.seek((size - _SAMPLE) * sample // (_SAMPLES - 1))
                digest.update(file.read(length))
    except OSError:
        return ""
    return digest.hexdigest()


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
