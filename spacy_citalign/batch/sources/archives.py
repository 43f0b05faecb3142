"""Archives: the texts and articles in them are read, images and other members are left out.

Members of ZIP archives and of plain TAR archives are read by the workers, by their places. A packed
TAR archive can be read from its beginning only: there the members travel. Nothing is ever written
to the disk. A record is named "archive.zip/inner/name.xml".
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, BinaryIO, TypeVar, cast

from ...errors import InputError, one_line, why_unreadable
from ...inputs.containers import byte_ranges
from ...inputs.containers.byte_ranges import FileVersion, check_version, split_size, too_large
from ...inputs.containers.tar import (
    BEGIN,
    TarMember,
    is_packed,
    read_tar_member,
    tar_members,
    unpacked_archive,
)
from ...inputs.containers.zip import ZipMember, read_zip_member, zip_members
from ..records import Format, Reading, Record, failed
from ..splits import Split
from .contents import Content, ContentSplit, content_records
from .failures import Failure
from .selection import is_hidden, member_format

_ZIP = ".zip"
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")

Member = ZipMember | TarMember
Named = tuple[str, Format, Member]
_Item = TypeVar("_Item")


def is_archive(name: str) -> bool:
    """Whether a file of that name is an archive.

    >>> is_archive("a/PMC.TAR.GZ"), is_archive("a.gz")
    (True, False)
    """
    return name.lower().endswith((_ZIP, *_TAR))


@dataclass(frozen=True, slots=True)
class MemberSplit:
    """Members of an archive that can be entered anywhere."""

    path: str
    name: str
    version: FileVersion
    members: tuple[Named, ...]
    reading: Reading

    @property
    def size(self) -> int:
        """Their bytes unpacked."""
        return sum(member.size for _, _, member in self.members)

    def records(self) -> Iterator[Record]:
        """The records of each member."""
        try:
            with open(self.path, "rb") as file:
                check_version(file, self.version)
                for inner, kind, member in self.members:
                    name = f"{self.name}/{inner}"
                    try:
                        content = _read(file, member)
                    except InputError as error:
                        yield failed(name, error, member.size)
                        continue
                    yield from content_records(name, content, kind, self.reading)
        except OSError as error:
            yield failed(self.name, why_unreadable(error))
        except InputError as error:
            yield failed(self.name, error)


def _read(file: BinaryIO, member: Member) -> bytes:
    """The content of a member. Raises InputError where it cannot be read."""
    if isinstance(member, ZipMember):
        return read_zip_member(file, member)
    if member.size > byte_ranges.MOST_BYTES:
        raise InputError(too_large(member.size))
    return read_tar_member(file, member)


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive; ``size`` is what it has unpacked, members that are left out included."""

    path: str
    name: str
    version: FileVersion
    size: int
    reading: Reading

    def identity(self) -> list[Any]:
        """Name, size, time of last change, and how it is read."""
        return ["archive", self.name, *self.version, *self.reading.identity()]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Members of about that size together; a larger one is a split of its own."""
        most_bytes = split_size(most_bytes)
        found = False
        try:
            with open(self.path, "rb") as file:
                check_version(file, self.version)
                for split in self._splits(file, most_bytes):
                    found = True
                    yield split
        except OSError as error:
            yield Failure(self.name, why_unreadable(error))
        except InputError as error:
            yield Failure(self.name, one_line(error))
        else:
            if not found:
                yield Failure(self.name, "has no file to read: no text and no article")

    def _splits(self, file: BinaryIO, most_bytes: int) -> Iterator[Split]:
        """The splits of an open archive. Raises InputError at damage, after what is before it."""
        begin = file.read(BEGIN)
        file.seek(0)
        if self.path.lower().endswith(_ZIP):
            members = self._wanted(zip_members(file))
        elif not is_packed(begin):
            members = self._wanted(tar_members(file))
        else:
            contents = self._contents(unpacked_archive(file, begin))
            for group in _gathered(contents, lambda one: len(one.content), most_bytes):
                yield ContentSplit(tuple(group), self.reading)
            return
        for found in _gathered(members, lambda one: one[2].size, most_bytes):
            yield MemberSplit(self.path, self.name, self.version, tuple(found), self.reading)

    def _wanted(self, members: Iterable[tuple[str, Member]]) -> Iterator[Named]:
        """The members to read, with names without ``./`` and how they are read."""
        for name, member in members:
            path = PurePosixPath(name.replace("\\", "/"))
            kind = member_format(path.name, self.reading)
            if kind is not None and not any(map(is_hidden, path.parts)):
                yield str(path), kind, member

    def _contents(self, file: BinaryIO) -> Iterator[Content]:
        """The contents of the members of a packed TAR archive."""
        for inner, kind, member in self._wanted(tar_members(file)):
            name = f"{self.name}/{inner}"
            if member.size > byte_ranges.MOST_BYTES:
                yield Content(name, b"", kind, too_large(member.size))
            else:
                yield Content(name, read_tar_member(file, cast("TarMember", member)), kind)


def _gathered(
    items: Iterable[_Item], size_of: Callable[[_Item], int], most_bytes: int
) -> Iterator[list[_Item]]:
    """Items in groups of at most that size, or of one; those before an InputError come first."""
    group: list[_Item] = []
    size = 0
    try:
        for item in items:
            if group and size + size_of(item) > most_bytes:
                yield group
                group, size = [], 0
            group.append(item)
            size += size_of(item)
    except InputError:
        if group:
            yield group
        raise
    if group:
        yield group
