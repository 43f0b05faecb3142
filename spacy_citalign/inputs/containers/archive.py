"""Archives: the texts and articles in them are read, images and other members are left out.

Members of ZIP archives and of plain TAR archives are read by the workers, by their places. A packed
TAR archive can be read from its beginning only: there the members travel, as they do where the
archive is no file. Nothing is ever written to the disk. A record is named
"archive.zip/inner/name.xml".
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast

from ...corpora.packed import is_packed_file, packing_of, unpack
from ...errors import InputError, printable
from ..chunks_of_input import Chunk, Problem, Source, problem_chunk, problem_of
from ..content_types import SNIFFED, format_of, read_begin, unpacked_begin
from ..records import ARTICLES, Format, Reading
from ..refusals import DOCUMENTS, IN_ARCHIVES, INNER_ARCHIVE
from ..selection import folder_format, is_archive, is_hidden
from . import byte_ranges
from .byte_ranges import (
    BoundedFile,
    FileVersion,
    check_version,
    content_digest,
    most_unpacked,
    too_large,
)
from .tar import TarMember, read_tar_member, tar_members
from .zip import ZipMember, read_zip_member, zip_begin, zip_members

_ZIP, _TAR, _TAR_AT = b"PK\x03\x04", b"ustar", 257


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


def begins_archive(begin: bytes) -> bool:
    """Return whether a content that begins so is an archive, or a document that is one."""
    if begin.startswith(_ZIP):
        return True
    return unpacked_begin(begin)[_TAR_AT:].startswith(_TAR)


def is_archive_file(file: BinaryIO, name: str, reading: Reading) -> bool:
    """Return whether an open file, which is then at its beginning, is read as an archive.

    Args:
        file: the file.
        name: its name.
        reading: how inputs are read; the content counts where no format is named.

    Raises:
        UnreadKindError: it is a document that is one.
        InputError: it is damaged.
    """
    if is_archive(name) or reading.format is not Format.auto:
        return is_archive(name) and reading.format is not Format.parquet
    begin = read_begin(file)
    if begin.startswith(_ZIP):
        _refuse_documents([inner for inner, _ in zip_members(file)])
    file.seek(0)
    return begins_archive(begin)


def _refuse_documents(members: Collection[str]) -> None:
    """Raise UnreadKindError where members are those of a document."""
    for member, refusal in DOCUMENTS.items():
        if member in members:
            raise refusal.error()


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
    begin = file.read(len(_ZIP))
    file.seek(0)
    members: Iterable[tuple[str, ZipMember | TarMember]]
    if begin.startswith(_ZIP) or name.lower().endswith(".zip"):
        members = list(zip_members(file))
        _refuse_documents([inner for inner, _ in members])
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
    read = zip_begin if isinstance(entry, ZipMember) else _tar_content
    begin = read(file, entry, SNIFFED)  # type: ignore[arg-type]
    packing = packing_of(begin)
    if packing and packing.sniffed > SNIFFED:
        begin = read(file, entry, packing.sniffed)  # type: ignore[arg-type]
    return begin


def _content(file: BinaryIO, entry: ZipMember | TarMember) -> bytes:
    """Return the content of a member. Raises InputError where it is too large or damaged."""
    if isinstance(entry, ZipMember):
        return read_zip_member(file, entry)
    return _tar_content(file, entry, entry.size)


def _tar_content(file: BinaryIO, entry: TarMember, most: int) -> bytes:
    if entry.size > byte_ranges.MAX_BYTES:
        raise InputError(too_large(entry.size))
    return read_tar_member(file, entry._replace(size=min(entry.size, most)))
