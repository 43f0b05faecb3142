"""Differences of two runs under the official score (Hsu et al. 2008, Table 4)."""

from typing import NamedTuple

from spacy_citalign.genes.scoring import Span, Spans, judge


class Difference(NamedTuple):
    """Numbers of TPs and of FPs that one of two runs has and the other has not."""

    tp: int
    fp: int


def differing(gold: Spans, alternatives: Spans, a: Spans, b: Spans) -> Difference:
    """Count the TPs and FPs that only one of the runs ``a`` and ``b`` has (Hsu et al., Table 4).

    Symmetric differences of sets under official scoring: the TPs of a run are the gold mentions
    that it found, however it found them; its FPs are its distinct wrong spans. The paper does not
    say whether two variants of one gold mention differ; here they do not.

    Raises:
        InputError: a span ends before it starts or starts below 0.
    """
    hits: list[set[tuple[str, Span]]] = []
    errors: list[set[tuple[str, Span]]] = []
    for run in (a, b):
        outcomes = judge(gold, alternatives, run).items()
        hits.append({(key, gold) for key, outcome in outcomes for gold, _, _ in outcome.found})
        errors.append({(key, span) for key, outcome in outcomes for span in outcome.false})
    return Difference(tp=len(hits[0] ^ hits[1]), fp=len(errors[0] ^ errors[1]))
