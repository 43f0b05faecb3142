"""Records: the texts that a run annotates. One that cannot be read is a record too."""

import os
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, one_line, why_unreadable

if TYPE_CHECKING:
    from ..components.articles.reading import ReadArticle

STDIN = Path("-")
_GZIP_SUFFIX = ".gz"


class Format(Enum):
    """How an input file is cut into records."""

    auto = "auto"
    text = "text"
    lines = "lines"
    jsonl = "jsonl"
    parquet = "parquet"
    jats = "jats"
    pubmed = "pubmed"


_SUFFIXES = {
    ".txt": Format.text,
    ".text": Format.text,
    ".jsonl": Format.jsonl,
    ".ndjson": Format.jsonl,
    ".parquet": Format.parquet,
    ".xml": Format.jats,
    ".nxml": Format.jats,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """How inputs are read.

    Attributes:
        format: of all files; auto goes by the name, and by the content of XML.
        lines: text files have a text a line.
        text_key: key of the text in JSON, name of its column in Parquet.
        id_key: the same of the id.
        captions, tables: read these of articles in JATS.
    """

    format: Format = Format.auto
    lines: bool = False
    text_key: str = "text"
    id_key: str = "id"
    captions: bool = False
    tables: bool = False

    def identity(self) -> list[Any]:
        """The settings as JSON values."""
        return [
            self.format.value,
            self.lines,
            self.text_key,
            self.id_key,
            self.captions,
            self.tables,
        ]


@dataclass(frozen=True, slots=True)
class Record:
    """One text to annotate, or the reason why there is none.

    ``source`` is "file" or "file:number" (of the line, the row or the article in it, from 1),
    ``size`` the bytes it takes in its file, ``meta`` what else is known of it: the other keys of a
    JSON record, the title of an article. Exactly one of ``text`` and ``error`` is None.
    ``article`` is there for JATS: its text with the citations and the works they cite.
    """

    source: str
    id: Any
    text: str | None = None
    error: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    size: int = 0
    article: "ReadArticle | None" = None


def failed(source: str, error: str | Exception, size: int = 0) -> Record:
    """The record of what could not be read; its id is its source."""
    reason = error if isinstance(error, str) else one_line(error)
    return Record(source, source, error=reason, size=size)


def shown(path: Path | str) -> str:
    """A path as text that can be written; bytes that are no UTF-8 become U+FFFD."""
    return os.fsencode(path).decode("utf-8", "replace")


def suffix_format(name: str) -> Format | None:
    """What the suffix of a name says, None where it says nothing.

    XML is taken for JATS, which only its content can tell from PubMed's.

    >>> suffix_format("a/b.JSONL.gz"), suffix_format("b.gz"), suffix_format("b.parquet.gz")
    (<Format.jsonl: 'jsonl'>, None, None)
    """
    low = name.lower()
    found = _SUFFIXES.get(os.path.splitext(low.removesuffix(_GZIP_SUFFIX))[1])
    return None if found is Format.parquet and low.endswith(_GZIP_SUFFIX) else found


def file_format(path: Path, wanted: Format, *, lines: bool) -> Format:
    """The format to read ``path`` in: the one wanted, or the one its suffix says.

    Raises InputError where the suffix says nothing.
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
    """Why no record can come from ``path``, or None."""
    try:
        file_format(path, wanted, lines=lines)
        if path != STDIN:
            path.open("rb").close()
    except InputError as error:
        return one_line(error)
    except OSError as error:
        return why_unreadable(error)
    return None
