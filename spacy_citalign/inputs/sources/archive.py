"""Archives: the texts and articles in them are read, images and other members are left out.

Members of ZIP archives and of plain TAR archives are read by the workers, by their places. A packed
TAR archive can be read from its beginning only: there the members travel, as they do where the
archive is no file. Nothing is ever written to the disk. A record is named
"archive.zip/inner/name.xml".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast

from ...corpora.packed import is_packed_file, packing_of, unpack
from ...errors import InputError, printable
from ..containers import byte_ranges
from ..containers.byte_ranges import (
    BoundedFile,
    FileVersion,
    check_version,
    content_digest,
    most_unpacked,
    too_large,
)
from ..containers.tar import TarMember, read_tar_member, tar_members
from ..containers.zip import ZipMember, read_zip_member, zip_begin, zip_members
from ..file_types.by_content import (
    SNIFFED,
    begins_archive,
    begins_zip,
    format_of,
    refuse_documents,
    unpacked_begin,
)
from ..file_types.by_name import folder_format, is_hidden
from ..file_types.refusals import IN_ARCHIVES, INNER_ARCHIVE
from ..records import ARTICLES, Format, Reading
from .chunks_of_input import Chunk, Problem, Source, problem_chunk, problem_of


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A member of an archive that can be entered anywhere."""

    path: str
    version: FileVersion
    entry: ZipMember | TarMember

    def read(self) -> bytes:
        """Return its content.

        Raises:
            InputError: it is too large or damaged, or the archive is not what it was.
            OSError: the archive cannot be read.
        """
        with open(self.path, "rb") as file:
            check_version(file, self.version)
            return _content(file, self.entry)


@dataclass(frozen=True, slots=True)
class Archive(Source):
    """An archive; ``size`` is what it has unpacked, members that are left out included."""

    path: str
    name: str
    version: FileVersion
    size: int
    reading: Reading

    def formats(self) -> frozenset[Format]:
        """Return the format that is asked for, else those of members."""
        if self.reading.format is Format.auto:
            return ARTICLES | {Format.text, Format.pubmed, Format.pubtator}
        return frozenset({self.reading.format})

    def identity(self) -> list[Any]:
        """Return name, version and content, and how it is read."""
        digest = content_digest(self.path)
        return ["archive", self.name, *self.version, digest, *self.reading.identity()]

    def chunks(self, most_bytes: int) -> Iterator[Chunk]:
        """Yield a chunk for each member that is read, or left out for its kind."""
        with open(self.path, "rb") as file:
            check_version(file, self.version)
            yield from archive_chunks(file, self.name, self.reading, (self.path, self.version))


def archive_chunks(
    file: BinaryIO, name: str, reading: Reading, place: tuple[str, FileVersion] | None = None
) -> Iterator[Chunk]:
    """Yield a chunk for each member of an archive that is read, or left out for its kind.

    Args:
        file: the archive, open at its beginning.
        name: what it is called.
        reading: how members are read.
        place: its path and version, where others can open it.

    Raises:
        InputError: it is damaged, after what is before that; or it is a document.
    """
    members: Iterable[tuple[str, ZipMember | TarMember]]
    if begins_zip(file) or name.lower().endswith(".zip"):
        members = list(zip_members(file))
        refuse_documents([inner for inner, _ in members])
    else:
        if is_packed_file(file):
            place, most = None, most_unpacked(file)
            file = cast("BinaryIO", BoundedFile(unpack(file), most))
        members = tar_members(file)
    is_empty = True
    for inner, entry in members:
        path = PurePosixPath(inner.replace("\\", "/"))  # without ``./``
        if any(is_hidden(part, reading) for part in path.parts):
            continue
        if reading.format is not Format.auto and folder_format(path.name, reading) is None:
            continue
        chunk = _member_chunk(file, f"{name}/{printable(path.as_posix())}", entry, reading, place)
        is_empty = is_empty and not reading.articles and bool(chunk.left_out)
        yield chunk
    if is_empty:
        yield problem_chunk(name, Problem("has no file to read: no text and no article"))


def _member_chunk(
    file: BinaryIO,
    name: str,
    entry: ZipMember | TarMember,
    reading: Reading,
    place: tuple[str, FileVersion] | None,
) -> Chunk:
    """Return the chunk of a member, which travels where the archive has no place."""
    try:
        where: bytes | ArchiveMember = (
            ArchiveMember(*place, entry) if place else _content(file, entry)
        )
        begin = where if isinstance(where, bytes) else _begin(file, entry)
        if reading.format is Format.auto and begins_archive(begin):
            raise INNER_ARCHIVE.error()
        format_ = format_of(unpacked_begin(begin), name, reading, named=False)
        if reading.format is Format.auto and format_ in IN_ARCHIVES:
            raise IN_ARCHIVES[format_].error()
    except InputError as error:
        return problem_chunk(name, problem_of(error, name, left_out=True))
    return Chunk(name, where, format_, entry.size)


def _begin(file: BinaryIO, entry: ZipMember | TarMember) -> bytes:
    """Return how the content of a member begins. Raises InputError as ``_content``."""
    begin = _content(file, entry, SNIFFED)
    packing = packing_of(begin)
    if packing and packing.sniffed > SNIFFED:
        begin = _content(file, entry, packing.sniffed)
    return begin


def _content(file: BinaryIO, entry: ZipMember | TarMember, most: int | None = None) -> bytes:
    """Return the content of a member, or its first ``most`` bytes.

    Raises InputError where it is too large or damaged.
    """
    if isinstance(entry, ZipMember):
        return read_zip_member(file, entry) if most is None else zip_begin(file, entry, most)
    if entry.size > byte_ranges.MAX_BYTES:
        raise InputError(too_large(entry.size))
    size = entry.size if most is None else min(entry.size, most)
    return read_tar_member(file, entry._replace(size=size))
