"""Finds what is read: the sources of files, folders and archives, in the order given.

A file is read once, also where it is given twice or links lead to it. What cannot be read is a
source too, of one record with an error; what is of no kind that is read is left out of folders and
told. Of a folder with a million files no more than the names are held.

Small files that follow each other are one source, so that a million articles of a folder are some
ten thousand parts of an output, and not a million.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple, cast

from ...corpora.packed import SUFFIXES as PACKED_SUFFIXES
from ...errors import printable, why_unreadable
from ..containers.byte_ranges import FileVersion, content_digest, guessed_size, version_of
from ..file_types.by_name import folder_format, is_archive, is_hidden, is_wanted, suffixes
from ..formats.all_formats import CUTTERS
from ..parquet import require_pyarrow
from ..records import STDIN, Format, Reading
from .chunks_of_input import (
    Chunk,
    Problem,
    Source,
    Unreadable,
    WholeFile,
    problem_chunk,
    with_problems,
)
from .files import File, file_source

# A file, or a folder that cannot be read, with its status or the reason why it has none.
Listed = tuple[str, os.stat_result | OSError]


class Listing:
    """Lists files and folders, and remembers them, links followed.

    ``reading`` says which names are those of files to read. ``count`` is the number of files and
    errors that were found below folders, those that were there before included.
    """

    def __init__(self, reading: Reading) -> None:
        self.count = 0
        self._reading = reading
        self._folders: set[str] = set()
        self._files: set[str] = set()  # those that were named, or that links lead to

    def _takes(self, name: str) -> bool:
        return is_wanted(name, self._reading) and not is_hidden(name, self._reading)

    def leave_out(self, path: Path) -> None:
        """Do not list a file, or a folder and what is below it, whether it is there or not."""
        real = os.path.realpath(path)
        self._files.add(real)
        self._folders.add(real)

    def is_new(self, path: Path | str) -> bool:
        """Return whether a file that is named, or is a link, was not there before; now it is."""
        real = os.path.realpath(path)
        folder, name = os.path.split(real)
        is_listed = folder in self._folders and self._takes(name)
        if real in self._files or (is_listed and os.path.isfile(real)):  # and not a link to itself
            return False
        self._files.add(real)
        return True

    def below(self, folder: Path | str) -> Iterator[Listed]:
        """Yield the new files to read below a folder."""
        real = os.path.realpath(folder)
        if real in self._folders:  # a link led here before, or leads back here
            self.count += 1
            return
        names: list[str] = []
        folders: set[str] = set()
        links: set[str] = set()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if is_hidden(entry.name, self._reading):
                        continue
                    if _is_folder(entry):
                        folders.add(entry.name)
                    elif not self._takes(entry.name):
                        continue
                    elif entry.is_symlink():
                        links.add(entry.name)
                    names.append(entry.name)
        except OSError as error:
            self.count += 1
            yield str(folder), error
            return
        self._folders.add(real)
        names.sort()
        for name in names:
            path = os.path.join(folder, name)
            if name in folders:
                yield from self.below(path)
                continue
            self.count += 1
            new = self.is_new(path) if name in links else f"{real}{os.sep}{name}" not in self._files
            if new:
                yield from _looked_at(path)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    """Return whether it is a folder; a link to itself is none, and told where it would be read."""
    with suppress(OSError):
        return entry.is_dir()
    return False


def _looked_at(path: str) -> Iterator[Listed]:
    """Yield the file, if it is one; also a link to nothing, so that the person hears of it."""
    try:
        status = os.stat(path)
    except OSError as error:
        yield path, error
        return
    if S_ISREG(status.st_mode):
        yield path, status


_MAX_GATHERED = 8 << 20  # bytes of a file that is one record, or a few
MAX_GATHERED_LINES = 1 << 20
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
    listing = Listing(reading)
    for path in leave_out:
        listing.leave_out(path)
    found = chain.from_iterable(_of_path(one, listing, reading, on_left_out) for one in paths)
    for is_small, group in groupby(found, lambda source: isinstance(source, _Small)):
        if is_small:
            yield _file_set(cast("list[_Small]", [*group]), reading)
        else:
            yield from cast("Iterator[Source]", group)


def _file_set(files: Iterable[_Small], reading: Reading) -> FileSet:
    digest = hashlib.sha256()
    for path, _, version, _ in files:
        digest.update(f"{printable(path)}\0{version.size}\0{version.changed}\n".encode())
    paths, sizes, _, formats = zip(*files, strict=True)
    others = len(paths) - 1
    more = f" and {others:,} more file{'s' * (others > 1)}" if others else ""
    name = f"{printable(paths[0])}{more}"
    return FileSet(paths, sizes, formats, digest.hexdigest(), reading, name, sum(sizes))


def _of_path(
    path: Path, listing: Listing, reading: Reading, on_left_out: Callable[[Chunk], object]
) -> Iterator[Source | _Small]:
    """Yield the sources of a path that are new, small files apart.

    Small files of a folder whose names say what they are are not opened.
    """
    if path == STDIN or not path.is_dir():
        if path == STDIN or listing.is_new(path):
            yield _small_or_not(file_source(path, reading, archives=True))
        return
    known, left_out = listing.count, 0
    for listed in listing.below(path):
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
        yield Unreadable(printable(path), Problem(problem))


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
    return MAX_GATHERED_LINES if many else _MAX_GATHERED
