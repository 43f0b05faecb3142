"""All formats: how the bytes of each are cut where records begin, and read into records.

A new format of articles, say of DOCX, is a member of ``records.Format`` and of ``ARTICLES``, a
function like ``read_jats`` in ``docx/reader.py``, and a line in ``_article_readers``;
``file_types`` says how its files are known, by their names and by how they begin, and no longer
refuses them. What is a ZIP itself, as a DOCX, is not to be taken for an archive
(``file_types.by_content``, ``sources.archive``). A format with many records in a file has lines in
``READERS`` and ``CUTTERS``, too.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from ...corpora.io import WIDE, decode_text, is_wide
from ...corpora.json_lines import json_object
from ...errors import InputError
from ..articles import Article
from ..file_types.refusals import NO_TEXT
from ..records import ARTICLES, Format, Reading, Record
from .lines import Cut, cut_lines, cut_s2orc, line_records, read_json_lines, read_text_lines
from .multi_article import JATS_SETS, PUBMED_SETS, cut_set, set_records
from .pubtator import cut_pubtator, read_pubtator_blocks

# Blocks of a content, and about how many bytes a cut has.
Cutter = Callable[[Iterable[bytes], int], Iterator[Cut]]
# Name, bytes (of TEI a file, too), the number of the first record, how inputs are read.
Reader = Callable[[str, Any, int, Reading], Iterator[Record]]

_KNOWN = ("title", "first_author", "year", "journal", "doi", "pmid", "pmcid", "arxiv")


@cache
def _article_readers() -> dict[Format, Callable[..., Article]]:
    from .jats.reader import read_jats  # here: entry points import this module
    from .latexml.reader import read_latexml
    from .pdf.reader import read_pdf
    from .s2orc.reader import read_s2orc
    from .tei.reader import read_tei

    return {
        Format.jats: read_jats,
        Format.tei: read_tei,
        Format.html: read_latexml,
        Format.s2orc: read_s2orc,
        Format.pdf: read_pdf,
    }


def _parts(reading: Reading) -> dict[str, Any]:
    return {"captions": reading.captions, "tables": reading.tables}


def _article_record(source: str, article: Article, size: int) -> Record:
    """Return the record of an article. Raises UnreadKindError where it has no text."""
    if not article.text:
        raise NO_TEXT.error()
    meta = {field: value for field in _KNOWN if (value := getattr(article, field))}
    return Record(source, article.id, article.text, meta=meta, size=size, article=article)


def _read_article(
    format_: Format, name: str, content: Path | bytes, first: int, reading: Reading
) -> Iterator[Record]:
    """Yield the record of an article. Raises InputError where it is none.

    Of a file the reader of TEI may look for what is known of the article beside it.
    """
    article = _article_readers()[format_](content, name=name, **_parts(reading))
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    yield _article_record(name, article, size)


def _read_text(name: str, content: bytes, first: int, reading: Reading) -> Iterator[Record]:
    """Yield the record of a text. Raises InputError where it is not UTF-8."""
    if is_wide(content):
        raise InputError(WIDE)
    text = decode_text(content.removeprefix(BOM_UTF8))
    yield Record(name, name, text, size=len(content))


def _read_s2orc(name: str, content: bytes, first: int, reading: Reading) -> Iterator[Record]:
    """Yield the record of an object, or those of lines, the first of which is number ``first``.

    Raises:
        InputError: the object is no full text.
    """
    from .s2orc.reader import s2orc_article

    def read(source: str, line: str, size: int) -> Record:
        article = s2orc_article(json_object(line), name=source, **_parts(reading))
        return _article_record(source, article, size)

    if first:
        return line_records(name, content, first, read)
    return _read_article(Format.s2orc, name, content, first, reading)


def _read_jats_set(name: str, content: bytes, first: int, reading: Reading) -> Iterator[Record]:
    """Yield a record for each article; the first one has the number ``first``."""
    from .jats.reader import read_jats

    def read(article: bytes, source: str, size: int) -> Record:
        return _article_record(source, read_jats(article, name=source, **_parts(reading)), size)

    return set_records(name, content, first, JATS_SETS, read)


def _read_pubmed_set(name: str, content: bytes, first: int, reading: Reading) -> Iterator[Record]:
    """Yield a record for each article; the first one has the number ``first``."""
    from .pubmed import read_pubmed

    def read(article: bytes, source: str, size: int) -> Record:
        abstract = read_pubmed(article, name=source)
        return Record(source, abstract.pmid, abstract.text, meta=abstract.about, size=size)

    return set_records(name, content, first, PUBMED_SETS, read)


READERS: dict[Format, Reader] = {
    Format.text: _read_text,
    Format.lines: read_text_lines,
    Format.jsonl: read_json_lines,
    **{format_: partial(_read_article, format_) for format_ in ARTICLES},
    Format.jats_set: _read_jats_set,
    Format.s2orc: _read_s2orc,
    Format.pubmed: _read_pubmed_set,
    Format.pubtator: read_pubtator_blocks,
}
# The formats with many records in a file; of the others it is read as a whole.
CUTTERS: dict[Format, Cutter] = {
    Format.lines: cut_lines,
    Format.jsonl: cut_lines,
    Format.jats_set: partial(cut_set, markup=JATS_SETS),
    Format.s2orc: cut_s2orc,
    Format.pubmed: partial(cut_set, markup=PUBMED_SETS),
    Format.pubtator: cut_pubtator,
}
