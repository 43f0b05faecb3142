"""Scoring of gene mentions: the official way of BioCreative II, and the strict way.

Smith L, Tanabe LK, Ando RJ, et al. (2008) Overview of BioCreative II gene mention recognition.
Genome Biology 9(Suppl 2):S2. Hsu CN, Chang YM, Kuo CJ, Lin YS, Huang HS, Chung IF (2008)
Integrating high dimensional bi-directional parsing models for gene mention tagging.
Bioinformatics 24(13):i286-i294, whose Tables 3 and 4 use the figures given here.

All arguments map a sentence id to the spans of that sentence, (start, end) with *both ends
included*; the published files count the characters that are not white space, but any one numbering
will do. Results are counts over all sentences together (micro averages), ratios are 0 to 1.

The official score is lenient in ways that its figures do not show, so ``Score`` adds how much of it
rests on alternatives and on predictions that were used twice or not at all.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import InputError
from ..words.hit_counts import most_pairs

Span = tuple[int, int]
Spans = Mapping[str, Sequence[Span]]


class Score(NamedTuple):
    """Counts and ratios of a run.

    ``precision``, ``recall`` and ``f`` are fractions, 0 where their denominator is 0.

    For the last three fields pair each found gold mention with a prediction that makes it found,
    using each distinct predicted span of a sentence once at most, in as many pairs as possible.
    Then ``tp - shared_tp`` is the number of pairs, and the number of predictions is
    ``fp + (tp - shared_tp) + free_predictions``. All three are 0 in a strict score.

    Attributes:
        tp: gold mentions that were found.
        fp: predictions that are wrong.
        fn: gold mentions that were not found.
        precision: TP / (TP + FP).
        recall: TP / (TP + FN).
        f: harmonic mean of precision and recall.
        alternative_tp: TPs that no prediction equals, found by an alternative only (Hsu et al.,
            Table 3).
        shared_tp: TPs without a prediction of their own: one alternative vouched for several gold
            mentions.
        free_predictions: predictions that are neither wrong nor paired: second variants of a gold
            mention, alternatives of nothing, repetitions.
    """

    tp: int
    fp: int
    fn: int
    precision: float
    recall: float
    f: float
    alternative_tp: int
    shared_tp: int
    free_predictions: int


class Judgement(NamedTuple):
    """The official judgement of one sentence.

    Attributes:
        found: per TP, the gold mention, whether by equality, the distinct predictions that hit it.
        missed: FNs.
        false: one per FP, repetitions kept.
        correct: predictions that are not false, repetitions counted.
    """

    found: list[tuple[Span, bool, list[Span]]]
    missed: int
    false: list[Span]
    correct: int


def official_score(gold: Spans, alternatives: Spans, predictions: Spans) -> Score:
    """Score ``predictions`` as the evaluation program of BioCreative II does.

    A gold mention is TP if a prediction equals it, or equals an alternative that shares a character
    with it; else FN. A prediction is FP if it equals neither a gold mention nor an alternative of
    its sentence. Predictions are not used up, and gold mentions and wrong predictions count as
    often as they are listed.

    Raises:
        InputError: a span ends before it starts or starts below 0.
    """
    outcomes = list(judge(gold, alternatives, predictions).values())
    tp = sum(len(outcome.found) for outcome in outcomes)
    paired = _paired(outcomes)
    return score_of_counts(
        tp=tp,
        fp=sum(len(outcome.false) for outcome in outcomes),
        fn=sum(outcome.missed for outcome in outcomes),
        alternative_tp=sum(not equal for outcome in outcomes for _, equal, _ in outcome.found),
        shared_tp=tp - paired,
        free_predictions=sum(outcome.correct for outcome in outcomes) - paired,
    )


def strict_score(gold: Spans, predictions: Spans) -> Score:
    """Score ``predictions`` by equality with ``gold`` alone, both taken as sets.

    A repeated span counts once.

    Raises:
        InputError: a span ends before it starts or starts below 0.
    """
    marked = {(key, span) for key, spans in _checked(gold).items() for span in spans}
    given = {(key, span) for key, spans in _checked(predictions).items() for span in spans}
    return score_of_counts(tp=len(marked & given), fp=len(given - marked), fn=len(marked - given))


def judge(gold: Spans, alternatives: Spans, predictions: Spans) -> dict[str, Judgement]:
    """Judge each sentence that has gold mentions or predictions."""
    gold, alternatives = _checked(gold), _checked(alternatives)
    predictions = _checked(predictions)
    return {
        key: _judge_sentence(gold.get(key, []), alternatives.get(key, []), predictions.get(key, []))
        for key in {**gold, **predictions}
    }


def _judge_sentence(
    gold: Sequence[Span], alternatives: Sequence[Span], predictions: Sequence[Span]
) -> Judgement:
    distinct, others = set(predictions), set(alternatives)
    hit = []
    for mention in gold:
        hits = [
            span
            for span in sorted(distinct)
            if span == mention or (span in others and _overlap(span, mention))
        ]
        if hits:
            hit.append((mention, mention in distinct, hits))
    # Overlap plays no part here: an alternative of nothing is neither TP nor FP.
    accepted = {*gold, *others}
    false = [span for span in predictions if span not in accepted]
    return Judgement(hit, len(gold) - len(hit), false, len(predictions) - len(false))


def _overlap(a: Span, b: Span) -> bool:
    """Tell whether two closed intervals share a character."""
    return a[0] <= b[1] and b[0] <= a[1]


def _paired(outcomes: list[Judgement]) -> int:
    """Return how many found gold mentions can have a distinct prediction each."""
    pairs: list[tuple[int, int]] = []
    mentions = 0
    spans: dict[tuple[int, Span], int] = {}
    for number, outcome in enumerate(outcomes):
        for _, _, hits in outcome.found:
            pairs += [(mentions, spans.setdefault((number, hit), len(spans))) for hit in hits]
            mentions += 1
    return most_pairs(pairs)


def _checked(spans: Spans) -> dict[str, list[Span]]:
    """Return spans as plain tuples."""
    checked = {key: [(start, end) for start, end in listed] for key, listed in spans.items()}
    for key, listed in checked.items():
        for start, end in listed:
            if not 0 <= start <= end:
                raise InputError(
                    f"the span ({start}, {end}) of sentence {key!r} is not 0 <= start <= end; "
                    "give the offsets of its first and of its last character"
                )
    return checked


def score_of_counts(
    *,
    tp: int,
    fp: int,
    fn: int,
    alternative_tp: int = 0,
    shared_tp: int = 0,
    free_predictions: int = 0,
) -> Score:
    """Return counts with the ratios that follow from them."""
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    f = 2 * precision * recall / (precision + recall) if tp else 0.0
    return Score(tp, fp, fn, precision, recall, f, alternative_tp, shared_tp, free_predictions)
