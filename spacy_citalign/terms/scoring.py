"""Scores of extracted terms against a standard: perfect hits, imperfect hits, types of errors.

Chang C-H, Wu C-H (2009) "Propositional Term Extraction over Short Text using Word Cohesiveness and
Conditional Random Fields with Multi-Level Features", section 3, whose hits are those of Lauriston A
(1995) "Criteria for Measuring Term Recognition", EACL, and whose types of errors are those of Park
K-M, Kim S-H, Rim H-C, Hwang Y-S (2006) "ME-based Biomedical Named Entity Recognition Using Lexical
Knowledge", ACM TALIP 5.

All arguments map a document's id to half-open spans, of words or of characters, both sides in the
same unit; each document's spans are taken as a set. Two spans overlap if they share a unit, which
where spans are whole words is the same for words and characters. Figures are of all documents
together. Ratios are 0 to 1, and 0 where there is nothing to divide by.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from ..errors import InputError

Span = tuple[int, int]
Spans = Mapping[str, Iterable[Span]]

ERROR_TYPES = ("MI", "IM", "II", "MO", "OM", "IO", "OI", "OO")
"""In the order of the paper's Table 5."""


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


class ErrorRate(NamedTuple):
    """The rate of a type of error.

    Attributes:
        number: predictions with it.
        relative: number / predictions with any of the eight types, 0 to 1.
        absolute: number / gold terms, from 0; above 1 where predictions are many.
    """

    number: int
    relative: float
    absolute: float


class Errors(NamedTuple):
    """The errors of a run.

    Attributes:
        types: the rates of each of ``ERROR_TYPES``.
        missed: gold terms that no prediction overlaps.
        spurious: predictions that overlap no gold term.
    """

    types: dict[str, ErrorRate]
    missed: int
    spurious: int


class _Overlap(NamedTuple):
    """A gold term and a prediction of a document, by their places, that share units."""

    term: int
    prediction: int
    shared: int


class _Case(NamedTuple):
    """The spans of a document, ascending, and which of them overlap."""

    gold: list[Span]
    predicted: list[Span]
    overlaps: list[_Overlap]


def perfect(gold: Spans, predicted: Spans) -> Hits:
    """Score predictions by equality: both boundaries are those of the standard.

    This is the exact F of boundaries that the field reports.

    >>> perfect({"a": [(0, 5), (9, 11)]}, {"a": [(1, 5), (9, 11)]})
    Hits(found=1, gold=2, right=1, predicted=2, precision=0.5, recall=0.5, f=0.5)

    Raises:
        InputError: a span is empty or ends before it starts.
    """
    cases = list(_cases(gold, predicted))
    return _hits(cases, [len(set(case.gold) & set(case.predicted)) for case in cases])


def imperfect(gold: Spans, predicted: Spans) -> Hits:
    """Score predictions by overlap: at least one word is of a term of the standard.

    Perfect hits are among them, although the paper's wording would have them apart: its imperfect
    scores are above its perfect ones. One long prediction may hit several terms, and several
    predictions may hit one term.

    >>> imperfect({"a": [(0, 5), (9, 11)]}, {"a": [(1, 3), (4, 6), (20, 22)]})[:4]
    (1, 2, 2, 3)

    Raises:
        InputError: a span is empty or ends before it starts.
    """
    cases = list(_cases(gold, predicted))
    return _hits(
        cases,
        [len({overlap.term for overlap in case.overlaps}) for case in cases],
        [len({overlap.prediction for overlap in case.overlaps}) for case in cases],
    )


def one_to_one(gold: Spans, predicted: Spans) -> Hits:
    """Score predictions by overlap, one for one, in as many pairs as there can be.

    Unlike imperfect hits, these cannot be had by predicting whole sentences.

    >>> one_to_one({"a": [(0, 2), (4, 6)]}, {"a": [(0, 6)]})[:4]
    (1, 2, 1, 1)

    Raises:
        InputError: a span is empty or ends before it starts.
    """
    cases = list(_cases(gold, predicted))
    return _hits(cases, [_most_pairs(case) for case in cases])


