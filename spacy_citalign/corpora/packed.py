"""Packed files: gzip, bzip2, xz, Zstandard, known by their first bytes, unpacked as they are read.

However much a file unpacks to, no more is held than was asked for, the window of its method, and a
block. Zstandard is in Python from 3.14 on, before that in the package ``backports.zstd``.
"""

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, BinaryIO, NamedTuple, cast

from ..errors import InputError

_MAX_WINDOW = 128 << 20  # bytes of what was unpacked that a method may refer to
_MAX_MEMORY = 2 * _MAX_WINDOW
_BLOCK = 1 << 16
ZSTD_MODULES = ("compression.zstd", "backports.zstd")
# Packed bytes that unpack to 64 KiB or more, or to all; a block of bzip2 gives nothing before its
# end, and has up to 900,000 bytes where they do not shrink.
_MAX_FIRST_BLOCK = 1 << 20


class UnpackError(InputError):
    """A file cannot be unpacked here. The message goes on after its name."""


class PackingDamageError(EOFError):
    """What is packed by bzip2, xz or Zstandard is damaged."""


# What is raised at damage, by gzip and zlib too.
DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)


def _gzip(file: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", gzip.GzipFile(fileobj=file))


def _bzip2(file: BinaryIO) -> BinaryIO:
    return _buffered(file, bz2.BZ2Decompressor, OSError, ValueError)


def _xz(file: BinaryIO) -> BinaryIO:
    new = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_MAX_MEMORY)
    return _buffered(file, new, lzma.LZMAError)


def _zstd(file: BinaryIO) -> BinaryIO:
    module = zstd_module()
    window = {module.DecompressionParameter.window_log_max: _MAX_WINDOW.bit_length() - 1}
    return _buffered(file, partial(module.ZstdDecompressor, options=window), module.ZstdError)


def zstd_module() -> Any:
    """Return what unpacks Zstandard.

    Raises:
        UnpackError: there is nothing here that does.
    """
    for name in ZSTD_MODULES:
        try:
            return import_module(name)
        except ImportError:
            continue
    raise UnpackError(
        "is packed by Zstandard, which Python can unpack from 3.14 on, or with `pip install "
        "backports.zstd`; do that, or unpack it first (`unzstd`)"
    )


class Packing(NamedTuple):
    """A way to pack a file.

    Attributes:
        suffix: of names.
        begin: the first bytes.
        opened: returns the content of an open file as a file.
        sniffed: how many packed bytes surely have the first of the content.
    """

    suffix: str
    begin: bytes
    opened: Callable[[BinaryIO], BinaryIO]
    sniffed: int


_PACKINGS = (
    Packing(".gz", b"\x1f\x8b", _gzip, _BLOCK),
    Packing(".bz2", b"BZh", _bzip2, _MAX_FIRST_BLOCK),
    Packing(".xz", b"\xfd7zXZ\x00", _xz, _MAX_FIRST_BLOCK),
    Packing(".zst", b"\x28\xb5\x2f\xfd", _zstd, _MAX_FIRST_BLOCK),
)
SUFFIXES = tuple(packing.suffix for packing in _PACKINGS)
_MAX_BEGIN = max(len(packing.begin) for packing in _PACKINGS)


def packing_of(begin: bytes) -> Packing | None:
    """Return how a content that begins so is packed, None where it is not."""
    return next((packing for packing in _PACKINGS if begin.startswith(packing.begin)), None)


def is_packed_file(file: BinaryIO) -> bool:
    """Return whether an open file, which is then at its beginning, is packed."""
    begin = file.read(_MAX_BEGIN)
    file.seek(0)
    return packing_of(begin) is not None


def without_suffix(name: str) -> str:
    """Return a name in lower case, without the suffix of what is packed.

    >>> without_suffix("a.XML.xz"), without_suffix("a.xml")
    ('a.xml', 'a.xml')
    """
    low = name.lower()
    return next((low.removesuffix(end) for end in SUFFIXES if low.endswith(end)), low)


def unpack(file: BinaryIO) -> BinaryIO:
    """Return the content of an open file as a file, unpacked where it is packed.

    Raises:
        UnpackError: there is nothing here that unpacks it.
    """
    begin = file.read(_MAX_BEGIN)
    file.seek(0)
    packing = packing_of(begin)
    return packing.opened(file) if packing else file


def unpacked_begin(begin: bytes, size: int) -> bytes:
    """Return what a content that begins so has unpacked, up to a size or the damage.

    Raises:
        UnpackError: there is nothing here that unpacks it.
    """
    if packing_of(begin) is None:
        return begin
    unpacked = bytearray()
    read = getattr(unpack(cast("BinaryIO", io.BytesIO(begin))), "read1")  # noqa: B009
    try:
        while len(unpacked) < size and (block := read(size - len(unpacked))):
            unpacked += block
    except DAMAGE:
        pass  # the end of the beginning, or damage that is told where it is read
    return bytes(unpacked)


def _buffered(file: BinaryIO, new: Callable[[], Any], *damage: type[Exception]) -> BinaryIO:
    return cast("BinaryIO", io.BufferedReader(_Unpacked(file, new, *damage), _BLOCK))


class _Unpacked(io.RawIOBase):
    """The content of a packed file: that of its parts, one after the other."""

    def __init__(self, file: BinaryIO, new: Callable[[], Any], *damage: type[Exception]):
        self._file, self._new, self._damage = file, new, damage
        self._rewind()

    def _rewind(self) -> None:
        self._file.seek(0)
        self._place = 0
        self._decompressor = self._new()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place; what lies before it is unpacked, from the beginning if need be."""
        if whence == io.SEEK_CUR:
            offset += self._place
        elif whence != io.SEEK_SET:
            raise io.UnsupportedOperation("the end of a packed file is not known")
        if offset < self._place:
            self._rewind()
        while self._place < offset and self._read(min(offset - self._place, _BLOCK)):
            pass
        return self._place

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, or a part of it; 0 at the end.

        Raises:
            PackingDamageError: the content is damaged or cut off here.
            UnpackError: unpacking takes too much memory.
        """
        content = self._read(len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def _read(self, most: int) -> bytes:
        try:
            content = self._next(most)
        except self._damage as error:
            if "memory" in str(error).lower():
                raise UnpackError(
                    f"takes more than {_MAX_WINDOW >> 20} MB of memory to unpack; pack it with a "
                    "smaller window"
                ) from error
            raise PackingDamageError(str(error)) from error
        self._place += len(content)
        return content

    def _next(self, most: int) -> bytes:
        while True:
            held = b""
            if self._decompressor.eof:
                held = self._decompressor.unused_data or self._file.read(_BLOCK)
                while held and not held.strip(b"\0"):  # which may stand between parts of xz
                    held = self._file.read(_BLOCK)
                held = held.lstrip(b"\0")
                if not held:
                    return b""
                self._decompressor = self._new()
            elif self._decompressor.needs_input:
                held = self._file.read(_BLOCK)
                if not held:
                    raise PackingDamageError("it ends before its end mark")
            content: bytes = self._decompressor.decompress(held, most)
            if content:
                return content
