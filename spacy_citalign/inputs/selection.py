"""Which format a file is read in, and which files of folders and archives are read: by their names.

Where a format is named, it is that of the files whose suffix can hold it.
"""

import os
from pathlib import Path

from ..errors import InputError, one_line, why_unreadable
from .records import STDIN, Format, Reading

_GZIP_SUFFIX = ".gz"
_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_SUFFIXES = {
    ".txt": Format.text,
    ".text": Format.text,
    ".xml": Format.jats,
    ".nxml": Format.jats,
    ".jsonl": Format.jsonl,
    ".ndjson": Format.jsonl,
    ".parquet": Format.parquet,
}
# Formats in files with the suffix of another one.
_SUFFIX_OF = {Format.lines: Format.text, Format.pubmed: Format.jats}


def suffix_format(name: str) -> Format | None:
    """Return what the suffix of a name says, None where it says nothing.

    XML is taken for JATS, which only its content can tell from PubMed's.

    >>> suffix_format("a/b.JSONL.gz"), suffix_format("b.gz"), suffix_format("b.parquet.gz")
    (<Format.jsonl: 'jsonl'>, None, None)
    """
    low = name.lower()
    format_ = _SUFFIXES.get(os.path.splitext(low.removesuffix(_GZIP_SUFFIX))[1])
    return None if format_ is Format.parquet and low.endswith(_GZIP_SUFFIX) else format_


def file_format(path: Path, wanted: Format, *, lines: bool) -> Format:
    """Return the format to read a file in: the one wanted, or the one its suffix says.

    Raises:
        InputError: the suffix says nothing.
    """
    if wanted is not Format.auto:
        return wanted
    known = Format.text if path == STDIN else suffix_format(path.name)
    if known is None:
        raise InputError(
            f"cannot tell its format by the suffix {path.suffix!r}; say --format text, lines, "
            "jsonl, parquet, jats or pubmed"
        )
    return Format.lines if lines and known is Format.text else known


def why_not_readable(path: Path, wanted: Format, *, lines: bool) -> str | None:
    """Return why no record can come from a file, or None."""
    try:
        file_format(path, wanted, lines=lines)
        if path != STDIN:
            path.open("rb").close()
    except InputError as error:
        return one_line(error)
    except OSError as error:
        return why_unreadable(error)
    return None


def is_archive(name: str) -> bool:
    """Return whether a file of that name is an archive.

    >>> is_archive("a/PMC.TAR.GZ"), is_archive("a.gz")
    (True, False)
    """
    return name.lower().endswith(_ARCHIVES)


def is_hidden(name: str) -> bool:
    """Return whether a name is that of no input: of the system, or of a manifest.

    >>> is_hidden("._a.xml"), is_hidden("__MACOSX"), is_hidden("..")
    (True, True, False)
    """
    return name.startswith((".", "_")) and name != ".."


def folder_format(name: str, reading: Reading) -> Format | None:
    """Return how a file of a folder is read, None where it is left out."""
    known = suffix_format(name)
    if reading.format is not Format.auto:
        return reading.format if known is _suffix_of(reading.format) else None
    return Format.lines if reading.lines and known is Format.text else known


def member_format(name: str, reading: Reading) -> Format | None:
    """Return how a member of an archive is read; JSON Lines only where they are asked for."""
    known = folder_format(name, reading)
    if known is Format.parquet or (known is Format.jsonl and reading.format is Format.auto):
        return None
    return known


def is_wanted(name: str, reading: Reading) -> bool:
    """Return whether a file of a folder is read."""
    if is_archive(name):
        return reading.format is not Format.parquet
    return folder_format(name, reading) is not None


def suffixes(reading: Reading) -> str:
    """Return the suffixes of files that are read from a folder, for messages."""
    wanted = reading.format
    if wanted is Format.auto:
        return ", ".join([*_SUFFIXES, *_ARCHIVES[:3]])
    return ", ".join(name for name, known in _SUFFIXES.items() if known is _suffix_of(wanted))


def _suffix_of(format_: Format) -> Format:
    return _SUFFIX_OF.get(format_, format_)