def error_types(gold: Spans, predicted: Spans) -> Errors:
    """Count the wrong boundaries of predictions that overlap the standard but equal none (Table 5).

    A type is two letters, for the start and for the end of the prediction: M, it matches that of
    the gold term; I, it lies inside the term; O, outside. Of several gold terms, a prediction is
    compared with the one that it shares most units with, of equals the first.

    The paper says that the relative rate "was compared with all error types" and the absolute one
    "with the standard". The relative rates of its Table 5 add up to 100 for each run, so they are
    shares among these errors; the absolute rate is read as errors per gold term. Its two rates are
    not in proportion, perhaps since they are means over folds: here both are of all together.

    >>> errors = error_types({"a": [(0, 5), (9, 11)]}, {"a": [(1, 5), (8, 11), (20, 22)]})
    >>> errors.types["IM"], errors.types["OM"].number, errors.missed, errors.spurious
    (ErrorRate(number=1, relative=0.5, absolute=0.5), 1, 0, 1)

    Raises:
        InputError: a span is empty or ends before it starts.
    """
    counts = dict.fromkeys(ERROR_TYPES, 0)
    missed = spurious = terms = 0
    for case in _cases(gold, predicted):
        right = set(case.gold)
        best: dict[int, _Overlap] = {}
        for overlap in case.overlaps:  # gold terms ascend for each prediction
            known = best.get(overlap.prediction)
            if known is None or overlap.shared > known.shared:
                best[overlap.prediction] = overlap
        for number, overlap in best.items():
            if case.predicted[number] not in right:
                counts[_error_type(case.gold[overlap.term], case.predicted[number])] += 1
        terms += len(case.gold)
        missed += len(case.gold) - len({overlap.term for overlap in case.overlaps})
        spurious += len(case.predicted) - len(best)
    errors = sum(counts.values())
    types = {
        name: ErrorRate(count, _ratio(count, errors), _ratio(count, terms))
        for name, count in counts.items()
    }
    return Errors(types, missed, spurious)


def _error_type(term: Span, prediction: Span) -> str:
    inside = prediction[0] - term[0], term[1] - prediction[1]
    return "".join("M" if by == 0 else "I" if by > 0 else "O" for by in inside)


def _cases(gold: Spans, predicted: Spans) -> Iterator[_Case]:
    for key in {**gold, **predicted}:
        terms, predictions = (_ascending(spans.get(key, ()), key) for spans in (gold, predicted))
        yield _Case(terms, predictions, list(_overlaps(terms, predictions)))


def _ascending(spans: Iterable[Span], key: str) -> list[Span]:
    distinct = {(start, end) for start, end in spans}
    for start, end in distinct:
        if not start < end:
            raise InputError(
                f"the span ({start}, {end}) of document {key!r} is empty; give half-open offsets "
                "with start < end"
            )
    return sorted(distinct)


def _overlaps(gold: list[Span], predicted: list[Span]) -> Iterator[_Overlap]:
    """Yield which spans overlap, by prediction, then by gold term; both may nest."""
    starts = [start for start, _ in gold]
    reach = list(accumulate((end for _, end in gold), max))  # the farthest end so far
    for number, (start, end) in enumerate(predicted):
        for term in range(bisect_right(reach, start), bisect_left(starts, end)):
            shared = min(end, gold[term][1]) - max(start, gold[term][0])
            if shared > 0:
                yield _Overlap(term, number, shared)


def _most_pairs(case: _Case) -> int:
    """Return the size of a maximum matching of gold terms and predictions that overlap."""
    if not case.overlaps:
        return 0
    terms, predictions, _ = zip(*case.overlaps, strict=True)
    shape = len(case.gold), len(case.predicted)
    graph = csr_matrix((np.ones(len(terms), np.int8), (terms, predictions)), shape)
    return int(np.count_nonzero(maximum_bipartite_matching(graph, perm_type="column") >= 0))


def _hits(cases: list[_Case], found: list[int], right: list[int] | None = None) -> Hits:
    """Add documents up; ``right`` is as ``found`` where hits are one for one."""
    hit, hitting = sum(found), sum(found if right is None else right)
    gold = sum(len(case.gold) for case in cases)
    predicted = sum(len(case.predicted) for case in cases)
    precision, recall = _ratio(hitting, predicted), _ratio(hit, gold)
    f = _ratio(2 * precision * recall, precision + recall)
    return Hits(hit, gold, hitting, predicted, precision, recall, f)


def _ratio(part: float, total: float) -> float:
    return part / total if total else 0.0
