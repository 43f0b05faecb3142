"""Archives and compressed files around the bytes of an input."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Mapping

ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_OLD = (1980, 1, 1, 0, 0, 0)


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """A ZIP archive; the same members give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name, _OLD), content, method)
    return out.getvalue()


def tarred(members: Mapping[str, bytes]) -> bytes:
    """A TAR archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue().rstrip(b"\0") + bytes(1024)


def gzipped(content: bytes) -> bytes:
    """A gzip file."""
    return gzip.compress(content, compresslevel=1, mtime=0)


def packed(content: bytes, way: int) -> bytes:
    """The content packed by gzip, bzip2 or xz, or as it is."""
    match way % 4:
        case 0:
            return gzipped(content)
        case 1:
            return bz2.compress(content, 1)
        case 2:
            return lzma.compress(content, preset=0)
    return content
