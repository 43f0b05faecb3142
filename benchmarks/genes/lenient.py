"""Lenient scoring of gene mentions: any overlap with a gold mention counts, one for one.

Corpora differ in where a mention begins and ends ("Zork2" or "the Zork2 gene"), so that exact
characters, as in ``scoring``, say as much of their guidelines as of a tagger. Here a prediction is
right if it shares a character with a gold mention that no other prediction has taken: a long
prediction that runs over two mentions has found one of them.

Arguments are those of ``scoring.strict_score``: spans by text id, *both ends included*.
"""

from collections.abc import Sequence

from spacy_citalign.errors import InputError
from spacy_citalign.genes.scoring import Score, Span, Spans, score_of_counts


def lenient_score(gold: Spans, predictions: Spans) -> Score:
    """Score ``predictions`` by overlap with ``gold``, both taken as sets.

    TP are pairs that overlap, FP and FN predictions and gold mentions without a partner.

    >>> lenient_score({"a": [(4, 8), (20, 23)]}, {"a": [(0, 8), (30, 33)]})[:3]
    (1, 1, 1)

    Raises:
        InputError: a span ends before it starts.
    """
    tp = wanted = given = 0
    for key in gold.keys() | predictions.keys():
        mentions, found = (_ascending(spans.get(key, ()), key) for spans in (gold, predictions))
        tp += len(overlapping_pairs(mentions, found))
        wanted += len(mentions)
        given += len(found)
    return score_of_counts(tp=tp, fp=given - tp, fn=wanted - tp)


def overlapping_pairs(gold: list[Span], predictions: list[Span]) -> list[tuple[Span, Span]]:
    """Pair gold mentions with predictions, from left to right, each of them once at most.

    Of the two that come first on either side, both are paired if they share a character; else the
    one that ends first has no partner. These are as many pairs as there can be where spans of one
    side do not overlap each other.

    Args:
        gold: ascending.
        predictions: ascending.

    >>> overlapping_pairs([(0, 3), (5, 8)], [(2, 9), (10, 12)])
    [((0, 3), (2, 9))]
    """
    pairs = []
    first = second = 0
    while first < len(gold) and second < len(predictions):
        mention, found = gold[first], predictions[second]
        if mention[0] <= found[1] and found[0] <= mention[1]:
            pairs.append((mention, found))
            first += 1
            second += 1
        elif mention[1] < found[0]:
            first += 1
        else:
            second += 1
    return pairs


def _ascending(spans: Sequence[Span], key: str) -> list[Span]:
    for start, end in spans:
        if end < start:
            raise InputError(
                f"the span ({start}, {end}) of text {key!r} ends before it starts; give the "
                "offsets of its first and of its last character"
            )
    return sorted({(start, end) for start, end in spans})
