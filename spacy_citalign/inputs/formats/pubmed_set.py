"""Files of PubMed: sets of articles, or of chapters, with titles and abstracts."""

import re
from collections.abc import Iterable, Iterator

from ..records import Format, Reading, Record
from .cutting import Cut
from .sets import SetMarkup, cut_set, declaration_of, set_records

_MARKUP = SetMarkup(
    begin=re.compile(rb"<(Pubmed(?:Book)?Article)[\s>]"),
    end=re.compile(rb"</Pubmed(?:Book)?Article\s*>"),
    longest_begin=len(b"<PubmedBookArticle>"),
    root=re.compile(rb"<(PubmedArticleSet|PubmedBookArticleSet)[\s>]"),
    may_be_empty=True,
    wanted="has no <PubmedArticleSet>; give a file of PubMed",
    head=declaration_of,
)


def cut_pubmed(blocks: Iterable[bytes], most_bytes: int) -> Iterator[Cut]:
    """Yield the cuts of a set, as ``cut_set``."""
    return cut_set(blocks, most_bytes, _MARKUP)


def read_pubmed_set(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield a record for each article; the first one has the number ``first``."""
    from .pubmed import read_pubmed

    def read(article: bytes, source: str, size: int) -> Record:
        abstract = read_pubmed(article, name=source)
        return Record(source, abstract.pmid, abstract.text, meta=abstract.about, size=size)

    return set_records(name, content, first, _MARKUP, read)
