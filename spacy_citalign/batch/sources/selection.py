"""Which files of a folder and members of an archive are read, and how: their names say it.

Where a format is named, it is that of the files whose suffix can hold it.
"""

from ..records import Format, Reading, suffix_format

_HELD_BY = {
    Format.text: Format.text,
    Format.lines: Format.text,
    Format.jsonl: Format.jsonl,
    Format.parquet: Format.parquet,
    Format.jats: Format.jats,
    Format.pubmed: Format.jats,
}
_SUFFIXES = {
    Format.text: ".txt, .text",
    Format.lines: ".txt, .text",
    Format.jsonl: ".jsonl, .ndjson",
    Format.parquet: ".parquet",
    Format.jats: ".xml, .nxml",
    Format.pubmed: ".xml, .nxml",
    Format.auto: ".txt, .text, .xml, .nxml, .jsonl, .ndjson, .parquet, .zip, .tar, .tar.gz",
}


def is_hidden(name: str) -> bool:
    """Whether a name is that of no input: of the system, or of a manifest.

    >>> is_hidden("._a.xml"), is_hidden("__MACOSX"), is_hidden("..")
    (True, True, False)
    """
    return name.startswith((".", "_")) and name != ".."


def folder_format(name: str, reading: Reading) -> Format | None:
    """How a file of a folder is read, None where it is left out."""
    found = suffix_format(name)
    if reading.format is not Format.auto:
        return reading.format if found is _HELD_BY[reading.format] else None
    return Format.lines if reading.lines and found is Format.text else found


def member_format(name: str, reading: Reading) -> Format | None:
    """How a member of an archive is read; JSON Lines only where they are asked for."""
    found = folder_format(name, reading)
    if found is Format.parquet or (found is Format.jsonl and reading.format is Format.auto):
        return None
    return found


def suffixes(reading: Reading) -> str:
    """The suffixes of files that are read from a folder, for messages."""
    return _SUFFIXES[reading.format]
