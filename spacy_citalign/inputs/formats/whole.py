"""Formats of which a file is one record: a text as it stands, or an article with its citations."""

from codecs import BOM_UTF8
from collections.abc import Iterator

from ...corpora.io import WIDE, decode_text, is_wide
from ...errors import InputError
from ..kinds import SNIFFED, is_tei
from ..records import Format, Reading, Record

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
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield the record of an article in JATS or TEI.

    Raises:
        InputError: it is none.
    """
    from .jats.reader import read_jats
    from .tei.reader import read_tei

    read = read_tei if is_tei(content[:SNIFFED]) else read_jats
    article = read(content, name=name, captions=reading.captions, tables=reading.tables)
    meta = {field: value for field in _KNOWN if (value := getattr(article, field))}
    size = len(content)
    yield Record(name, article.id, article.text, meta=meta, size=size, article=article)
