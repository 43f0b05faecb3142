"""Members of ZIP archives: found in the directory at its end, read by their place in the file."""

import bz2
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter
from stat import S_ISLNK
from typing import BinaryIO, NamedTuple

from ...errors import InputError, one_line
from . import byte_ranges
from .byte_ranges import most_unpacked, too_large, too_much

_HEADER = struct.Struct("<4s22xHH")  # of a member: signature, lengths of its name and extra field
_SIGNATURE = b"PK\x03\x04"
_ENCRYPTED = 1
_DAMAGED = "is damaged: {}; fetch the archive again"
_FIELDS = attrgetter(
    "header_offset", "compress_size", "file_size", "compress_type", "CRC", "flag_bits"
)


class ZipMember(NamedTuple):
    """A member: where its header is, its sizes in bytes, how it is packed, checksum, flags."""

    offset: int
    packed: int
    size: int
    method: int
    crc: int
    flags: int


def zip_members(file: BinaryIO) -> Iterator[tuple[str, ZipMember]]:
    """Yield the names and members of an archive, without folders and links.

    Raises:
        InputError: its directory cannot be read, members lie in the same bytes, or all of them
            together unpack to more than an archive may.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, struct.error) as error:
        raise InputError(f"is no ZIP archive, or damaged: {one_line(error)}") from error
    places = sorted((info.header_offset, info.compress_size) for info in entries)
    for (offset, size), (following, _) in pairwise(places):
        if offset + _HEADER.size + size > following:
            raise InputError(_DAMAGED.format("members of it lie in the same bytes"))
    if sum(info.file_size for info in entries) > (most := most_unpacked(file)):
        raise InputError(too_much(most))
    for info in entries:
        if not info.filename.endswith("/") and not S_ISLNK(info.external_attr >> 16):
            yield info.filename, ZipMember(*_FIELDS(info))


def read_zip_member(file: BinaryIO, member: ZipMember) -> bytes:
    """Return the content of a member; no more than one byte over its size is ever held unpacked.

    Raises:
        InputError: it is encrypted, too large, packed in an unknown way or damaged.
    """
    content = _unpacked(_packed(file, member, member.packed), member, member.size + 1)
    if len(content) != member.size or zlib.crc32(content) != member.crc:
        raise InputError(_DAMAGED.format("size or checksum differ"))
    return content


def zip_begin(file: BinaryIO, member: ZipMember, most: int) -> bytes:
    """Return the first ``most`` bytes of a member, or all of it.

    Raises:
        InputError: as in ``read_zip_member``, for what shows in these bytes.
    """
    # Blocks of bzip2 give nothing before they are whole.
    size = member.packed if member.method == zipfile.ZIP_BZIP2 else min(member.packed, most)
    return _unpacked(_packed(file, member, size), member, most)


def _packed(file: BinaryIO, member: ZipMember, size: int) -> bytes:
    """Return the first ``size`` bytes of a member as it is packed."""
    if member.flags & _ENCRYPTED:
        raise InputError("is encrypted; unpack the archive with its password first")
    if max(member.size, member.packed) > byte_ranges.MAX_BYTES:
        raise InputError(too_large(max(member.size, member.packed)))
    if not 0 <= member.offset < file.seek(0, os.SEEK_END):
        raise InputError(_DAMAGED.format("it has no header"))
    file.seek(member.offset)
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size or not header.startswith(_SIGNATURE):
        raise InputError(_DAMAGED.format("it has no header"))
    _, name, extra = _HEADER.unpack(header)
    file.seek(member.offset + _HEADER.size + name + extra)
    return file.read(size)


def _unpacked(content: bytes, member: ZipMember, most: int) -> bytes:
    """Return the first ``most`` bytes of a content unpacked."""
    try:
        if member.method == zipfile.ZIP_STORED:
            return content
        if member.method == zipfile.ZIP_DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, most)
        if member.method == zipfile.ZIP_BZIP2:
            return bz2.BZ2Decompressor().decompress(content, most)
    except (zlib.error, OSError, EOFError, ValueError) as error:
        raise InputError(_DAMAGED.format(one_line(error))) from error
    raise InputError(
        f"is packed by method {member.method}, which is not read; pack it with deflate"
    )
