"""Sets of articles in JATS, as PubMed Central's E-utilities and services of OAI-PMH send them.

The root, ``<pmc-articleset>``, ``<articles>`` or ``<OAI-PMH>``, holds any number of ``<article>``,
at whatever depth.
"""

import re
from collections.abc import Iterable, Iterator

from ..records import Format, Reading, Record
from .cutting import Cut
from .sets import SetMarkup, cut_set, declaration_of, set_records
from .whole import article_record

_PREFIX = rb"(?:[\w.-]{1,40}:)?"
# Of the prefixes that the elements around articles declare.
_SPACE = re.compile(rb"\sxmlns:([\w.-]+)\s*=\s*(\"[^\"<]*\"|'[^'<]*')")
_ROOT = b"articles"


def _head(before: bytes) -> bytes:
    """Return an XML declaration, and a root with the prefixes that are declared before articles."""
    spaces = {match[1]: match[2] for match in _SPACE.finditer(before)}
    declared = b"".join(b" xmlns:%s=%s" % space for space in spaces.items())
    return declaration_of(before) + b"<" + _ROOT + declared + b">"


_MARKUP = SetMarkup(
    begin=re.compile(rb"<" + _PREFIX + rb"article[\s/>]"),
    end=re.compile(rb"</" + _PREFIX + rb"article\s*>"),
    longest_begin=50,
    root=re.compile(rb"<(" + _PREFIX + rb"(?:pmc-articleset|articles|OAI-PMH))[\s>]"),
    may_be_empty=False,
    wanted="has no <article>; give an article in JATS, or a set of them",
    head=_head,
    known_head=re.compile(rb"(?:<\?xml[^>]*\?>)?<" + _ROOT + rb"(?: [^>]*)?>"),
    tail=b"</" + _ROOT + b">",
)


def cut_jats_set(blocks: Iterable[bytes], most_bytes: int) -> Iterator[Cut]:
    """Yield the cuts of a set, as ``cut_set``."""
    return cut_set(blocks, most_bytes, _MARKUP)


def read_jats_set(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield a record for each article; the first one has the number ``first``."""
    from .jats.reader import read_jats

    def read(article: bytes, source: str, size: int) -> Record:
        parts = {"captions": reading.captions, "tables": reading.tables}
        return article_record(source, read_jats(article, name=source, **parts), size)

    return set_records(name, content, first, _MARKUP, read)
