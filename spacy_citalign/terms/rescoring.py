"""Rescoring of spans by how often spans like them were right: a method beyond Chang & Wu (2009).

All spans that the CRF holds possible are rated by a logistic regression over what the CRF says of
them and what it cannot see: how the whole span coheres (Eq. 8), how long it is, whether it is a
noun phrase, how often the background and the document have it. Of spans that do not overlap, those
with the most to gain are taken. It is learned from documents that the CRFs it listens to have not
seen (cross-fitting); their own training documents would teach it to trust them too much.

The rating is a probability: the confidence of a term, whatever method set its boundaries.
"""

import numpy as np

from ..chain.calibration import logit
from ..words.arrays import Floats, Ints
from ..words.hashing import PartHasher, combine
from .batch import Batch
from .decoding import RatedSpans
from .span_cohesion import Associations, touched

MIN_POSTERIOR = 0.02  # posterior above which a span is looked at


def span_features(batch: Batch, rated: RatedSpans, associated: Associations) -> Floats:
    """Describe spans of a batch: (S, F) float64, those of ``FEATURES``."""
    starts, ends = rated.spans
    firsts, lasts = touched(batch.words, starts, ends)
    count = lasts - firsts
    association, expectation, known = associated.of_spans(firsts, lasts)
    word_starts = batch.words.starts
    begins, finishes = np.array(batch.phrases, dtype=np.int64).reshape(-1, 2).T
    features = [
        np.ones(len(starts)),
        logit(rated.posterior),
        logit(rated.inside),
        logit(_best_rival(starts, ends, rated.posterior)),
        np.log(ends - starts),
        count == 1,
        count == 2,
        count >= 4,
        association,
        association * (count >= 2),
        expectation,
        np.isin(starts * len(batch.stems) + ends, begins * len(batch.stems) + finishes),
        np.isin(starts, begins),
        np.isin(ends, finishes),
        np.log1p(known),
        _elsewhere(batch, rated),
        ~(np.isin(starts, word_starts) & np.isin(ends, word_starts)),
    ]
    return np.stack([np.asarray(values, dtype=np.float64) for values in features], axis=1)


def _best_rival(starts: Ints, ends: Ints, posterior: Floats) -> Floats:
    """Return the highest posterior among the spans that overlap each one, 0 if there is none."""
    best = np.zeros(len(starts))
    # Spans ascend, so that those that overlap one another stand near each other.
    for step in range(1, len(starts)):
        overlap = np.flatnonzero(starts[step:] < ends[:-step])
        if not len(overlap):
            break
        np.maximum.at(best, overlap, posterior[overlap + step])
        np.maximum.at(best, overlap + step, posterior[overlap])
    return best


def _elsewhere(batch: Batch, rated: RatedSpans) -> Floats:
    """Return the highest posterior of the same stems elsewhere in the document, 0 if nowhere."""
    starts, ends = rated.spans
    highest = np.zeros(len(starts))
    keys = combine(PartHasher(batch.stems)(starts, ends), batch.documents[starts].astype(np.uint64))
    # By key, the likeliest last: it is elsewhere for all others, and for it the one before.
    order = np.lexsort((rated.posterior, keys))
    group = np.flatnonzero(np.append(True, keys[order][1:] != keys[order][:-1])[: len(order)])
    sizes = np.diff(np.append(group, len(order)))
    last = group + sizes - 1
    several = sizes > 1
    highest[order] = np.repeat(np.where(several, rated.posterior[order[last]], 0.0), sizes)
    highest[order[last[several]]] = rated.posterior[order[last[several] - 1]]
    return highest
