"""The scorer of sentence links that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import SENTENCE_LINKS, TEXTS
from ..spans import text_of
from .attributes import sentence_links
from .gold import GoldPair, gold_pairs
from .words import TextSentences, text_sentences

if TYPE_CHECKING:
    from ...sentences.methods import Links
    from ...sentences.scoring import LinkScore

_KEYS = (
    *(f"sentence_links_{letter}" for letter in "prf"),
    "sentence_links_changed_f",
    *(f"sentence_passages_{letter}" for letter in "prf"),
    "sentence_diversity",
)


@registry.scorers("citalign.SentenceScorer.v1")
def make_sentence_scorer(spans_key: str = TEXTS) -> Callable:
    """Make a scorer of links between sentences; gold is as ``sentence_gold`` says.

    It returns (0..1; None where no example has such gold), of all links together:

    - ``sentence_links_p/r/f``: precision, recall and F of links by both sentences' characters;
    - ``sentence_links_changed_f``: the same F of links whose sentences are not the same text;
    - ``sentence_passages_p/r/f``: where gold is passages, by the rule of the paper with its recall
      capped (``passage_curve`` in ``spacy_citalign.sentences.scoring``), of all links found;
    - ``sentence_diversity``: twice the links found to the sentences of both texts, the paper's
      measure of how much the texts have in common.
    """
    return partial(score_sentences, spans_key=spans_key)


def score_sentences(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...sentences.scoring import diversity

    pairs = [pair for example in examples for pair in _pairs(example, spans_key)]
    scores: dict[str, Any] = dict.fromkeys(_KEYS)
    linked = [(pair, pair.gold.links) for pair in pairs if pair.gold.links is not None]
    if linked:
        total = _total((pair.numbers, gold) for pair, gold in linked)
        changed = _total((pair.changed(pair.numbers), pair.changed(gold)) for pair, gold in linked)
        scores["sentence_links_p"], scores["sentence_links_r"] = total.precision, total.recall
        scores["sentence_links_f"] = total.f
        scores["sentence_links_changed_f"] = changed.f if changed.predicted + changed.gold else None
    scores |= _passage_scores([pair for pair in pairs if pair.gold.passages is not None])
    if pairs:
        sizes = np.sum([pair.sizes for pair in pairs], axis=0).tolist()
        scores["sentence_diversity"] = diversity(sum(len(pair.numbers) for pair in pairs), *sizes)
    return scores


class _Pair(NamedTuple):
    """Two texts with gold, and what was found.

    Attributes:
        gold: what is known.
        sizes: gold sentences of both texts.
        numbers: the links found. Sentences that are none of gold have numbers of their own, after
            those of gold.
        probabilities: of these links.
        words: the words of the sentences of both texts, by number.
    """

    gold: GoldPair
    sizes: tuple[int, int]
    numbers: list[tuple[int, int]]
    probabilities: list[float]
    words: tuple[list[list[str]], list[list[str]]]

    def changed(self, links: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the links whose sentences are not the same text, white space aside."""
        return [(i, j) for i, j in links if self.words[0][i] != self.words[1][j]]


def _pairs(example: Example, spans_key: str) -> Iterator[_Pair]:
    reference: Doc = example.reference
    if spans_key not in reference.spans or SENTENCE_LINKS not in reference.user_data:
        return
    texts = text_sentences(reference, spans_key)
    links = sentence_links(example.predicted) or []
    predicted_text = text_of(example.predicted)
    for gold in gold_pairs(reference, [len(text.spans) for text in texts]):
        pair_links = [link for link in links if link.texts == gold.texts]
        first, second = (_numbered(texts[number]) for number in gold.texts)
        sizes = len(first), len(second)
        numbers = [
            (first.setdefault(first_span, len(first)), second.setdefault(second_span, len(second)))
            for first_span, second_span in (link.spans for link in pair_links)
        ]
        words = [
            [predicted_text[start:end].split() for start, end in text] for text in (first, second)
        ]
        probabilities = [link.probability for link in pair_links]
        yield _Pair(gold, sizes, numbers, probabilities, (words[0], words[1]))


def _numbered(text: TextSentences) -> dict[tuple[int, int], int]:
    return {span: number for number, span in enumerate(text.spans)}


def _total(
    pairs: Iterable[tuple[Iterable[tuple[int, int]], Iterable[tuple[int, int]]]],
) -> "LinkScore":
    """Return the score of all pairs of texts together."""
    from ...sentences.scoring import LinkScore, score_links

    counts = [score_links(predicted, gold) for predicted, gold in pairs]
    return LinkScore(*map(sum, zip(*counts, strict=True)))


def _passage_scores(pairs: list[_Pair]) -> dict[str, float]:
    from ...sentences.scoring import passage_curve

    if not pairs:
        return {}
    parts = [
        (
            _links(pair),
            [(np.array(rows), np.array(columns)) for rows, columns in pair.gold.passages or ()],
        )
        for pair in pairs
    ]
    curve = passage_curve(parts, capped=True)
    precision, recall = (
        float(values[-1]) if len(values) else 0.0 for values in (curve.precision, curve.recall)
    )
    both = precision + recall
    f = 2 * precision * recall / both if both else 0.0
    return dict(zip(_KEYS[4:7], (precision, recall, f), strict=True))


def _links(pair: _Pair) -> "Links":
    from ...sentences.methods import Links

    columns = np.array(pair.numbers, dtype=np.int64).reshape(-1, 2).T
    return Links(columns[0], columns[1], np.array(pair.probabilities, dtype=np.float64))
