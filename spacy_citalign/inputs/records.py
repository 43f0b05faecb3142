"""Records: the texts that are read from inputs. One that cannot be read is a record too."""

from dataclasses import astuple, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from ..errors import one_line
from .articles import Article

STDIN = Path("-")


class Format(Enum):
    """How an input file is cut into records."""

    auto = "auto"
    text = "text"
    lines = "lines"
    jsonl = "jsonl"
    parquet = "parquet"
    jats = "jats"
    jats_set = "jats-set"
    tei = "tei"
    s2orc = "s2orc"
    html = "html"
    pdf = "pdf"
    pubmed = "pubmed"
    pubtator = "pubtator"


ARTICLES = frozenset(
    {Format.jats, Format.jats_set, Format.tei, Format.s2orc, Format.html, Format.pdf}
)


@dataclass(frozen=True, slots=True)
class Reading:
    """How inputs are read.

    Attributes:
        format: of all files; auto goes by the content, and by names that end in .txt, .jsonl,
            .parquet or .pubtator.
        lines: text files have a text a line.
        text_key: key of the text in JSON, name of its column in Parquet.
        id_key: the same of the id.
        captions, tables: read these of articles.
        articles: read articles and texts that cite; auto goes by the content alone, and what cites
            nothing, such as PubMed's abstracts, is refused.
        sentence_before: least probability of sentences before citing ones that belong to the
            citation, as of ``citations.extent``, to be taken along; None takes none.
    """

    format: Format = Format.auto
    lines: bool = False
    text_key: str = "text"
    id_key: str = "id"
    captions: bool = False
    tables: bool = False
    articles: bool = False
    sentence_before: float | None = None

    def identity(self) -> list[Any]:
        """Return the settings as JSON values."""
        return [self.format.value, *astuple(self)[1:]]


@dataclass(frozen=True, slots=True)
class Record:
    """One text, or the reason why there is none.

    Attributes:
        source: "file" or "file:number" (of the line, the row or the article in it, from 1).
        id: any JSON value.
        text, error: one of these is None, the other is not.
        meta: what else is known of it: the other keys of a JSON record, the title of an article.
        size: the bytes it takes in its file.
        article: of full texts the text with the citations and the works they cite.
        unread: with an error, the kind of a content that is of none that is read: "image".
    """

    source: str
    id: Any
    text: str | None = None
    error: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    size: int = 0
    article: Article | None = None
    unread: str = ""


def failed(source: str, error: str | Exception, size: int = 0, unread: str = "") -> Record:
    """Return the record of what could not be read; its id is its source."""
    reason = error if isinstance(error, str) else one_line(error)
    return Record(source, source, error=reason, size=size, unread=unread)
