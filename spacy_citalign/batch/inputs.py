"""Finds what a run reads: the sources of files, folders and archives, in the order given.

A file is read once, also where it is given twice or links lead to it. What cannot be read is a
source too, of one record with an error.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError, SettingError, why_unreadable
from ..inputs.containers.byte_ranges import FileVersion, guessed_size, version_of
from .arrow import require_pyarrow
from .messages import say
from .records import STDIN, Format, Reading, shown, suffix_format
from .sources.archives import Archive, is_archive
from .sources.contents import WholeFile
from .sources.failures import Unreadable
from .sources.file_set import FileSet
from .sources.files import file_source
from .sources.line_file import LineFile
from .sources.listing import Listed, Listing
from .sources.parquet_file import ParquetFile
from .sources.pubmed_file import PubmedFile
from .sources.selection import folder_format, suffixes
from .sources.streams import Stream
from .splits import Source

__all__ = ["Reading", "find_sources", "may_hold_articles", "split_bytes"]

_WHOLE = {Format.text, Format.jats}
_MOST_GATHERED = 8 << 20  # bytes of a file that is one record, or a few
_MOST_GATHERED_LINES = 1 << 20
_SPLITS = 128
_LEAST_SPLIT, _USUAL_SPLIT, _MOST_SPLIT = 256 << 10, 256 << 10, 8 << 20


class _Small(NamedTuple):
    """A file that is gathered with others; ``size`` is what it has unpacked."""

    path: str
    size: int
    version: FileVersion


def find_sources(
    paths: Sequence[Path], reading: Reading, *, leave_out: Iterable[Path] = ()
) -> list[Source]:
    """The sources of all inputs, in order; small files that follow each other are one.

    Args:
        paths: files, folders, archives; ``-`` is standard input. Of a folder all files below it
            are read whose names say how, in the order of their paths; names that begin with a dot
            or ``_`` are left out.
        reading: how they are read.
        leave_out: files and folders below these that are no input: what the run itself writes.

    Raises:
        InputError: not one of the inputs can be read; each problem is said before.
        SettingError: standard input is given twice; Parquet is given without pyarrow.
    """
    if list(paths).count(STDIN) > 1:
        raise SettingError("standard input (-) can be read once only")
    sources = list(_gathered(_found(paths, reading, leave_out), reading))
    problems = [source for source in sources if isinstance(source, Unreadable)]
    if len(problems) == len(sources):
        for problem in problems:
            say(f"{problem.name}: {problem.error}")
        raise InputError("no input file can be read")
    return sources


def split_bytes(sources: Iterable[Source]) -> int:
    """A size for the splits of a run: 128 of them, of 256 KiB to 8 MiB; 256 KiB of streams."""
    total = 0
    for source in sources:
        if source.size is None:
            return _USUAL_SPLIT
        total += source.size
    return min(max(total // _SPLITS, _LEAST_SPLIT), _MOST_SPLIT)


def may_hold_articles(source: Source) -> bool:
    """Whether a source may hold articles in JATS, which come with their citations."""
    match source:
        case FileSet():
            return any(_kind(name, source.reading) is Format.jats for name in source.files)
        case Archive():
            return source.reading.format in (Format.auto, Format.jats)
        case WholeFile() | Stream():
            return source.kind is Format.jats
    return False


def _kind(name: str, reading: Reading) -> Format | None:
    return suffix_format(name) if reading.format is Format.auto else reading.format


def _found(
    paths: Sequence[Path], reading: Reading, leave_out: Iterable[Path]
) -> Iterator[Source | _Small]:
    """The sources of each path, small files apart."""
    listing = Listing(lambda name: _is_wanted(name, reading))
    for path in leave_out:
        listing.leave_out(path)
    for path in paths:
        if path != STDIN and path.is_dir():
            yield from _in_folder(path, listing, reading)
        elif path == STDIN or listing.is_new(path):
            yield _small_or_not(file_source(path, reading, archives=True))


def _in_folder(folder: Path, listing: Listing, reading: Reading) -> Iterator[Source | _Small]:
    """The new files of a folder, without opening the small ones."""
    known = listing.count
    for listed in listing.below(folder):
        yield _of_listed(listed, reading)
    if listing.count == known:
        yield Unreadable(
            shown(folder), f"has no file that ends in {suffixes(reading)}, nor a packed one (.gz)"
        )


def _of_listed(listed: Listed, reading: Reading) -> Source | _Small:
    path, status = listed
    if isinstance(status, OSError):
        return Unreadable(shown(path), why_unreadable(status))
    kind = folder_format(path, reading)
    if kind is Format.parquet:
        require_pyarrow()  # which the workers will need
    packed = kind is Format.parquet or path.lower().endswith(".gz")
    size = guessed_size(status.st_size) if packed else status.st_size
    if kind is not None and not is_archive(path) and size <= _most_gathered(kind):
        return _Small(path, size, version_of(status))
    return _small_or_not(file_source(Path(path), reading, archives=True))


def _small_or_not(source: Source) -> Source | _Small:
    """A small file to gather, or the source as it is."""
    if isinstance(source, WholeFile | LineFile | PubmedFile | ParquetFile):
        most = _MOST_GATHERED if isinstance(source, WholeFile) else _MOST_GATHERED_LINES
        if source.size <= most:
            return _Small(source.path, source.size, source.version)
    return source


def _most_gathered(kind: Format) -> int:
    """The largest size of a file that is gathered; XML as if it were one article."""
    return _MOST_GATHERED if kind in _WHOLE else _MOST_GATHERED_LINES


def _gathered(found: Iterable[Source | _Small], reading: Reading) -> Iterator[Source]:
    """The sources, with one for small files that follow each other."""
    small = _Gathering(reading)
    for one in found:
        if isinstance(one, _Small):
            small.add(one)
        else:
            yield from small.taken()
            yield one
    yield from small.taken()


class _Gathering:
    """Small files, of which no more is held than names and sizes."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._begin()

    def add(self, small: _Small) -> None:
        """Take a file."""
        path, size, version = small
        self._files.append(path)
        self._sizes.append(size)
        self._digest.update(f"{shown(path)}\0{version.size}\0{version.changed}\n".encode())

    def taken(self) -> Iterator[FileSet]:
        """The source of the files so far, if there are any; the next ones are another's."""
        if self._files:
            digest = self._digest.hexdigest()
            yield FileSet(tuple(self._files), tuple(self._sizes), digest, self._reading)
            self._begin()

    def _begin(self) -> None:
        self._files: list[str] = []
        self._sizes: list[int] = []
        self._digest = hashlib.sha256()


def _is_wanted(name: str, reading: Reading) -> bool:
    """Whether a file of a folder is read."""
    if is_archive(name):
        return reading.format is not Format.parquet
    return folder_format(name, reading) is not None
