"""Finds what is read: the sources of files, folders and archives, in the order given.

A file is read once, also where it is given twice or links lead to it. What cannot be read is a
source too, of one record with an error; what is of no kind that is read is left out of folders and
told. Small files that follow each other are one source, so that a million articles of a folder are
some ten thousand parts of an output, and not a million.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..corpora.packed import SUFFIXES as PACKED_SUFFIXES
from ..errors import printable, why_unreadable
from .arrow import require_pyarrow
from .chunks_of_input import (
    CUTTERS,
    Chunk,
    Problem,
    Source,
    Unreadable,
    WholeFile,
    problem_chunk,
    with_problems,
)
from .containers.byte_ranges import FileVersion, content_digest, version_of
from .containers.file_sizes import guessed_size
from .containers.folder import Listed, Listing
from .records import STDIN, Format, Reading
from .selection import folder_format, is_archive, suffixes
from .sources import File, file_source

_MAX_GATHERED = 8 << 20  # bytes of a file that is one record, or a few
_MAX_GATHERED_LINES = 1 << 20
# Formats of files of a folder that are not opened before they are read.
_KNOWN_BY_NAME = {Format.text, Format.lines, Format.jats, Format.parquet}
_MAX_DIGESTED = 64 << 20  # bytes of a set of files whose contents are in its identity


class _Small(NamedTuple):
    """A file that is gathered with others; ``size`` is what it has unpacked."""

    path: str
    size: int
    version: FileVersion
    format: Format


@dataclass(frozen=True, slots=True)
class FileSet(Source):
    """Many small files.

    Attributes:
        files: their paths.
        sizes: of each, unpacked; of packed ones it is a guess.
        known_formats: of each; XML is JATS until it is read.
        digest: another one where a name, a size or a time of last change is.
        reading: how they are read.
        name: the first file, and how many others there are.
        size: bytes of all files.
    """

    files: tuple[str, ...]
    sizes: tuple[int, ...]
    known_formats: tuple[Format, ...]
    digest: str
    reading: Reading
    name: str
    size: int

    def formats(self) -> frozenset[Format]:
        """Return the formats of the files."""
        return frozenset(self.known_formats)

    def identity(self) -> list[Any]:
        """Return the number of files, their digests, and how they are read.

        Of many megabytes the contents of the first files are in it only.
        """
        contents = hashlib.sha256()
        left = _MAX_DIGESTED
        for path, size in zip(self.files, self.sizes, strict=True):
            if (left := left - size) < 0:
                break
            contents.update(content_digest(path).encode())
        digests = [self.digest, contents.hexdigest()]
        return ["files", len(self.files), *digests, *self.reading.identity()]

    def chunks(self, most_bytes: int) -> Iterator[Chunk]:
        """Yield each file, or chunks of it."""
        for path, size, format_ in zip(self.files, self.sizes, self.known_formats, strict=True):
            if size > most_bytes:
                source = file_source(Path(path), self.reading)
                yield from with_problems(source.name, source.chunks(most_bytes))
            else:
                yield Chunk(printable(path), WholeFile(path), format_, size)


def sources_of(
    paths: Sequence[Path],
    reading: Reading,
    leave_out: Iterable[Path] = (),
    on_left_out: Callable[[Chunk], object] = lambda chunk: None,
) -> Iterator[Source]:
    """Yield the sources of all inputs, in order.

    Args:
        paths: files, folders, archives; ``-`` is standard input. Of a folder all files below it
            are read, in the order of their paths; names that begin with a dot or ``_`` are passed
            over, and where a format is named, those that cannot hold it.
        reading: how they are read.
        leave_out: files and folders below these that are no input.
        on_left_out: is told of each file of a folder that is of no kind that is read.

    Raises:
        SettingError: Parquet is given without pyarrow.
    """
    small: list[_Small] = []
    for source in _each(paths, reading, leave_out, on_left_out):
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
    for path, _, version, _ in files:
        digest.update(f"{printable(path)}\0{version.size}\0{version.changed}\n".encode())
    paths, sizes, _, formats = zip(*files, strict=True)
    others = len(paths) - 1
    more = f" and {others:,} more file{'s' * (others > 1)}" if others else ""
    name = f"{printable(paths[0])}{more}"
    return FileSet(paths, sizes, formats, digest.hexdigest(), reading, name, sum(sizes))


def _each(
    paths: Sequence[Path],
    reading: Reading,
    leave_out: Iterable[Path],
    on_left_out: Callable[[Chunk], object],
) -> Iterator[Source | _Small]:
    """Yield the sources of each path, small files apart."""
    listing = Listing(reading)
    for path in leave_out:
        listing.leave_out(path)
    for path in paths:
        if path != STDIN and path.is_dir():
            yield from _in_folder(path, listing, reading, on_left_out)
        elif path == STDIN or listing.is_new(path):
            yield _small_or_not(file_source(path, reading, archives=True))


def _in_folder(
    folder: Path, listing: Listing, reading: Reading, on_left_out: Callable[[Chunk], object]
) -> Iterator[Source | _Small]:
    """Yield the new files of a folder, without opening small ones whose names say what they are."""
    known, left_out = listing.count, 0
    for listed in listing.below(folder):
        source = _of_listed(listed, reading)
        if isinstance(source, Unreadable) and source.problem.left_out:
            left_out += 1
            on_left_out(problem_chunk(source.name, source.problem))
        else:
            yield source
    if listing.count == known + left_out:
        wanted = reading.format
        problem = "has no file to read: no text and no article"
        if wanted is not Format.auto:
            packed = ", ".join(PACKED_SUFFIXES)
            problem = f"has no file that ends in {suffixes(wanted)}, nor a packed one ({packed})"
        yield Unreadable(printable(folder), Problem(problem))


def _of_listed(listed: Listed, reading: Reading) -> Source | _Small:
    path, status = listed
    if isinstance(status, OSError):
        return Unreadable(printable(path), Problem(why_unreadable(status)))
    format_ = None if is_archive(path) else folder_format(path, reading)
    if format_ not in _KNOWN_BY_NAME and reading.format is Format.auto:
        format_ = None
    if format_ is Format.parquet:
        require_pyarrow()  # which the workers will need
    packed = format_ is Format.parquet or path.lower().endswith(PACKED_SUFFIXES)
    size = guessed_size(status.st_size) if packed else status.st_size
    if format_ is not None and size <= _most_gathered(format_):
        return _Small(path, size, version_of(status), format_)
    return _small_or_not(file_source(Path(path), reading, archives=True, named=False))


def _small_or_not(source: Source) -> Source | _Small:
    """Return a small file to gather, or the source as it is."""
    if isinstance(source, File) and source.size <= _most_gathered(source.format):
        return _Small(source.path, source.size, source.version, source.format)
    return source


def _most_gathered(format_: Format) -> int:
    """Return the largest size of a file that is gathered; XML as if it were one article."""
    many = format_ in CUTTERS or format_ is Format.parquet
    return _MAX_GATHERED_LINES if many else _MAX_GATHERED
