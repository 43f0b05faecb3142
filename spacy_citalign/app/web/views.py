"""Works, articles and sentences of a library as its pages show them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...library_rows import ArticleEntry, FoundCitance, LibraryArticle, WorkEntry
from ...schema import Article, Citance, CitedWork
from ...words.stem import porter_stem
from ..report.citing_articles import Reference, reference
from ..report.notices import NoticeView, notice_view
from ..report.phrases import counted
from ..report.sentence_pieces import Highlight, Piece, sentence_pieces
from .addresses import article_address, work_address
from .service import OftenCited

# Fields of works and articles as HighWire's metadata call them, which Zotero reads.
_DESCRIBED = (
    ("title", "title"),
    ("publication_date", "year"),
    ("doi", "doi"),
    ("pmid", "pmid"),
    ("arxiv_id", "arxiv"),
)
_WORD = re.compile(r"[^\W_]+")


class LineView(NamedTuple):
    """A work or an article in a list.

    Attributes:
        address: of its page.
        title: or what it is called where that is not known.
        byline: author and year.
        sizes: how many cite it, or what it cites.
        short: the shortest that names it.
        notice: that it was retracted, or what else; None where none is known.
    """

    address: str
    title: str
    byline: str
    sizes: str
    short: str
    notice: NoticeView | None


class SentenceView(NamedTuple):
    """A citing sentence.

    Attributes:
        pieces: its text, marks set off.
        before: the sentence before, that belongs to the citation.
        section: where it stands.
        name: by which an address leads to it, "" for none.
        address: of the page of its article, at the sentence.
        article: the shortest that names its article.
        works: that it cites.
    """

    pieces: list[Piece]
    before: str
    section: str
    name: str
    address: str
    article: str
    works: list[LineView]


def described(known: Article) -> list[tuple[str, str]]:
    """Return what reference managers read in the head of a page, by the names they know.

    >>> described(Article(title="Frogs", first_author="Zork", year="2004", pmid="7"))
    [('title', 'Frogs'), ('publication_date', '2004'), ('pmid', '7'), ('author', 'Zork')]
    """
    journal = known.text_of("source" if isinstance(known, CitedWork) else "journal")
    fields = [(name, known.text_of(field)) for name, field in _DESCRIBED]
    fields.append(("journal_title", journal))
    names = known.authors or [known.text_of("first_author")]
    letters = known.initials or []
    if len(letters) != len(names):
        letters = [""] * len(names)
    authors = [", ".join(filter(None, pair)) for pair in zip(names, letters, strict=True)]
    return [(name, value) for name, value in (*fields, *(("author", a) for a in authors)) if value]


def work_line(entry: WorkEntry) -> LineView:
    """Return a work as a list shows it."""
    cited = entry.cited
    sizes = f"{counted(entry.articles, 'article')}, {counted(entry.citances, 'sentence')}"
    return _line(work_address(entry.cited.key), cited, cited.key, sizes)


def article_line(entry: ArticleEntry) -> LineView:
    """Return an article as a list shows it."""
    sizes = f"cites {counted(entry.works, 'work')} in {counted(entry.citances, 'sentence')}"
    return _line(article_address(entry.name), entry.article, entry.name, sizes)


def article_reference(entry: LibraryArticle) -> Reference:
    """Return what is known of an article, for the head of its page."""
    known = reference(entry.article, "journal", entry.name)
    is_named = entry.name in dict(known.identifiers).values()
    return known._replace(source="") if is_named else known


def cited_views(entry: LibraryArticle) -> Iterator[tuple[str, LineView, list[SentenceView]]]:
    """Yield label, work and sentences of what an article cites.

    Each sentence has a name where it stands first.
    """
    named: set[str] = set()
    for one in entry.references:
        sentences = [_sentence(citance, []) for citance in one.citances]
        for place, sentence in enumerate(sentences):
            if sentence.name in named:
                sentences[place] = sentence._replace(name="")
            named.add(sentence.name)
        yield one.label, work_line(one.work), sentences


def often_line(often: OftenCited) -> LineView:
    """Return a work that sentences cite which were found."""
    sentences = f"cited in {often.sentences:,} of the sentences that fit best"
    return work_line(often.work)._replace(sizes=sentences)


def found_view(found: FoundCitance, asked: str) -> SentenceView:
    """Return a sentence that was found, with the words that were asked for set off."""
    stems = {porter_stem(word) for word in _WORD.findall(asked)}
    words = _WORD.finditer(found.citance.text)
    hits = [Highlight(*word.span(), "hit") for word in words if porter_stem(word[0]) in stems]
    return _sentence(found.citance, list(map(work_line, found.works)), hits)


def _line(address: str, known: Article, name: str, sizes: str) -> LineView:
    author, year = known.text_of("first_author"), known.text_of("year")
    byline, title = " ".join(filter(None, (author, year))), known.text_of("title")
    short = (byline if author else "") or title or name
    return LineView(address, title or name, byline, sizes, short, notice_view(known))


def _sentence(
    citance: Citance, works: list[LineView], hits: Sequence[Highlight] = ()
) -> SentenceView:
    known = citance.article or Article()
    name = citance.article_name
    return SentenceView(
        sentence_pieces(citance, hits),
        citance.before.text.strip() if citance.before else "",
        (citance.section or "").strip(),
        "" if citance.start is None else f"s{citance.start}",
        article_address(name, citance.start),
        reference(known, "journal", name).short,
        works,
    )
