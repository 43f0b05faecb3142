"""Members of TAR archives, plain or packed, one after the other.

Python's reader takes a damaged header for the end of the archive; here it is an error, and headers
that would use up memory are refused. Links, devices and folders are left out.
"""

import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

from ...corpora.packed import DAMAGE, UnpackError
from ...errors import InputError, one_line
from .byte_ranges import BLOCK

_MAX_HEADER = 1 << 20
_EXTENDED = {
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
}


class TarMember(NamedTuple):
    """A member: where its content begins in the archive unpacked, and its size in bytes."""

    offset: int
    size: int


class _StrictInfo(tarfile.TarInfo):
    """A header that raises where it is damaged."""

    @classmethod
    def frombuf(cls, buf: Any, encoding: str, errors: str) -> "_StrictInfo":
        try:
            header = super().frombuf(buf, encoding, errors)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.EmptyHeaderError as error:  # type: ignore[attr-defined]
            raise tarfile.ReadError("it has no mark of its end") from error
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"a header is damaged: {error}") from error
        if header.size < 0 or (header.type in _EXTENDED and header.size > _MAX_HEADER):
            raise tarfile.ReadError(f"a header has an impossible size of {header.size:,} bytes")
        return header


def tar_members(file: BinaryIO) -> Iterator[tuple[str, TarMember]]:
    """Yield the names and members of an unpacked archive; the content of one can be read at once.

    Raises:
        InputError: the archive is damaged, after the members before that.
    """
    with damage_as_input_error():
        archive = tarfile.open(  # noqa: SIM115
            fileobj=file, mode="r:", tarinfo=_StrictInfo, errors="replace"
        )
    headers: list[Any] = getattr(archive, "members")  # noqa: B009 (it has no type)
    while True:
        with damage_as_input_error():
            header = archive.next()
        if header is None:
            break
        headers.clear()
        if header.isreg() and not header.issparse():
            yield header.name, TarMember(header.offset_data, header.size)
    with damage_as_input_error():  # which shows at the end of what is packed
        while file.read(BLOCK):
            pass


def read_tar_member(file: BinaryIO, member: TarMember) -> bytes:
    """Return the content of a member.

    Raises:
        InputError: the archive ends in it or is damaged.
    """
    with damage_as_input_error():
        file.seek(member.offset)
        content = file.read(member.size)
    if len(content) < member.size:
        raise InputError("is cut off: the archive ends in it; fetch the archive again")
    return content


@contextmanager
def damage_as_input_error() -> Iterator[None]:
    """Raise InputError for what is raised at damage."""
    try:
        yield
    except UnpackError:
        raise
    except RecursionError as error:  # Python reads each header that goes on in another from within
        raise InputError("is damaged (headers without their member); fetch it again") from error
    except (*DAMAGE, tarfile.TarError, ValueError, OverflowError) as error:
        raise InputError(f"is damaged ({one_line(error)}); fetch it again") from error
