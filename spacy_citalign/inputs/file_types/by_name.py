"""Names of files: the format they say, and whether they are read from folders and archives.

Where a format is named, it is that of the files whose suffix can hold it.
"""

import os
import stat
from functools import cache
from pathlib import Path

from ...corpora.packed import SUFFIXES as PACKED_SUFFIXES
from ...corpora.packed import without_suffix
from ...errors import InputError, why_unreadable
from ..records import STDIN, Format, Reading

_TARS = (".tar", ".tgz", ".tbz2", ".txz", ".tzst", *(f".tar{end}" for end in PACKED_SUFFIXES))
_KERNEL = ("/proc", "/sys", "/sys/kernel/debug", "/sys/kernel/tracing")
_ARCHIVES = (".zip", *_TARS)
_SUFFIXES = {
    ".txt": Format.text,
    ".text": Format.text,
    ".xml": Format.jats,
    ".nxml": Format.jats,
    ".jsonl": Format.jsonl,
    ".ndjson": Format.jsonl,
    ".parquet": Format.parquet,
    ".json": Format.s2orc,
    ".html": Format.html,
    ".xhtml": Format.html,
    ".htm": Format.html,
    ".pubtator": Format.pubtator,
    ".pdf": Format.pdf,
}
# Formats in files with the suffix of others.
_HELD_IN = {
    Format.lines: {Format.text},
    Format.s2orc: {Format.s2orc, Format.jsonl},
    Format.jats_set: {Format.jats},
    Format.tei: {Format.jats},
    Format.pubmed: {Format.jats},
    Format.pubtator: {Format.pubtator, Format.text},
}


def suffix_format(name: str) -> Format | None:
    """Return what the suffix of a name says, None where it says nothing.

    XML is taken for JATS and JSON for S2ORC, which their content may deny.

    >>> suffix_format("a/b.JSONL.gz"), suffix_format("b.gz"), suffix_format("b.parquet.gz")
    (<Format.jsonl: 'jsonl'>, None, None)
    """
    low = without_suffix(name)
    format_ = _SUFFIXES.get(os.path.splitext(low)[1])
    return None if format_ is Format.parquet and low != name.lower() else format_


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
            "jsonl, parquet, jats, pdf, pubmed or pubtator"
        )
    return Format.lines if lines and known is Format.text else known


def why_not_readable(path: Path) -> str | None:
    """Return why no record can come from a file, or None."""
    try:
        if path != STDIN:
            path.open("rb").close()
    except OSError as error:
        return why_unreadable(error)
    return None


def check_has_end(path: Path) -> None:
    """See that a path, if it is there, is that of a file, a folder or a pipe.

    Raises:
        InputError: as ``check_kind``; it begins with the path.
    """
    if path == STDIN:
        return
    try:
        check_kind(path.stat())
    except InputError as error:
        raise InputError(f"{path} {error}") from error
    except (OSError, ValueError):  # which is told where it is read
        return


def check_kind(status: os.stat_result) -> None:
    """See that the status is that of a file, a folder or a pipe.

    Raises:
        InputError: it is that of a device, or of a file that the system makes up, which may never
            end. The message goes on after the name.
    """
    mode = status.st_mode
    is_made_up = stat.S_ISREG(mode) and status.st_dev in _made_up()
    if is_made_up or stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise InputError(
            "is a device, or a file of the system, which may never end; give a file, a folder or "
            "a pipe"
        )


@cache
def _made_up() -> frozenset[int]:
    """Return the file systems whose files the kernel makes up; reading one may take for ever."""
    return frozenset(os.stat(path).st_dev for path in _KERNEL if os.path.isdir(path))


def is_archive(name: str) -> bool:
    """Return whether a file of that name is an archive.

    >>> is_archive("a/PMC.TAR.GZ"), is_archive("a.gz")
    (True, False)
    """
    return name.lower().endswith(_ARCHIVES)


def is_hidden(name: str, reading: Reading) -> bool:
    """Return whether a name is that of no input: of the system or, of runs, of a manifest.

    >>> [is_hidden(name, Reading()) for name in ("._a.xml", "__MACOSX", "_a.xml", "..")]
    [True, True, True, False]
    >>> is_hidden("_a.xml", Reading(articles=True))
    False
    """
    hidden = (".", "__MACOSX") if reading.articles else (".", "_")
    return name.startswith(hidden) and name != ".."


def folder_format(name: str, reading: Reading) -> Format | None:
    """Return how a file of a folder is read by its name, None where that does not say it."""
    known = suffix_format(name)
    if reading.format is not Format.auto:
        return reading.format if known in _held_in(reading.format) else None
    return Format.lines if reading.lines and known is Format.text else known


def is_wanted(name: str, reading: Reading) -> bool:
    """Return whether a file of a folder is looked at; where no format is named, any file is."""
    if reading.format is Format.auto or reading.articles:
        return True
    if is_archive(name):
        return reading.format is not Format.parquet
    return folder_format(name, reading) is not None


def suffixes(format_: Format) -> str:
    """Return the suffixes of files that are read in a format, for messages."""
    return ", ".join(name for name, known in _SUFFIXES.items() if known in _held_in(format_))


def _held_in(format_: Format) -> set[Format]:
    return _HELD_IN.get(format_, {format_})
