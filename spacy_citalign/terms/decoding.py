"""Decoding of documents: spans of words that a CRF takes for terms or holds possible."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..chain.batches import cells, length_batches
from ..chain.inference import viterbi
from ..chain.joint import JointModel
from ..chain.labels import Windows
from ..chain.lattice import Lattice
from ..chain.span_posteriors import SpanPosteriors, likely_spans, rate_spans
from ..chain.spans import TokenSpans, spans_from_tags
from ..words.arrays import Floats, Ints
from .batch import Batch

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
    by_part = [_placed(part, _best(joint, part.lattice)) for part in _parts(batch, joint)]
    return _ascending(*map(np.concatenate, zip(*by_part, strict=True)))


def _best(joint: JointModel, lattice: Lattice) -> TokenSpans:
    return spans_from_tags(joint.tags(viterbi(lattice).labels), lattice.lengths)


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


def _ascending(starts: Ints, ends: Ints) -> WordSpans:
    order = np.lexsort((ends, starts))
    return WordSpans(starts[order], ends[order])


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
