"""Gold of aligned words on Docs: how it is read, trained on, and scored against.

Classes are the labels of ``doc.spans["homologs"]``; pairs of sentences may have links of tokens in
``doc.user_data["word_links"]`` instead.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...errors import InputError
from ...words.arrays import Ints
from ..base.names import CITANCE_GOLD, CITANCES, GOLD_WORDS, HOMOLOGS, WORD_LINKS
from ..base.span_groups import held_spans
from ..base.spans import copy_spans, get_character_spans, prf, text_of
from .words import CitanceWords, citance_words, content_words

if TYPE_CHECKING:
    from ...citances.learning import Gold


def has_gold(doc: Doc, spans_key: str) -> bool:
    """Whether a Doc has citances and their gold alignment."""
    return spans_key in doc.spans and (HOMOLOGS in doc.spans or WORD_LINKS in doc.user_data)


def word_links(doc: Doc) -> dict[str, set[tuple[int, int]]]:
    """Return the gold links of tokens, ``sure`` and ``possible``, the smaller number first.

    Raises:
        InputError: there are no links, or they are malformed.
    """
    stored = doc.user_data.get(WORD_LINKS)
    links: dict[str, set[tuple[int, int]]] = {}
    try:
        for kind in ("sure", "possible"):
            pairs = [sorted((int(a), int(b))) for a, b in stored.get(kind, ())]  # type: ignore[union-attr]
            links[kind] = {(first, second) for first, second in pairs}
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(
            f"doc.user_data[{WORD_LINKS!r}] is {str(stored)[:60]}; give "
            '{"sure": [[i, j], ...], "possible": [[i, j], ...]} with numbers of tokens'
        ) from error
    every = [pair for pairs in links.values() for pair in pairs]
    wrong = [pair for pair in every if pair[0] < 0] or [x for x in every if x[1] >= len(doc)]
    if wrong:
        raise InputError(
            f"the link {list(wrong[0])} names a token that is not there: the Doc has {len(doc)}, "
            "counted from 0"
        )
    return links


def classes_in(doc: Doc, words: Ints, key: str | None = None) -> list[str | None]:
    """Return the label of the first span that covers each word, or a part of it, None without one.

    Args:
        doc: its classes stand in ``doc.spans["homologs"]``; without it there are none.
        words: (N, 2) int64, characters.
        key: the cited work; where the spans say theirs, the others' are not looked at.
    """
    spans = get_character_spans(doc, HOMOLOGS) or []
    if not spans or not len(words):
        return [None] * len(words)
    group = held_spans(doc, HOMOLOGS)
    keys = doc.spans[HOMOLOGS].attrs.get("key")
    if key is None or not isinstance(keys, list | tuple) or len(keys) != len(group):
        keys = [key] * len(group)
    chosen = [
        (start, end, span.label_)
        for (start, end), span, of_span in zip(spans, group, keys, strict=True)
        if of_span == key
    ]
    numbers = np.zeros(max(int(words.max()), max((end for _, end, _ in chosen), default=0)), int)
    chosen.sort(key=lambda entry: entry[:2])
    for number, (start, end, _) in reversed(list(enumerate(chosen, start=1))):
        numbers[start:end] = number
    covered = np.append(np.flatnonzero(numbers), len(numbers))
    positions = covered[np.searchsorted(covered, words[:, 0])].tolist()
    return [
        chosen[numbers[position] - 1][2] if position < end else None
        for position, end in zip(positions, words[:, 1].tolist(), strict=True)
    ]


def numbered(labels: Sequence[str | None]) -> Ints:
    """Number labels from 1, None is 0: (N,) int64."""
    numbers: dict[str | None, int] = {None: 0}
    return np.array([numbers.setdefault(x, len(numbers)) for x in labels], dtype=np.int64)


def gold_groups(
    examples: Iterable[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    *,
    spans_key: str,
    **reading: Any,
) -> "list[Gold]":
    """Return the groups of the references that have gold classes or links.

    Words are those that the component will see: of the texts as the components before it annotate
    them.

    Args:
        examples: with citances and gold in their references.
        earlier: annotates Docs as the components before this one do.
        spans_key: the span group of the citances.
        reading: other arguments of ``citance_words``.

    Raises:
        InputError: no reference has citances and gold; gold is malformed; a Doc of an Example has
            another text than its reference.
    """
    examples = list(examples)
    chosen = [eg for eg in examples if has_gold(eg.reference, spans_key)]
    if not chosen:
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{spans_key}"] and '
            f'doc.spans["{HOMOLOGS}"] in its reference; put the citances and their aligned units '
            "there, as the reader citalign.CitanceGroups.v1 does"
        )
    groups: list[Gold] = []
    annotated = earlier(eg.predicted for eg in chosen)
    for example, doc in zip(chosen, annotated, strict=True):
        copy_spans(example.reference, doc, spans_key)
        stored = example.reference.user_data.get(CITANCE_GOLD)
        known: Mapping[str, Any] = stored if isinstance(stored, dict) else {}
        about: dict[str, Any] = {
            "partial": bool(known.get("partial")),
            "weight": float(known.get("weight", 1.0)),
        }
        words = citance_words(doc, spans_key=spans_key, **reading)
        groups += [_gold(example.reference, citances)._replace(**about) for citances in words]
    return groups


def _gold(reference: Doc, citances: CitanceWords) -> "Gold":
    from ...citances.learning import Gold

    if HOMOLOGS in reference.spans:
        return Gold(citances.group, numbered(classes_in(reference, citances.words, citances.key)))
    links = word_links(reference)
    sure, possible = (_relation(reference, citances, links[kind]) for kind in ("sure", "possible"))
    return Gold(citances.group, links=sure, possible=possible if possible.any() else None)


def _relation(
    doc: Doc, citances: CitanceWords, links: Iterable[tuple[int, int]]
) -> NDArray[np.bool_]:
    """Return which words are linked: (N, N) bool, symmetric."""
    starts, ends = citances.words.T
    owners = citances.group.owners
    linked = np.zeros((len(starts), len(starts)), dtype=bool)
    for first, second in links:
        rows, columns = (
            np.flatnonzero((starts < doc[token].idx + len(doc[token])) & (ends > doc[token].idx))
            for token in (first, second)
        )
        linked[np.ix_(rows, columns)] = True
    linked &= owners[:, None] != owners
    return linked | linked.T


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
        if not {spans_key, HOMOLOGS} <= example.reference.spans.keys():
            continue
        for key, words, owners in _scored_words(example.reference, spans_key):
            gold, predicted = (
                numbered(classes_in(doc, words, key))
                for doc in (example.reference, example.predicted)
            )
            cases.append((gold, predicted, owners))
    means = score_groups(cases)
    scores = prf("homologs", means.precision, means.recall, means.f)
    scores |= prf("homologs_micro", *means.micro[:3]) | {"homologs_ama": means.ama}
    agreements = ("dice", "jaccard", "hamming", "zero-one")
    pairs = [(relation(gold, x), relation(predicted, x), x) for gold, predicted, x in cases]
    for agreement in agreements:
        total = sum(alignment_metric_accuracy(*pair, agreement) for pair in pairs)
        scores[f"homologs_ama_{agreement.replace('-', '_')}"] = total / max(len(cases), 1)
    return scores if cases else dict.fromkeys(scores)


def _scored_words(doc: Doc, spans_key: str) -> list[tuple[str, Ints, Ints]]:
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
            np.array([*chain.from_iterable(citances)], np.int64).reshape(-1, 2),
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
    scores |= prf("alignment", *means.full[:3]) | prf("alignment_sure", *means.sure[:3])
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
    ends = [(token.idx, token.idx + len(token)) for token in reference]
    for key, citances in by_key.items():
        tokens = [
            (citance, token)
            for citance, (start, end) in enumerate(citances)
            for token in range(start, end)
            if not reference[token].is_space
        ]
        words = np.array([ends[token] for _, token in tokens], dtype=np.int64).reshape(-1, 2)
        by_label: dict[str | None, list[tuple[int, int]]] = {}
        for member, label in zip(tokens, classes_in(example.predicted, words, key), strict=True):
            by_label.setdefault(label, []).append(member)
        by_label.pop(None, None)
        links |= {
            (min(first, second), max(first, second))
            for members in by_label.values()
            for citance, first in members
            for other_citance, second in members
            if citance < other_citance and first != second
        }
    return links
