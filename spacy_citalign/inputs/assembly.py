"""An article made of its passages and its reference list."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .articles import Article, Citation, Paragraph
from .passages import Passage, References
from .people import Authors
from .ranges import cite


class About(NamedTuple):
    """What a format says of an article itself, "" where it says nothing; see ``Article``."""

    title: str = ""
    journal: str = ""
    year: str = ""
    authors: Authors = Authors()


def assemble(
    passages: Sequence[Passage],
    references: References,
    about: About,
    identifiers: Mapping[str, str],
    name: str,
) -> Article:
    """Return an article: passages with a newline between them, citations, works.

    Args:
        passages: the paragraphs, in order, none of them empty.
        references: what their marks name.
        about: the article itself.
        identifiers: some of ``pmcid``, ``pmid``, ``doi`` and ``arxiv``.
        name: what the article is called where it has none of these.
    """
    paragraphs: list[Paragraph] = []
    citations: list[Citation] = []
    unresolved: list[str] = []
    start = 0
    for passage in passages:
        end = start + len(passage.text)
        paragraphs.append(Paragraph(start, end, passage.kind, passage.section))
        if passage.marks:
            named, missing = cite(passage, references, start)
            citations += named
            unresolved += missing
        start = end + 1
    ids = {kind: identifiers.get(kind, "") for kind in ("pmcid", "pmid", "doi", "arxiv")}
    return Article(
        id=next(filter(None, ids.values()), name),
        **ids,
        title=about.title,
        journal=about.journal,
        year=about.year,
        first_author=about.authors.first,
        text="\n".join(passage.text for passage in passages),
        paragraphs=tuple(paragraphs),
        citations=tuple(citations),
        works=tuple(references.works),
        unresolved=tuple(unresolved),
        authors=about.authors.surnames,
        initials=about.authors.initials,
    )
