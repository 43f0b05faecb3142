"""Formats of which a file is one record: a text as it stands, or an article with its citations."""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path

from ...corpora.io import WIDE, decode_text, is_wide
from ...errors import InputError
from ..articles import Article
from ..records import Format, Reading, Record
from ..refusals import NO_TEXT

_KNOWN = ("title", "first_author", "year", "journal", "doi", "pmid", "pmcid", "arxiv")


def read_text(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield the record of a text.

    Raises:
        InputError: it is not UTF-8.
    """
    if is_wide(content):
        raise InputError(WIDE)
    text = decode_text(content.removeprefix(BOM_UTF8))
    yield Record(name, name, text, size=len(content))


def read_article(
    name: str, content: Path | bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield the record of an article in one of the formats that have them.

    Of a file the reader of TEI may look for what is known of the article beside it.

    Raises:
        InputError: it is none.
    """
    article = _reader(format_)(content, name=name, captions=reading.captions, tables=reading.tables)
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    yield article_record(name, article, size)


def article_record(source: str, article: Article, size: int) -> Record:
    """Return the record of an article that was read.

    Raises:
        UnreadKindError: it has no text.
    """
    if not article.text:
        raise NO_TEXT.error()
    meta = {field: value for field in _KNOWN if (value := getattr(article, field))}
    return Record(source, article.id, article.text, meta=meta, size=size, article=article)


def _reader(format_: Format) -> Callable[..., Article]:
    from .jats.reader import read_jats  # here: entry points import this module
    from .latexml.reader import read_latexml
    from .pdf.reader import read_pdf
    from .s2orc.reader import read_s2orc
    from .tei.reader import read_tei

    readers: dict[Format, Callable[..., Article]] = {
        Format.jats: read_jats,
        Format.tei: read_tei,
        Format.html: read_latexml,
        Format.s2orc: read_s2orc,
        Format.pdf: read_pdf,
    }
    return readers[format_]
