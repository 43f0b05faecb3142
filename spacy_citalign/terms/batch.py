"""Batches of documents as one row of words, with their emissions and the spans of these."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..chain.batches import cells, length_batches
from ..chain.features import Padded, Vocabulary
from ..chain.inference import viterbi
from ..chain.joint import JointModel, SpanPosteriors, likely_spans, rate_spans
from ..chain.labels import BIO, OUTSIDE, TokenSpans, Windows, spans_from_tags
from ..chain.lattice import Lattice
from ..words.arrays import Floats, Ints
from ..words.clusters import ClusterTable
from ..words.hashing import Hashes
from .features import WordFeaturizer, add_context, add_learned
from .learned import LearnedTables
from .lexicons import LexiconTables
from .marks import phrases_of
from .model import TermModel
from .texts import ConnectedWords, Exclusion, Span, TermText, connect, no_exclusion, united

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
        exclusion: what no term may be.
    """

    bounds: Ints
    lengths: Ints
    words: ConnectedWords
    phrases: list[Span]
    stems: Hashes
    emissions: Floats
    exclusion: Exclusion

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
        texts = [text._replace(phrases=phrases_of(text)) for text in texts]
        merged = _merged(texts)
        padded = Padded.of(merged.lengths)
        features, known = self._vocabulary.look_up(merged.words, padded)
        add_context(features, texts, padded, self._levels, self._lexicons)
        add_learned(features, self._learned.context_features(features))
        scores = self._scorer.emissions(padded, features, known).astype(np.float64)
        exclusion = united([text.exclusion or no_exclusion(len(text.words)) for text in texts])
        scores[exclusion.barred] += _BARRED  # outside is left, and its neighbours are rated by that
        stems = features["stem"][padded.tokens]
        bounds = np.cumsum([0, *(len(text.words) for text in texts)])
        phrases = list(merged.phrases or ())
        return Batch(bounds, merged.lengths, connect(merged), phrases, stems, scores, exclusion)


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


WINDOWS = Windows(0, 0)  # the labels of the CRF are B, I and O
_SHORT = 48  # sentences up to so many words are decoded together: steps cost more than padding


class WordSpans(NamedTuple):
    """S spans of a batch's words, ascending: starts and ends, (S,) int64, half-open."""

    starts: Ints
    ends: Ints


class RatedSpans(NamedTuple):
    """Spans and what the CRF says of them.

    Attributes:
        spans: S spans of words, ascending.
        posterior: (S,) float64, p(exactly this span is a term).
        inside: (S,) float64, the mean over its words of p(the word is in a term).
    """

    spans: WordSpans
    posterior: Floats
    inside: Floats

    def take(self, chosen: Ints) -> "RatedSpans":
        """Return the spans of these numbers."""
        starts, ends = self.spans
        return RatedSpans(
            WordSpans(starts[chosen], ends[chosen]), self.posterior[chosen], self.inside[chosen]
        )

    def united(self, other: "RatedSpans") -> tuple["RatedSpans", Ints]:
        """Return the spans of both, each once, and the numbers that those of ``other`` have."""
        spans = np.concatenate([np.stack(part.spans, axis=1) for part in (self, other)])
        _, first, number = np.unique(spans, axis=0, return_index=True, return_inverse=True)
        posterior = np.concatenate([self.posterior, other.posterior])[first]
        inside = np.concatenate([self.inside, other.inside])[first]
        united = RatedSpans(WordSpans(*spans[first].T), posterior, inside)
        return united, number.ravel()[len(self.posterior) :]


def best_spans(batch: Batch, joint: JointModel) -> WordSpans:
    """Return the terms of the best path."""
    by_part = []
    for part in _parts(batch, joint):
        tags = joint.tags(viterbi(part.lattice).labels)
        by_part.append(_placed(part, spans_from_tags(tags, part.lattice.lengths)))
    starts, ends = map(np.concatenate, zip(*by_part, strict=True))
    order = np.lexsort((ends, starts))
    return WordSpans(starts[order], ends[order])


def possible_spans(batch: Batch, joint: JointModel, min_posterior: float) -> RatedSpans:
    """Return all spans with a posterior above ``min_posterior``, 0 to 1 exclusive."""
    return _rated(batch, joint, lambda _, lattice: likely_spans(joint, lattice, min_posterior))


def rated_spans(batch: Batch, joint: JointModel, spans: WordSpans) -> RatedSpans:
    """Rate given spans, ascending and each within a sentence."""
    ends = np.cumsum(batch.lengths)
    rows = np.searchsorted(ends, spans.starts, side="right")
    shift = (ends - batch.lengths)[rows]
    in_sentences = TokenSpans(rows, spans.starts - shift, spans.ends - shift)

    def rate_part(numbers: Ints, lattice: Lattice) -> SpanPosteriors:
        return rate_spans(joint, lattice, in_sentences.among(numbers)[1])

    return _rated(batch, joint, rate_part)


class _Part(NamedTuple):
    """Sentences of like length: their numbers, where they begin, and their lattice."""

    numbers: Ints
    firsts: Ints
    lattice: Lattice


def _parts(batch: Batch, joint: JointModel) -> Iterator[_Part]:
    firsts = np.cumsum(batch.lengths) - batch.lengths
    for numbers in length_batches(np.maximum(batch.lengths, _SHORT)):
        lengths = batch.lengths[numbers]
        emissions = batch.emissions[cells(firsts[numbers], lengths)]
        yield _Part(numbers, firsts[numbers], joint.lattice([emissions], lengths))


def _placed(part: _Part, spans: TokenSpans) -> tuple[Ints, Ints]:
    """Return spans of sentences as starts and ends among the words of the batch."""
    shift = part.firsts[spans.rows]
    return spans.starts + shift, spans.ends + shift


def _rated(
    batch: Batch, joint: JointModel, rate_part: Callable[[Ints, Lattice], SpanPosteriors]
) -> RatedSpans:
    """Rate spans part by part, and put them in order."""
    by_part = []
    for part in _parts(batch, joint):
        rated = rate_part(part.numbers, part.lattice)
        by_part.append((*_placed(part, rated.spans), rated.posterior, rated.inside))
    starts, ends, posterior, inside = map(np.concatenate, zip(*by_part, strict=True))
    order = np.lexsort((ends, starts))
    return RatedSpans(WordSpans(starts[order], ends[order]), posterior[order], inside[order])
