"""The answer card of a work: what it is cited for, who differs, when, where, which genes and terms.

All of it is made of what the row says and stands in the page as text.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...schema import Contrary, Difference, Statement, WorkAnswer
from ...statements.sentences import touches
from .answer_text import contrary_in
from .citing_articles import PARTS, CitingArticle, Reference, Sentence
from .class_summary import CONTENT, ClassSummary, gene_ids
from .disagreement_text import direction_text, fits_text, side_of
from .evidence_view import PlaceView, statement_places
from .notices import notice_counts
from .phrases import year_of
from .sentence_pieces import Highlight, Piece, sentence_pieces

_MAX_NAMED = 8  # genes, terms, wordings of a class
_MIN_RARITY = 0.35  # of a term that is told
_MAX_ODD = 3  # sentences that may not belong


class Quote(NamedTuple):
    """A sentence of the card: its text, its number below and its article.

    ``side`` is who disagrees in it, ``likely`` how likely it is what it is quoted for, ``fits``
    what one that may not belong would fit, in words; "" for not known.
    """

    pieces: list[Piece]
    sentence: Sentence
    reference: Reference
    side: str = ""
    likely: str = ""
    fits: str = ""


class Heading(NamedTuple):
    """A class in the heading of a statement: name, colour as classes of HTML, other wordings."""

    name: str
    label: str
    look: str
    wordings: tuple[tuple[str, int], ...]


class StatementView(NamedTuple):
    """A statement as it is shown.

    ``sentences`` are the numbers of those that say it; ``articles`` is of how many articles they
    are, None where that is not known or where there is but one; ``copied`` so many of them say it
    in the same words as another, ``noticed`` how many are later than a notice about the work, or
    were retracted, in words; ``contrary`` are those that say otherwise, ``against`` tells how many;
    ``places`` are those of the cited article that they likely speak of, None where nobody looked.
    """

    number: int
    headings: list[Heading]
    quote: Quote
    sentences: list[int]
    articles: int | None
    copied: int
    noticed: str
    contrary: list[Quote]
    against: str
    places: list[PlaceView] | None


class Bar(NamedTuple):
    """A year, and how many articles (or sentences) are of it."""

    year: int
    size: int


class Card(NamedTuple):
    """The answer of a work.

    Attributes:
        statements: what it is cited for, the best first.
        differing: the sentences that differ, with their cues.
        odd: sentences that may not belong, the likeliest first.
        comparing: those that may, the likeliest first; None where nobody looked.
        directions: who says the reverse, in words, and the numbers of the sentences of each side.
        years: every year from the first to the last; empty where they are not known.
        parts: the parts of articles and how many sentences are in each.
        genes, terms: their names and in how many articles (or sentences) they are.
        gene_ids: ids of NCBI Gene by name of ``genes``, of those that have one.
    """

    statements: list[StatementView]
    differing: list[Quote]
    odd: list[Quote]
    comparing: list[Quote] | None
    directions: list[tuple[str, list[list[int]]]]
    years: list[Bar]
    parts: list[tuple[str, int]]
    genes: list[tuple[str, int]]
    gene_ids: dict[str, str]
    terms: list[tuple[str, int]]


class _Sentences:
    """The citing sentences of a work, to be quoted."""

    def __init__(self, work: WorkAnswer, articles: Sequence[CitingArticle]) -> None:
        self._citances = work.citances
        self.shown = {
            sentence.place: (sentence, article.reference)
            for article in articles
            for sentence in article.sentences
        }

    def quote(self, place: int, highlights: Sequence[Highlight] = ()) -> Quote:
        return Quote(sentence_pieces(self._citances[place], highlights), *self.shown[place])

    def quote_cue(self, one: Difference | Contrary) -> Quote:
        return self.quote(one.place, [Highlight(one.start, one.end, "cue")])

    def numbers(self, places: Iterable[int]) -> list[int]:
        return sorted(self.shown[place][0].number for place in places)


def answer_card(
    work: WorkAnswer,
    articles: Sequence[CitingArticle],
    summaries: Mapping[str, ClassSummary],
) -> Card:
    """Return the answer of a work.

    Args:
        work: the work.
        articles: those that cite it, by ``citing_articles``.
        summaries: of its classes, by ``class_summaries``.
    """
    sentences = _Sentences(work, articles)

    def quotes(differences: Iterable[Difference]) -> list[Quote]:
        return [
            sentences.quote_cue(one)._replace(side=side_of(one), likely=_likely(one.probability))
            for one in differences
        ]

    comparing = None
    if work.comparing is not None:
        comparing = quotes(sorted(work.comparing, key=lambda one: -(one.probability or 0)))
    genes, terms = _names(work, summaries)
    ids = gene_ids(work)
    named = {name: ids[name.lower()] for name, _ in genes if name.lower() in ids}
    joined, ids_of_joined = joined_genes(genes, named)
    counts = Counter(sentence.part for sentence, _ in sentences.shown.values())
    return Card(
        statements=[
            _statement(work, number, statement, summaries, sentences)
            for number, statement in enumerate(work.statements or (), start=1)
        ],
        differing=quotes(work.differing),
        odd=[
            sentences.quote(one.place)._replace(
                likely=_likely(one.probability), fits=fits_text(one, work.citances[one.place])
            )
            for one in (work.odd or ())[:_MAX_ODD]
        ],
        comparing=comparing,
        directions=[
            (direction_text(one), [sentences.numbers(side.places) for side in one.sides])
            for one in work.directions or ()
        ],
        years=_years(work, articles),
        parts=[(part, counts[part]) for part in PARTS if counts[part]],
        genes=joined,
        gene_ids=ids_of_joined,
        terms=terms,
    )


def _likely(probability: float | None) -> str:
    return "" if probability is None else f"{probability:.2f}"


def _statement(
    work: WorkAnswer,
    number: int,
    statement: Statement,
    summaries: Mapping[str, ClassSummary],
    sentences: _Sentences,
) -> StatementView:
    central = statement.places[0]
    scope = work.citances[central].scope or []
    highlights = [
        Highlight(member.start, member.end, f"w loud {summaries[aligned.name].look}", aligned.name)
        for aligned in work.classes
        if aligned.name in statement.classes
        for member in aligned.members
        if member.place == central and (not scope or touches(scope, member.start, member.end))
    ]
    return StatementView(
        number,
        headings=[
            Heading(summary.name, name, summary.look, summary.wordings[:_MAX_NAMED])
            for name in statement.classes
            if (summary := summaries.get(name)) and summary.wordings
        ],
        quote=sentences.quote(central, highlights),
        sentences=sentences.numbers(statement.places),
        articles=None if work.article_count == 1 else statement.articles,
        copied=work.copied_articles(statement),
        noticed=notice_counts(work, statement.places),
        contrary=[sentences.quote_cue(one) for one in statement.contrary or ()],
        against=contrary_in(statement),
        places=statement_places(work, statement),
    )


def _years(work: WorkAnswer, articles: Sequence[CitingArticle]) -> list[Bar]:
    """Return how many articles are of each year; sentences, where articles are not known."""
    counts: Counter[int] = Counter()
    for article in articles:
        if year := year_of(article.reference.year):
            counts[year] += 1 if work.article_count is not None else len(article.sentences)
    first = min(counts, default=0)
    return [Bar(year, counts[year]) for year in range(first, max(counts, default=-1) + 1)]


def joined_genes(
    genes: Sequence[tuple[str, int]], ids: Mapping[str, str]
) -> tuple[list[tuple[str, int]], dict[str, str]]:
    """Return the genes with names of one id as one, "Shh / SONIC", and the ids of what is left.

    The count is that of the first name, which is the most frequent.
    """
    names: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for name, count in genes:
        key = ids.get(name, f"name {name}")
        names.setdefault(key, []).append(name)
        counts.setdefault(key, count)
    joined = {key: " / ".join(same) for key, same in names.items()}
    known = {joined[key]: key for key in names if key in ids.values()}
    return [(joined[key], counts[key]) for key in names], known


def _names(
    work: WorkAnswer, summaries: Mapping[str, ClassSummary]
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the genes and the terms that tell most, each with its articles or sentences."""
    genes: dict[str, tuple[str, int]] = {}
    terms: dict[str, tuple[str, int]] = {}
    several = work.article_count is not None and work.article_count > 1
    for aligned in sorted(work.classes, key=lambda aligned: -summaries[aligned.name].weight):
        summary = summaries[aligned.name]
        count = summary.articles if summary.articles and several else summary.citances
        named = summary.name, count
        if summary.wordings and summary.is_gene:
            genes.setdefault(summary.name.lower(), named)
        elif summary.is_term and summary.kind == CONTENT and aligned.rarity >= _MIN_RARITY:
            terms.setdefault(summary.name.lower(), named)
    by_weight = [list(names.values())[:_MAX_NAMED] for names in (genes, terms)]
    first, second = (sorted(names, key=lambda pair: -pair[1]) for names in by_weight)
    return first, second
