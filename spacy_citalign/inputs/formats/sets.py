"""Sets of articles in JATS: what PubMed Central's E-utilities and OAI service send.

The root, ``<pmc-articleset>``, ``<articles>`` or ``<OAI-PMH>``, holds any number of ``<article>``,
at whatever depth. The set is parsed whole: it may be as large as ``most_bytes``, takes 2 to 30
times as much memory, and gives no article at all where it is not well-formed, or was cut off.
"""

from collections.abc import Iterator
from pathlib import Path

from ...corpora.xml_files import MOST_BYTES, read_xml
from ...errors import InputError
from ..articles import Article
from .jats.reader import article_of, require_article


def articles_in_set(
    source: str | Path | bytes,
    *,
    name: str = "",
    captions: bool = False,
    tables: bool = False,
    most_bytes: int = MOST_BYTES,
) -> Iterator[Article | InputError]:
    """Yield each article of a set, or the error that says what is wrong with it.

    Args:
        source: the file, or as bytes its content; plain or gzipped, in any encoding that it names.
        name: what to call it in errors; the id of its third article, if that gives none, is
            "NAME:3"; default: the file's name.
        captions: read the captions of figures and supplementary material.
        tables: read tables: captions, a paragraph for each cell, notes.
        most_bytes: the largest size of the file, and of what it unpacks to.

    Raises:
        InputError: the file cannot be read, is too large, is not well-formed XML, or has no
            article.
    """
    if isinstance(source, str):
        source = Path(source)
    shown = name or (f"{len(source):,} bytes of XML" if isinstance(source, bytes) else str(source))
    root = read_xml(source, name=shown, most_bytes=most_bytes)
    if not name and not isinstance(source, bytes):
        name = source.name
    elements = list(root.iter("{*}article"))
    if not elements:
        tag = root.tag.rpartition("}")[2][:40]
        raise InputError(f"{shown} has no <article>, its root is <{tag}>; give a set of JATS")
    for number, element in enumerate(elements, start=1):
        try:
            require_article(element, f"{shown}:{number}")
        except InputError as error:
            yield error
        else:
            yield article_of(element, f"{name}:{number}", captions=captions, tables=tables)
