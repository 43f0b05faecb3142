"""The citances of a work by the article in which they stand, numbered as a reader meets them."""

import re
from itertools import count
from typing import NamedTuple

from ...schema import Article, Citance, WorkAnswer
from .evidence_view import PlaceView, citance_places
from .notices import NoticeView, notice_view, time_of
from .sentence_pieces import Piece, sentence_pieces

# Sections of articles as they are called most often; what is none of these is "other".
_PARTS = {
    "Introduction": r"introduction|background|motivation|aims?\b|rationale|overview",
    "Methods": r"methods?\b|materials?\b|experiment|procedures?|patients|participants|design"
    r"|statistical|protocol|implementation|data\b|algorithms?\b|model",
    "Results": r"results?|findings|evaluation|case",
    "Discussion": r"discussion|conclu|summary|limitations|future|implications|outlook",
}
PARTS = (*_PARTS, "other")
_NAMED_KINDS = {"caption", "table", "note"}  # of paragraphs, that are told beside the section


class Sentence(NamedTuple):
    """A citance as it is shown.

    Attributes:
        number: from 1, by articles.
        place: its number in the row, from 0.
        section: as the article has it, and whether it is a caption, table or note.
        part: one of ``PARTS``, "" where the section is not known.
        pieces: its text.
        places: of the cited article, that it likely speaks of; None where nobody looked.
        before: the sentence before that belongs to the citation, "" where none does.
    """

    number: int
    place: int
    section: str
    part: str
    pieces: list[Piece]
    places: list[PlaceView] | None
    before: str


class CitingArticle(NamedTuple):
    """An article with the sentences by which it cites the work.

    Attributes:
        name: what tells it from other articles, "" where nothing does.
        reference: what is known of it.
        self_citation: whether the cited work has one of its authors.
        sentences: those that cite the work.
        time: whether its year is "before", the "same" as or "after" that of the notice about the
            work; "" where there is none, or that is not known.
    """

    name: str
    reference: "Reference"
    self_citation: bool
    sentences: list[Sentence]
    time: str


class Reference(NamedTuple):
    """What is known of an article or a work, "" for what is not.

    Attributes:
        title, author, year, journal: the author is the first one.
        identifiers: kind and value of each.
        source: what else the article is known by.
        notice: that it was retracted, or the like; None where none is known.
    """

    title: str
    author: str
    year: str
    journal: str
    identifiers: list[tuple[str, str]]
    source: str = ""
    notice: NoticeView | None = None

    @property
    def short(self) -> str:
        """The shortest that names it: author and year, else a title, else an identifier."""
        byline = " ".join(filter(None, [self.author, self.year]))
        names = [byline if self.author else "", self.title, self.source]
        return next(filter(None, [*names, *(value for _, value in self.identifiers), byline]), "")


def citing_articles(work: WorkAnswer) -> list[CitingArticle]:
    """Return the articles that cite a work, in the order in which the row has them.

    Sentences of which nothing is known but the text stand together, last.
    """
    by_article: dict[tuple[str, str], list[int]] = {}
    references = [_reference_of(citance) for citance in work.citances]
    for place, citance in enumerate(work.citances):
        name = citance.article_name
        by_article.setdefault((name, "" if name else repr(references[place])), []).append(place)
    nothing = ("", repr(Reference("", "", "", "", [])))
    if nothing in by_article:
        by_article[nothing] = by_article.pop(nothing)
    articles = []
    numbers = count(1)
    for (name, _), places in by_article.items():
        sentences = [_sentence(work, next(numbers), place) for place in places]
        own = any(work.citances[place].self_citation is True for place in places)
        time = time_of(work, work.citances[places[0]])
        articles.append(CitingArticle(name, references[places[0]], own, sentences, time))
    return articles


def _sentence(work: WorkAnswer, number: int, place: int) -> Sentence:
    citance = work.citances[place]
    section = (citance.section or "").strip()
    pieces, places = sentence_pieces(citance), citance_places(work, citance)
    before = citance.before.text.strip() if citance.before else ""
    kind = citance.paragraph_kind if citance.paragraph_kind in _NAMED_KINDS else None
    where = ", ".join(filter(None, (section, kind)))
    return Sentence(number, place, where, part_of(section), pieces, places, before)


def reference(article: Article, journal: str, source: str = "") -> Reference:
    """Return what is known of an article or a work.

    Args:
        article: as rows have it.
        journal: which field says where it appeared.
        source: what else it is known by.
    """
    title, author, year, appeared = map(article.text_of, ("title", "first_author", "year", journal))
    notice = notice_view(article)
    return Reference(title, author, year, appeared, article.identifiers(), source, notice)


def part_of(section: str) -> str:
    """Return which part of an article a section is, "" where it has no name.

    >>> part_of("Results and Discussion / Signalling"), part_of("2. Materials"), part_of("Frogs")
    ('Results', 'Methods', 'other')
    """
    if not section:
        return ""
    for name in section.lower().split(" / "):
        found = [
            (match.start(), part)
            for part, pattern in _PARTS.items()
            if (match := re.search(rf"\b(?:{pattern})", name))
        ]
        if found:
            return min(found)[1]
    return PARTS[-1]


def _reference_of(citance: Citance) -> Reference:
    known = reference(citance.article or Article(), "journal")
    source = (citance.source or "").strip()
    return known if source in dict(known.identifiers).values() else known._replace(source=source)
