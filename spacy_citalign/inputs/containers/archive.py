"""Archives: the texts and articles in them are read, images and other members are left out.

Members of ZIP archives and of plain TAR archives are read by the workers, by their places. A packed
TAR archive can be read from its beginning only: there the members travel. Nothing is ever written
to the disk. A record is named "archive.zip/inner/name.xml".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, BinaryIO, TypeVar

from ...errors import InputError, printable
from ..digests import content_digest
from ..pieces import Piece, Problem, problem_piece, with_problems
from ..records import Format, Reading
from ..selection import is_hidden, member_format
from ..splits import Source
from . import byte_ranges
from .byte_ranges import FileVersion, check_version, too_large
from .tar import BEGIN, TarMember, is_packed, read_tar_member, tar_members, unpacked_archive
from .zip import ZipMember, read_zip_member, zip_members

_Member = TypeVar("_Member", ZipMember, TarMember)


@dataclass(frozen=True, slots=True)
class Member:
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
            if isinstance(self.entry, ZipMember):
                return read_zip_member(file, self.entry)
            if self.entry.size > byte_ranges.MOST_BYTES:
                raise InputError(too_large(self.entry.size))
            return read_tar_member(file, self.entry)


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
            return frozenset({Format.text, Format.jats, Format.pubmed})
        return frozenset({self.reading.format})

    def identity(self) -> list[Any]:
        """Return name, version and content, and how it is read."""
        digest = content_digest(self.path)
        return ["archive", self.name, *self.version, digest, *self.reading.identity()]

    def pieces(self, most_bytes: int) -> Iterator[Piece]:
        """Yield a piece for each member that is read."""
        empty = True
        for piece in with_problems(self.name, self._members()):
            empty = False
            yield piece
        if empty:
            yield problem_piece(self.name, "has no file to read: no text and no article")

    def _members(self) -> Iterator[Piece]:
        """Yield the members. Raises InputError at damage, after what is before it."""
        with open(self.path, "rb") as file:
            check_version(file, self.version)
            begin = file.read(BEGIN)
            file.seek(0)
            if self.path.lower().endswith(".zip"):
                yield from self._placed(zip_members(file))
            elif not is_packed(begin):
                yield from self._placed(tar_members(file))
            else:
                yield from self._travelling(unpacked_archive(file, begin))

    def _placed(self, members: Iterable[tuple[str, _Member]]) -> Iterator[Piece]:
        for name, format_, entry in self._wanted(members):
            member = Member(self.path, self.version, entry)
            yield Piece(name, member, format_, entry.size)

    def _travelling(self, file: BinaryIO) -> Iterator[Piece]:
        for name, format_, entry in self._wanted(tar_members(file)):
            if entry.size > byte_ranges.MOST_BYTES:
                yield Piece(name, Problem(too_large(entry.size)), format_, 0)
            else:
                yield Piece(name, read_tar_member(file, entry), format_, entry.size)

    def _wanted(
        self, members: Iterable[tuple[str, _Member]]
    ) -> Iterator[tuple[str, Format, _Member]]:
        """Yield the members to read, by whole names, without ``./``, and how they are read."""
        for name, entry in members:
            path = PurePosixPath(name.replace("\\", "/"))
            format_ = member_format(path.name, self.reading)
            if format_ is not None and not any(map(is_hidden, path.parts)):
                yield f"{self.name}/{printable(path.as_posix())}", format_, entry
