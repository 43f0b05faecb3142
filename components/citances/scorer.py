"""The scorers of aligned words that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import CITANCES, GOLD_WORDS, HOMOLOGS, WORD_LINKS
from ..spans import get_character_spans, text_of
from .homologs import classes_in, numbered, word_links
from .words import content_words

if TYPE_CHECKING:
    from numpy.typing import NDArray


@registry.scorers("citalign.CitanceScorer.v1")
def make_citance_scorer(spans_key: str = CITANCES) -> Callable:
    """Make a scorer of aligned words, each cited work of each Doc a group of its own.

    It returns (0..1; None where no example has gold): precision, recall and F of ordered word
    pairs, means over groups, as ``homologs_p/r/f``, and of all pairs together as
    ``homologs_micro_p/r/f``; the mean alignment metric accuracy as ``homologs_ama``
    (Braun-Blanquet), and ``homologs_ama_dice``, ``_jaccard``, ``_hamming`` and ``_zero_one``.

    Words are those in ``reference.user_data["gold_words"]``, for each citance a list of [start
    character, end character]; without it, the content words of the reference's citances. A word has
    the class of the first span of ``doc.spans["homologs"]`` that covers it or a part of it.
    """
    return partial(score_citances, spans_key=spans_key)


def score_citances(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...citances.scoring import alignment_metric_accuracy, relation, score_groups

    cases = []
    for example in examples:
        if spans_key not in example.reference.spans or HOMOLOGS not in example.reference.spans:
            continue
        for key, words, owners in _scored_words(example.reference, spans_key):
            gold, predicted = (
                numbered(classes_in(doc, words, key))
                for doc in (example.reference, example.predicted)
            )
            cases.append((gold, predicted, owners))
    means = score_groups(cases)
    scores: dict[str, Any] = {
        "homologs_p": means.precision,
        "homologs_r": means.recall,
        "homologs_f": means.f,
        "homologs_micro_p": means.micro.precision,
        "homologs_micro_r": means.micro.recall,
        "homologs_micro_f": means.micro.f,
        "homologs_ama": means.ama,
    }
    agreements = ("dice", "jaccard", "hamming", "zero-one")
    totals = dict.fromkeys(agreements, 0.0)
    for gold, predicted, owners in cases:
        pair = relation(gold, owners), relation(predicted, owners)
        for agreement in agreements:
            totals[agreement] += alignment_metric_accuracy(*pair, owners, agreement)
    for agreement, total in totals.items():
        scores[f"homologs_ama_{agreement.replace('-', '_')}"] = total / max(len(cases), 1)
    return scores if cases else dict.fromkeys(scores)


def _scored_words(
    doc: Doc, spans_key: str
) -> list[tuple[str, "NDArray[np.int64]", "NDArray[np.int64]"]]:
    """Return the key, the words (N, 2) and their citances (N,) of each cited work."""
    text = text_of(doc)
    spans = get_character_spans(doc, spans_key) or []
    gold_words = doc.user_data.get(GOLD_WORDS)
    if not isinstance(gold_words, list | tuple) or len(gold_words) != len(spans):
        gold_words = [content_words(text, start, end) for start, end in spans]
    by_key: dict[str, list[list[tuple[int, int]]]] = {}
    for span, words in zip(doc.spans[spans_key], gold_words, strict=True):
        by_key.setdefault(span.label_, []).append(words)
    return [
        (
            key,
            np.array([word for words in citances for word in words], np.int64).reshape(-1, 2),
            np.repeat(np.arange(len(citances)), [len(words) for words in citances]),
        )
        for key, citances in by_key.items()
    ]


@registry.scorers("citalign.WordAlignmentScorer.v1")
def make_word_alignment_scorer(spans_key: str = CITANCES) -> Callable:
    """Make a scorer of links between the tokens of sentence pairs.

    Gold stands in ``reference.user_data["word_links"]``: ``{"sure": [[i, j], ...], "possible":
    [[i, j], ...]}``, tokens of the Doc. Predicted are the pairs of tokens of different citances of
    one cited work that ``doc.spans["homologs"]`` gives the same class. It returns (0..1; None where
    no example has gold): means over pairs with sure and possible links as ``alignment_p/r/f``, with
    sure links alone as ``alignment_sure_p/r/f``; pooled over all pairs ``alignment_micro_f``; the
    share of pairs without an error, ``alignment_exact``; the error rate, ``alignment_aer``.
    """
    return partial(score_word_alignments, spans_key=spans_key)


def score_word_alignments(
    examples: Iterable[Example], *, spans_key: str, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...citances.scoring import link_scores

    cases = []
    for example in examples:
        reference = example.reference
        if WORD_LINKS in reference.user_data and spans_key in reference.spans:
            gold = word_links(reference)
            cases.append((gold["sure"], gold["possible"], _predicted_links(example, spans_key)))
    means = link_scores(cases)
    scores: dict[str, Any] = {"alignment_aer": means.aer}
    for name, score in (("alignment", means.full), ("alignment_sure", means.sure)):
        scores[f"{name}_p"], scores[f"{name}_r"] = score.precision, score.recall
        scores[f"{name}_f"] = score.f
    scores["alignment_micro_f"] = means.full.micro.f
    scores["alignment_exact"] = means.full.exact
    return scores if cases else dict.fromkeys(scores)


def _predicted_links(example: Example, spans_key: str) -> set[tuple[int, int]]:
    """Return the linked tokens of the reference, the smaller number first."""
    links: set[tuple[int, int]] = set()
    by_key: dict[str, list[tuple[int, int]]] = {}
    reference = example.reference
    for span in reference.spans[spans_key]:
        by_key.setdefault(span.label_, []).append((span.start, span.end))
    for key, citances in by_key.items():
        tokens = [
            (citance, token)
            for citance, (start, end) in enumerate(citances)
            for token in range(start, end)
            if not reference[token].is_space
        ]
        offsets = [
            (reference[token].idx, reference[token].idx + len(reference[token]))
            for _, token in tokens
        ]
        words = np.array(offsets, dtype=np.int64).reshape(-1, 2)
        by_label: dict[str, list[tuple[int, int]]] = {}
        for member, label in zip(tokens, classes_in(example.predicted, words, key), strict=True):
            if label is not None:
                by_label.setdefault(label, []).append(member)
        links |= {
            (min(first, second), max(first, second))
            for members in by_label.values()
            for citance, first in members
            for other_citance, second in members
            if citance < other_citance and first != second
        }
    return links
