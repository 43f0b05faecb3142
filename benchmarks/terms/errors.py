"""Types of errors of extracted terms (Chang & Wu 2009, Table 5).

They are those of Park K-M, Kim S-H, Rim H-C, Hwang Y-S (2006) "ME-based Biomedical Named Entity
Recognition Using Lexical Knowledge", ACM TALIP 5.
"""

from typing import NamedTuple

from spacy_citalign.terms.scoring import Overlap, Span, Spans, cases, ratio

ERROR_TYPES = ("MI", "IM", "II", "MO", "OM", "IO", "OI", "OO")
"""In the order of the paper's Table 5."""


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
    """
    counts = dict.fromkeys(ERROR_TYPES, 0)
    missed = spurious = terms = 0
    for case in cases(gold, predicted):
        right = set(case.gold)
        best: dict[int, Overlap] = {}
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
        name: ErrorRate(count, ratio(count, errors), ratio(count, terms))
        for name, count in counts.items()
    }
    return Errors(types, missed, spurious)


def _error_type(term: Span, prediction: Span) -> str:
    inside = prediction[0] - term[0], term[1] - prediction[1]
    return "".join("M" if by == 0 else "I" if by > 0 else "O" for by in inside)
