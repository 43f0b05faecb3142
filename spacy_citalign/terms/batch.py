"""Batches of documents as one row of words, with their features and emissions."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.features import Padded
from ..chain.labels import BIO, OUTSIDE
from ..chain.vocabulary import Vocabulary
from ..words.arrays import Floats, Ints
from ..words.clusters import ClusterTable
from ..words.hashing import Hashes
from .exclusion import Exclusion, no_exclusion, united
from .features import WordFeaturizer, add_context, add_learned
from .learned import LearnedTables
from .lexicons import LexiconTables
from .model import TermModel
from .noun_phrases import noun_phrases
from .texts import ConnectedWords, Span, TermText, connect

_NEVER = -1e4  # nats
_BARRED = np.where(np.arange(len(BIO)) == OUTSIDE, 0.0, _NEVER)


class Batch(NamedTuple):
    """D documents with N words together.

    Attributes:
        bounds: (D + 1,) int64, where each document begins; the last entry is N.
        lengths: (C,) int64, words of each sentence of all documents.
        words: the W connected words of all documents.
        phrases: their noun phrases, half-open word spans, ascending.
        stems: (N,) uint64.
        emissions: (N, 3) float64, the CRF's scores of B, I and O.
        exclusion: what no term may be; None where nothing is told of any document.
    """

    bounds: Ints
    lengths: Ints
    words: ConnectedWords
    phrases: list[Span]
    stems: Hashes
    emissions: Floats
    exclusion: Exclusion | None = None

    @property
    def documents(self) -> Ints:
        """(N,) int64, the document of each word."""
        return np.repeat(np.arange(len(self.bounds) - 1), np.diff(self.bounds))


class BatchReader:
    """Reads documents; holds the weights, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: TermModel):
        self._levels = model.levels
        self._lexicons = LexiconTables(model.lexicons)
        self._learned = LearnedTables(model.learned)
        self._scorer = model.scorer()
        classes = None if model.classes is None else ClusterTable(model.classes)
        featurizer = WordFeaturizer(model.levels, self._learned, classes, self._lexicons)
        self._vocabulary = Vocabulary(featurizer, self._scorer.precompute)

    def __call__(self, texts: Sequence[TermText]) -> Batch:
        """Read documents that have words."""
        texts = _with_phrases(texts)
        merged = _merged(texts)
        padded = Padded.of(merged.lengths)
        features, known = self._vocabulary.look_up(merged.words, padded)
        add_context(features, texts, padded, self._levels, self._lexicons)
        add_learned(features, self._learned.context_features(features))
        scores = self._scorer.emissions(padded, features, known).astype(np.float64)
        exclusion = _exclusion(texts)
        if exclusion is not None:  # outside is what is left, and its neighbours are rated by that
            scores[exclusion.barred] += _BARRED
        stems = features["stem"][padded.tokens]
        bounds = np.cumsum([0, *(len(text.words) for text in texts)])
        phrases = list(merged.phrases or ())
        return Batch(bounds, merged.lengths, connect(merged), phrases, stems, scores, exclusion)


def _with_phrases(texts: Sequence[TermText]) -> list[TermText]:
    """Find the noun phrases of those documents that have none given, all at once."""
    bare = [number for number, text in enumerate(texts) if text.phrases is None]
    out = list(texts)
    if bare:
        every = _merged([texts[number] for number in bare])
        spans = noun_phrases(every.tags, every.lengths)
        starts = [start for start, _ in spans]
        first = 0
        for number in bare:
            last = first + len(texts[number].words)
            of_document = spans[bisect_left(starts, first) : bisect_left(starts, last)]
            phrases = [(start - first, end - first) for start, end in of_document]
            out[number] = texts[number]._replace(phrases=phrases)
            first = last
    return out


def _exclusion(texts: Sequence[TermText]) -> Exclusion | None:
    if all(text.exclusion is None for text in texts):
        return None
    return united(
        [
            no_exclusion(len(text.words)) if text.exclusion is None else text.exclusion
            for text in texts
        ]
    )


def _merged(texts: Sequence[TermText]) -> TermText:
    """Write documents into one row; their titles and keywords stay behind."""
    phrases: list[Span] = []
    start = 0
    for text in texts:
        phrases += [(start + a, start + b) for a, b in text.phrases or ()]
        start += len(text.words)
    return TermText(
        [word for text in texts for word in text.words],
        [tag for text in texts for tag in text.tags],
        np.concatenate([text.spaces for text in texts]),
        np.concatenate([text.lengths for text in texts]),
        phrases,
    )
