"""The frame of the readers: names of sources, cited works, an article made of its passages."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .articles import Article, Citation, CitedWork, Kind, Paragraph, Passage, References
from .people import Authors
from .ranges import cite, count_citations

_MAX_NUMBER = 40  # characters of the number of a section
_IDS = ("pmcid", "pmid", "doi", "arxiv")


class About(NamedTuple):
    """What a format says of an article itself, "" where it says nothing; see ``Article``."""

    title: str = ""
    journal: str = ""
    year: str = ""
    authors: Authors = Authors()


def named_source(
    source: str | Path | bytes, name: str, language: str
) -> tuple[Path | bytes, str, str]:
    """Return a file or its content, what errors call it, and what its article is called.

    Args:
        source: the file, or as bytes its content.
        name: what it is called, "" where nobody says.
        language: that of the content, "XML".
    """
    if isinstance(source, bytes):
        return source, name or f"{len(source):,} bytes of {language}", name
    path = Path(source)
    return path, name or str(source), name or path.name


def cited_work(
    id_: str,
    number: int,
    label: str,
    ids: Mapping[str, str],
    authors: Authors,
    year: str,
    title: str,
    source: str,
    text: str,
) -> CitedWork:
    """Return an entry of a reference list; ``ids`` are some of its identifiers, by kind."""
    return CitedWork(
        id_,
        number,
        label,
        first_author=authors.first,
        year=year,
        title=title,
        source=source,
        text=text,
        authors=authors.surnames,
        initials=authors.initials,
        given_names=authors.given,
        **{kind: ids.get(kind, "") for kind in _IDS},
    )


def listed_works(works: Iterable[CitedWork]) -> References:
    """Return a reference list in which each entry is one work."""
    references = References([], {}, [], {})
    for position, work in enumerate(works):
        references.works.append(work)
        references.entries.append(range(position, position + 1))
        if work.id:
            references.by_id.setdefault(work.id, [position])
    return references


def section_path(title: str, number: str, titles: dict[str, str]) -> tuple[str, ...]:
    """Return the titles from the outermost section to this one.

    >>> section_path("Frogs", "2.1.", {"2": "Methods"})
    ('Methods', 'Frogs')

    Args:
        title: its title, "" if it has none.
        number: its number, "" if it has none.
        titles: of the sections by their numbers; takes this one.
    """
    number = number.strip(" .")
    if not title or not number or len(number) > _MAX_NUMBER:
        return (title,) if title else ()
    titles[number] = title
    parts = number.split(".")
    above = (".".join(parts[:end]) for end in range(1, len(parts)))
    return (*(titles[name] for name in above if name in titles), title)


def kinds_left_out(*, captions: bool, tables: bool) -> frozenset[Kind]:
    """Return the kinds of paragraphs that are not read."""
    kinds: tuple[tuple[Kind, bool], ...] = (("caption", captions), ("table", tables))
    return frozenset(kind for kind, is_read in kinds if not is_read)


def assemble(
    passages: Sequence[Passage],
    references: References,
    about: About,
    identifiers: Mapping[str, str],
    name: str,
    left_out: Collection[Kind],
) -> Article:
    """Return an article: passages with a newline between them, citations, works.

    Args:
        passages: the paragraphs, in order, none of them empty.
        references: what their marks name.
        about: the article itself.
        identifiers: some of ``pmcid``, ``pmid``, ``doi`` and ``arxiv``.
        name: what the article is called where it has none of these.
        left_out: kinds of paragraphs of which the citations are counted only.
    """
    counts: Counter[Kind] = Counter()
    paragraphs: list[Paragraph] = []
    citations: list[Citation] = []
    unresolved: list[str] = []
    texts: list[str] = []
    pages: list[tuple[int, int]] = []
    start = 0
    for passage in passages:
        if passage.kind in left_out:
            counts[passage.kind] += count_citations(passage, references)
            continue
        texts.append(passage.text)
        end = start + len(passage.text)
        paragraphs.append(Paragraph(start, end, passage.kind, passage.section))
        for place, page in passage.pages:
            if not pages or pages[-1][1] != page:
                pages.append((start + place, page))
        if passage.marks:
            named, missing = cite(passage, references, start)
            citations += named
            unresolved += missing
        start = end + 1
    ids = {kind: identifiers.get(kind, "") for kind in _IDS}
    return Article(
        id=next(filter(None, ids.values()), name),
        pmid=ids["pmid"],
        pmcid=ids["pmcid"],
        doi=ids["doi"],
        arxiv=ids["arxiv"],
        title=about.title,
        journal=about.journal,
        year=about.year,
        first_author=about.authors.first,
        text="\n".join(texts),
        paragraphs=tuple(paragraphs),
        citations=tuple(citations),
        works=tuple(references.works),
        unresolved=tuple(unresolved),
        left_out=tuple(sorted((+counts).items())),
        authors=about.authors.surnames,
        initials=about.authors.initials,
        given_names=about.authors.given,
        pages=tuple(pages),
    )
