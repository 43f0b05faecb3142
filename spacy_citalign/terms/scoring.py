"""Scores of extracted terms against a standard: perfect and imperfect hits.

Chang C-H, Wu C-H (2009) "Propositional Term Extraction over Short Text using Word Cohesiveness and
Conditional Random Fields with Multi-Level Features", section 3, whose hits are those of Lauriston A
(1995) "Criteria for Measuring Term Recognition", EACL.

All arguments map a document's id to half-open spans, of words or of characters, both sides in the
same unit; each document's spans are taken as a set. Two spans overlap if they share a unit, which
where spans are whole words is the same for words and characters. Figures are of all documents
together. Ratios are 0 to 1, and 0 where there is nothing to divide by.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from ..words.hit_counts import most_pairs

Span = tuple[int, int]
Spans = Mapping[str, Iterable[Span]]


class Hits(NamedTuple):
    """Counts and ratios, 0 to 1, of a run (equations 9 and 10).

    Attributes:
        found: gold terms that are hit.
        gold: gold terms.
        right: predictions that hit.
        predicted: predictions.
        precision: right / predicted.
        recall: found / gold.
        f: harmonic mean of precision and recall.
    """

    found: int
    gold: int
    right: int
    predicted: int
    precision: float
    recall: float
    f: float


class Overlap(NamedTuple):
    """A gold term and a prediction of a document, by their places, that share units."""

    term: int
    prediction: int
    shared: int


class Case(NamedTuple):
    """The spans of a document, ascending, and which of them overlap."""

    gold: list[Span]
    predicted: list[Span]
    overlaps: list[Overlap]


def perfect(gold: Spans, predicted: Spans) -> Hits:
    """Score predictions by equality: both boundaries are those of the standard.

    This is the exact F of boundaries that the field reports.

    >>> perfect({"a": [(0, 5), (9, 11)]}, {"a": [(1, 5), (9, 11)]})
    Hits(found=1, gold=2, right=1, predicted=2, precision=0.5, recall=0.5, f=0.5)
    """
    documents = list(cases(gold, predicted))
    return _hits(documents, [len(set(case.gold) & set(case.predicted)) for case in documents])


def imperfect(gold: Spans, predicted: Spans) -> Hits:
    """Score predictions by overlap: at least one word is of a term of the standard.

    Perfect hits are among them, although the paper's wording would have them apart: its imperfect
    scores are above its perfect ones. One long prediction may hit several terms, and several
    predictions may hit one term.

    >>> imperfect({"a": [(0, 5), (9, 11)]}, {"a": [(1, 3), (4, 6), (20, 22)]})[:4]
    (1, 2, 2, 3)
    """
    documents = list(cases(gold, predicted))
    return _hits(
        documents,
        [len({overlap.term for overlap in case.overlaps}) for case in documents],
        [len({overlap.prediction for overlap in case.overlaps}) for case in documents],
    )


def one_to_one(gold: Spans, predicted: Spans) -> Hits:
    """Score predictions by overlap, one for one, in as many pairs as there can be.

    Unlike imperfect hits, these cannot be had by predicting whole sentences.

    >>> one_to_one({"a": [(0, 2), (4, 6)]}, {"a": [(0, 6)]})[:4]
    (1, 2, 1, 1)
    """
    documents = list(cases(gold, predicted))
    pairs = [[(each.term, each.prediction) for each in case.overlaps] for case in documents]
    return _hits(documents, list(map(most_pairs, pairs)))


def cases(gold: Spans, predicted: Spans) -> Iterator[Case]:
    """Yield the spans of each document that either has."""
    for key in {**gold, **predicted}:
        terms, predictions = (sorted(set(spans.get(key, ()))) for spans in (gold, predicted))
        yield Case(terms, predictions, list(_overlaps(terms, predictions)))


def _overlaps(gold: list[Span], predicted: list[Span]) -> Iterator[Overlap]:
    """Yield which spans overlap, by prediction, then by gold term; both may nest."""
    starts = [start for start, _ in gold]
    reach = list(accumulate((end for _, end in gold), max))  # the farthest end so far
    for number, (start, end) in enumerate(predicted):
        for term in range(bisect_right(reach, start), bisect_left(starts, end)):
            shared = min(end, gold[term][1]) - max(start, gold[term][0])
            if shared > 0:
                yield Overlap(term, number, shared)


def _hits(documents: list[Case], found: list[int], right: list[int] | None = None) -> Hits:
    """Add documents up; ``right`` is as ``found`` where hits are one for one."""
    hit, hitting = sum(found), sum(found if right is None else right)
    gold = sum(len(case.gold) for case in documents)
    predicted = sum(len(case.predicted) for case in documents)
    precision, recall = ratio(hitting, predicted), ratio(hit, gold)
    f = ratio(2 * precision * recall, precision + recall)
    return Hits(hit, gold, hitting, predicted, precision, recall, f)


def ratio(part: float, total: float) -> float:
    """Return a part of a total, 0 where there is none."""
    return part / total if total else 0.0
