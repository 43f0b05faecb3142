"""Finds what is read: the sources of files, folders and archives, in the order given.

A file is read once, also where it is given twice or links lead to it. What cannot be read is a
source too, of one record with an error. Small files that follow each other are one source, so that
a million articles of a folder are some ten thousand parts of an output, and not a million.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import printable, why_unreadable
from .arrow import require_pyarrow
from .containers.byte_ranges import FileVersion, guessed_size, version_of
from .containers.file import File
from .containers.folder import Listed, Listing
from .digests import content_digest
from .pieces import CUTTERS, Piece, WholeFile, with_problems
from .records import STDIN, Format, Reading
from .selection import file_format, folder_format, is_archive, is_wanted, suffixes
from .sources import file_source
from .splits import Source, Unreadable

_MOST_GATHERED = 8 << 20  # bytes of a file that is one record, or a few
_MOST_GATHERED_LINES = 1 << 20
_MOST_DIGESTED = 64 << 20  # bytes of a set of files whose contents are in its identity


class _Small(NamedTuple):
    """A file that is gathered with others; ``size`` is what it has unpacked."""

    path: str
    size: int
    version: FileVersion


@dataclass(frozen=True, slots=True)
class FileSet(Source):
    """Many small files.

    Attributes:
        files: their paths.
        sizes: of each, unpacked; of packed ones it is a guess.
        digest: another one where a name, a size or a time of last change is.
        reading: how they are read.
        name: the first file, and how many others there are.
        size: bytes of all files.
    """

    files: tuple[str, ...]
    sizes: tuple[int, ...]
    digest: str
    reading: Reading
    name: str
    size: int

    def formats(self) -> frozenset[Format]:
        """Return the formats that the names say."""
        return frozenset(map(self._format, self.files))

    def identity(self) -> list[Any]:
        """Return the number of files, their digests, and how they are read.

        Of many megabytes the contents of the first files are in it only.
        """
        contents = hashlib.sha256()
        left = _MOST_DIGESTED
        for path, size in zip(self.files, self.sizes, strict=True):
            if (left := left - size) < 0:
                break
            contents.update(content_digest(path).encode())
        digests = [self.digest, contents.hexdigest()]
        return ["files", len(self.files), *digests, *self.reading.identity()]

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield each file, or pieces of it."""
        for path, size in zip(self.files, self.sizes, strict=True):
            if size > most_bytes:
                source = file_source(Path(path), self.reading)
                yield from with_problems(source.name, source.pieces(most_bytes))
            else:
                yield Piece(printable(path), WholeFile(path), self._format(path), size)

    def _format(self, path: str) -> Format:
        return file_format(Path(path), self.reading.format, lines=self.reading.lines)


def sources_of(
    paths: Sequence[Path], reading: Reading, leave_out: Iterable[Path] = ()
) -> Iterator[Source]:
    """Yield the sources of all inputs, in order.

    Args:
        paths: files, folders, archives; ``-`` is standard input. Of a folder all files below it
            are read whose names say how, in the order of their paths; names that begin with a dot
            or ``_`` are left out.
        reading: how they are read.
        leave_out: files and folders below these that are no input.

    Raises:
        SettingError: Parquet is given without pyarrow.
    """
    small: list[_Small] = []
    for source in _each(paths, reading, leave_out):
        if isinstance(source, _Small):
            small.append(source)
            continue
        if small:
            yield _file_set(small, reading)
            small = []
        yield source
    if small:
        yield _file_set(small, reading)


def _file_set(files: Iterable[_Small], reading: Reading) -> FileSet:
    digest = hashlib.sha256()
    for path, _, version in files:
        digest.update(f"{printable(path)}\0{version.size}\0{version.changed}\n".encode())
    paths, sizes, _ = zip(*files, strict=True)
    others = len(paths) - 1
    more = f" and {others:,} more file{'s' * (others > 1)}" if others else ""
    name = f"{printable(paths[0])}{more}"
    return FileSet(paths, sizes, digest.hexdigest(), reading, name, sum(sizes))


def _each(
    paths: Sequence[Path], reading: Reading, leave_out: Iterable[Path]
) -> Iterator[Source | _Small]:
    """Yield the sources of each path, small files apart."""
    listing = Listing(lambda name: is_wanted(name, reading))
    for path in leave_out:
        listing.leave_out(path)
    for path in paths:
        if path != STDIN and path.is_dir():
            yield from _in_folder(path, listing, reading)
        elif path == STDIN or listing.is_new(path):
            yield _small_or_not(file_source(path, reading, archives=True))


def _in_folder(folder: Path, listing: Listing, reading: Reading) -> Iterator[Source | _Small]:
    """Yield the new files of a folder, without opening the small ones."""
    known = listing.count
    for listed in listing.below(folder):
        yield _of_listed(listed, reading)
    if listing.count == known:
        ends = suffixes(reading)
        problem = f"has no file that ends in {ends}, nor a packed one (.gz)"
        yield Unreadable(printable(folder), problem)


def _of_listed(listed: Listed, reading: Reading) -> Source | _Small:
    path, status = listed
    if isinstance(status, OSError):
        return Unreadable(printable(path), why_unreadable(status))
    format_ = folder_format(path, reading)
    if format_ is Format.parquet:
        require_pyarrow()  # which the workers will need
    packed = format_ is Format.parquet or path.lower().endswith(".gz")
    size = guessed_size(status.st_size) if packed else status.st_size
    if format_ is not None and not is_archive(path) and size <= _most_gathered(format_):
        return _Small(path, size, version_of(status))
    return _small_or_not(file_source(Path(path), reading, archives=True))


def _small_or_not(source: Source) -> Source | _Small:
    """Return a small file to gather, or the source as it is."""
    if isinstance(source, File) and source.size <= _most_gathered(source.format):
        return _Small(source.path, source.size, source.version)
    return source


def _most_gathered(format_: Format) -> int:
    """Return the largest size of a file that is gathered; XML as if it were one article."""
    many = format_ in CUTTERS or format_ is Format.parquet
    return _MOST_GATHERED_LINES if many else _MOST_GATHERED
